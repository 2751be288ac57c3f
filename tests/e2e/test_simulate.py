"""`intrigue simulate`: here and at a service, for people and for machines, with bad input."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import string
import sys
from pathlib import Path

import pytest
from tests.e2e.served import Served
from tests.e2e.terminal import Terminal, call

import intrigue
from intrigue import cli
from intrigue.cli.arguments import parse_policies, parse_seed
from intrigue.cli.language import Lang, format_count, format_decimal
from intrigue.cli.messages import SimulationText

FRENCH = "fr_FR.UTF-8"
GAME = "complots"
POLICIES = "greedy:worlds=4,playouts:sims=5,random"


def simulated(*arguments: str | Path) -> str:
    """What a simulation that succeeds writes."""
    done = call("simulate", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*arguments: str | Path, code: int, lang: str = "en_US.UTF-8") -> str:
    done = call("simulate", *arguments, lang=lang)
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stderr.startswith(("Error: ", "Erreur : ", "Usage: ")), done.stderr
    assert not done.stdout
    return " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("text", "policies"),
    [
        ("random", ["random"]),
        ("random,greedy", ["random", "greedy"]),
        ("random,random", ["random", "random"]),
        ("ismcts:sims=500,trees=4,greedy", ["ismcts:sims=500,trees=4", "greedy"]),
        (
            "random,ismcts:sims=5,trees=4,observers=multi,ismcts:ms=5",
            ["random", "ismcts:sims=5,trees=4,observers=multi", "ismcts:ms=5"],
        ),
        (" random , ismcts:sims=5 , trees=4 ", ["random", "ismcts:sims=5,trees=4"]),
        ("ismcts,sims=500,trees=4,greedy", ["ismcts:sims=500,trees=4", "greedy"]),
        ("ismcts:,random", ["ismcts:", "random"]),
    ],
)
def test_a_list_of_policies(text, policies):
    assert parse_policies(text) == policies


@pytest.mark.parametrize("text", ["", " ", ",", "random,", ",random", "random,,random", "sims=5"])
def test_what_is_no_list_of_policies(text):
    with pytest.raises(ValueError, match=r".*"):
        parse_policies(text)
    assert "random,ismcts" in refused(GAME, "--policies", text, code=2)


def test_seeds():
    digits = "0123456789abcdefABCDEF" + "00" * 21
    assert parse_seed(digits) == bytes.fromhex(digits)
    assert parse_seed("7") == (7).to_bytes(32, "little")
    assert parse_seed("a deal") == hashlib.sha256(b"a deal").digest()
    # More than a seed can hold is a text like any other.
    assert parse_seed("9" * 100) == hashlib.sha256(b"9" * 100).digest()
    assert parse_seed("") == hashlib.sha256(b"").digest()
    assert parse_seed(None) != parse_seed(None)


def test_figures_in_both_languages():
    assert [format_count(1234567, lang) for lang in Lang] == ["1,234,567", "1\u202f234\u202f567"]
    assert [format_decimal(0.12345, lang) for lang in Lang] == ["0.123", "0,123"]
    assert format_decimal(-0.0001, Lang.EN) == "0.000"


def test_every_sentence_is_said_and_has_both_languages():
    folder = Path(cli.__file__).parent
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    for say in SimulationText:
        assert f"SimulationText.{say.name}" in code
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in say.value
        ]
        assert all(say.value)
        assert fields[0] == fields[1], say


def test_help_names_the_commands_and_their_output_files():
    assert {"simulate", "analyze"} <= set(call("--help").stdout.split())
    for command in ("simulate", "analyze"):
        assert {"--json", "--csv", "--plot", "--seed"} <= set(
            call(command, "--help").stdout.split()
        )


def test_the_table_has_every_policy_with_its_interval():
    output = simulated(GAME, "--policies", POLICIES, "--games", "90", "--seed", "table")
    summary = intrigue.simulate(GAME, POLICIES.split(","), 90, seed=parse_seed("table"))
    lines = [line.split() for line in output.splitlines()]
    for number, result in enumerate(summary.policies, start=1):
        estimates = [
            *(f"{result.payoff.mean:.3f}", f"{result.payoff.low:.3f}"),
            *("–", f"{result.payoff.high:.3f}", f"{result.wins.mean:.3f}"),  # noqa: RUF001
            *(f"{result.wins.low:.3f}", "–", f"{result.wins.high:.3f}"),  # noqa: RUF001
        ]
        assert [str(number), result.policy, *estimates] in lines
        seats = [f"{seat.payoff:.3f}" for seat in result.seats]
        assert [str(number), result.policy, *seats] in lines
    assert f"from {summary.shortest} to {summary.longest}" in output
    assert f"90 matches, {summary.decisions:,} decisions" in output
    assert summary.seed.hex() in output


def test_the_table_in_french():
    output = simulated(GAME, "--policies", POLICIES, "--games", "9", "--lang", "fr")
    assert "Gain par siège" in output
    assert "siège 2" in output
    assert "décisions par partie" in output


def test_json_is_what_python_says_whatever_the_threads(tmp_path):
    task = (GAME, "--policies", POLICIES, "--games", "60", "--seed", "7")
    file = tmp_path / "found.json"
    assert f"Written: {file}" in " ".join(simulated(*task, "--json", file).split())
    content = file.read_text()
    assert content == intrigue.simulate(GAME, POLICIES.split(","), 60, seed=7).to_json(2) + "\n"
    for threads in ("1", "3"):
        assert simulated(*task, "--json", "--threads", threads) == content
        assert simulated(*task, "--threads", threads, "--json", "-") == content
    assert simulated(*task[:-1], "8", "--json") != content


def test_without_a_seed_one_is_drawn_and_returned():
    task = (GAME, "--policies", POLICIES, "--games", "6", "--json")
    one, other = (json.loads(simulated(*task)) for _ in range(2))
    assert one["seed"] != other["seed"]
    assert json.loads(simulated(*task, "--seed", one["seed"])) == one


def test_csv_has_a_row_a_policy_and_a_row_a_seat():
    task = (GAME, "--policies", POLICIES, "--games", "30", "--seed", "7")
    rows = list(csv.DictReader(io.StringIO(simulated(*task, "--csv", "-"))))
    found = json.loads(simulated(*task, "--json"))
    assert len(rows) == 3 * (1 + 3)
    for number, policy in enumerate(found["policies"], start=1):
        whole, *seats = [row for row in rows if row["number"] == str(number)]
        assert (whole["policy"], whole["seat"], whole["games"]) == (policy["policy"], "all", "30")
        for name in ("payoff", "wins"):
            bounds = [float(whole[column]) for column in (name, f"{name}_low", f"{name}_high")]
            assert bounds == list(policy[name].values())
            means = [float(row[name]) for row in seats]
            assert means == [seat[name] for seat in policy["seats"]]


def test_without_rotation():
    task = (GAME, "--policies", POLICIES, "--games", "10", "--no-rotate", "--seed", "1")
    found = json.loads(simulated(*task, "--json"))
    # No rotation, so no rounding up.
    assert (found["games"], found["rotate"]) == (10, False)
    assert "Payoff by seat" not in simulated(*task)
    rows = csv.DictReader(io.StringIO(simulated(*task, "--csv", "-")))
    assert [row["seat"] for row in rows] == ["all", "0", "all", "1", "all", "2"]


@pytest.mark.parametrize("suffix", ["png", "svg"])
@pytest.mark.parametrize("more", [[], ["--no-rotate"]])
def test_a_plot(suffix, more, tmp_path):
    file = tmp_path / f"found.{suffix}"
    simulated(GAME, "--policies", POLICIES, "--games", "12", *more, "--plot", file)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    assert len(content) > 5000


def test_extras_that_are_not_installed(tmp_path, monkeypatch):
    task = (GAME, "--policies", POLICIES, "--games", "12")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    output = refused(*task, "--plot", tmp_path / "found.png", code=2)
    assert "pip install intrigue[plot]" in output
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install intrigue[ray]" in refused(*task, "--ray", "local", code=2)


def test_there_are_as_many_seats_as_policies_unless_the_options_say_otherwise():
    for seats in (2, 5):
        task = (GAME, "--policies", ",".join(["random"] * seats), "--games", "5", "--json")
        assert json.loads(simulated(*task))["options"]["seats"] == str(seats)
    output = refused(GAME, "--policies", "random,random", "--option", "seats=3", code=2)
    assert "3 seats" in output
    assert "2 policies" in output


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["no_such_game", "--policies", "random,random"], 2, GAME),
        ([GAME, "--policies", "random"], 2, "2 to 8 seats"),
        ([GAME, "--policies", ",".join(["random"] * 9)], 2, "2 to 8 seats"),
        (["district_noir", "--policies", "random,random,random"], 2, "2 seats"),
        ([GAME, "--policies", "random,no_such_policy"], 1, "no_such_policy"),
        ([GAME, "--policies", "random,ismcts:wits=3"], 1, "wits"),
        ([GAME, "--policies", "random,ismcts:sims=0"], 1, "sims"),
        ([GAME, "--policies", "random,random", "--option", "no_such=1"], 1, "no_such"),
        ([GAME, "--policies", "random,random", "--option", "seats=99"], 2, "99"),
        ([GAME, "--policies", "random,random", "--option", "seats"], 2, "NAME=VALUE"),
        ([GAME, "--policies", "random,random", "--games", "0"], 2, "--games"),
        ([GAME, "--policies", "random,random", "--games", "9" * 30], 2, "--games"),
        ([GAME, "--policies", "random,random", "--threads", "0"], 2, "--threads"),
        ([GAME, "--policies", "random,random", "--plot", "found.gif"], 2, ".png"),
        ([GAME, "--policies", "random,random", "--csv", "/no/where/found.csv"], 2, "/no/where"),
        ([GAME, "--policies", "random,random", "--csv", "-", "--json", "-"], 2, "--json -"),
        ([GAME, "--policies", "random,random", "--server", "x:1", "--ray", "x"], 2, "--ray"),
        ([GAME, "--policies", "random,random", "--tls"], 2, "TLS"),
        ([GAME, "--policies", "random,random", "--server", "127.0.0.1:1"], 3, "127.0.0.1:1"),
        ([GAME], 2, "--policies"),
    ],
)
def test_what_makes_no_sense(arguments, code, word):
    assert word in refused(*arguments, code=code)


def test_faults_in_french():
    output = refused(GAME, "--policies", "random", code=2, lang=FRENCH)
    assert "nommez un automate par siège" in output


def test_a_service_finds_the_same(served):
    task = (GAME, "--policies", POLICIES, "--games", "60", "--seed", "7")
    there = ("--server", served.target)
    assert simulated(*task, *there, "--json") == simulated(*task, "--json")
    assert "Payoff by seat" in simulated(*task, *there)
    refused(*task, *there, "--option", "no_such=1", code=1)
    assert "no_such_policy" in refused(GAME, "--policies", "random,no_such_policy", *there, code=1)
    assert GAME in refused("no_such_game", "--policies", "random,random", *there, code=2)


def test_a_service_that_has_not_the_time_for_all_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("INTRIGUE_MAX_SIMULATION_SECONDS", "0.2")
    with Served(tmp_path) as served:
        task = (GAME, "--policies", "random,random", "--games", "90000000")
        done = call("simulate", *task, "--server", served.target)
    assert done.returncode == 1, done.stdout + done.stderr
    # What was found is shown, and that it is not all of it.
    assert "Payoff by seat" in done.stdout
    assert "Cut short: " in done.stdout
    assert "max_simulation_seconds" in done.stderr


def test_a_bar_shows_how_far_it_is_and_ctrl_c_shows_what_is_done():
    task = ["simulate", GAME, "--policies", "random,random", "--games", "900000000"]
    with Terminal([*task, "--lang", "fr"]) as terminal:
        terminal.expect("parties/s")
        terminal.expect("décisions/s")
        terminal.interrupt()
        terminal.expect("Gain par siège")
        terminal.expect("Écourté : ")
        assert terminal.wait() == 130, terminal.screen


def test_ctrl_c_while_a_service_plays(served):
    task = ["simulate", GAME, "--policies", "ismcts:sims=20000,ismcts:sims=20000"]
    with Terminal([*task, "--games", "1000", "--server", served.target]) as terminal:
        terminal.expect("0/1000")
        terminal.interrupt()
        assert terminal.wait() == 130, terminal.screen
        assert "Interrupted." in terminal.screen
