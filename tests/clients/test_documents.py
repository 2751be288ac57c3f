"""Documents checked through the client, against the real service."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests import processes
from tests.inprocess.random_play import every_game

import intrigue_sdk
from intrigue_proto.v1 import game_pb2
from intrigue_sdk import connect_blocking

if TYPE_CHECKING:
    from intrigue_proto.v1.game_pb2 import DocumentKind
    from intrigue_sdk.blocking import BlockingClient

EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"
POOR = "no_such_key = 1\n"
ERROR = game_pb2.ISSUE_SEVERITY_ERROR


def some_kind(client: BlockingClient) -> tuple[str, DocumentKind]:
    """Any kind of document, and the game that takes it."""
    kinds = [(game.id, client.game(game.id).documents) for game in client.games()]
    return next((game, documents[0]) for game, documents in kinds if documents)


def errors(answer: intrigue_sdk.CheckDocumentResponse) -> list[game_pb2.DocumentIssue]:
    return [issue for issue in answer.issues if issue.severity == ERROR]


@every_game
async def test_what_comes_with_a_game_has_no_faults(client, game):
    for kind in (await client.game(game.id)).documents:
        for document in kind.built_in:
            answer = await client.check_document(game.id, kind.option, document.text)
            assert isinstance(answer, intrigue_sdk.CheckDocumentResponse)
            assert answer.id == document.id
            assert answer.name.en
            assert answer.issues
            assert not errors(answer)
        answer = await client.check_document(game.id, kind.option, kind.template)
        assert not errors(answer)


@every_game
async def test_a_poor_one_has_faults_and_makes_no_match(client, game):
    for kind in (await client.game(game.id)).documents:
        answer = await client.check_document(game.id, kind.option, POOR)
        found = errors(answer)
        assert found
        assert all(issue.text.en and issue.text.fr for issue in found)
        assert all(issue.path or issue.line for issue in found)
        with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
            await client.create_match(game.id, options={kind.option: POOR})
        # A long message is cut.
        assert found[0].text.en[:60] in caught.value.message


@every_game
async def test_what_can_not_be_checked(client, game):
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.check_document(game.id, "no_such_option", POOR)
    assert caught.value.reason == "NO_DOCUMENT"


async def test_no_such_game(client):
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.check_document("no_such_game", "option", POOR)
    assert caught.value.reason == "UNKNOWN_GAME"


def test_the_blocking_face(served):
    with connect_blocking(served.target) as client:
        game, kind = some_kind(client)
        assert not errors(client.check_document(game, kind.option, kind.template))
        assert errors(client.check_document(game, kind.option, POOR))


def test_the_example(served, tmp_path):
    with connect_blocking(served.target) as client:
        game, kind = some_kind(client)
    for text, status in ((kind.template, 0), (POOR, 1)):
        file = tmp_path / "mine.toml"
        file.write_text(text, "utf-8")
        command = [sys.executable, EXAMPLES / "check_document.py", game, kind.option, file]
        done = processes.run([*command, served.target])
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.startswith(f"{file}:")


def test_the_readme_shows_the_example():
    shown = (EXAMPLES / "check_document.py").read_text("utf-8").partition("\n# An example")[0]
    readme = (EXAMPLES.parent / "README.md").read_text("utf-8")
    assert f"```python\n{shown.strip()}\n```" in readme
