"""A rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.game_description import (
    Action,
    Card,
    DocumentKind,
    Lang,
    Option,
    Plane,
    describe_game,
    in_language,
)
from intrigue_proto.options import encode_options
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1.catalog_service_pb2 import ListGamesResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from intrigue.inprocess.match import Match
    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed


class Game:
    """A rule set, by its id. `Game.all()` lists those of this installation; Refused (kind
    `unknown_game`) for any other.

    Its description is cached, so that a Game is cheap to create.
    """

    __slots__ = ("_description",)

    def __init__(self, game: str | Game) -> None:
        self._description = describe_game(game if isinstance(game, str) else game.id)

    @staticmethod
    def all() -> tuple[Game, ...]:
        """Every game of this installation."""
        listed = ListGamesResponse.FromString(engine.Engine().list_games())
        return tuple(Game(game.id) for game in listed.games)

    @property
    def id(self) -> str:
        """The name that programs use."""
        return self._description.message.game.id

    def name(self, lang: Lang = "en") -> str:
        """The name that people use."""
        return in_language(self._description.message.game.name, lang)

    def summary(self, lang: Lang = "en") -> str:
        """What the game is about, in a sentence or two."""
        return in_language(self._description.message.game.summary, lang)

    def clauses(self, lang: Lang = "en") -> dict[str, str]:
        """The rule sheet, by clause: what the `clause` of a refusal refers to."""
        return {
            clause.id: in_language(clause.text, lang)
            for clause in self._description.message.clauses
        }

    @property
    def rules_version(self) -> int:
        """Grows only when the same actions would lead to something else."""
        return self._description.message.game.rules_version

    @property
    def min_seats(self) -> int:
        """The fewest seats that a match may have."""
        return self._description.message.game.min_seats

    @property
    def max_seats(self) -> int:
        """The most seats that a match may have."""
        return self._description.message.game.max_seats

    @property
    def default_seats(self) -> int:
        """The number of seats of a match whose options don't say it."""
        return self._description.message.game.default_seats

    @property
    def perfect_information(self) -> bool:
        """Whether nothing is hidden from any viewer."""
        return self._description.message.game.perfect_information

    @property
    def cooperative(self) -> bool:
        """Whether the seats win or lose together: each gets the whole win, or nothing."""
        return self._description.message.game.cooperative

    @property
    def options(self) -> tuple[Option, ...]:
        """The settings that make its variants, the number of seats included if it varies."""
        return self._description.options

    @property
    def actions(self) -> tuple[Action, ...]:
        """The whole action table; the id of an action is its place in it."""
        return self._description.actions

    @property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of cards, with their names and how many there are."""
        return self._description.cards

    @property
    def documents(self) -> tuple[DocumentKind, ...]:
        """The kinds of content that its options take as text, such as missions."""
        return self._description.documents

    @property
    def planes(self) -> tuple[Plane, ...]:
        """What the feature tensor of a view holds, and where."""
        return self._description.planes

    @property
    def feature_size(self) -> int:
        """The length of a feature tensor."""
        return self._description.message.features.size

    def action(self, notation: str) -> Action:
        """The action of a notation. Upper and lower case and the amount of space don't matter.

        It says nothing about legality: any action of the game is found. Refused (kind
        `unknown_action`) if there is no such action.
        """
        known = self._description.ids.get(notation)
        if known is None:
            # The core also accepts other spellings, and has the texts of refusals.
            known = engine.parse_action(self.id, notation)
        return self._description.actions[known]

    def settle(self, options: Options | None = None) -> tuple[dict[str, str], int]:
        """All options with the defaults filled in, and the number of seats that they make;
        Refused (kind `bad_option`).
        """
        settled, seats = engine.Engine().settle_options(self.id, encode_options(options))
        return dict(settled), seats

    def deal(
        self,
        options: Options | None = None,
        seed: Seed | None = None,
        *,
        script: Iterable[str] = (),
    ) -> Match:
        """A new match, dealt.

        The same options and seed give the same deal.

        Args:
            options: The variant of the game.
            seed: The source of chance. None: a random one; `record(seed=True)` has it.
            script: Chance outcomes in notation, as records have them, that come before any drawn
                from the seed. It may be longer than the match.

        Raises:
            Refused: An option is wrong (kind `bad_option`), or an outcome of the script is
                impossible when its time comes (kind `bad_script`). `deal` refuses what does not fit
                the deal; what does not fit later on is refused by the `play` that needs it.
        """
        # A match knows its game, so the two modules can't both import each other first.
        from intrigue.inprocess.match import Match  # noqa: PLC0415

        core = engine.Match(self.id, encode_options(options), seed_bytes(seed), list(script))
        core.keep_to_script()
        return Match(core)

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.id,)
