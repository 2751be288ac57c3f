"""Records that hold, and forgeries that fail at the point that they break.

An operator can make the chain again over anything: what is forged here is sealed again,
so that each point must stand by itself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from tests.contract.goldens import GAMES, describe, variants
from tests.proofs import (
    CLOCK,
    CLOCK_WITH_POLICY,
    MatchPlan,
    PlayedMatch,
    match_plans,
    play_match,
    rebuild_chain,
    template,
)

from intrigue import proof
from intrigue.store import Lobby, Status
from intrigue.verify import Noted, Point, Verdict, verify
from intrigue_proto.v1 import match_pb2, record_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = GAMES[0]
WITH_DOCUMENTS = [game for game in GAMES if template(game)]
LOBBY, DEAL, STEP, TIMEOUT = (
    record_pb2.LOG_KIND_LOBBY,
    record_pb2.LOG_KIND_DEAL,
    record_pb2.LOG_KIND_STEP,
    record_pb2.LOG_KIND_TIMEOUT,
)


def flawed(verdict: Verdict) -> set[Point]:
    """The points that failed, each with a reason in both languages."""
    failed = [check for check in verdict.checks if check.passed is False]
    assert all(check.en and check.fr and check.en != check.fr for check in failed)
    assert bool(failed) != verdict.holds
    return {check.point for check in failed}


def forged(plan: MatchPlan, forge: Callable[[record_pb2.MatchRecord], object]) -> set[Point]:
    record = play_match(plan).record
    forge(record)
    rebuild_chain(record)
    return flawed(verify(record))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_match_holds(game):
    for plan in match_plans([game], {game: list(variants(game))}):
        played = play_match(plan)
        verdict = verify(played.record, commitment=played.commitment, receipts=played.receipts)
        assert verdict.holds, (plan, flawed(verdict))
        assert verdict.against_notes
        alone = verify(played.record)
        assert alone.holds
        assert not alone.against_notes
        assert [check.point for check in alone.checks] == list(Point)[:-2]


def test_a_record_without_a_proof_is_played_again_and_no_more():
    record = play_match(MatchPlan(GAME)).record
    record.ClearField("proof")
    verdict = verify(record, commitment=bytes(32))
    assert flawed(verdict) == {Point.PROOF}
    assert {check.point for check in verdict.checks if check.passed} == {Point.FORM, Point.PLAY}
    record.seed = b""
    assert flawed(verify(record)) == {Point.PROOF, Point.PLAY}


def test_a_record_of_older_rules_says_so_and_the_rest_is_checked():
    def age(record: record_pb2.MatchRecord) -> None:
        record.rules_version = 0
        record.proof.terms = record.proof.terms.replace('"rules_version":1', '"rules_version":0')

    record = play_match(MatchPlan(GAME)).record
    age(record)
    rebuild_chain(record)
    verdict = verify(record)
    assert flawed(verdict) == {Point.PLAY}
    play = next(check for check in verdict.checks if check.point is Point.PLAY)
    assert "of rules version 0, and this engine plays version 1" in play.en
    assert "version 0 des règles" in play.fr
    skipped = {check.point for check in verdict.checks if check.passed is None}
    assert skipped == {Point.LOG, Point.REVISIONS}


def test_another_match_altogether_holds_but_not_against_what_was_noted():
    """Why a reader should note something: a record alone only agrees with itself."""
    true_one, other = play_match(MatchPlan(GAME)), play_match(MatchPlan(GAME, number=1))
    assert verify(other.record).holds
    against = verify(other.record, commitment=true_one.commitment, receipts=true_one.receipts[-1:])
    assert flawed(against) == {Point.NOTED_COMMITMENT, Point.RECEIPT}


def test_a_log_that_was_rewritten_fails_against_receipts():
    played = play_match(MatchPlan(GAME, rematch=True))

    def rename(record: record_pb2.MatchRecord) -> None:
        for entry in record.proof.log:
            entry.body = entry.body.replace("Zoé 0".encode(), "Léa 0".encode())

    rename(played.record)
    rebuild_chain(played.record)
    assert verify(played.record, commitment=played.commitment).holds
    # The first receipt is older than the name.
    verdicts = [verify(played.record, receipts=[receipt]).holds for receipt in played.receipts]
    assert verdicts == [True] + [False] * (len(verdicts) - 1)


@pytest.mark.parametrize("game", GAMES)
def test_receipts_are_of_a_seat_and_a_revision(game):
    played = play_match(MatchPlan(game))
    last = played.receipts[-1]
    for wrong in (
        Noted(last.seat, last.revision + 1, last.head),
        Noted(last.seat, last.revision, bytes(32)),
        Noted(99, last.revision, last.head),
    ):
        assert flawed(verify(played.record, receipts=[wrong])) == {Point.RECEIPT}
    entries = played.record.proof.log
    assert [receipt.seat is None for receipt in played.receipts] == [
        not entry.HasField("seat") for entry in entries
    ]


def test_what_a_receipt_proves_can_not_be_checked_on_a_broken_chain():
    played = play_match(MatchPlan(GAME))
    played.record.proof.head = bytes(32)
    verdict = verify(played.record, receipts=played.receipts[:1])
    assert flawed(verdict) == {Point.CHAIN}
    assert verdict.checks[-1].passed is None


# Forgeries, sealed again.


def test_another_seed_of_the_server():
    def reseed(record: record_pb2.MatchRecord) -> None:
        record.proof.server_seed = bytes(32)

    assert forged(MatchPlan(GAME), reseed) == {Point.COMMITMENT, Point.SEED}


def test_a_deal_that_leaves_out_what_the_seats_gave():
    """The deal of the server's own seed, consistent in all else."""
    played = play_match(MatchPlan(GAME, entropy=False))

    def give(record: record_pb2.MatchRecord) -> None:
        _edit_lobbies(record, lambda lobby: _with(lobby, 0, entropy=b"given"))

    give(played.record)
    rebuild_chain(played.record)
    assert flawed(verify(played.record)) == {Point.SEED}


