"""Drawings of the core become what terminals understand."""

from __future__ import annotations

from intrigue.adapters.picture import in_color


def test_tags_become_escape_codes_and_an_end_ends_one_style():
    drawn = in_color(r"[b]Seat [red]3[/] acts[/] \[x\]")
    assert drawn == "\x1b[0;1mSeat \x1b[0;1;31m3\x1b[0;1m acts\x1b[0m [x]"


def test_other_brackets_are_text():
    assert in_color("[blink] [/b] []") == "[blink] [/b] []"
