"""Simulations, cut into slices that a thread pool plays.

A simulation is a task and a tally, both messages of the contract. The result depends on the task
alone: not on the slices, the number of threads, or other simulations in the same pool.
"""

from intrigue.simulation.local import simulate
from intrigue.simulation.progress import Progress
from intrigue.simulation.recording import Recording
from intrigue.simulation.run import Run
from intrigue.simulation.thread_pool import FairThreadPool

__all__ = ["FairThreadPool", "Progress", "Recording", "Run", "simulate"]
