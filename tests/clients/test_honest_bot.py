"""An honest bot gains little against a search that believes claims."""

from __future__ import annotations

import pytest
from tools.honest_bot import honest_payoff


@pytest.mark.parametrize(
    ("policy", "least", "most"),
    [("ismcts:sims=1000", 0.0, 0.6), ("ismcts:sims=1000,opponents=random", 0.75, 1.0)],
)
def test_what_honesty_gets(policy, least, most):
    assert least <= honest_payoff(policy, seats=2, matches=100).mean <= most
