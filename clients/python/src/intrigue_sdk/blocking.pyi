"""The types of `blocking.py`. `make gen` writes this file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

import grpc
from numpy.typing import ArrayLike

from intrigue_proto.options import Options
from intrigue_proto.outcome import Outcome
from intrigue_proto.seed import Seed
from intrigue_proto.v1 import (
    catalog_service_pb2,
    game_pb2,
    game_view_pb2,
    match_pb2,
    match_service_pb2,
    policy_pb2,
    record_pb2,
    record_service_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_sdk.addresses import Target
from intrigue_sdk.blocking_proxy import BlockingProxy, ClosableBlockingProxy
from intrigue_sdk.bot import Bot
from intrigue_sdk.buffers import ReadOnlyBuffers
from intrigue_sdk.handles import Choice
from intrigue_sdk.replay import Replay
from intrigue_sdk.retry_policy import RetryPolicy
from intrigue_sdk.seating import Seating
from intrigue_sdk.service_channel import Language

__all__ = [
    "BlockingBatch",
    "BlockingClient",
    "BlockingCreatedMatch",
    "BlockingHost",
    "BlockingSeatHandle",
    "BlockingSpectator",
    "BlockingWatch",
    "connect_blocking",
]

def connect_blocking(
    target: Target,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    retry_policy: RetryPolicy = ...,
    language: Language = None,
    names: bool = False,
) -> BlockingClient:
    """A client of the service at `target` (`host:port`), for use with `with`."""

class BlockingClient(ClosableBlockingProxy):
    """What anyone may do. See `intrigue_sdk.Client`.

    Callbacks such as `on_progress` are called in the client's own thread, and can't call it.
    """

    def __init__(
        self,
        target: Target,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        retry_policy: RetryPolicy = ...,
        language: Language = None,
        names: bool = False,
    ) -> None: ...
    def close(self) -> None:
        """Closes the connection and ends the client's thread."""

    def server_info(self) -> catalog_service_pb2.GetServerInfoResponse:
        """The version, the limits and the capabilities of the server."""

    def games(self) -> Sequence[game_pb2.Game]:
        """The games that can be played."""

    def game(
        self, game: str, parts: Iterable[catalog_service_pb2.GamePart.ValueType] = ...
    ) -> catalog_service_pb2.GetGameResponse:
        """A game with its action table, clauses, refusals, cards, feature layout and documents, or
        with some of these `parts`, such as `[GamePart.GAME_PART_ACTIONS]`.
        """

    def check_document(
        self, game: str, option: str, text: str
    ) -> catalog_service_pb2.CheckDocumentResponse:
        """Checks a document before a match is created with it.

        `option` is the one that is to take it. Each of the `issues` has a severity, a place (path,
        line and column) and a text. Without an error among them a match can be created with the
        document. `id` and `name` are what the document gives itself.
        """

    def create_match(
        self,
        game: str,
        *,
        options: Options | None = None,
        seats: Sequence[Seating] = (),
        visibility: match_pb2.Visibility.ValueType = ...,
        rated: bool = False,
        seed: bytes = b"",
        script: Sequence[str] = (),
        clock: match_pb2.ClockSettings | None = None,
        ready_check: bool = False,
        pace: match_pb2.Pace.ValueType = ...,
        labels: Mapping[str, str] | None = None,
        request_id: str | None = None,
    ) -> BlockingCreatedMatch:
        """Creates a match. It starts when no seat is open any more.

        `options` is one mapping, in which `seats` is the number of seats and the text of a document
        is a value. Without `seats` every seat is open. `seed` (32 bytes) and `script` set the deal
        of an unrated match. `intrigue_sdk.clock` makes a `clock`. With `ready_check` the match
        waits, its seats filled, until every seat has said that it is ready. `pace` says how fast
        built-in policies answer. `labels` are public notes, which `matches` can filter by.

        Own seats give entropy to the deal, unless there is a seed, which then decides alone.
        """

    def join(
        self,
        match_id: str = "",
        seat: int | None = None,
        *,
        name: str = "",
        invitation_code: str = "",
        entropy: bytes | None = None,
        request_id: str | None = None,
    ) -> BlockingSeatHandle:
        """Takes an open seat: a given one, or the lowest.

        A private match takes its invitation code, which does without the match's id. `entropy`,
        at most 64 bytes, is mixed into the deal; by default it is drawn here, and `b""` gives
        none.
        """

    def seat(self, match_id: str, seat: int, token: str) -> BlockingSeatHandle:
        """A seat that was taken earlier, by its token."""

    def host(self, match_id: str, token: str) -> BlockingHost:
        """The host of a match that was created earlier, by its token."""

    def spectate(self, match_id: str, token: str | None = None) -> BlockingSpectator:
        """Spectates a match; a private one takes one of its tokens."""

    def match(self, match_id: str = "", *, invitation_code: str = "") -> match_pb2.Match:
        """The public state of a match; for a private one with its invitation code."""

    def matches(
        self,
        *,
        game: str = "",
        statuses: Sequence[match_pb2.MatchStatus.ValueType] = (),
        joinable: bool = False,
        rated: bool | None = None,
        labels: Mapping[str, str] | None = None,
        page_size: int = 0,
    ) -> Iterator[match_pb2.Match]:
        """The public matches, the newest first, page by page as they are read.

        `statuses` leaves those with one of these, `joinable` those with an open seat, `rated` the
        rated ones or the others, `labels` those that have all of these.
        """

    def policies(self) -> Sequence[policy_pb2.PolicySpec]:
        """The built-in policies and their parameters."""

    def replay_record(
        self, record: record_pb2.MatchRecord, seat: int | None = None, *, names: bool | None = None
    ) -> Replay:
        """What a seat, or a spectator, saw of a recorded match."""

    def verify_record(
        self,
        record: record_pb2.MatchRecord,
        *,
        commitment: bytes = b"",
        receipts: Iterable[tuple[int | None, match_pb2.Receipt]] = (),
    ) -> record_service_pb2.VerifyRecordResponse:
        """Whether a record is what its proof says, and point by point why not.

        `commitment` and `receipts` are what the caller kept: the match's commitment, and receipts
        with the seats that got them (None: a caller without a seat). A program that trusts no
        server verifies with `intrigue verify`.
        """

    def simulate(
        self,
        game: str,
        policies: Sequence[str],
        games: int,
        *,
        options: Options | None = None,
        seed: bytes = b"",
        rotate: bool = True,
        first_match: int = 0,
        token: str | None = None,
        on_progress: Callable[[simulation_service_pb2.SimulationProgress], None] | None = None,
    ) -> simulation_pb2.SimulationSummary:
        """Has the service play matches between policies, one policy per seat.

        With `rotate` policies change seats from match to match. The same `seed` (32 bytes) gives
        the same summary; without one the summary says which was drawn. `on_progress` is called
        about once a second. A simulation that takes more time than the service gives ends early:
        `stop_reason` of the summary says so, and another one continues it from `first_match`. Some
        services want their operator's `token`.
        """

    def batch(
        self,
        game: str,
        lanes: int,
        *,
        options: Options | None = None,
        seed: Seed | None = 0,
        policies: Sequence[str | None] | None = None,
        rotate: bool = False,
        features: bool = True,
        token: str | None = None,
    ) -> BlockingBatch:
        """Opens a batch: many matches of one game, stepped together at the service.

        It takes what `intrigue.VectorEnv` takes. `seed` is a number or 32 bytes; None draws one,
        which the batch then knows. `policies` is None, or one entry per seat: a built-in policy
        that plays it within the batch, or None for a seat that is asked here; a game in which the
        number of seats varies gets as many as there are entries, unless the options say otherwise.
        With `rotate` they move on by one seat with each match of a lane. Without `features` the
        tensors are left out, and a step is faster. Some services want their operator's `token`.
        """

    def analyze(
        self,
        view: match_pb2.View,
        policy: str = "",
        *,
        setup: game_view_pb2.GameSetup | None = None,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_pb2.Analysis:
        """What each choice of a view's prompt is worth, judged from the view alone.

        The view of a game that has a setup takes the `setup` of its match.
        """

    def sample_worlds(
        self,
        view: match_pb2.View,
        count: int = 1,
        *,
        setup: game_view_pb2.GameSetup | None = None,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit a view, with the seed from which they are dealt.

        The view of a game that has a setup takes the `setup` of its match.
        """

class BlockingWatch(ClosableBlockingProxy):
    """The updates of one viewer, to be read with `for`. See `intrigue_sdk.Watch`."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> match_pb2.Update: ...
    def close(self) -> None:
        """Stops watching."""

    @property
    def revision(self) -> int:
        """The last revision that was delivered."""

    @property
    def match(self) -> match_pb2.Match | None:
        """The match as it was last announced: seats, names, status."""

    @property
    def clock(self) -> match_pb2.Clock | None:
        """The last clock of all seats that was received; None if there was none."""

    def has_open_prompt(self, update: match_pb2.Update) -> bool:
        """Whether an update that was just delivered has a prompt that nobody has answered yet.

        A prompt is closed if a newer update has been received, or if this handle has acted since.
        """

class BlockingSpectator(BlockingProxy):
    """Spectates a match. See `intrigue_sdk.Spectator`, also for `names`."""

    @property
    def match_id(self) -> str:
        """The id of the match."""

    @property
    def token(self) -> str | None:
        """The token that authenticates this viewer. It is a secret."""

    @property
    def revision(self) -> int:
        """The newest revision that this handle has seen; `view` never shows an older one."""

    @property
    def clock(self) -> match_pb2.Clock | None:
        """The clock of all seats, as a view or a watch of this handle last received it."""

    @property
    def setup(self) -> game_view_pb2.GameSetup | None:
        """What does not change in the match, once `watch` or `get_setup` has received it; None
        before, and for games that have no setup.
        """

    @property
    def receipt(self) -> match_pb2.Receipt | None:
        """The last receipt: it shows later that the service once had this log."""

    def match(self) -> match_pb2.Match:
        """What anyone may know of the match: seats, names, status, outcome."""

    def get_setup(self) -> game_view_pb2.GameSetup | None:
        """What does not change in the match, such as a map; None for games that have no setup.

        It is fetched once, and kept.
        """

    def view(self, *, names: bool | None = None) -> match_pb2.View:
        """All that this viewer may know now, with its prompt if it owes a decision.

        It is never older than what this handle has seen, whichever server answers.
        """

    def list_updates(
        self,
        after: int = 0,
        *,
        wait: timedelta | float = 0.0,
        include_view: bool = False,
        names: bool | None = None,
    ) -> list[match_pb2.Update]:
        """The updates after a revision, for clients that can't use `watch`.

        If there is none yet, the service waits for one, at most this long: a timedelta or seconds.
        """

    def watch(
        self,
        after: int = 0,
        *,
        include_view: bool = True,
        names: bool | None = None,
        on_match: Callable[[match_pb2.Match], None] | None = None,
        on_clock: Callable[[match_pb2.Clock], None] | None = None,
    ) -> BlockingWatch:
        """The updates after a revision, then each new one as it happens.

        `on_match` is called when seats are taken or the match changes its status, `on_clock`
        when the time of a seat has changed, in a match with a clock.
        """

    def get_record(self) -> record_pb2.MatchRecord:
        """The record of the finished match, with its proof."""

    def rotate_token(self, *, request_id: str | None = None) -> str:
        """Replaces the token of this handle; the old one is void."""

    def revoke_token(self) -> None:
        """Makes the token of this handle void."""

class BlockingSeatHandle(BlockingSpectator):
    """Plays a seat. See `intrigue_sdk.SeatHandle`."""

    def play(self, bot: Bot) -> Outcome | None:
        """Lets a bot play the seat to the end."""

    @property
    def seat(self) -> int:
        """The number of the seat."""

    def time_left(self) -> timedelta | None:
        """How long the seat still has for its decision, by the last clock that was received; None
        if it is not on the clock.
        """

    @property
    def action_receipt(self) -> match_pb2.Receipt | None:
        """The last receipt for an action or the resignation of this seat."""

    def act(
        self,
        action: Choice,
        *,
        expected_revision: int | None = None,
        request_id: str | None = None,
        names: bool | None = None,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it. The action is stored when this returns.

        With `expected_revision`, the revision of the view that was decided on, a decision that
        comes too late raises `Stale` instead of meaning something else.
        """

    def explain(
        self, action: Choice, *, names: bool | None = None
    ) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now; if not, `refusal` says why."""

    def analyze(self, policy: str = "", *, seed: bytes = b"") -> simulation_pb2.Analysis:
        """What each choice of the seat's prompt is worth, judged from its view alone.

        The same view, policy and `seed` (32 bytes) give the same analysis. Refused in rated
        matches.
        """

    def sample_worlds(
        self, count: int = 1, *, seed: bytes = b""
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit what the seat knows. Refused in rated matches."""

    def resign(
        self, *, request_id: str | None = None, names: bool | None = None
    ) -> match_pb2.Update:
        """Gives the match up."""

    def set_ready(self, ready: bool = True, *, request_id: str | None = None) -> match_pb2.Match:
        """Says whether the seat is ready to begin, in a match with a ready check."""

    def rematch(
        self, *, entropy: bytes | None = None, request_id: str | None = None
    ) -> BlockingSeatHandle:
        """Asks for the next match of the same players, and returns this player's seat in it.

        Seats move on by one. The match begins when every seat has asked; policies always have.
        """

class BlockingHost(BlockingSpectator):
    """Manages a match that it created. See `intrigue_sdk.Host`."""

    def abort(self, *, request_id: str | None = None) -> match_pb2.Match:
        """Ends the match without an outcome; aborting it again changes nothing."""

    def replace_seat(
        self, seat: int, policy: str = "", *, request_id: str | None = None
    ) -> match_pb2.Match:
        """Gives a seat to a built-in policy, or opens it again; its token is void."""

    def add_bots(
        self, policy: str = "random", count: int = 0, *, request_id: str | None = None
    ) -> match_pb2.Match:
        """Gives open seats to a built-in policy, the lowest first; 0: all of them."""

    def revoke_seat(self, seat: int) -> None:
        """Makes the token of a seat void; the seat stays taken."""

    def revoke_spectators(self) -> None:
        """Makes the spectators' token void."""

    def rematch(self, *, request_id: str | None = None) -> BlockingHost:
        """The host of the next match of the same players. Seats still ask for themselves."""

@dataclass(frozen=True)
class BlockingCreatedMatch:
    """A new match, and the handles that its creator got."""

    match: match_pb2.Match
    host: BlockingHost
    spectator: BlockingSpectator
    seats: Mapping[int, BlockingSeatHandle]
    invitation_code: str = ""

    @property
    def id(self) -> str:
        """The id of the match."""

class BlockingBatch(ClosableBlockingProxy):
    """Many matches of one game: an action for each lane in. See `intrigue_sdk.Batch`."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def lanes(self) -> int:
        """How many matches are stepped together."""

    @property
    def seats(self) -> int:
        """How many seats each match has."""

    @property
    def actions(self) -> int:
        """How many actions the game has."""

    @property
    def feature_size(self) -> int:
        """How many numbers a feature tensor has; 0 if they are left out."""

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which the lanes are dealt: those given, or those that were drawn."""

    @property
    def buffers(self) -> ReadOnlyBuffers:
        """The current state of the lanes; always the same object."""

    def step(self, actions: ArrayLike) -> ReadOnlyBuffers:
        """Plays an action in each lane, and returns `buffers`.

        Raises:
            IllegalStep: An action is illegal: `lane` says where, `clause` by which rule. Then no
                lane has been stepped, the buffers are as they were, and the batch goes on.
            BatchLost: The stream has ended; `code` says why.
            ValueError: `actions` is not one whole number per lane.
        """

    def reset(self, seed: Seed | None = None) -> ReadOnlyBuffers:
        """Deals every lane again, also of a batch that was lost, and returns `buffers`.

        Without a seed the first deal is that of the batch's own seed, and each further one
        follows from it, so that a program which resets often sees new deals, and the same when
        it is run again.
        """

    def close(self) -> None:
        """Ends the batch. A step that is under way raises `BatchLost`."""
