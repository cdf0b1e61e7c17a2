"""The torque difference of two runs along the same motion, as rows of a regression ([Gao] eq. 29).

The arm's own torque cancels without a model. The difference contains the payload's torque and the
change of friction between the runs. Friction that grows with load does not cancel and biases the
payload.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.base_parameters import LINK_PARAMETERS
from core.errors import BadRequest
from core.estimation.rows import BoolArray, RowBlock
from core.identification.regression_rows import RowPiece, split_rows
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.dynamic.rows import PAYLOAD_COLUMNS, PayloadRows
from core.recording import FloatArray

_HOLE = 1.5
"""Gap between rows, relative to the usual step, across which nothing is interpolated."""


@dataclass(frozen=True, eq=False)
class DifferenceRows:
    """Rows of every loaded run less the unloaded one of the same motion; columns: payload, changed friction.

    Raises
    ------
    BadRequest
        ``payload-motions-differ`` for a loaded run whose motion no unloaded one follows.
    """

    whole: PayloadRows

    def __post_init__(self) -> None:
        """Raise an error for a loaded run without an unloaded run of its motion."""
        motions = {run.motion for run in self.whole.runs if not run.is_loaded}
        for run in self.whole.runs:
            if run.is_loaded and run.motion not in motions:
                raise BadRequest("payload-motions-differ", recording=run.label)

    @cached_property
    def loaded(self) -> tuple[int, ...]:
        """Indices of the loaded runs."""
        return tuple(number for number, run in enumerate(self.whole.runs) if run.is_loaded)

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return self.whole.joint_count

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        plan = self.whole.plan
        friction = plan.names[plan.coupling_places.stop :]
        own = (
            f"change of {name} in {self.whole.runs[run].label}" for run in self.loaded for name in friction
        )
        return (*(f"payload {name}" for name in LINK_PARAMETERS), *own)

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all pairs of runs."""
        for place, number in enumerate(self.loaded):
            count = len(self.loaded)
            part = PartOfMonitor(monitor, first=place / count, last=(place + 1) / count)
            yield from self.blocks_of(number, monitor=part)

    def blocks_of(self, number: int, *, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over one loaded run and the unloaded one that belongs to it."""
        for piece in self.whole.pieces_of(number, carried=None, monitor=monitor):
            time = piece.conditioned[0].time[piece.rows]
            torque, known = self._unloaded(number, time)
            compared = replace(
                piece,
                regressor=self._spread(number, piece),
                target=piece.target - torque,
                mask=piece.mask & known,
                block_ids=self.whole.block_ids(number, time),
            )
            yield from (block for _, block in split_rows(compared))

    def _spread(self, number: int, piece: RowPiece) -> FloatArray:
        plan = self.whole.plan
        friction = piece.regressor[..., plan.coupling_places.stop :]
        width = friction.shape[2]
        wide = np.zeros((*friction.shape[:2], PAYLOAD_COLUMNS.stop + width * len(self.loaded)))
        wide[..., PAYLOAD_COLUMNS] = piece.regressor[..., : plan.base_count] @ self.whole.payload_map
        start = PAYLOAD_COLUMNS.stop + width * self.loaded.index(number)
        wide[..., start : start + width] = friction
        return wide

    def _unloaded(self, number: int, time: FloatArray) -> tuple[FloatArray, BoolArray]:
        """The unloaded torque (m, n) at the same points of the motion, and a mask where it is known."""
        from scipy.interpolate import CubicSpline

        run = self.whole.runs[number]
        partner = self.whole.unloaded_like(number)
        there = time - run.began + self.whole.runs[partner].began
        clock, torque, mask = self._torques[partner]
        nearest = np.clip(np.searchsorted(clock, there), 1, clock.size - 1)
        inside = (there >= clock[nearest - 1]) & (there <= clock[nearest])
        inside &= clock[nearest] - clock[nearest - 1] < _HOLE * float(np.median(np.diff(clock)))
        # low-passed at a tenth of the row rate, so a spline interpolates accurately
        return CubicSpline(clock, torque)(there), inside[:, np.newaxis] & mask[nearest]

    @cached_property
    def _torques(self) -> dict[int, tuple[FloatArray, FloatArray, BoolArray]]:
        """Time (m,), torque and mask (m, n) of the unloaded runs that are needed, by their numbers."""
        found = {}
        for partner in {self.whole.unloaded_like(number) for number in self.loaded}:
            pieces = list(self.whole.pieces_of(partner, carried=None, monitor=NullMonitor()))
            found[partner] = (
                np.concatenate([piece.conditioned[0].time[piece.rows] for piece in pieces]),
                np.concatenate([piece.target for piece in pieces]),
                np.concatenate([piece.mask for piece in pieces]),
            )
        return found
