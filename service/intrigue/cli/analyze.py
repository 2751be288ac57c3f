"""`intrigue analyze`: what each choice of a seat in a recorded match was worth.

It is judged from the seat's view alone: a choice that was right by all that could be known is not
blamed for what turned out later.
"""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.cli import analysis_table
from intrigue.cli.catalog import get_game
from intrigue.cli.decision import Decision
from intrigue.cli.fault import CommandError
from intrigue.cli.figures import format_decimal
from intrigue.cli.interruption import run_in_thread, stop_on_interrupt
from intrigue.cli.lab_messages import SimulationText
from intrigue.cli.messages import CliText
from intrigue.cli.plots import draw_analysis
from intrigue.cli.program import program_command
from intrigue.cli.progress_bar import ProgressBar
from intrigue.cli.query import DEFAULT_ANALYSIS_POLICY, DEFAULT_SEED
from intrigue.cli.record_file import read_record
from intrigue.cli.seed_text import parse_seed
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.simulation_pb2 import Analysis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.cli.query import AnalyzeArgs
    from intrigue.cli.screen import Screen

_WHOLE_WIN: Final = 840


@dataclass(frozen=True, slots=True)
class _Question:
    """A choice that the seat made, and all that it knew then."""

    step: int
    action: int
    view: bytes


def analyze(args: AnalyzeArgs, screen: Screen) -> None:
    """Judges the decisions of a seat and shows what came of it."""
    policy = engine.check_policy(args.policy)
    args.output.check(screen)
    record = read_record(args.record, screen)
    get_game(record.game, screen)
    if args.seat >= record.seats:
        raise CommandError(screen.text(CliText.NO_SUCH_SEAT, seat=args.seat, last=record.seats - 1))
    questions = _questions(record, args, screen)
    if args.step is not None:
        questions = [question for question in questions if question.step == args.step]
    with stop_on_interrupt() as stop, ProgressBar(SimulationText.THINKING, screen) as bar:
        decisions = _judge(questions, args, policy, stop, bar)
    if decisions:
        report = _Report(args, policy, record, decisions)
        if not args.output.uses_stdout:
            report.show(questions[0].view, screen)
        report.write(screen)
    if len(decisions) < len(questions):
        raise KeyboardInterrupt


def _questions(record: match_pb2.Record, args: AnalyzeArgs, screen: Screen) -> list[_Question]:
    """The seat's decisions, each with its view before it."""
    questions = []
    try:
        # The whole record is replayed first: nothing is said of one that is damaged.
        entries = engine.Match.replay(record.SerializeToString()).entries()
        match = engine.Match.replay(record.SerializeToString(), 1)
        for number, step in enumerate(record.steps[1:], start=1):
            if step.kind == match_pb2.STEP_KIND_ACTION and step.seat == args.seat:
                questions.append(_Question(number, step.action_id, match.view(args.seat)))
            match.follow(entries[number])
    except engine.Refused as refusal:
        raise CommandError(refusal.fr if screen.lang == "fr" else refusal.en) from None
    if not questions:
        raise CommandError(screen.text(SimulationText.NEVER_DECIDED, seat=args.seat))
    steps = [question.step for question in questions]
    if args.step is not None and args.step not in steps:
        known = ", ".join(map(str, steps))
        raise CommandError(
            screen.text(SimulationText.NOT_A_DECISION, seat=args.seat, step=args.step, known=known)
        )
    return questions


def _judge(
    questions: Sequence[_Question],
    args: AnalyzeArgs,
    policy: str,
    stop: engine.Stop,
    bar: ProgressBar,
) -> list[Decision]:
    """Judges one decision after the other; after a stop those that were finished."""
    seed = parse_seed(args.seed)
    decisions: list[Decision] = []
    for number, question in enumerate(questions):
        bar.count(number, len(questions))
        legal = match_pb2.View.FromString(question.view).prompt.actions
        chosen = next(action for action in legal if action.id == question.action)
        analysis = None
        if len(legal) > 1:
            # Decisions draw apart from each other, so that errors don't repeat themselves.
            drawn = hashlib.sha256(seed + question.step.to_bytes(8, "little")).digest()
            think = partial(engine.analyze, question.view, policy, drawn, args.threads, stop)
            try:
                analysis = Analysis.FromString(run_in_thread(think))
            except engine.Refused as refusal:
                if refusal.kind == "stopped":
                    break
                raise
        decisions.append(Decision(question.step, chosen, legal, analysis))
    return decisions


@dataclass(frozen=True, slots=True)
class _Report:
    """What is to be said."""

    args: AnalyzeArgs
    policy: str
    record: match_pb2.Record
    decisions: Sequence[Decision]

    def show(self, view: bytes, screen: Screen) -> None:
        """Says it to a person; the view is that of the first decision."""
        seat = self.args.seat
        screen.say(SimulationText.JUDGED_BY, "bold", seat=seat, policy=self.policy)
        if self.args.step is not None:
            screen.drawing(engine.render(view, screen.lang))
            analysis_table.show_decision(self.decisions[0], screen)
            return
        analysis_table.show_decisions(self.decisions, screen)
        analysis_table.show_chart(self.decisions, seat, screen)
        analysis_table.show_totals(self.decisions, screen)
        if self.record.HasField("outcome"):
            payoff = self.record.outcome.payoffs[seat] / _WHOLE_WIN
            screen.say(SimulationText.GOT, seat=seat, payoff=format_decimal(payoff, screen.lang, 2))
        worst = max(self.decisions, key=lambda decision: decision.loss or 0.0)
        if worst.mark:
            screen.say(SimulationText.SHOW_ONE)
            screen.command(self._command(worst.step))

    def write(self, screen: Screen) -> None:
        """Writes it for machines, where that was asked."""
        content = {
            "game": self.record.game,
            "seat": self.args.seat,
            "policy": self.policy,
            "seed": parse_seed(self.args.seed).hex(),
            "decisions": analysis_table.as_json(self.decisions),
            "summary": analysis_table.summarize(self.decisions),
        }
        draw = partial(
            draw_analysis,
            decisions=self.decisions,
            seat=self.args.seat,
            policy=self.policy,
            lang=screen.lang,
        )
        self.args.output.write(content, analysis_table.as_rows(self.decisions), draw, screen)

    def _command(self, step: int) -> str:
        """The command that shows one step with the same values."""
        args = self.args
        words = [program_command(), "analyze", str(args.record), "--seat", str(args.seat)]
        if args.policy != DEFAULT_ANALYSIS_POLICY:
            words += ["--policy", args.policy]
        if args.seed != DEFAULT_SEED:
            words += ["--seed", args.seed]
        return shlex.join([*words, "--step", str(step)])
