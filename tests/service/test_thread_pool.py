"""Threads that many share: each gets its part, nothing is lost, and the end is clean."""

from __future__ import annotations

import collections
import os
import sys
import threading
from concurrent.futures import CancelledError

import pytest

from intrigue.simulation import FairThreadPool


class Chain:
    """A job of a given number of slices, which notes the order in which jobs are served."""

    def __init__(self, name: str, slices: int, noted: list[str], seconds: float = 0.0) -> None:
        self.name = name
        self.left = slices
        self.noted = noted
        self.opened = threading.Event()
        self.opened.set()
        self.done = threading.Event()
        self.seconds = seconds

    def next_slice(self, _threads: int):
        if not self.left:
            self.done.set()
            return None
        self.left -= 1
        return self.slice

    def slice(self) -> None:
        self.opened.wait()
        self.noted.append(self.name)
        pause = threading.Event()
        pause.wait(self.seconds)


def test_every_slice_is_taken_once():
    noted: list[str] = []
    with FairThreadPool(3) as pool:
        chains = [Chain(name, 200, noted) for name in "abc"]
        for chain in chains:
            pool.add(chain)
        for chain in chains:
            chain.done.wait()
    assert collections.Counter(noted) == {"a": 200, "b": 200, "c": 200}


def test_a_newcomer_neither_waits_nor_shuts_others_out():
    noted: list[str] = []
    with FairThreadPool(1) as pool:
        first = Chain("a", 60, noted, seconds=0.002)
        pool.add(first)
        while len(noted) < 20:
            first.done.wait(0.001)
        second = Chain("b", 30, noted, seconds=0.002)
        pool.add(second)
        second.done.wait()
        meanwhile = collections.Counter(noted[noted.index("b") :])
        print(meanwhile)
        # About as many of each; the machine is free to be slow, but not to starve one of them.
        assert meanwhile["b"] == 30
        assert meanwhile["a"] >= 8
        first.done.wait()
    assert collections.Counter(noted) == {"a": 60, "b": 30}


def test_a_call_answers_or_raises():
    with FairThreadPool(2) as pool:
        assert pool.call(lambda: 7).result() == 7
        with pytest.raises(ZeroDivisionError):
            pool.call(lambda: 1 // 0).result()
        assert pool.call(lambda: 8).result() == 8
        assert pool.waiting == 0


def test_what_was_not_begun_is_cancelled_at_the_end():
    opened = threading.Event()
    begun = threading.Event()
    pool = FairThreadPool(1)

    def wait() -> str:
        begun.set()
        opened.wait()
        return "done"

    first, second, third = pool.call(wait), pool.call(wait), pool.call(wait)
    begun.wait()
    assert third.cancel()
    assert pool.busy == 1
    closing = threading.Thread(target=pool.close)
    closing.start()
    with pytest.raises(CancelledError):
        second.result()
    opened.set()
    closing.join()
    assert first.result() == "done"
    assert pool.busy == 0
    with pytest.raises(RuntimeError):
        pool.call(wait)


def test_there_is_at_least_one_thread():
    with pytest.raises(ValueError, match="thread"):
        FairThreadPool(0)


def test_low_priority_threads_have_the_lowest_priority():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    # Elsewhere threads have no priority of their own.
    lowest = 19 if sys.platform == "linux" else priority()
    with FairThreadPool(1, low_priority=True) as pool:
        assert pool.call(priority).result() == lowest
    with FairThreadPool(1) as pool:
        assert pool.call(priority).result() == priority()
