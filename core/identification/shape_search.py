"""Shape constants of the friction by variable projection: a grid, with the linear fit inside.

For every joint the rigid-body part of the last fit is subtracted from the torque. The friction columns
of each candidate are fitted to the rest, and the candidate with the smallest residual is chosen. One
pass over the recordings serves all joints and candidates.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.friction.form import Shape
from core.identification.chunks import MotionChunk, PreslidingCarrier
from core.identification.columns import ColumnPlan
from core.identification.learned_torque import LearnedTorque
from core.identification.regression_rows import (
    RegressionRows,
    Travel,
    conditioned_chunks,
    kept_rows,
    thinned_rows,
)
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.signals.filters import ZeroPhaseLowPass


@dataclass(frozen=True)
class FrictionShapes:
    """The best shape constants of each joint; ``residual`` (joints,) is the RMS of their residual, N·m."""

    shapes: tuple[Shape, ...]
    residual: FloatArray


def search_shapes(rows: RegressionRows, *, parameters: FloatArray, monitor: Monitor) -> FrictionShapes:
    """The best shape constants of each joint, given the last fit's ``parameters`` (p,).

    A form without shape constants is fitted too, for its residual.
    """
    plan = rows.plan
    search = _Search(plan, parameters, moving_only=rows.moving_only)
    for number, stream in enumerate(rows.streams):
        count = len(rows.streams)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        learned = rows.learned[number] if rows.learned else None
        search.begin_recording()
        for chunk, presliding, low_pass in conditioned_chunks(stream, plan, monitor=part):
            search.add(chunk, presliding, low_pass, learned=learned)
    return search.best()


class _Search:
    """Small triangular factors of [columns | remaining torque], one per joint and candidate."""

    def __init__(self, plan: ColumnPlan, parameters: FloatArray, *, moving_only: bool) -> None:
        self._plan, self._parameters, self._moving_only = plan, parameters, moving_only
        self._candidates: Sequence[Shape] = plan.form.shape_candidates or (plan.form.shape_start,)
        width = len(plan.friction_columns) + 1
        shape = (plan.robot.joint_count, len(self._candidates), width, width)
        self._factors = np.zeros(shape)
        self._rows = np.zeros(plan.robot.joint_count)
        self._carriers: list[PreslidingCarrier] = []
        self._travel = Travel()

    def begin_recording(self) -> None:
        """A new recording starts with presliding states at zero, and with joints that have not moved."""
        self._travel = Travel()
        contacts = self._plan.robot.joint_count + len(self._plan.coupled)
        self._carriers = [
            PreslidingCarrier(np.full(contacts, shape.get("presliding distance", 1.0)))
            for shape in self._candidates
        ]

    def add(
        self,
        chunk: MotionChunk,
        presliding: FloatArray,
        low_pass: ZeroPhaseLowPass,
        *,
        learned: LearnedTorque | None = None,
    ) -> None:
        """Add the rows of one chunk."""
        rows = thinned_rows(chunk, low_pass)
        keep = kept_rows(chunk, low_pass, rows, moving_only=self._moving_only)
        keep &= self._travel.has_moved(chunk, low_pass)[rows]
        remaining = low_pass.apply(self._remaining(chunk, presliding))[rows]
        if learned is not None:
            remaining = remaining - learned.along(chunk, low_pass, plan=self._plan)[rows]
        self._rows += keep.sum(axis=0)
        load = self._plan.load(self._plan.rigid_columns(chunk))
        for number, shape in enumerate(self._candidates):
            state = self._state(number, chunk, presliding, low_pass)
            for joint in range(self._plan.robot.joint_count):
                columns = self._plan.friction_values(chunk, joint, presliding=state, load=load, shape=shape)
                stacked = np.column_stack((low_pass.apply(columns)[rows], remaining[:, joint]))
                self._merge(joint, number, stacked[keep[:, joint]])

    def best(self) -> FrictionShapes:
        """The candidate with the smallest residual torque, per joint."""
        unexplained = np.abs(self._factors[:, :, -1, -1])
        shapes = tuple(self._candidates[int(np.argmin(row))] for row in unexplained)
        return FrictionShapes(shapes, unexplained.min(axis=1) / np.sqrt(np.maximum(self._rows, 1.0)))

    def _merge(self, joint: int, number: int, rows: FloatArray) -> None:
        stacked = np.vstack((self._factors[joint, number], rows))
        self._factors[joint, number] = np.linalg.qr(stacked, mode="r")

    def _state(
        self, number: int, chunk: MotionChunk, presliding: FloatArray, low_pass: ZeroPhaseLowPass
    ) -> FloatArray:
        if not self._plan.form.uses_presliding:
            return presliding
        positions = self._plan.contact_positions(chunk)
        overlap = low_pass.settling_samples()
        return self._carriers[number].advance(chunk, positions, overlap=overlap)

    def _remaining(self, chunk: MotionChunk, presliding: FloatArray) -> FloatArray:
        first_friction = self._plan.coupling_places.stop
        left = chunk.torque.copy()
        for joint, part in enumerate(self._plan.columns(chunk, presliding=presliding)):
            known = part.places < first_friction
            left[:, joint] -= part.values[:, known] @ self._parameters[part.places[known]]
        return left
