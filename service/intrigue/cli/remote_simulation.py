"""A simulation that a service plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc.aio

from intrigue.cli.fault import CommandError
from intrigue.cli.messages import CliText
from intrigue.cli.play import check_connection
from intrigue.simulation import Progress
from intrigue_proto.v1.simulation_service_pb2 import SimulateRequest
from intrigue_proto.v1.simulation_service_pb2_grpc import SimulationServiceStub
from intrigue_sdk import IntrigueError, ProtocolViolation, Reason, connect
from intrigue_sdk.addresses import resolve
from intrigue_sdk.errors import from_rpc

if TYPE_CHECKING:
    from collections.abc import Callable

    import grpc

    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.game_pb2 import Game
    from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask
    from intrigue_proto.v1.simulation_service_pb2 import SimulationProgress


class RemoteSimulation:
    """The service at an address, as one that plays simulations."""

    def __init__(
        self, server: str, credentials: grpc.ChannelCredentials | None, screen: Screen
    ) -> None:
        self._server = server
        self._credentials = credentials
        self._screen = screen

    async def play(
        self,
        game: str,
        task: Callable[[Game], SimulationTask],
        report: Callable[[Progress], None],
    ) -> tuple[SimulationSummary, IntrigueError | None]:
        """Has a task played; it is made once the service has said what the game is like there.

        A service that has not the time for all of it says what it found so far, and then why there
        is no more.
        """
        await check_connection(self._server, self._screen, self._credentials)
        request = SimulateRequest(task=task(await self._game(game)))
        address, spreading = resolve(self._server)
        summary: SimulationSummary | None = None
        async with self._channel(address, spreading) as channel:
            try:
                async for answer in SimulationServiceStub(channel).Simulate(request):
                    if answer.HasField("summary"):
                        summary = answer.summary
                    else:
                        report(_moment(answer.progress))
            except grpc.aio.AioRpcError as rpc_error:
                error = from_rpc(rpc_error)
                if summary is None:
                    raise error from None
                return summary, error
        if summary is None:
            raise ProtocolViolation(Reason(code="NO_SUMMARY", en="The service gave no summary."))
        return summary, None

    async def _game(self, game: str) -> Game:
        async with connect(self._server, credentials=self._credentials) as client:
            games = {known.id: known for known in await client.games()}
        if game not in games:
            known = ", ".join(games)
            raise CommandError(self._screen.text(CliText.UNKNOWN_GAME, game=game, known=known))
        return games[game]

    def _channel(self, address: str, options: tuple[tuple[str, object], ...]) -> grpc.aio.Channel:
        if self._credentials is None:
            return grpc.aio.insecure_channel(address, options=options)
        return grpc.aio.secure_channel(address, self._credentials, options=options)


def _moment(progress: SimulationProgress) -> Progress:
    seconds = progress.elapsed.ToTimedelta().total_seconds()
    return Progress(progress.games, progress.total, progress.decisions, seconds)
