"""Every answer of the service becomes an exception of the right kind, with all that it said."""

from __future__ import annotations

import grpc
import pytest
from tests.clients.fake_server import Fail, FakeServer

import intrigue_sdk
from intrigue_sdk import NO_RETRIES, connect
from intrigue_sdk.errors import from_rpc

STATUS = grpc.StatusCode


def impatient(service: FakeServer) -> intrigue_sdk.Client:
    return connect(service.target, retry_policy=NO_RETRIES)


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        (Fail(STATUS.FAILED_PRECONDITION, "NOT_TO_ACT"), intrigue_sdk.NotYourTurn),
        (Fail(STATUS.FAILED_PRECONDITION, "MATCH_OVER"), intrigue_sdk.MatchOver),
        (Fail(STATUS.FAILED_PRECONDITION, "MATCH_ABORTED"), intrigue_sdk.MatchAborted),
        (Fail(STATUS.FAILED_PRECONDITION, "MATCH_NOT_STARTED"), intrigue_sdk.NotStarted),
        (Fail(STATUS.FAILED_PRECONDITION, "SEAT_NOT_OPEN"), intrigue_sdk.SeatTaken),
        (Fail(STATUS.FAILED_PRECONDITION, "SOMETHING_NEW"), intrigue_sdk.Refused),
        (
            Fail(
                STATUS.FAILED_PRECONDITION, "TOO_GREEDY", {"clause": "X-12"}, "intrigue.some_game"
            ),
            intrigue_sdk.IllegalAction,
        ),
        (Fail(STATUS.ABORTED, "STALE_REVISION"), intrigue_sdk.Stale),
        (Fail(STATUS.ABORTED, "CONTENDED"), intrigue_sdk.Contended),
        (Fail(STATUS.FAILED_PRECONDITION, "TIME_UP"), intrigue_sdk.TimeUp),
        (Fail(STATUS.NOT_FOUND, "INVITATION_UNKNOWN"), intrigue_sdk.NotFound),
        (Fail(STATUS.OUT_OF_RANGE, "REVISION_AHEAD"), intrigue_sdk.InvalidRequest),
        (Fail(STATUS.INTERNAL, "CORE_FAULT"), intrigue_sdk.EngineFault),
        (Fail(STATUS.FAILED_PRECONDITION, "REQUEST_ID_REUSED"), intrigue_sdk.InvalidRequest),
        (Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED"), intrigue_sdk.Overloaded),
        (Fail(STATUS.INVALID_ARGUMENT, "UNKNOWN_ACTION"), intrigue_sdk.UnknownAction),
        (Fail(STATUS.INVALID_ARGUMENT, "UNKNOWN_OPTION"), intrigue_sdk.InvalidRequest),
        (Fail(STATUS.NOT_FOUND, "UNKNOWN_MATCH"), intrigue_sdk.NotFound),
        (Fail(STATUS.UNAUTHENTICATED, "TOKEN_UNKNOWN"), intrigue_sdk.Unauthenticated),
        (Fail(STATUS.PERMISSION_DENIED, "SEAT_TOKEN_REQUIRED"), intrigue_sdk.Forbidden),
        (Fail(STATUS.RESOURCE_EXHAUSTED), intrigue_sdk.Overloaded),
        (Fail(STATUS.UNAVAILABLE), intrigue_sdk.Unavailable),
        (Fail(STATUS.DEADLINE_EXCEEDED), intrigue_sdk.Unavailable),
        (Fail(STATUS.INTERNAL), intrigue_sdk.ServiceFault),
        (Fail(STATUS.DATA_LOSS, "LOG_DAMAGED"), intrigue_sdk.ServiceFault),
    ],
    ids=lambda value: getattr(value, "reason", "") or getattr(value, "__name__", "status only"),
)
async def test_each_answer_has_its_kind(fail, kind):
    async with FakeServer() as service, impatient(service) as client:
        service.answers["Act"] = [fail]
        with pytest.raises(intrigue_sdk.IntrigueError) as caught:
            await client.seat("m", 0, "token").act(1)
    assert type(caught.value) is kind
    assert caught.value.reason == (fail.reason or fail.status.name)
    assert caught.value.clause == fail.metadata.get("clause", "")


def test_a_proxy_that_has_lost_its_server_is_an_outage():
    nothing = grpc.aio.Metadata()
    details = "Stream removed (RST_STREAM (Received RST_STREAM with error code 2))"
    error = from_rpc(grpc.aio.AioRpcError(STATUS.INTERNAL, nothing, nothing, details))
    assert type(error) is intrigue_sdk.Unavailable


async def test_an_error_has_everything_that_the_service_sent():
    fail = Fail(
        STATUS.ABORTED,
        "STALE_REVISION",
        {"revision": "7", "limit": "many"},
        message="Too late.",
        localized_message="Trop tard.",
        violations={"expected_revision": "is old"},
        retry_delay=2.5,
    )
    async with FakeServer() as service, impatient(service) as client:
        service.answers["Act"] = [fail]
        with pytest.raises(intrigue_sdk.Stale) as caught:
            await client.seat("m", 0, "token").act(1, expected_revision=3)
    error = caught.value
    assert error.domain == "intrigue"
    assert error.metadata == fail.metadata
    assert (error.message, error.localized_message) == ("Too late.", "Trop tard.")
    assert error.field_violations == (intrigue_sdk.FieldViolation("expected_revision", "is old"),)
    assert error.retry_delay == 2.5
    assert error.revision == 7
    assert str(error) == "STALE_REVISION: Too late."


async def test_an_error_without_details_has_the_message_of_its_status():
    async with FakeServer() as service, impatient(service) as client:
        service.answers["Act"] = [Fail(STATUS.INTERNAL, message="")]
        with pytest.raises(intrigue_sdk.ServiceFault) as caught:
            await client.seat("m", 0, "token").act(1)
    error = caught.value
    assert (error.message, error.localized_message) == ("INTERNAL", "INTERNAL")
    assert (error.domain, error.clause, error.field_violations) == ("", "", ())
    assert error.revision is None


async def test_nobody_at_the_address():
    async with connect("127.0.0.1:1", retry_policy=NO_RETRIES) as client:
        with pytest.raises(intrigue_sdk.Unavailable):
            await client.games()
