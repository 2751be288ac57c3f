"""Simulations: cut into slices, and played by threads that many of them may share.

A simulation is a task and a tally, both of them messages of the contract. Its result depends on
the task alone: not on how it was cut, nor on how many threads played it, nor on who else was
served meanwhile.
"""

from intrigue.simulation.local import simulate
from intrigue.simulation.progress import Progress
from intrigue.simulation.run import Run
from intrigue.simulation.workshop import Workshop

__all__ = ["Progress", "Run", "Workshop", "simulate"]
