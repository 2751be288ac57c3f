"""Matches: made, joined, played, watched. Knows neither gRPC nor protobuf."""

from intrigue.matches.faults import Code, Fault
from intrigue.matches.founder import Credential, Founded, Founder, Proposal
from intrigue.matches.hall import Hall, Limits
from intrigue.matches.register import Register
from intrigue.matches.snapshot import Snapshot
from intrigue.matches.watcher import Heartbeat, Watcher

__all__ = [
    "Code",
    "Credential",
    "Fault",
    "Founded",
    "Founder",
    "Hall",
    "Heartbeat",
    "Limits",
    "Proposal",
    "Register",
    "Snapshot",
    "Watcher",
]
