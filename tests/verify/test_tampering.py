"""Records in which something was changed: none is believed.

`INTRIGUE_SOAK=1` tries every change of every plan, and every bit of the short ones.
"""

from __future__ import annotations

import os
import random

import pytest
from google.protobuf import json_format
from tests.contract.goldens import GAMES, variants
from tests.proofs import MatchPlan, match_plans, play_match
from tests.verify.tampering import Tally, changes, flip, leaves

from intrigue_proto.v1 import match_pb2, record_pb2

SOAK = "INTRIGUE_SOAK" in os.environ
ALL = match_plans(GAMES, {game: list(variants(game)) for game in GAMES})
FEW = 150
MANY = 800


def shortest(game: str) -> MatchPlan:
    """Of the matches with a resignation, the one with the smallest record."""
    given_up = [MatchPlan(game, options, resigns=3, rematch=True) for options in variants(game)]
    return min(given_up, key=lambda plan: play_match(plan).record.ByteSize())


SHORT = [shortest(game) for game in GAMES]
LONG = [MatchPlan(game, number=1) for game in GAMES]


def name(plan: MatchPlan) -> str:
    if plan in ALL:
        return f"{plan.game}-{ALL.index(plan)}"
    return f"{plan.game}-{'short' if plan in SHORT else 'long'}"


def canonical(record: record_pb2.MatchRecord) -> bytes:
    return record.SerializeToString(deterministic=True)


@pytest.mark.parametrize("plan", [*SHORT, *ALL], ids=name)
def test_no_field_can_be_changed(plan):
    record = play_match(plan).record
    original = canonical(record)
    every = list(changes(record))
    if plan not in SHORT and not SOAK:
        every = random.Random(repr(plan)).sample(every, min(FEW, len(every)))
    tally = Tally()
    for what, change in every:

        def read(change=change) -> record_pb2.MatchRecord:
            changed = record_pb2.MatchRecord.FromString(original)
            change(changed)
            return changed

        assert tally.judge(read, original), what
    print(f"{name(plan)}: {len(every)} changes, {tally}")
    assert tally.rejected > len(every) * 9 // 10


def test_the_changes_reach_every_field():
    """What the walk does not reach can't be shown to be bound."""
    reached = set()
    steps: set[int] = set()
    endings: set[int] = set()
    documents = 0
    for plan in SHORT + [MatchPlan(game) for game in GAMES] + ALL:
        record = play_match(plan).record
        steps |= {step.kind for step in record.steps}
        endings |= {seat.ending for seat in record.outcome.seats}
        documents += len(record.documents)
        waiting = [record]
        while waiting:
            message = waiting.pop()
            for field in message.DESCRIPTOR.fields:
                reached.add(field.full_name)
            for field, value in message.ListFields():
                if field.message_type is None or field.message_type.GetOptions().map_entry:
                    continue
                waiting.extend(value if field.is_repeated else [value])
    assert steps == set(record_pb2.StepKind.values()) - {record_pb2.STEP_KIND_UNSPECIFIED}
    # Nothing that a service does makes a seat abandoned.
    never = {match_pb2.SEAT_ENDING_UNSPECIFIED, match_pb2.SEAT_ENDING_ABANDONED}
    assert endings == set(match_pb2.SeatEnding.values()) - never
    assert documents
    # A text of an outcome is added as a whole, and rejected so: nothing within it is reached.
    unreached = set(leaves(record_pb2.MatchRecord())) - reached
    assert unreached == {"intrigue.text.v1.LocalizedText.en", "intrigue.text.v1.LocalizedText.fr"}


def positions(plan: MatchPlan, size: int, rng: random.Random) -> list[int]:
    if plan in SHORT or SOAK:
        return list(range(size))
    return rng.sample(range(size), min(size, MANY))


@pytest.mark.parametrize("plan", [*SHORT, *LONG], ids=name)
def test_no_byte_can_be_changed(plan):
    rng = random.Random(repr(plan))
    original = canonical(play_match(plan).record)
    tally = Tally()
    for position in positions(plan, len(original), rng):
        changed = flip(original, position, rng)
        assert tally.judge(lambda: record_pb2.MatchRecord.FromString(changed), original), position  # noqa: B023
    print(f"{name(plan)}: {len(original)} bytes, {tally}")


@pytest.mark.parametrize("plan", SHORT, ids=name)
def test_no_end_can_be_cut_off_and_none_added(plan):
    original = canonical(play_match(plan).record)
    tally = Tally()
    for size in range(len(original)):
        cut = original[:size]
        assert tally.judge(lambda: record_pb2.MatchRecord.FromString(cut), original), size  # noqa: B023
    # A second message after the first is merged into it.
    assert tally.judge(lambda: record_pb2.MatchRecord.FromString(original * 2), original)
    print(f"{name(plan)}: {tally}")


@pytest.mark.parametrize("plan", [*SHORT, *LONG], ids=name)
def test_no_character_of_a_json_file_can_be_changed(plan):
    rng = random.Random(repr(plan))
    record = play_match(plan).record
    text = json_format.MessageToJson(record, preserving_proto_field_name=True)
    tally = Tally()
    for position in positions(plan, len(text), rng):
        other = rng.choice('0aZ"{}[],: \\+/=_é')
        changed = text[:position] + other + text[position + 1 :]

        def read(changed=changed) -> record_pb2.MatchRecord:
            return json_format.Parse(changed, record_pb2.MatchRecord())

        assert tally.judge(read, canonical(record)), position
    print(f"{name(plan)}: {len(text)} characters, {tally}")


def test_json_with_a_key_that_nobody_knows_is_not_read():
    text = json_format.MessageToJson(play_match(SHORT[0]).record)
    for place in [place for place, char in enumerate(text) if char == "{"]:
        changed = text[: place + 1] + '"unknown": 1, ' + text[place + 1 :]
        if _within_a_string(text, place):
            continue
        with pytest.raises(json_format.ParseError):
            json_format.Parse(changed, record_pb2.MatchRecord())


def _within_a_string(text: str, place: int) -> bool:
    return text[:place].replace('\\"', "").count('"') % 2 == 1
