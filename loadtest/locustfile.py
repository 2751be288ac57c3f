"""What locust runs. grpc has to be told of gevent before any channel is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grpc.experimental import gevent as grpc_gevent

grpc_gevent.init_gevent()

sys.path.insert(0, str(Path(__file__).parents[1]))

from loadtest.open_loop import OpenLoopUser  # noqa: E402
from loadtest.simulation_users import (  # noqa: E402
    AnalyzeUser,
    BatchUser,
    LeaseUser,
    SimulateUser,
)
from loadtest.summary import summarize  # noqa: E402
from loadtest.users import UnaryUser, WatchUser  # noqa: E402
from locust import events  # noqa: E402

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from locust.env import Environment

__all__ = [
    "AnalyzeUser",
    "BatchUser",
    "LeaseUser",
    "OpenLoopUser",
    "SimulateUser",
    "UnaryUser",
    "WatchUser",
]


@events.init_command_line_parser.add_listener  # type: ignore[untyped-decorator]
def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", default="", help="ID or ID=WEIGHT,...; by default every game.")
    parser.add_argument("--option", default="", help="NAME=VALUE,... for games that have them.")
    parser.add_argument("--plain", action="store_true", help="Only create, view, act, watch.")
    parser.add_argument("--rate", type=float, default=200.0, help="OpenLoopUser: requests per s.")
    parser.add_argument("--seconds", type=float, default=20.0, help="OpenLoopUser: how long.")
    parser.add_argument("--summary", default="", help="Where to write the figures, as JSON.")


@events.quitting.add_listener  # type: ignore[untyped-decorator]
def write_summary(environment: Environment) -> None:
    options = environment.parsed_options
    if options is not None and options.summary:
        summarize(environment.stats).write(Path(options.summary))
