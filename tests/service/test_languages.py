"""Which languages texts have: those that the caller wants, in every answer that has texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.service.conftest import bearer
from tests.service.match_calls import next_of
from tests.service.test_names import shown, texts

from intrigue_proto.v1 import catalog_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1 import simulation_service_pb2 as spb

if TYPE_CHECKING:
    from google.protobuf.message import Message

GAMES = ("district_noir", "complots", "shadow_blades", "brotherhood")
WANTED: dict[str | None, set[str]] = {
    None: {"en", "fr"},
    "en": {"en"},
    "fr": {"fr"},
    "fr-CA": {"fr"},
    "en, fr;q=0.3": {"en", "fr"},
    "de": {"en"},
    "zxx": set(),
    "*": {"en", "fr"},
    "": {"en", "fr"},
    ",;q=x": {"en", "fr"},
}


def languages_of(message: Message) -> set[str]:
    """The languages in which a message has texts."""
    return {field.name for text in texts(message) for field, _ in text.ListFields()}


async def answers(client: Any, created: Any, languages: str | None) -> dict[str, Message]:
    """The answers that have texts, of methods that change nothing."""
    seat, view = await created.turn()
    metadata = bearer(created.seats[seat], languages=languages)
    match, game = {"match_id": created.id}, {"game": created.match.game}
    parts = catalog_service_pb2.GamePart.values()[1:]
    stream = client.matches.Watch(pb.WatchRequest(**match, include_view=True), metadata=metadata)
    update = await next_of(stream, "update")
    stream.cancel()
    action = view.prompt.actions[0].id
    return {
        "Watch": update,
        "GetView": await client.matches.GetView(pb.GetViewRequest(**match), metadata=metadata),
        "ListUpdates": await client.matches.ListUpdates(
            pb.ListUpdatesRequest(**match, include_view=True), metadata=metadata
        ),
        "Explain": await client.matches.Explain(
            pb.ExplainRequest(**match, action_id=action), metadata=metadata
        ),
        "GetGame": await client.catalog.GetGame(
            catalog_service_pb2.GetGameRequest(**game, parts=parts), metadata=metadata
        ),
        "ListGames": await client.catalog.ListGames(
            catalog_service_pb2.ListGamesRequest(), metadata=metadata
        ),
        "ListPolicies": await client.simulation.ListPolicies(
            spb.ListPoliciesRequest(), metadata=metadata
        ),
    }


@pytest.mark.parametrize("game", GAMES)
async def test_only_the_wanted_languages_are_filled(client, game):
    created = await client.create("own", "own", game=game, seed=bytes(32))
    for header, wanted in WANTED.items():
        for method, answer in (await answers(client, created, header)).items():
            assert (method, header, languages_of(answer)) == (method, header, wanted)


async def test_an_action_in_the_language_of_its_caller(client):
    created = await client.create("own", "own")
    for header, wanted in WANTED.items():
        seat, view = await created.turn()
        request = pb.ActRequest(match_id=created.id, action_id=view.prompt.actions[0].id)
        metadata = bearer(created.seats[seat], languages=header)
        answer = await client.matches.Act(request, metadata=metadata)
        assert languages_of(answer) == wanted


async def test_the_outcome_of_a_match_in_the_language_of_its_reader(client):
    created = await client.create("own", "own")
    await created.play_on()
    for header, wanted in WANTED.items():
        metadata = bearer(None, languages=header)
        got = await client.matches.GetMatch(
            pb.GetMatchRequest(match_id=created.id), metadata=metadata
        )
        assert languages_of(got.match.outcome) == wanted
        listed = await client.matches.ListMatches(pb.ListMatchesRequest(), metadata=metadata)
        assert listed.matches[0] == got.match
        stream = client.matches.Watch(pb.WatchRequest(match_id=created.id), metadata=metadata)
        assert (await next_of(stream, "match")) == got.match
        stream.cancel()


async def test_a_setup_in_the_language_of_its_reader(client):
    created = await client.create("own", "own", game="brotherhood")
    for header, wanted in WANTED.items():
        metadata = bearer(created.seats[0], languages=header)
        answer = await client.matches.GetSetup(
            pb.GetSetupRequest(match_id=created.id), metadata=metadata
        )
        assert answer.setup.HasField("brotherhood")
        assert languages_of(answer) == wanted
        stream = created.watch(created.seats[0], languages=header)
        assert await next_of(stream, "setup") == answer.setup
        stream.cancel()


@pytest.mark.parametrize(
    ("value", "named"),
    [("true", True), ("1", True), ("TRUE", True), ("false", False), ("0", False), ("x", False)],
)
async def test_names_are_asked_for_by_metadata(client, value, named):
    seats = [pb.SeatRequest(own=pb.OwnSeat(name=name)) for name in ("Ana", "Bo", "Cleo")]
    options = {"first_seat": "0"}
    created = await client.create(game="complots", options=options, seats=seats)
    metadata = [*bearer(created.seats[0]), ("intrigue-player-names", value)]
    request = pb.GetViewRequest(match_id=created.id)
    view = (await client.matches.GetView(request, metadata=metadata)).view
    said = "\n".join(text.en for text in texts(view))
    assert (shown("Bo") in said) == named
