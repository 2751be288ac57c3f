"""How matches come about: most are made in one call, a share in every other way there is."""

from __future__ import annotations

import os
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_sdk import clock

if TYPE_CHECKING:
    import random

    from loadtest.calls import Calls
    from loadtest.mix import Variant

    from intrigue_proto.v1.match_pb2 import Match

# How many matches of a hundred are so.
BY_CODE = 10
READY_CHECK = 10
CLOCK = 20
ROTATED = 5
LISTED = 5
AGAIN = 10

# Nobody runs out of it: what is tried here is that keeping it costs nothing.
_CLOCK = clock(bank=3600, increment=1, decision=600)


@dataclass(slots=True)
class Table:
    """A match and the tokens of all its seats."""

    match: Match
    tokens: dict[int, str] = field(default_factory=dict)


class Lobby:
    """Makes matches, and seats one user in all their seats."""

    def __init__(self, calls: Calls, luck: random.Random, *, plain: bool) -> None:
        self._calls = calls
        self._luck = luck
        self._plain = plain

    def open(self, variant: Variant) -> Table:
        """A match that is about to begin, or has begun."""
        by_code, ready_check = self._is(BY_CODE), self._is(READY_CHECK)
        if self._is(LISTED):
            self._list(variant.game)
        table = self._create(variant, by_code=by_code, ready_check=ready_check)
        if self._is(ROTATED):
            seat = self._luck.choice(list(table.tokens))
            answer = self._calls.call(
                "RotateToken",
                self._calls.matches.RotateToken,
                pb.RotateTokenRequest(request_id=uuid.uuid4().hex),
                table.tokens[seat],
            )
            table.tokens[seat] = answer.token
        if ready_check:
            for token in table.tokens.values():
                ready = pb.SetReadyRequest(
                    match_id=table.match.id, ready=True, request_id=uuid.uuid4().hex
                )
                self._calls.call("SetReady", self._calls.matches.SetReady, ready, token)
        return table

    def again(self, table: Table) -> Table | None:
        """The next match of the same players, now and then."""
        if not self._is(AGAIN):
            return None
        following = None
        for token in table.tokens.values():
            request = pb.RematchRequest(
                match_id=table.match.id, entropy=os.urandom(32), request_id=uuid.uuid4().hex
            )
            answer = self._calls.call("Rematch", self._calls.matches.Rematch, request, token)
            following = following or Table(answer.match)
            following.tokens[answer.credential.seat] = answer.credential.token
        return following

    def _is(self, percent: int) -> bool:
        return not self._plain and self._luck.randrange(100) < percent

    def _create(self, variant: Variant, *, by_code: bool, ready_check: bool) -> Table:
        own = pb.SeatRequest(own=pb.OwnSeat(name="load", entropy=os.urandom(32)))
        opened = pb.SeatRequest(open=pb.OpenSeat())
        request = pb.CreateMatchRequest(
            game=variant.game,
            options=variant.options,
            seat_count=variant.seats,
            seats=[own, *[opened if by_code else own] * (variant.seats - 1)],
            visibility=(match_pb2.VISIBILITY_PRIVATE if by_code else match_pb2.VISIBILITY_PUBLIC),
            ready_check=ready_check,
            clock=_CLOCK if self._is(CLOCK) else None,
            request_id=uuid.uuid4().hex,
        )
        created = self._calls.call("CreateMatch", self._calls.matches.CreateMatch, request)
        table = Table(created.match, {held.seat: held.token for held in created.credentials})
        while len(table.tokens) < variant.seats:
            self._join(table, created.invitation_code)
        return table

    def _join(self, table: Table, code: str) -> None:
        request = pb.JoinMatchRequest(
            invitation_code=code,
            name="guest",
            entropy=os.urandom(32),
            request_id=uuid.uuid4().hex,
        )
        joined = self._calls.call("JoinMatch", self._calls.matches.JoinMatch, request)
        table.tokens[joined.credential.seat] = joined.credential.token

    def _list(self, game: str) -> None:
        status = self._luck.choice(
            [match_pb2.MATCH_STATUS_RUNNING, match_pb2.MATCH_STATUS_FINISHED]
        )
        request = pb.ListMatchesRequest(
            game=game,
            statuses=[status],
            rated=False,
            joinable=self._luck.random() < 0.5,
            page_size=20,
        )
        self._calls.call("ListMatches", self._calls.matches.ListMatches, request)