def test_entropy_from_a_seat_that_nobody_holds():
    """Otherwise the server could choose it last, and with it the deal."""

    def give(record: record_pb2.MatchRecord) -> None:
        _edit_lobbies(record, lambda lobby: _with(lobby, len(lobby.seats) - 1, entropy=b"!"))

    assert Point.LOBBY in forged(MatchPlan(GAME, entropy=False), give)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "another"},
        {"game": "another"},
        {"rules_version": 99},
        {"rules_version": "1"},
        {"options": {}},
        {"script": ["1"]},
        {"commitment": "00" * 32},
        {"seeded": True},
        {"seeded": 0},
        {"private": None},
        {"clock": [1, 2, 3]},
        {"clock": [-1, 0, 0, ""]},
        {"clock": "none"},
        {"create_time": 1.5},
        {"pace": 1},
        {"labels": []},
        {"labels": {"season": 2}},
        {"unknown": 1},
    ],
    ids=lambda change: "-".join(f"{name}-{value}" for name, value in change.items()),
)
def test_other_terms(change: dict[str, Any]):
    def restate(record: record_pb2.MatchRecord) -> None:
        record.proof.terms = proof.terms(json.loads(record.proof.terms) | change)

    assert forged(MatchPlan(GAME), restate) == {Point.TERMS}


def test_another_number_of_seats():
    """Also where the rules would take it."""

    def reseat(record: record_pb2.MatchRecord) -> None:
        record.seat_count += 1

    for game in GAMES:
        described = describe(game).game
        points = forged(MatchPlan(game), reseat)
        assert {Point.LOBBY, Point.PLAY} <= points
        # Terms name the number of seats where there is a choice.
        assert (Point.TERMS in points) == (described.min_seats != described.max_seats)


def test_an_option_given_as_a_document():
    def move(record: record_pb2.MatchRecord) -> None:
        name = min(record.options)
        record.documents[name] = record.options.pop(name)

    assert Point.TERMS in forged(MatchPlan(GAMES[-1]), move)
    for game in WITH_DOCUMENTS:
        record = play_match(MatchPlan(game, document=True)).record
        assert verify(record).holds
        (option,) = record.documents
        record.options[option] = record.documents.pop(option)
        rebuild_chain(record)
        assert Point.TERMS in flawed(verify(record))


def test_another_document():
    for game in WITH_DOCUMENTS:
        record = play_match(MatchPlan(game, document=True)).record
        (option,) = record.documents
        record.documents[option] += "\n"
        rebuild_chain(record)
        assert Point.TERMS in flawed(verify(record))


@pytest.mark.parametrize("scheme", ["", "intrigue-hmac-sha256-2"])
def test_a_scheme_that_is_not_known(scheme):
    found = forged(MatchPlan(GAME), lambda record: setattr(record.proof, "scheme", scheme))
    assert found == {Point.FORM}


@pytest.mark.parametrize("version", [0, 2])
def test_a_format_that_is_not_known(version):
    found = forged(MatchPlan(GAME), lambda record: setattr(record, "format", version))
    assert found == {Point.PLAY}


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "{", "[" * 10_000, "9" * 5_000])
def test_terms_that_are_none(text):
    assert forged(MatchPlan(GAME), lambda record: setattr(record.proof, "terms", text)) == {
        Point.TERMS
    }


