"""A record under examination: one method a point, which raises a `Flaw` if it does not hold."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from intrigue import engine, proof
from intrigue.store import Lobby, Occupant, SeatRow, Status
from intrigue.verify.terms import Terms
from intrigue.verify.verdict import Flaw
from intrigue_proto.options import SEATS, split_settings
from intrigue_proto.v1 import record_pb2

if TYPE_CHECKING:
    from intrigue.verify.verdict import Noted

_DIGEST_BYTES: Final = 32
_MAX_ENTROPY: Final = 64
# The end of the year 9999, where timestamps of protobuf end.
_LAST_SECOND: Final = 253_402_300_799
_NANOSECONDS: Final = 1_000_000_000
_NANOSECONDS_A_MILLISECOND: Final = 1_000_000
_LOBBY: Final = record_pb2.LOG_KIND_LOBBY
_DEAL: Final = record_pb2.LOG_KIND_DEAL
_TIMEOUT: Final = record_pb2.LOG_KIND_TIMEOUT
_PLAYED: Final = (record_pb2.LOG_KIND_STEP, _TIMEOUT)
_KINDS: Final = (_LOBBY, _DEAL, *_PLAYED)


class Case:
    """What is known of a record so far. Later points stand on what earlier ones have found."""

    def __init__(self, record: record_pb2.MatchRecord) -> None:
        self._record = record
        self._proof = record.proof
        self._log = record.proof.log
        self._terms = Terms()
        self._dealt_seats: tuple[SeatRow, ...] = ()
        """The seats as they were dealt to."""
        self._replaced: tuple[int, ...] = ()
        """Seats whose holders had changed since the deal."""
        self._entries: list[bytes] = []
        """The core's."""
        self._heads: list[bytes] = []
        """The link of each entry of the log."""
        self._revisions: list[list[int]] = []
        """After each entry of the log: those of the seats, and the spectators'."""

    def form(self) -> None:
        """Nothing unknown, everything of its size."""
        known = record_pb2.MatchRecord()
        known.CopyFrom(self._record)
        known.DiscardUnknownFields()  # type: ignore[attr-defined] # its types leave it out
        if known.ByteSize() != self._record.ByteSize():
            raise Flaw(
                "the record has fields that the contract does not know",
                "l'enregistrement a des champs que le contrat ne connaît pas",
            )
        if not self._record.HasField("proof"):
            return
        stated = self._proof
        if stated.scheme != proof.SCHEME:
            raise Flaw(
                f"the proof has the scheme {stated.scheme!r}, and this version knows "
                f"{proof.SCHEME!r}",
                f"la preuve suit le schéma {stated.scheme!r}, et cette version connaît "
                f"{proof.SCHEME!r}",
            )
        sizes = (stated.commitment, stated.nonce, stated.server_seed, stated.head)
        if any(len(part) != _DIGEST_BYTES for part in sizes):
            raise Flaw(
                "commitment, nonce, server seed and head have 32 bytes each",
                "l'engagement, le nonce, la graine du serveur et la tête font 32 octets chacun",
            )
        for number, entry in enumerate(self._log):
            is_sound = (
                entry.kind in _KINDS
                and (not entry.HasField("seat") or entry.seat < self._record.seat_count)
                and len(entry.request_hash) in {0, _DIGEST_BYTES}
                and 0 <= entry.create_time.seconds <= _LAST_SECOND
                and entry.create_time.nanos in range(0, _NANOSECONDS, _NANOSECONDS_A_MILLISECOND)
            )
            if not is_sound:
                raise Flaw(
                    f"entry {number} of the log has a kind, seat, request hash or time that "
                    "none has",
                    f"l'entrée {number} du journal a une nature, un siège, un condensé de "
                    "requête ou une date impossible",
                )

    def proof(self) -> None:
        """There is a proof."""
        if not self._record.HasField("proof"):
            raise Flaw(
                "the record has no proof: no service kept it, or an older one did",
                "l'enregistrement n'a pas de preuve : aucun service ne l'a gardé, ou un ancien",
            )

    def commitment(self) -> None:
        """Nonce and server seed are those of the commitment."""
        stated = self._proof
        if proof.commitment(stated.nonce, stated.server_seed) != stated.commitment:
            raise Flaw(
                "the server's seed is not the one that it was committed to",
                "la graine du serveur n'est pas celle à laquelle il s'était engagé",
            )

    def terms(self) -> None:
        """The terms are those of the record."""
        terms = Terms.read(self._proof.terms)
        if terms is None:
            raise Flaw(
                "the terms are not written as terms are",
                "les conditions ne sont pas écrites comme elles doivent l'être",
            )
        record, stated = self._record, self._proof
        seats = str(record.seat_count)
        settings = {name: value for name, value in terms.options.items() if name != SEATS}
        options, documents, _ = split_settings(settings)
        for name, here, there in (
            ("id", terms.id, stated.match_id),
            ("game", terms.game, record.game),
            ("rules_version", terms.rules_version, record.rules_version),
            ("options", options, dict(record.options)),
            ("documents", documents, dict(record.documents)),
            ("seats", terms.options.get(SEATS, seats), seats),
            ("script", terms.script, list(record.script)),
            ("commitment", terms.commitment, stated.commitment.hex()),
        ):
            if here != there:
                raise Flaw(
                    f"terms and record differ in {name}",
                    f"les conditions et l'enregistrement diffèrent : {name}",
                )
        if terms.rated and (terms.seeded or terms.script):
            raise Flaw(
                "the match was rated, and its creator chose the chance",
                "la partie était classée, et son créateur a choisi le hasard",
            )
        self._terms = terms

    def lobby(self) -> None:
        """Seats and stages of the log are possible."""
        kinds = [entry.kind for entry in self._log]
        if not kinds or kinds[0] != _LOBBY or kinds.count(_DEAL) != 1:
            raise Flaw(
                "a log begins with seats, and has one deal",
                "un journal commence par des sièges, et a une seule donne",
            )
        deal = kinds.index(_DEAL)
        if any(kind in _PLAYED for kind in kinds[:deal]):
            raise Flaw("the log has a step before the deal", "le journal joue avant la donne")
        last = max(number for number, kind in enumerate(kinds) if kind != _LOBBY)
        before: Lobby | None = None
        for number, entry in enumerate(self._log):
            if entry.kind != _LOBBY:
                continue
            lobby = _read_lobby(entry.body)
            possible = (
                lobby is not None
                and len(lobby.seats) == self._record.seat_count
                and _may_follow(before, lobby, begun=number > deal, over=number > last)
            )
            if lobby is None or not possible:
                raise Flaw(
                    f"entry {number} of the log has seats or a stage that can't be",
                    f"l'entrée {number} du journal a des sièges ou une phase impossibles",
                )
            before = lobby
            self._replaced = lobby.replaced
            if number < deal:
                self._dealt_seats = lobby.seats
        _check_dealt_seats(self._dealt_seats, ready=self._terms.ready_check)

    def seed(self) -> None:
        """The deal's seed is the server's, mixed with what the seats gave."""
        entropy = [seat.entropy for seat in self._dealt_seats]
        if proof.deal_seed(self._proof.server_seed, entropy) != self._record.seed:
            raise Flaw(
                "the deal's seed is not mixed of the server's and what the seats gave",
                "la graine de la donne n'est pas faite de celle du serveur et des apports des "
                "sièges",
            )

    def play(self) -> None:
        """Deal, chance and outcome follow from the seed and the actions."""
        bare = record_pb2.MatchRecord()
        bare.CopyFrom(self._record)
        bare.ClearField("proof")
        try:
            played = engine.Match.verify(bare.SerializeToString())
        except engine.Refused as refusal:
            raise Flaw(refusal.en, refusal.fr) from None
        except engine.Panicked:
            raise Flaw("the rules break on it", "les règles n'y survivent pas") from None
        if not played.over:
            raise Flaw("the match did not come to its end", "la partie n'est pas allée à son terme")
        self._entries = played.entries()
        self._played = played

    def log(self) -> None:
        """The log's entries are the record's steps, and the outcome knows who had left."""
        for seat in self._replaced:
            self._played.note_replaced(seat)
        played_record = record_pb2.MatchRecord.FromString(self._played.record(False))
        if played_record.outcome != self._record.outcome:
            raise Flaw(
                "the outcome says otherwise than the log which seats changed hands",
                "l'issue ne dit pas comme le journal quels sièges ont changé de main",
            )
        played = [number for number, entry in enumerate(self._log) if entry.kind != _LOBBY]
        if len(played) != len(self._entries):
            raise Flaw(
                f"the log has {len(played)} steps, and the record {len(self._entries)}",
                f"le journal a {len(played)} étapes, et l'enregistrement {len(self._entries)}",
            )
        for number, body, step in zip(played, self._entries, self._record.steps, strict=True):
            entry = self._log[number]
            is_same = entry.body == body
            if entry.kind in _PLAYED:
                is_same = is_same and entry.HasField("seat") and entry.seat == step.seat
            if entry.kind == _TIMEOUT:
                is_same = is_same and step.kind == self._terms.timeout
            if not is_same:
                raise Flaw(
                    f"entry {number} of the log is another step than the record has",
                    f"l'entrée {number} du journal n'est pas l'étape de l'enregistrement",
                )

    def revisions(self) -> None:
        """Each step brought its seat to the revision that the log says."""
        record = self._record
        script = list(record.script)
        match = engine.Match.restore(record.game, self._terms.options, record.seed, script, [])
        viewers = [*range(match.seats), None]
        now = [0] * len(viewers)
        bodies = iter(self._entries)
        for number, entry in enumerate(self._log):
            if entry.kind != _LOBBY:
                match.follow(next(bodies))
                now = [match.revision(viewer) for viewer in viewers]
            self._revisions.append(now)
            if entry.kind in _PLAYED and entry.revision != now[entry.seat]:
                raise Flaw(
                    f"entry {number} of the log says revision {entry.revision} for "
                    f"{now[entry.seat]}",
                    f"l'entrée {number} du journal dit la révision {entry.revision} pour "
                    f"{now[entry.seat]}",
                )

    def times(self) -> None:
        """Time never goes back, and is measured only where there is a clock."""
        times = [entry.time_ms for entry in self._log]
        if any(later < earlier for earlier, later in pairwise(times)):
            raise Flaw("time goes back in the log", "le temps recule dans le journal")
        if self._terms.clock is None and any(entry.clock for entry in self._log):
            raise Flaw(
                "the log measures time, and the match had no clock",
                "le journal mesure le temps, et la partie n'avait pas de pendule",
            )

    def chain(self) -> None:
        """The chain of the log ends in its head."""
        key = proof.chain_key(self._proof.nonce)
        head = proof.first_link(key, self._proof.terms)
        for number, entry in enumerate(self._log):
            head = proof.next_link(
                key,
                head,
                number,
                entry.kind,
                entry.seat if entry.HasField("seat") else None,
                entry.request_hash,
                entry.revision,
                entry.time_ms,
                entry.create_time.ToMilliseconds(),
                entry.clock,
                entry.body,
            )
            self._heads.append(head)
        if head != self._proof.head:
            raise Flaw(
                "the log's chain does not end in its head: terms or an entry were changed",
                "la chaîne du journal ne finit pas sur sa tête : les conditions ou une entrée "
                "ont changé",
            )

    def noted(self, commitment: bytes) -> None:
        """The commitment is the one that was told before the deal."""
        if commitment != self._proof.commitment:
            raise Flaw(
                f"the record has the commitment {self._proof.commitment.hex()}",
                f"l'enregistrement porte l'engagement {self._proof.commitment.hex()}",
            )

    def receipt(self, noted: Noted) -> None:
        """The receipt names a link of the chain, and the revision of that moment."""
        viewer = -1 if noted.seat is None else noted.seat
        if viewer >= self._record.seat_count:
            raise Flaw("there is no such seat", "il n'y a pas de tel siège")
        if noted.head not in self._heads:
            raise Flaw(
                "its head is no link of the chain: the log is not the one that it was given for",
                "sa tête n'est pas un maillon de la chaîne : le journal n'est pas celui pour "
                "lequel il fut donné",
            )
        true_one = self._revisions[self._heads.index(noted.head)][viewer]
        if noted.revision != true_one:
            raise Flaw(
                f"its link belongs to revision {true_one}",
                f"son maillon est celui de la révision {true_one}",
            )


