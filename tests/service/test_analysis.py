"""Analysis and worlds: whose view it is, what comes of it, and what is refused."""

from __future__ import annotations

import asyncio
import collections
import random
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import wait_until

from intrigue import engine
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1 import catalog_service_pb2, game_view_pb2, match_pb2, simulation_pb2
from intrigue_proto.v1 import match_service_pb2 as mpb
from intrigue_proto.v1 import simulation_service_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message

SEED = bytes(range(32))
OPERATOR = "the-word-of-the-operator-of-this-server"
JUDGES = ("greedy", "playouts:sims=30", "ismcts:sims=60")


async def created_matches(client) -> list[Any]:
    """A match for two of every game."""
    games = (await client.catalog.ListGames(catalog_service_pb2.ListGamesRequest())).games
    return [
        await client.create(
            "own",
            "own",
            game=game.id,
            seed=SEED,
        )
        for game in games
    ]


async def setup_of(created) -> game_view_pb2.GameSetup:
    """What does not change in a match."""
    request = mpb.GetSetupRequest(match_id=created.id)
    setup: game_view_pb2.GameSetup = (await created.client.matches.GetSetup(request)).setup
    return setup


async def call_simulation(client, method: str, token: str | None = None, **fields):
    if isinstance(fields.get("policy"), str):
        fields["policy"] = parse_policy(fields["policy"])
    request = getattr(pb, f"{method}Request")(**fields)
    metadata = [] if token is None else [("authorization", f"Bearer {token}")]
    return await getattr(client.simulation, method)(request, metadata=metadata)


@pytest.mark.parametrize("policy", JUDGES)
async def test_analyze_returns_the_values_of_a_seats_choices(client, policy):
    for created in await created_matches(client):
        for _ in range(4):
            seat, view = await created.turn()
            token = created.seats[seat]
            received = await call_simulation(
                client, "Analyze", token, match_id=created.id, policy=policy, seed=SEED
            )
            assert received.seed == SEED
            setup = await setup_of(created)
            raw_setup = setup.SerializeToString()
            expected = engine.analyze(view.SerializeToString(), policy, SEED, setup=raw_setup)
            assert received.analysis == simulation_pb2.Analysis.FromString(expected)
            # A caller that sends the view gets the same, without a token.
            assert received == await call_simulation(
                client, "Analyze", view=view, policy=policy, seed=SEED, setup=setup
            )
            analysis = received.analysis
            assert analysis.seat == seat
            assert policy_text(analysis.policy).startswith(policy)
            legal = [action.id for action in view.prompt.actions]
            assert [judged.action.id for judged in analysis.actions] == legal
            assert [judged.action for judged in analysis.actions] == list(view.prompt.actions)
            assert analysis.best_action_id in legal
            await created.step()


async def test_without_a_policy_and_a_seed(client):
    created = await client.create("own", "own")
    seat, _ = await created.turn()
    token = created.seats[seat]
    received = [
        await call_simulation(client, "Analyze", token, match_id=created.id) for _ in range(2)
    ]
    assert received[0].analysis.policy.name == "ismcts"
    assert received[0].analysis.simulation_count > 0
    assert received[0].seed != received[1].seed
    again = await call_simulation(
        client, "Analyze", token, match_id=created.id, seed=received[0].seed
    )
    assert again == received[0]


async def test_worlds_fit_the_view_and_can_be_dealt_again(client):
    listed = await client.catalog.ListGames(catalog_service_pb2.ListGamesRequest())
    open_games = {game.id for game in listed.games if game.perfect_information}
    for created in await created_matches(client):
        await created.play_on(3)
        setup = await setup_of(created)
        for seat, token in created.seats.items():
            view = await created.view(token)
            received = await call_simulation(
                client, "SampleWorlds", token, match_id=created.id, seed=SEED, count=70
            )
            assert received.view == view
            assert received.seed == SEED
            assert [world.index for world in received.worlds] == list(range(70))
            raw = received.view.SerializeToString()
            for world in received.worlds:
                assert world.seats[seat] == view.game
                dealt = engine.World(
                    raw, received.seed, world.index, setup=setup.SerializeToString()
                )
                for viewer, seen in enumerate(world.seats):
                    assert match_pb2.View.FromString(dealt.view(viewer)).game == seen
            others = {world.seats[1 - seat].SerializeToString() for world in received.worlds}
            if created.match.game in open_games:
                # Nothing is hidden: the one world that fits is the true one.
                truth = await created.view(created.seats[1 - seat])
                assert others == {truth.game.SerializeToString()}
            else:
                # What the seat can't know differs from world to world.
                assert len(others) > 1
            assert received == await call_simulation(
                client, "SampleWorlds", view=view, seed=SEED, count=70, setup=setup
            )
            one = await call_simulation(
                client, "SampleWorlds", token, match_id=created.id, seed=SEED
            )
            assert list(one.worlds) == list(received.worlds[:1])


