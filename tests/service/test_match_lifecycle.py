"""The lifecycle of a match, from the catalog to its record."""

from __future__ import annotations

import asyncio

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from tests.contract.goldens import wordless
from tests.service.conftest import Deployment
from tests.service.match_calls import record_of

from intrigue.config import Settings
from intrigue.server import Server, ServerError
from intrigue_proto.v1 import catalog_service_pb2, match_pb2, record_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SERVICES = tuple(
    f"intrigue.v1.{name}"
    for name in ("MatchService", "RecordService", "CatalogService", "SimulationService")
)

# Everything that there is to know about a game.
PARTS = catalog_service_pb2.GamePart.values()[1:]


async def test_the_catalog_describes_every_game(client):
    games = (await client.catalog.ListGames(catalog_service_pb2.ListGamesRequest())).games
    assert games
    for game in games:
        request = catalog_service_pb2.GetGameRequest(game=game.id, parts=PARTS)
        whole = await client.catalog.GetGame(request)
        assert whole.game == game
        assert [action.id for action in whole.actions] == list(range(len(whole.actions)))
        assert whole.clauses
        assert whole.refusals
        assert whole.features.size > 0


async def test_a_match_waits_for_its_seats_then_plays_to_its_end(client, as_bearer):
    created = await client.create()
    assert created.match.status == match_pb2.MATCH_STATUS_WAITING
    assert created.match.create_time.seconds > 0
    assert {seat.status for seat in created.match.seats} == {match_pb2.SEAT_STATUS_OPEN}

    joined = await created.join(name="Ana", seat=1)
    assert joined.credential.seat == 1
    assert joined.match.status == match_pb2.MATCH_STATUS_WAITING
    assert joined.match.seats[1].name == "Ana"
    joined = await created.join(name="Bo")
    assert joined.credential.seat == 0
    assert joined.match.status == match_pb2.MATCH_STATUS_RUNNING
    assert joined.match.revision > 0

    seat, view = await created.turn()
    assert view.seat == seat
    assert list(view.seats_to_act) == [seat]
    update = (await created.step()).update
    assert update.events
    assert update.events[0].text.en != update.events[0].text.fr
    assert update.revision == view.revision + 1

    await created.play_on()
    match = await created.get()
    assert match.status == match_pb2.MATCH_STATUS_FINISHED
    assert sum(seat.payoff for seat in match.outcome.seats) == 840
    view = await created.view()
    assert not view.HasField("seat")
    assert not view.HasField("prompt")
    assert view.outcome == match.outcome
    assert match.revision == view.revision

    record = await record_of(created)
    assert record.game == client.game
    assert record.outcome == wordless(match.outcome)
    assert len(record.seed) == 32
    assert record.steps[0].kind == record_pb2.STEP_KIND_DEAL


async def test_a_running_match_gives_each_viewer_its_own_updates(client, as_bearer):
    created = await client.create("own", "own")
    await created.play_on(4)
    answers = {}
    for name, token in {"none": None, "host": created.host, **created.seats}.items():
        answers[name] = await created.updates(token)
        revisions = [update.revision for update in answers[name]]
        assert revisions == list(range(1, len(revisions) + 1))
    assert answers["none"] == answers["host"]
    assert answers[0] != answers[1]


async def test_a_chosen_seed_makes_the_same_deal(client):
    seed = bytes(range(32))
    created_matches = [await client.create("own", "own", seed=seed) for _ in range(2)]
    views = [await created.view(created.seats[0]) for created in created_matches]
    assert views[0] == views[1]
    # The one who chose the seed may know every card: everybody can see that.
    assert all(created.match.seeded for created in created_matches)
    assert not (await client.create("own", "own")).match.seeded


async def test_a_script_is_shown_to_everybody(client):
    first = await client.create("own", "own", seed=bytes(32))
    await first.play_on()
    record = await record_of(first)
    script = record.steps[0].chances
    assert script
    again = await client.create("own", "own", script=script)
    assert again.match.scripted
    assert not first.match.scripted
    assert first.match.seeded
    assert not again.match.seeded
    for seat in first.seats:
        replayed = await again.view(again.seats[seat])
        assert replayed.game.ListFields()


async def test_explain_says_whether_and_why_not(client, as_bearer):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    legal = {action.id for action in view.prompt.actions}
    request = catalog_service_pb2.GetGameRequest(game=client.game, parts=PARTS)
    game = await client.catalog.GetGame(request)
    codes = {refusal.reason for refusal in game.refusals}
    for action in game.actions:
        answer = await client.matches.Explain(
            pb.ExplainRequest(match_id=created.id, notation=action.notation),
            metadata=as_bearer(created.seats[seat]),
        )
        assert answer.legal == (action.id in legal)
        assert answer.action.id == action.id
        if not answer.legal:
            assert answer.refusal.reason in codes
            assert answer.refusal.clause
            assert answer.refusal.text.en != answer.refusal.text.fr
        assert answer.HasField("refusal") == (not answer.legal)