def _read_lobby(body: bytes) -> Lobby | None:
    """The lobby of an entry, if it is written as lobbies are."""
    try:
        lobby = Lobby.decode(body)
        is_sound = lobby.encode() == body
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    texts = [lobby.rematch, *(text for seat in lobby.seats for text in (seat.name, seat.policy))]
    is_sound = is_sound and all(type(text) is str for text in texts)
    is_sound = is_sound and all(type(seat.ready) is bool for seat in lobby.seats)
    is_sound = is_sound and type(lobby.request) is str and type(lobby.version) is int
    is_sound = is_sound and all(
        type(seat) is int and 0 <= seat < len(lobby.seats) for seat in lobby.replaced
    )
    return lobby if is_sound else None


def _may_follow(before: Lobby | None, lobby: Lobby, *, begun: bool, over: bool) -> bool:
    """Whether seats and stage can have become these."""
    if over:
        # The company may go on to one other match; nothing else changes any more.
        same = before is not None and lobby.seats == before.seats
        same = same and before is not None and lobby.replaced == before.replaced
        same = same and before is not None and before.rematch in {"", lobby.rematch}
        return lobby.status is Status.FINISHED and same
    if lobby.rematch:
        return False
    if not begun:
        return lobby.status is Status.WAITING and not lobby.replaced
    if before is None or not _may_be_replaced(before, lobby):
        return False
    # A later holder of a seat takes the deal as it is.
    given = [seat.entropy for seat in before.seats]
    return lobby.status is Status.RUNNING and given == [seat.entropy for seat in lobby.seats]


