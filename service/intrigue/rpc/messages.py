"""The contract's messages, made from what the service knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from google.protobuf import duration_pb2, timestamp_pb2

from intrigue import proof
from intrigue.matches import (
    ErrorCode,
    MatchProposal,
    ServiceError,
    clocks,
    entry_chain,
    validation,
)
from intrigue.matches.text_options import PLAIN
from intrigue.rpc.localized_fields import select_languages
from intrigue.rpc.policies import policy_message, policy_text
from intrigue.store import ClockRow, MatchFilter, Occupant, Pace, SeatRow, Status
from intrigue_proto.options import split_settings
from intrigue_proto.v1 import match_pb2, match_service_pb2, record_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

    from intrigue.matches import CreatedMatch, Credential, Receipt, Snapshot, TextOptions
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_version import MatchVersion
    from intrigue.store import StoredMatch

_STATUS: Final[Mapping[Status, match_pb2.MatchStatus.ValueType]] = {
    Status.WAITING: match_pb2.MATCH_STATUS_WAITING,
    Status.RUNNING: match_pb2.MATCH_STATUS_RUNNING,
    Status.FINISHED: match_pb2.MATCH_STATUS_FINISHED,
    Status.ABORTED: match_pb2.MATCH_STATUS_ABORTED,
}
_STATUS_ASKED: Final[Mapping[int, Status]] = {number: status for status, number in _STATUS.items()}
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
_PACE: Final[Mapping[Pace, match_pb2.Pace.ValueType]] = {
    Pace.FAST: match_pb2.PACE_FAST,
    Pace.RELAXED: match_pb2.PACE_RELAXED,
}
_PACE_ASKED: Final[Mapping[int, Pace]] = {
    match_pb2.PACE_UNSPECIFIED: Pace.FAST,
    **{number: pace for pace, number in _PACE.items()},
}
_NANOSECONDS: Final = 1_000_000_000
_NANOSECONDS_A_MILLISECOND: Final = 1_000_000


def canonical_bytes(message: Message) -> bytes:
    """The same bytes for the same message: maps are in order."""
    return message.SerializeToString(deterministic=True)


def match(snapshot: Snapshot, texts: TextOptions = PLAIN) -> match_pb2.Match:
    """What anyone may know of a match."""
    row, lobby, times = snapshot.row, snapshot.lobby, snapshot.times
    options, documents, _ = split_settings(row.options)
    message = match_pb2.Match(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=options,
        documents=documents,
        status=_STATUS[lobby.status],
        seats=[
            match_pb2.Seat(
                seat=number,
                status=_SEAT_STATUS[seat.occupant],
                name=seat.name,
                policy=policy_message(seat.policy) if seat.policy else None,
                ready=seat.ready,
            )
            for number, seat in enumerate(lobby.seats)
        ],
        visibility=match_pb2.VISIBILITY_PRIVATE if row.private else match_pb2.VISIBILITY_PUBLIC,
        rated=row.rated,
        scripted=bool(row.script),
        seeded=row.seeded,
        commitment=proof.commitment(row.nonce, row.seed),
        ready_check=row.ready_check,
        pace=_PACE[row.pace],
        labels=row.labels,
        rematch_id=lobby.rematch,
        version=lobby.version + snapshot.revision,
        revision=snapshot.revision,
        create_time=timestamp(row.create_time * _NANOSECONDS_A_MILLISECOND),
    )
    for field, moment in (
        (message.start_time, times.started),
        (message.end_time, times.ended),
        (message.update_time, times.updated),
    ):
        if moment:
            field.CopyFrom(timestamp(moment * _NANOSECONDS_A_MILLISECOND))
    if row.clock is not None:
        message.clock.CopyFrom(_clock_settings(row.clock))
    if snapshot.outcome is not None:
        message.outcome.ParseFromString(snapshot.outcome)
        select_languages(message.outcome, texts)
    return message


def receipt(held: Receipt) -> match_pb2.Receipt:
    """What a caller can show later."""
    return match_pb2.Receipt(revision=held.revision, head=held.head)


def clock(live: LiveMatch, version: MatchVersion, viewer: int | None) -> match_pb2.Clock:
    """What a viewer may know of everybody's time."""
    message = match_pb2.Clock()
    limits, times = live.row.clock, version.times
    if limits is None or times is None:
        return message
    for seat, (true, shown) in enumerate(zip(times.true, times.shown, strict=True)):
        time = true if seat == viewer else shown
        entry = message.seats.add(seat=seat)
        if limits.bank and time.bank >= 0:
            entry.bank.FromMilliseconds(time.bank)
        if (due := clocks.deadline(limits, time)) is not None and not version.status.ended:
            entry.deadline.CopyFrom(timestamp(live.wall_time(due)))
            entry.remaining.FromMilliseconds(max(0, due - live.now()))
    return message