async def test_a_rated_match_has_no_analysis(client, expect):
    created = await client.create("own", "own", rated=True)
    for token in created.seats.values():
        for method in ("Analyze", "SampleWorlds"):
            async with expect("FAILED_PRECONDITION", "RATED_WITHOUT_ANALYSIS"):
                await call_simulation(client, method, token, match_id=created.id)


NOT_A_SEAT = ("PERMISSION_DENIED", "SEAT_TOKEN_REQUIRED")
NOT_STARTED = ("FAILED_PRECONDITION", "MATCH_NOT_STARTED")
NO_PROMPT = ("FAILED_PRECONDITION", "NOT_TO_ACT")
OK = ("OK", "")
# By stage: the seat that owes a decision, and the other one.
SEATS = {
    "lobby": {"Analyze": (NOT_STARTED, NOT_STARTED), "SampleWorlds": (NOT_STARTED, NOT_STARTED)},
    "running": {"Analyze": (OK, NO_PROMPT), "SampleWorlds": (OK, OK)},
    "finished": {"Analyze": (NO_PROMPT, NO_PROMPT), "SampleWorlds": (OK, OK)},
}
# Methods that have nothing to do with a match: anybody may call them, and a token must hold.
FREE = {
    "Simulate": OK,
    "StepBatch": ("INVALID_ARGUMENT", "BATCH_NOT_OPENED"),
    "LeaseBatch": ("INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "StepLease": ("NOT_FOUND", "UNKNOWN_LEASE"),
    "EndLease": ("NOT_FOUND", "UNKNOWN_LEASE"),
    "ListPolicies": OK,
}
SERVICE = pb.DESCRIPTOR.services_by_name["SimulationService"]


def test_every_method_has_a_row():
    for rows in SEATS.values():
        assert sorted([*rows, *FREE]) == sorted(SERVICE.methods_by_name)


async def outcome(client, method: str, token: str | None, match_id: str, read_problem):
    """The status and the reason of a call."""
    request = getattr(pb, f"{method}Request")()
    if hasattr(request, "match_id"):
        request.match_id = match_id
    if method == "Analyze":
        request.policy.name = "greedy"
    if method == "Simulate":
        request.task.game, request.task.match_count = client.game, 1
        request.task.policies.extend([parse_policy("random")] * 2)
    metadata = [] if token is None else [("authorization", f"Bearer {token}")]
    stub = getattr(client.simulation, method)
    try:
        if SERVICE.methods_by_name[method].server_streaming:
            # With its one message at once: a call may be answered before it is heard.
            stream = client.channel.unary_stream(f"/{SERVICE.full_name}/{method}")
            await stream(request.SerializeToString(), metadata=metadata).read()
        else:
            await stub(request, metadata=metadata)
    except grpc.aio.AioRpcError as error:
        problem = read_problem(error)
        return problem.status.name, problem.reason
    return OK


@pytest.mark.parametrize("stage", SEATS)
async def test_who_may_do_what(deployment, as_bearer, read_problem, stage):
    async with deployment.served(operator_token=OPERATOR) as client:
        created = await client.create("own", "own", ready_check=stage == "lobby")
        seat_to_act = 0
        if stage != "lobby":
            seat_to_act, _ = await created.turn()
        if stage == "finished":
            await client.matches.Resign(
                mpb.ResignRequest(match_id=created.id),
                metadata=as_bearer(created.seats[seat_to_act]),
            )
        foreign = await client.create("own", "own")
        spare = await client.create("own", "own")
        void = spare.seats[0]
        rotate = mpb.RotateTokenRequest(request_id="0123456789abcdef")
        rotated = await client.matches.RotateToken(rotate, metadata=as_bearer(void))
        await spare.view(rotated.token)
        unknown = ("UNAUTHENTICATED", "TOKEN_UNKNOWN")
        for method, (own, other) in SEATS[stage].items():
            for token, expected in {
                created.seats[seat_to_act]: own,
                created.seats[1 - seat_to_act]: other,
                created.host: NOT_A_SEAT,
                created.spectator: NOT_A_SEAT,
                None: ("UNAUTHENTICATED", "SEAT_TOKEN_REQUIRED"),
                OPERATOR: NOT_A_SEAT,
                foreign.seats[0]: ("PERMISSION_DENIED", "TOKEN_OF_ANOTHER_MATCH"),
                void: unknown,
                "intrigue_" + "x" * 43: unknown,
            }.items():
                got = await outcome(client, method, token, created.id, read_problem)
                assert (stage, method, got) == (stage, method, expected)
        for method, expected in FREE.items():
            for token in (*created.seats.values(), created.host, None, OPERATOR, foreign.seats[0]):
                got = await outcome(client, method, token, "", read_problem)
                assert (method, got) == (method, expected)
            if method != "ListPolicies":
                for token in (void, "intrigue_" + "x" * 43):
                    got = await outcome(client, method, token, "", read_problem)
                    assert (method, got) == (method, unknown)


async def test_a_private_match_does_not_exist_for_outsiders(client, expect):
    created = await client.create("own", "own", visibility=match_pb2.VISIBILITY_PRIVATE)
    foreign = await client.create("own", "own")
    for token in (None, foreign.seats[0]):
        for match_id in (created.id, "a" * 26):
            for method in ("Analyze", "SampleWorlds"):
                async with expect("NOT_FOUND", "UNKNOWN_MATCH"):
                    await call_simulation(client, method, token, match_id=match_id)


async def test_bad_requests(client, expect):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    for fields, status, reason in (
        ({}, "INVALID_ARGUMENT", "POSITION_MISSING"),
        ({"match_id": ""}, "INVALID_ARGUMENT", "INVALID_MATCH_ID"),
        ({"match_id": "x" * 65}, "INVALID_ARGUMENT", "INVALID_MATCH_ID"),
        ({"view": view, "seed": b"x"}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
        ({"view": match_pb2.View()}, "INVALID_ARGUMENT", "BAD_VIEW"),
    ):
        for method in ("Analyze", "SampleWorlds"):
            async with expect(status, reason):
                await call_simulation(client, method, **fields)
    for policy, reason in (
        ("genius", "UNKNOWN_POLICY"),
        ("ismcts:color=2", "UNKNOWN_POLICY"),
        ("ismcts:sims=20001", "POLICY_TOO_COSTLY"),
        ("ismcts:ms=5001", "POLICY_TOO_COSTLY"),
        ("random", "NO_JUDGE"),
        ("x" * 257, "TEXT_TOO_LONG"),
        ("\u202e", "INVALID_TEXT"),
    ):
        async with expect("INVALID_ARGUMENT", reason):
            await call_simulation(client, "Analyze", view=view, policy=policy)
    for token in (None, created.seats[1 - seat]):
        async with expect("FAILED_PRECONDITION", "NOT_TO_ACT"):
            await call_simulation(client, "Analyze", view=await created.view(token))
    # What fits a spectator's view can be sampled too, by one who sends it along.
    assert (await call_simulation(client, "SampleWorlds", view=await created.view())).worlds
    for count in (1001, 2**32 - 1):
        async with expect("INVALID_ARGUMENT", "NUMBER_TOO_LARGE") as problems:
            await call_simulation(client, "SampleWorlds", view=view, count=count)
        assert problems[0].metadata["largest"] == "1000"


async def test_a_view_is_refused_whose_engine_state_is_not_its_own(client, expect):
    created = await client.create("own", "own", game="brotherhood", options={"seats": "2"})
    _, view = await created.turn()
    state, setup = view.engine_state, await setup_of(created)
    fields = {"view": view, "setup": setup}
    assert (await call_simulation(client, "SampleWorlds", **fields, count=1)).worlds
    # A view of this game can't be read without the setup of its match.
    for method in ("Analyze", "SampleWorlds"):
        async with expect("INVALID_ARGUMENT", "BAD_VIEW"):
            await call_simulation(client, method, view=view)
    other_version = bytes([state[0] + 1]) + state[1:]
    for damaged in (b"", b"\x01", state[:-1], state + b"\x00", other_version):
        view.engine_state = damaged
        for method in ("Analyze", "SampleWorlds"):
            async with expect("INVALID_ARGUMENT", "BAD_VIEW"):
                await call_simulation(client, method, **fields)


async def test_worlds_are_not_more_than_an_answer_may_hold(deployment, expect):
    async with deployment.served(max_answer_bytes=4000) as client:
        created = await client.create("own", "own")
        token = created.seats[0]
        async with expect("RESOURCE_EXHAUSTED", "ANSWER_TOO_LARGE"):
            await call_simulation(client, "SampleWorlds", token, match_id=created.id, count=1000)
        assert (
            await call_simulation(client, "SampleWorlds", token, match_id=created.id, count=1)
        ).worlds


async def test_an_analysis_ends_when_its_call_is_cancelled(deployment):
    async with (
        deployment.server(simulation_threads=1) as server,
        deployment.client(server) as client,
    ):
        created = await client.create("own", "own")
        seat, _ = await created.turn()
        request = pb.AnalyzeRequest(match_id=created.id, policy=parse_policy("ismcts:ms=5000"))
        metadata = [("authorization", f"Bearer {created.seats[seat]}")]
        call = client.simulation.Analyze(request, metadata=metadata)
        busy = server.metrics.gauges["busy_simulation_threads"][1]
        await wait_until(lambda: busy() == 1)
        # Those that wait in line are let go too.
        waiting = [client.simulation.Analyze(request, metadata=metadata) for _ in range(3)]
        for one in (*waiting, call):
            one.cancel()
        await asyncio.gather(*waiting, call, return_exceptions=True)
        await wait_until(lambda: busy() == 0)


async def test_the_number_of_concurrent_analyses_is_limited(deployment, expect):
    async with deployment.server(max_analyses=1) as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        seat, view = await created.turn()
        request = pb.AnalyzeRequest(view=view, policy=parse_policy("ismcts:ms=5000"))
        call = client.simulation.Analyze(request)
        await wait_until(lambda: server.metrics.gauges["busy_simulation_threads"][1]() == 1)
        for method in ("Analyze", "SampleWorlds"):
            async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED") as problems:
                await call_simulation(client, method, created.seats[seat], match_id=created.id)
            assert problems[0].metadata["limit"] == "max_analyses"
        call.cancel()


async def test_a_view_that_contradicts_itself_is_refused(client, read_problem):
    """Where both sides have taken the line, views say that neither has. A side could then be left
    without a card and without a line.
    """
    created = await client.create("own", "own", game="district_noir", seed=SEED)
    rng = random.Random(1)
    reasons: collections.Counter[str] = collections.Counter()
    while not (await created.get()).HasField("outcome"):
        seat, view = await created.turn()
        await created.act(created.seats[seat], action_id=rng.choice(view.prompt.actions).id)
        sides = view.game.district_noir.seats
        if not all(side.taken for side in sides):
            continue
        for side in sides:
            side.taken = False
        try:
            await call_simulation(client, "Analyze", view=view, policy="playouts:sims=200")
            reasons["none"] += 1
        except grpc.aio.AioRpcError as error:
            problem = read_problem(error)
            reasons[problem.reason] += 1
            assert problem.status.name == "INVALID_ARGUMENT"
    assert reasons.keys() == {"BAD_VIEW"}


def parts_of(message: Message) -> list[tuple[Message, Any]]:
    """What is said in a message and in all that is within it: the message, and the field."""
    found: list[tuple[Message, Any]] = []
    for field, value in message.ListFields():
        found.append((message, field))
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            within = value if field.is_repeated else [value]
            found += [part for one in within for part in parts_of(one)]
    return found


def distort(message: Message, rng: random.Random) -> None:
    """Changes something that is said in a message so that it can still be read."""
    place, field = rng.choice(parts_of(message))
    value = getattr(place, field.name)
    if field.is_repeated and len(value):
        number = rng.randrange(len(value))
        if isinstance(value[number], int) and rng.random() < 0.5:
            value[number] = rng.randrange(12)
        else:
            del value[number]
    elif isinstance(value, bool):
        setattr(place, field.name, not value)
    elif isinstance(value, int):
        setattr(place, field.name, max(0, value + rng.choice((-1, 1))))
    else:
        place.ClearField(field.name)


async def test_views_that_no_world_fits_are_refused(client):
    """Views with bytes or words changed, and views put together from two games: a clear word for
    each.
    """
    seed = 20_260_101
    rng = random.Random(seed)
    print("seed", seed)
    counts: collections.Counter[str] = collections.Counter()
    views, setups = [], []
    for created in await created_matches(client):
        await created.play_on(rng.randrange(4))
        views.append((await created.turn())[1])
        setups.append((await setup_of(created)).SerializeToString())
    mutants = []
    for view in views:
        raw = view.SerializeToString()
        for _ in range(150):
            changed = bytearray(raw)
            for _ in range(rng.randint(1, 3)):
                changed[rng.randrange(len(changed))] = rng.randrange(256)
            mutants.append(bytes(changed))
        for _ in range(150):
            untrue = match_pb2.View.FromString(raw)
            distort(untrue.game, rng)
            mutants.append(untrue.SerializeToString())
        for other in views:
            if other is not view:
                mutants.append(raw + other.SerializeToString())
                mixed = match_pb2.View.FromString(raw)
                mixed.game.CopyFrom(other.game)
                mutants.append(mixed.SerializeToString())
    for mutant in mutants:
        for method, more in (("Analyze", b"\x1a\x08\x0a\x06greedy"), ("SampleWorlds", b"\x18\x02")):
            length = len(mutant)
            prefix = bytes([0x12, length & 0x7F | 0x80, length >> 7])
            path = f"/{SERVICE.full_name}/{method}"
            call = client.channel.unary_unary(path)(
                prefix + mutant + more, timeout=PATIENCE_SECONDS
            )
            counts[(await call.code()).name] += 1
    print(counts)
    assert set(counts) == {"OK", "INVALID_ARGUMENT", "FAILED_PRECONDITION"}
    assert counts["INVALID_ARGUMENT"] > 100
