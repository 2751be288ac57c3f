"""Runs a client through scenarios, and says what it did wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc.aio

from intrigue_conformance.proxy import Proxy
from intrigue_conformance.scripted_match import ScriptedMatch
from intrigue_conformance.service import ScriptedService

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from intrigue_conformance.script import ErrorReport, Scenario

LANGUAGE = "fr"
# How long a client may go on after it has failed.
GRACE_SECONDS = 1.0
# What a client that failed has printed last.
SHOWN_LINES = 12


@dataclass(frozen=True)
class Verdict:
    """What a scenario found."""

    scenario: Scenario
    fault: str
    """Empty if the client passed."""
    printed: str = ""
    """What the client wrote to its error output."""


@contextlib.asynccontextmanager
async def serve(scenario: Scenario) -> AsyncIterator[tuple[ScriptedMatch, dict[str, str]]]:
    """Serves one scenario on a port of its own, with the environment that the client needs."""
    token = f"token-of-{scenario.name}"
    match = ScriptedMatch(scenario, f"match-{scenario.name}")
    server = grpc.aio.server()
    proxy = Proxy(server.add_insecure_port("127.0.0.1:0"))
    server.add_generic_rpc_handlers((ScriptedService(match, token, proxy.cut),))
    await server.start()
    port = await proxy.start()
    try:
        yield (
            match,
            {
                "INTRIGUE_ADDRESS": f"127.0.0.1:{port}",
                "INTRIGUE_MATCH_ID": match.match_id,
                "INTRIGUE_TOKEN": token,
                "INTRIGUE_LANGUAGE": LANGUAGE,
                "INTRIGUE_SCENARIO": scenario.name,
            },
        )
    finally:
        await server.stop(None)
        await proxy.stop()


async def run_scenario(scenario: Scenario, command: Sequence[str], time_limit: float) -> Verdict:
    """Starts the client once, and judges it when it has ended."""
    async with serve(scenario) as (match, environment):
        client = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **environment},
        )
        reading = asyncio.ensure_future(client.communicate())
        wrong = asyncio.ensure_future(match.violated.wait())
        await asyncio.wait({reading, wrong}, timeout=time_limit, return_when="FIRST_COMPLETED")
        if wrong.done():
            # The verdict is known; what the client says about it may help its author.
            await asyncio.wait({reading}, timeout=GRACE_SECONDS)
        wrong.cancel()
        late = not reading.done()
        if late:
            client.kill()
        output, errors = await reading
        fault = judge(match, client.returncode, output.decode(errors="replace"))
        if late and not match.violations:
            missing = match.unfinished()
            fault = f"the client did not end within {time_limit:g} s" + (missing and f": {missing}")
        return Verdict(scenario, fault, errors.decode(errors="replace"))


def judge(match: ScriptedMatch, exit_code: int | None, output: str) -> str:
    """What the client did wrong; empty if nothing."""
    scenario = match.scenario
    if match.violations:
        return match.violations[0]
    if unfinished := match.unfinished():
        return f"{unfinished} (exit code {exit_code})"
    if scenario.exit_zero is not None and scenario.exit_zero != (exit_code == 0):
        wanted = "0" if scenario.exit_zero else "another than 0"
        return f"the exit code is {exit_code}, but {wanted} is right here"
    return judge_report(scenario.report, output) if scenario.report else ""


def judge_report(expected: ErrorReport, output: str) -> str:
    """What is wrong with the error that the client has printed; empty if nothing."""
    lines = output.strip().splitlines()
    try:
        report = json.loads(lines[-1]) if lines else None
    except ValueError:
        report = None
    if not isinstance(report, dict):
        return "the last line of the output is not the error as a JSON object"
    wanted = {
        "status": expected.status,
        "domain": expected.domain,
        "reason": expected.reason,
        "clause": expected.clause,
        "fields": list(expected.fields),
    }
    if expected.message:
        wanted["message"] = expected.message
    for key, value in wanted.items():
        if (report.get(key) or type(value)()) != value:
            return f"the error has {key} {report.get(key)!r} instead of {value!r}"
    return ""
