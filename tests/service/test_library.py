"""The library: which files it takes, which it refuses, and in what words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.e2e.terminal import call

from intrigue.config import Settings
from intrigue.engine import Engine
from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue.rpc.library import DocumentLibrary, DocumentLibraryError, LibraryEngine
from intrigue.server import Server, ServerError
from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText
from intrigue_proto.v1 import game_pb2
from intrigue_proto.v1.catalog_service_pb2 import CheckDocumentResponse, GetGameResponse

if TYPE_CHECKING:
    from pathlib import Path

GAME = "complots"
OPTION = "story"


class Bookish(Engine):
    """An engine with a game that takes documents: JSON objects with an id."""

    def get_game(self, game: str) -> bytes:
        message = GetGameResponse.FromString(super().get_game(game))
        if game == GAME:
            name = LocalizedText(en="Own", fr="Maison")
            own = game_pb2.GameDocument(id="own", name=name, text='{"id":"own"}')
            message.documents.add(option=OPTION, built_in=[own])
        return message.SerializeToString()

    def check_document(self, game: str, option: str, text: str) -> bytes:
        assert (game, option) == (GAME, OPTION)
        try:
            read = json.loads(text)
        except ValueError:
            error = game_pb2.DocumentIssue(
                severity=game_pb2.ISSUE_SEVERITY_ERROR,
                line=1,
                column=1,
                text=LocalizedText(en="it is no JSON", fr="ce n'est pas du JSON"),
            )
            return CheckDocumentResponse(issues=[error]).SerializeToString()
        name = read["id"]
        named = LocalizedText(en=f"The {name}", fr=f"Le {name}")
        return CheckDocumentResponse(id=name, name=named).SerializeToString()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / GAME / OPTION / "deeper").mkdir(parents=True)
    return tmp_path


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / GAME / OPTION / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refusal(*folders: Path) -> DocumentLibraryError:
    with pytest.raises(DocumentLibraryError) as caught:
        DocumentLibrary(folders, Bookish())
    assert caught.value.en != caught.value.fr
    return caught.value


def test_an_option_that_names_a_document_gets_its_text(folder):
    put(folder, "a.json", '{"id": "first"}')
    put(folder, "deeper/b.toml", '{"id": "second"}\n')
    put(folder, "notes.txt", "nothing for the library")
    put(folder, ".hidden.json", "nor this")
    library = DocumentLibrary([folder], Bookish())
    assert len(library) == 2
    given = {OPTION: "second", "seats": "3"}
    assert library.fill(GAME, given) == {OPTION: '{"id": "second"}\n', "seats": "3"}
    assert given == {OPTION: "second", "seats": "3"}
    for other in ({OPTION: "own"}, {OPTION: "third"}, {"seats": "first"}, {}):
        assert library.fill(GAME, other) == other
    assert library.fill("district_noir", {OPTION: "first"}) == {OPTION: "first"}


def test_the_games_own_documents_and_the_librarys_are_listed_together(folder):
    put(folder, "z.json", '{"id": "first"}')
    put(folder, "a.json", '{"id": "second"}')
    library = DocumentLibrary([folder], Bookish())
    described = library.described(GAME)
    assert described is not None
    (kind,) = GetGameResponse.FromString(described).documents
    assert [(one.id, one.name.fr) for one in kind.built_in] == [
        ("own", "Maison"),
        ("first", "Le first"),
        ("second", "Le second"),
    ]
    assert library.described("district_noir") is None
    engine = LibraryEngine(library)
    assert engine.get_game(GAME) == described
    assert engine.get_game("district_noir") == Engine().get_game("district_noir")


def test_several_folders_make_one_library(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / GAME / OPTION).mkdir(parents=True)
    put(folder, "a.json", '{"id": "first"}')
    put(other, "a.json", '{"id": "second"}')
    assert len(DocumentLibrary([folder, other], Bookish())) == 2
    put(other, "b.json", '{"id": "first"}')
    both = refusal(folder, other)
    for path in (folder, other):
        assert str(path) in both.en


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("nonsense\n", "1:1: it is no JSON"),
        ('{"id": ""}', "no id"),
        ('{"id": "own"}', "of its own"),
        (b'{"id": "\xff"}', "byte 8"),
        ('{"id": "a\u202eb"}', "can't be shown"),
        ('{"id": "' + "a" * validation.MAX_DOCUMENT + '"}', "longer than 65536"),
    ],
    ids=["unsound", "no id", "the id of another", "no text", "marks that turn", "too long"],
)
def test_a_bad_file_is_named_with_its_place_and_the_reason(folder, text, place):
    put(folder, "good.json", '{"id": "good"}')
    path = put(folder, "poor.json", text)
    received = refusal(folder)
    assert received.en.startswith(f"{path}: ")
    assert received.fr.startswith(f"{path} : ")
    assert place in received.en


def test_a_folder_must_be_that_of_a_game_and_of_an_option(folder, tmp_path):
    (folder / GAME / "seats").mkdir()
    assert f"by: {OPTION}" in refusal(folder).en
    (folder / "chess").mkdir()
    assert "no game chess" in refusal(folder).en
    assert "No such file" in str(refusal_of_place(tmp_path / "nowhere"))


def refusal_of_place(folder: Path) -> DocumentLibraryError:
    with pytest.raises(DocumentLibraryError) as caught:
        DocumentLibrary([folder])
    return caught.value


async def test_a_bad_library_stops_the_start(tmp_path):
    (tmp_path / "chess").mkdir()
    server = Server(Settings(port=0, database=":memory:", documents=(tmp_path,)))
    with pytest.raises(ServerError, match="no game chess") as caught:
        await server.start()
    assert "pas de jeu chess" in caught.value.fr


def test_the_command_line_reports_it_in_the_readers_language(tmp_path):
    (tmp_path / "chess").mkdir()
    arguments = ("serve", "--port", "0", "--database", ":memory:", "--documents", tmp_path)
    for lang, words in (("en_US.UTF-8", "there is no game"), ("fr_FR.UTF-8", "il n'y a pas de")):
        done = call(*arguments, lang=lang)
        assert done.returncode == 1
        assert words in done.stderr
        assert str(tmp_path / "chess") in done.stderr


def test_folders_come_by_the_environment_too(monkeypatch, tmp_path):
    assert Settings().documents == ()
    monkeypatch.setenv("INTRIGUE_DOCUMENTS", f"{tmp_path}:/elsewhere")
    assert [str(folder) for folder in Settings().documents] == [str(tmp_path), "/elsewhere"]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("a\n" + "é" * (validation.MAX_DOCUMENT // 2), ErrorCode.TEXT_TOO_LONG),
        ("{\0}", ErrorCode.INVALID_TEXT),
        ("a\n\u2028", ErrorCode.INVALID_TEXT),
    ],
)
def test_no_other_text_passes_for_a_document(value, code):
    with pytest.raises(ServiceError) as caught:
        validation.options({}, {OPTION: value})
    assert caught.value.code is code
    assert caught.value.details["field"] == f"documents.{OPTION}"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("a" * 257, ErrorCode.TEXT_TOO_LONG),
        ("a\tb", ErrorCode.INVALID_TEXT),
        ("a = 1\n", ErrorCode.INVALID_TEXT),
    ],
)
def test_no_document_passes_for_the_name_of_one(value, code):
    with pytest.raises(ServiceError) as caught:
        validation.options({OPTION: value}, {})
    assert caught.value.code is code
    assert caught.value.details["field"] == f"options.{OPTION}"


def test_a_document_may_have_lines_and_columns():
    validation.options({}, {OPTION: "a = 1\r\n\tb = « é »\n", "other": '{"a": 1}'})
    assert validation.as_document("a = 1") == "a = 1\n"
    assert validation.as_document("{}") == "{}"
