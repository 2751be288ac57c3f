"""A match as one person plays it: the lobby, then the table, the legal actions and the choices."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import timedelta
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.cli.arguments import DEFAULT_PLAY_POLICY
from intrigue.cli.catalog import show_clause, show_rules
from intrigue.cli.choice_list import (
    AmbiguousChoice,
    ChosenAction,
    IllegalChoice,
    NumberOutOfRange,
    parse_choice,
)
from intrigue.cli.errors import CommandError
from intrigue.cli.language import format_time
from intrigue.cli.match_display import (
    list_seat_names,
    seat_labels,
    show_clock,
    show_outcome,
    show_seats,
)
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import QUIT, YES
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import (
    IllegalAction,
    IntrigueError,
    MatchOver,
    NotYourTurn,
    Refused,
    SeatHandle,
    Stale,
    TimeUp,
    Unauthenticated,
)

if TYPE_CHECKING:
    from typing import Self

    from intrigue.cli.terminal import InputLines, Screen
    from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse
    from intrigue_proto.v1.game_pb2 import GameAction
    from intrigue_proto.v1.match_pb2 import Match, Prompt, Update, View
    from intrigue_sdk import Host, Watch

# Longer than a policy takes at a relaxed pace, or a match that begins at once: only a noticeable
# wait is reported.
_WAIT_NOTICE_SECONDS: Final = 1.5
_HELP: Final = frozenset({"?", "help", "aide"})
_TABLE: Final = frozenset({"table"})
_RULES: Final = frozenset({"rules", "rule", "règles", "règle", "regles", "regle"})
_BOTS: Final = frozenset({"bots", "automates"})
_RESIGN: Final = frozenset({"resign", "abandonner", "abandon"})


class UpdateReader:
    """Reads a watch one update ahead: a wait for the next update can be abandoned without loss."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._pending: asyncio.Task[Update | None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._pending is not None:
            self._pending.cancel()
        await self._watch.aclose()

    def peek(self) -> asyncio.Task[Update | None]:
        """The next update, which `next` returns. Don't cancel it."""
        if self._pending is None:
            self._pending = asyncio.create_task(self._read())
        return self._pending

    async def next(self) -> Update | None:
        """The next update, or None after the last."""
        update = await asyncio.shield(self.peek())
        self._pending = None
        return update

    def has_open_prompt(self, update: Update) -> bool:
        """Whether the update that `next` returned has a prompt that is still to be answered."""
        return self._watch.has_open_prompt(update)

    async def _read(self) -> Update | None:
        return await anext(self._watch, None)


class _WaitingFor(Enum):
    """What the match waits for."""

    SEATS = auto()
    OWN_READY = auto()
    OTHERS_READY = auto()
    NOTHING = auto()


