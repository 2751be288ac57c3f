"""`intrigue analyze`: what each choice of a seat in a recorded match was worth.

A choice is evaluated from the view of its seat alone, not by what the seat could not know.
"""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from intrigue import engine
from intrigue.cli.arguments import DEFAULT_ANALYZE_POLICY, DEFAULT_SEED, parse_seed
from intrigue.cli.catalog import get_game
from intrigue.cli.errors import CommandError, run_in_thread, stop_on_interrupt
from intrigue.cli.language import format_count, format_decimal
from intrigue.cli.messages import CliText, SimulationText
from intrigue.cli.output_files import PLOT_COLOR
from intrigue.cli.records import read_record
from intrigue.cli.terminal import ProgressBar, column_chart, program_command
from intrigue.inprocess.policies import policy_in_full
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1.simulation_pb2 import Analysis
from intrigue_sdk import payoffs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.figure import Figure

    from intrigue.cli.arguments import AnalyzeArgs
    from intrigue.cli.language import Lang
    from intrigue.cli.terminal import Screen
    from intrigue_proto.v1.game_pb2 import GameAction
    from intrigue_proto.v1.simulation_pb2 import ActionValue

MISTAKE: Final = 0.05
BLUNDER: Final = 0.15
_ASKED_WIDTH: Final = 15
# With fewer visits a mean has no standard error.
_FEW_VISITS: Final = 2


class Mark(StrEnum):
    """How bad a choice was, as people annotate games."""

    NONE = ""
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss: float) -> Mark:
        """The mark of a choice with this loss."""
        if loss >= BLUNDER:
            return cls.BLUNDER
        return cls.MISTAKE if loss >= MISTAKE else cls.NONE


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a seat made, and its analysis; None if the choice was forced."""

    step: int
    chosen: GameAction
    legal: Sequence[GameAction]
    analysis: Analysis | None

    @property
    def forced(self) -> bool:
        """Whether there was only one legal action."""
        return len(self.legal) == 1

    @property
    def ranked(self) -> list[ActionValue]:
        """The actions, the best first: the choice of the policy, then by value minus error.

        Actions with few visits come last.
        """
        if self.analysis is None:
            return []
        best = self.analysis.best_action_id

        def rank(action: ActionValue) -> tuple[bool, bool, float]:
            seldom = action.visit_count < _FEW_VISITS
            return action.action.id != best, seldom, action.error - action.value

        return sorted(self.analysis.actions, key=rank)

    @property
    def chosen_value(self) -> ActionValue | None:
        """The value of the chosen action, if it was visited."""
        judged = [action for action in self.ranked if action.action.id == self.chosen.id]
        return judged[0] if judged and judged[0].visit_count else None

    @property
    def best(self) -> ActionValue | None:
        """The action that the policy would have chosen."""
        return next(iter(self.ranked), None)

    @property
    def best_alternative(self) -> ActionValue | None:
        """The best of the actions that were not chosen."""
        others = (action for action in self.ranked if action.action.id != self.chosen.id)
        return next(others, None)

    @property
    def loss(self) -> float | None:
        """How much less the choice is worth than the best; None if it was not visited."""
        if self.chosen_value is None or self.best is None:
            return None
        return max(0.0, self.best.value - self.chosen_value.value)

    @property
    def mark(self) -> Mark:
        """How bad the choice was."""
        return Mark.of(self.loss or 0.0)


_STYLES: Final = {Mark.NONE: "", Mark.MISTAKE: "yellow", Mark.BLUNDER: "bold red"}
_MARK_COLORS: Final = {Mark.MISTAKE: "#e08e0b", Mark.BLUNDER: "#c0392b"}


@dataclass(frozen=True, slots=True)
class _PastDecision:
    """A choice that the seat made, its view at that time, and the setup of the match."""

    step: int
    action: int
    view: bytes
    setup: bytes


def analyze(args: AnalyzeArgs, screen: Screen) -> None:
    """Evaluates the decisions of a seat and shows the values."""
    policy = engine.check_policy(args.policy)
    args.output.check(screen)
    record = read_record(args.record, screen)
    get_game(record.game, screen)
    if args.seat >= record.seat_count:
        raise CommandError(
            screen.text(CliText.NO_SUCH_SEAT, seat=args.seat, last=record.seat_count - 1)
        )
    past_decisions = _past_decisions(record, args, screen)
    if args.step is not None:
        past_decisions = [past for past in past_decisions if past.step == args.step]
    with stop_on_interrupt() as stop, ProgressBar(SimulationText.THINKING, screen) as bar:
        decisions = _evaluate(past_decisions, args, policy, stop, bar)
    if decisions:
        # Behind a strength is a policy of the game.
        named = (policy_in_full(one.analysis.policy) for one in decisions if one.analysis)
        report = _Report(args, next(named, policy), record, decisions)
        if not args.output.uses_stdout:
            report.show(past_decisions[0], screen)
        report.write(screen)
    if len(decisions) < len(past_decisions):
        raise KeyboardInterrupt


def _past_decisions(
    record: record_pb2.MatchRecord, args: AnalyzeArgs, screen: Screen
) -> list[_PastDecision]:
    """The seat's decisions, each with its view before it."""
    past_decisions = []
    try:
        # The whole record is replayed first, so that nothing is shown of a damaged one.
        entries = engine.Match.replay(record.SerializeToString()).entries()
        match = engine.Match.replay(record.SerializeToString(), 1)
        for number, step in enumerate(record.steps[1:], start=1):
            if step.kind == record_pb2.STEP_KIND_ACTION and step.seat == args.seat:
                past_decisions.append(
                    _PastDecision(number, step.action_id, match.view(args.seat), match.setup())
                )
            match.follow(entries[number])
    except engine.Refused as refusal:
        raise CommandError(screen.lang.of(refusal)) from None
    if not past_decisions:
        raise CommandError(screen.text(SimulationText.NEVER_DECIDED, seat=args.seat))
    steps = [past.step for past in past_decisions]
    if args.step is not None and args.step not in steps:
        known = ", ".join(map(str, steps))
        raise CommandError(
            screen.text(SimulationText.NOT_A_DECISION, seat=args.seat, step=args.step, known=known)
        )
    return past_decisions


