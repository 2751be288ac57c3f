"""`intrigue verify`, with good records and bad, in both languages."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format
from tests.contract.goldens import GAMES, GOLDEN
from tests.e2e.terminal import call
from tests.proofs import MatchPlan, PlayedMatch, play_match

from intrigue_proto.v1 import record_pb2
from intrigue_sdk import OPEN, connect_blocking, own

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

FRENCH = "fr_FR.UTF-8"
PLAN = MatchPlan(GAMES[0], resigns=3)


@pytest.fixture(scope="module")
def played() -> PlayedMatch:
    return play_match(PLAN)


@pytest.fixture
def file(played: PlayedMatch, tmp_path: Path) -> Path:
    return write(played.record, tmp_path / "match.json")


def write(record: record_pb2.MatchRecord, path: Path) -> Path:
    if path.suffix == ".pb":
        path.write_bytes(record.SerializeToString())
    else:
        path.write_text(json_format.MessageToJson(record))
    return path


def failed(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stderr.startswith(("Error: ", "Erreur : ")), done.stderr
    return " ".join((done.stdout + done.stderr).split())


def test_a_record_that_holds(file, played, tmp_path):
    english, french = call("verify", file), call("verify", file, lang=FRENCH)
    assert english.returncode == french.returncode == 0
    assert english.stdout.count("✓") == french.stdout.count("✓") == 11
    assert "Record verified." in english.stdout
    assert "L'enregistrement est valide." in french.stdout
    # Nothing was noted: the output says what that means.
    assert "It agrees with itself." in english.stdout
    binary = write(played.record, tmp_path / "match.pb")
    assert call("verify", binary).stdout == english.stdout


def test_a_record_held_against_what_was_noted(file, played):
    first, last = played.receipts[0], played.receipts[-1]
    notes = ["--commitment", played.commitment.hex(), "--receipt", f"-:0:{first.head.hex()}"]
    notes += ["--receipt", f"{last.seat}:{last.revision}:{last.head.hex().upper()}"]
    done = call("verify", file, *notes)
    assert done.returncode == 0
    assert done.stdout.count("✓") == 14
    assert "agrees with itself" not in done.stdout
    shown = failed(call("verify", file, "--commitment", "00" * 32), 1)
    assert played.commitment.hex() in shown
    wrong = f"{last.seat}:{last.revision + 1}:{last.head.hex()}"
    assert f"revision {last.revision}" in failed(call("verify", file, "--receipt", wrong), 1)
    assert "maillon" in failed(
        call("verify", file, "--receipt", f"0:1:{'ab' * 32}", lang=FRENCH), 1
    )


def test_notes_that_are_written_wrong(file):
    assert "64" in failed(call("verify", file, "--commitment", "abc"), 2)
    for receipt in ("", "1:2", f"x:1:{'a' * 64}", f"1:-1:{'a' * 64}", f"1:2:{'g' * 64}"):
        assert "SEAT:REVISION:HEAD" in failed(call("verify", file, "--receipt", receipt), 2)


def test_a_record_that_was_changed(played, tmp_path):
    changed = record_pb2.MatchRecord.FromString(played.record.SerializeToString())
    changed.steps[0].chances[1] += "?"
    bad = write(changed, tmp_path / "bad.json")
    english, french = call("verify", bad), call("verify", bad, lang=FRENCH)
    assert "at step 0, nature's choice 2" in failed(english, 1)
    assert "à l'étape 0, le tirage 2" in failed(french, 1)
    assert english.stdout.count("✗") == 1
    assert "(not checked)" in english.stdout
    assert "bad.json is not valid." in english.stderr


def test_the_verdict_for_machines(file, played, tmp_path):
    done = call("verify", file, "--json", "--commitment", played.commitment.hex())
    verdict = json.loads(done.stdout)
    assert verdict["holds"] is verdict["against_notes"] is True
    assert all(check["passed"] and not check["reason"] for check in verdict["checks"])
    changed = record_pb2.MatchRecord.FromString(played.record.SerializeToString())
    changed.proof.head = bytes(32)
    done = call("verify", write(changed, tmp_path / "bad.json"), "--json")
    assert done.returncode == 1
    verdict = json.loads(done.stdout)
    assert verdict["holds"] is False
    (check,) = (check for check in verdict["checks"] if not check["passed"])
    assert check["point"] == "chain"
    assert check["reason"]


def test_a_record_of_other_rules_and_of_no_game(played, tmp_path):
    old = record_pb2.MatchRecord.FromString(played.record.SerializeToString())
    old.rules_version = 9
    shown = failed(call("verify", write(old, tmp_path / "old.json")), 1)
    assert "it is of rules version 9, and this engine plays version" in shown
    old.game = "no_such_game"
    assert "no_such_game" in failed(call("verify", write(old, tmp_path / "old.json")), 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_without_a_proof(game):
    golden = GOLDEN / game / "records" / "played.json"
    shown = failed(call("verify", golden), 1)
    assert "the record has no proof" in shown
    assert "✓ deal, chance and outcome" in shown


def test_what_is_no_record(tmp_path):
    assert "No such file" in failed(call("verify", tmp_path / "none.json"), 2)
    for name, content in (
        ("empty", b""),
        ("text", b"hello"),
        ("other", b'{"hello": 1}'),
        ("noise", bytes(range(256))),
        ("deep", b'{"steps":' + b"[" * 100_000),
    ):
        bad = tmp_path / name
        bad.write_bytes(content)
        assert name in failed(call("verify", bad), 2)


def test_play_says_how_to_verify(tmp_path):
    path = tmp_path / "match.json"
    done = call("play", GAMES[0], "--policy", "random", "--auto", "random", "--save", path)
    assert done.returncode == 0, done.stderr
    command = shlex.split(done.stdout.partition("Check it with:")[2])[1:]
    assert "--commitment" in command
    assert "--receipt" in command
    verified = call(*command)
    assert verified.returncode == 0, verified.stdout
    assert verified.stdout.count("✓") == 13
    bare = call("verify", path)
    assert bare.returncode == 0


def test_a_seat_file_keeps_what_was_noted(served, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    left = call(
        "play", GAMES[0], "--policy", "random", "--server", served.target, typed="1\nquit\n"
    )
    found = re.search(r"--resume (\S+)", left.stdout)
    assert found is not None, left.stdout
    seat_file = json.loads((tmp_path / found[1]).read_text())
    assert len(seat_file["commitment"]) == 64
    seat, revision, head = seat_file["receipt"].split(":")
    assert int(seat) == seat_file["seat"]
    assert int(revision) > 0
    assert len(head) == 64
    with connect_blocking(served.target) as client:
        client.seat(seat_file["match_id"], seat_file["seat"], seat_file["token"]).resign()
    path = tmp_path / "match.json"
    arguments = ["record", seat_file["match_id"], "--server", served.target, "-o", path]
    done = call(*arguments, "--resume", tmp_path / found[1])
    assert done.returncode == 0, done.stderr
    command = shlex.split(done.stdout.partition("Check it with:")[2])[1:]
    assert command[-4:] == [
        "--commitment",
        seat_file["commitment"],
        "--receipt",
        seat_file["receipt"],
    ]
    assert call(*command).returncode == 0
    done = call(*arguments)
    assert "--commitment" not in done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_who_joins_is_warned_of_a_chosen_deal(served, lang):
    warning = {"en": "The creator of this match", "fr": "La personne qui a créé cette partie"}[lang]
    arguments = ["--server", served.target, "--lang", lang]
    with connect_blocking(served.target) as client:
        # Who joins is asked first, and leaves.
        seats, options = [own("north"), OPEN], {"first_seat": 1}
        seeded = client.create_match(GAMES[0], seats=seats, options=options, seed=bytes(32))
        plain = client.create_match(GAMES[0], seats=seats, options=options)
        for created, warned in ((seeded, True), (plain, False)):
            done = call("play", "--join", created.id, *arguments, typed="quit\n")
            assert (warning in done.stdout) == warned, done.stdout
            created.host.abort()
