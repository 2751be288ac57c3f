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
from intrigue.cli.fault import Fault
from intrigue.cli.figures import decimal
from intrigue.cli.interruption import apart, heeding_interrupts
from intrigue.cli.lab_messages import LabSay
from intrigue.cli.messages import Say
from intrigue.cli.plots import draw_analysis
from intrigue.cli.program import program
from intrigue.cli.progress_bar import ProgressBar
from intrigue.cli.query import DEFAULT_JUDGE, DEFAULT_SEED
from intrigue.cli.record_file import read_record
from intrigue.cli.seed_text import read_seed
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.simulation_pb2 import Analysis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.cli.query import Query
    from intrigue.cli.screen import Screen

_WHOLE_WIN: Final = 840


@dataclass(frozen=True, slots=True)
class _Question:
    """A choice that the seat made, and all that it knew then."""

    step: int
    action: int
    view: bytes


def analyze(query: Query, screen: Screen) -> None:
    """Judges the decisions of a seat and shows what came of it."""
    policy = engine.check_policy(query.policy)
    query.outlets.check(screen)
    record = read_record(query.record, screen)
    get_game(record.game, screen)
    if query.seat >= record.seats:
        raise Fault(screen.phrase(Say.NO_SUCH_SEAT, seat=query.seat, last=record.seats - 1))
    questions = _questions(record, query, screen)
    if query.step is not None:
        questions = [question for question in questions if question.step == query.step]
    with heeding_interrupts() as stop, ProgressBar(LabSay.THINKING, screen) as bar:
        decisions = _judge(questions, query, policy, stop, bar)
    if decisions:
        report = _Report(query, policy, record, decisions)
        if not query.outlets.speaks:
            report.show(questions[0].view, screen)
        report.write(screen)
    if len(decisions) < len(questions):
        raise KeyboardInterrupt


def _questions(record: match_pb2.Record, query: Query, screen: Screen) -> list[_Question]:
    """The seat's decisions, each with its view before it."""
    questions = []
    try:
        # The whole record is replayed first: nothing is said of one that is damaged.
        entries = engine.Match.replay(record.SerializeToString()).entries()
        match = engine.Match.replay(record.SerializeToString(), 1)
        for number, step in enumerate(record.steps[1:], start=1):
            if step.kind == match_pb2.STEP_KIND_ACTION and step.seat == query.seat:
                questions.append(_Question(number, step.action_id, match.view(query.seat)))
            match.follow(entries[number])
    except engine.Refused as refusal:
        raise Fault(refusal.fr if screen.lang == "fr" else refusal.en) from None
    if not questions:
        raise Fault(screen.phrase(LabSay.NEVER_DECIDED, seat=query.seat))
    steps = [question.step for question in questions]
    if query.step is not None and query.step not in steps:
        known = ", ".join(map(str, steps))
        raise Fault(
            screen.phrase(LabSay.NOT_A_DECISION, seat=query.seat, step=query.step, known=known)
        )
    return questions


def _judge(
    questions: Sequence[_Question],
    query: Query,
    policy: str,
    stop: engine.Stop,
    bar: ProgressBar,
) -> list[Decision]:
    """Judges one decision after the other; after a stop those that were finished."""
    seed = read_seed(query.seed)
    decisions: list[Decision] = []
    for number, question in enumerate(questions):
        bar.count(number, len(questions))
        legal = match_pb2.View.FromString(question.view).prompt.actions
        chosen = next(action for action in legal if action.id == question.action)
        analysis = None
        if len(legal) > 1:
            # Decisions draw apart from each other, so that errors don't repeat themselves.
            drawn = hashlib.sha256(seed + question.step.to_bytes(8, "little")).digest()
            think = partial(engine.analyze, question.view, policy, drawn, query.threads, stop)
            try:
                analysis = Analysis.FromString(apart(think))
            except engine.Refused as refusal:
                if refusal.kind == "stopped":
                    break
                raise
        decisions.append(Decision(question.step, chosen, legal, analysis))
    return decisions


@dataclass(frozen=True, slots=True)
class _Report:
    """What is to be said."""

    query: Query
    policy: str
    record: match_pb2.Record
    decisions: Sequence[Decision]

    def show(self, view: bytes, screen: Screen) -> None:
        """Says it to a person; the view is that of the first decision."""
        seat = self.query.seat
        screen.say(LabSay.JUDGED_BY, "bold", seat=seat, policy=self.policy)
        if self.query.step is not None:
            screen.drawing(engine.render(view, screen.lang))
            analysis_table.show_decision(self.decisions[0], screen)
            return
        analysis_table.show_decisions(self.decisions, screen)
        analysis_table.show_chart(self.decisions, seat, screen)
        analysis_table.show_sums(self.decisions, screen)
        if self.record.HasField("outcome"):
            payoff = self.record.outcome.payoffs[seat] / _WHOLE_WIN
            screen.say(LabSay.GOT, seat=seat, payoff=decimal(payoff, screen.lang, 2))
        worst = max(self.decisions, key=lambda decision: decision.loss or 0.0)
        if worst.mark:
            screen.say(LabSay.SHOW_ONE)
            screen.command(self._command(worst.step))

    def write(self, screen: Screen) -> None:
        """Writes it for machines, where that was asked."""
        content = {
            "game": self.record.game,
            "seat": self.query.seat,
            "policy": self.policy,
            "seed": read_seed(self.query.seed).hex(),
            "decisions": analysis_table.as_json(self.decisions),
            "summary": analysis_table.summed_up(self.decisions),
        }
        draw = partial(
            draw_analysis,
            decisions=self.decisions,
            seat=self.query.seat,
            policy=self.policy,
            lang=screen.lang,
        )
        self.query.outlets.write(content, analysis_table.as_rows(self.decisions), draw, screen)

    def _command(self, step: int) -> str:
        """The command that shows one step with the same values."""
        query = self.query
        words = [program(), "analyze", str(query.record), "--seat", str(query.seat)]
        if query.policy != DEFAULT_JUDGE:
            words += ["--policy", query.policy]
        if query.seed != DEFAULT_SEED:
            words += ["--seed", query.seed]
        return shlex.join([*words, "--step", str(step)])
