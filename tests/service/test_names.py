"""Texts call seats by number, or by the names that they have now where a caller asks for that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.service.match_calls import call_match, next_of

from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

GAME = "complots"


def shown(name: str) -> str:
    """A name as it stands in a text: between marks, so that it can't turn the rest around."""
    return f"\u2068{name}\u2069"


def texts(message: Message) -> Iterator[LocalizedText]:
    """All texts of a message."""
    if isinstance(message, LocalizedText):
        yield message
        return
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        for part in value if field.is_repeated else [value]:
            yield from texts(part)


def wordless(message: Any) -> Any:
    """A copy of a message without its texts."""
    copy = type(message)()
    copy.CopyFrom(message)
    for text in texts(copy):
        text.Clear()
    return copy


def english(message: Message) -> str:
    return "\n".join(text.en for text in texts(message))


async def seated(client: Any, *names: str) -> Any:
    """A match with these names at its seats, always with the same deal."""
    seats = [pb.SeatRequest(own=pb.OwnSeat(name=name)) for name in names]
    options = {"seats": str(len(names)), "first_seat": "0"}
    return await client.create(game=GAME, options=options, seats=seats, seed=bytes(32))


async def look(created: Any, seat: int, *, names: bool = True) -> match_pb2.View:
    answer = await call_match(created, "GetView", created.seats[seat], names=names)
    view: match_pb2.View = answer.view
    return view


def label(view: match_pb2.View, notation: str) -> LocalizedText:
    (found,) = [action for action in view.prompt.actions if action.notation == notation]
    return found.label


async def watched(created: Any, count: int, **request: Any) -> list[match_pb2.Update]:
    """The first updates of seat 0."""
    stream = created.watch(created.seats[0], **request)
    updates = [await next_of(stream, "update") for _ in range(count)]
    stream.cancel()
    return updates


async def test_every_answer_with_texts_has_names_where_they_are_asked_for(client):
    plain, named = [await seated(client, "Ana", "Bo", "Cleo") for _ in range(2)]

    async def both(method: str, seat: int, **fields: Any) -> tuple[Any, Any]:
        answers = [
            await call_match(created, method, created.seats[seat], names=names, **fields)
            for created, names in ((plain, False), (named, True))
        ]
        for answer in answers:
            if method in {"Act", "Resign"}:
                # The links of two matches are never the same.
                answer.receipt.head = b""
        return answers[0], answers[1]

    pairs = [
        await both("GetView", 0),
        await both("Explain", 0, notation="steal 1"),
        await both("Explain", 1, notation="steal 2"),
        await both("Act", 0, notation="steal 1"),
        await both("GetView", 1),
        await both("Resign", 1),
        await both("ListUpdates", 0),
    ]
    for include_view in (False, True):
        streams = [
            await watched(created, 3, names=names, include_view=include_view)
            for created, names in ((plain, False), (named, True))
        ]
        pairs += zip(*streams, strict=True)
    for without, with_names in pairs:
        assert wordless(without) == wordless(with_names)
        # Who does not ask reads no name.
        for name in ("Ana", "Bo", "Cleo"):
            assert name.encode() not in without.SerializeToString()
        if english(without) != english(with_names):
            assert "\u2068" in english(with_names)
    said = "\n".join(english(with_names) for _, with_names in pairs)
    for name in ("Ana", "Bo", "Cleo"):
        assert shown(name) in said
    # What is legal and what is not both use names.
    legal, illegal = pairs[1][1], pairs[2][1]
    assert (legal.legal, illegal.legal) == (True, False)
    assert shown("Bo") in legal.action.label.en
    assert shown("Cleo") in illegal.action.label.en
    acted = pairs[3][1].update.events
    assert any(shown("Ana") in event.text.en and shown("Bo") in event.text.fr for event in acted)


async def test_french_elides_before_a_vowel(client):
    for name, of_whom in (("Élise", "d'"), ("Bo", "de ")):
        created = await seated(client, name, "Marie", "Cleo")
        await created.act(created.seats[0], notation="tax")
        answer = await created.act(created.seats[1], notation="challenge", names=True)
        said = "\n".join(event.text.fr for event in answer.update.events)
        assert f" {of_whom}{shown(name)}." in said


@pytest.mark.parametrize(
    "name",
    ["{ $seat }", "{ card-duchess }", "-court", "[b]Bo[/]", "\\[red]", "none", "number", "1"],
)
async def test_a_name_means_nothing(client, name):
    created, other = [await seated(client, "Ana", second, "Cleo") for second in (name, "Bo")]
    of_name, of_bo = [label(await look(each, 0), "steal 1") for each in (created, other)]
    assert of_name.en == of_bo.en.replace(shown("Bo"), shown(name))
    assert of_name.fr == of_bo.fr.replace(shown("Bo"), shown(name))
    assert shown(name) in of_name.en


async def test_a_seat_without_a_name_of_its_own_keeps_its_number(client):
    created = await seated(client, "Ana", "", "Cleo")
    plain, named = [await look(created, 0, names=names) for names in (False, True)]
    assert label(named, "steal 1") == label(plain, "steal 1")
    assert shown("Cleo") in label(named, "steal 2").en
    # Nobody is taken for another who has the same name.
    alike = await seated(client, "Ana", "Bo", "Bo")
    assert await look(alike, 0) == await look(alike, 0, names=False)
    nobody = await seated(client, "", "", "")
    assert await look(nobody, 0) == await look(nobody, 0, names=False)


async def test_texts_have_the_names_of_now(client):
    created = await seated(client, "Ana", "Bo", "Cleo")
    stream = created.watch(created.seats[0], names=True)
    assert shown("Bo") in label(await look(created, 0), "steal 1").en
    assert shown("Ana") in english(await next_of(stream, "update"))
    await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
    plain, named = [await look(created, 0, names=names) for names in (False, True)]
    assert label(named, "steal 1") == label(plain, "steal 1")
    await created.join(name="Dora", seat=1)
    assert shown("Dora") in label(await look(created, 0), "steal 1").en
    # The stream says so too, of what happens from now on, and a new one of all that happened.
    await created.act(created.seats[0], notation="steal 1")
    update = await next_of(stream, "update")
    assert shown("Dora") in english(update)
    stream.cancel()
    assert all(
        shown("Bo") not in english(update) for update in await watched(created, 2, names=True)
    )
    # A policy has no name.
    await call_match(created, "ReplaceSeat", created.host, seat=2, policy="random")
    explained = await call_match(
        created, "Explain", created.seats[0], notation="steal 2", names=True
    )
    assert "\u2068" not in explained.action.label.en
