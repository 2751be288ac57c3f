"""What anybody can compute from a finished record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from intrigue import proof
from intrigue_proto.v1 import record_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator


def links(shown: record_pb2.Proof) -> list[bytes]:
    """The links of a match's chain: one before its log, then one for each entry."""
    key = proof.chain_key(shown.nonce)
    chain = [proof.first_link(key, shown.terms)]
    for number, entry in enumerate(shown.log):
        link = proof.next_link(
            key,
            chain[-1],
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
        chain.append(link)
    return chain


def lobbies(shown: record_pb2.Proof) -> Iterator[dict[str, object]]:
    """The lobbies of a log up to the deal."""
    for entry in shown.log:
        if entry.kind == record_pb2.LOG_KIND_DEAL:
            return
        assert entry.kind == record_pb2.LOG_KIND_LOBBY
        yield json.loads(entry.body)


def entropies(shown: record_pb2.Proof) -> list[bytes]:
    """What each seat gave before the deal."""
    *_, last = lobbies(shown)
    seats = last["seats"]
    assert isinstance(seats, list)
    return [bytes.fromhex(seat["entropy"]) for seat in seats]


def verify(record: record_pb2.MatchRecord) -> list[bytes]:
    """Checks all that a record proves; answers the links of its chain."""
    shown = record.proof
    assert proof.commitment(shown.nonce, shown.server_seed) == shown.commitment
    assert len(shown.nonce) == len(shown.server_seed) == 32
    assert record.seed == proof.deal_seed(shown.server_seed, entropies(shown))
    terms = json.loads(shown.terms)
    assert terms["commitment"] == shown.commitment.hex()
    assert terms["id"] == shown.match_id
    assert terms["game"] == record.game
    assert terms["options"] == {
        **record.options,
        **record.documents,
        **({"seats": str(record.seat_count)} if "seats" in terms["options"] else {}),
    }
    assert terms["script"] == list(record.script)
    assert proof.terms(terms) == shown.terms
    chain = links(shown)
    assert chain[-1] == shown.head
    steps = [entry for entry in shown.log if entry.kind != record_pb2.LOG_KIND_LOBBY]
    assert len(steps) == len(record.steps)
    assert steps[0].kind == record_pb2.LOG_KIND_DEAL
    for entry, step in zip(steps[1:], record.steps[1:], strict=True):
        assert entry.seat == step.seat
    return chain
