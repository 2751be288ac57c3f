"""CatalogService: what can be played, and what this server is."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import grpc

from intrigue.engine import Refused
from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue.rpc import pages
from intrigue.rpc.call_metadata import texts_of
from intrigue.rpc.localized_fields import select_languages
from intrigue_proto.v1 import catalog_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.engine import Engine
    from intrigue.matches import TextOptions
    from intrigue.rpc.routes import Routes
    from intrigue.rpc.server_description import ServerDescription

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["CatalogService"]

# Which field of the answer a part fills.
_PARTS: Final = {
    pb.GAME_PART_ACTIONS: "actions",
    pb.GAME_PART_CLAUSES: "clauses",
    pb.GAME_PART_REFUSALS: "refusals",
    pb.GAME_PART_CARDS: "cards",
    pb.GAME_PART_FEATURES: "features",
    pb.GAME_PART_DOCUMENTS: "documents",
    pb.GAME_PART_DOCUMENT_TEXTS: "documents",
}
_DOCUMENT_TEXTS: Final = ("json_schema", "syntax", "template")


class CatalogService:
    """Passes on what the core says of its games."""

    def __init__(self, engine: Engine, description: ServerDescription) -> None:
        self._engine = engine
        self._server_info = description.message().SerializeToString()
        # What a game is does not change while the server runs.
        self._described = lru_cache(256)(self._describe)
        self._listed = lru_cache(16)(self._list)

    def add_to(self, routes: Routes) -> None:
        """Registers every method."""
        method = grpc.unary_unary_rpc_method_handler
        routes.add_service(
            DESCRIPTOR,
            {
                "GetServerInfo": method(self.get_server_info, pb.GetServerInfoRequest.FromString),
                "ListGames": method(
                    self.list_games,
                    pb.ListGamesRequest.FromString,
                    pb.ListGamesResponse.SerializeToString,
                ),
                "GetGame": method(self.get_game, pb.GetGameRequest.FromString),
                "CheckDocument": method(
                    self.check_document,
                    pb.CheckDocumentRequest.FromString,
                    pb.CheckDocumentResponse.SerializeToString,
                ),
            },
        )

    async def get_server_info(self, _request: pb.GetServerInfoRequest, _context: Any) -> bytes:
        """A GetServerInfoResponse."""
        return self._server_info

    async def list_games(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        """A page of games."""
        games = self._listed(texts_of(context)).games
        page, next_page_token = pages.cut(games, request.page_size, request.page_token)
        return pb.ListGamesResponse(games=page, next_page_token=next_page_token)

    async def get_game(self, request: pb.GetGameRequest, context: Any) -> bytes:
        """A GetGameResponse."""
        game = validation.text("game", request.game, validation.MAX_ID)
        for place, part in enumerate(request.parts):
            if part not in _PARTS:
                raise ServiceError(ErrorCode.UNKNOWN_ENUM_VALUE, field=f"parts[{place}]")
        try:
            return self._described(game, frozenset(request.parts), texts_of(context))
        except Refused as refusal:
            if refusal.kind == "unknown_game":
                # The only method that asks for a game itself.
                values = refusal.values
                raise ServiceError(
                    ErrorCode.UNKNOWN_GAME, field="game", game=values["game"], known=values["known"]
                ) from refusal
            raise

    async def check_document(
        self, request: pb.CheckDocumentRequest, context: Any
    ) -> pb.CheckDocumentResponse:
        """What was found in a document."""
        game = validation.text("game", request.game, validation.MAX_ID)
        option = validation.text("option", request.option, validation.MAX_ID)
        text = validation.document("text", request.text)
        # A text of that length takes a while to read, and others need not wait for it.
        report = await asyncio.to_thread(self._engine.check_document, game, option, text)
        response = pb.CheckDocumentResponse.FromString(report)
        select_languages(response, texts_of(context))
        return response

    def _list(self, texts: TextOptions) -> pb.ListGamesResponse:
        response = pb.ListGamesResponse.FromString(self._engine.list_games())
        response.games.sort(key=lambda game: game.id)
        select_languages(response, texts)
        return response

    def _describe(
        self, game: str, parts: frozenset[pb.GamePart.ValueType], texts: TextOptions
    ) -> bytes:
        response = pb.GetGameResponse.FromString(self._engine.get_game(game))
        wanted = {_PARTS[part] for part in parts}
        for field in set(_PARTS.values()) - wanted:
            response.ClearField(field)  # type: ignore[arg-type] # it is one of its fields
        if pb.GAME_PART_DOCUMENT_TEXTS not in parts:
            for kind in response.documents:
                for name in _DOCUMENT_TEXTS:
                    kind.ClearField(name)
                for document in kind.built_in:
                    document.ClearField("text")
        select_languages(response, texts)
        return response.SerializeToString(deterministic=True)
