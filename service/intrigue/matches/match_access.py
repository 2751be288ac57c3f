"""Who the caller is in a match, by token; and what becomes of tokens."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from intrigue.matches import tokens, validation
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.lobby_request import lobby_request
from intrigue.matches.text_options import TextOptions
from intrigue.matches.token_cache import TRUST_SECONDS
from intrigue.matches.watcher import Watcher
from intrigue.store import DamagedData, Role, TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.matches.integrity_scan import IntegrityScan
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_registry import MatchRegistry
    from intrigue.matches.token_cache import TokenCache
    from intrigue.store import Store


# How often a rotation is judged again that another one has overtaken.
_ATTEMPTS = 20
# For a watcher that only waits.
_NO_TEXTS = TextOptions(languages=())


class MatchAccess:
    """Finds matches for callers, and checks what their tokens allow."""

    def __init__(
        self,
        store: Store,
        registry: MatchRegistry,
        token_cache: TokenCache,
        scan: IntegrityScan,
        minter: tokens.Minter,
        *,
        is_operator: Callable[[str], bool],
        heartbeat_seconds: float,
        watch_buffer: int,
    ) -> None:
        self._store = store
        self._registry = registry
        self._token_cache = token_cache
        self._scan = scan
        self._minter = minter
        self._is_operator = is_operator
        self._heartbeat_seconds = heartbeat_seconds
        self._watch_buffer = watch_buffer
        self._stopping = False

    def close_streams(self) -> None:
        """Tells all watchers to resume elsewhere; no more are let in."""
        self._stopping = True
        self._registry.close_watchers(ServiceError(ErrorCode.SERVER_STOPPING))

    # Finding a match.

    async def open(
        self, match_id: str, token: str | None, *, invited: bool = False
    ) -> tuple[LiveMatch, TokenRow | None]:
        """A match, and what the caller's token is good for in it; None without a token.

        To an outsider a private match looks like one that does not exist.
        """
        operator = token is not None and self._is_operator(token)
        holder = None
        if token is not None and not operator:
            holder = await self._token_cache.holder(token)
        # Once more if the match left memory again before its finder came to use it.
        while (live := self._registry.get(match_id)) is None:
            if await self._registry.find(validation.match_id(match_id)) is None:
                if not await self._scan.intact():
                    raise ServiceError(ErrorCode.LOG_DAMAGED)
                raise ServiceError(ErrorCode.UNKNOWN_MATCH)
        self._registry.touch(live)
        if live.row.private and holder is None and not (operator or invited):
            raise ServiceError(ErrorCode.UNKNOWN_MATCH)
        if holder is not None and holder.match_id != match_id:
            raise ServiceError(
                ErrorCode.UNKNOWN_MATCH if live.row.private else ErrorCode.TOKEN_OF_ANOTHER_MATCH
            )
        if live.log.failure is not None:
            raise ServiceError(live.log.failure)
        if live.log.stale:
            await live.log.refresh()
        await self._note_first_use(live, holder)
        return live, holder

    def cached(self, match_id: str, token: str) -> tuple[LiveMatch, int | None] | None:
        """The match and the caller's seat, if memory knows both; None: `open` has to look.

        The short way for the methods that are called most.
        """
        live = self._registry.get(match_id)
        if live is None or live.log.stale or live.log.failure is not None:
            return None
        if not tokens.is_token(token):
            return None
        holder = self._token_cache.known(token)
        if holder is None or holder.match_id != match_id or holder.replaces:
            return None
        self._registry.touch(live)
        return live, holder.seat

    async def viewer(self, match_id: str, token: str | None) -> tuple[LiveMatch, int | None]:
        """A match, and the seat as which the caller sees it: None for a spectator."""
        if token is not None and (found := self.cached(match_id, token)) is not None:
            return found
        live, holder = await self.open(match_id, token)
        return live, None if holder is None else holder.seat

    async def seat(self, match_id: str, token: str | None) -> tuple[LiveMatch, int]:
        """A match and the caller's seat in it."""
        live, seat = await self.viewer(match_id, token)
        if seat is None:
            raise missing_token(ErrorCode.SEAT_TOKEN_REQUIRED, token)
        return live, seat

    async def host(self, match_id: str, token: str | None, *, operator: bool = False) -> LiveMatch:
        """A match that the caller hosts; with `operator`, the operator may too."""
        live, holder = await self.open(match_id, token)
        if operator and token is not None and self._is_operator(token):
            return live
        if holder is None or holder.role is not Role.HOST:
            raise missing_token(ErrorCode.HOST_TOKEN_REQUIRED, token)
        return live

    async def check_token(self, token: str | None) -> bool:
        """Refuses a token that is not valid; tells whether it is the operator's."""
        if token is None:
            return False
        if self._is_operator(token):
            return True
        await self._token_cache.holder(token)
        return False

    async def match_of_invitation(self, match_id: str, code: str) -> str:
        """The id of the match that an invitation code is for."""
        try:
            found = await self._store.invited(tokens.digest(tokens.plain_code(code)))
        except DamagedData as error:
            raise ServiceError(ErrorCode.LOG_DAMAGED) from error
        if found is None or (match_id and match_id != found):
            raise ServiceError(ErrorCode.INVITATION_UNKNOWN)
        return found

    async def watch(
        self,
        match_id: str,
        token: str | None,
        *,
        after: int,
        include_view: bool,
        texts: TextOptions,
    ) -> Watcher:
        """A watcher of a match; to be called by the task that will read."""
        live, holder = await self.open(match_id, token)
        place = -1 if holder is None or holder.seat is None else holder.seat
        if after > live.log.durable.revisions[place]:
            await live.log.refresh()
        if self._stopping:
            raise ServiceError(ErrorCode.SERVER_STOPPING)
        return Watcher(
            live,
            holder,
            after=after,
            include_view=include_view,
            texts=texts,
            heartbeat=self._heartbeat_seconds,
            buffer=self._watch_buffer,
        )

    async def wait_for_update(
        self, match_id: str, token: str | None, *, after: int, seconds: float
    ) -> None:
        """Returns when the caller has had an update after a revision, or the time is over."""
        watcher = await self.watch(
            match_id, token, after=after, include_view=False, texts=_NO_TEXTS
        )
        try:
            async with asyncio.timeout(seconds):
                async for content in watcher.follow():
                    if isinstance(content, bytes):
                        return
        except TimeoutError:
            return
        finally:
            watcher.leave()

    # Tokens.

    async def rotate_token(self, token: str | None, request_id: str) -> str:
        """Replaces a token; the old one is void at once, and streams opened with it are closed.

        Until the new one is first used, the old one may ask again: a lost answer costs nothing.
        """
        if token is None:
            raise ServiceError(ErrorCode.TOKEN_REQUIRED)
        if not validation.secret_request_id(request_id):
            raise ServiceError(ErrorCode.FIELD_REQUIRED, field="request_id")
        fresh = tokens.token(self._minter.for_request("rotate", token, request_id)("token"))
        digest = tokens.digest(fresh)
        for _ in range(_ATTEMPTS):
            old = await self._token_cache.issued_to(token)
            replaced = old
            if old.void:
                # Its answer was lost, unless the new one has been used.
                successor = await self._store.successor(old.hash)
                if successor is None:
                    raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
                if successor.hash == digest:
                    return fresh
                replaced = successor
            live = await self._found(old.match_id)
            new = TokenRow(digest, old.match, old.match_id, old.role, old.seat, replaces=old.hash)
            try:
                await self._replace_token(live, replaced, new)
            except ServiceError as error:
                if error.code is not ErrorCode.TOKEN_UNKNOWN:
                    raise
                # Another rotation came first, perhaps a copy of this one.
                continue
            return fresh
        raise ServiceError(ErrorCode.CONTENDED)

    async def revoke_token(
        self, token: str | None, role: Role | None, seat: int | None, request_id: str
    ) -> None:
        """Makes void the caller's token, or as the host those of a role and seat."""
        if token is None:
            raise ServiceError(ErrorCode.TOKEN_REQUIRED)
        holder = await self._token_cache.holder(token)
        live, _ = await self.open(holder.match_id, token)
        if role is None:
            await self._replace_token(live, holder, None)
            return
        if holder.role is not Role.HOST:
            raise missing_token(ErrorCode.HOST_TOKEN_REQUIRED, token)
        seats = len(live.log.durable.seats)
        if seat is not None and seat >= seats:
            raise ServiceError(ErrorCode.SEAT_OUT_OF_RANGE, seats=seats, field="seat")
        request = lobby_request(None, request_id, "revoke", str(role), seat)
        await live.change_lobby(lambda lobby: lobby, void_seat=(role, seat), request=request)
        await self.forget_holders(live, role, seat)

    async def forget_holders(self, live: LiveMatch, role: Role, seat: int | None) -> None:
        """Closes the streams of those whose tokens of a seat the store has made void."""
        self._token_cache.forget(self._token_cache.of_seat(live.row.id, role, seat))
        for watcher in list(live.watchers):
            holder = watcher.holder
            if holder is not None and (holder.role, holder.seat) == (role, seat):
                watcher.close(ServiceError(ErrorCode.TOKEN_REPLACED))
        await self._void_everywhere()

    async def _replace_token(self, live: LiveMatch, old: TokenRow, new: TokenRow | None) -> None:
        fresh = () if new is None else (new,)

        async def check_again() -> None:
            self._token_cache.forget([old.hash])
            row = await self._token_cache.issued(old.hash)
            used = row is not None and row.replaces != old.replaces
            if row is None or row.void or (used and new is not None):
                raise ServiceError(ErrorCode.TOKEN_UNKNOWN)

        try:
            await live.change_lobby(
                lambda lobby: lobby,
                tokens=lambda _: fresh,
                void=(old.hash,),
                overtaken=check_again,
            )
        finally:
            self._token_cache.forget([old.hash])
        self._token_cache.admit(fresh)
        for watcher in list(live.watchers):
            if watcher.holder is not None and watcher.holder.hash == old.hash:
                watcher.close(ServiceError(ErrorCode.TOKEN_REPLACED))
        await self._void_everywhere()

    async def _note_first_use(self, live: LiveMatch, holder: TokenRow | None) -> None:
        """Once a token is used, the one that it replaces can't ask for it again."""
        if holder is None or not holder.replaces:
            return

        async def check_again() -> None:
            self._token_cache.forget([holder.hash])
            row = await self._token_cache.issued(holder.hash)
            if row is None or row.void:
                raise ServiceError(ErrorCode.TOKEN_UNKNOWN)

        await live.change_lobby(lambda lobby: lobby, used=(holder.hash,), overtaken=check_again)
        self._token_cache.admit([replace(holder, replaces=b"")])

    async def _found(self, match_id: str) -> LiveMatch:
        """A match that there is."""
        live = await self._registry.find(match_id)
        if live is None:
            raise ServiceError(ErrorCode.LOG_DAMAGED)
        if live.log.failure is not None:
            raise ServiceError(live.log.failure)
        return live

    async def _void_everywhere(self) -> None:
        """Returns when no server trusts what it knew of tokens before."""
        if self._store.shared:
            await asyncio.sleep(TRUST_SECONDS)


def missing_token(code: ErrorCode, token: str | None) -> ServiceError:
    """The error of a caller whose token does not suffice; of one without a token it says so."""
    return ServiceError(code, authenticated=token is not None)
