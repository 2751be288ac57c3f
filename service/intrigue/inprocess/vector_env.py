"""Many matches of one game, stepped together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from intrigue import engine
from intrigue.inprocess.buffers import Buffers
from intrigue.inprocess.game import Game
from intrigue.inprocess.lane_recorder import LaneRecorder
from intrigue.inprocess.trajectories import TrajectoryWriter, trajectories_of
from intrigue_proto.options import encode_options, encode_options_for
from intrigue_proto.seed import nth_seed, seed_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from types import TracebackType
    from typing import Self

    from numpy.typing import ArrayLike, NDArray

    from intrigue.inprocess.trajectories import Trajectories
    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed

__all__ = ["Buffers", "VectorEnv"]


class VectorEnv:
    """Many matches of one game, stepped together; a lane is one of them.

    A match that ends is followed by the next of its lane at once. Where several seats are asked
    at the same time, one of them is drawn. All results are in `buffers`, which are given by the
    caller or allocated here: the core writes into the same arrays at each step.

    Args:
        game: What is played.
        lanes: The number of matches that are stepped together.
        options: The variant of the game.
        seed: The source of all chance: deals, policies and `sample`. The same seed and the same
            calls give the same results, on any number of threads.
        policies: None, or one entry per seat: a built-in policy that plays the seat, or None for
            a seat that is asked here. A game in which the number of seats varies gets as
            many as there are entries, unless the options say otherwise.
        rotate: Whether the policies move on by one seat with each match of a lane.
        threads: The number of threads that step the lanes.
        features: Whether feature tensors are written; steps are faster without.
        buffers: The caller's arrays; None: new ones.
        trajectories: A Parquet file for the decisions that are made here, or its path. It is there
            when the env is closed: use the env in a `with` statement, or call `close`. It needs the
            extra `parquet`.

    Raises:
        Refused: The game, the options or a policy are unknown or do not fit together.
        ValueError: An array of `buffers` has a wrong shape or type; the text says which.
        ImportError: `trajectories` are asked for, and the extra is not installed.
        OSError: The file of `trajectories` can't be written.
    """

    __slots__ = (
        "_buffers",
        "_closed",
        "_deals",
        "_game",
        "_lanes",
        "_recorder",
        "_sampled",
        "_seed",
    )

    def __init__(
        self,
        game: Game | str,
        lanes: int,
        *,
        options: Options | None = None,
        seed: Seed | None = 0,
        policies: Sequence[str | None] | None = None,
        rotate: bool = False,
        threads: int = 1,
        features: bool = True,
        buffers: Buffers | None = None,
        trajectories: Trajectories | str | PathLike[str] | None = None,
    ) -> None:
        self._game = Game(game)
        self._seed = seed_bytes(seed)
        self._deals = 0
        if lanes < 1 or threads < 1:
            raise ValueError("a VectorEnv has at least one lane and one thread")
        settings = (
            encode_options_for(self._game, options, len(policies))
            if policies
            else encode_options(options)
        )
        self._lanes = engine.Lanes(
            self._game.id,
            settings,
            lanes,
            self._seed,
            list(policies or ()),
            rotate,
            threads,
        )
        width = self._lanes.features if features else None
        if buffers is None:
            buffers = Buffers.allocate(lanes, self.seats, self.actions, width)
        else:
            buffers.check(lanes, self.seats, self.actions, width)
        self._buffers = buffers
        self._sampled = np.zeros(lanes, np.int32)
        self._observe()
        self._closed = False
        self._recorder: LaneRecorder | None = None
        if trajectories is not None:
            target = trajectories_of(trajectories)
            target = replace(target, features=target.features and features)
            played = {
                "options": self._game.settle(settings)[0],
                "seed": self._seed.hex(),
                "lanes": lanes,
                "policies": list(policies or ()),
                "rotate": rotate,
            }
            writer = TrajectoryWriter(target, self._game, policies=False, played=played)
            self._recorder = LaneRecorder(
                writer, buffers, legal=target.legal, features=target.features
            )

    @property
    def game(self) -> Game:
        """What is played."""
        return self._game

    @property
    def lanes(self) -> int:
        """The number of lanes."""
        return self._lanes.lanes

    @property
    def seats(self) -> int:
        """The number of seats of each match."""
        return self._lanes.seats

    @property
    def actions(self) -> int:
        """The number of actions of the game."""
        return self._lanes.actions

    @property
    def feature_size(self) -> int:
        """The length of a feature tensor."""
        return self._lanes.features

    @property
    def buffers(self) -> Buffers:
        """The state of the lanes: the same arrays at all times."""
        return self._buffers

    def reset(self, seed: Seed | None = None) -> Buffers:
        """Deals every lane again, and returns `buffers`.

        Without a seed the first deal is that of the env's own seed, and each further one follows
        from it, so that a program which resets often sees new deals, and the same when it is run
        again.
        """
        self._check_open()
        if self._recorder is not None:
            self._recorder.cut()
        if seed is not None:
            self._seed, self._deals = seed_bytes(seed), 0
        self._lanes.reset(nth_seed(self._seed, self._deals))
        self._deals += 1
        self._observe()
        return self._buffers

    def step(self, actions: ArrayLike) -> Buffers:
        """Plays an action in each lane, and returns `buffers`.

        A contiguous array of int32 is read in place; other whole numbers are converted.

        Raises:
            Refused: An action is illegal: `lane` says where, `clause` by which rule. Then no
                lane has been stepped, and the buffers are as they were.
            ValueError: There is not one whole number per lane.
        """
        self._check_open()
        chosen = self._choices(actions)
        found = self._buffers
        if self._recorder is not None:
            self._recorder.look(found)
        self._lanes.step(
            chosen, found.seats, found.masks, found.features, found.rewards, found.ends
        )
        if self._recorder is not None:
            self._recorder.keep(chosen, found)
        return found

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each lane, in the same array at each call; the seed determines
        them.
        """
        self._lanes.sample(self._sampled)
        return self._sampled

    def close(self) -> None:
        """Completes the file of trajectories, if there is one. The env can't be stepped any more.

        Matches that go on are in the file too, without payoffs.
        """
        if not self._closed and self._recorder is not None:
            self._recorder.close()
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Closes the env. After an exception there is no file of trajectories."""
        if kind is not None and self._recorder is not None:
            self._recorder.discard()
            self._closed = True
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the VectorEnv is closed")

    def _observe(self) -> None:
        found = self._buffers
        self._lanes.observe(found.seats, found.masks, found.features, found.rewards, found.ends)

    def _choices(self, actions: ArrayLike) -> NDArray[np.int32]:
        given = np.asarray(actions)
        if given.shape != (self.lanes,):
            raise ValueError(f"actions: expected shape {(self.lanes,)}, not {given.shape}")
        if given.dtype == np.int32:
            return np.ascontiguousarray(given, np.int32)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions: expected whole numbers (int32), not {given.dtype}")
        bounds = np.iinfo(np.int32)
        if given.min() < bounds.min or given.max() > bounds.max:
            raise ValueError("actions: a number does not fit into int32")
        return given.astype(np.int32)

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.game.id}: {self.lanes} lanes, {self.seats} seats>"
