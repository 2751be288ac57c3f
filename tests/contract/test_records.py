"""Golden records: whole matches as JSON, for readers and for other languages.

They replay byte by byte in the core, and the service, given the same seed and the same actions,
writes the same record. Records have no texts, which may be worded better in a later release; proofs
are left out, since they differ from match to match. `INTRIGUE_BLESS=1` writes records that are
missing; one that exists is never written again, for it must replay for ever.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import json_format
from tests.contract.goldens import GAMES, GOLDEN, blessing
from tests.contract.match_client import MatchClient, Refused

from intrigue import engine
from intrigue.verify import verify
from intrigue_proto.options import join_settings
from intrigue_proto.v1 import match_pb2, record_pb2

if TYPE_CHECKING:
    from pathlib import Path

    import grpc

# What each of a game's records shows.
KINDS = ("played", "resigned", "scripted")


@pytest.fixture
def record(game: str, kind: str) -> record_pb2.MatchRecord:
    path = GOLDEN / game / "records" / f"{kind}.json"
    if blessing() and not path.is_file():
        write(path, make(game, kind))
    assert path.is_file(), f"{path.name} is missing; INTRIGUE_BLESS=1 writes it"
    return read(path)


def read(path: Path) -> record_pb2.MatchRecord:
    return json_format.Parse(path.read_text(encoding="utf-8"), record_pb2.MatchRecord())


def unproven(record: record_pb2.MatchRecord) -> record_pb2.MatchRecord:
    """A record without its proof, which has times and secrets of its own."""
    record.ClearField("proof")
    return record


def write(path: Path, record: record_pb2.MatchRecord) -> None:
    """JSON with one line per step, so that a person can read it."""
    content: dict[str, Any] = json_format.MessageToDict(record)
    lines = []
    for name, value in content.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            items = [f"    {json.dumps(item, ensure_ascii=False)}" for item in value]
            text = "[\n" + ",\n".join(items) + "\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    path.parent.mkdir(exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def make(game: str, kind: str) -> record_pb2.MatchRecord:
    """A match of the default options, played at random, also for a seat that has resigned."""
    number = KINDS.index(kind) + 1
    choice = random.Random(number)
    script: list[str] = []
    if kind == "scripted":
        deal = engine.Match(game, {}, bytes(32), []).record(seed=False)
        script = list(record_pb2.MatchRecord.FromString(deal).steps[0].chances)
    options, _ = engine.Engine().settle_options(game, {})
    match = engine.Match(game, dict(options), bytes([number] * 32), script)
    decisions = 0
    while asked := match.asked():
        seat = choice.choice(asked)
        if kind == "resigned" and decisions == 7:
            match.resign(seat)
        else:
            actions = match_pb2.View.FromString(match.view(seat)).prompt.actions
            match.act(seat, choice.choice(actions).id)
        decisions += 1
    return record_pb2.MatchRecord.FromString(match.record(seed=True))


def hands(record: record_pb2.MatchRecord) -> int:
    """How many steps are the seats' own: after somebody who has resigned is asked again, a policy
    decides, and which one is no part of the rules.
    """
    steps = list(record.steps)
    resigned = [step.kind == record_pb2.STEP_KIND_RESIGNATION for step in steps]
    if True not in resigned:
        return len(steps)
    first = resigned.index(True)
    later = {step.seat for step in steps[first + 1 :]}
    return first + 1 if steps[first].seat in later else len(steps)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_core_replays_it_byte_by_byte(record: record_pb2.MatchRecord, game: str, kind: str):
    content = record.SerializeToString(deterministic=True)
    assert record.game == game
    replayed = engine.Match.replay(content)
    assert replayed.over
    for again in (replayed, engine.Match.verify(content)):
        received = record_pb2.MatchRecord.FromString(again.record(seed=True))
        assert received.SerializeToString(deterministic=True) == content
    for steps in range(len(record.steps) + 1):
        part = engine.Match.replay(content, steps)
        received = record_pb2.MatchRecord.FromString(part.record(seed=True))
        assert list(received.steps) == list(record.steps[:steps])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
async def test_the_service_plays_it_again(
    channel: grpc.aio.Channel, record: record_pb2.MatchRecord, game: str, kind: str
):
    settings = join_settings(record.options, record.documents, record.seat_count)
    played_match = await MatchClient.create(channel, game, settings, record.script, record.seed)
    own = hands(record)
    for step in record.steps[1:own]:
        if step.kind == record_pb2.STEP_KIND_RESIGNATION:
            await played_match.resign(step.seat)
        else:
            await played_match.act(step.seat, notation=step.notation)
    if own < len(record.steps):
        # The others resign too, and what policies then do ends the match.
        for seat in range(len(played_match.match.seats)):
            if seat != record.steps[own - 1].seat:
                await played_match.resign(seat)
        await played_match.over()
    again = await played_match.record()
    assert verify(again).holds
    assert list(again.steps[:own]) == list(record.steps[:own])
    if own == len(record.steps):
        assert unproven(again) == record


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_its_name_says(record: record_pb2.MatchRecord, game: str, kind: str):
    kinds = [step.kind for step in record.steps]
    assert kinds[0] == record_pb2.STEP_KIND_DEAL
    assert (record_pb2.STEP_KIND_RESIGNATION in kinds) == (kind == "resigned")
    assert bool(record.script) == (kind == "scripted")
    assert record.HasField("outcome")
    assert len(record.seed) == 32
    assert record.format == 1
    endings = [seat.ending for seat in record.outcome.seats]
    assert len(endings) == record.seat_count
    assert (match_pb2.SEAT_ENDING_RESIGNED in endings) == (kind == "resigned")
    assert match_pb2.SEAT_ENDING_UNSPECIFIED not in endings


@pytest.mark.parametrize("game", GAMES)
async def test_a_script_that_does_not_fit_is_refused(channel: grpc.aio.Channel, game: str):
    """The outcome that does not fit is named, the first one too."""
    deal = engine.Match(game, {}, bytes(32), []).record(seed=False)
    fitting = list(record_pb2.MatchRecord.FromString(deal).steps[0].chances)
    for place in (0, 1, len(fitting) - 1):
        script = [*fitting[:place], f"misfit {place}"]
        with pytest.raises(Refused) as caught:
            await MatchClient.create(channel, game, {}, script)
        assert caught.value.reason == "BAD_SCRIPT"
        assert f"misfit {place}" in caught.value.en
        assert f"misfit {place}" in caught.value.fr
