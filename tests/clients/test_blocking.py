"""The blocking face has the same methods, and they do the same."""

from __future__ import annotations

import inspect
import sys
import threading

import pytest
from tests import processes
from tests.contract.goldens import ROOT, wordless
from tests.e2e.served import two_seat_game

import intrigue_sdk
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import (
    OPEN,
    Bot,
    Outcome,
    blocking,
    clock,
    connect_blocking,
    own,
    policy,
    policy_text,
)
from intrigue_sdk.blocking_proxy import BLOCKING_CLASSES


@pytest.fixture
def client(served):
    with connect_blocking(served.target) as client:
        yield client


@pytest.fixture
def game(client):
    return two_seat_game(client.games())


@pytest.mark.parametrize(
    "name", ["Batch", "Client", "Spectator", "SeatHandle", "Host", "CreatedMatch"]
)
def test_it_lacks_nothing(name):
    def face(kind: type) -> dict[str, list[str]]:
        return {
            member: list(inspect.signature(value).parameters)
            for member, value in inspect.getmembers(kind, callable)
            if not member.startswith("_")
        }

    awaited, blocked = face(getattr(intrigue_sdk, name)), face(getattr(blocking, f"Blocking{name}"))
    assert awaited.items() <= blocked.items()


def test_the_stub_is_up_to_date():
    script = ROOT / "clients" / "python" / "generate_blocking_stub.py"
    run = processes.run([sys.executable, str(script), "--check"], cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_stub_matches_the_module(tmp_path):
    # stubtest does not know that an enum value of protobuf is a number.
    allowed = tmp_path / "allowed.txt"
    methods = ("create_match", "game")
    allowed.write_text("".join(f"intrigue_sdk.blocking.BlockingClient.{m}\n" for m in methods))
    command = [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", "pyproject.toml"]
    run = processes.run([*command, "--allowlist", str(allowed), "intrigue_sdk.blocking"], cwd=ROOT)
    print(run.stdout, run.stderr, sep="\n")
    assert run.returncode == 0


@pytest.mark.parametrize("kind", BLOCKING_CLASSES)
def test_methods_have_the_docstrings_of_their_counterparts(kind):
    for name, member in vars(BLOCKING_CLASSES[kind]).items():
        if hasattr(member, "__wrapped__") or isinstance(member, property):
            assert member.__doc__ == getattr(kind, name).__doc__


def test_a_whole_match(client, game, served):
    created = client.create_match(game, seats=[own("north"), OPEN])
    north = created.seats[0]
    south = client.join(created.id, name="south")
    assert (north.seat, south.seat) == (0, 1)
    seen: list[int] = []

    def look_on():
        with connect_blocking(served.target) as other:
            seen.extend(update.revision for update in other.spectate(created.id).watch())

    spectator = threading.Thread(target=look_on)
    spectator.start()
    while client.match(created.id).status == match_pb2.MATCH_STATUS_RUNNING:
        for seat in (north, south):
            view = seat.view()
            if view.HasField("prompt"):
                assert seat.explain(view.prompt.actions[0]).legal
                seat.act(view.prompt.actions[0], expected_revision=view.revision)
    spectator.join(30)
    assert seen == list(range(1, len(seen) + 1))
    assert north.get_record().outcome == wordless(north.match().outcome)
    assert north.receipt is not None
    assert created.id in [match.id for match in client.matches(page_size=1)]


def test_tokens_hosts_and_resignations(client, game):
    created = client.create_match(game, seats=[own("north"), own("south")])
    assert created.spectator.view().revision == 1
    seat = client.seat(created.id, 1, created.seats[1].token)
    old = seat.token
    assert seat.rotate_token() == seat.token != old
    with seat.watch(include_view=False) as watch:
        assert next(watch).revision == 1
        assert watch.match.id == created.id
    assert seat.resign().HasField("outcome")
    with pytest.raises(intrigue_sdk.MatchOver):
        client.host(created.id, created.host.token).abort()
    other = client.create_match(game)
    assert other.host.abort().status == match_pb2.MATCH_STATUS_ABORTED
    with pytest.raises(intrigue_sdk.NotFound):
        client.game("no_such_game")


def test_before_and_after_a_match(client, game):
    created = client.create_match(
        game,
        seats=[own("north"), OPEN],
        visibility=match_pb2.VISIBILITY_PRIVATE,
        ready_check=True,
        clock=clock(bank=60),
    )
    assert client.match(invitation_code=created.invitation_code).id == created.id
    south = client.join(invitation_code=created.invitation_code, entropy=b"mine")
    assert created.seats[0].set_ready().status == match_pb2.MATCH_STATUS_WAITING
    assert south.set_ready().status == match_pb2.MATCH_STATUS_RUNNING
    clocks: list[intrigue_sdk.Clock] = []
    with south.watch(on_clock=clocks.append) as watch:
        next(watch)
        south.view()
        assert south.revision == 1
        assert south.clock
        south.resign()
        assert next(watch).HasField("outcome")
    assert south.receipt.head == south.get_record().proof.head
    host, seat = created.host.rematch(), south.rematch()
    assert host.match_id == seat.match_id
    assert policy_text(host.replace_seat(1, "random").seats[1].policy) == "random"
    host.revoke_seat(0)
    host.revoke_spectators()
    with pytest.raises(intrigue_sdk.Unauthenticated):
        seat.view()
    host.revoke_token()
    with pytest.raises(intrigue_sdk.Unauthenticated):
        host.match()
    other = client.create_match(game)
    assert policy_text(other.host.add_bots(count=1).seats[0].policy) == "random"
    assert other.id in [match.id for match in client.matches(joinable=True, rated=False)]


class First(Bot):
    def choose(self, view, prompt):
        return prompt.actions[0]


def test_a_bot_plays(client, game):
    created = client.create_match(game, seats=[own("north"), policy("random")])
    outcome = created.seats[0].play(First())
    assert outcome == Outcome.of(created.host.match().outcome)
    assert outcome is not None
    assert sum(outcome.payoffs) == 1


def test_closing_a_watch_ends_the_wait_for_it(client, game):
    created = client.create_match(game, seats=[own("north"), own("south")])
    watch = created.seats[0].watch(after=1)
    timer = threading.Timer(0.2, watch.close)
    timer.start()
    # Nothing happens in the match: only closing ends the wait.
    assert list(watch) == []


def test_it_closes_twice(served):
    client = connect_blocking(served.target)
    client.games()
    client.close()
    client.close()
    with pytest.raises(RuntimeError):
        client.games()


def test_many_clients_in_many_threads(served, game, capfd):
    def play() -> None:
        with connect_blocking(served.target) as client:
            created = client.create_match(game, seats=[own("north"), policy("random")])
            outcomes.append(created.seats[0].play(First()))

    outcomes: list[intrigue_sdk.Outcome | None] = []
    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == 6
    # The event loops of several threads don't get in each other's way.
    assert capfd.readouterr().err == ""


def test_a_call_from_the_clients_own_thread_is_an_error(client, game):
    created = client.create_match(game, seats=[own("north"), own("south")])
    with (
        created.seats[0].watch(on_match=lambda _: client.games()) as watch,
        pytest.raises(RuntimeError),
    ):
        next(watch)
