"""The command line: prints its verdicts as TAP."""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
import sys
from typing import TYPE_CHECKING

from intrigue_conformance.runner import SHOWN_LINES, Verdict, run_scenario, serve
from intrigue_conformance.scenarios import BY_NAME, SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue_conformance.script import Scenario


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the scenarios; returns 0 if the client passed all of them."""
    options = parse(arguments)
    if options.list:
        for scenario in SCENARIOS:
            print(f"{scenario.name}: {scenario.summary}")
        return 0
    chosen = [BY_NAME[name] for name in options.scenario] or list(SCENARIOS)
    if options.serve:
        return asyncio.run(serve_by_hand(BY_NAME[options.serve]))
    command = shlex.split(options.client)
    return asyncio.run(run_all(chosen, command, options.jobs, options.time_limit))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="run", description="Test a client of the game service against scripted matches."
    )
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--client", metavar="COMMAND", help="the client under test")
    mode.add_argument("--serve", metavar="NAME", choices=BY_NAME, help="serve one scenario by hand")
    mode.add_argument("--list", action="store_true", help="list the scenarios")
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        action="append",
        choices=BY_NAME,
        default=[],
        help="run this scenario only; may be repeated",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        default=min(8, 2 * (os.cpu_count() or 1)),
        help="how many scenarios run at once (default: %(default)s)",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        default=60.0,
        help="how long one scenario may take (default: %(default)g)",
    )
    return parser.parse_args(arguments)


async def run_all(
    scenarios: Sequence[Scenario], command: Sequence[str], jobs: int, time_limit: float
) -> int:
    """Runs scenarios side by side, and prints the verdicts in order."""
    places = asyncio.Semaphore(jobs)

    async def run(scenario: Scenario) -> Verdict:
        async with places:
            return await run_scenario(scenario, command, time_limit)

    print(f"TAP version 13\n1..{len(scenarios)}", flush=True)
    failures = 0
    tasks = [asyncio.create_task(run(scenario)) for scenario in scenarios]
    for number, task in enumerate(tasks, 1):
        verdict = await task
        failures += bool(verdict.fault)
        report(number, verdict)
    print(f"# {len(scenarios) - failures} of {len(scenarios)} scenarios passed")
    return 1 if failures else 0


def report(number: int, verdict: Verdict) -> None:
    """Prints one verdict."""
    scenario = verdict.scenario
    if not verdict.fault:
        print(f"ok {number} - {scenario.name}", flush=True)
        return
    print(f"not ok {number} - {scenario.name}: {verdict.fault}")
    print(f"# what to do: {scenario.summary}")
    for line in verdict.printed.splitlines()[-SHOWN_LINES:]:
        print(f"# client: {line}")
    sys.stdout.flush()


async def serve_by_hand(scenario: Scenario) -> int:
    """Serves one scenario until the input ends, so that a client can run under a debugger."""
    async with serve(scenario) as (match, environment):
        print(scenario.summary)
        for name, value in environment.items():
            print(f"export {name}={value}")
        print("Press Enter when the client has ended.", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        fault = match.violations[0] if match.violations else match.unfinished()
        print(fault or "passed, apart from exit code and output")
        return 1 if fault else 0
