"""Records in which something was changed: none is believed.

`INTRIGUE_SOAK=1` tries every change of every story, and every bit of the short ones.
"""

from __future__ import annotations

import os
import random

import pytest
from google.protobuf import json_format
from tests.contract.goldens import GAMES, variants
from tests.proofs import Story, stories, tell
from tests.verify.tampering import Tally, changes, flip, leaves

from intrigue_proto.v1 import match_pb2

SOAK = "INTRIGUE_SOAK" in os.environ
ALL = stories(GAMES, {game: list(variants(game)) for game in GAMES})
FEW = 150
MANY = 800


def shortest(game: str) -> Story:
    """Of the matches that somebody gives up, the one with the smallest record."""
    given_up = [Story(game, options, resigns=3, rematch=True) for options in variants(game)]
    return min(given_up, key=lambda story: tell(story).record.ByteSize())


SHORT = [shortest(game) for game in GAMES]
LONG = [Story(game, number=1) for game in GAMES]


def name(story: Story) -> str:
    if story in ALL:
        return f"{story.game}-{ALL.index(story)}"
    return f"{story.game}-{'short' if story in SHORT else 'long'}"


def canonical(record: match_pb2.Record) -> bytes:
    return record.SerializeToString(deterministic=True)


@pytest.mark.parametrize("story", [*SHORT, *ALL], ids=name)
def test_no_field_can_be_changed(story):
    record = tell(story).record
    original = canonical(record)
    every = list(changes(record))
    if story not in SHORT and not SOAK:
        every = random.Random(repr(story)).sample(every, min(FEW, len(every)))
    tally = Tally()
    for what, change in every:

        def read(change=change) -> match_pb2.Record:
            changed = match_pb2.Record.FromString(original)
            change(changed)
            return changed

        assert tally.judge(read, original), what
    print(f"{name(story)}: {len(every)} changes, {tally}")
    assert tally.rejected > len(every) * 9 // 10


def test_the_changes_reach_every_field():
    """What the walk does not reach can't be shown to be bound."""
    reached = set()
    for story in SHORT + [Story(game) for game in GAMES]:
        record = tell(story).record
        waiting = [record]
        while waiting:
            message = waiting.pop()
            for field in message.DESCRIPTOR.fields:
                reached.add(field.full_name)
            for field, value in message.ListFields():
                if field.message_type is None or field.message_type.GetOptions().map_entry:
                    continue
                waiting.extend(value if field.is_repeated else [value])
    # A text of an outcome is added as a whole, and rejected so: nothing within it is reached.
    unreached = set(leaves(match_pb2.Record())) - reached
    assert unreached == {"intrigue.v1.Text.en", "intrigue.v1.Text.fr"}


def positions(story: Story, size: int, luck: random.Random) -> list[int]:
    if story in SHORT or SOAK:
        return list(range(size))
    return luck.sample(range(size), min(size, MANY))


@pytest.mark.parametrize("story", [*SHORT, *LONG], ids=name)
def test_no_byte_can_be_changed(story):
    luck = random.Random(repr(story))
    original = canonical(tell(story).record)
    tally = Tally()
    for position in positions(story, len(original), luck):
        changed = flip(original, position, luck)
        assert tally.judge(lambda: match_pb2.Record.FromString(changed), original), position  # noqa: B023
    print(f"{name(story)}: {len(original)} bytes, {tally}")


@pytest.mark.parametrize("story", SHORT, ids=name)
def test_no_end_can_be_cut_off_and_none_added(story):
    original = canonical(tell(story).record)
    tally = Tally()
    for size in range(len(original)):
        assert tally.judge(lambda: match_pb2.Record.FromString(original[:size]), original), size  # noqa: B023
    # A second message after the first is merged into it.
    assert tally.judge(lambda: match_pb2.Record.FromString(original * 2), original)
    print(f"{name(story)}: {tally}")


@pytest.mark.parametrize("story", [*SHORT, *LONG], ids=name)
def test_no_character_of_a_json_file_can_be_changed(story):
    luck = random.Random(repr(story))
    record = tell(story).record
    text = json_format.MessageToJson(record, preserving_proto_field_name=True)
    tally = Tally()
    for position in positions(story, len(text), luck):
        other = luck.choice('0aZ"{}[],: \\+/=_é')
        changed = text[:position] + other + text[position + 1 :]

        def read(changed=changed) -> match_pb2.Record:
            return json_format.Parse(changed, match_pb2.Record())

        assert tally.judge(read, canonical(record)), position
    print(f"{name(story)}: {len(text)} characters, {tally}")


def test_json_with_a_key_that_nobody_knows_is_not_read():
    text = json_format.MessageToJson(tell(SHORT[0]).record)
    for place in [place for place, char in enumerate(text) if char == "{"]:
        changed = text[: place + 1] + '"stranger": 1, ' + text[place + 1 :]
        if _within_a_string(text, place):
            continue
        with pytest.raises(json_format.ParseError):
            json_format.Parse(changed, match_pb2.Record())


def _within_a_string(text: str, place: int) -> bool:
    return text[:place].replace('\\"', "").count('"') % 2 == 1
