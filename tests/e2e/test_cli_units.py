"""Unit tests of the command line: parsing, lists of choices, languages, files."""

from __future__ import annotations

import string
from datetime import timedelta
from pathlib import Path

import pytest

from intrigue import cli
from intrigue.cli.arguments import parse_clock
from intrigue.cli.choice_list import (
    AmbiguousChoice,
    ChosenAction,
    IllegalChoice,
    NumberOutOfRange,
    UnknownChoice,
    format_choice_list,
    parse_choice,
)
from intrigue.cli.connection import SeatFile
from intrigue.cli.language import Lang, format_time
from intrigue.cli.match_display import format_clock, show_outcome
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import Screen, styled
from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText
from intrigue_proto.v1.game_pb2 import GameAction
from intrigue_proto.v1.match_pb2 import Outcome, SeatOutcome


def action(number: int, notation: str, en: str, fr: str) -> GameAction:
    return GameAction(id=number, notation=notation, label=LocalizedText(en=en, fr=fr))


LAY_1 = action(0, "lay 1", "Lay a one", "Poser un un")
LAY_10 = action(1, "lay 10", "Lay a ten", "Poser un dix")
LAY_2 = action(2, "lay 2", "Lay a two", "Poser un deux")
DRAW = action(3, "draw", "Draw a card", "Piocher")
DROP = action(4, "drop", "Drop out", "Sortir")
TABLE = [LAY_1, LAY_10, LAY_2, DRAW, DROP]
LEGAL = [LAY_1, LAY_10, DRAW]


@pytest.mark.parametrize(
    ("line", "lang", "meaning"),
    [
        ("1", "en", ChosenAction(LAY_1)),
        ("3", "en", ChosenAction(DRAW)),
        ("0", "en", NumberOutOfRange()),
        ("4", "en", NumberOutOfRange()),
        ("lay 1", "en", ChosenAction(LAY_1)),
        ("  LAY   1 ", "en", ChosenAction(LAY_1)),
        ("lay 10", "en", ChosenAction(LAY_10)),
        ("lay", "en", AmbiguousChoice((LAY_1, LAY_10))),
        ("d", "en", ChosenAction(DRAW)),
        ("dro", "en", IllegalChoice(DROP)),
        ("lay 2", "en", IllegalChoice(LAY_2)),
        ("lay a ten", "en", ChosenAction(LAY_10)),
        ("ten", "en", ChosenAction(LAY_10)),
        ("10", "en", NumberOutOfRange()),
        ("a", "en", AmbiguousChoice((LAY_1, LAY_10, DRAW))),
        ("two", "en", UnknownChoice()),
        ("te", "en", UnknownChoice()),
        ("un dix", "fr", ChosenAction(LAY_10)),
        ("pioch", "fr", ChosenAction(DRAW)),
        ("pioch", "en", UnknownChoice()),
        ("fold", "en", UnknownChoice()),
        ("", "en", UnknownChoice()),
        ("   ", "en", UnknownChoice()),
    ],
)
def test_what_a_line_means(line, lang, meaning):
    assert parse_choice(line, LEGAL, TABLE, Lang(lang)) == meaning


STEAL = action(5, "steal 1", "Steal from seat 1", "Voler le siège 1")
STEAL_BY_NAME = action(5, "steal 1", "Steal from \u2068Ana B\u2069", "Voler \u2068Ana B\u2069")


@pytest.mark.parametrize("line", ["steal from ana b", "ana b", "Steal 1", "steal from seat 1"])
def test_a_label_with_a_name(line):
    meant = parse_choice(line, [DRAW, STEAL_BY_NAME], [*TABLE, STEAL], Lang("en"))
    assert meant == ChosenAction(STEAL_BY_NAME)


def test_every_sentence_has_both_languages_and_the_same_fields():
    for say in CliText:
        en, fr = say.value
        assert en
        assert fr
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (en, fr)
        ]
        assert fields[0] == fields[1], say


def test_every_sentence_is_said():
    code = "".join(path.read_text() for path in Path(cli.__file__).parent.glob("*.py"))
    assert [name for name in CliText.__members__ if f"CliText.{name}" not in code] == []


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "fr_CA"}, "fr"),
    ],
)
def test_the_language_of_the_terminal(variables, lang):
    assert Lang.of_environment(variables) == lang


def test_styles_of_a_drawing():
    text = styled("a [b]bold [red]both[/] bold[/] \\[b] [other] end[/]")
    assert text.plain == "a bold both bold [b] [other] end"
    spans = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert spans == {"bold ": "bold", "both": "bold red", " bold": "bold"}


def test_a_name_in_a_drawing_opens_no_style():
    # As the core writes a name that has a backslash before a bracket, and another at its end.
    text = styled("[b]\u2068\\\\[red]\\\u2069[/] passes")
    assert text.plain == "\u2068\\[red]\\\u2069 passes"
    assert [span.style for span in text.spans] == ["bold"] * 3


def test_a_short_list_of_choices():
    choices = [("Draw", "draw"), ("Lay a ten", "lay 10"), ("Lay " + "ten " * 7, "lay them all")]
    assert [line.plain for line in format_choice_list(choices, 80)] == [
        "  1  Draw                              draw",
        "  2  Lay a ten                         lay 10",
        "  3  Lay ten ten ten ten ten ten ten   lay them all",
    ]
    # Without room beside a label, its notation stands below; nothing is cut off.
    assert [line.plain for line in format_choice_list(choices, 30)] == [
        "  1  Draw       draw",
        "  2  Lay a ten  lay 10",
        "  3  Lay ten ten ten ten ten",
        "     ten ten",
        "     lay them all",
    ]
    assert format_choice_list([], 80) == []


