"""A rule set, and the way to a match of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.lab.sheet import Action, Lang, Option, Plane, say, sheet
from intrigue_proto.v1.catalog_service_pb2 import ListGamesResponse
from intrigue_sdk.options import encode_options
from intrigue_sdk.seed import seed_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from intrigue.lab.match import Match
    from intrigue_sdk.options import Options
    from intrigue_sdk.seed import Seed


class Game:
    """A rule set, by its id. `Game.all()` lists those of this installation; Refused (kind
    `unknown_game`) for any other.

    What it says is read once and kept, so that a Game is cheap to make and to ask.
    """

    __slots__ = ("_sheet",)

    def __init__(self, game: str | Game) -> None:
        self._sheet = sheet(game if isinstance(game, str) else game.id)

    @staticmethod
    def all() -> tuple[Game, ...]:
        """Every game of this installation."""
        listed = ListGamesResponse.FromString(engine.CoreEngine().list_games())
        return tuple(Game(game.id) for game in listed.games)

    @property
    def id(self) -> str:
        """The name that programs use."""
        return self._sheet.message.game.id

    def name(self, lang: Lang = "en") -> str:
        """The name that people use."""
        return say(self._sheet.message.game.name, lang)

    def summary(self, lang: Lang = "en") -> str:
        """What the game is about, in a sentence or two."""
        return say(self._sheet.message.game.summary, lang)

    def clauses(self, lang: Lang = "en") -> dict[str, str]:
        """The rule sheet, by clause: what the `clause` of a refusal refers to."""
        return {clause.id: say(clause.text, lang) for clause in self._sheet.message.clauses}

    @property
    def rules_version(self) -> str:
        """Changes only when the same actions would lead to something else."""
        return self._sheet.message.game.rules_version

    @property
    def min_seats(self) -> int:
        """The fewest seats that a match may have."""
        return self._sheet.message.game.min_seats

    @property
    def max_seats(self) -> int:
        """The most seats that a match may have."""
        return self._sheet.message.game.max_seats

    @property
    def open(self) -> bool:
        """Whether nothing is hidden from anybody."""
        return self._sheet.message.game.open

    @property
    def cooperative(self) -> bool:
        """Whether the seats win or lose together: each gets the whole win, or nothing."""
        return self._sheet.message.game.cooperative

    @property
    def options(self) -> tuple[Option, ...]:
        """The settings that make its variants."""
        return self._sheet.options

    @property
    def actions(self) -> tuple[Action, ...]:
        """The whole action table; the id of an action is its place in it."""
        return self._sheet.actions

    @property
    def planes(self) -> tuple[Plane, ...]:
        """What the feature tensor of a view holds, and where."""
        return self._sheet.planes

    @property
    def feature_size(self) -> int:
        """How many numbers a feature tensor has."""
        return self._sheet.message.features.size

    def action(self, notation: str) -> Action:
        """The action of a notation; Refused (kind `unknown_action`)."""
        known = self._sheet.ids.get(notation)
        if known is None:
            # The core reads notation with more patience, and has the words for a refusal.
            known = self.deal(seed=0)._core.parse_action(notation)  # noqa: SLF001
        return self._sheet.actions[known]

    def settle(self, options: Options | None = None) -> tuple[dict[str, str], int]:
        """All options with the defaults filled in, and the number of seats that they make;
        Refused (kind `bad_option`).
        """
        settled, seats = engine.CoreEngine().settle_options(self.id, encode_options(options))
        return dict(settled), seats

    def deal(
        self,
        options: Options | None = None,
        seed: Seed | None = None,
        *,
        script: Iterable[str] = (),
    ) -> Match:
        """A new match, dealt; Refused (kinds `bad_option` and `bad_script`).

        The same options and seed give the same deal. Without a seed one is drawn, which
        `record(seed=True)` tells. A script has chance outcomes, as records write them, that come
        before any drawn from the seed.
        """
        # A match knows its game, so the two modules can't both import each other first.
        from intrigue.lab.match import Match  # noqa: PLC0415

        return Match(engine.Match(self.id, encode_options(options), seed_bytes(seed), list(script)))

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.id,)
