"""The one who runs the server, known by a token that is set and never stored."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import SecretStr


class Operator:
    """Tells whether a caller is the operator. Without a token set, nobody is."""

    __slots__ = ("_secret",)

    def __init__(self, token: SecretStr | None) -> None:
        self._secret = None if token is None else token.get_secret_value().encode()

    def is_operator(self, token: str | None) -> bool:
        """Whether this is the operator's token.

        The comparison takes as long for any wrong token, so that nobody finds it letter by letter.
        """
        if self._secret is None or token is None:
            return False
        return hmac.compare_digest(self._secret, token.encode(errors="surrogatepass"))
