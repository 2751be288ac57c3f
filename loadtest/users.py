"""What every user has, and users that play whole matches as fast as the service answers."""

from __future__ import annotations

import random
import time
import uuid
from collections import defaultdict
from typing import TYPE_CHECKING

import gevent  # type: ignore[import-untyped]
import grpc
from loadtest.calls import Calls, Stream
from loadtest.lobby import Lobby, Table
from loadtest.mix import Mix, read_mix
from locust import User, task

from intrigue_proto.v1 import catalog_service_pb2, match_service_pb2

if TYPE_CHECKING:
    from locust.env import Environment

    from intrigue_proto.v1.match_pb2 import Match, Prompt

MATCH = "match"


class LoadUser(User):
    """Has a connection of its own, and knows what is played."""

    abstract = True

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.calls = Calls(self.host or "", environment)
        self.random = random.Random()
        self.mix = Mix({}, {})
        self.lobby = Lobby(self.calls, self.random, plain=True)

    def on_start(self) -> None:
        asked = self.environment.parsed_options
        request = catalog_service_pb2.ListGamesRequest()
        games = self.calls.call("ListGames", self.calls.catalog.ListGames, request).games
        self.mix = read_mix(games, asked.game, asked.option)
        self.lobby = Lobby(self.calls, self.random, plain=asked.plain)

    def on_stop(self) -> None:
        self.calls.close()


class MatchUser(LoadUser):
    """Holds every seat of its matches, and picks legal actions at random."""

    abstract = True
    # Most of the load of a service is play.
    weight = 4

    @task
    def play_a_match(self) -> None:
        start = time.perf_counter()
        table: Table | None = None
        try:
            table = self.lobby.open(self.mix.draw(self.random))
            while table is not None:
                self.play(table.match, table.tokens)
                self.calls.report(MATCH, table.match.game, start, 0, None)
                start = time.perf_counter()
                table = self.lobby.again(table)
        except grpc.RpcError:
            # It is in locust's statistics already; the next match may go better.
            return

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        raise NotImplementedError

    def act(
        self, match: Match, token: str, prompt: Prompt, revision: int
    ) -> match_service_pb2.ActResponse | None:
        """Picks one of the prompt's actions and plays it; None if it came too late."""
        action = self.random.choice(prompt.actions)
        request = match_service_pb2.ActRequest(
            match_id=match.id,
            action_id=action.id,
            expected_revision=revision,
            request_id=uuid.uuid4().hex,
        )
        # Who plays together acts in one phase, and each action changes what the others can do.
        shared = self.mix.games[match.game].cooperative
        return self.calls.act(request, token, shared=shared)


class UnaryUser(MatchUser):
    """Asks for the view of a seat that owes a decision, acts, and so on: two calls an action."""

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        asked = [0]
        seen: dict[int, int] = defaultdict(int)
        # Where answers are sealed, a view does not say who of the others has answered.
        answered: set[int] = set()
        while True:
            owing = [seat for seat in asked if seat not in answered]
            if not owing:
                answered.clear()
                owing = asked
            seat = self.random.choice(owing)
            request = match_service_pb2.GetViewRequest(match_id=match.id, after_revision=seen[seat])
            view = self.calls.call(
                "GetView", self.calls.matches.GetView, request, tokens[seat]
            ).view
            seen[seat] = view.revision
            answered.add(seat)
            asked = list(view.seats_to_act)
            if not view.HasField("prompt"):
                continue
            response = self.act(match, tokens[seat], view.prompt, view.revision)
            if response is None:
                continue
            if response.update.HasField("outcome"):
                return
            seen[seat] = response.update.revision
            asked = list(response.update.seats_to_act)


class WatchUser(MatchUser):
    """Follows every seat by a stream of its own, and answers for all that are asked at once."""

    def play(self, match: Match, tokens: dict[int, str]) -> None:
        seats = [
            gevent.spawn(self._play_seat, match, Stream(self.calls, match.id, token), token)
            for token in tokens.values()
        ]
        try:
            gevent.joinall(seats, raise_error=True)
        finally:
            gevent.killall(seats)

    def _play_seat(self, match: Match, stream: Stream, token: str) -> None:
        own: dict[int, float] = {}
        acted = 0
        try:
            while True:
                update = stream.take(own)
                if update.HasField("outcome"):
                    return
                # A prompt is out of date once a later update is there, or the seat has acted: a
                # seat that is still asked finds a newer prompt in what comes next.
                late = update.revision < max(acted, stream.newest)
                if update.HasField("prompt") and not late:
                    sent = time.perf_counter()
                    response = self.act(match, token, update.prompt, update.revision)
                    if response is not None:
                        acted = response.update.revision
                        own[acted] = sent
        finally:
            stream.close()
