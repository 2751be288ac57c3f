"""The address of a database: what kind it is, and what of it may be shown."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

_SCHEMES = ("postgresql://", "postgres://")
_SECRETS = {"password", "passfile", "sslpassword"}


def is_postgres(database: str) -> bool:
    """Whether it is the address of a PostgreSQL database; if not, it is the path of a file."""
    return database.lower().startswith(_SCHEMES)


def shown(database: str) -> str:
    """The address without its password, for logs and messages."""
    if not is_postgres(database):
        return database
    parts = urlsplit(database)
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":
        # A password with a slash in it, say: nobody can tell where it ends.
        return f"{parts.scheme}://…"
    account, _, hosts = parts.netloc.rpartition("@")
    user = f"{account.partition(':')[0]}@" if account else ""
    query = [(name, value) for name, value in parse_qsl(parts.query) if name not in _SECRETS]
    settings = f"?{urlencode(query)}" if query else ""
    return f"{parts.scheme}://{user}{hosts}{parts.path}{settings}"
