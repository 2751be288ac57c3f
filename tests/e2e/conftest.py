"""A served program that the tests of a file share."""

from __future__ import annotations

import pytest
from tests.e2e.served import Served, two_seat_game

from intrigue_sdk import connect_blocking


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    with Served(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture(scope="module")
def game(served: Served) -> str:
    with connect_blocking(served.target) as client:
        return two_seat_game(client.games())