def _evaluate(
    past_decisions: Sequence[_PastDecision],
    args: AnalyzeArgs,
    policy: str,
    stop: engine.Stop,
    bar: ProgressBar,
) -> list[Decision]:
    """Evaluates the decisions in order; after a stop, returns those that are finished."""
    seed = parse_seed(args.seed)
    decisions: list[Decision] = []
    for number, past in enumerate(past_decisions):
        bar.count(number, len(past_decisions))
        legal = match_pb2.View.FromString(past.view).prompt.actions
        chosen = next(action for action in legal if action.id == past.action)
        analysis = None
        if len(legal) > 1:
            # Each decision has its own seed, so that their errors are independent.
            drawn = hashlib.sha256(seed + past.step.to_bytes(8, "little")).digest()
            think = partial(
                engine.analyze, past.view, policy, drawn, args.threads, stop, setup=past.setup
            )
            try:
                analysis = Analysis.FromString(run_in_thread(think))
            except engine.Refused as refusal:
                if refusal.kind == "stopped":
                    break
                raise
        decisions.append(Decision(past.step, chosen, legal, analysis))
    return decisions


@dataclass(frozen=True, slots=True)
class _Report:
    """The decisions, as they are shown and written."""

    args: AnalyzeArgs
    policy: str
    record: record_pb2.MatchRecord
    decisions: Sequence[Decision]

    def show(self, first: _PastDecision, screen: Screen) -> None:
        """Shows the tables; `first` is the first decision."""
        seat = self.args.seat
        screen.say(SimulationText.JUDGED_BY, "bold", seat=seat, policy=self.policy)
        if self.args.step is not None:
            screen.drawing(engine.render(first.view, screen.lang, setup=first.setup))
            _show_decision(self.decisions[0], screen)
            return
        _show_decisions(self.decisions, screen)
        _show_chart(self.decisions, seat, screen)
        _show_totals(self.decisions, screen)
        if self.record.HasField("outcome"):
            payoff = payoffs(self.record.outcome)[seat]
            screen.say(SimulationText.GOT, seat=seat, payoff=format_decimal(payoff, screen.lang, 2))
        worst = max(self.decisions, key=lambda decision: decision.loss or 0.0)
        if worst.mark:
            screen.say(SimulationText.SHOW_ONE)
            screen.command(self._command(worst.step))

    def write(self, screen: Screen) -> None:
        """Writes the output files that were asked for."""
        content = {
            "game": self.record.game,
            "seat": self.args.seat,
            "policy": self.policy,
            "seed": parse_seed(self.args.seed).hex(),
            "decisions": _as_json(self.decisions),
            "summary": _summarize(self.decisions),
        }
        draw = partial(
            _draw,
            decisions=self.decisions,
            seat=self.args.seat,
            policy=self.policy,
            lang=screen.lang,
        )
        self.args.output.write(content, _as_rows(self.decisions), draw, screen)

    def _command(self, step: int) -> str:
        """The command that shows one step with the same values."""
        args = self.args
        words = [program_command(), "analyze", str(args.record), "--seat", str(args.seat)]
        if args.policy != DEFAULT_ANALYZE_POLICY:
            words += ["--policy", args.policy]
        if args.seed != DEFAULT_SEED:
            words += ["--seed", args.seed]
        return shlex.join([*words, "--step", str(step)])


