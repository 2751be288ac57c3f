"""A person at the table: draws it, offers the legal actions, says what happened and why not."""

from __future__ import annotations

import asyncio
import secrets
from datetime import timedelta
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.cli import choice
from intrigue.cli.catalog import show_clause, show_rules
from intrigue.cli.company import full_names, listed, show_clock, show_seats
from intrigue.cli.ending import show_outcome
from intrigue.cli.fault import Fault
from intrigue.cli.feed import Feed
from intrigue.cli.lobby import Lobby
from intrigue.cli.messages import Say
from intrigue.cli.timing import spell
from intrigue.cli.wish import QUIT, YES
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import (
    IllegalAction,
    MatchOver,
    NotYourTurn,
    SeatHandle,
    Stale,
    TimeUp,
    Unauthenticated,
    time_left,
)

if TYPE_CHECKING:
    from intrigue.cli.lines import Lines
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse
    from intrigue_proto.v1.game_pb2 import Action
    from intrigue_proto.v1.match_pb2 import Match, Prompt, Update, View
    from intrigue_sdk import Host

# Long enough for any policy that answers at once: the person is told only of real waiting.
_PATIENCE_SECONDS: Final = 0.7

_HELP: Final = frozenset({"?", "help", "aide"})
_TABLE: Final = frozenset({"table"})
_RULES: Final = frozenset({"rules", "rule", "règles", "règle", "regles", "regle"})
_RESIGN: Final = frozenset({"resign", "abandonner", "abandon"})


class Parting(Enum):
    """How the sitting ended."""

    FINISHED = auto()
    ABORTED = auto()
    LEFT = auto()
    DISMISSED = auto()
    """The seat is somebody else's now."""


