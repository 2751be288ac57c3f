"""The library and the SDK use the same names for the same arguments."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest

import intrigue
from intrigue_sdk import Client

if TYPE_CHECKING:
    from collections.abc import Callable

# What only one of them can have: threads, arrays and files of this process, a token of a server.
IN_PROCESS = {"threads", "buffers", "trajectories"}
SERVER = {"self", "token"}


@pytest.mark.parametrize(
    ("library", "sdk"),
    [(intrigue.simulate, Client.simulate), (intrigue.VectorEnv, Client.batch)],
    ids=["simulate", "batch"],
)
def test_arguments_have_the_same_names_and_defaults(
    library: Callable[..., object], sdk: Callable[..., object]
):
    ours = inspect.signature(library).parameters
    theirs = inspect.signature(sdk).parameters
    names = [name for name in ours if name not in IN_PROCESS]
    assert names == [name for name in theirs if name not in SERVER]
    for flag in {"rotate", "first_match", "features", "on_progress"} & set(names):
        assert ours[flag].default == theirs[flag].default
