"""The input of a regression: rows that come block by block, from memory or from a file.

An estimator reads its input through ``RowSource`` alone and may walk through it several times; only the
current block needs to be in memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.monitor import Monitor
from core.recording import FloatArray

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.intp]

CHUNK_SAMPLES = 1000


@dataclass(frozen=True)
class RowBlock:
    """Consecutive samples of one time block.

    ``regressor`` (m, n, p) and ``target`` (m, n) hold one row per sample and joint;
    ``weight_mask`` (m, n) is False where a row is left out (None: every row counts).
    ``block`` is the time block the samples belong to; a block may come in pieces, one
    after the other. The arrays are valid until the next block is requested, so a source
    may fill the same memory again.
    """

    regressor: FloatArray
    target: FloatArray
    weight_mask: BoolArray | None
    block: int


class RowSource(Protocol):
    """Rows that can be walked through any number of times."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """One name per column of the regressor, (p,)."""

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all rows; reports its own progress from 0 to 1 and checks for cancel."""


@dataclass(frozen=True)
class InMemoryRows:
    """Rows held in memory.

    ``regressor`` (N, n, p), ``target`` (N, n), ``block_ids`` (N,) the time block of each
    sample (``time_block_ids`` makes them), ``weight_mask`` (N, n) or None.

    Raises
    ------
    BadRequest
        ``rows-shape`` when the arrays do not belong together.
    """

    regressor: FloatArray
    target: FloatArray
    column_names: tuple[str, ...]
    block_ids: IntArray
    weight_mask: BoolArray | None = None
    chunk_samples: int = CHUNK_SAMPLES

    def __post_init__(self) -> None:
        """Raise BadRequest for arrays whose shapes do not fit together."""
        samples, joints = self.target.shape
        expected = {
            "regressor": (self.regressor.shape, (samples, joints, len(self.column_names))),
            "block_ids": (self.block_ids.shape, (samples,)),
        }
        if self.weight_mask is not None:
            expected["weight_mask"] = (self.weight_mask.shape, (samples, joints))
        for name, (found, wanted) in expected.items():
            if found != wanted:
                raise BadRequest("rows-shape", array=name, found=found, wanted=wanted)

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return int(self.target.shape[1])

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all rows, in pieces of at most ``chunk_samples`` of one time block."""
        samples = self.target.shape[0]
        for first, last in self._pieces():
            monitor.check()
            rows = slice(first, last)
            yield RowBlock(
                regressor=self.regressor[rows],
                target=self.target[rows],
                weight_mask=None if self.weight_mask is None else self.weight_mask[rows],
                block=int(self.block_ids[first]),
            )
            monitor.report(last / samples)

    def _pieces(self) -> Iterator[tuple[int, int]]:
        samples = self.target.shape[0]
        changes = np.flatnonzero(np.diff(self.block_ids)) + 1
        edges = [0, *changes.tolist(), samples]
        for first, last in pairwise(edges):
            for start in range(first, last, self.chunk_samples):
                yield start, min(start + self.chunk_samples, last)


def time_block_ids(time: FloatArray, *, block_s: float, first_id: int = 0) -> IntArray:
    """Time block of each sample: runs of about ``block_s`` seconds, all equally long.

    Parameters
    ----------
    time : (N,) s, increasing
    block_s : length wanted, s; the last block is not left shorter than the others
    first_id : id of the first block, for recordings that follow one another

    Returns
    -------
    (N,) integer

    Examples
    --------
    >>> time_block_ids(np.arange(5.0), block_s=2.0).tolist()
    [0, 0, 0, 1, 1]
    """
    if time.size == 0:
        return np.empty(0, dtype=np.intp)
    duration = float(time[-1] - time[0])
    count = max(1, int(duration / block_s))
    position = (time - time[0]) / duration * count if duration > 0.0 else np.zeros_like(time)
    return np.minimum(position.astype(np.intp), count - 1) + first_id


def used_rows(piece: RowBlock) -> BoolArray:
    """Mask (m, n) of the rows of a block that take part."""
    if piece.weight_mask is None:
        return np.ones(piece.target.shape, dtype=np.bool_)
    return piece.weight_mask


def active_columns(piece: RowBlock) -> BoolArray:
    """Mask (n, p) of the columns that are not zero throughout, per joint."""
    return np.asarray(np.any(piece.regressor, axis=0), dtype=np.bool_)
