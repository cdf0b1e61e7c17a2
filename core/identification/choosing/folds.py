"""Parts of the recordings that are left out one by one: whole runs, or blocks of the only run.

Rows belong to groups, and a fold is a set of groups that it judges and a set that it is fitted to.
Neighbouring samples resemble each other, and a filter mixes them. So samples beside a judged block take no
part in the fit, as many as the filter of the candidate reaches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.estimation.rows import BoolArray, IntArray
from core.recording import FloatArray, Recording

BLOCKS = 5
"""Number of blocks that a single run is split into."""
GAP_PERIODS = 1.5
"""Width of the gap on both sides of a block, in periods of the lowest cut-off."""
SHORTEST_RUN_S = 5.0
"""Shortest run that is worth leaving out, s."""
SHORTEST_BLOCK_PERIODS = 2.0 * GAP_PERIODS
"""Shortest block in periods of the lowest cut-off: the gaps of its neighbours' folds lie inside it."""


@dataclass(frozen=True)
class Folds:
    """Groups of rows, and the folds made of them.

    ``judged`` (folds, groups) marks the groups that each fold judges. ``edges`` (blocks + 1,) in s are those
    of the blocks of a single run, empty where whole runs are left out; ``gaps`` (cut-offs,) in s ascend.
    """

    judged: BoolArray
    edges: FloatArray
    gaps: FloatArray

    @property
    def count(self) -> int:
        """Number of groups."""
        return int(self.judged.shape[1])

    @property
    def leaves_runs(self) -> bool:
        """True where whole runs are left out."""
        return self.edges.size == 0

    def groups(self, stream: int, time: FloatArray) -> IntArray:
        """Group (m,) of the rows of a recording at these times."""
        if self.leaves_runs:
            return np.full(time.shape, stream, dtype=np.intp)
        block = np.clip(np.searchsorted(self.edges, time, side="right") - 1, 0, self.edges.size - 2)
        from_begin, to_end = time - self.edges[block], self.edges[block + 1] - time
        wider = self.gaps.size - np.searchsorted(self.gaps, np.minimum(from_begin, to_end), side="right")
        zone = np.where(from_begin < to_end, -wider, wider)
        return np.asarray(self._width * block + self.gaps.size + zone, dtype=np.intp)

    def fitted(self, cutoff_hz: float) -> BoolArray:
        """Groups (folds, groups) that each fold is fitted to at a cut-off."""
        if self.leaves_runs:
            return ~self.judged
        block, zone = np.divmod(np.arange(self.judged.shape[1]), self._width)
        zone -= self.gaps.size
        fold = np.arange(self.judged.shape[0])[:, np.newaxis]
        # a row lies within as many gaps as its zone says, the widest of them first
        within = self.gaps.size - np.searchsorted(self.gaps, GAP_PERIODS / cutoff_hz * (1.0 - 1e-9))
        beside = ((block == fold - 1) & (zone >= within)) | ((block == fold + 1) & (-zone >= within))
        return np.asarray(~self.judged & ~beside)

    @property
    def _width(self) -> int:
        """Number of groups of one block: zones at its beginning, its middle, zones at its end."""
        return 2 * self.gaps.size + 1


def folds_of(recordings: Sequence[Recording], *, cutoffs_hz: Sequence[float]) -> Folds | None:
    """The folds of these recordings; None where they are too short to leave a part out.

    No cut-off may be below :func:`lowest_cutoff`.
    """
    if len(recordings) > 1:
        if min(recording.duration for recording in recordings) < SHORTEST_RUN_S:
            return None
        return Folds(np.eye(len(recordings), dtype=np.bool_), np.empty(0), np.empty(0))
    if min(cutoffs_hz) < lowest_cutoff(recordings):
        return None
    time, gaps = recordings[0].time, np.sort(GAP_PERIODS / np.array(cutoffs_hz))
    edges = np.linspace(float(time[0]), float(time[-1]), BLOCKS + 1)
    block = np.arange(BLOCKS * (2 * gaps.size + 1)) // (2 * gaps.size + 1)
    return Folds(block == np.arange(BLOCKS)[:, np.newaxis], edges, gaps)


def lowest_cutoff(recordings: Sequence[Recording]) -> float:
    """Lowest cut-off in Hz for which a single run is long enough for its blocks; 0 for several runs."""
    if len(recordings) > 1:
        return 0.0
    return BLOCKS * SHORTEST_BLOCK_PERIODS / max(recordings[0].duration, np.finfo(np.float64).tiny)
