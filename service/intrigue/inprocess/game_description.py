"""The description of a game: its actions, options, features and clauses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from intrigue import engine
from intrigue_proto.enum_names import name_of
from intrigue_proto.options import SEATS
from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse

if TYPE_CHECKING:
    from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText
    from intrigue_proto.v1 import game_pb2

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
    def of(cls, action: game_pb2.GameAction) -> Action:
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
    def of(cls, option: game_pb2.GameOption) -> Option:
        """An option of the contract."""
        kind = option.WhichOneof("kind")
        values: tuple[str, ...] = ()
        if kind == "choice":
            values = tuple(option.choice.values)
        elif kind == "boolean":
            values = ("false", "true")
        elif kind == "document":
            values = tuple(option.document.names)
        return cls(
            name=option.name,
            default=option.default_value,
            values=values,
            minimum=option.integer.minimum if kind == "integer" else None,
            maximum=option.integer.maximum if kind == "integer" else None,
            document=option.document.max_bytes if kind == "document" else None,
            summary=option.summary.en,
            summary_fr=option.summary.fr,
        )

    @classmethod
    def of_seats(cls, game: game_pb2.Game) -> Option:
        """The number of seats, which the contract has in a field of its own."""
        return cls(
            name=SEATS,
            default=str(game.default_seats),
            values=(),
            minimum=game.min_seats,
            maximum=game.max_seats,
            document=None,
            summary="The number of players.",
            summary_fr="Le nombre de joueurs.",
        )


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card."""

    id: str
    """The name that programs use, in notations too."""
    name: str
    name_fr: str
    copies: int
    """How many there are, at most; 0 if none is in the deck."""
    provenance: str
    """Where its text comes from: `printed`, `deduced`, `reconstructed` or `original`."""

    @classmethod
    def of(cls, card: game_pb2.Card) -> Card:
        """A card of the contract."""
        return cls(
            id=card.id,
            name=card.name.en,
            name_fr=card.name.fr,
            copies=card.copies,
            provenance=name_of(card, "provenance"),
        )


@dataclass(frozen=True, slots=True)
class Document:
    """A document that comes with a game."""

    id: str
    """The value of the option that selects it."""
    name: str
    name_fr: str
    text: str


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of content that an option takes as text."""

    option: str
    name: str
    name_fr: str
    json_schema: str
    """What a text may say."""
    template: str
    """A text to begin with."""
    built_in: tuple[Document, ...]

    @classmethod
    def of(cls, kind: game_pb2.DocumentKind) -> DocumentKind:
        """A kind of document of the contract."""
        return cls(
            option=kind.option,
            name=kind.name.en,
            name_fr=kind.name.fr,
            json_schema=kind.json_schema,
            template=kind.template,
            built_in=tuple(
                Document(id=one.id, name=one.name.en, name_fr=one.name.fr, text=one.text)
                for one in kind.built_in
            ),
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
    cards: tuple[Card, ...]
    documents: tuple[DocumentKind, ...]
    planes: tuple[Plane, ...]


@cache
def describe_game(game: str) -> GameDescription:
    """The description of a game; Refused (kind `unknown_game`)."""
    message = GetGameResponse.FromString(engine.Engine().get_game(game))
    actions = tuple(Action.of(action) for action in message.actions)
    varies = message.game.min_seats != message.game.max_seats
    seats = (Option.of_seats(message.game),) if varies else ()
    return GameDescription(
        message=message,
        actions=actions,
        ids={action.notation: action.id for action in actions},
        options=(*seats, *(Option.of(option) for option in message.game.options)),
        cards=tuple(Card.of(card) for card in message.cards),
        documents=tuple(DocumentKind.of(kind) for kind in message.documents),
        planes=tuple(
            Plane(name=plane.name, offset=plane.offset, size=plane.size, summary=plane.summary)
            for plane in message.features.planes
        ),
    )


def in_language(text: LocalizedText, lang: Lang) -> str:
    """A text in one of its two languages."""
    return text.fr if lang == "fr" else text.en
