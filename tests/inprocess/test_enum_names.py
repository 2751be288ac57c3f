"""Names of enum values."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from tests.inprocess.random_play import every_game, play_on

from intrigue import Game, as_dict, name_of
from intrigue_proto.enum_names import enum_name
from intrigue_proto.v1 import match_pb2

if TYPE_CHECKING:
    from google.protobuf.descriptor import EnumDescriptor, FileDescriptor


def enums(file: FileDescriptor) -> dict[str, EnumDescriptor]:
    """The enums of a file, and of the contract's files that it imports."""
    found = {enum.full_name: enum for enum in file.enum_types_by_name.values()}
    for imported in file.dependencies:
        if imported.package.startswith("intrigue"):
            found |= enums(imported)
    return found


def test_every_value_of_the_contract_has_a_short_name():
    found = enums(match_pb2.DESCRIPTOR)
    assert len(found) > 20
    for enum in found.values():
        names = [enum_name(enum, value.number) for value in enum.values]
        assert names[0] == "unspecified", enum.full_name
        assert len(set(names)) == len(names)
        assert not any(name.startswith(enum.name.lower()) for name in names)
        assert enum_name(enum, 10_000) == "10000"


def test_the_name_of_a_field():
    view = Game("complots").deal({"seats": 3}, seed=1).view(0)
    complots = view.game.complots
    assert name_of(complots, "stage") == "act"
    assert set(name_of(complots.secrets, "hand")) <= {card.id for card in Game("complots").cards}
    assert name_of(complots.secrets, "examined") == "unspecified"
    for field in ("turn", "seats", "no_such_field"):
        with pytest.raises(ValueError, match=f"has no field '{field}' with an enum"):
            name_of(complots, field)


@every_game
def test_messages_are_plain_values(game: Game):
    match = game.deal(seed=2)
    play_on(match, random.Random(2), steps=20)
    for viewer in (None, *range(match.seats)):
        for message in (match.view(viewer).message, *match.updates(viewer)):
            plain = as_dict(message)
            assert set(plain) == {field.name for field in message.DESCRIPTOR.fields}
            text = json.dumps(plain, default=bytes.hex)
            assert "_UNSPECIFIED" not in text
    # Fields that are not set are there, and of a oneof only the one that is set.
    view = as_dict(match.view(None).message)
    assert view["seat"] is None
    assert list(view["game"]) == [game.id]


def test_plain_values_are_those_of_the_message():
    match = Game("district_noir").deal({"first_seat": 0}, seed=2)
    (event,) = match.play("take").events
    plain = as_dict(event)
    took = plain["game"]["district_noir"]["took"]
    assert took["seat"] == 0
    assert took["cards"] == name_of(event.game.district_noir.took, "cards")
    assert plain["text"]["en"] == event.text.en