def _show_decisions(decisions: Sequence[Decision], screen: Screen) -> None:
    """Writes a line for each decision. Actions are in notation, which is short."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(screen.text(SimulationText.STEP), justify="right")
    table.add_column(screen.text(SimulationText.ASKED), no_wrap=True)
    table.add_column(screen.text(SimulationText.CHOSEN), overflow="fold")
    table.add_column(screen.text(SimulationText.VALUE), justify="right", no_wrap=True)
    table.add_column(screen.text(SimulationText.BEST_OTHER), overflow="fold")
    table.add_column(screen.text(SimulationText.VALUE), justify="right", no_wrap=True)
    table.add_column(screen.text(SimulationText.LOSS), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for decision in decisions:
        _add_row(table, decision, screen)
    screen.show(table)


def _show_chart(decisions: Sequence[Decision], seat: int, screen: Screen) -> None:
    """Draws the value of the match to the seat at each decision."""
    judged = [decision for decision in decisions if decision.best is not None]
    if not judged:
        return
    screen.say(SimulationText.VALUE_OVER_THE_MATCH, "bold", seat=seat)
    lines = column_chart(
        [decision.best.value for decision in judged if decision.best is not None],
        [str(decision.mark) for decision in judged],
        [str(decision.step) for decision in judged],
        width=min(screen.width, 100),
    )
    for line in lines:
        screen.line(line, "cyan")
    screen.line()


def _show_decision(decision: Decision, screen: Screen) -> None:
    """Writes a table of all actions of one decision."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(screen.text(SimulationText.ACTION), overflow="fold")
    table.add_column("", overflow="fold", style="dim")
    for heading in (SimulationText.VALUE, SimulationText.ERROR, SimulationText.VISITS):
        table.add_column(screen.text(heading), justify="right", no_wrap=True)
    table.add_column("")
    for action in decision.ranked:
        table.add_row(
            Text(screen.lang.of(action.action.label)),
            Text(action.action.notation),
            format_decimal(action.value, screen.lang) if action.visit_count else "",
            format_decimal(action.error, screen.lang) if action.visit_count > 1 else "",
            format_count(action.visit_count, screen.lang),
            Text(_remark(action, decision, screen)),
        )
    if decision.analysis is None:
        label, notation = screen.lang.of(decision.chosen.label), decision.chosen.notation
        table.add_row(Text(label), Text(notation), "", "", "", screen.text(SimulationText.FORCED))
    screen.show(table)
    if decision.analysis is not None:
        screen.say(
            SimulationText.SEARCHED,
            "dim",
            simulations=format_count(decision.analysis.simulation_count, screen.lang),
            worlds=format_count(decision.analysis.world_count, screen.lang),
        )


def _show_totals(decisions: Sequence[Decision], screen: Screen) -> None:
    """Writes the totals of all decisions."""
    sums = _summarize(decisions)
    screen.say(
        SimulationText.SUMMARY,
        "bold",
        **{**sums, "loss": format_decimal(float(sums["loss"]), screen.lang)},
    )


def _summarize(decisions: Sequence[Decision]) -> Mapping[str, float]:
    """The number of decisions of each kind, and their mean loss."""
    losses = [decision.loss for decision in decisions if decision.loss is not None]
    marks = [decision.mark for decision in decisions]
    return {
        "decisions": len(decisions),
        "forced": sum(decision.forced for decision in decisions),
        "loss": sum(losses) / len(losses) if losses else 0.0,
        "mistakes": marks.count(Mark.MISTAKE),
        "blunders": marks.count(Mark.BLUNDER),
    }


