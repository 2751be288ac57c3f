"""A person at the table: draws it, offers the legal actions, says what happened and why not."""

from __future__ import annotations

import asyncio
import secrets
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.cli import choice
from intrigue.cli.catalog import show_clause, show_rules
from intrigue.cli.ending import show_outcome
from intrigue.cli.fault import Fault
from intrigue.cli.feed import Feed
from intrigue.cli.messages import Say
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import IllegalAction, MatchOver, NotYourTurn, SeatHandle, Stale

if TYPE_CHECKING:
    from intrigue.cli.lines import Lines
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse
    from intrigue_proto.v1.game_pb2 import Action
    from intrigue_proto.v1.match_pb2 import Match, Prompt, Update, View

# Long enough for any policy that answers at once: the person is told only of real waiting.
_PATIENCE_SECONDS: Final = 0.7

_HELP: Final = frozenset({"?", "help", "aide"})
_TABLE: Final = frozenset({"table"})
_RULES: Final = frozenset({"rules", "rule", "règles", "règle", "regles", "regle"})
_RESIGN: Final = frozenset({"resign", "abandonner", "abandon"})
_QUIT: Final = frozenset({"quit", "q", "exit", "quitter"})
_YES: Final = frozenset({"y", "yes", "o", "oui"})


class Parting(Enum):
    """How the sitting ended."""

    FINISHED = auto()
    ABORTED = auto()
    LEFT = auto()


