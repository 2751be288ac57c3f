"""Who calls, as far as limits are concerned: an address and a token, neither kept in clear."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Sequence

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_FORWARDED: Final = "x-forwarded-for"
_AUTHORIZATION: Final = "authorization"
# The IPv6 prefix of a household: a limit per address would be no limit.
_HOUSEHOLD: Final = 64


class Callers:
    """Tells callers apart. Behind a trusted proxy the caller is whom the proxy names."""

    def __init__(self, trusted_proxies: Sequence[Network] = ()) -> None:
        self._trusted = tuple(trusted_proxies)
        # Connections are few and calls are many.
        self._place = lru_cache(16_384)(self._find_place)

    def peer(self, context: Any) -> str:
        """The address from which a call comes, without its port."""
        address, trusted = self._place(context.peer().rpartition(":")[0])
        return self._forwarded(context, address) if trusted else address

    def _find_place(self, peer: str) -> tuple[str, bool]:
        kind, _, address = peer.partition(":")
        if kind == "ipv6":
            address = unquote(address).strip("[]")
        return _household(address), self._is_trusted(address)

    def _forwarded(self, context: Any, proxy: str) -> str:
        """The last address in the header that is not a trusted proxy: earlier ones may be lies."""
        named = ",".join(value for key, value in context.invocation_metadata() if key == _FORWARDED)
        for address in reversed([part.strip() for part in named.split(",") if part.strip()]):
            if not self._is_trusted(address):
                return _household(address)
        return proxy

    def _is_trusted(self, address: str) -> bool:
        if not self._trusted:
            return False
        try:
            place = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(place in network for network in self._trusted)


def token_key(context: Any) -> int | None:
    """Stands for the caller's token, whatever it is good for; None without one.

    A hash, so that no second copy of a token lies in memory.
    """
    for key, value in context.invocation_metadata():
        if key == _AUTHORIZATION:
            return hash(value)
    return None


def _household(address: str) -> str:
    try:
        place = ipaddress.ip_address(address)
    except ValueError:
        # A socket in the file system, or a proxy that says something else: one caller.
        return address[:64]
    if place.version == 6:  # noqa: PLR2004 - a version, not a number
        if place.ipv4_mapped is not None:
            return str(place.ipv4_mapped)
        return str(ipaddress.ip_network((place, _HOUSEHOLD), strict=False))
    return str(place)