def test_marks_around_names_take_no_room():
    choices = [("Steal from \u2068Ana\u2069", "steal 1"), ("Steal from seat 12", "steal 12")]
    assert [line.plain for line in format_choice_list(choices, 80)] == [
        "  1  Steal from \u2068Ana\u2069      steal 1",
        "  2  Steal from seat 12  steal 12",
    ]
    seen = [
        line.plain.replace("\u2068", "").replace("\u2069", "")
        for line in format_choice_list(choices * 7, 78)
    ]
    assert len({line.rindex("steal") for line in seen}) == 1


def test_a_long_list_of_choices():
    choices = [(f"Lay card {n}", f"lay {n}") for n in range(1, 14)]
    assert [line.plain for line in format_choice_list(choices, 50)] == [
        "   1  Lay card 1  lay 1     8  Lay card 8   lay 8",
        "   2  Lay card 2  lay 2     9  Lay card 9   lay 9",
        "   3  Lay card 3  lay 3    10  Lay card 10  lay 10",
        "   4  Lay card 4  lay 4    11  Lay card 11  lay 11",
        "   5  Lay card 5  lay 5    12  Lay card 12  lay 12",
        "   6  Lay card 6  lay 6    13  Lay card 13  lay 13",
        "   7  Lay card 7  lay 7",
    ]
    # Rather no notations than more lines; and if that is not enough, one below the other.
    assert format_choice_list(choices, 40)[0].plain == "   1  Lay card 1     8  Lay card 8"
    assert len(format_choice_list(choices, 25)) == 13
    long = [(f"Lay card {n}, and say that it is yours", f"lay {n}") for n in range(1, 14)]
    for width in (20, 40, 60, 80, 200):
        lines = [line.plain for line in format_choice_list(long, width)]
        assert max(map(len, lines)) <= max(width, 26)
        assert [
            n for n in range(1, 14) if not any(f" {n}  Lay card" in line for line in lines)
        ] == []


@pytest.mark.parametrize(
    ("payoffs", "seat", "verdict"),
    [
        ([840, 0], 0, "You win!"),
        ([840, 0], 1, "You lose."),
        ([420, 420], 1, "A draw."),
        ([0, 420, 0, 420], 3, "You win, together with player 1!"),
        ([0, 420, 0, 420], 2, "You lose."),
        ([280, 280, 280, 0], 0, "You win, together with player 1, player 2!"),
        ([210, 210, 210, 210], 0, "A draw."),
        ([840, 840], 0, "You all win!"),
        ([0, 0], 0, "You all lose."),
        ([840], 0, "You win!"),
        ([0], 0, "You lose."),
    ],
)
def test_how_a_match_ended(payoffs, seat, verdict, capsys):
    seats = [SeatOutcome(seat=number, payoff=payoff) for number, payoff in enumerate(payoffs)]
    show_outcome(Outcome(seats=seats), seat, {}, Screen(Lang.EN))
    assert verdict in capsys.readouterr().out.splitlines()


def test_a_seat_file_is_read_back(tmp_path):
    seat_file = SeatFile("127.0.0.1:1", "match", 1, "secret")
    path = seat_file.write(tmp_path / "new")
    assert SeatFile.read(path) == seat_file
    assert path.stat().st_mode & 0o777 == 0o600
    for content in ("", "[]", "{}", '{"server": 1}'):
        path.write_text(content)
        with pytest.raises(ValueError):  # noqa: PT011 (json's own is one, too)
            SeatFile.read(path)


@pytest.mark.parametrize(
    ("text", "seconds", "written"),
    [
        ("5m+3s/30s", (300, 3, 30), "5m+3s/30s"),
        ("10m", (600, 0, 0), "10m"),
        ("/30s", (0, 0, 30), "/30s"),
        ("1h30m/2m", (5400, 0, 120), "1h30m/2m"),
        (" 90s + 0.5s", (90, 0.5, 0), "1m30s+0.5s"),
        ("5M/10S", (300, 0, 10), "5m/10s"),
    ],
)
def test_clocks_as_people_write_them(text, seconds, written):
    made = parse_clock(text, "random")
    times = (made.bank, made.increment, made.decision)
    assert tuple(time.ToTimedelta().total_seconds() for time in times) == seconds
    assert made.timeout_policy.name == "random"
    assert format_clock(made) == written


@pytest.mark.parametrize(
    "text", ["", "5", "5+3", "+3s", "+3s/30s", "5m+", "5m/", "5m//3s", "5m-3s", "abc", "3s5m", "m"]
)
def test_clocks_that_are_none(text):
    with pytest.raises(ValueError):  # noqa: PT011 (the command line says what is wrong)
        parse_clock(text)


@pytest.mark.parametrize(
    ("seconds", "spelled"),
    [(0, "0:00"), (0.1, "0:01"), (59.9, "1:00"), (65, "1:05"), (3600, "1:00:00"), (-3, "0:00")],
)
def test_time_as_clocks_show_it(seconds, spelled):
    assert format_time(timedelta(seconds=seconds)) == spelled
