"""The contract's messages, made from what the service knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from google.protobuf import timestamp_pb2

from intrigue.matches import Code, Fault, Proposal
from intrigue.store import Occupant, SeatRow, Status
from intrigue_proto.v1 import match_pb2, match_service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue.matches import Credential, Founded, Snapshot

_STATUS: Final[Mapping[Status, match_pb2.MatchStatus.ValueType]] = {
    Status.WAITING: match_pb2.MATCH_STATUS_WAITING,
    Status.RUNNING: match_pb2.MATCH_STATUS_RUNNING,
    Status.FINISHED: match_pb2.MATCH_STATUS_FINISHED,
    Status.ABORTED: match_pb2.MATCH_STATUS_ABORTED,
}
_STATUS_ASKED: Final[Mapping[int, Status | None]] = {
    match_pb2.MATCH_STATUS_UNSPECIFIED: None,
    **{number: status for status, number in _STATUS.items()},
}
_SEAT_STATUS: Final[Mapping[Occupant, match_pb2.SeatStatus.ValueType]] = {
    Occupant.OPEN: match_pb2.SEAT_STATUS_OPEN,
    Occupant.TAKEN: match_pb2.SEAT_STATUS_TAKEN,
    Occupant.POLICY: match_pb2.SEAT_STATUS_POLICY,
}
_PRIVATE: Final[Mapping[int, bool]] = {
    match_pb2.VISIBILITY_UNSPECIFIED: False,
    match_pb2.VISIBILITY_PUBLIC: False,
    match_pb2.VISIBILITY_PRIVATE: True,
}
_NANOSECONDS: Final = 1_000_000_000


def match(snapshot: Snapshot) -> match_pb2.Match:
    """What anyone may know of a match."""
    row, stage = snapshot.row, snapshot.stage
    message = match_pb2.Match(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=row.options,
        status=_STATUS[stage.status],
        seats=[
            match_pb2.Seat(
                number=number,
                status=_SEAT_STATUS[seat.occupant],
                name=seat.name,
                policy=seat.policy,
            )
            for number, seat in enumerate(stage.seats)
        ],
        visibility=match_pb2.VISIBILITY_PRIVATE if row.private else match_pb2.VISIBILITY_PUBLIC,
        rated=row.rated,
        scripted=bool(row.script),
        seeded=row.seeded,
        create_time=timestamp(row.create_time),
        revision=stage.revision,
    )
    if stage.outcome is not None:
        message.outcome.ParseFromString(stage.outcome)
    return message


def timestamp(nanoseconds: int) -> timestamp_pb2.Timestamp:
    """A moment, from nanoseconds since 1970."""
    seconds, nanos = divmod(nanoseconds, _NANOSECONDS)
    return timestamp_pb2.Timestamp(seconds=seconds, nanos=nanos)


def founded(result: Founded) -> match_service_pb2.CreateMatchResponse:
    """The answer to one who made a match."""
    return match_service_pb2.CreateMatchResponse(
        match=match(result.snapshot),
        host_token=result.host_token,
        spectator_token=result.spectator_token,
        credentials=[credential(held) for held in result.credentials],
    )


def credential(held: Credential) -> match_service_pb2.SeatCredential:
    """A seat and its token."""
    return match_service_pb2.SeatCredential(seat=held.seat, token=held.token)


def proposal(request: match_service_pb2.CreateMatchRequest) -> Proposal:
    """What somebody asks for who makes a match."""
    if request.visibility not in _PRIVATE:
        raise Fault(Code.UNKNOWN_ENUM_VALUE, field="visibility")
    return Proposal(
        game=request.game,
        options=dict(request.options),
        seats=tuple(_seat(seat) for seat in request.seats),
        private=_PRIVATE[request.visibility],
        rated=request.rated,
        seed=request.seed,
        script=tuple(request.script),
        request_id=request.request_id,
    )


def status_asked(number: int) -> Status | None:
    """The status that a list is to be filtered by; None: all of them."""
    if number not in _STATUS_ASKED:
        raise Fault(Code.UNKNOWN_ENUM_VALUE, field="status")
    return _STATUS_ASKED[number]


def choice(
    request: match_service_pb2.ActRequest | match_service_pb2.ExplainRequest,
) -> int | str:
    """The action that a request names, by id or in notation."""
    kind = request.WhichOneof("action")
    if kind == "action_id":
        return request.action_id
    if kind == "notation":
        return request.notation
    raise Fault(Code.ACTION_MISSING)


def _seat(request: match_service_pb2.SeatRequest) -> SeatRow:
    kind = request.WhichOneof("occupant")
    if kind == "own":
        return SeatRow(Occupant.TAKEN, name=request.own.name)
    if kind == "policy":
        return SeatRow(Occupant.POLICY, policy=request.policy.policy)
    return SeatRow(Occupant.OPEN)