def test_terms_written_otherwise():
    def space(record: record_pb2.MatchRecord) -> None:
        record.proof.terms += " "

    assert forged(MatchPlan(GAME), space) == {Point.TERMS}


def test_a_log_without_one_of_its_parts():
    for kind in (LOBBY, DEAL, STEP):

        def cut(record: record_pb2.MatchRecord, kind=kind) -> None:
            kept = [entry for entry in record.proof.log if entry.kind != kind]
            del record.proof.log[:]
            record.proof.log.extend(kept)

        assert forged(MatchPlan(GAME), cut) == {Point.LOG if kind is STEP else Point.LOBBY}
    assert forged(MatchPlan(GAME), lambda record: record.proof.log.pop()) == {Point.LOG}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"status":1,"seats":[],"rematch":""}',
        b'{"status":9,"seats":[],"rematch":""}',
        b'{"status":1,"seats":[{"occupant":"open"}],"rematch":""}',
        b"[" * 10_000,
    ],
)
def test_a_lobby_that_is_none(body):
    assert forged(MatchPlan(GAME), lambda record: setattr(record.proof.log[0], "body", body)) == {
        Point.LOBBY
    }


def test_a_lobby_written_otherwise():
    def respell(record: record_pb2.MatchRecord) -> None:
        content = json.loads(record.proof.log[0].body)
        record.proof.log[0].body = json.dumps(content).encode()

    def retype(record: record_pb2.MatchRecord) -> None:
        body = record.proof.log[0].body
        record.proof.log[0].body = body.replace(b'"name":""', b'"name":0')

    assert forged(MatchPlan(GAME), respell) == forged(MatchPlan(GAME), retype) == {Point.LOBBY}


@pytest.mark.parametrize(
    ("place", "status", "rematch"),
    [
        (0, Status.FINISHED, ""),
        (0, Status.ABORTED, ""),
        (0, Status.WAITING, "next"),
        (-1, Status.RUNNING, "next"),
        (-1, Status.ABORTED, "next"),
    ],
)
def test_a_stage_that_can_not_be(place, status, rematch):
    def restage(record: record_pb2.MatchRecord) -> None:
        entry = record.proof.log[place]
        entry.body = Lobby.decode(entry.body)._replace(status=status, rematch=rematch).encode()

    assert forged(MatchPlan(GAME, rematch=True), restage) == {Point.LOBBY}


def test_a_deal_before_everybody_was_ready():
    def waver(record: record_pb2.MatchRecord) -> None:
        _edit_lobbies(record, lambda lobby: _with(lobby, 0, ready=False))

    assert forged(MatchPlan(GAME, ready_check=True), waver) == {Point.LOBBY}


def test_seats_that_change_after_the_end():
    def reseat(record: record_pb2.MatchRecord) -> None:
        entry = record.proof.log[-1]
        entry.body = _renamed(Lobby.decode(entry.body)).encode()

    assert forged(MatchPlan(GAME, rematch=True), reseat) == {Point.LOBBY}


def test_seats_that_change_while_it_is_played():
    """A seat may be given to another: the deal stands."""
    played = play_match(MatchPlan(GAME))
    entries = list(record_pb2.MatchRecord.FromString(played.record.SerializeToString()).proof.log)
    deal = next(number for number, entry in enumerate(entries) if entry.kind == DEAL)
    lobby = Lobby.decode(entries[deal - 1].body)
    running = _renamed(lobby)._replace(status=Status.RUNNING)
    for changed, points in (
        (running, set()),
        (running._replace(status=Status.WAITING), {Point.LOBBY}),
        (_with(running, 0, entropy=b"later"), {Point.LOBBY}),
    ):
        change = record_pb2.LogEntry(
            kind=record_pb2.LOG_KIND_LOBBY,
            time_ms=entries[deal + 1].time_ms,
            body=changed.encode(),
        )
        del played.record.proof.log[:]
        played.record.proof.log.extend([*entries[: deal + 2], change, *entries[deal + 2 :]])
        rebuild_chain(played.record)
        assert flawed(verify(played.record)) == points


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("edit", "points"),
    [
        # Nobody is said to have left, but for the outcome.
        (lambda lobby: lobby._replace(replaced=()), {Point.LOBBY}),
        (lambda lobby: lobby._replace(replaced=(0, 0)), {Point.LOBBY}),
        (lambda lobby: lobby._replace(replaced=(99,)), {Point.LOBBY}),
        (lambda lobby: lobby._replace(replaced=(*lobby.replaced, 1)), {Point.LOBBY}),
    ],
)
def test_a_seat_that_changed_hands_is_named(game, edit, points):
    def forge(record: record_pb2.MatchRecord) -> None:
        _edit_lobbies(record, edit)

    assert forged(MatchPlan(game, replaced=True), forge) == points


