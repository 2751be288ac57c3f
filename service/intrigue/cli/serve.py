"""`intrigue serve`."""

from __future__ import annotations

import errno
import inspect
import socket
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin

import typer
from pydantic import SecretStr, ValidationError
from typer.core import TyperCommand

from intrigue.cli.catalog import list_games
from intrigue.cli.errors import CommandError, ExitCode
from intrigue.cli.language import Lang
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command, python_command
from intrigue.config import GROUPS, Settings
from intrigue.contract import find_contract_mismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic.fields import FieldInfo

    from intrigue.cli.terminal import Screen
    from intrigue.server import Server

_PREFIX: Final = Settings.model_config.get("env_prefix", "")
_GROUP_OF: Final = {name: group for group, names in GROUPS.items() for name in names}


class ServeCommand(TyperCommand):
    """A command whose help shows its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the options without a group, then each group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            shown = parameter.get_help_record(ctx)
            if shown is not None:
                group = getattr(parameter, "rich_help_panel", None) or "Options"
                groups.setdefault(group, []).append(shown)
        for group in sorted(groups, key=["Options", *GROUPS].index):
            with formatter.section(group):
                formatter.write_dl(groups[group])


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command an option for each setting."""
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=_option(name, field),
        )
        for name, field in _in_order()
    ]
    own = [
        parameter
        for parameter in inspect.signature(command, eval_str=True).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]

    def filled(**arguments: object) -> None:
        command(**arguments)

    filled.__doc__ = command.__doc__
    filled.__signature__ = inspect.Signature([*own, *parameters])  # type: ignore[attr-defined]
    filled.__annotations__ = {p.name: p.annotation for p in (*own, *parameters)}
    return filled


def _option(name: str, field: FieldInfo) -> Any:
    flag = "--" + name.replace("_", "-")
    if field.annotation is bool:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    variable = f"{_PREFIX}{name}".upper()
    default = field.get_default(call_default_factory=True)
    written = variable if default in {None, "", ()} else f"{variable}={default}"
    option = typer.Option(
        flag,
        help=f"{field.description}  [{written}]",
        envvar=variable,
        # Both are in the help text above.
        show_envvar=False,
        show_default=False,
        rich_help_panel=_GROUP_OF.get(name),
    )
    # A secret is a plain text on the command line; the settings hide it.
    annotation: Any = str if SecretStr in get_args(field.annotation) else field.annotation
    if get_origin(annotation) is tuple:
        # A repeatable option.
        annotation = list[get_args(annotation)[0]]  # type: ignore[misc]
    return Annotated[annotation | None, option]


def _in_order() -> list[tuple[str, FieldInfo]]:
    """All settings, those of a group together."""
    fields = dict(Settings.model_fields)
    grouped = [(name, fields.pop(name)) for name in _GROUP_OF]
    return [*fields.items(), *grouped]


def read_settings(given: Mapping[str, object]) -> Settings:
    """The settings of the environment, with those that were given on the command line."""
    arguments: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**arguments)
    except ValidationError as error:
        lines = [
            ": ".join([*(f"--{part}".replace("_", "-") for part in problem["loc"]), problem["msg"]])
            for problem in error.errors(include_input=False)
        ]
        raise CommandError("; ".join(lines)) from None


def serve(settings: Settings, screen: Screen) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    _check_contract(screen)
    from intrigue import server
    from intrigue.store import StoreError
    from intrigue.store.address import shown

    server.configure_logging(settings)
    try:
        server.run(server.serve(settings, ready=partial(_announce, settings, screen)))
    except server.ServerError as error:
        if isinstance(error.__cause__, StoreError):
            text = screen.text(CliText.CANNOT_STORE, database=shown(settings.database), why=error)
        elif not isinstance(error.__cause__, RuntimeError):
            why = error.fr if screen.lang is Lang.FR else error
            text = screen.text(CliText.CANNOT_SERVE, why=why)
        else:
            say = (
                CliText.PORT_TAKEN
                if _is_taken(settings.host, settings.port)
                else CliText.CANNOT_LISTEN
            )
            address, other = f"{settings.host}:{settings.port}", settings.port % 65_535 + 1
            text = screen.text(say, address=address, other=other)
        raise CommandError(text, ExitCode.REFUSED) from None
    screen.say(CliText.STOPPED)


def _check_contract(screen: Screen) -> None:
    """Refuses an SDK of another contract, before the server's modules use it."""
    mismatch = find_contract_mismatch()
    if mismatch is not None:
        why = mismatch.fr if screen.lang is Lang.FR else mismatch.en
        raise CommandError(screen.text(CliText.CANNOT_SERVE, why=why), ExitCode.REFUSED)


def _is_taken(host: str, port: int) -> bool:
    """Whether another program listens on the address."""
    try:
        with socket.create_server((host, port)):
            return False
    except OSError as error:
        return error.errno == errno.EADDRINUSE


def _announce(settings: Settings, screen: Screen, started: Server) -> None:
    address = started.address
    games = list_games()
    tls = settings.tls_certificate is not None
    target = f"{address} --tls" if tls else address
    screen.say(CliText.SERVING, "bold", address=address)
    screen.line()
    screen.say(CliText.SERVE_NEXT)
    screen.say(CliText.SERVE_PLAY, "dim")
    screen.command(f"{program_command()} play {games[0].id} --server {target}")
    screen.say(CliText.SERVE_PERSON, "dim")
    screen.command(f"{program_command()} play {games[0].id} --host --server {target}")
    if settings.reflection:
        screen.say(CliText.SERVE_CURL, "dim")
        plain = "" if tls else "-plaintext "
        screen.command(f"grpcurl {plain}{address} intrigue.v1.CatalogService/ListGames")
    if not tls:
        screen.say(CliText.SERVE_PYTHON, "dim")
        screen.command(
            f'{python_command()} -c "from intrigue_sdk import connect_blocking; '
            f"print(connect_blocking('{address}').games())\""
        )
    screen.line()
    screen.say(CliText.SERVE_STOP, "dim")
