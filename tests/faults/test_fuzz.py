"""Nonsense is answered with a refusal; and the test of it can fail."""

from __future__ import annotations

import random

import pytest
from google.protobuf.message import DecodeError
from tests.faults.fuzz import FORBIDDEN, Fuzzer, show_fuzz
from tests.faults.mutants import PayloadGenerator, methods
from tests.faults.raw_client import RawClient
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_no_call_breaks_the_server(tmp_path):
    calls = chosen(8_000, 2_000_000)
    report = Report(f"fuzz (seed {SEED})")
    show_fuzz(tmp_path, calls, SEED, report)
    report.check()
    assert report.counts["calls"] >= calls
    for answer in ("OK", "INVALID_ARGUMENT", "NOT_FOUND", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED"):
        assert report.counts[f"answered {answer}"] > 0
    assert report.counts["calls: near a real one"] > calls // 100


def test_every_method_is_called():
    paths = {method.path for method in methods()}
    assert "/intrigue.v1.MatchService/Act" in paths
    assert "/intrigue.v1.MatchService/ListUpdates" in paths
    assert "/intrigue.v1.MatchService/GetSetup" in paths
    assert "/intrigue.v1.CatalogService/ListGames" in paths
    assert "/intrigue.v1.CatalogService/GetServerInfo" in paths
    assert "/intrigue.v1.RecordService/GetRecord" in paths
    assert "/intrigue.v1.RecordService/ReplayRecord" in paths
    assert "/intrigue.v1.RecordService/VerifyRecord" in paths
    assert "/intrigue.v1.SimulationService/StepBatch" in paths
    assert "/grpc.health.v1.Health/Watch" in paths
    assert "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo" in paths
    assert "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo" in paths


@pytest.mark.parametrize("status", [*sorted(FORBIDDEN), "INTERNAL CORE_FAULT"])
def test_a_forbidden_answer_is_caught(status):
    report = Report("planted")
    fuzzer = Fuzzer(RawClient(["127.0.0.1:1"], report, SEED), random.Random(SEED))
    fuzzer.note("INVALID_ARGUMENT MALFORMED_MESSAGE", "")
    assert not report.faults
    fuzzer.note(status, "")
    assert report.faults


def test_payloads_are_good_and_bad():
    generator = PayloadGenerator(random.Random(SEED))
    parsed = broken = 0
    ways = set()
    for method in methods() * 40:
        way, raw = generator.payload(method.request)
        ways.add(way)
        try:
            generator.message(method.request).FromString(raw)
            parsed += 1
        except DecodeError:
            broken += 1
    assert len(ways) == 7
    assert parsed > 100
    assert broken > 100
