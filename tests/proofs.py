"""Records with a proof, made in process exactly as a service makes them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from google.protobuf.timestamp_pb2 import Timestamp

from intrigue import engine, proof
from intrigue.store import EntryKind, Lobby, Occupant, Pace, SeatRow, Status
from intrigue.verify import Noted
from intrigue_proto.v1 import catalog_service_pb2, match_pb2, record_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

START_TIME: Final = 1_700_000_000_000
CLOCK: Final = [60_000, 1_000, 10_000, ""]
CLOCK_WITH_POLICY: Final = [0, 0, 5_000, "random"]


@dataclass(frozen=True)
class MatchPlan:
    """What kind of match is played."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    entropy: bool = True
    """Whether seats give any."""
    resigns: int | None = None
    """After how many decisions a seat resigns."""
    seeded: bool = False
    scripted: bool = False
    clock: list[object] | None = None
    """With one, every seventh decision is a timeout."""
    ready_check: bool = False
    rematch: bool = False
    document: bool = False
    """Whether the creator gives a document of its own, in a game that takes one."""
    replaced: bool = False
    """Whether the first seat is given to a policy while the match is played."""
    number: int = 0
    """Another one, another match."""


@dataclass
class PlayedMatch:
    """A record, and the receipts that were sent while it was played."""

    record: record_pb2.MatchRecord
    commitment: bytes
    receipts: list[Noted] = field(default_factory=list)


