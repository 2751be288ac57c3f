"""Property 9 through the service: every message that the service sends in random matches
parses with the official runtime, holds nothing that the contract does not name, comes out of it as
it went in, and survives JSON.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import json_format, message_factory
from tests.contract.goldens import GAMES, describe, variants, wordless
from tests.contract.match_client import MatchClient

from intrigue import engine
from intrigue_proto.v1 import (
    catalog_service_pb2,
    game_pb2,
    match_service_pb2,
    record_pb2,
    record_service_pb2,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grpc
    from google.protobuf.message import Message
    from tests.contract.match_client import Viewer

SERVICES = {
    service.name: service
    for file in (
        catalog_service_pb2.DESCRIPTOR,
        match_service_pb2.DESCRIPTOR,
        record_service_pb2.DESCRIPTOR,
    )
    for service in file.services_by_name.values()
}
SOAK = "INTRIGUE_SOAK" in os.environ
# Matches may have hundreds of decisions, and games a thousand actions: after the first decisions
# only some are looked at by all viewers and in JSON too, and only some actions that are not legal
# are explained at a time.
BEGINNING, STRIDE = 12, 30
UNEXPLAINED = 2000 if SOAK else 60
# Of a record: most have more entries.
SMALL_PAGE = 25
# What these answer has the same bytes every time; the others may have maps in any order.
CANONICAL = {
    "ListGames",
    "GetGame",
    "CheckDocument",
    "GetView",
    "GetSetup",
    "Act",
    "Resign",
    "Explain",
    "GetRecord",
}


# The fields that each part of a game fills.
PARTS = {
    catalog_service_pb2.GAME_PART_UNSPECIFIED: (),
    catalog_service_pb2.GAME_PART_ACTIONS: ("actions",),
    catalog_service_pb2.GAME_PART_CLAUSES: ("clauses",),
    catalog_service_pb2.GAME_PART_REFUSALS: ("refusals",),
    catalog_service_pb2.GAME_PART_CARDS: ("cards",),
    catalog_service_pb2.GAME_PART_FEATURES: ("features",),
    catalog_service_pb2.GAME_PART_DOCUMENTS: ("documents",),
    catalog_service_pb2.GAME_PART_DOCUMENT_TEXTS: ("documents",),
}


class Raw:
    """Calls methods and looks at the bytes of every answer."""

    def __init__(self, channel: grpc.aio.Channel, played_match: MatchClient | None = None) -> None:
        self._channel = channel
        self._played_match = played_match
        self.thorough = True

    async def call(self, method: str, viewer: Viewer = None, **request: Any) -> Any:
        """The answer of a unary method, checked."""
        path, request_class, response_class = _method(method)
        stub: Any = self._channel.unary_unary(path, request_class.SerializeToString)
        answer = await stub(request_class(**request), metadata=self._bearer(viewer))
        exact = method in CANONICAL
        return check(answer, response_class, exact=exact, thorough=self.thorough)

    async def watch(self, viewer: Viewer, last: int, **request: Any) -> list[Any]:
        """The updates of a stream up to a revision, checked."""
        path, request_class, response_class = _method("Watch")
        stub: Any = self._channel.unary_stream(path, request_class.SerializeToString)
        stream = stub(request_class(**request), metadata=self._bearer(viewer))
        updates: list[Any] = []
        while not updates or updates[-1].revision < last:
            thorough = is_thorough(len(updates))
            response = check(await stream.read(), response_class, exact=False, thorough=thorough)
            if response.HasField("update"):
                updates.append(response.update)
        stream.cancel()
        return updates

    def _bearer(self, viewer: Viewer) -> list[tuple[str, str]]:
        return [] if self._played_match is None else self._played_match.bearer(viewer)


def _method(name: str) -> tuple[str, Any, Any]:
    for service in SERVICES.values():
        if (method := service.methods_by_name.get(name)) is not None:
            classes = (method.input_type, method.output_type)
            request, response = (message_factory.GetMessageClass(one) for one in classes)
            return f"/{service.full_name}/{name}", request, response
    raise LookupError(name)


def is_thorough(place: int) -> bool:
    """Whether everything is checked at this point of a match."""
    return SOAK or place < BEGINNING or place % STRIDE == 0


def check(answer: bytes, kind: Any, *, exact: bool, thorough: bool = True) -> Any:
    """The message of an answer, after all that must hold of it."""
    message = kind.FromString(answer)
    known = kind.FromString(answer)
    known.DiscardUnknownFields()
    assert known == message
    assert known.ByteSize() == message.ByteSize(), f"{kind.__name__} has unknown fields"
    for part in parts(message) if thorough else ():
        known_enums(part)
    canonical = message.SerializeToString(deterministic=True)
    assert kind.FromString(canonical) == message
    # Maps may come in any order where the service writes them; nothing else may differ.
    assert len(canonical) == len(answer)
    assert not exact or canonical == answer
    for preserving in (False, True) if thorough else ():
        text = json_format.MessageToJson(message, preserving_proto_field_name=preserving)
        assert json_format.Parse(text, kind()) == message
    return message


def parts(message: Message) -> Iterator[Message]:
    """A message and all messages in it, at any depth."""
    yield message
    for field, value in message.ListFields():
        if field.type != field.TYPE_MESSAGE:
            continue
        if field.message_type.GetOptions().map_entry:
            continue
        for part in value if field.is_repeated else [value]:
            yield from parts(part)


def known_enums(message: Message) -> None:
    """Every enum has a value that the contract names, and lists have no gaps in them."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_ENUM:
            for number in value if field.is_repeated else [value]:
                assert number in field.enum_type.values_by_number
                assert number != 0, f"{field.full_name} is unspecified"


