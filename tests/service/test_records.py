"""Records over the wire: in pages, replayed for any viewer, and verified."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.match_calls import call_match, fetch_record, record_of

from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1 import match_service_pb2 as mpb
from intrigue_proto.v1 import record_service_pb2 as pb

GAMES = ("district_noir", "complots", "shadow_blades", "brotherhood")


async def finished(client: Any, game: str = "district_noir", **request: Any) -> Any:
    created = await client.create("own", "own", game=game, seed=bytes(32), **request)
    for _ in range(6):
        await created.step()
    for token in created.seats.values():
        if (await created.get(created.host)).status == match_pb2.MATCH_STATUS_RUNNING:
            await call_match(created, "Resign", token)
    stream = created.watch(created.host)
    async for _ in stream:
        pass
    assert (await created.get(created.host)).status == match_pb2.MATCH_STATUS_FINISHED
    return created


async def test_the_pages_make_the_whole(client):
    created = await finished(client)
    whole = await fetch_record(client, created.id, page_size=10_000)
    items = len(whole.steps) + len(whole.proof.log)
    for size in (1, 2, 3, items - 1, items, items + 1, 2**32 - 1):
        merged = await fetch_record(client, created.id, page_size=size)
        assert merged == whole
        assert merged.SerializeToString(deterministic=True) == whole.SerializeToString(
            deterministic=True
        )
    first = await client.records.GetRecord(pb.GetRecordRequest(match_id=created.id, page_size=1))
    assert len(first.record.steps) == 1
    assert not first.record.proof.log
    second = await client.records.GetRecord(
        pb.GetRecordRequest(match_id=created.id, page_size=1, page_token=first.next_page_token)
    )
    # Fields outside lists are on the first page only.
    assert second.record == record_pb2.MatchRecord(steps=[whole.steps[1]])


async def test_page_tokens_that_are_none(client, expect):
    created = await finished(client)
    whole = await fetch_record(client, created.id)
    items = len(whole.steps) + len(whole.proof.log)
    for token in ("0", "-1", str(items), "9" * 40, "x", "é", "\0", "1.5", " 1", "٣"):
        async with expect("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN") as problems:
            request = pb.GetRecordRequest(match_id=created.id, page_token=token)
            await client.records.GetRecord(request)
        assert problems[0].fields == ("page_token",)


async def test_there_is_none_before_the_end(client, expect):
    waiting = await client.create("own", "open")
    running = await client.create("own", "own")
    aborted = await client.create("own", "own")
    await aborted.abort(aborted.host)
    for created, reason in (
        (waiting, "MATCH_NOT_STARTED"),
        (running, "MATCH_NOT_OVER"),
        (aborted, "MATCH_ABORTED"),
    ):
        for token in (created.host, created.seats[0]):
            async with expect("FAILED_PRECONDITION", reason):
                await record_of(created, token)


async def replayed(client: Any, record: Any, **fields: Any) -> pb.ReplayRecordResponse:
    request = pb.ReplayRecordRequest(record=record, **fields)
    answer: pb.ReplayRecordResponse = await client.records.ReplayRecord(request)
    return answer


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_shows_what_each_viewer_saw(client, game):
    created = await finished(client, game)
    record = await record_of(created)
    bare = record_pb2.MatchRecord()
    bare.CopyFrom(record)
    bare.ClearField("proof")
    setup = (await client.matches.GetSetup(mpb.GetSetupRequest(match_id=created.id))).setup
    for seat, token in ((None, None), *created.seats.items()):
        viewer = {} if seat is None else {"seat": seat}
        stream = created.watch(token, include_view=True)
        seen = [answer.update async for answer in stream if answer.HasField("update")]
        for given in (record, bare):
            answer = await replayed(client, given, **viewer)
            assert answer.revision == len(seen)
            assert list(answer.updates) == seen[:50]
            assert answer.setup == setup
            assert answer.HasField("setup") == (game == "brotherhood")
        second = await replayed(client, record, **viewer, after_revision=1, page_size=1)
        assert list(second.updates) == seen[1:2]
        assert not second.HasField("setup")
        none_left = await replayed(client, record, **viewer, after_revision=len(seen))
        assert not none_left.updates


async def test_records_that_can_not_be_replayed(client, expect):
    record = await record_of(await finished(client))

    def changed(**fields: Any) -> record_pb2.MatchRecord:
        copy = record_pb2.MatchRecord()
        copy.CopyFrom(record)
        for name, value in fields.items():
            setattr(copy, name, value)
        return copy

    async with expect("INVALID_ARGUMENT", "SEAT_OUT_OF_RANGE") as problems:
        await replayed(client, record, seat=2)
    assert problems[0].fields == ("seat",)
    async with expect("INVALID_ARGUMENT", "FIELD_REQUIRED") as problems:
        await client.records.ReplayRecord(pb.ReplayRecordRequest())
    assert problems[0].fields == ("record",)
    async with expect("INVALID_ARGUMENT", "UNKNOWN_GAME"):
        await replayed(client, changed(game="chess"))
    for reason, bad in (
        ("OTHER_RULES", changed(rules_version=2)),
        ("OTHER_RULES", record_pb2.MatchRecord(game=record.game)),
        ("BAD_RECORD", changed(format=2)),
    ):
        async with expect("INVALID_ARGUMENT", reason):
            await replayed(client, bad)
    tampered = changed()
    tampered.steps[1].action_id = 4_000_000
    async with expect("INVALID_ARGUMENT", "BAD_RECORD"):
        await replayed(client, tampered)


async def verified(client: Any, record: Any, **fields: Any) -> pb.VerifyRecordResponse:
    request = pb.VerifyRecordRequest(record=record, **fields)
    answer: pb.VerifyRecordResponse = await client.records.VerifyRecord(request)
    return answer


PASSED, FAILED, SKIPPED = (
    record_pb2.CHECK_RESULT_PASSED,
    record_pb2.CHECK_RESULT_FAILED,
    record_pb2.CHECK_RESULT_SKIPPED,
)


async def test_a_record_that_holds(client):
    created = await client.create("own", "own", seed=bytes(32))
    seat, _ = await created.turn()
    acted = await created.step()
    await call_match(created, "Resign", created.seats[0])
    record = await record_of(created)
    plain = await verified(client, record)
    assert plain.holds
    assert {check.result for check in plain.checks} == {PASSED}
    assert not any(check.HasField("text") for check in plain.checks)
    assert plain.text.en != plain.text.fr
    noted = await verified(
        client,
        record,
        commitment=created.match.commitment,
        receipts=[pb.NotedReceipt(seat=seat, receipt=acted.receipt)],
    )
    assert noted.holds
    points = {check.point for check in noted.checks} - {check.point for check in plain.checks}
    assert points == {"noted_commitment", "receipt"}


async def test_a_record_that_does_not_hold_is_no_error(client):
    created = await finished(client)
    record = await record_of(created)

    def failing(answer: pb.VerifyRecordResponse) -> set[str]:
        assert not answer.holds
        for check in answer.checks:
            assert check.HasField("text") == (check.result == FAILED)
            assert not check.HasField("text") or check.text.en != check.text.fr
        return {check.point for check in answer.checks if check.result == FAILED}

    def tampered() -> record_pb2.MatchRecord:
        copy = record_pb2.MatchRecord()
        copy.CopyFrom(record)
        return copy

    seeded = tampered()
    seeded.proof.server_seed = b"x" * 32
    assert "commitment" in failing(await verified(client, seeded))
    retold = tampered()
    retold.outcome.seats[0].payoff = 1
    assert "play" in failing(await verified(client, retold))
    late = tampered()
    late.proof.log[1].create_time.seconds += 1
    assert "chain" in failing(await verified(client, late))
    unproven = tampered()
    unproven.ClearField("proof")
    answer = await verified(client, unproven)
    assert "proof" in failing(answer)
    assert SKIPPED in {check.result for check in answer.checks}
    assert failing(await verified(client, record, commitment=b"x" * 32)) == {"noted_commitment"}
    receipt = match_pb2.Receipt(revision=1, head=b"x" * 32)
    noted = [pb.NotedReceipt(seat=0, receipt=receipt)]
    assert failing(await verified(client, record, receipts=noted)) == {"receipt"}


async def test_a_record_to_verify_is_required(client, expect):
    async with expect("INVALID_ARGUMENT", "FIELD_REQUIRED") as problems:
        await client.records.VerifyRecord(pb.VerifyRecordRequest())
    assert problems[0].fields == ("record",)


@pytest.mark.parametrize(("language", "filled"), [("fr", {"fr"}), ("en", {"en"}), ("zxx", set())])
async def test_in_the_language_of_the_caller(client, language, filled):
    record = await record_of(await finished(client))
    record.proof.server_seed = b"x" * 32
    answer = await client.records.VerifyRecord(
        pb.VerifyRecordRequest(record=record), metadata=[("accept-language", language)]
    )
    spoken = [answer.text, *(check.text for check in answer.checks if check.HasField("text"))]
    assert {field.name for text in spoken for field, _ in text.ListFields()} == filled