def _may_be_replaced(before: Lobby, lobby: Lobby) -> bool:
    """Whether the list of seats that changed hands only grows, and has all that were opened."""
    kept = len(before.replaced)
    opened = {
        seat
        for seat, (old, new) in enumerate(zip(before.seats, lobby.seats, strict=True))
        if new.occupant is Occupant.OPEN and old.occupant is not Occupant.OPEN
    }
    return (
        lobby.replaced[:kept] == before.replaced
        and len(set(lobby.replaced)) == len(lobby.replaced)
        and opened <= set(lobby.replaced)
    )


def _check_dealt_seats(seats: tuple[SeatRow, ...], *, ready: bool) -> None:
    """Every seat is filled, and nobody but its holder gave entropy for it.

    `ready`: the match waited until its people were.
    """
    for number, seat in enumerate(seats):
        is_sound = (
            seat.occupant is not Occupant.OPEN
            and (seat.occupant is Occupant.POLICY) == bool(seat.policy)
            and (seat.occupant is Occupant.TAKEN or not seat.entropy)
            and len(seat.entropy) <= _MAX_ENTROPY
            and (seat.ready or not ready or seat.occupant is Occupant.POLICY)
        )
        if not is_sound:
            raise Flaw(
                f"seat {number} can't have been dealt to like this",
                f"le siège {number} ne peut pas avoir reçu la donne ainsi",
            )