def same_action(received: game_pb2.GameAction, listed: game_pb2.GameAction) -> bool:
    """Whether an action is that of the table. Only its words may suit the moment better."""
    assert received.label.en
    assert received.label.fr
    bare = [game_pb2.GameAction.FromString(one.SerializeToString()) for one in (received, listed)]
    for one in bare:
        one.ClearField("label")
    received, listed = bare
    same: bool = received == listed
    return same


@pytest.mark.parametrize("game", GAMES)
async def test_the_catalog_is_whole(channel: grpc.aio.Channel, game: str):
    raw = Raw(channel)
    games = (await raw.call("ListGames")).games
    assert [one.id for one in games] == sorted(GAMES)
    every_part = [part for part in PARTS if part != catalog_service_pb2.GAME_PART_UNSPECIFIED]
    described = await raw.call("GetGame", game=game, parts=every_part)
    assert described == describe(game)
    assert described.game == next(one for one in games if one.id == game)


@pytest.mark.parametrize("game", GAMES)
async def test_the_catalog_answers_the_parts_that_are_asked_for(
    channel: grpc.aio.Channel, game: str
):
    raw, whole = Raw(channel), describe(game)
    assert await raw.call("GetGame", game=game) == catalog_service_pb2.GetGameResponse(
        game=whole.game
    )
    for part, fields in PARTS.items():
        if not fields:
            continue
        answer = await raw.call("GetGame", game=game, parts=[part])
        expected = catalog_service_pb2.GetGameResponse()
        expected.CopyFrom(whole)
        for field in [field for field, _ in whole.ListFields()]:
            if field.name not in {"game", *fields}:
                expected.ClearField(field.name)
        if part == catalog_service_pb2.GAME_PART_DOCUMENTS:
            for kind in expected.documents:
                kind.ClearField("form")
                kind.ClearField("template")
                for document in kind.built_in:
                    document.ClearField("text")
        assert answer == expected


def test_every_part_of_a_game_is_tested():
    assert set(PARTS) == set(catalog_service_pb2.GamePart.values())
    named = {field for fields in PARTS.values() for field in fields}
    fields = catalog_service_pb2.GetGameResponse.DESCRIPTOR.fields
    assert named | {"game"} == {field.name for field in fields}


@pytest.mark.parametrize("seed", [1, 2] if SOAK else [1])
@pytest.mark.parametrize(
    ("game", "options"), [(game, options) for game in GAMES for options in variants(game)]
)
async def test_every_message_is_sound(
    channel: grpc.aio.Channel, game: str, options: dict[str, str], seed: int
):
    choice = random.Random(seed)
    played_match = await MatchClient.create(channel, game, options, seed=bytes([seed] * 32))
    raw = Raw(channel, played_match)
    found = await raw.call("GetSetup", match_id=played_match.id)
    setup = found.setup.SerializeToString()
    assert found.setup.WhichOneof("kind") in {None, game}
    table_of_actions = {action.id: action for action in describe(game).actions}
    steps = 0
    while True:
        raw.thorough = is_thorough(steps)
        views: dict[Viewer, Any] = {None: await _look(raw, played_match, None, setup)}
        seen_asked = views[None].seats_to_act
        if not seen_asked:
            break
        lookers = range(len(played_match.match.seats)) if raw.thorough else seen_asked
        views |= {seat: await _look(raw, played_match, seat, setup) for seat in lookers}
        # In a sealed window the spectator's list has also those who have answered.
        asked = [seat for seat in seen_asked if views[seat].HasField("prompt")]
        seat = choice.choice(asked)
        prompt = views[seat].prompt
        for action in prompt.actions:
            assert same_action(action, table_of_actions[action.id])
        if steps % 12 == 0:
            await _explain(
                raw, played_match, seat, {action.id for action in prompt.actions}, choice
            )
            page = await raw.call("ListUpdates", seat, match_id=played_match.id, page_size=10)
            assert page.revision == views[seat].revision
            revisions = [update.revision for update in page.updates]
            assert revisions == list(range(1, min(10, page.revision) + 1))
        action = choice.choice(prompt.actions)
        acted = await raw.call(
            "Act",
            seat,
            match_id=played_match.id,
            action_id=action.id,
            expected_revision=views[seat].revision,
        )
        assert acted.update.revision == views[seat].revision + 1
        steps += 1
    raw.thorough = True
    await _look_back(raw, played_match, setup)


