"""A tool that knows nothing of the contract but what the server tells it."""

from __future__ import annotations

import json

import pytest
from tests import processes
from tests.contract.goldens import ROOT


@pytest.mark.parametrize(
    "options",
    [[], ["--reflect-protocol", "grpc-v1"], ["--reflect-protocol", "grpc-v1alpha"]],
    ids=["default", "v1", "v1alpha"],
)
def test_buf_calls_by_reflection(served, options):
    url = f"http://{served.target}/intrigue.v1.CatalogService/GetGame"
    command = [str(ROOT / ".venv/bin/buf"), "curl", "--protocol", "grpc", "--http2-prior-knowledge"]
    command += [*options, "--data", '{"game": "district_noir"}', url]
    done = processes.run(command, cwd=ROOT, check=True)
    answer = json.loads(done.stdout)
    assert answer["game"]["id"] == "district_noir"
    assert "minSeats" in answer["game"]
