"""What the decisions of a seat were worth: for people, and as JSON and CSV for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from intrigue.cli.charts import column_chart
from intrigue.cli.decision import Mark
from intrigue.cli.figures import format_count, format_decimal
from intrigue.cli.lab_messages import SimulationText

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from intrigue.cli.decision import Decision
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.simulation_pb2 import ActionValue

_ASKED_WIDTH: Final = 15
_STYLES: Final = {Mark.NONE: "", Mark.MISTAKE: "yellow", Mark.BLUNDER: "bold red"}


def show_decisions(decisions: Sequence[Decision], screen: Screen) -> None:
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


def show_chart(decisions: Sequence[Decision], seat: int, screen: Screen) -> None:
    """Draws what the match was worth to the seat, decision by decision."""
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


def show_decision(decision: Decision, screen: Screen) -> None:
    """Writes all that is known of one decision."""
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
            format_decimal(action.value, screen.lang) if action.visits else "",
            format_decimal(action.error, screen.lang) if action.visits > 1 else "",
            format_count(action.visits, screen.lang),
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
            simulations=format_count(decision.analysis.simulations, screen.lang),
            worlds=format_count(decision.analysis.worlds, screen.lang),
        )


def show_totals(decisions: Sequence[Decision], screen: Screen) -> None:
    """Writes how good the decisions were, all in all."""
    sums = summarize(decisions)
    screen.say(
        SimulationText.SUMMARY,
        "bold",
        **{**sums, "loss": format_decimal(float(sums["loss"]), screen.lang)},
    )


def summarize(decisions: Sequence[Decision]) -> Mapping[str, float]:
    """How many decisions there were and of which kind, and what they lost in the mean."""
    losses = [decision.loss for decision in decisions if decision.loss is not None]
    marks = [decision.mark for decision in decisions]
    return {
        "decisions": len(decisions),
        "forced": sum(decision.forced for decision in decisions),
        "loss": sum(losses) / len(losses) if losses else 0.0,
        "mistakes": marks.count(Mark.MISTAKE),
        "blunders": marks.count(Mark.BLUNDER),
    }


def as_json(decisions: Sequence[Decision]) -> list[dict[str, object]]:
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
            "simulations": decision.analysis.simulations if decision.analysis else 0,
            "worlds": decision.analysis.worlds if decision.analysis else 0,
            "actions": [
                {
                    "id": action.action.id,
                    "notation": action.action.notation,
                    "visits": action.visits,
                    "value": action.value,
                    "error": action.error,
                }
                for action in (decision.analysis.actions if decision.analysis else ())
            ],
        }
        for decision in decisions
    ]


def as_rows(decisions: Sequence[Decision]) -> list[dict[str, object]]:
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
    taken, rival, loss = decision.chosen_value, decision.best_alternative, decision.loss
    table.add_row(
        *start,
        format_decimal(taken.value, lang, 2)
        if taken
        else Text(screen.text(SimulationText.UNVISITED)),
        Text(rival.action.notation if rival else ""),
        format_decimal(rival.value, lang, 2) if rival and rival.visits else "",
        "" if loss is None else format_decimal(loss, lang, 2),
        Text(str(decision.mark)),
        style=_STYLES[decision.mark],
    )


def _asked(decision: Decision) -> str:
    """What the seat was asked, in short: how many actions, and of which kinds."""
    verbs = dict.fromkeys(action.verb for action in decision.legal)
    asked = f"{len(decision.legal)}: {', '.join(verbs)}"
    return asked if len(asked) <= _ASKED_WIDTH else f"{asked[: _ASKED_WIDTH - 1]}…"


def _remark(action: ActionValue, decision: Decision, screen: Screen) -> str:
    remarks = []
    if decision.analysis is not None and action.action.id == decision.analysis.best:
        remarks.append(screen.text(SimulationText.WAS_BEST))
    if action.action.id == decision.chosen.id:
        remarks.append(f"{screen.text(SimulationText.WAS_CHOSEN)} {decision.mark}".rstrip())
    return ", ".join(remarks)