async def _look(raw: Raw, played_match: MatchClient, viewer: Viewer, setup: bytes) -> Any:
    """A viewer's view: the same bytes when asked again, its own prompt and no other."""
    view = (await raw.call("GetView", viewer, match_id=played_match.id)).view
    if raw.thorough:
        assert view == (await raw.call("GetView", viewer, match_id=played_match.id)).view
    assert view.HasField("seat") == (viewer is not None)
    assert not view.HasField("seat") or view.seat == viewer
    assert view.HasField("prompt") == (viewer in view.seats_to_act)
    assert not view.HasField("prompt") or view.prompt.seat == viewer
    ids = [action.id for action in view.prompt.actions]
    assert ids == sorted(set(ids))
    assert view.game.WhichOneof("kind") == played_match.match.game
    assert view.rules_version == played_match.match.rules_version
    assert engine.facts(view.SerializeToString(), setup)
    return view


async def _explain(
    raw: Raw, played_match: MatchClient, seat: int, legal: set[int], choice: random.Random
) -> None:
    """Explain agrees with the prompt about legal actions and about others."""
    described = describe(played_match.match.game)
    reasons = {(refusal.reason, refusal.clause) for refusal in described.refusals}
    others = [action for action in described.actions if action.id not in legal]
    others = choice.sample(others, min(len(others), UNEXPLAINED))
    for action in [*(described.actions[number] for number in sorted(legal)), *others]:
        verdict = await raw.call("Explain", seat, match_id=played_match.id, action_id=action.id)
        assert same_action(verdict.action, action)
        assert verdict.legal == (action.id in legal)
        assert verdict.legal != verdict.HasField("refusal")
        assert verdict.legal or (verdict.refusal.reason, verdict.refusal.clause) in reasons


async def _look_back(raw: Raw, played_match: MatchClient, setup: bytes) -> None:
    """Everything that the service returns for a finished match."""
    viewers = played_match.viewers
    views = {viewer: await _look(raw, played_match, viewer, setup) for viewer in viewers}
    match = (await raw.call("GetMatch", match_id=played_match.id)).match
    record = await _record(raw, played_match)
    assert wordless(match.outcome) == record.outcome
    assert record == await played_match.record()
    verdict = await raw.call("VerifyRecord", record=record, commitment=match.commitment)
    assert verdict.holds
    await _replay(raw, record, {viewer: view.revision for viewer, view in views.items()})
    assert played_match.id in {one.id for one in (await raw.call("ListMatches")).matches}
    for viewer, view in views.items():
        assert view.outcome == match.outcome
        plain = await raw.watch(viewer, view.revision, match_id=played_match.id)
        full = await raw.watch(viewer, view.revision, match_id=played_match.id, include_view=True)
        assert [update.revision for update in plain] == list(range(1, view.revision + 1))
        assert full[-1].view == view
        for short, long in zip(plain, full, strict=True):
            assert long.view.revision == long.revision
            assert long.view.seats_to_act == long.seats_to_act
            long.ClearField("view")
            assert long == short
            for event in long.events:
                assert event.game.WhichOneof("kind") == played_match.match.game
                assert engine.event_notation(event.SerializeToString())
                # Where there is nothing to say, there is nothing in both languages.
                assert bool(event.text.en) == bool(event.text.fr)


async def _record(raw: Raw, played_match: MatchClient) -> record_pb2.MatchRecord:
    """The record of a finished match, in pages that are smaller than it."""
    record, token = record_pb2.MatchRecord(), ""
    while True:
        page = await raw.call(
            "GetRecord", match_id=played_match.id, page_size=SMALL_PAGE, page_token=token
        )
        assert len(page.record.steps) + len(page.record.proof.log) <= SMALL_PAGE
        assert bool(page.record.game) == (not token)
        record.MergeFrom(page.record)
        token = page.next_page_token
        if not token:
            return record


async def _replay(raw: Raw, record: record_pb2.MatchRecord, revisions: dict[Viewer, int]) -> None:
    """A record shows each viewer the updates that it had."""
    bare = record_pb2.MatchRecord()
    bare.CopyFrom(record)
    bare.ClearField("proof")
    for viewer, revision in revisions.items():
        seat = {} if viewer is None else {"seat": viewer}
        page = await raw.call("ReplayRecord", record=bare, page_size=20, **seat)
        assert page.revision == revision
        assert [one.revision for one in page.updates] == list(range(1, min(20, revision) + 1))
        last = await raw.call(
            "ReplayRecord", record=bare, after_revision=revision - 1, page_size=20, **seat
        )
        assert [one.revision for one in last.updates] == [revision]
        assert last.updates[0].view.HasField("outcome")
