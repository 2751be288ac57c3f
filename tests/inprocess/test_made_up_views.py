"""Views that were made up: whatever is wrong with them, they are read or refused."""

from __future__ import annotations

import collections
import os
import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.inprocess.random_play import every_game, play_on

from intrigue import Game, Match, Refused, View, World, analyze, engine
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1.game_view_pb2 import GameSetup

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message

SEED = bytes(32)
MATCHES = 2000 if "INTRIGUE_SOAK" in os.environ else 60
VIEWS = 25
# What a number may become: nearly what it was, or far off.
NUMBERS = (0, 1, 2, 5, 11, 255, 2**31 - 1)


def fields_of(message: Message) -> list[tuple[Any, Any]]:
    """Every field that is set in a message and in all that is within it."""
    found: list[tuple[Any, Any]] = []
    for field, value in message.ListFields():
        found.append((message, field))
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value if field.is_repeated else [value]:
                found += fields_of(one)
    return found


def distort_field(message: Message, rng: random.Random) -> None:
    """Changes a field, or an entry of a list."""
    fields = fields_of(message)
    if not fields:
        return
    place, field = rng.choice(fields)
    value = getattr(place, field.name)
    if field.is_repeated:
        distort_list(value, field, rng)
    elif isinstance(value, bool):
        setattr(place, field.name, not value)
    elif isinstance(value, int):
        number = rng.choice((value + 1, value - 1, *NUMBERS))
        setattr(place, field.name, min(max(0, number), NUMBERS[-1]))
    elif isinstance(value, bytes) and value:
        changed = bytearray(value)
        changed[rng.randrange(len(changed))] = rng.randrange(256)
        setattr(place, field.name, bytes(changed))
    elif isinstance(value, str):
        setattr(place, field.name, f"{value}x")
    else:
        place.ClearField(field.name)


def distort_list(items: Any, field: Any, rng: random.Random) -> None:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        items.clear()
        return
    place = rng.randrange(len(items))
    how = rng.choice(("change", "delete", "double"))
    if how == "change" and isinstance(items[place], int):
        items[place] = rng.choice(NUMBERS)
    elif how == "double" and field.message_type is None:
        items.append(items[place])
    elif how == "double":
        items.add().CopyFrom(items[place])
    else:
        del items[place]


def distort_alike(message: Message, rng: random.Random) -> None:
    """Makes the same change in every message of a list, or lets two of them change places: such
    views agree with themselves in more ways.
    """
    lists = [
        (place, field)
        for place, field in fields_of(message)
        if field.is_repeated
        and field.message_type is not None
        and not field.message_type.GetOptions().map_entry
    ]
    if not lists:
        return
    place, field = rng.choice(lists)
    items = list(getattr(place, field.name))
    plain = [
        one
        for one in field.message_type.fields
        if not one.is_repeated and one.message_type is None and one.type != one.TYPE_STRING
    ]
    if not plain or (len(items) > 1 and rng.random() < 0.3):
        kept = type(items[0])()
        one, other = rng.sample(items, 2) if len(items) > 1 else (items[0], items[0])
        kept.CopyFrom(one)
        one.CopyFrom(other)
        other.CopyFrom(kept)
        return
    name, number = rng.choice(plain).name, rng.choice((0, 1, 2, 5))
    for item in items:
        value = getattr(item, name)
        if isinstance(value, bytes):
            setattr(item, name, b"")
        else:
            setattr(item, name, bool(number) if isinstance(value, bool) else number)


def made_up(match: Match, rng: random.Random) -> View:
    viewer = rng.choice(match.asked) if match.asked and rng.random() < 0.7 else None
    if viewer is None and rng.random() < 0.7:
        viewer = rng.randrange(match.seats)
    true = match.view(viewer)
    message = match_pb2.View.FromString(true.message.SerializeToString())
    targets: list[Message] = [message.game, message.game, message]
    setup = GameSetup()
    if true.setup is not None:
        setup.CopyFrom(true.setup)
        targets.append(setup)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        distort = distort_field if rng.random() < 0.6 else distort_alike
        distort(rng.choice(targets), rng)
    return View(message, None if true.setup is None else setup)


def play_world(view: View) -> None:
    """All that can be done with a world."""
    world = World.fitting(view, seed=3)
    for viewer in (None, *range(world.seats)):
        world.view(viewer)
        world.features(viewer)
    world.playout()
    assert world.payoffs is not None


def calls(view: View) -> dict[str, Callable[[], object]]:
    message = view.message.SerializeToString()
    setup = b"" if view.setup is None else view.setup.SerializeToString()
    return {
        "decide": lambda: engine.decide(message, "random", SEED, 0, setup=setup),
        "think": lambda: engine.decide(message, "greedy:worlds=2", SEED, 0, setup=setup),
        "analyze": lambda: analyze(view, policy="ismcts:sims=20"),
        "judge": lambda: analyze(view, policy="playouts:sims=4"),
        "sample": lambda: engine.sample_worlds(message, SEED, 0, 2, setup),
        "world": lambda: play_world(view),
        "render": view.render,
        "facts": lambda: engine.facts(message, setup),
    }


@every_game
def test_a_made_up_view_is_read_or_refused(game: Game):
    answers: collections.Counter[str] = collections.Counter()
    for seed in range(MATCHES):
        rng = random.Random(seed)
        seats = rng.randint(game.min_seats, game.max_seats)
        varies = game.min_seats != game.max_seats
        match = game.deal({"seats": seats} if varies else {}, seed=seed)
        play_on(match, rng, steps=rng.randrange(60))
        for _ in range(VIEWS):
            view = made_up(match, rng)
            for name, call in calls(view).items():
                try:
                    call()
                    answers[name] += 1
                except Refused as refused:
                    answers[refused.kind] += 1
    # Some distortions change nothing that matters, and most of them do. A view may also be one of a
    # seat that owes no decision, or of the end.
    refusals = {"bad_view", "not_to_act", "over"}
    assert answers["bad_view"] > sum(answers.values()) // 2
    assert answers.keys() - refusals == calls(game.deal().view(0)).keys()


def test_a_view_that_contradicts_itself_is_refused_everywhere():
    """Both sides have taken the line, and the view says that neither has: a side could then be left
    without a card and without a line.
    """
    match = Game("district_noir").deal({"first_seat": 0}, seed=1)
    match.play("take")
    match.play("take" if "take" in [a.notation for a in match.actions()] else match.legal()[0])
    play_on(match, random.Random(1), steps=4)
    view = match.view(match.seat)
    for side in view.game.district_noir.seats:
        side.taken = False
    for name, call in calls(view).items():
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.kind == "bad_view", name
    # The match itself goes on.
    assert match.decide("greedy", seed=1) in match.legal()
