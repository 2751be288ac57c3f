"""A token that is nearly right opens nothing; and the test of it can fail."""

from __future__ import annotations

import random

import pytest
from tests.faults import tokens
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import Cluster
from tests.faults.raw_client import RawClient
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_nearly_right_tokens_are_wrong(tmp_path):
    tries = chosen(8_000, 1_000_000)
    report = Report(f"tokens (seed {SEED})")
    tokens.show_tokens(tmp_path, tries, SEED, report)
    report.check()
    assert report.counts["tries"] >= tries
    for mutation in tokens.MUTATIONS:
        assert report.counts[f"tries: {mutation.__name__}"] > tries // 50
    assert report.counts["tries: foreign"] > tries // 50


@pytest.mark.parametrize("mutation", tokens.MUTATIONS)
def test_a_mutation_is_no_longer_the_token(mutation):
    rng = random.Random(SEED)
    token = "intrigue_" + "".join(rng.choices(tokens.PRINTABLE, k=43))
    for _ in range(500):
        metadata = mutation(token, rng)
        assert metadata != tokens.header(f"Bearer {token}")
        for _, value in metadata:
            assert isinstance(value, str)
            assert value.isascii()


async def test_a_token_that_is_accepted_is_caught(tmp_path):
    report = Report("tokens that are right")
    rng = random.Random(SEED)
    with Cluster(tmp_path) as cluster:
        async with RawClient(cluster.targets, report, SEED) as client:
            checked, other = (
                await CheckedMatch.create(client, 0),
                await CheckedMatch.create(client, 0),
            )
            attacker = tokens.TokenAttacker(client, checked, other, rng)
            await attacker.try_token(
                "GetView", tokens.header(f"Bearer {checked.tokens[0]}"), "right"
            )
            await attacker.try_token("Watch", [], "none")
    assert report.faults == {"tokens accepted": 2}
