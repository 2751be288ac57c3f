"""How commands are run, fail and stop: errors, exit codes and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Final, TypeVar

import typer

from intrigue import engine
from intrigue.cli.language import Lang
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import Screen
from intrigue_sdk import IntrigueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FrameType

Result = TypeVar("Result")

_POLL_SECONDS: Final = 0.1


class ExitCode(IntEnum):
    """What the process returns to its caller."""

    OK = 0
    REFUSED = 1
    """The service, or the rules, said no."""
    USAGE = 2
    """The arguments or a file can't be right."""
    UNREACHABLE = 3
    """No service answered."""
    INTERRUPTED = 130


class CommandError(Exception):
    """Ends the command with a sentence and an exit code."""

    def __init__(self, text: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


def cannot_read(path: Path, error: OSError, screen: Screen) -> CommandError:
    """The error of a file that can't be read."""
    why = error.strerror or str(error)
    return CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why))


def cannot_write(path: Path | str, error: OSError, screen: Screen) -> CommandError:
    """The error of a file that can't be written."""
    why = error.strerror or str(error)
    return CommandError(screen.text(CliText.CANNOT_WRITE, path=path, why=why))


def run_command(lang: Lang | None, command: Callable[[Screen], None]) -> None:
    """Runs a command; an error becomes a sentence and an exit code, never a traceback."""
    lang = lang or Lang.of_environment()
    stderr = Screen(lang, stderr=True)
    try:
        command(Screen(lang))
    except CommandError as error:
        stderr.say(CliText.ERROR, "red", text=error.text)
        raise typer.Exit(error.code) from None
    except engine.Refused as refusal:
        stderr.say(CliText.ERROR, "red", text=lang.of(refusal))
        raise typer.Exit(ExitCode.REFUSED) from None
    except IntrigueError as error:
        text = error.localized_message
        text = f"{text} [{error.clause}]" if error.clause else text
        stderr.say(CliText.ERROR, "red", text=text)
        raise typer.Exit(ExitCode.UNREACHABLE if error.transient else ExitCode.REFUSED) from None
    except KeyboardInterrupt:
        stderr.say(CliText.INTERRUPTED)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    except BrokenPipeError:
        # The reader of the output has gone: the interpreter must not write to it either.
        sys.stdout = None
        raise typer.Exit(ExitCode.REFUSED) from None


@contextmanager
def stop_on_interrupt() -> Iterator[engine.Stop]:
    """A stop that the first Ctrl-C sets; the second raises KeyboardInterrupt."""
    stop = engine.Stop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def run_in_thread(work: Callable[[], Result]) -> Result:
    """Does work on another thread, so that the main thread can handle Ctrl-C meanwhile."""
    done: Future[Result] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the work is waited for
            done.set_exception(error)

    # A daemon: a second Ctrl-C does not wait for it.
    threading.Thread(target=do, daemon=True).start()
    while True:
        try:
            return done.result(_POLL_SECONDS)
        except TimeoutError:
            if done.done():
                return done.result()