def _as_json(decisions: Sequence[Decision]) -> list[dict[str, object]]:
    """All decisions with all their actions."""
    return [
        {
            "step": decision.step,
            "forced": decision.forced,
            "chosen": decision.chosen.notation,
            "best": decision.best.action.notation if decision.best else None,
            "value": decision.chosen_value.value if decision.chosen_value else None,
            "best_value": decision.best.value if decision.best else None,
            "loss": decision.loss,
            "mark": str(decision.mark),
            "simulations": decision.analysis.simulation_count if decision.analysis else 0,
            "worlds": decision.analysis.world_count if decision.analysis else 0,
            "actions": [
                {
                    "id": action.action.id,
                    "notation": action.action.notation,
                    "visits": action.visit_count,
                    "value": action.value,
                    "error": action.error,
                }
                for action in (decision.analysis.actions if decision.analysis else ())
            ],
        }
        for decision in decisions
    ]


def _as_rows(decisions: Sequence[Decision]) -> list[dict[str, object]]:
    """A row for each decision."""
    return [
        {
            "step": decision.step,
            "choices": len(decision.legal),
            "chosen": decision.chosen.notation,
            "value": decision.chosen_value.value if decision.chosen_value else "",
            "best": decision.best.action.notation if decision.best else "",
            "best_value": decision.best.value if decision.best else "",
            "loss": "" if decision.loss is None else decision.loss,
            "mark": str(decision.mark),
        }
        for decision in decisions
    ]


def _add_row(table: Table, decision: Decision, screen: Screen) -> None:
    lang = screen.lang
    start = (str(decision.step), Text(_asked(decision)), Text(decision.chosen.notation))
    if decision.analysis is None:
        table.add_row(*start, "", Text(screen.text(SimulationText.FORCED)), "", "", "", style="dim")
        return
    chosen, other, loss = decision.chosen_value, decision.best_alternative, decision.loss
    table.add_row(
        *start,
        format_decimal(chosen.value, lang, 2)
        if chosen
        else Text(screen.text(SimulationText.UNVISITED)),
        Text(other.action.notation if other else ""),
        format_decimal(other.value, lang, 2) if other and other.visit_count else "",
        "" if loss is None else format_decimal(loss, lang, 2),
        Text(str(decision.mark)),
        style=_STYLES[decision.mark],
    )


def _asked(decision: Decision) -> str:
    """The number of legal actions and their verbs, abbreviated."""
    verbs = dict.fromkeys(action.verb for action in decision.legal)
    asked = f"{len(decision.legal)}: {', '.join(verbs)}"
    return asked if len(asked) <= _ASKED_WIDTH else f"{asked[: _ASKED_WIDTH - 1]}…"


def _remark(action: ActionValue, decision: Decision, screen: Screen) -> str:
    remarks = []
    if decision.analysis is not None and action.action.id == decision.analysis.best_action_id:
        remarks.append(screen.text(SimulationText.WAS_BEST))
    if action.action.id == decision.chosen.id:
        remarks.append(f"{screen.text(SimulationText.CHOSEN)} {decision.mark}".rstrip())
    return ", ".join(remarks)


def _draw(
    figure: Figure, decisions: Sequence[Decision], seat: int, policy: str, lang: Lang
) -> None:
    """The value of the match to a seat at each of its decisions, with marked mistakes."""
    figure.set_size_inches(9, 4)
    axes = figure.subplots()
    judged = [decision for decision in decisions if decision.best is not None]
    steps = [decision.step for decision in judged]
    axes.plot(steps, [_value(decision) for decision in judged], color=PLOT_COLOR, marker="o", ms=4)
    for mark, color in _MARK_COLORS.items():
        marked = [decision for decision in judged if decision.mark is mark]
        if not marked:
            continue
        places = [decision.step for decision in marked]
        taken = [
            decision.chosen_value.value if decision.chosen_value else 0.0 for decision in marked
        ]
        axes.vlines(places, taken, [_value(decision) for decision in marked], colors=color)
        axes.plot(places, taken, linestyle="", marker="v", color=color, label=str(mark))
    if any(decision.mark for decision in judged):
        axes.legend()
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(SimulationText.STEP.text(lang))
    axes.set_ylabel(SimulationText.PAYOFF.text(lang))
    axes.grid(alpha=0.3)
    axes.set_title(
        f"{SimulationText.VALUE_OVER_THE_MATCH.text(lang, seat=seat)} ({policy})", fontsize=10
    )


def _value(decision: Decision) -> float:
    return decision.best.value if decision.best is not None else 0.0
