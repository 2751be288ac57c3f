"""`intrigue games`, `intrigue rules` and `intrigue policies`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.cli.errors import CommandError
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue.inprocess.policies import policy_in_full
from intrigue_proto.options import SEATS
from intrigue_proto.v1 import game_pb2
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse, ListGamesResponse
from intrigue_proto.v1.simulation_service_pb2 import ListPoliciesResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.cli.terminal import Screen
    from intrigue_proto.v1.policy_pb2 import PolicyParameter

# Each source of a card's text: its name and its meaning.
_PROVENANCES: Final = {
    game_pb2.PROVENANCE_PRINTED: (CliText.PROVENANCE_PRINTED, CliText.MEANS_PRINTED),
    game_pb2.PROVENANCE_DEDUCED: (CliText.PROVENANCE_DEDUCED, CliText.MEANS_DEDUCED),
    game_pb2.PROVENANCE_RECONSTRUCTED: (
        CliText.PROVENANCE_RECONSTRUCTED,
        CliText.MEANS_RECONSTRUCTED,
    ),
    game_pb2.PROVENANCE_ORIGINAL: (CliText.PROVENANCE_ORIGINAL, CliText.MEANS_ORIGINAL),
}


def list_games() -> Sequence[game_pb2.Game]:
    """The games of this installation."""
    return ListGamesResponse.FromString(engine.Engine().list_games()).games


def get_game(game: str, screen: Screen) -> GetGameResponse:
    """A game of this installation, or a CommandError that lists the known games."""
    try:
        return GetGameResponse.FromString(engine.Engine().get_game(game))
    except engine.Refused:
        known = ", ".join(known.id for known in list_games())
        raise CommandError(screen.text(CliText.UNKNOWN_GAME, game=game, known=known)) from None


def show_games(screen: Screen) -> None:
    """Lists the games."""
    for game in list_games():
        screen.heading(screen.lang.of(game.name))
        seats = _span(game.min_seats, game.max_seats)
        screen.line(f"{game.id} · {seats} {screen.text(CliText.SEATS)}", "cyan")
        screen.line(screen.lang.of(game.summary))
    screen.line()
    screen.say(CliText.GAMES_HINT, "dim", program=program_command())


def show_policies(screen: Screen) -> None:
    """Lists the policies that can play a seat."""
    listed = ListPoliciesResponse.FromString(engine.list_policies())
    rows = []
    for policy in listed.policies:
        rows.append((policy_in_full(policy.example), screen.lang.of(policy.summary)))
        rows += [("", _parameter(parameter, screen)) for parameter in policy.parameters]
    screen.columns(rows, styles=("cyan", ""))


def show_rules(game: GetGameResponse, clause: str | None, screen: Screen) -> None:
    """Shows the rule sheet of a game, or one clause of it."""
    if clause is not None:
        show_clause(game, clause, screen)
        return
    screen.heading(screen.lang.of(game.game.name))
    screen.say(CliText.RULES_VERSION, "dim", version=game.game.rules_version)
    screen.line(screen.lang.of(game.game.summary))
    screen.heading(screen.text(CliText.OPTIONS))
    if game.game.options or game.game.min_seats != game.game.max_seats:
        _show_options(game.game, screen)
    else:
        screen.say(CliText.NO_OPTIONS)
    screen.heading(screen.text(CliText.CLAUSES))
    screen.columns(
        [(clause.id, _prose(clause, screen)) for clause in game.clauses],
        styles=("cyan", ""),
    )
    if game.cards:
        _show_cards(game.cards, screen)
    screen.heading(screen.text(CliText.ACTIONS))
    screen.columns(
        [(action.notation, screen.lang.of(action.label)) for action in game.actions],
        styles=("cyan", ""),
    )


def show_clause(game: GetGameResponse, clause: str, screen: Screen) -> None:
    """Shows one clause of a game's rule sheet."""
    wanted = clause.casefold()
    for known in game.clauses:
        if known.id.casefold() == wanted:
            screen.columns([(known.id, _prose(known, screen))], styles=("cyan", ""))
            return
    ids = ", ".join(known.id for known in game.clauses)
    raise CommandError(screen.text(CliText.NO_CLAUSE, clause=clause, known=ids))


def _show_cards(cards: Sequence[game_pb2.Card], screen: Screen) -> None:
    total = sum(card.copies for card in cards)
    screen.heading(f"{screen.text(CliText.CARDS)} ({total})")
    screen.columns(
        [
            (f"{card.copies} ×", screen.lang.of(card.name), _provenance(card, screen))  # noqa: RUF001
            for card in cards
        ],
        styles=("", "", "dim"),
        right=0,
    )
    found = {card.provenance for card in cards}
    if len(found) > 1:
        screen.line()
        screen.columns(
            [
                (screen.text(name), screen.text(meaning))
                for provenance, (name, meaning) in _PROVENANCES.items()
                if provenance in found
            ],
            styles=("dim", "dim"),
        )


def _show_options(game: game_pb2.Game, screen: Screen) -> None:
    # The summary of an option is below its values, which may fill the whole line.
    rows = []
    if game.min_seats != game.max_seats:
        default = screen.text(CliText.DEFAULT, value=game.default_seats)
        summary = f"{screen.text(CliText.SEATS_SUMMARY)} ({default})"
        rows += [(SEATS, _span(game.min_seats, game.max_seats)), ("", summary)]
    for option in game.options:
        rows += [(option.name, _values(option)), ("", _summary(option, screen))]
    screen.columns(rows, styles=("cyan", ""))


def _prose(clause: game_pb2.Clause, screen: Screen) -> str:
    """The text of a clause without Markdown."""
    return screen.lang.of(clause.text).replace("**", "").replace("`", "")


def _summary(option: game_pb2.GameOption, screen: Screen) -> str:
    default = screen.text(CliText.DEFAULT, value=option.default_value)
    return f"{screen.lang.of(option.summary)} ({default})"


def _parameter(parameter: PolicyParameter, screen: Screen) -> str:
    values = " | ".join(parameter.values) or _span(parameter.minimum, parameter.maximum)
    summary = f"{parameter.name} = {values}: {screen.lang.of(parameter.summary)}"
    if not parameter.default_value:
        return summary
    return f"{summary} ({screen.text(CliText.DEFAULT, value=parameter.default_value)})"


def _values(option: game_pb2.GameOption) -> str:
    match option.WhichOneof("kind"):
        case "integer":
            return _span(option.integer.minimum, option.integer.maximum)
        case "boolean":
            return "true | false"
        case "document":
            return " | ".join([*option.document.names, "@FILE"])
        case _:
            return " | ".join(option.choice.values)


def _span(lowest: int, highest: int) -> str:
    return str(lowest) if lowest == highest else f"{lowest} – {highest}"  # noqa: RUF001


def _provenance(card: game_pb2.Card, screen: Screen) -> str:
    known = _PROVENANCES.get(card.provenance)
    return "" if known is None else screen.text(known[0])
