"""Compares the contract of the server with the contract of the installed SDK."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

import intrigue_proto
from intrigue.contract_digest import CONTRACT_DIGEST

__all__ = ["CONTRACT_DIGEST", "ContractMismatch", "find_contract_mismatch"]


@dataclass(frozen=True, slots=True)
class ContractMismatch:
    """Why the server can't run with the installed SDK, in English and French."""

    en: str
    fr: str


def find_contract_mismatch() -> ContractMismatch | None:
    """None if the installed SDK has the contract that the server was built with."""
    # An SDK from before there were digests has none.
    found = getattr(intrigue_proto, "CONTRACT_DIGEST", "none")
    if found == CONTRACT_DIGEST:
        return None
    server, sdk = metadata.version("intrigue"), metadata.version("intrigue-sdk")
    digests = f"{CONTRACT_DIGEST[:12]}, {found[:12]}"
    install = f"pip install --force-reinstall intrigue-sdk=={server}"
    return ContractMismatch(
        en=f"intrigue {server} and intrigue-sdk {sdk} were built from different contracts "
        f"({digests}): install the SDK of this server with `{install}`.",
        fr=f"intrigue {server} et intrigue-sdk {sdk} ont été construits à partir de contrats "
        f"différents ({digests}) : installez le SDK de ce serveur avec « {install} ».",
    )