class Sitting:
    """One seat of one match, played by hand, or by a policy if `auto` names one."""

    def __init__(
        self,
        screen: Screen,
        lines: Lines,
        seat: SeatHandle,
        game: GetGameResponse,
        auto: str | None,
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._seat = seat
        self._game = game
        self._auto = auto
        # A policy's choices for a person's seat need not be repeatable.
        self._auto_seed = secrets.token_bytes(32)
        self._match = match_pb2.Match()
        self._view = match_pb2.View()
        self._drawn = 0

    async def play(self, match: Match, after: int, caught_up: int) -> Parting:
        """Plays to the end, or until the person leaves.

        Updates up to revision `caught_up` happened earlier: they are told, but not answered.
        """
        self._match = match
        self._show_seats()
        async with Feed(self._seat.watch(after, on_match=self._notice)) as feed:
            while True:
                update = await self._next(feed)
                if update is None:
                    self._screen.say(Say.ABORTED)
                    return Parting.ABORTED
                self._view = update.view
                self._tell(update)
                if update.HasField("outcome"):
                    self._draw()
                    show_outcome(update.outcome, self._seat.seat, self._names(), self._screen)
                    return Parting.FINISHED
                if update.revision >= caught_up and update.HasField("prompt"):
                    self._draw()
                    if not await self._answer(update.prompt, feed):
                        return Parting.LEFT

    async def _next(self, feed: Feed) -> Update | None:
        """Waits for an update, and says for whom if it takes a while."""
        done, _ = await asyncio.wait({feed.coming()}, timeout=_PATIENCE_SECONDS)
        if not done:
            self._say_waiting()
        return await feed.take()

    def _say_waiting(self) -> None:
        if self._match.status == match_pb2.MATCH_STATUS_WAITING:
            self._screen.say(Say.WAITING_FOR_SEATS, "dim")
            return
        # Somebody who waits has time to look.
        if self._view.revision > self._drawn:
            self._draw()
            self._screen.line()
        names = {seat.number: seat.name or seat.policy for seat in self._match.seats}
        others = [
            names.get(seat) or self._screen.phrase(Say.THE_SEAT, seat=seat)
            for seat in self._view.asked
        ]
        self._screen.say(Say.WAITING_FOR, "dim", who=", ".join(others))

    def _notice(self, match: Match) -> None:
        changed = [seat.status for seat in match.seats] != [
            seat.status for seat in self._match.seats
        ]
        self._match = match
        if changed:
            self._show_seats()

    # What the person sees.

    def _show_seats(self) -> None:
        rows = []
        for seat in self._match.seats:
            if seat.number == self._seat.seat:
                who = self._screen.phrase(Say.SEAT_YOU)
                who = f"{seat.name} ({who})" if seat.name else who
            elif seat.status == match_pb2.SEAT_STATUS_OPEN:
                who = self._screen.phrase(Say.SEAT_OPEN)
            elif seat.status == match_pb2.SEAT_STATUS_POLICY:
                who = self._screen.phrase(Say.SEAT_POLICY, policy=seat.policy)
            else:
                who = seat.name
            rows.append((self._screen.phrase(Say.SEAT, seat=seat.number), who))
        self._screen.columns(rows, styles=("dim", ""))

    def _names(self) -> dict[int, str]:
        return {
            seat.number: self._screen.phrase(Say.SEAT, seat=seat.number)
            + (f" ({seat.name or seat.policy})" if seat.name or seat.policy else "")
            for seat in self._match.seats
        }

    def _tell(self, update: Update) -> None:
        for event in update.events:
            if text := self._screen.lang.of(event.text):
                self._screen.line(f"· {text}", "yellow")

    def _draw(self) -> None:
        self._drawn = self._view.revision
        self._screen.line()
        self._screen.drawing(engine.render(self._view.SerializeToString(), self._screen.lang))

    def _offer(self, prompt: Prompt) -> None:
        self._screen.line()
        self._screen.columns(
            [
                (f"  {number}", self._screen.lang.of(action.label), action.notation)
                for number, action in enumerate(prompt.actions, start=1)
            ],
            styles=("bold", "", "dim"),
            right=0,
        )

    # What the person does.

    async def _answer(self, prompt: Prompt, feed: Feed) -> bool:
        """Answers a prompt; False if the person leaves the table."""
        if self._auto is not None:
            return await self._act(await self._choose_by_policy(self._auto, prompt))
        self._offer(prompt)
        while True:
            self._screen.ask(self._screen.phrase(Say.YOUR_CHOICE))
            if await self._overtaken(feed):
                return True
            line = await self._read()
            if line is None:
                self._screen.say(Say.NO_MORE_INPUT)
                return False
            word = line.strip().casefold()
            if word in _QUIT:
                return False
            if word in _RESIGN:
                settled = await self._resign()
            else:
                settled = await self._heed(line.strip(), prompt)
            if settled:
                return True

    async def _heed(self, line: str, prompt: Prompt) -> bool:
        """Does what a line says; True if that answers the prompt."""
        read = choice.read_choice(line, prompt.actions, self._game.actions, self._screen.lang)
        if isinstance(read, choice.Chosen):
            self._screen.line()
            return await self._act(read.action)
        word, _, rest = line.partition(" ")
        await self._reply(word.casefold(), rest.strip(), line, read, prompt)
        return False

    async def _overtaken(self, feed: Feed) -> bool:
        """Waits for a line; True if something happened at the table before it came."""
        typed = asyncio.ensure_future(self._lines.peek())
        try:
            await asyncio.wait({typed, feed.coming()}, return_when=asyncio.FIRST_COMPLETED)
            if typed.done():
                return False
        finally:
            typed.cancel()
        self._screen.line()
        return True

    async def _read(self) -> str | None:
        line = await self._lines.next()
        if not self._lines.interactive:
            # A transcript shows what was typed, as a terminal would.
            self._screen.line(line or "")
        return line

    async def _reply(self, word: str, rest: str, line: str, read: object, prompt: Prompt) -> None:
        """Answers everything that is not an action."""
        screen = self._screen
        if not word:
            return
        if word in _HELP:
            screen.say(Say.HELP)
        elif word in _TABLE:
            self._draw()
            self._offer(prompt)
        elif word in _RULES:
            try:
                show_rules(self._game, rest or None, screen)
            except Fault as fault:
                screen.line(fault.text)
        elif isinstance(read, choice.NoNumber):
            screen.say(Say.NO_NUMBER, last=len(prompt.actions))
        elif isinstance(read, choice.Ambiguous):
            notations = ", ".join(action.notation for action in read.actions)
            screen.say(Say.AMBIGUOUS, text=line, choices=notations)
        elif isinstance(read, choice.NotLegal):
            await self._explain(read.action)
        else:
            screen.say(Say.NOT_UNDERSTOOD, text=line)

    async def _explain(self, action: Action) -> None:
        answer = await self._seat.explain(action)
        self._refuse(self._screen.lang.of(answer.text), answer.clause)
        if answer.clause:
            try:
                show_clause(self._game, answer.clause, self._screen)
            except Fault:
                return

    def _refuse(self, text: str, clause: str) -> None:
        text = f"{text} [{clause}]" if clause else text
        self._screen.say(Say.ILLEGAL, "red", text=text)

    async def _act(self, action: Action) -> bool:
        """Acts; False if the rules forbid it after all."""
        try:
            await self._seat.act(action, expected_revision=self._view.revision)
        except (Stale, NotYourTurn, MatchOver):
            # The updates that say what happened are on their way.
            self._screen.say(Say.TOO_LATE)
        except IllegalAction as refusal:
            self._refuse(refusal.text(self._screen.lang), refusal.clause)
            return False
        return True

    async def _resign(self) -> bool:
        self._screen.ask(self._screen.phrase(Say.CONFIRM_RESIGN))
        answer = await self._read()
        if answer is None or answer.strip().casefold() not in _YES:
            return False
        try:
            await self._seat.resign()
        except MatchOver:
            self._screen.say(Say.TOO_LATE)
        return True

    async def _choose_by_policy(self, policy: str, prompt: Prompt) -> Action:
        view: View = self._view
        action_id = await asyncio.to_thread(
            engine.CoreEngine().decide,
            view.SerializeToString(),
            policy,
            self._auto_seed,
            view.revision,
        )
        action = next(action for action in prompt.actions if action.id == action_id)
        label = self._screen.lang.of(action.label)
        self._screen.say(Say.CHOSE, "bold", policy=policy, label=label)
        return action