class MatchRecorder:
    """Plays a match at random and keeps its log."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.rng = random.Random(repr(plan))
        settle = engine.Engine().settle_options
        given = {**plan.options, **(template(plan.game) if plan.document else {})}
        settled, self.count = settle(plan.game, given)
        self.options = dict(settled)
        self.alone = self.count == 1 or engine.Engine().cooperative(plan.game)
        self.seed, self.nonce = self.rng.randbytes(32), self.rng.randbytes(32)
        self.commitment = proof.commitment(self.nonce, self.seed)
        self.script: list[str] = []
        if plan.scripted:
            deal = engine.Match(plan.game, self.options, bytes(32), []).record(seed=False)
            self.script = list(record_pb2.MatchRecord.FromString(deal).steps[0].chances)[:-2]
        self.id = f"match-{self.rng.randrange(10**6)}"
        self.terms = proof.terms(
            {
                "id": self.id,
                "game": plan.game,
                "rules_version": engine.Engine().rules_version(plan.game),
                "options": self.options,
                "script": self.script,
                "seeded": plan.seeded,
                "rated": not (plan.seeded or plan.scripted or self.alone),
                "private": False,
                "ready_check": plan.ready_check,
                "pace": str(Pace.FAST),
                "labels": {"season": "2"},
                "clock": plan.clock,
                "create_time": START_TIME,
                "commitment": self.commitment.hex(),
            }
        )
        self.key = proof.chain_key(self.nonce)
        self.head = proof.first_link(self.key, self.terms)
        self.entries: list[record_pb2.LogEntry] = []
        self.receipts: list[Noted] = []
        self.seats = [SeatRow(Occupant.OPEN)] * self.count
        self.replaced: list[int] = []
        self.time = 5
        self.match: engine.Match | None = None

    def write(
        self, kind: EntryKind, body: bytes, seat: int | None = None, request: str = ""
    ) -> None:
        """Appends an entry to the log and keeps its receipt."""
        self.time += self.rng.randrange(3)
        now = self.match.revision(seat) if self.match is not None else 0
        revision = 0 if seat is None else now
        entry = record_pb2.LogEntry(
            kind=int(kind),  # type: ignore[arg-type] # the same numbers
            seat=seat,
            request_hash=proof.request_hash(request),
            revision=revision,
            time_ms=self.time,
            create_time=moment(START_TIME + self.time),
            clock=bytes(self.count) if self.plan.clock and kind is not EntryKind.LOBBY else b"",
            body=body,
        )
        self.head = proof.next_link(
            self.key,
            self.head,
            len(self.entries),
            entry.kind,
            seat,
            entry.request_hash,
            revision,
            entry.time_ms,
            START_TIME + self.time,
            entry.clock,
            body,
        )
        self.entries.append(entry)
        self.receipts.append(Noted(seat, now, self.head))

    def lobby(self, status: Status, rematch: str = "") -> None:
        seats, replaced = tuple(self.seats), tuple(self.replaced)
        lobby = Lobby(status, seats, rematch, version=len(self.entries), replaced=replaced)
        self.write(EntryKind.LOBBY, lobby.encode())

    def play_match(self) -> PlayedMatch:
        """The whole story."""
        self._sit_down()
        seed = proof.deal_seed(self.seed, [seat.entropy for seat in self.seats])
        self.match = engine.Match(self.plan.game, self.options, seed, self.script)
        self.write(EntryKind.DEAL, self.match.entries()[0])
        self._play(self.match)
        if self.plan.rematch:
            self.lobby(Status.FINISHED, "match-next")
        record = record_pb2.MatchRecord.FromString(self.match.record(seed=True))
        record.proof.CopyFrom(
            record_pb2.Proof(
                match_id=self.id,
                commitment=self.commitment,
                nonce=self.nonce,
                server_seed=self.seed,
                terms=self.terms,
                log=self.entries,
                head=self.head,
                scheme=proof.SCHEME,
            )
        )
        return PlayedMatch(record, self.commitment, self.receipts)

    def _sit_down(self) -> None:
        self.lobby(Status.WAITING)
        for number in range(self.count):
            if number == self.count - 1:
                self.seats[number] = SeatRow(Occupant.POLICY, policy="random")
            else:
                given = self.rng.randbytes(self.rng.randrange(65)) if self.plan.entropy else b""
                name = f"Zoé {number}"
                ready = self.plan.ready_check
                self.seats[number] = SeatRow(Occupant.TAKEN, name, ready=ready, entropy=given)
            self.lobby(Status.WAITING)

    def _play(self, match: engine.Match) -> None:
        decisions = 0
        clock = self.plan.clock
        # A seat that has given up and is still asked is played on, and never late.
        gone: set[int] = set()
        while asked := match.asked():
            seat = self.rng.choice(asked)
            late = clock is not None and decisions % 7 == 6 and seat not in gone
            kind = EntryKind.TIMEOUT if late else EntryKind.STEP
            request = "" if late else f"request {decisions}"
            forfeits = late and clock is not None and not clock[-1]
            gives_up = self.plan.resigns is not None and decisions == self.plan.resigns
            if self.plan.replaced and decisions == 1:
                self._replace_first_seat(match)
            if (forfeits or gives_up) and seat not in gone:
                gone.add(seat)
                body = match.forfeit_on_time(seat) if forfeits else match.resign(seat)
            else:
                view = match_pb2.View.FromString(match.view(seat))
                body = match.act(seat, self.rng.choice(view.prompt.actions).id)
            self.write(kind, body, seat, request)
            decisions += 1

    def _replace_first_seat(self, match: engine.Match) -> None:
        """The host opens the seat, and then gives it to a policy."""
        entropy = self.seats[0].entropy
        self.replaced.append(0)
        match.note_replaced(0)
        for row in (SeatRow(Occupant.OPEN), SeatRow(Occupant.POLICY, policy="random")):
            self.seats[0] = row._replace(entropy=entropy)
            self.lobby(Status.RUNNING)


def template(game: str) -> dict[str, str]:
    """A document of the creator by its option; none for games that take none."""
    described = catalog_service_pb2.GetGameResponse.FromString(engine.Engine().get_game(game))
    return {kind.option: kind.template for kind in described.documents[:1]}


def moment(milliseconds: int) -> Timestamp:
    """A time of the calendar."""
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


def play_match(plan: MatchPlan) -> PlayedMatch:
    """A finished match with its proof."""
    return MatchRecorder(plan).play_match()


def match_plans(
    games: Sequence[str], variants: Mapping[str, Sequence[Mapping[str, str]]]
) -> list[MatchPlan]:
    """Matches of every game: each variant, and each way in which a match may go."""
    played = [MatchPlan(game, options) for game in games for options in variants[game]]
    for game in games:
        played += [
            MatchPlan(game, entropy=False),
            MatchPlan(game, resigns=3),
            MatchPlan(game, resigns=3, entropy=False, rematch=True),
            MatchPlan(game, seeded=True, entropy=False),
            MatchPlan(game, scripted=True),
            MatchPlan(game, clock=CLOCK, ready_check=True),
            MatchPlan(game, clock=CLOCK_WITH_POLICY, rematch=True),
            MatchPlan(game, replaced=True, rematch=True),
        ]
        played += [MatchPlan(game, document=True)] if template(game) else []
    return played


def rebuild_chain(record: record_pb2.MatchRecord) -> None:
    """Rebuilds the chain over a changed log, as the operator of a service could."""
    key = proof.chain_key(record.proof.nonce)
    head = proof.first_link(key, record.proof.terms)
    for number, entry in enumerate(record.proof.log):
        seat = entry.seat if entry.HasField("seat") else None
        head = proof.next_link(
            key,
            head,
            number,
            entry.kind,
            seat,
            entry.request_hash,
            entry.revision,
            entry.time_ms,
            entry.create_time.ToMilliseconds(),
            entry.clock,
            entry.body,
        )
    record.proof.head = head
