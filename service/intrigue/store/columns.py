"""How rows become columns and columns rows, the same for every database.

Every row carries a digest of itself, so that a change that nobody made is noticed. (The log has
more than that: a chain, which `intrigue.matches.entry_chain` checks.)
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from intrigue.store import (
    ClockRow,
    DamagedData,
    DamagedToken,
    ListedMatch,
    Lobby,
    MatchRow,
    Pace,
    PublicTimes,
    Role,
    Summary,
    TokenRow,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

MATCH: Final = (
    "key",
    "id",
    "game",
    "rules_version",
    "options",
    "seed",
    "nonce",
    "seeded",
    "script",
    "policy_seed",
    "private",
    "rated",
    "ready_check",
    "clock",
    "pace",
    "labels",
    "invitation",
    "create_time",
    "request_hash",
    "seal",
)
SUMMARY: Final = ("status", "joinable", "policies", "summary")
ENTRY: Final = (
    "match",
    "number",
    "kind",
    "seat",
    "request_id",
    "revision",
    "time",
    "wall_time",
    "clock",
    "body",
    "head",
)
TOKEN: Final = ("hash", "match", "match_id", "role", "seat", "void", "replaces", "seal")

_SEAL_BYTES: Final = 16
# What reading a damaged row can raise.
BROKEN: Final = (ValueError, KeyError, TypeError, IndexError, AttributeError)


def match_values(row: MatchRow) -> tuple[object, ...]:
    """The values of the columns MATCH."""
    clock = row.clock
    limits = (
        ""
        if clock is None
        else json.dumps([clock.bank, clock.increment, clock.decision, clock.policy])
    )
    values = (
        row.key,
        row.id,
        row.game,
        row.rules_version,
        json.dumps(dict(row.options), ensure_ascii=False),
        row.seed,
        row.nonce,
        row.seeded,
        json.dumps(row.script, ensure_ascii=False),
        row.policy_seed,
        row.private,
        row.rated,
        row.ready_check,
        limits,
        str(row.pace),
        json.dumps(dict(row.labels), ensure_ascii=False),
        row.invitation,
        row.create_time,
        row.request_hash,
    )
    return (*values, _seal(values))


def match_row(values: Sequence[Any]) -> MatchRow:
    """The row of the columns MATCH; raises `DamagedData`."""
    try:
        *fields, seal = values
        if _seal(fields) != seal:
            raise DamagedData("the row of a match is damaged")
        limits = json.loads(fields[13]) if fields[13] else None
        return MatchRow(
            key=fields[0],
            id=fields[1],
            game=fields[2],
            rules_version=fields[3],
            options=json.loads(fields[4]),
            seed=fields[5],
            nonce=fields[6],
            seeded=bool(fields[7]),
            script=tuple(json.loads(fields[8])),
            policy_seed=fields[9],
            private=bool(fields[10]),
            rated=bool(fields[11]),
            ready_check=bool(fields[12]),
            clock=None if limits is None else ClockRow(*limits),
            pace=Pace(fields[14]),
            labels=json.loads(fields[15]),
            invitation=fields[16],
            create_time=fields[17],
            request_hash=fields[18],
        )
    except BROKEN as error:
        raise DamagedData("the row of a match is damaged") from error


def summary_values(summary: Summary) -> tuple[object, ...]:
    """The values of the columns SUMMARY."""
    fields = {
        "lobby": summary.lobby.encode().decode(),
        "revision": summary.revision,
        "outcome": None if summary.outcome is None else summary.outcome.hex(),
        "times": summary.times,
    }
    body = json.dumps(fields, ensure_ascii=False).encode()
    return (
        int(summary.lobby.status),
        summary.joinable,
        summary.policies,
        sealed(body),
    )


def listed_match(values: Sequence[Any]) -> ListedMatch:
    """The match of the columns MATCH and the column summary; raises `DamagedData`."""
    *row, summary = values
    return ListedMatch(match_row(row), summary_of(summary))


def judged_match(values: Sequence[Any]) -> str | DamagedData:
    """The id of the match of the columns MATCH and SUMMARY, or what is wrong with them.

    The last values are how many tokens the match has, and the keys of the matches that its id and
    its invitation lead to.
    """
    *row, status, joinable, policies, summary, tokens, identified, invited = values
    try:
        listed = listed_match((*row, summary))
        expected = summary_values(listed.summary)
    except DamagedData as damage:
        return damage
    if (status, bool(joinable), bool(policies), summary) != expected:
        return DamagedData("what lists say of a match is damaged")
    key, invitation = listed.row.key, listed.row.invitation
    if identified != key or (invitation is not None and invited != key):
        # A match that is there and not found would be made once more.
        return DamagedData("the index of matches is damaged")
    if tokens != listed.summary.lobby.tokens:
        return DamagedToken("tokens of a match are lost")
    return listed.row.id


def judged_token(values: Sequence[Any]) -> DamagedData | None:
    """What is wrong with the columns TOKEN, if anything is."""
    try:
        token_row(values)
    except DamagedData as damage:
        return damage
    return None


def summary_of(value: bytes) -> Summary:
    """The summary of its column; raises `DamagedData`."""
    try:
        body = value[_SEAL_BYTES:]
        if sealed(body) != value:
            raise DamagedData("the summary of a match is damaged")
        fields = json.loads(body)
        outcome = fields["outcome"]
        return Summary(
            Lobby.decode(fields["lobby"].encode()),
            fields["revision"],
            None if outcome is None else bytes.fromhex(outcome),
            PublicTimes(*fields["times"]),
        )
    except BROKEN as error:
        raise DamagedData("the summary of a match is damaged") from error


def token_values(token: TokenRow) -> tuple[object, ...]:
    """The values of the columns TOKEN."""
    values = (
        token.hash,
        token.match,
        token.match_id,
        str(token.role),
        token.seat,
        token.void,
        token.replaces,
    )
    return (*values, _seal(values))


def token_row(values: Sequence[Any]) -> TokenRow:
    """The row of the columns TOKEN; raises `DamagedData`."""
    try:
        *fields, seal = values
        if _seal(fields) != seal:
            raise DamagedToken("the row of a token is damaged")
        digest, match, match_id, role, seat, void, replaces = fields
        return TokenRow(digest, match, match_id, Role(role), seat, bool(void), replaces)
    except BROKEN as error:
        raise DamagedToken("the row of a token is damaged") from error


def sealed(secret: bytes) -> bytes:
    """A secret with a digest of itself."""
    return hashlib.sha256(secret).digest()[:_SEAL_BYTES] + secret


def unsealed(value: object) -> bytes:
    """The secret; raises `DamagedData`."""
    secret = value[_SEAL_BYTES:] if isinstance(value, bytes) else b""
    if not secret or sealed(secret) != value:
        raise DamagedData("its secret is damaged")
    return secret


def _seal(values: Sequence[Any]) -> bytes:
    """A digest of values; 1 and True are the same, as they are for some databases."""
    plain = [
        value.hex()
        if isinstance(value, bytes)
        else int(value)
        if value is True or value is False
        else value
        for value in values
    ]
    return hashlib.sha256(json.dumps(plain).encode()).digest()[:_SEAL_BYTES]