class Sitting:
    """One seat of one match, played by hand, or by a policy if `auto` names one."""

    def __init__(
        self,
        screen: Screen,
        lines: Lines,
        seat: SeatHandle,
        game: GetGameResponse,
        *,
        auto: str | None = None,
        host: Host | None = None,
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._seat = seat
        self._game = game
        self._auto = auto
        # A policy's choices for a person's seat need not be repeatable.
        self._auto_seed = secrets.token_bytes(32)
        self._lobby = Lobby(screen, lines, seat, host, automatic=auto is not None)
        self._match = match_pb2.Match()
        self._view = match_pb2.View()
        # The revision of the table as it was drawn last, and its parts.
        self._drawn = 0
        self._parts: list[str] = []
        # The revision to which the person's last action led.
        self._led_to = 0

    async def play(self, match: Match, after: int, caught_up: int) -> Parting:
        """Plays to the end, or until the person leaves.

        Updates up to revision `caught_up` happened earlier: they are told, but not answered.
        """
        self._match = match
        self._lobby.notice(match)
        self._show_seats()
        show_clock(match, self._screen)
        watch = self._seat.watch(after, names=True, on_match=self._notice)
        async with Feed(watch) as feed:
            try:
                return await self._follow(feed, caught_up)
            except Unauthenticated:
                self._screen.say(Say.SEAT_LOST)
                return Parting.DISMISSED

    async def _follow(self, feed: Feed, caught_up: int) -> Parting:
        waiting = self._match.status == match_pb2.MATCH_STATUS_WAITING
        if waiting and not await self._lobby.wait(feed):
            return Parting.LEFT
        while True:
            update = await self._next(feed)
            if update is None:
                self._screen.say(Say.ABORTED)
                return Parting.ABORTED
            self._view = update.view
            told = self._tell(update)
            if update.HasField("outcome"):
                self._draw()
                names = full_names(self._match, self._screen)
                show_outcome(update.outcome, self._seat.seat, names, self._screen)
                return Parting.FINISHED
            if update.revision >= caught_up and update.HasField("prompt") and not self._given_up:
                # A decision often takes several: between them only what changed is drawn.
                goes_on = self._led_to == update.revision == self._drawn + 1
                self._draw(whole=not goes_on, apart=told or self._auto is not None)
                if not await self._answer(update.prompt, feed):
                    return Parting.LEFT

    @property
    def _given_up(self) -> bool:
        """Whether a policy plays the seat since the person has resigned."""
        seats = self._match.seats
        return seats[self._seat.seat].status == match_pb2.SEAT_STATUS_POLICY

    async def _next(self, feed: Feed) -> Update | None:
        """Waits for an update, and says for whom if it takes a while."""
        done, _ = await asyncio.wait({feed.coming()}, timeout=_PATIENCE_SECONDS)
        if not done:
            self._say_waiting()
        return await feed.take()

    def _say_waiting(self) -> None:
        # Somebody who waits has time to look.
        if self._view.revision > self._drawn:
            self._draw()
            self._screen.line()
        who = listed(self._match, self._view.asked, self._screen)
        self._screen.say(Say.WAITING_FOR, "dim", who=who)

    def _notice(self, match: Match) -> None:
        changed = _standing(match) != _standing(self._match)
        begun = match.status != self._match.status
        self._match = match
        if changed:
            self._lobby.step_aside()
            self._show_seats()
        if changed or begun:
            self._lobby.notice(match)

    # What the person sees.

    def _show_seats(self) -> None:
        show_seats(self._match, self._seat.seat, self._screen)

    def _tell(self, update: Update) -> bool:
        """Says what happened; False if nothing did of which there are words."""
        texts = [text for event in update.events if (text := self._screen.lang.of(event.text))]
        for text in texts:
            self._screen.line(f"· {text}", "yellow")
        return bool(texts)

    def _draw(self, *, whole: bool = True, apart: bool = True) -> None:
        """Draws the table, or only those of its parts that are not as they were drawn last.

        It stands apart from the line above, unless that is empty already.
        """
        self._drawn = self._view.revision
        names = [seat.name for seat in self._match.seats]
        drawing = engine.render(self._view.SerializeToString(), self._screen.lang, names)
        before, self._parts = self._parts, drawing.rstrip("\n").split("\n\n")
        parts = self._parts if whole else [part for part in self._parts if part not in before]
        if parts:
            if apart:
                self._screen.line()
            self._screen.drawing("\n\n".join(parts))

    def _offer(self, prompt: Prompt) -> None:
        self._screen.line()
        lang = self._screen.lang
        self._screen.choices(
            [(lang.of(action.label), action.notation) for action in prompt.actions]
        )
        self._show_times()

    def _show_times(self) -> None:
        """Says what was left of everybody's time when they were last asked."""
        clock = self._seat.clock
        banks = [seat for seat in clock.seats if seat.HasField("bank")] if clock else []
        if not banks:
            return
        times = " · ".join(
            f"{self._screen.phrase(Say.SEAT, seat=seat.seat)} {spell(seat.bank.ToTimedelta())}"
            for seat in banks
        )
        self._screen.line()
        self._screen.say(Say.TIMES, "dim", times=times)

    def _question(self, prompt: Prompt) -> str:
        left = time_left(prompt)
        if left is None:
            return self._screen.phrase(Say.YOUR_CHOICE)
        return self._screen.phrase(Say.YOUR_CHOICE_TIMED, left=spell(left))

    # What the person does.

    async def _answer(self, prompt: Prompt, feed: Feed) -> bool:
        """Answers a prompt; False if the person leaves the table."""
        if self._auto is not None:
            # What another seat did meanwhile may forbid it; then the next prompt is on its way.
            await self._act(await self._choose_by_policy(self._auto, prompt))
            return True
        self._offer(prompt)
        while True:
            self._screen.ask(self._question(prompt))
            if await self._overtaken(feed):
                if time_left(prompt) == timedelta():
                    self._screen.say(Say.TIME_UP)
                return True
            line = await self._read()
            if line is None:
                self._screen.say(Say.NO_MORE_INPUT)
                return False
            word = line.strip().casefold()
            if word in QUIT:
                return False
            if word in _RESIGN:
                settled = await self._resign()
            else:
                settled = await self._heed(line.strip(), prompt)
            if settled:
                return True

    async def _heed(self, line: str, prompt: Prompt) -> bool:
        """Does what a line says; True if that answers the prompt."""
        word, _, rest = line.partition(" ")
        if self._serve(word.casefold(), rest.strip(), prompt):
            return False
        read = choice.read_choice(line, prompt.actions, self._game.actions, self._screen.lang)
        if isinstance(read, choice.Chosen):
            self._screen.line()
            return await self._act(read.action)
        await self._reply(line, read, prompt)
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

    def _serve(self, word: str, rest: str, prompt: Prompt) -> bool:
        """Shows what a word asks to see; False if it asks for nothing."""
        if word in _HELP:
            self._screen.say(Say.HELP)
        elif word in _TABLE:
            self._draw()
            self._offer(prompt)
        elif word in _RULES:
            try:
                show_rules(self._game, rest or None, self._screen)
            except Fault as fault:
                self._screen.line(fault.text)
        else:
            # Nothing typed is nothing to answer.
            return not word
        return True

    async def _reply(self, line: str, read: object, prompt: Prompt) -> None:
        """Answers what was to be an action, and is none that is legal."""
        screen = self._screen
        if isinstance(read, choice.NoNumber):
            screen.say(Say.NO_NUMBER, last=len(prompt.actions))
        elif isinstance(read, choice.Ambiguous):
            notations = ", ".join(action.notation for action in read.actions)
            screen.say(Say.AMBIGUOUS, text=line, choices=notations)
        elif isinstance(read, choice.NotLegal):
            await self._explain(read.action)
        else:
            screen.say(Say.NOT_UNDERSTOOD, text=line)

    async def _explain(self, action: Action) -> None:
        answer = await self._seat.explain(action, names=True)
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
            self._led_to = self._view.revision + 1
            await self._seat.act(action, expected_revision=self._view.revision)
        except TimeUp:
            self._screen.say(Say.TIME_UP)
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
        if answer is None or answer.strip().casefold() not in YES:
            return False
        try:
            await self._seat.resign()
        except MatchOver:
            self._screen.say(Say.TOO_LATE)
        return True

    async def _choose_by_policy(self, policy: str, prompt: Prompt) -> Action:
        view: View = self._view
        action_id = await asyncio.to_thread(
            engine.Engine().decide,
            view.SerializeToString(),
            policy,
            self._auto_seed,
            view.revision,
        )
        action = next(action for action in prompt.actions if action.id == action_id)
        label = self._screen.lang.of(action.label)
        self._screen.say(Say.CHOSE, "bold", policy=policy, label=label)
        return action


def _standing(match: Match) -> list[tuple[int, str, bool]]:
    """What a person is told of when it changes."""
    return [(seat.status, seat.name, seat.ready) for seat in match.seats]