class LobbySession:
    """One seat of a match that has not begun yet."""

    def __init__(
        self,
        screen: Screen,
        lines: InputLines,
        seat: SeatHandle,
        host: Host | None,
        *,
        automatic: bool,
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._seat = seat
        self._host = host
        self._automatic = automatic
        self._match = match_pb2.Match()
        self._changed = asyncio.Event()
        self._asking = False
        self._reading = lines.interactive

    def update(self, match: Match) -> None:
        """Sets the match as it is now."""
        self._match = match
        self._changed.set()

    def end_question(self) -> None:
        """Ends the line of an open question, before something else is written."""
        if self._asking:
            self._asking = False
            self._screen.line()

    async def wait(self, updates: UpdateReader) -> bool:
        """Waits for the first update of the match; False if the person leaves."""
        await asyncio.wait({updates.peek()}, timeout=_WAIT_NOTICE_SECONDS)
        stays = True
        while stays and not updates.peek().done():
            self._changed.clear()
            waiting_for = self._waiting_for()
            if waiting_for is _WaitingFor.OWN_READY and self._automatic:
                await self._set_ready()
                continue
            self._show(waiting_for)
            reading = self._reading or waiting_for is _WaitingFor.OWN_READY
            while not self._changed.is_set() and not updates.peek().done():
                if await self._line_typed(updates, reading=reading):
                    stays = await self._handle_line(waiting_for)
                    break
        self.end_question()
        return stays

    def _waiting_for(self) -> _WaitingFor:
        match = self._match
        if match.status != match_pb2.MATCH_STATUS_WAITING:
            return _WaitingFor.NOTHING
        if any(seat.status == match_pb2.SEAT_STATUS_OPEN for seat in match.seats):
            return _WaitingFor.SEATS
        if match.ready_check and not match.seats[self._seat.seat].ready:
            return _WaitingFor.OWN_READY
        return _WaitingFor.OTHERS_READY

    def _show(self, waiting_for: _WaitingFor) -> None:
        screen = self._screen
        if waiting_for is _WaitingFor.SEATS:
            screen.say(CliText.WAITING_FOR_SEATS, "dim")
            if self._host is not None and self._reading:
                screen.say(CliText.OFFER_BOTS, "dim")
        elif waiting_for is _WaitingFor.OWN_READY:
            screen.ask(screen.text(CliText.ASK_READY))
            self._asking = True
        elif waiting_for is _WaitingFor.OTHERS_READY:
            late = [
                seat.seat
                for seat in self._match.seats
                if seat.status == match_pb2.SEAT_STATUS_TAKEN and not seat.ready
            ]
            screen.say(CliText.WAITING_READY, "dim", who=list_seat_names(self._match, late, screen))

    async def _line_typed(self, updates: UpdateReader, *, reading: bool) -> bool:
        """Waits for a line, a change of the match or an update; True if a line was typed."""
        changed = asyncio.ensure_future(self._changed.wait())
        waited: set[asyncio.Future[object]] = {updates.peek(), changed}  # type: ignore[arg-type]
        typed = asyncio.ensure_future(self._lines.peek()) if reading else None
        if typed is not None:
            waited.add(typed)  # type: ignore[arg-type]
        try:
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            return typed is not None and typed.done()
        finally:
            changed.cancel()
            if typed is not None:
                typed.cancel()

    async def _handle_line(self, waiting_for: _WaitingFor) -> bool:
        """Executes the next line; False if the person leaves."""
        self._asking = False
        line = await self._lines.next_echoed(self._screen)
        if line is None:
            self._reading = False
            if waiting_for is _WaitingFor.OWN_READY:
                self._screen.say(CliText.NO_MORE_INPUT)
            return waiting_for is not _WaitingFor.OWN_READY
        word, _, rest = line.strip().casefold().partition(" ")
        if word in QUIT:
            return False
        if word in _BOTS and self._host is not None and waiting_for is _WaitingFor.SEATS:
            await self._fill(self._host, rest.strip() or DEFAULT_PLAY_POLICY)
        elif not word and waiting_for is _WaitingFor.OWN_READY:
            await self._set_ready()
        return True

    async def _set_ready(self) -> None:
        try:
            self.update(await self._seat.set_ready())
        except (Refused, MatchOver):
            # It has begun or ended meanwhile: the updates follow.
            self._match.status = match_pb2.MATCH_STATUS_RUNNING

    async def _fill(self, host: Host, policy: str) -> None:
        try:
            await host.add_bots(policy)
        except IntrigueError as refusal:
            self._screen.line(refusal.localized_message)


class SessionEnd(Enum):
    """How a session ended."""

    FINISHED = auto()
    ABORTED = auto()
    LEFT = auto()
    SEAT_LOST = auto()
    """The token of the seat is no longer valid."""


class PlaySession:
    """One seat of one match, played by hand, or by a policy if `auto` names one."""

    def __init__(
        self,
        screen: Screen,
        lines: InputLines,
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
        # The choices of the policy need not be reproducible.
        self._auto_seed = secrets.token_bytes(32)
        self._lobby = LobbySession(screen, lines, seat, host, automatic=auto is not None)
        self._match = match_pb2.Match()
        self._view = match_pb2.View()
        # The revision and the parts of the last drawing.
        self._drawn = 0
        self._parts: list[str] = []
        # The revision to which the person's last action leads.
        self._expected_revision = 0
        # When the time for the prompt is up, in seconds of the monotonic clock.
        self._deadline: float | None = None

    async def play(self, match: Match, after: int) -> SessionEnd:
        """Plays to the end, or until the person leaves."""
        self._match = match
        self._lobby.update(match)
        self._show_seats()
        show_clock(match, self._screen)
        watch = self._seat.watch(after, on_match=self._on_match)
        async with UpdateReader(watch) as updates:
            try:
                return await self._follow(updates)
            except Unauthenticated:
                self._screen.say(CliText.SEAT_LOST)
                return SessionEnd.SEAT_LOST

    async def _follow(self, updates: UpdateReader) -> SessionEnd:
        waiting = self._match.status == match_pb2.MATCH_STATUS_WAITING
        if waiting and not await self._lobby.wait(updates):
            return SessionEnd.LEFT
        while True:
            update = await self._next(updates)
            if update is None:
                self._screen.say(CliText.ABORTED)
                return SessionEnd.ABORTED
            self._view = update.view
            had_events = self._show_events(update)
            if update.HasField("outcome"):
                self._draw()
                names = seat_labels(self._match, self._screen)
                show_outcome(update.outcome, self._seat.seat, names, self._screen)
                return SessionEnd.FINISHED
            if updates.has_open_prompt(update) and not self._resigned:
                # A choice often takes several actions: between them only what changed is drawn.
                is_continued = self._expected_revision == update.revision == self._drawn + 1
                self._draw(whole=not is_continued, apart=had_events or self._auto is not None)
                if not await self._answer(update.prompt, updates):
                    return SessionEnd.LEFT

    @property
    def _resigned(self) -> bool:
        """Whether a policy plays the seat because the person has resigned."""
        seats = self._match.seats
        return seats[self._seat.seat].status == match_pb2.SEAT_STATUS_POLICY

    async def _next(self, updates: UpdateReader) -> Update | None:
        """Waits for an update, and shows who is waited for if it takes a while."""
        done, _ = await asyncio.wait({updates.peek()}, timeout=_WAIT_NOTICE_SECONDS)
        if not done:
            self._show_waiting()
        return await updates.next()

    def _show_waiting(self) -> None:
        if self._view.revision > self._drawn:
            self._draw()
            self._screen.line()
        who = list_seat_names(self._match, self._view.seats_to_act, self._screen)
        self._screen.say(CliText.WAITING_FOR, "dim", who=who)

    def _on_match(self, match: Match) -> None:
        changed = _seat_states(match) != _seat_states(self._match)
        begun = match.status != self._match.status
        self._match = match
        if changed:
            self._lobby.end_question()
            self._show_seats()
        if changed or begun:
            self._lobby.update(match)

    # What the person sees.

    def _show_seats(self) -> None:
        show_seats(self._match, self._seat.seat, self._screen)

    def _show_events(self, update: Update) -> bool:
        """Shows the events of an update; False if it has none with a text."""
        texts = [text for event in update.events if (text := self._screen.lang.of(event.text))]
        for text in texts:
            self._screen.line(f"· {text}", "yellow")
        return bool(texts)

    @property
    def _setup(self) -> bytes:
        """What belongs to each view; empty for games that have no setup."""
        return b"" if self._seat.setup is None else self._seat.setup.SerializeToString()

    def _draw(self, *, whole: bool = True, apart: bool = True) -> None:
        """Draws the whole table, or the parts that changed; `apart` writes an empty line first."""
        self._drawn = self._view.revision
        names = [seat.name for seat in self._match.seats]
        drawing = engine.render(
            self._view.SerializeToString(), self._screen.lang, names, self._setup
        )
        before, self._parts = self._parts, drawing.rstrip("\n").split("\n\n")
        parts = self._parts if whole else [part for part in self._parts if part not in before]
        if parts:
            if apart:
                self._screen.line()
            self._screen.drawing("\n\n".join(parts))

    def _show_choices(self, prompt: Prompt) -> None:
        self._screen.line()
        lang = self._screen.lang
        self._screen.choices(
            [(lang.of(action.label), action.notation) for action in prompt.actions]
        )
        self._show_times()

    def _show_times(self) -> None:
        """Shows the time that each seat had left when it was last asked."""
        clock = self._seat.clock
        banks = [seat for seat in clock.seats if seat.HasField("bank")] if clock else []
        if not banks:
            return
        label = partial(self._screen.text, CliText.SEAT)
        times = " · ".join(
            f"{label(seat=seat.seat)} {format_time(seat.bank.ToTimedelta())}" for seat in banks
        )
        self._screen.line()
        self._screen.say(CliText.TIMES, "dim", times=times)

    def _question(self) -> str:
        if self._deadline is None:
            return self._screen.text(CliText.YOUR_CHOICE)
        left = timedelta(seconds=self._deadline - time.monotonic())
        return self._screen.text(CliText.YOUR_CHOICE_TIMED, left=format_time(left))

    # What the person does.

    async def _answer(self, prompt: Prompt, updates: UpdateReader) -> bool:
        """Answers a prompt; False if the person leaves the table."""
        if self._auto is not None:
            # Another seat may have acted meanwhile; then a new prompt follows.
            await self._act(await self._choose_by_policy(self._auto, prompt))
            return True
        left = self._seat.time_left()
        self._deadline = None if left is None else time.monotonic() + left.total_seconds()
        self._show_choices(prompt)
        while True:
            self._screen.ask(self._question())
            if await self._is_overtaken(updates):
                if self._deadline is not None and time.monotonic() >= self._deadline:
                    self._screen.say(CliText.TIME_UP)
                return True
            line = await self._lines.next_echoed(self._screen)
            if line is None:
                self._screen.say(CliText.NO_MORE_INPUT)
                return False
            word = line.strip().casefold()
            if word in QUIT:
                return False
            if word in _RESIGN:
                answered = await self._resign()
            else:
                answered = await self._handle_line(line.strip(), prompt)
            if answered:
                return True

    async def _handle_line(self, line: str, prompt: Prompt) -> bool:
        """Executes a typed line; True if it answers the prompt."""
        word, _, rest = line.partition(" ")
        if self._show_on_request(word.casefold(), rest.strip(), prompt):
            return False
        read = parse_choice(line, prompt.actions, self._game.actions, self._screen.lang)
        if isinstance(read, ChosenAction):
            self._screen.line()
            return await self._act(read.action)
        await self._explain_unusable(line, read, prompt)
        return False

    async def _is_overtaken(self, updates: UpdateReader) -> bool:
        """Waits for a line; True if an update came first."""
        typed = asyncio.ensure_future(self._lines.peek())
        try:
            await asyncio.wait({typed, updates.peek()}, return_when=asyncio.FIRST_COMPLETED)
            if typed.done():
                return False
        finally:
            typed.cancel()
        self._screen.line()
        return True

    def _show_on_request(self, word: str, rest: str, prompt: Prompt) -> bool:
        """Executes the words that only show something; False if the word is none of them."""
        if word in _HELP:
            self._screen.say(CliText.HELP)
        elif word in _TABLE:
            self._draw()
            self._show_choices(prompt)
        elif word in _RULES:
            try:
                show_rules(self._game, rest or None, self._screen)
            except CommandError as error:
                self._screen.line(error.text)
        else:
            # An empty line needs no answer.
            return not word
        return True

    async def _explain_unusable(self, line: str, read: object, prompt: Prompt) -> None:
        """Says why a line is not a legal action."""
        screen = self._screen
        if isinstance(read, NumberOutOfRange):
            screen.say(CliText.NO_NUMBER, last=len(prompt.actions))
        elif isinstance(read, AmbiguousChoice):
            notations = ", ".join(action.notation for action in read.actions)
            screen.say(CliText.AMBIGUOUS, text=line, choices=notations)
        elif isinstance(read, IllegalChoice):
            await self._explain(read.action)
        else:
            screen.say(CliText.NOT_UNDERSTOOD, text=line)

    async def _explain(self, action: GameAction) -> None:
        refusal = (await self._seat.explain(action)).refusal
        self._refuse(self._screen.lang.of(refusal.text), refusal.clause)
        if refusal.clause:
            try:
                show_clause(self._game, refusal.clause, self._screen)
            except CommandError:
                return

    def _refuse(self, text: str, clause: str) -> None:
        text = f"{text} [{clause}]" if clause else text
        self._screen.say(CliText.ILLEGAL, "red", text=text)

    async def _act(self, action: GameAction) -> bool:
        """Acts; False if the rules refuse the action."""
        try:
            self._expected_revision = self._view.revision + 1
            await self._seat.act(action, expected_revision=self._view.revision)
        except TimeUp:
            self._screen.say(CliText.TIME_UP)
        except (Stale, NotYourTurn, MatchOver):
            # The updates that show what happened follow.
            self._screen.say(CliText.TOO_LATE)
        except IllegalAction as refusal:
            self._refuse(refusal.localized_message, refusal.clause)
            return False
        return True

    async def _resign(self) -> bool:
        self._screen.ask(self._screen.text(CliText.CONFIRM_RESIGN))
        answer = await self._lines.next_echoed(self._screen)
        if answer is None or answer.strip().casefold() not in YES:
            return False
        try:
            await self._seat.resign()
        except MatchOver:
            self._screen.say(CliText.TOO_LATE)
        return True

    async def _choose_by_policy(self, policy: str, prompt: Prompt) -> GameAction:
        view: View = self._view
        action_id = await asyncio.to_thread(
            engine.Engine().decide,
            view.SerializeToString(),
            self._setup,
            policy,
            self._auto_seed,
            view.revision,
        )
        action = next(action for action in prompt.actions if action.id == action_id)
        label = self._screen.lang.of(action.label)
        self._screen.say(CliText.CHOSE, "bold", policy=policy, label=label)
        return action


def _seat_states(match: Match) -> list[tuple[int, str, bool]]:
    """The state of each seat, shown again when it changes."""
    return [(seat.status, seat.name, seat.ready) for seat in match.seats]
