"""What callers say in the metadata of a call: who they are, and which texts they want."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from intrigue.matches.text_options import PLAIN, TextOptions

LANGUAGES: Final = ("en", "fr")
NAMES_KEY: Final = "intrigue-player-names"
LANGUAGE_KEY: Final = "accept-language"
_BEARER: Final = "Bearer "
# Stands for a header that holds no token: unknown wherever it is looked up.
_NOBODYS: Final = ""
# What callers send who want no texts: the code for no linguistic content.
_NO_LANGUAGE: Final = "zxx"
# A header that is longer is nobody's preference.
_LONGEST: Final = 256


def caller_of(context: Any) -> tuple[str | None, TextOptions]:
    """The caller's token, None if it sends none, and the texts that it wants."""
    token, languages, names = None, None, False
    for key, value in context.invocation_metadata():
        if key == "authorization":
            # Two tokens are none.
            token = _bearer_token(value) if token is None else _NOBODYS
        elif key == LANGUAGE_KEY:
            languages = _languages(_text(value))
        elif key == NAMES_KEY:
            names = _text(value).strip().lower() in {"true", "1"}
    return token, TextOptions(languages, names) if names or languages is not None else PLAIN


def token_of(context: Any) -> str | None:
    """The caller's token; None if it sends none."""
    return caller_of(context)[0]


def texts_of(context: Any) -> TextOptions:
    """The texts that the caller wants."""
    return caller_of(context)[1]


def language_of(context: Any) -> str:
    """The language in which the caller reads errors."""
    languages = texts_of(context).languages
    return languages[0] if languages else LANGUAGES[0]


def _bearer_token(value: object) -> str:
    """The token in the value of an `authorization` header."""
    if not isinstance(value, str):
        return _NOBODYS
    scheme = value[: len(_BEARER)]
    if scheme != _BEARER and scheme.lower() != _BEARER.lower():
        return _NOBODYS
    return value[len(_BEARER) :]


def _text(value: object) -> str:
    """A value as text; one that is none says nothing."""
    return value[:_LONGEST] if isinstance(value, str) else ""


@lru_cache(256)
def _languages(header: str) -> tuple[str, ...] | None:
    """The languages of a header such as `fr-CA, en;q=0.5`, the most wanted first; None: all.

    One that the service does not speak means English.
    """
    wanted: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, parameters = part.strip().partition(";")
        language = tag.strip().partition("-")[0].lower()
        weight = _weight(parameters)
        if language == "*" or not language or weight <= 0:
            continue
        wanted.append((-weight, language))
    if not wanted:
        return None
    ordered = [language for _, language in sorted(wanted, key=lambda pair: pair[0])]
    known = dict.fromkeys(language for language in ordered if language in LANGUAGES)
    if known:
        return tuple(known)
    return () if _NO_LANGUAGE in ordered else LANGUAGES[:1]


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(max(float(value), 0.0), 1.0)
    except ValueError:
        return 0.0
