"""Decisions written to a Parquet file, one row each."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from intrigue import engine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import BufferedWriter
    from types import ModuleType, TracebackType

    from intrigue.engine import Columns
    from intrigue.inprocess.game import Game

# A row group has so many bytes before it is compressed, at most so many rows, and at least so many.
_GROUP_BYTES: Final = 1 << 25
_MOST_ROWS: Final = 1 << 16
_FEWEST_ROWS: Final = 1 << 10
# The key under which the file says what was played.
METADATA_KEY: Final = b"intrigue"


@dataclass(frozen=True, slots=True)
class Trajectories:
    """A Parquet file of decisions, one row each. docs/python.md has its columns.

    The file is there only when it is complete: until then it is a hidden file with the suffix
    `.part` in the same folder. A file that was there before is replaced.
    """

    path: str | os.PathLike[str]
    legal: bool = True
    """Whether the legal actions of each decision are written."""
    features: bool = True
    """Whether the feature tensor of each decision is written."""


class TrajectoryWriter:
    """Writes rows to a file, which appears at its path when the last one is written.

    As a context manager it ends with `commit`, or with `discard` if an exception was raised.
    """

    def __init__(
        self,
        target: Trajectories,
        game: Game,
        *,
        policies: bool,
        played: Mapping[str, object],
    ) -> None:
        """Opens the file.

        Args:
            target: Where, and which columns.
            game: What is played.
            policies: Whether rows say which policy decided.
            played: What was played, for the file's metadata.

        Raises:
            ImportError: pyarrow is not installed.
            OSError: The file can't be written.
        """
        self._arrow, parquet = _pyarrow()
        self._features = game.feature_size if target.features else None
        self._legal = target.legal
        self._notations = self._arrow.array([action.notation for action in game.actions])
        self._schema = self._schema_of(policies=policies, played=_metadata(game, played))
        width = 32 + (self._features or 0) + (32 if target.legal else 0)
        self._group = max(_FEWEST_ROWS, min(_MOST_ROWS, _GROUP_BYTES // width))
        self._pending: list[Any] = []
        self._pending_rows = 0
        self._rows = 0
        self._path = Path(target.path)
        if self._path.is_dir():
            raise IsADirectoryError(f"{self._path} is a folder")
        part = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}.part")
        self._file = part.open("xb")
        self._writer = parquet.ParquetWriter(
            self._file,
            self._schema,
            compression="zstd",
            # Nearly every feature tensor is there once.
            use_dictionary=["notation", "legal.list.element"],
        )
        # If this object is dropped, or the interpreter ends, so is the unfinished file.
        self._drop = weakref.finalize(self, _drop, self._writer, self._file, part)

    @property
    def rows(self) -> int:
        """How many rows were written so far."""
        return self._rows

    def write(self, columns: Columns) -> None:
        """Writes rows, whose columns are those of `engine.simulate_recorded`. A payoff that is NaN
        is written as missing.
        """
        table = self._table(columns)
        self._rows += table.num_rows
        self._pending.append(table)
        self._pending_rows += table.num_rows
        if self._pending_rows >= self._group:
            # Row groups of a fixed size: a file does not depend on how rows arrived.
            whole = self._arrow.concat_tables(self._pending).combine_chunks()
            groups = self._pending_rows // self._group
            for number in range(groups):
                self._writer.write_table(whole.slice(number * self._group, self._group))
            self._pending = [whole.slice(groups * self._group)]
            self._pending_rows -= groups * self._group

    def commit(self) -> None:
        """Writes what is left, and moves the file to its path."""
        if self._pending_rows:
            whole = self._arrow.concat_tables(self._pending)
            self._writer.write_table(whole.combine_chunks())
        self._writer.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        Path(self._file.name).replace(self._path)
        self._drop.detach()

    def discard(self) -> None:
        """Removes the unfinished file. After `commit` it does nothing."""
        self._drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            try:
                self.commit()
            except BaseException:
                self.discard()
                raise
        else:
            self.discard()

    def _schema_of(self, *, policies: bool, played: str) -> Any:
        arrow = self._arrow
        fields = [
            arrow.field("match", arrow.uint64(), nullable=False),
            arrow.field("decision", arrow.uint32(), nullable=False),
            arrow.field("seat", arrow.uint8(), nullable=False),
            arrow.field("action", arrow.uint16(), nullable=False),
            arrow.field("notation", arrow.dictionary(arrow.int32(), arrow.string())),
            arrow.field("payoff", arrow.float32()),
        ]
        if policies:
            fields.insert(3, arrow.field("policy", arrow.uint8(), nullable=False))
        if self._legal:
            fields.append(arrow.field("legal", arrow.list_(arrow.uint16())))
        if self._features is not None:
            # Lists of numbers would take many times as long to write.
            fields.append(arrow.field("features", arrow.binary(self._features), nullable=False))
        return arrow.schema(fields, metadata={METADATA_KEY: played.encode()})

    def _table(self, columns: Columns) -> Any:
        arrow = self._arrow
        arrays = []
        for field in self._schema:
            if field.name == "notation":
                ids = arrow.array(columns["action"], arrow.int32())
                array = arrow.DictionaryArray.from_arrays(ids, self._notations)
            elif field.name == "legal":
                ends = columns["legal_count"].cumsum(dtype="int32")
                offsets = arrow.concat_arrays(
                    [arrow.array([0], arrow.int32()), arrow.array(ends, arrow.int32())]
                )
                values = arrow.array(columns["legal"], arrow.uint16())
                array = arrow.ListArray.from_arrays(offsets, values)
            elif field.name == "features":
                buffers = [None, arrow.py_buffer(columns["features"])]
                rows = len(columns["action"])
                array = arrow.FixedSizeBinaryArray.from_buffers(field.type, rows, buffers)
            else:
                array = arrow.array(columns[field.name], field.type, from_pandas=True)
            arrays.append(array)
        return arrow.Table.from_arrays(arrays, schema=self._schema)


def trajectories_of(target: Trajectories | str | os.PathLike[str]) -> Trajectories:
    """What a caller gave as `trajectories`: a path stands for a file with all columns."""
    return target if isinstance(target, Trajectories) else Trajectories(target)


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow  # noqa: PLC0415 - an extra
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError as missing:
        raise ImportError(
            "trajectories need the optional dependency: pip install intrigue[parquet]"
        ) from missing
    return pyarrow, pyarrow.parquet


def _metadata(game: Game, played: Mapping[str, object]) -> str:
    about = {
        "game": game.id,
        "rules_version": game.rules_version,
        "feature_version": engine.feature_version(game.id),
    }
    return json.dumps(about | dict(played), ensure_ascii=False)


def _drop(writer: Any, file: BufferedWriter, part: Path) -> None:
    # Whatever is wrong with the file, it is removed.
    with contextlib.suppress(OSError, ValueError):
        writer.close()
    with contextlib.suppress(OSError):
        file.close()
    part.unlink(missing_ok=True)
