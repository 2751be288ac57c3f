"""CatalogService: what can be played, in the core's own bytes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc

from intrigue.matches import validation
from intrigue_proto.v1 import catalog_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.engine import Engine
    from intrigue.rpc.routes import Routes

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["CatalogService"]


class CatalogService:
    """Passes on what the core says of its games."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add_to(self, routes: Routes) -> None:
        """Registers every method."""
        method = grpc.unary_unary_rpc_method_handler
        routes.add_service(
            DESCRIPTOR,
            {
                "ListGames": method(self.list_games, pb.ListGamesRequest.FromString),
                "GetGame": method(self.get_game, pb.GetGameRequest.FromString),
                "CheckDocument": method(self.check_document, pb.CheckDocumentRequest.FromString),
            },
        )

    async def list_games(self, _request: pb.ListGamesRequest, _context: Any) -> bytes:
        """A ListGamesResponse."""
        return self._engine.list_games()

    async def get_game(self, request: pb.GetGameRequest, _context: Any) -> bytes:
        """A GetGameResponse."""
        return self._engine.get_game(validation.text("game", request.game, validation.MAX_ID))

    async def check_document(self, request: pb.CheckDocumentRequest, _context: Any) -> bytes:
        """A CheckDocumentResponse."""
        game = validation.text("game", request.game, validation.MAX_ID)
        option = validation.text("option", request.option, validation.MAX_ID)
        text = validation.document("text", request.text)
        # A text of that length takes a while to read, and others need not wait for it.
        return await asyncio.to_thread(self._engine.study, game, option, text)
