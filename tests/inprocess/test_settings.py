"""Options and policies, as users give them and as messages have them."""

from __future__ import annotations

import pytest

from intrigue_proto.options import (
    encode_options,
    encode_options_for,
    join_settings,
    split_settings,
)
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1.game_pb2 import Game
from intrigue_proto.v1.policy_pb2 import Policy

TEXT = "a = 1\nb = 2\n"


def test_settings_are_split_into_the_parts_of_a_message():
    settings: dict[str, str | int | bool] = {
        "seats": 3,
        "expansion": True,
        "mission": TEXT,
        "map": "{}",
        "first_seat": "1",
    }
    assert split_settings(settings) == (
        {"expansion": "true", "first_seat": "1"},
        {"mission": TEXT, "map": "{}"},
        3,
    )
    assert split_settings({"mission": "gallows"}) == ({"mission": "gallows"}, {}, 0)
    assert split_settings({"seats": "4"}) == ({}, {}, 4)
    assert split_settings({}) == split_settings(None) == ({}, {}, 0)


@pytest.mark.parametrize("seats", [0, -1, "", "many", "03", "+3", " 3", "3.0", "٣", True])
def test_a_number_of_seats_that_is_none_is_a_value_error(seats: str | int | bool):
    with pytest.raises(ValueError, match=r"^seats: expected a positive whole number"):
        split_settings({"seats": seats})


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"seats": 5},
        {"seats": "2", "turn_limit": 40, "mission": TEXT},
        {"mission": '{"id": "x"}', "open": False},
    ],
)
def test_settings_that_are_split_and_joined_are_the_same(settings: dict[str, str | int | bool]):
    assert join_settings(*split_settings(settings)) == encode_options(settings)


def test_joined_settings_keep_a_document_a_document():
    joined = join_settings({"a": "1"}, {"mission": "gallows"}, 0)
    assert joined == {"a": "1", "mission": "gallows\n"}
    assert split_settings(joined) == ({"a": "1"}, {"mission": "gallows\n"}, 0)


def test_seats_follow_from_the_policies_where_their_number_varies():
    varies, fixed = Game(min_seats=2, max_seats=5), Game(min_seats=2, max_seats=2)
    assert encode_options_for(varies, {"a": 1}, 4) == {"a": "1", "seats": "4"}
    assert encode_options_for(varies, {"seats": 3}, 4) == {"seats": "3"}
    assert encode_options_for(fixed, None, 4) == {}


def test_a_policy_is_a_text_or_a_message():
    for text in ("random", "ismcts:sims=500", "ismcts:depth=3,sims=500"):
        assert policy_text(parse_policy(text)) == text
    assert parse_policy("ismcts:sims=500,depth=3") == Policy(
        name="ismcts", parameters={"depth": "3", "sims": "500"}
    )
    assert policy_text(Policy()) == ""
    assert parse_policy("") == Policy()


@pytest.mark.parametrize("text", ["ismcts:", "ismcts:sims", "ismcts:=5", "ismcts:sims=1,sims=2"])
def test_a_text_that_is_no_policy_is_a_value_error(text: str):
    with pytest.raises(ValueError, match=r"^policy: expected NAME"):
        parse_policy(text)
