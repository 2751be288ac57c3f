"""What `import intrigue` offers, and what it does not load."""

from __future__ import annotations

import doctest
import sys

import pytest
from tests import processes

import intrigue


def test_everything_offered_is_there():
    for name in intrigue.__all__:
        assert getattr(intrigue, name).__name__ == name
        assert name in dir(intrigue)
    assert set(intrigue.__all__) == set(intrigue._MODULES)


def test_what_is_not_offered_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'Chess'"):
        _ = intrigue.Chess  # type: ignore[attr-defined]


def test_a_server_starts_without_numpy():
    code = "import sys, intrigue.server, intrigue.cli; sys.exit('numpy' in sys.modules)"
    processes.run([sys.executable, "-c", code], check=True)


def test_the_example_of_the_package_runs():
    failed, attempted = doctest.testmod(intrigue)
    assert attempted >= 6
    assert not failed
