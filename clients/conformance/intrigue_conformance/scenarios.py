"""The scenarios, in the order in which an author meets them."""

from __future__ import annotations

from grpc import StatusCode

from intrigue_conformance import contents
from intrigue_conformance.script import (
    ASKED,
    OVER,
    SEEN,
    STILL_ASKED,
    Announce,
    AwaitAnswers,
    AwaitAttempts,
    Break,
    CaughtUp,
    CloseWindow,
    CutConnection,
    ErrorReport,
    Failure,
    Heartbeats,
    Lose,
    Overtake,
    Raw,
    Refuse,
    Scenario,
    Silence,
    Then,
    Updates,
)
from intrigue_proto.v1 import match_pb2, match_service_pb2

# Long enough to tell a client that waits from one that does not.
DELAY_SECONDS = 0.8

DOMAIN = f"intrigue.{contents.GAME}"
REFUSAL_TEXT = {
    "en": "You have taken in this round already: you must play.",
    "fr": "Vous avez déjà pris pendant cette manche : vous devez jouer.",
}
REFUSAL = Failure(
    StatusCode.FAILED_PRECONDITION,
    "ALREADY_TAKEN",
    domain=DOMAIN,
    metadata={"clause": "D-13"},
    text=REFUSAL_TEXT,
)
REFUSAL_REPORT = ErrorReport(
    "FAILED_PRECONDITION", "ALREADY_TAKEN", DOMAIN, "D-13", REFUSAL_TEXT["fr"]
)
STOPPING = Failure(StatusCode.UNAVAILABLE, "SERVER_STOPPING", delay_seconds=DELAY_SECONDS)
LIMIT = Failure(StatusCode.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED", delay_seconds=DELAY_SECONDS)

# A short match: the seat is asked at the revisions 2 and 5.
STEPS = (SEEN, ASKED, SEEN, SEEN, ASKED, SEEN, OVER)
PLAIN = (Updates(1), CaughtUp(), Updates(7))


def _raw(**content: object) -> Raw:
    return Raw(match_service_pb2.WatchResponse(**content).SerializeToString())  # type: ignore[arg-type]


UNKNOWN_CONTENT = Raw(contents.unknown_field(99, b"content of a newer contract"))
CLOCK = _raw(clock=match_pb2.Clock(seats=[match_pb2.SeatClock(seat=0)]))

SCENARIOS = (
    # ------------------------------------------------------------------ a match
    Scenario("plain", "Answer each prompt once.", STEPS, (PLAIN,), history=1),
    Scenario(
        "asked_twice",
        "The update after your action has the next prompt.",
        (SEEN, ASKED, ASKED, ASKED, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(6)),),
        history=1,
    ),
    Scenario(
        "no_prompt",
        "The match ends without a prompt for your seat.",
        (SEEN, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(3)),),
        history=1,
    ),
    Scenario(
        "waiting",
        "The match has not started; wait for it.",
        (SEEN, ASKED, SEEN, OVER),
        (
            (
                Announce(match_pb2.MATCH_STATUS_WAITING),
                CaughtUp(),
                Heartbeats(2, 0.1),
                Announce(match_pb2.MATCH_STATUS_WAITING),
                Announce(match_pb2.MATCH_STATUS_RUNNING),
                Updates(4),
            ),
        ),
    ),
    Scenario(
        "already_over",
        "The match was over before you came.",
        (SEEN, ASKED, SEEN, OVER),
        ((Updates(4), CaughtUp()),),
        history=4,
    ),
    Scenario(
        "aborted",
        "The host ends the match: stop. There is no outcome.",
        (SEEN, ASKED, SEEN, SEEN),
        ((Updates(1), CaughtUp(), Updates(4), Announce(match_pb2.MATCH_STATUS_ABORTED)),),
        history=1,
        exit_zero=None,
    ),
    Scenario(
        "heartbeats",
        "Only heartbeats come for a while; keep the stream.",
        STEPS,
        ((Updates(1), CaughtUp(), Heartbeats(15, 0.1), CLOCK, Updates(7)),),
        history=1,
    ),
    Scenario(
        "large_setup",
        "The setup has 3 MiB and an unknown type.",
        STEPS,
        ((Raw(contents.large_setup(3 << 20)), *PLAIN),),
        history=1,
    ),
    Scenario(
        "unknown_content",
        "Ignore fields, enum values and stream contents that you don't know.",
        STEPS,
        (
            (
                UNKNOWN_CONTENT,
                Updates(1),
                UNKNOWN_CONTENT,
                CaughtUp(),
                Updates(2),
                Announce(contents.FUTURE_ENUM_VALUE),
                UNKNOWN_CONTENT,
                Updates(7),
            ),
        ),
        history=1,
        unknown_content=True,
    ),
    # ------------------------------------------------------------------ catching up
    Scenario(
        "open_prompt",
        "The last update before `caught_up` has a prompt: it is open.",
        (SEEN, ASKED, SEEN, OVER),
        ((Updates(2), CaughtUp(), Updates(4)),),
        history=2,
    ),
    Scenario(
        "answered_prompts",
        "Prompts before `caught_up` were answered: don't answer them again.",
        (SEEN, ASKED, SEEN, ASKED, SEEN, ASKED, SEEN, OVER),
        ((Updates(5), CaughtUp(), Updates(8)),),
        history=5,
    ),
    Scenario(
        "answered_and_open_prompts",
        "Of the prompts before `caught_up` only that of the last update is open.",
        (ASKED, SEEN, ASKED, ASKED, SEEN, OVER),
        ((Updates(4), CaughtUp(), Updates(6)),),
        history=4,
    ),
    # ------------------------------------------------------------------ windows
    Scenario(
        "window",
        "Several seats are asked; the prompt is repeated while others answer. Answer it once.",
        (SEEN, ASKED, STILL_ASKED, STILL_ASKED, SEEN, ASKED, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(8)),),
        history=1,
    ),
    Scenario(
        "window_acknowledged",
        "Skip prompts with a revision below that of the answer to your action.",
        (SEEN, ASKED, STILL_ASKED, STILL_ASKED, SEEN, ASKED, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(2), AwaitAnswers(1), Updates(8)),),
        history=1,
    ),
    Scenario(
        "stale_revision",
        "The window closed before your action came: go on.",
        STEPS,
        (PLAIN,),
        acts={1: CloseWindow()},
        history=1,
    ),
    Scenario(
        "stale_revision_asked_again",
        "The window closed, and the next one asks you again.",
        (SEEN, ASKED, ASKED, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(5)),),
        acts={1: CloseWindow()},
        history=1,
    ),
    Scenario(
        "over_while_deciding",
        "The match ended before your action came: its outcome follows on the stream.",
        (SEEN, ASKED, OVER),
        ((Updates(1), CaughtUp(), Updates(3)),),
        acts={1: CloseWindow()},
        history=1,
    ),
    Scenario(
        "overtaken",
        "Another seat made your action illegal, and you are still asked: decide again.",
        (SEEN, ASKED, STILL_ASKED, SEEN, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(2), AwaitAttempts(1), Updates(6)),),
        acts={1: Overtake(REFUSAL)},
        history=1,
    ),
    # ------------------------------------------------------------------ broken streams
    Scenario(
        "resume",
        "The stream breaks: resume after the last update.",
        STEPS,
        (
            (Updates(1), CaughtUp(), Updates(4), Break()),
            (Updates(4), CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    Scenario(
        "resume_twice",
        "The stream breaks two times, also right after a prompt.",
        STEPS,
        (
            (Updates(1), CaughtUp(), Updates(2), Break()),
            (CaughtUp(), Updates(5), Break()),
            (CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    Scenario(
        "resume_while_catching_up",
        "The stream breaks before `caught_up`: resume, and answer no old prompt.",
        (SEEN, ASKED, SEEN, ASKED, SEEN, ASKED, SEEN, OVER),
        ((Updates(2), Break()), (Updates(4), Break()), (Updates(6), CaughtUp(), Updates(8))),
        history=6,
    ),
    Scenario(
        "resume_with_open_prompt",
        "The last update came before the break, `caught_up` after it: its prompt is open.",
        (SEEN, ASKED, SEEN, ASKED, SEEN, OVER),
        ((Updates(4), Break()), (CaughtUp(), Updates(6))),
        history=4,
    ),
    Scenario(
        "resume_with_answered_prompts",
        "The resumed stream repeats prompts that your action has answered: skip them.",
        (SEEN, ASKED, STILL_ASKED, STILL_ASKED, SEEN, SEEN, OVER),
        (
            (Updates(1), CaughtUp(), Updates(2), AwaitAnswers(1), Break()),
            (Updates(5), CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    Scenario(
        "break_after_outcome",
        "The stream breaks after the outcome; nothing is missing.",
        (SEEN, ASKED, SEEN, OVER),
        ((Updates(1), CaughtUp(), Updates(4), Break()), (CaughtUp(),)),
        history=1,
        required_streams=1,
    ),
    Scenario(
        "backoff",
        "The server can't be reached for a while: wait longer before each attempt.",
        STEPS,
        (*((Break(),),) * 5, PLAIN),
        history=1,
        backoff_seconds=0.3,
    ),
    Scenario(
        "silent_stream",
        "No message for several heartbeat intervals: the stream is dead, resume.",
        STEPS,
        ((Updates(1), CaughtUp(), Updates(3), Silence()), (Updates(4), CaughtUp(), Updates(7))),
        history=1,
        heartbeat_seconds=0.5,
        extra_streams=True,
    ),
    Scenario(
        "server_stopping",
        "The server stops: wait as long as it says, then resume.",
        STEPS,
        (
            (Updates(1), CaughtUp(), Updates(3), Break(STOPPING)),
            (Updates(4), CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    Scenario(
        "too_slow",
        "You read too slowly: resume.",
        STEPS,
        (
            (
                *(Updates(1), CaughtUp(), Updates(3)),
                Break(
                    Failure(StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW", metadata={"revision": "3"})
                ),
            ),
            (Updates(4), CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    Scenario(
        "limit_on_watch",
        "A limit on calls is reached: wait as long as RetryInfo says.",
        STEPS,
        ((Break(LIMIT),), PLAIN),
        history=1,
    ),
    Scenario(
        "unknown_detail",
        "An error has a detail of an unknown type: use the others.",
        STEPS,
        (
            (
                *(Updates(1), CaughtUp(), Updates(3)),
                Break(
                    Failure(
                        StatusCode.UNAVAILABLE,
                        "SERVER_STOPPING",
                        delay_seconds=DELAY_SECONDS,
                        unknown_detail=True,
                    )
                ),
            ),
            (Updates(4), CaughtUp(), Updates(7)),
        ),
        history=1,
    ),
    # ------------------------------------------------------------------ actions without an answer
    Scenario(
        "act_answer_lost",
        "The answer to an action is lost: repeat it with the same request_id.",
        STEPS,
        ((Updates(1), CaughtUp(), Updates(2), AwaitAnswers(1), Updates(7)),),
        acts={1: Lose()},
        history=1,
    ),
    Scenario(
        "act_answer_lost_twice",
        "The answer is lost again, and another action fails later.",
        STEPS,
        (
            (
                *(Updates(1), CaughtUp(), Updates(2), AwaitAnswers(1)),
                *(Updates(5), AwaitAnswers(2), Updates(7)),
            ),
        ),
        acts={
            1: Lose(),
            2: Refuse(Failure(StatusCode.UNAVAILABLE, "STORE_FAILED"), Then.REPEAT),
            4: Lose(Failure(StatusCode.DEADLINE_EXCEEDED, "CALL_TOO_LONG")),
        },
        history=1,
    ),
    Scenario(
        "connection_cut",
        "The connection is cut while you act: repeat the action, and resume.",
        STEPS,
        ((Updates(1), CaughtUp(), Updates(7)), (Updates(4), CaughtUp(), Updates(7))),
        acts={1: CutConnection()},
        history=1,
    ),
    Scenario(
        "contended",
        "Others were faster and nothing was done: repeat the action.",
        STEPS,
        (PLAIN,),
        acts={
            1: Refuse(
                Failure(StatusCode.ABORTED, "CONTENDED", delay_seconds=DELAY_SECONDS), Then.REPEAT
            )
        },
        history=1,
    ),
    Scenario(
        "limit_on_act",
        "A limit on calls is reached: wait as long as RetryInfo says, then repeat the action.",
        STEPS,
        (PLAIN,),
        acts={1: Refuse(LIMIT, Then.REPEAT)},
        history=1,
    ),
    Scenario(
        "stopping_on_act",
        "The server stops while you act: wait as long as it says, then repeat the action.",
        STEPS,
        (PLAIN,),
        acts={2: Refuse(STOPPING, Then.REPEAT)},
        history=1,
    ),
    # ------------------------------------------------------------------ errors to stop for
    Scenario(
        "refusal",
        "The rules refuse the action: report the error and stop.",
        STEPS,
        (PLAIN,),
        acts={1: Refuse(REFUSAL, Then.STOP)},
        history=1,
        exit_zero=False,
        report=REFUSAL_REPORT,
    ),
    Scenario(
        "refusal_with_unknown_detail",
        "The refusal has a detail of an unknown type: report the rest.",
        STEPS,
        (PLAIN,),
        acts={
            1: Refuse(
                Failure(
                    REFUSAL.status,
                    REFUSAL.reason,
                    DOMAIN,
                    REFUSAL.metadata,
                    REFUSAL.text,
                    unknown_detail=True,
                ),
                Then.STOP,
            )
        },
        history=1,
        exit_zero=False,
        report=REFUSAL_REPORT,
    ),
    Scenario(
        "large_error",
        "The error has almost 4 KiB: report it and stop.",
        STEPS,
        (PLAIN,),
        acts={
            1: Refuse(
                Failure(
                    REFUSAL.status,
                    REFUSAL.reason,
                    DOMAIN,
                    {**REFUSAL.metadata, "card": "8" * 1024},
                    REFUSAL.text,
                    fill_bytes=4096,
                ),
                Then.STOP,
            )
        },
        history=1,
        exit_zero=False,
        report=REFUSAL_REPORT,
    ),
    Scenario(
        "bad_field",
        "A field is wrong: report the error with the path of the field, and stop.",
        STEPS,
        (PLAIN,),
        acts={
            1: Refuse(
                Failure(
                    StatusCode.INVALID_ARGUMENT,
                    "UNKNOWN_ACTION",
                    text={"en": "There is no such action.", "fr": "Cette action n'existe pas."},
                    fields=("action_id",),
                ),
                Then.STOP,
            )
        },
        history=1,
        exit_zero=False,
        report=ErrorReport(
            "INVALID_ARGUMENT",
            "UNKNOWN_ACTION",
            message="Cette action n'existe pas.",
            fields=("action_id",),
        ),
    ),
    Scenario(
        "token_unknown",
        "The token is not valid: report the error and stop.",
        STEPS,
        ((Break(Failure(StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN"), Then.STOP),),),
        history=1,
        exit_zero=False,
        report=ErrorReport("UNAUTHENTICATED", "TOKEN_UNKNOWN"),
    ),
    Scenario(
        "token_replaced",
        "The token was replaced while you watch: report the error and stop.",
        STEPS,
        (
            (
                *(Updates(1), CaughtUp(), Updates(4)),
                Break(Failure(StatusCode.UNAUTHENTICATED, "TOKEN_REPLACED"), Then.STOP),
            ),
        ),
        history=1,
        exit_zero=False,
        report=ErrorReport("UNAUTHENTICATED", "TOKEN_REPLACED"),
    ),
    Scenario(
        "token_unknown_on_act",
        "The token is void when you act: report the error and stop.",
        STEPS,
        (PLAIN,),
        acts={1: Refuse(Failure(StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN"), Then.STOP)},
        history=1,
        exit_zero=False,
        report=ErrorReport("UNAUTHENTICATED", "TOKEN_UNKNOWN"),
    ),
)
BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
