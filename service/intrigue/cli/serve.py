"""`intrigue serve`."""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from pydantic import ValidationError

from intrigue.cli.catalog import list_games
from intrigue.cli.fault import Exit, Fault
from intrigue.cli.messages import Say
from intrigue.cli.program import program, python
from intrigue.config import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic.fields import FieldInfo

    from intrigue.cli.screen import Screen
    from intrigue.server import Server

_PREFIX: Final = Settings.model_config.get("env_prefix", "")


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command one option for each setting, so that none can be forgotten here."""
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=_option(name, field),
        )
        for name, field in Settings.model_fields.items()
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
    option = typer.Option(
        flag,
        help=field.description or "",
        envvar=f"{_PREFIX}{name}".upper(),
        show_default=str(field.get_default(call_default_factory=True)),
    )
    return Annotated[field.annotation | None, option]  # type: ignore[operator]


def read_settings(given: Mapping[str, object]) -> Settings:
    """The settings of the environment, with those that were given on the command line."""
    arguments: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**arguments)
    except ValidationError as error:
        lines = [
            f"--{'-'.join(str(part) for part in fault['loc']).replace('_', '-')}: {fault['msg']}"
            for fault in error.errors()
        ]
        raise Fault("; ".join(lines)) from None


def serve(settings: Settings, screen: Screen) -> None:
    """Serves until it is told to stop."""
    from intrigue import server
    from intrigue.store import StoreError
    from intrigue.store.address import shown

    server.configure_logging(settings)
    try:
        server.run(server.serve(settings, ready=partial(_announce, settings, screen)))
    except server.ServerError as fault:
        if isinstance(fault.__cause__, StoreError):
            text = screen.phrase(Say.CANNOT_STORE, database=shown(settings.database), why=fault)
        else:
            address = f"{settings.host}:{settings.port}"
            text = screen.phrase(Say.CANNOT_LISTEN, address=address)
        raise Fault(text, Exit.REFUSED) from None
    screen.say(Say.STOPPED)


def _announce(settings: Settings, screen: Screen, started: Server) -> None:
    address = started.address
    games = list_games()
    screen.say(Say.SERVING, "bold", address=address)
    screen.line()
    screen.say(Say.SERVE_NEXT)
    screen.say(Say.SERVE_PLAY, "dim")
    screen.command(f"{program()} play {games[0].id} --server {address}")
    screen.say(Say.SERVE_PERSON, "dim")
    screen.command(f"{program()} play {games[0].id} --host --server {address}")
    if settings.reflection:
        screen.say(Say.SERVE_CURL, "dim")
        screen.command(f"grpcurl -plaintext {address} intrigue.v1.CatalogService/ListGames")
    screen.say(Say.SERVE_PYTHON, "dim")
    screen.command(
        f'{python()} -c "from intrigue_sdk import connect_blocking; '
        f"print(connect_blocking('{address}').games())\""
    )
    screen.line()
    screen.say(Say.SERVE_STOP, "dim")
