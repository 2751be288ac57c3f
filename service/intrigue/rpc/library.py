"""The library: documents that the operator offers beside those of the games.

A document's file lies below FOLDER/GAME/OPTION, and is known by the id that it gives itself. An
option that names it is given its whole text before anything else looks at the option: a match and
its record are the same on a server that has no such file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from intrigue.engine import Engine, Refused
from intrigue.matches import validation
from intrigue_proto.v1 import game_pb2
from intrigue_proto.v1.catalog_service_pb2 import (
    CheckDocumentResponse,
    GetGameResponse,
    ListGamesResponse,
)
from intrigue_proto.v1.game_pb2 import ISSUE_SEVERITY_ERROR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


_SUFFIXES: Final = frozenset({".toml", ".json"})


class DocumentLibraryError(Exception):
    """A library that can't be offered, and why: a line for each fault, in both languages."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.en = en
        self.fr = fr


@dataclass(frozen=True, slots=True)
class _Volume:
    """A document of the library."""

    path: Path
    message: game_pb2.GameDocument


# The documents by id.
_Shelf = dict[str, _Volume]


class DocumentLibrary:
    """All documents of some folders; each was found sound."""

    __slots__ = ("_games", "_shelves")

    def __init__(self, folders: Iterable[Path] = (), engine: Engine | None = None) -> None:
        """Reads and checks every file, which takes a while; raises `DocumentLibraryError`."""
        engine = engine or Engine()
        self._shelves: dict[tuple[str, str], _Shelf] = {}
        self._games: dict[str, bytes] = {}
        for folder in folders:
            for place in _folders_in(folder):
                self._read_game(place, engine)
        for game in {game for game, _ in self._shelves}:
            self._games[game] = self._described(game, engine)

    def __len__(self) -> int:
        return sum(map(len, self._shelves.values()))

    def fill(self, game: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """Options in which the text of a document stands where one was named by its id."""
        found = {
            name: volume.message.text
            for name, value in options.items()
            if (volume := self._shelves.get((game, name), {}).get(value)) is not None
        }
        return {**options, **found} if found else options

    def described(self, game: str) -> bytes | None:
        """The GetGameResponse of a game with the library's documents; None if it has none."""
        return self._games.get(game)

    def _read_game(self, folder: Path, engine: Engine) -> None:
        games = ListGamesResponse.FromString(engine.list_games()).games
        if folder.name not in {game.id for game in games}:
            known = ", ".join(game.id for game in games)
            raise DocumentLibraryError(
                f"{folder}: there is no game {folder.name}; there is: {known}",
                f"{folder} : il n'y a pas de jeu {folder.name} ; il y a : {known}",
            )
        kinds = {
            kind.option: kind
            for kind in GetGameResponse.FromString(engine.get_game(folder.name)).documents
        }
        for place in _folders_in(folder):
            if place.name not in kinds:
                known = ", ".join(kinds) or "-"
                raise DocumentLibraryError(
                    f"{place}: the game takes no documents by {place.name}; it does by: {known}",
                    f"{place} : le jeu ne prend pas de document par {place.name} ; il en prend "
                    f"par : {known}",
                )
            own = {document.id for document in kinds[place.name].built_in}
            shelf = self._shelves.setdefault((folder.name, place.name), {})
            for path in _files_below(place):
                _add(shelf, own, path, _studied(path, folder.name, place.name, engine))

    def _described(self, game: str, engine: Engine) -> bytes:
        message = GetGameResponse.FromString(engine.get_game(game))
        for kind in message.documents:
            shelf = self._shelves.get((game, kind.option), {})
            kind.built_in.extend(shelf[name].message for name in sorted(shelf))
        return message.SerializeToString(deterministic=True)


class LibraryEngine(Engine):
    """The core, with a library's documents beside its own."""

    __slots__ = ("_library",)

    def __init__(self, library: DocumentLibrary) -> None:
        self._library = library

    def get_game(self, game: str) -> bytes:
        """A GetGameResponse."""
        return self._library.described(game) or super().get_game(game)

    def read_settings(
        self,
        game: str,
        options: Mapping[str, str],
        documents: Mapping[str, str],
        seat_count: int,
    ) -> Mapping[str, str]:
        """The settings of a message, before their values are judged."""
        settings = super().read_settings(game, options, documents, seat_count)
        return self._library.fill(game, settings)


def _folders_in(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        why = error.strerror or str(error)
        raise DocumentLibraryError(f"{folder}: {why}", f"{folder} : {why}") from error
    return (path for path in found if path.is_dir() and not path.name.startswith("."))


def _files_below(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in _SUFFIXES and path.is_file() and not path.name.startswith(".")
    )


def _studied(path: Path, game: str, option: str, engine: Engine) -> game_pb2.GameDocument:
    """The document of a file."""
    try:
        # A text longer than any that is taken need not be read to its end.
        with path.open(encoding="utf-8") as file:
            text = file.read(validation.MAX_DOCUMENT + 1)
    except OSError as error:
        why = error.strerror or str(error)
        raise DocumentLibraryError(f"{path}: {why}", f"{path} : {why}") from error
    except UnicodeDecodeError as error:
        raise DocumentLibraryError(
            f"{path}: byte {error.start}: it is no text in UTF-8",
            f"{path} : octet {error.start} : ce n'est pas un texte en UTF-8",
        ) from error
    text = validation.as_document(text)
    if not validation.is_document(text):
        raise DocumentLibraryError(
            f"{path}: it is longer than {validation.MAX_DOCUMENT} bytes, or has characters that "
            "can't be shown",
            f"{path} : il a plus de {validation.MAX_DOCUMENT} octets, ou des caractères qui ne "
            "peuvent s'afficher",
        )
    try:
        report = CheckDocumentResponse.FromString(engine.check_document(game, option, text))
    except Refused as refusal:
        raise DocumentLibraryError(f"{path}: {refusal.en}", f"{path} : {refusal.fr}") from refusal
    errors = [issue for issue in report.issues if issue.severity == ISSUE_SEVERITY_ERROR]
    if errors:
        raise DocumentLibraryError(
            "\n".join(f"{path}: {_place(issue)}{issue.text.en}" for issue in errors),
            "\n".join(f"{path} : {_place(issue)}{issue.text.fr}" for issue in errors),
        )
    return game_pb2.GameDocument(id=report.id, name=report.name, text=text)


def _place(issue: game_pb2.DocumentIssue) -> str:
    """Where an issue is, before its text."""
    if issue.line:
        return f"{issue.line}:{issue.column}: "
    return f"{issue.path}: " if issue.path else ""


def _add(shelf: _Shelf, own: set[str], path: Path, document: game_pb2.GameDocument) -> None:
    """Puts a document on its shelf, where no other has its id."""
    name = document.id
    if not name:
        raise DocumentLibraryError(f"{path}: it has no id", f"{path} : il n'a pas d'id")
    if name in own:
        raise DocumentLibraryError(
            f"{path}: id: the game has a document {name} of its own",
            f"{path} : id : le jeu a déjà un document {name}",
        )
    if name in shelf:
        other = shelf[name].path
        raise DocumentLibraryError(
            f"{path}: id: {other} has the id {name} too",
            f"{path} : id : {other} a le même id, {name}",
        )
    shelf[name] = _Volume(path, document)