def proof_of(stored: StoredMatch) -> record_pb2.Proof:
    """How anyone can check a finished match."""
    row = stored.row
    return record_pb2.Proof(
        scheme=proof.SCHEME,
        match_id=row.id,
        commitment=proof.commitment(row.nonce, row.seed),
        nonce=row.nonce,
        server_seed=row.seed,
        terms=entry_chain.terms(row),
        log=[
            record_pb2.LogEntry(
                kind=entry.kind,  # type: ignore[arg-type]
                seat=entry.seat,
                request_hash=proof.request_hash(entry.request_id),
                revision=entry.revision,
                time_ms=entry.time,
                create_time=timestamp(entry.wall_time * _NANOSECONDS_A_MILLISECOND),
                clock=entry.clock,
                body=entry.body,
            )
            for entry in stored.entries
        ],
        head=stored.entries[-1].head,
    )


def _clock_settings(limits: ClockRow) -> match_pb2.ClockSettings:
    policy = policy_message(limits.policy) if limits.policy else None
    message = match_pb2.ClockSettings(timeout_policy=policy)
    for field, time in (
        (message.bank, limits.bank),
        (message.increment, limits.increment),
        (message.decision, limits.decision),
    ):
        if time:
            field.FromMilliseconds(time)
    return message


def timestamp(nanoseconds: int) -> timestamp_pb2.Timestamp:
    """A moment, from nanoseconds since 1970."""
    seconds, nanos = divmod(nanoseconds, _NANOSECONDS)
    return timestamp_pb2.Timestamp(seconds=seconds, nanos=nanos)


def created_match(
    result: CreatedMatch, texts: TextOptions
) -> match_service_pb2.CreateMatchResponse:
    """The answer to one who made a match."""
    return match_service_pb2.CreateMatchResponse(
        match=match(result.snapshot, texts),
        host_token=result.host_token,
        spectator_token=result.spectator_token,
        credentials=[credential(held) for held in result.credentials],
        invitation_code=result.invitation_code,
        receipt=receipt(result.receipt),
    )


def credential(held: Credential) -> match_service_pb2.SeatCredential:
    """A seat and its token."""
    return match_service_pb2.SeatCredential(seat=held.seat, token=held.token)


def proposal(request: match_service_pb2.CreateMatchRequest) -> MatchProposal:
    """The proposal of a CreateMatchRequest."""
    if request.visibility not in _PRIVATE:
        raise ServiceError(ErrorCode.UNKNOWN_ENUM_VALUE, field="visibility")
    if request.pace not in _PACE_ASKED:
        raise ServiceError(ErrorCode.UNKNOWN_ENUM_VALUE, field="pace")
    return MatchProposal(
        game=request.game,
        options=dict(request.options),
        documents=dict(request.documents),
        seat_count=request.seat_count,
        pace=_PACE_ASKED[request.pace],
        labels=dict(request.labels),
        seats=tuple(_seat(number, seat) for number, seat in enumerate(request.seats)),
        private=_PRIVATE[request.visibility],
        rated=request.rated,
        seed=request.seed,
        script=tuple(request.script),
        request_id=request.request_id,
        ready_check=request.ready_check,
        clock=_limits(request.clock) if request.HasField("clock") else None,
    )


def _limits(request: match_pb2.ClockSettings) -> ClockRow:
    return ClockRow(
        _milliseconds(request.bank),
        _milliseconds(request.increment),
        _milliseconds(request.decision),
        policy_text(request.timeout_policy, "clock.timeout_policy"),
    )


def _milliseconds(time: duration_pb2.Duration) -> int:
    """A duration, rounded up; whether it makes sense for a clock is for others.

    Of one that is no sound message, with nanoseconds beyond a second or of the other sign,
    nothing makes sense.
    """
    if not 0 <= time.nanos < _NANOSECONDS:
        return -1
    return time.seconds * 1000 - (-time.nanos // _NANOSECONDS_A_MILLISECOND)


def filter_asked(request: match_service_pb2.ListMatchesRequest, *, operator: bool) -> MatchFilter:
    """Which matches a list is to have."""
    return MatchFilter(
        game=request.game or None,
        statuses=tuple(sorted({_status(*pair) for pair in enumerate(request.statuses)})),
        joinable=request.joinable or None,
        rated=request.rated if request.HasField("rated") else None,
        private=None if operator else False,
        labels=tuple(sorted(validation.labels(request.labels).items())),
    )


def _status(place: int, number: int) -> Status:
    if number not in _STATUS_ASKED:
        raise ServiceError(ErrorCode.UNKNOWN_ENUM_VALUE, field=f"statuses[{place}]")
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
    raise ServiceError(ErrorCode.ACTION_MISSING, field="action")


def _seat(number: int, request: match_service_pb2.SeatRequest) -> SeatRow:
    kind = request.WhichOneof("occupant")
    if kind == "own":
        return SeatRow(Occupant.TAKEN, name=request.own.name, entropy=request.own.entropy)
    if kind == "policy":
        policy = policy_text(request.policy.policy, f"seats[{number}].policy.policy")
        if not policy:
            raise ServiceError(ErrorCode.FIELD_REQUIRED, field=f"seats[{number}].policy.policy")
        return SeatRow(Occupant.POLICY, policy=policy)
    return SeatRow(Occupant.OPEN)
