"""Matches: made, joined, played, watched. Knows neither gRPC nor protobuf."""

from intrigue.matches.company import Company, Regrouped
from intrigue.matches.faults import Code, Fault
from intrigue.matches.founder import Credential, Founded, Founder, Guest, Proposal
from intrigue.matches.hall import Hall, Limits
from intrigue.matches.register import Register
from intrigue.matches.service_clock import ServiceClock
from intrigue.matches.stage import Receipt, Snapshot
from intrigue.matches.watcher import Heartbeat, Ticking, Watcher

__all__ = [
    "Code",
    "Company",
    "Credential",
    "Fault",
    "Founded",
    "Founder",
    "Guest",
    "Hall",
    "Heartbeat",
    "Limits",
    "Proposal",
    "Receipt",
    "Register",
    "Regrouped",
    "ServiceClock",
    "Snapshot",
    "Ticking",
    "Watcher",
]
