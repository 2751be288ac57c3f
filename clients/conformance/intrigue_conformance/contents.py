"""The messages of scripted matches, including those that a newer server might send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from intrigue_proto.v1 import game_pb2, game_view_pb2, match_pb2, match_service_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.message import Message

    from intrigue_conformance.script import Failure, Step

# The kit plays no rules, so any game of the contract will do: the first one.
GAME = game_view_pb2.GameView.DESCRIPTOR.oneofs_by_name["kind"].fields[0].name
SEATS = 3
SEAT = 0

FUTURE_FIELD = 1999
FUTURE_ENUM_VALUE = 77
FUTURE_TYPE = "type.googleapis.com/intrigue.future.v1.Hint"


def unknown_field(number: int, content: bytes) -> bytes:
    """A field of a newer contract, as it is on the wire."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:  # noqa: PLR2004 - seven bits per byte
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def add_unknown(message: Message) -> None:
    """Adds a field that no client knows."""
    message.MergeFromString(unknown_field(FUTURE_FIELD, b"from a newer contract"))


def prompt(decision: int) -> match_pb2.Prompt:
    """The prompt of the n-th decision; the first legal action of the first one has the id 0."""
    return match_pb2.Prompt(
        seat=SEAT,
        actions=[
            game_pb2.GameAction(id=number, notation=f"play {number}", verb="play")
            for number in (10 * decision, 10 * decision + 3, 10 * decision + 4)
        ],
    )


def update(revision: int, step: Step, decision: int, *, view: bool) -> match_pb2.Update:
    """One update of the seat under test."""
    message = match_pb2.Update(revision=revision)
    others = [seat for seat in range(SEATS) if seat != SEAT]
    if not step.over:
        message.seats_to_act.extend([SEAT, *others] if step.asks else others)
    if step.asks:
        message.prompt.CopyFrom(prompt(decision))
    if step.over:
        message.outcome.CopyFrom(outcome())
    if view:
        message.view.CopyFrom(whole_view(message))
    return message


def whole_view(message: match_pb2.Update) -> match_pb2.View:
    """The view after an update."""
    view = match_pb2.View(
        revision=message.revision,
        seat=SEAT,
        seats_to_act=message.seats_to_act,
        prompt=message.prompt if message.HasField("prompt") else None,
        outcome=message.outcome if message.HasField("outcome") else None,
        rules_version=1,
    )
    getattr(view.game, GAME).SetInParent()
    return view


def outcome() -> match_pb2.Outcome:
    """The seat under test wins alone."""
    return match_pb2.Outcome(
        seats=[
            match_pb2.SeatOutcome(
                seat=seat,
                payoff=840 if seat == SEAT else 0,
                ending=match_pb2.SEAT_ENDING_PLAYED_TO_END,
            )
            for seat in range(SEATS)
        ],
        ending="points",
    )


def match(match_id: str, status: int, version: int) -> match_pb2.Match:
    """The match as everybody sees it."""
    message = match_pb2.Match(
        id=match_id,
        game=GAME,
        rules_version=1,
        visibility=match_pb2.VISIBILITY_PUBLIC,
        version=version,
        seats=[
            match_pb2.Seat(seat=seat, status=match_pb2.SEAT_STATUS_TAKEN) for seat in range(SEATS)
        ],
    )
    # Also a status that this contract does not have: numbers of enums are open.
    message.MergeFromString(match_pb2.Match(status=status).SerializeToString())  # type: ignore[arg-type]
    return message


def modernize_match(message: match_pb2.Match) -> None:
    """Adds what a newer server might send."""
    add_unknown(message)
    message.pace = FUTURE_ENUM_VALUE  # type: ignore[assignment]
    for seat in message.seats:
        seat.status = FUTURE_ENUM_VALUE  # type: ignore[assignment]
        add_unknown(seat)


def modernize_update(message: match_pb2.Update) -> None:
    """Adds what a newer server might send."""
    add_unknown(message)
    event = message.events.add()
    event.game.MergeFromString(unknown_field(FUTURE_FIELD, b"an event of an unknown game"))
    for action in message.prompt.actions if message.HasField("prompt") else ():
        add_unknown(action)
    for seat in message.outcome.seats if message.HasField("outcome") else ():
        seat.ending = FUTURE_ENUM_VALUE  # type: ignore[assignment]


def large_setup(size: int) -> bytes:
    """A stream's message with a setup of about this size, of a type that no client knows."""
    setup = game_view_pb2.GameSetup(
        extension=any_pb2.Any(type_url=FUTURE_TYPE, value=bytes(range(256)) * (size // 256))
    )
    return match_service_pb2.WatchResponse(setup=setup).SerializeToString()


def status_details(failure: Failure, languages: str) -> bytes:
    """The value of grpc-status-details-bin."""
    details = list(_details(failure, languages))
    status = status_pb2.Status(
        code=failure.status.value[0], message=english(failure), details=details
    )
    while failure.fill_bytes and status.ByteSize() < failure.fill_bytes:
        # Lengths are varints, so the size is approached and never passed.
        missing = failure.fill_bytes - status.ByteSize()
        filler = error_details_pb2.Help.Link(description="x" * max(0, missing - 64), url="")
        if missing <= 64:  # noqa: PLR2004 - what the framing of another detail can take
            break
        box = any_pb2.Any()
        box.Pack(error_details_pb2.Help(links=[filler]))
        status.details.append(box)
    content: bytes = status.SerializeToString()
    return content


def english(failure: Failure) -> str:
    """The message of the status."""
    return failure.text.get("en", "by script")


def _details(failure: Failure, languages: str) -> Iterable[any_pb2.Any]:
    if failure.unknown_detail:
        yield any_pb2.Any(type_url=FUTURE_TYPE, value=b"\xff\xfe not even a message")
    details: list[Message] = []
    if failure.reason:
        details.append(
            error_details_pb2.ErrorInfo(
                reason=failure.reason, domain=failure.domain, metadata=failure.metadata
            )
        )
    if failure.text:
        language = "fr" if languages.startswith("fr") else "en"
        details.append(
            error_details_pb2.LocalizedMessage(locale=language, message=failure.text[language])
        )
    if failure.fields:
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(field=path, description="by script")
                    for path in failure.fields
                ]
            )
        )
    if failure.delay_seconds is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(round(failure.delay_seconds * 1000))
        details.append(retry)
    for detail in details:
        box = any_pb2.Any()
        box.Pack(detail)
        yield box
