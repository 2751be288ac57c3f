"""Content as data: a document sent along or taken from the library, checked, played, recorded."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import record_of
from tests.service.test_bots import end_of
from tests.service.test_simulation import summary_of

from intrigue.config import Settings
from intrigue.engine import Engine
from intrigue.matches import validation
from intrigue.server import Server, ServerError
from intrigue.verify import verify
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import (
    catalog_service_pb2,
    game_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue_proto.v1.game_pb2 import DocumentKind

GAME = "brotherhood"
OPTION = "mission"
BUILT_IN = (
    "unlocked_shutter",
    "salt_ledger",
    "seven_ropes",
    "low_water",
    "weigh_house",
    "glass_furnace",
)
MINE = "my_shutter"


def described() -> catalog_service_pb2.GetGameRequest:
    """Asks for the game and all texts of its documents."""
    parts = [catalog_service_pb2.GAME_PART_DOCUMENT_TEXTS]
    return catalog_service_pb2.GetGameRequest(game=GAME, parts=parts)


def kind() -> DocumentKind:
    (found,) = [
        kind
        for kind in GetGameResponse.FromString(Engine().get_game(GAME)).documents
        if kind.option == OPTION
    ]
    return found


def mine() -> str:
    """A custom document: one of the game's under another id."""
    texts = {document.id: document.text for document in kind().built_in}
    return texts["unlocked_shutter"].replace("unlocked_shutter", MINE)


def poor() -> str:
    """The same with a wall that is none."""
    text = mine()
    assert '"b2|c2"' in text
    return text.replace('"b2|c2"', '"a1|d4"')


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library" / GAME / OPTION
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(mine(), "utf-8")
    return tmp_path / "library"


async def check(client: Any, text: str, **fields: str) -> Any:
    request = {"game": GAME, "option": OPTION, "text": text, **fields}
    return await client.catalog.CheckDocument(catalog_service_pb2.CheckDocumentRequest(**request))


async def test_the_game_brings_its_documents(client):
    answer = await client.catalog.GetGame(described())
    (found,) = [kind for kind in answer.documents if kind.option == OPTION]
    assert tuple(document.id for document in found.built_in) == BUILT_IN
    for text in (found.template, *(document.text for document in found.built_in)):
        study = await check(client, text)
        assert study.id
        assert study.issues
        assert {issue.severity for issue in study.issues} == {game_pb2.ISSUE_SEVERITY_NOTE}


async def test_a_fault_has_its_place_and_its_reason(client):
    study = await check(client, poor())
    (issue,) = [i for i in study.issues if i.severity == game_pb2.ISSUE_SEVERITY_ERROR]
    assert issue.path.startswith("walls[")
    assert issue.text.en != issue.text.fr


async def test_a_document_that_is_sent_along_is_played_and_recorded(client):
    text = mine()
    created = await client.create(
        "random", "random", game=GAME, options={OPTION: text, "retries": "0"}
    )
    assert created.match.documents[OPTION] == text
    assert OPTION not in created.match.options
    await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    record = await record_of(created)
    assert record.documents[OPTION] == text
    assert OPTION not in record.options
    assert verify(record).holds


async def test_a_poor_one_is_refused_with_the_place(client, expect):
    request = pb.CreateMatchRequest(game=GAME, documents={OPTION: poor()})
    async with expect("INVALID_ARGUMENT", "OPTIONS_DISAGREE") as problems:
        await client.matches.CreateMatch(request, metadata=[("accept-language", "fr")])
    assert "walls[" in problems[0].en
    assert "walls[" in problems[0].localized
    assert problems[0].localized != problems[0].en


async def test_one_that_is_too_long_is_refused(client, expect):
    text = mine() + "# \n" * validation.MAX_DOCUMENT
    async with expect("INVALID_ARGUMENT", "TEXT_TOO_LONG"):
        await client.create("own", "own", game=GAME, options={OPTION: text})


async def test_the_library_is_listed_beside_the_games_own(deployment, library):
    async with deployment.served(documents=(library,)) as client:
        answer = await client.catalog.GetGame(described())
    (found,) = [kind for kind in answer.documents if kind.option == OPTION]
    assert [document.id for document in found.built_in] == [*BUILT_IN, MINE]
    assert found.built_in[-1].text == mine()


async def test_a_match_has_the_text_of_what_it_named(deployment, library):
    async with deployment.served(documents=(library,)) as client:
        created = await client.create("own", "own", game=GAME, options={OPTION: MINE})
        assert created.match.documents[OPTION] == mine()
        await created.step()
    # It goes on where nobody knows that name any more.
    async with deployment.served() as client:
        created.client = client
        await created.step()
        assert (await created.get()).documents[OPTION] == mine()


async def test_without_the_library_nobody_knows_the_name(client, expect):
    async with expect("INVALID_ARGUMENT", "BAD_OPTION_VALUE"):
        await client.create("own", "own", game=GAME, options={OPTION: MINE})


async def test_simulations_and_batches_take_the_name_too(deployment, library):
    options = {OPTION: MINE, "retries": "0"}
    async with deployment.served(documents=(library,)) as client:
        task = simulation_pb2.SimulationTask(
            game=GAME, options=options, policies=[parse_policy("random")] * 2, match_count=2
        )
        request = simulation_service_pb2.SimulateRequest(task=task)
        summary = await summary_of(client.simulation.Simulate(request))
        assert summary.task.documents[OPTION] == mine()
        settings = simulation_service_pb2.BatchSettings(game=GAME, options=options, lane_count=2)
        lease = await client.simulation.LeaseBatch(
            simulation_service_pb2.LeaseBatchRequest(settings=settings)
        )
        assert lease.layout.lane_count == 2
        stream = client.simulation.StepBatch()
        await stream.write(simulation_service_pb2.StepBatchRequest(open=settings))
        assert (await stream.read()).layout.lane_count == 2
        stream.cancel()


async def test_a_poor_file_stops_the_start(library):
    path = library / GAME / OPTION / "poor.toml"
    path.write_text(poor().replace(MINE, "other"), "utf-8")
    server = Server(Settings(port=0, database=":memory:", documents=(library,)))
    with pytest.raises(ServerError) as caught:
        await server.start()
    assert str(caught.value).startswith(f"{path}: walls[")
    assert caught.value.fr.startswith(f"{path} : walls[")


async def test_a_page_of_matches_is_no_larger_than_a_client_takes(client):
    text = mine() + "# a line that says nothing\n" * 2_000
    made = [
        (await client.create("own", "own", game=GAME, options={OPTION: text})).id for _ in range(12)
    ]
    listed: list[str] = []
    pages, token = 0, ""
    while not pages or token:
        request = pb.ListMatchesRequest(page_size=200, page_token=token)
        answer = await client.matches.ListMatches(request)
        assert answer.matches
        assert answer.ByteSize() < 1_000_000
        listed += [match.id for match in answer.matches]
        pages, token = pages + 1, answer.next_page_token
    assert pages > 1
    assert listed == made[::-1]
