"""Style tags of the core become ANSI escape codes."""

from __future__ import annotations

from intrigue.inprocess.rendering import with_ansi_styles


def test_tags_become_escape_codes_and_an_end_ends_one_style():
    drawn = with_ansi_styles(r"[b]Seat [red]3[/] acts[/] \[x\]")
    assert drawn == "\x1b[0;1mSeat \x1b[0;1;31m3\x1b[0;1m acts\x1b[0m [x]"


def test_other_brackets_are_text():
    assert with_ansi_styles("[blink] [/b] []") == "[blink] [/b] []"