def test_an_outcome_that_does_not_say_who_left():
    """Or says it of a seat that stayed."""

    def stay(record: record_pb2.MatchRecord) -> None:
        record.outcome.seats[0].ending = match_pb2.SEAT_ENDING_PLAYED_TO_END

    def leave(record: record_pb2.MatchRecord) -> None:
        record.outcome.seats[0].ending = match_pb2.SEAT_ENDING_REPLACED

    held = play_match(MatchPlan(GAME, replaced=True)).record
    assert held.outcome.seats[0].ending == match_pb2.SEAT_ENDING_REPLACED
    assert verify(held).holds
    assert forged(MatchPlan(GAME, replaced=True), stay) == {Point.LOG}
    assert forged(MatchPlan(GAME), leave) == {Point.LOG}


def test_other_steps_in_the_log():
    for field, value, point in (
        ("body", b"\1\0\0", Point.LOG),
        ("seat", 1 - play_match(MatchPlan(GAME)).record.proof.log[-1].seat, Point.LOG),
        ("revision", 1, Point.REVISIONS),
        ("time_ms", 0, Point.TIMES),
        ("clock", b"x", Point.TIMES),
    ):

        def change(record: record_pb2.MatchRecord, field=field, value=value) -> None:
            setattr(record.proof.log[-1], field, value)

        assert forged(MatchPlan(GAME), change) == {point}
    nobodys = forged(MatchPlan(GAME), lambda record: record.proof.log[-1].ClearField("seat"))
    assert nobodys == {Point.LOG}


@pytest.mark.parametrize(("seconds", "nanos"), [(-1, 0), (1 << 62, 0), (1, -1), (1, 1), (1, 10**9)])
def test_a_time_that_can_not_be(seconds, nanos):
    record = play_match(MatchPlan(GAME)).record
    record.proof.log[-1].create_time.CopyFrom(Timestamp(seconds=seconds, nanos=nanos))
    assert flawed(verify(record)) == {Point.FORM}


def test_another_time_of_the_calendar():
    """Only the chain has it: what was sealed again is believed, but not against a receipt."""
    played = play_match(MatchPlan(GAME))
    played.record.proof.log[-1].create_time.seconds += 1
    assert flawed(verify(played.record)) == {Point.CHAIN}
    rebuild_chain(played.record)
    assert verify(played.record).holds
    assert not verify(played.record, receipts=played.receipts[-1:]).holds


@pytest.mark.parametrize(
    ("clock", "holds"), [(None, False), (CLOCK, False), (CLOCK_WITH_POLICY, True)]
)
def test_a_seat_is_out_of_time_only_by_its_clock(clock, holds):
    """With a clock that forfeits, an action is no timeout; without one nothing is."""
    record = play_match(MatchPlan(GAME, clock=clock)).record
    entry = next(entry for entry in record.proof.log if entry.kind == STEP)
    entry.kind = TIMEOUT
    rebuild_chain(record)
    assert flawed(verify(record)) == (set() if holds else {Point.LOG})


def test_an_unfinished_match():
    def stop(record: record_pb2.MatchRecord) -> None:
        record.steps.pop()
        record.proof.log.pop()
        record.ClearField("outcome")

    assert forged(MatchPlan(GAME), stop) == {Point.PLAY}


@pytest.mark.parametrize("field", ["nonce", "server_seed", "commitment", "head"])
def test_parts_of_another_size(field):
    played = play_match(MatchPlan(GAME))
    setattr(played.record.proof, field, getattr(played.record.proof, field) + b"\0")
    assert Point.FORM in flawed(verify(played.record))


def _edit_lobbies(record: record_pb2.MatchRecord, edit: Callable[[Lobby], Lobby]) -> None:
    for entry in record.proof.log:
        if entry.kind == LOBBY:
            entry.body = edit(Lobby.decode(entry.body)).encode()


def _with(lobby: Lobby, seat: int, **change: Any) -> Lobby:
    seats = list(lobby.seats)
    seats[seat] = seats[seat]._replace(**change)
    return lobby._replace(seats=tuple(seats))


def _renamed(lobby: Lobby) -> Lobby:
    first, *rest = lobby.seats
    return lobby._replace(seats=(first._replace(name="another"), *rest))


def test_a_plan_is_played_as_it_says():
    """The plans give what their names say."""
    played: PlayedMatch = play_match(MatchPlan(GAME, scripted=True))
    assert played.record.script
    assert json.loads(played.record.proof.terms)["rated"] is False
    timed = play_match(MatchPlan(GAME, clock=CLOCK_WITH_POLICY)).record
    assert TIMEOUT in {entry.kind for entry in timed.proof.log}