async def test_resigning_ends_the_match(client, as_bearer):
    created = await client.create("own", "own")
    answer = await client.matches.Resign(
        pb.ResignRequest(match_id=created.id), metadata=as_bearer(created.seats[0])
    )
    assert answer.update.revision == answer.receipt.revision
    assert [seat.payoff for seat in answer.update.outcome.seats] == [0, 840]
    assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_host_aborts_a_match(client, expect):
    for seats in ((), ("own", "own")):
        created = await client.create(*seats)
        match = await created.abort(created.host)
        assert match.status == match_pb2.MATCH_STATUS_ABORTED
        assert not match.HasField("outcome")
        # Once more changes nothing and is no fault.
        assert await created.abort(created.host) == match
        async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
            await created.join()


async def test_an_aborted_match_can_still_be_looked_at(client, expect):
    created = await client.create("own", "own")
    before = await created.view(created.seats[0])
    await created.abort(created.host)
    async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
        await created.act(created.seats[0], action_id=0)
    assert await created.view(created.seats[0]) == before


async def test_matches_are_listed_page_by_page(client, expect):
    created_matches = [await client.create("own", "own") for _ in range(5)]
    await created_matches[1].play_on()
    await created_matches[2].abort(created_matches[2].host)
    secret = await client.create(visibility=match_pb2.VISIBILITY_PRIVATE)

    listed, token = [], ""
    while True:
        page = await client.matches.ListMatches(
            pb.ListMatchesRequest(page_size=2, page_token=token)
        )
        assert len(page.matches) <= 2
        listed.extend(page.matches)
        token = page.next_page_token
        if not token:
            break
    assert [match.id for match in listed] == [created.id for created in reversed(created_matches)]
    assert secret.id not in {match.id for match in listed}
    for match in listed:
        got = (await client.matches.GetMatch(pb.GetMatchRequest(match_id=match.id))).match
        assert got == match

    finished = await client.matches.ListMatches(
        pb.ListMatchesRequest(statuses=[match_pb2.MATCH_STATUS_FINISHED], game=client.game)
    )
    assert [match.id for match in finished.matches] == [created_matches[1].id]
    assert finished.matches[0].HasField("outcome")
    nothing = await client.matches.ListMatches(pb.ListMatchesRequest(game="other"))
    assert not nothing.matches
    assert not nothing.next_page_token


async def test_a_list_is_up_to_date_when_another_server_may_have_gone_on(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        assert server._matches is not None
        live = server._matches.registry.get(created.id)
        assert live is not None
        live.log.stale = True
        (listed,) = (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
        got = (await client.matches.GetMatch(pb.GetMatchRequest(match_id=created.id))).match
        assert listed == got
        assert listed.revision > 0


async def test_a_seat_that_is_not_to_act_is_refused(client, expect):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    async with expect("FAILED_PRECONDITION", "NOT_TO_ACT"):
        await created.act(created.seats[1 - seat], action_id=view.prompt.actions[0].id)


async def test_health_is_reported_for_each_service(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        health = health_pb2_grpc.HealthStub(client.channel)
        for service in ("", *SERVICES):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_a_second_server_does_not_share_the_port(deployment, tmp_path):
    async with deployment.server() as server:
        other = Server(Settings(port=server.port, database=str(tmp_path / "other.db")))
        with pytest.raises(ServerError, match=str(server.port)):
            await other.start()


async def test_a_file_is_for_one_server(tmp_path):
    deployment = Deployment(str(tmp_path / "matches.db"))
    async with deployment.server():
        other = Server(deployment.settings())
        with pytest.raises(ServerError, match="another server"):
            await other.start()


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("/no/such/folder/matches.db", "no folder"),
        ("postgresql://nobody:hush@127.0.0.1:1/none", "nobody@127.0.0.1:1/none: no server listens"),
    ],
)
async def test_a_server_without_its_database_says_why(database, reason):
    nowhere = Server(Settings(port=0, database=database))
    with pytest.raises(ServerError, match=reason) as caught:
        await nowhere.start()
    assert "hush" not in str(caught.value)
    await nowhere.stop()


async def test_many_matches_at_once(client):
    async def whole() -> None:
        created = await client.create("own", "own")
        await created.play_on()
        assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED

    await asyncio.gather(*(whole() for _ in range(16)))
