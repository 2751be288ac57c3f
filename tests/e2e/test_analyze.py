"""`intrigue analyze`: what choices were worth, for people and for machines, with bad input."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format
from tests.contract.goldens import GOLDEN
from tests.e2e.terminal import Terminal, call

from intrigue import engine
from intrigue.cli.analyze import Decision, Mark
from intrigue.cli.terminal import column_chart
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1.game_pb2 import GameAction
from intrigue_proto.v1.simulation_pb2 import ActionValue, Analysis

if TYPE_CHECKING:
    from pathlib import Path

GAME = "complots"
RECORD = GOLDEN / GAME / "records" / "played.json"
SEAT = 1
# Little thought, for tests of all but its quality.
QUICK = ("--policy", "ismcts:sims=60,trees=2")


def analyzed(*arguments: str | Path) -> str:
    """What an analysis that succeeds writes."""
    done = call("analyze", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*arguments: str | Path, code: int, lang: str = "en_US.UTF-8") -> str:
    done = call("analyze", *arguments, lang=lang)
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stderr.startswith(("Error: ", "Erreur : ", "Usage: ")), done.stderr
    assert not done.stdout
    return " ".join(done.stderr.split())


def read(path: Path) -> record_pb2.MatchRecord:
    return json_format.Parse(path.read_text(), record_pb2.MatchRecord())


def write(record: record_pb2.MatchRecord, path: Path) -> Path:
    path.write_text(json_format.MessageToJson(record))
    return path


def decided(record: record_pb2.MatchRecord, seat: int) -> dict[int, record_pb2.Step]:
    """The steps at which a seat decided something."""
    return {
        number: step
        for number, step in enumerate(record.steps)
        if step.kind == record_pb2.STEP_KIND_ACTION and step.seat == seat
    }


def played(policies: tuple[str, ...], seed: bytes) -> record_pb2.MatchRecord:
    """A match between policies, one per seat."""
    match = engine.Match("district_noir", {}, seed, [])
    turn = 0
    while not match.over:
        seat = match.asked()[0]
        match.act(seat, engine.decide(match.view(seat), policies[seat], seed, turn))
        turn += 1
    return record_pb2.MatchRecord.FromString(match.record(seed=False))


def judgment(chosen: int, best: int, **values: tuple[float, float, int]) -> Decision:
    """A decision whose actions are named by letters: value, error, visits."""
    actions = [GameAction(id=number, notation=name) for number, name in enumerate(values)]
    analysis = Analysis(best_action_id=best)
    for action, (value, error, visits) in zip(actions, values.values(), strict=True):
        analysis.actions.append(
            ActionValue(action=action, value=value, error=error, visit_count=visits)
        )
    return Decision(1, actions[chosen], actions, analysis)


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.0, ""), (0.049, ""), (0.05, "?"), (0.149, "?"), (0.15, "??"), (1.0, "??")]
)
def test_marks(loss, mark):
    assert Mark.of(loss) == mark


def test_a_choice_that_the_policy_would_not_have_made():
    decision = judgment(0, 1, a=(0.25, 0.02, 50), b=(0.5, 0.01, 900), c=(0.3, 0.02, 50))
    assert decision.loss == 0.25
    assert decision.mark is Mark.BLUNDER
    assert decision.best_alternative is not None
    assert decision.best_alternative.action.notation == "b"


def test_the_policys_own_choice_loses_nothing():
    # Something that was seldom tried may look better than it is.
    decision = judgment(1, 1, a=(1.0, 0.0, 1), b=(0.5, 0.01, 900), c=(0.55, 0.1, 5), d=(0.5, 0, 9))
    assert decision.loss == 0
    assert decision.mark is Mark.NONE
    assert decision.best_alternative is not None
    assert [action.action.notation for action in decision.ranked] == ["b", "d", "c", "a"]
    assert decision.best_alternative.action.notation == "d"
    # And if that was chosen, it is not blamed.
    assert judgment(0, 1, a=(0.6, 0.1, 5), b=(0.5, 0.01, 900)).loss == 0


def test_a_choice_that_was_never_tried_has_no_loss():
    decision = judgment(0, 1, a=(0.0, 0.0, 0), b=(0.5, 0.01, 900))
    assert decision.chosen_value is None
    assert decision.loss is None
    assert decision.mark is Mark.NONE


def test_a_forced_choice():
    only = GameAction(id=3, notation="pass")
    decision = Decision(1, only, [only], None)
    assert decision.forced
    assert (decision.loss, decision.best, decision.best_alternative) == (None, None, None)


def test_a_chart():
    lines = column_chart(
        [0.0, 0.25, 0.5, 1.0], ["", "?", "??", ""], ["3", "5", "9", "12"], width=40, height=2
    )
    assert lines == [
        "1.0 ┤         ██",
        "0.5 ┤▁▁ ▄▄ ██ ██",
        "        ?  ??",
        "     3  5  9  12",
    ]
    assert column_chart([], [], [], width=40) == []


def test_a_chart_of_more_than_the_terminal_is_wide():
    values = [number / 999 for number in range(1000)]
    marks = ["??" if number == 500 else "" for number in range(1000)]
    lines = column_chart(values, marks, list(map(str, range(1000))), width=60)
    assert max(map(len, lines)) <= 60
    assert sum(line.count("?") for line in lines) == 1
    # It still rises from the left to the right.
    assert [line.count("█") for line in lines[:6]] == sorted(line.count("█") for line in lines[:6])


def test_every_decision_of_the_seat_is_evaluated_from_its_view():
    record = read(RECORD)
    found = json.loads(analyzed(RECORD, "--seat", str(SEAT), *QUICK, "--json"))
    steps = decided(record, SEAT)
    assert [decision["step"] for decision in found["decisions"]] == list(steps)
    assert [decision["chosen"] for decision in found["decisions"]] == [
        step.notation for step in steps.values()
    ]
    seed = bytes.fromhex(found["seed"])
    for decision in found["decisions"]:
        number = decision["step"]
        view = engine.Match.replay(record.SerializeToString(), number).view(SEAT)
        legal = match_pb2.View.FromString(view).prompt.actions
        assert decision["forced"] == (len(legal) == 1)
        if decision["forced"]:
            assert decision["actions"] == []
            continue
        drawn = hashlib.sha256(seed + number.to_bytes(8, "little")).digest()
        analysis = Analysis.FromString(engine.analyze(view, found["policy"], drawn))
        assert [action["notation"] for action in decision["actions"]] == [
            action.notation for action in legal
        ]
        for said, judged in zip(decision["actions"], analysis.actions, strict=True):
            assert (said["value"], said["visits"]) == (judged.value, judged.visit_count)


def test_the_table_the_chart_and_the_sums():
    arguments = (RECORD, "--seat", str(SEAT), *QUICK)
    found = json.loads(analyzed(*arguments, "--json"))
    output = analyzed(*arguments)
    table, _, rest = output.partition("What the match was worth to player 1")
    rows = [line for line in table.splitlines() if line[:6].strip().isdecimal()]
    assert len(rows) == len(found["decisions"])
    for row, decision in zip(rows, found["decisions"], strict=True):
        assert row.split()[0] == str(decision["step"])
        assert row.rstrip().endswith("?") == bool(decision["mark"])
    assert "1.0 ┤" in rest
    summary = found["summary"]
    assert f"{len(rows)} decisions, {summary['forced']} of them forced" in output
    assert f"mean loss {summary['loss']:.3f}" in output
    marks = [decision["mark"] for decision in found["decisions"]]
    assert (summary["mistakes"], summary["blunders"]) == (marks.count("?"), marks.count("??"))
    assert "The match gave player 1 1.00." in output


def test_french():
    output = analyzed(RECORD, "--seat", str(SEAT), *QUICK, "--lang", "fr")
    assert "jugé par" in output
    assert "perte moyenne" in output
    assert "La partie a donné 1,00 au joueur 1." in output


def test_it_follows_from_the_seed_alone():
    arguments = (RECORD, "--seat", str(SEAT), *QUICK, "--json")
    first = analyzed(*arguments, "--threads", "1")
    assert analyzed(*arguments, "--threads", "2", "--seed", "0") == first
    assert analyzed(*arguments, "--seed", "other") != first


def test_a_policy_that_searches_loses_less_than_one_that_does_not(tmp_path):
    losses = {"playouts:sims=100": 0.0, "random": 0.0}
    for number in range(2):
        seed = hashlib.sha256(f"losses {number}".encode()).digest()
        print(f"seed {seed.hex()}")
        # Each at each seat, on the same deal.
        for policies in (tuple(losses), tuple(losses)[::-1]):
            path = write(played(policies, seed), tmp_path / "match.json")
            judge = ("--policy", "playouts:sims=300", "--seed", str(number))
            for seat, policy in enumerate(policies):
                output = analyzed(path, "--seat", str(seat), *judge, "--json")
                losses[policy] += json.loads(output)["summary"]["loss"]
    print(losses)
    assert 2 * losses["playouts:sims=100"] < losses["random"]


def test_one_step_with_all_its_actions():
    arguments = (RECORD, "--seat", str(SEAT), *QUICK)
    found = json.loads(analyzed(*arguments, "--json"))
    decision = max(found["decisions"], key=lambda decision: len(decision["actions"]))
    step = str(decision["step"])
    # Alone it is judged as it is among the others.
    alone = json.loads(analyzed(*arguments, "--step", step, "--json"))
    assert alone["decisions"] == [decision]
    output = analyzed(*arguments, "--step", step)
    assert "(you)" in output
    for action in decision["actions"]:
        (line,) = [line for line in output.splitlines() if f"  {action['notation']}  " in line]
        assert f"{action['value']:.3f}" in line
        assert ("chosen" in line) == (action["notation"] == decision["chosen"])
        assert ("best" in line) == (action["notation"] == decision["best"])
    assert "60 simulations in " in output


def test_a_forced_step():
    record = GOLDEN / "district_noir" / "records" / "played.json"
    found = json.loads(analyzed(record, "--seat", "1", *QUICK, "--json"))
    forced = [decision for decision in found["decisions"] if decision["forced"]]
    assert forced
    output = analyzed(record, "--seat", "1", *QUICK, "--step", str(forced[0]["step"]))
    assert "the only one" in output
    assert analyzed(record, "--seat", "1", *QUICK).count("the only one") == len(forced)


def test_csv_and_a_plot(tmp_path):
    arguments = (RECORD, "--seat", str(SEAT), *QUICK)
    rows = list(csv.DictReader(io.StringIO(analyzed(*arguments, "--csv", "-"))))
    found = json.loads(analyzed(*arguments, "--json", "--plot", tmp_path / "found.png"))
    assert (tmp_path / "found.png").read_bytes().startswith(b"\x89PNG")
    assert len(rows) == len(found["decisions"])
    for row, decision in zip(rows, found["decisions"], strict=True):
        assert (row["step"], row["chosen"]) == (str(decision["step"]), decision["chosen"])
        assert row["loss"] == ("" if decision["loss"] is None else str(decision["loss"]))


def test_a_match_that_did_not_end(tmp_path):
    record = read(RECORD)
    del record.steps[9:]
    record.ClearField("outcome")
    path = write(record, tmp_path / "half.json")
    output = analyzed(path, "--seat", str(SEAT), *QUICK)
    assert "The match gave" not in output
    assert "decisions, " in output


def test_what_makes_no_sense(tmp_path):
    record = read(RECORD)
    steps = decided(record, SEAT)
    other = next(number for number in range(1, len(record.steps)) if number not in steps)
    assert "0 to 3" in refused(RECORD, "--seat", "4", code=2)
    output = refused(RECORD, "--seat", str(SEAT), "--step", str(other), code=2)
    assert ", ".join(map(str, steps)) in output
    assert "no_such" in refused(RECORD, "--seat", "0", "--policy", "no_such", code=1)
    assert "random" in refused(RECORD, "--seat", "0", "--policy", "random", code=1)
    refused(RECORD, code=2)
    refused(RECORD, "--seat", "one", code=2)
    assert ".png" in refused(RECORD, "--seat", "0", "--plot", "found.gif", code=2)
    assert "none.json" in refused(tmp_path / "none.json", "--seat", "0", code=2)
    bad = tmp_path / "noise.json"
    bad.write_bytes(bytes(range(256)))
    assert "noise.json" in refused(bad, "--seat", "0", code=2)


def test_a_seat_that_never_decided(tmp_path):
    record = read(RECORD)
    first = min(decided(record, SEAT))
    del record.steps[first:]
    record.ClearField("outcome")
    path = write(record, tmp_path / "early.json")
    assert "never had a decision" in refused(path, "--seat", str(SEAT), code=2)


def test_a_damaged_record(tmp_path):
    record = read(RECORD)
    last = record.steps[-1]
    last.seat = (last.seat + 1) % record.seat_count
    path = write(record, tmp_path / "damaged.json")
    # Nothing is said of a record that is wrong anywhere.
    refused(path, "--seat", str(SEAT), *QUICK, code=2)


def test_ctrl_c_ends_it_at_once():
    judge = ("--policy", "ismcts:sims=1000000")
    with Terminal(("analyze", RECORD, "--seat", str(SEAT), *judge)) as terminal:
        terminal.expect("Analyzing")
        terminal.interrupt()
        assert terminal.wait() == 130
        assert "Interrupted." in terminal.screen
