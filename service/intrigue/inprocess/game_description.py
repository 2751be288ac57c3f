"""The description of a game: its actions, options, features and clauses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from intrigue import engine
from intrigue_proto.v1 import game_pb2
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse

if TYPE_CHECKING:
    from intrigue_proto.v1.text_pb2 import Text

Lang: TypeAlias = Literal["en", "fr"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a seat may choose. Ids are the same in every match of a game."""

    id: int
    notation: str
    """What records and people write, such as `take`."""
    label: str
    """What it does, in English."""
    label_fr: str
    verb: str
    """The structured form: what is done, and to what."""
    arguments: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, action: game_pb2.Action) -> Action:
        """An action of the contract."""
        return cls(
            id=action.id,
            notation=action.notation,
            label=action.label.en,
            label_fr=action.label.fr,
            verb=action.verb,
            arguments=tuple((argument.name, argument.value) for argument in action.arguments),
        )

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game."""

    name: str
    default: str
    values: tuple[str, ...]
    """Every value that is accepted; empty for a number. Of documents, those that come with it."""
    minimum: int | None
    """A number's bounds, both included."""
    maximum: int | None
    document: int | None
    """The most bytes of a text that may be given in place of a name; None if none may."""
    summary: str
    summary_fr: str

    @classmethod
    def of(cls, option: game_pb2.Option) -> Option:
        """An option of the contract."""
        number = option.kind == game_pb2.OPTION_KIND_INTEGER
        document = option.kind == game_pb2.OPTION_KIND_DOCUMENT
        return cls(
            name=option.name,
            default=option.default_value,
            values=tuple(option.values),
            minimum=option.minimum if number else None,
            maximum=option.maximum if number else None,
            document=option.maximum if document else None,
            summary=option.summary.en,
            summary_fr=option.summary.fr,
        )


@dataclass(frozen=True, slots=True)
class Plane:
    """A part of the feature tensor: `features[plane.offset : plane.offset + plane.size]`."""

    name: str
    offset: int
    size: int
    summary: str

    @property
    def span(self) -> slice:
        """The place of the plane in the last axis of a feature tensor."""
        return slice(self.offset, self.offset + self.size)


@dataclass(frozen=True, slots=True)
class GameDescription:
    """Everything that the core says about a game, read once."""

    message: GetGameResponse
    actions: tuple[Action, ...]
    ids: dict[str, int]
    """The ids of the actions by their notation."""
    options: tuple[Option, ...]
    planes: tuple[Plane, ...]


@cache
def describe_game(game: str) -> GameDescription:
    """The description of a game; Refused (kind `unknown_game`)."""
    message = GetGameResponse.FromString(engine.Engine().get_game(game))
    actions = tuple(Action.of(action) for action in message.actions)
    return GameDescription(
        message=message,
        actions=actions,
        ids={action.notation: action.id for action in actions},
        options=tuple(Option.of(option) for option in message.game.options),
        planes=tuple(
            Plane(name=plane.name, offset=plane.offset, size=plane.size, summary=plane.summary)
            for plane in message.features.planes
        ),
    )


def in_language(text: Text, lang: Lang) -> str:
    """A text in one of its two languages."""
    return text.fr if lang == "fr" else text.en
