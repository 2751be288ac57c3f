"""Users that play whole matches, one after the other, as fast as the service answers."""

from __future__ import annotations

import random
import time
import uuid
from typing import TYPE_CHECKING

import grpc
from loadtest.calls import Calls, Stream
from locust import User, task

from intrigue_proto.v1 import catalog_service_pb2, match_service_pb2

if TYPE_CHECKING:
    from locust.env import Environment

    from intrigue_proto.v1.match_pb2 import Match, Prompt, Update

MATCH = "match"


class MatchUser(User):
    """Holds every seat of its matches, and picks legal actions at random."""

    abstract = True

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.calls = Calls(self.host or "", environment)
        self._random = random.Random()
        self._game = ""

    def on_start(self) -> None:
        asked: str = self.environment.parsed_options.game
        request = catalog_service_pb2.ListGamesRequest()
        games = self.calls.call("ListGames", self.calls.catalog.ListGames, request).games
        self._game = asked or games[0].id
        self._seats = next(game.min_seats for game in games if game.id == self._game)

    def on_stop(self) -> None:
        self.calls.close()

    @task
    def play_a_match(self) -> None:
        start = time.perf_counter()
        try:
            match, tokens = self._create()
            self.play(match, tokens)
        except grpc.RpcError:
            # It is in locust's statistics already; the next match may go better.
            return
        self.calls.report(MATCH, "whole match", start, 0, None)

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        raise NotImplementedError

    def act(self, match_id: str, token: str, prompt: Prompt, revision: int) -> Update:
        """Picks one of the prompt's actions and plays it."""
        action = self._random.choice(prompt.actions)
        request = match_service_pb2.ActRequest(
            match_id=match_id,
            action_id=action.id,
            expected_revision=revision,
            request_id=uuid.uuid4().hex,
        )
        return self.calls.call("Act", self.calls.matches.Act, request, token).update

    def _create(self) -> tuple[Match, dict[int, str]]:
        own = match_service_pb2.SeatRequest(own=match_service_pb2.OwnSeat(name="load"))
        request = match_service_pb2.CreateMatchRequest(
            game=self._game, seats=[own] * self._seats, request_id=uuid.uuid4().hex
        )
        created = self.calls.call("CreateMatch", self.calls.matches.CreateMatch, request)
        return created.match, {held.seat: held.token for held in created.credentials}


class UnaryUser(MatchUser):
    """Asks for the view of the seat that owes a decision, acts, and so on: two calls an action."""

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        request = match_service_pb2.GetViewRequest(match_id=match.id)
        asked = 0
        while True:
            view = self.calls.call(
                "GetView", self.calls.matches.GetView, request, tokens[asked]
            ).view
            if view.HasField("outcome"):
                return
            if not view.HasField("prompt"):
                asked = view.asked[0]
                continue
            update = self.act(match.id, tokens[asked], view.prompt, view.revision)
            if update.asked:
                asked = update.asked[0]


class WatchUser(MatchUser):
    """Follows every seat by a stream: one call an action, and one update a seat."""

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        streams = {seat: Stream(self.calls, match.id, token) for seat, token in tokens.items()}
        try:
            sent: float | None = None
            while True:
                updates = {seat: stream.take(sent) for seat, stream in streams.items()}
                if any(update.HasField("outcome") for update in updates.values()):
                    return
                seat, update = next(
                    (seat, update) for seat, update in updates.items() if update.HasField("prompt")
                )
                sent = time.perf_counter()
                self.act(match.id, tokens[seat], update.prompt, update.revision)
        finally:
            for stream in streams.values():
                stream.close()
