"""How a command is run: in a language, and without a traceback if it fails."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from intrigue import engine
from intrigue.cli.fault import CommandError, ExitCode
from intrigue.cli.language import Lang
from intrigue.cli.messages import CliText
from intrigue.cli.screen import Screen
from intrigue_sdk import IntrigueError

LangOption = Annotated[
    Lang | None, typer.Option("--lang", help="The language; by default that of the terminal.")
]


def run(lang: Lang | None, command: Callable[[Screen], None]) -> None:
    """Runs a command; what goes wrong becomes a sentence and an exit code."""
    lang = lang or Lang.of_environment()
    trouble = Screen(lang, stderr=True)
    try:
        command(Screen(lang))
    except CommandError as error:
        trouble.say(CliText.ERROR, "red", text=error.text)
        raise typer.Exit(error.code) from None
    except engine.Refused as refusal:
        text = refusal.fr if lang is Lang.FR else refusal.en
        trouble.say(CliText.ERROR, "red", text=text)
        raise typer.Exit(ExitCode.REFUSED) from None
    except IntrigueError as error:
        text = f"{error.text(lang)} [{error.clause}]" if error.clause else error.text(lang)
        trouble.say(CliText.ERROR, "red", text=text)
        raise typer.Exit(ExitCode.UNREACHABLE if error.transient else ExitCode.REFUSED) from None
    except KeyboardInterrupt:
        trouble.say(CliText.INTERRUPTED)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read along has gone: nothing is left to say, not even by the interpreter.
        sys.stdout = None
        raise typer.Exit(ExitCode.REFUSED) from None
