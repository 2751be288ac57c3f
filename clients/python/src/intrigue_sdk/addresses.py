"""Where the service is: one address, or those of several servers that share their matches."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from typing import Final, TypeAlias

from intrigue_sdk.errors import ErrorDetails, Unavailable

Target: TypeAlias = str | Sequence[str]
"""`host:port`; several, as a list or between commas; or a target of gRPC's, such as `dns:///…`."""

ChannelOptions: TypeAlias = tuple[tuple[str, str], ...]

_ROUND_ROBIN: Final = ("grpc.lb_policy_name", "round_robin")
_SCHEME: Final = re.compile(r"(dns|ipv4|ipv6|unix|unix-abstract|vsock|xds):")
_WITH_MANY: Final = ("dns:", "ipv4:", "ipv6:", "xds:")


def resolve(target: Target) -> tuple[str, ChannelOptions]:
    """What to give to gRPC: its target, and the options that spread calls over all servers.

    Names in a list are looked up once, here. Raises ValueError for what is no address.
    """
    if isinstance(target, str):
        if _SCHEME.match(target):
            return target, (_ROUND_ROBIN,) if target.startswith(_WITH_MANY) else ()
        target = target.split(",")
    addresses = [address.strip() for address in target if address.strip()]
    if not addresses:
        raise ValueError("no address is given")
    if len(addresses) == 1:
        return addresses[0], ()
    split = [_split(address) for address in addresses]
    found = [_look_up(host, port) for host, port in split]
    families = {family for family, _ in found}
    if len(families) > 1:
        raise ValueError("addresses are all IPv4 or all IPv6")
    # Every server has to answer to the first name: it is what a certificate is checked against.
    authority = ("grpc.default_authority", addresses[0])
    return f"{families.pop()}:{','.join(place for _, place in found)}", (_ROUND_ROBIN, authority)


def _split(address: str) -> tuple[str, int]:
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError(f"an address is written host:port, not {address}")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _look_up(host: str, port: int) -> tuple[str, str]:
    """The family and the place of an address; IPv4 first, so that names can stand together."""
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as fault:
        why = f"{host} can't be found: {fault.strerror}"
        raise Unavailable(ErrorDetails("NO_SUCH_HOST", why)) from None
    family, _, _, _, (number, *_) = min(places, key=lambda found: found[0] != socket.AF_INET)
    return (
        ("ipv4", f"{number}:{port}") if family == socket.AF_INET else ("ipv6", f"[{number}]:{port}")
    )
