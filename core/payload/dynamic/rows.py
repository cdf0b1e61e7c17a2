"""Regression rows of runs without and with a payload, each run by itself."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.base_parameters import LINK_PARAMETERS
from core.estimation.rows import IntArray, RowBlock
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.columns import ColumnPlan
from core.identification.gains.runs import payload_map
from core.identification.regression_rows import RegressionRows, RowPiece, split_rows
from core.monitor import Monitor, PartOfMonitor
from core.payload.dynamic.runs import DynamicRun
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK

PAYLOAD_COLUMNS = slice(0, PARAMETERS_PER_LINK)
"""Slice of the payload's parameters."""


# Regression rows of runs without and with a payload: common columns, and each run's own friction.
#
# Columns in this order: the payload's ten parameters at the flange (zero in unloaded runs), the arm's
# base parameters, coupled motors, the load-dependent friction of every joint, then the other friction
# columns of every joint, run by run. Gears warm up between runs, and a friction forced to be equal would
# attribute the change with warmth to the payload. The load-dependent part is a property of the gear and
# common to all runs.


@dataclass(frozen=True, eq=False)
class PayloadRows:
    """All runs as regression rows in N·m, for any estimator.

    ``arm`` (b,) and ``payload`` (10,) of the round before give the gear load; None while
    unknown. Runs of one motion share their blocks of ``block_s`` s, because model errors of a motion
    are the same in both and do not affect the payload.
    """

    runs: tuple[DynamicRun, ...]
    plan: ColumnPlan
    conditioning: Conditioning
    block_s: float
    arm: FloatArray | None = None
    payload: FloatArray | None = None

    @cached_property
    def payload_map(self) -> FloatArray:
        """Linear map (b, 10) from a payload's parameters to those of the arm that carries it."""
        return payload_map(self.plan.robot, self.plan.base)

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return self.plan.robot.joint_count

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        arm = self.plan.names[: self.plan.coupling_places.stop]
        own = [(run.label, joint, column) for run in self.runs for joint, column in self._own_pairs]
        names = [coefficient.name for coefficient in self.plan.form.coefficients]
        joints = self.plan.robot.joint_names
        return (
            *(f"payload {name}" for name in LINK_PARAMETERS),
            *arm,
            *(f"{names[column]} of {joints[joint]}" for joint, column in self._shared_pairs),
            *(f"{names[column]} of {joints[joint]} in {label}" for label, joint, column in own),
        )

    @property
    def arm_columns(self) -> slice:
        """Slice of the arm's base parameters."""
        return slice(PAYLOAD_COLUMNS.stop, PAYLOAD_COLUMNS.stop + self.plan.base_count)

    def own_columns(self, run: int) -> slice:
        """Slice of one run's own friction."""
        width = len(self._own_pairs)
        start = self._shared_columns.stop + run * width
        return slice(start, start + width)

    def with_load(self, estimate: FloatArray) -> "PayloadRows":
        """The same rows with the load on the gears that follows from an estimate (p,)."""
        if not self.plan.form.uses_load:
            return self
        arm, payload = estimate[self.arm_columns].copy(), estimate[PAYLOAD_COLUMNS].copy()
        return replace(self, arm=arm, payload=payload)

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all runs, block by block."""
        for number in range(len(self.runs)):
            count = len(self.runs)
            part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
            yield from self.blocks_of(number, carried=self.payload, monitor=part)

    def blocks_of(self, number: int, *, carried: FloatArray | None, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over one run; ``carried`` (10,) is the load of its gears, if it is a loaded run."""
        for piece in self.pieces_of(number, carried=carried, monitor=monitor):
            time = piece.conditioned[0].time[piece.rows]
            for _, block in split_rows(replace(piece, block_ids=self.block_ids(number, time))):
                yield replace(block, regressor=self._spread(number, block.regressor))

    def pieces_of(self, number: int, *, carried: FloatArray | None, monitor: Monitor) -> Iterator[RowPiece]:
        """One run's rows with the columns of the arm and of friction alone."""
        yield from self.rows_of(number, carried=carried).pieces(monitor)

    def rows_of(self, number: int, *, carried: FloatArray | None) -> RegressionRows:
        """One run alone, as rows of the arm without payload columns."""
        run, plan = self.runs[number], self.plan
        if self.arm is not None:
            load = self.arm
            if run.is_loaded and carried is not None:
                load = load + self.payload_map @ carried
            plan = plan.with_load(load)
        stream = ChunkStream(run.recording, plan.robot, self.conditioning)
        return RegressionRows((stream,), plan, self.block_s, moving_only=not plan.form.uses_presliding)

    def block_ids(self, number: int, time: FloatArray) -> IntArray:
        """Block of each time (m,): parts of the motion, or of its period if it repeats one."""
        run = self.runs[number]
        since = np.maximum(time - run.began, 0.0)
        if run.repeats is not None:
            since = np.mod(time - run.began, run.repeats.period_s)
        return np.asarray((since / self.block_s).astype(np.intp) + self._first_blocks[run.motion])

    def unloaded_like(self, number: int) -> int:
        """Index of an unloaded run of the same motion; the last unloaded one if there is none."""
        unloaded = [place for place, run in enumerate(self.runs) if not run.is_loaded]
        same = [place for place in unloaded if self.runs[place].motion == self.runs[number].motion]
        return (same or unloaded)[-1]

    def friction_of(self, number: int, estimate: FloatArray) -> FloatArray:
        """Coefficients (n, k) of one run in the order of the plan's friction columns."""
        found = np.zeros((self.joint_count, len(self.plan.form.coefficients)))
        own = estimate[self.own_columns(number)]
        for value, (joint, column) in zip(own, self._own_pairs, strict=True):
            found[joint, column] = value
        for value, (joint, column) in zip(estimate[self._shared_columns], self._shared_pairs, strict=True):
            found[joint, column] = value
        return found[:, self._columns]

    @property
    def _columns(self) -> list[int]:
        """Indices of the form's columns that are used."""
        form = self.plan.form
        every = range(len(form.coefficients))
        return [column for column in every if column not in form.load_columns or self.arm is not None]

    @cached_property
    def _own_pairs(self) -> list[tuple[int, int]]:
        """Joint and form column of each run's own friction."""
        columns = [column for column in self._columns if column not in self.plan.form.load_columns]
        return [(joint, column) for joint in range(self.joint_count) for column in columns]

    @cached_property
    def _shared_pairs(self) -> list[tuple[int, int]]:
        if self.arm is None:
            return []
        loads = self.plan.form.load_columns
        return [(joint, load) for joint in range(self.joint_count) for load in loads]

    @property
    def _shared_columns(self) -> slice:
        start = PAYLOAD_COLUMNS.stop + self.plan.coupling_places.stop
        return slice(start, start + len(self._shared_pairs))

    def _spread(self, number: int, narrow: FloatArray) -> FloatArray:
        """Rows (m, n, p) of all columns from those of one run."""
        width = self.own_columns(len(self.runs)).start
        wide = np.zeros((*narrow.shape[:2], width))
        base = self.plan.base_count
        if self.runs[number].is_loaded:
            wide[..., PAYLOAD_COLUMNS] = narrow[..., :base] @ self.payload_map
        wide[..., PAYLOAD_COLUMNS.stop : self._shared_columns.start] = narrow[
            ..., : self.plan.coupling_places.stop
        ]
        for start, pairs in (
            (self._shared_columns.start, self._shared_pairs),
            (self.own_columns(number).start, self._own_pairs),
        ):
            for place, (joint, column) in enumerate(pairs):
                wide[:, joint, start + place] = narrow[:, joint, self._narrow_place(joint, column)]
        return wide

    def _narrow_place(self, joint: int, column: int) -> int:
        columns = self._columns
        return int(self.plan.coupling_places.stop) + joint * len(columns) + columns.index(column)

    @cached_property
    def _first_blocks(self) -> list[int]:
        """Index of the first block of each motion."""
        counts = [0] * (1 + max(run.motion for run in self.runs))
        for run in self.runs:
            counts[run.motion] = max(counts[run.motion], self._block_count(run))
        return [sum(counts[:motion]) for motion in range(len(counts))]

    def _block_count(self, run: DynamicRun) -> int:
        lasts = float(run.recording.time[-1]) - run.began if run.repeats is None else run.repeats.period_s
        return int(max(lasts, 0.0) / self.block_s) + 1
