"""A richer model beside the fitted one: the friction of every form at once, and gears that bend.

It predicts no better and has parameters that no motion tells apart, but it shows how much those of the
fitted model depend on what that one leaves out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.estimation.rows import IntArray
from core.friction.form import FrictionForm
from core.friction.forms import FORMS
from core.friction.kinds import FrictionKind
from core.identification.choosing.sums import Sums, form_places, joined, sums_of
from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import RegressionRows
from core.monitor import Monitor
from core.recording import FloatArray, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.model import PARAMETERS_PER_LINK
from core.signals.differentiation import central_difference

MOST_BLOCKS = 30
"""Largest number of time blocks; more would need more memory."""
_BENT = 1e-6
"""Compliance of the small bend by which torques are differentiated, rad/(N·m) or m/N."""


@dataclass(frozen=True)
class TimeBlocks:
    """Rows of all recordings in blocks of equal length, ``first`` (runs,) is the first block of each."""

    begins: tuple[float, ...]
    first: tuple[int, ...]
    length_s: float
    count: int

    @classmethod
    def of(cls, recordings: Sequence[Recording], *, block_s: float) -> "TimeBlocks":
        """Blocks of ``block_s``, or longer where there would be too many."""
        durations = [recording.duration for recording in recordings]
        length = max(block_s, sum(durations) / MOST_BLOCKS)
        counts = [int(duration / length) + 1 for duration in durations]
        begins = tuple(float(recording.time[0]) for recording in recordings)
        first = tuple(int(one) for one in np.cumsum([0, *counts[:-1]]))
        return cls(begins, first, length, sum(counts))

    def groups(self, stream: int, time: FloatArray) -> IntArray:
        """Block (m,) of the rows of a recording at these times."""
        since = np.maximum(time - self.begins[stream], 0.0)
        return np.asarray(self.first[stream] + (since / self.length_s).astype(np.intp))


@dataclass(frozen=True)
class RicherModel:
    """Sums of the richer model's columns; ``plan`` has the friction of all ``forms``.

    ``fitted`` (p,) are the places of the fitted model's parameters, in the order of its own plan.
    """

    sums: Sums
    plan: ColumnPlan
    forms: tuple[FrictionForm, ...]
    chosen: FrictionForm
    fitted: IntArray

    def friction_places(self, joint: int) -> IntArray:
        """Places of all friction columns of a joint."""
        own = self.plan.friction_places(joint)
        return np.arange(own.start, own.stop)

    def form_columns(self, form: FrictionForm) -> slice:
        """Place of a form's columns among the friction columns of a joint."""
        first = 0
        for one in self.forms:
            if one is form:
                break
            first += len(one.coefficients)
        return slice(first, first + len(form.coefficients))


def richer_model(rows: RegressionRows, parameters: FloatArray, *, monitor: Monitor) -> RicherModel:
    """One pass over the recordings of a fit with its ``parameters`` (p,)."""
    fitted = rows.plan
    chosen = fitted.form
    forms = tuple(chosen if FrictionKind(chosen.name) is kind else form for kind, form in FORMS.items())
    union = joined(forms)
    plan = replace(
        fitted,
        form=union,
        shapes=tuple({**union.shape_start, **shape} for shape in fitted.shapes),
        load_parameters=parameters[: fitted.base_count],
        top_speed=None,
    )
    blocks = TimeBlocks.of([stream.recording for stream in rows.streams], block_s=rows.block_s)
    bending = _bending(plan, parameters[: fitted.base_count])
    sums = sums_of(replace(rows, plan=plan), blocks, further=bending, monitor=monitor)
    every = form_places(plan, forms, chosen)
    known = np.arange(plan.coupling_places.stop)
    friction = every[known.size :].reshape(plan.robot.joint_count, -1)[:, list(fitted.friction_columns)]
    return RicherModel(sums, plan, forms, chosen, np.concatenate((known, friction.ravel())))


def _bending(plan: ColumnPlan, base: FloatArray) -> Callable[[MotionChunk], FloatArray]:
    """Change of all torques (M, n, n) where each gear bends by one rad per N·m, or m per N.

    The links follow the motors' angles less the bend. Any inertial parameters with the fitted base
    parameters give the same torque.
    """
    joints = plan.robot.joint_count
    standard = np.linalg.pinv(plan.base.grouping) @ base
    links = standard[: PARAMETERS_PER_LINK * joints]

    def torque(motion: Sequence[FloatArray]) -> FloatArray:
        return inverse_dynamics(plan.robot, *motion, parameters=links)

    def columns(chunk: MotionChunk) -> FloatArray:
        motion = (chunk.position, chunk.velocity, chunk.acceleration)
        load = torque(motion)
        speed = central_difference(load, rate_hz=chunk.rate_hz)
        bend = (load, speed, central_difference(speed, rate_hz=chunk.rate_hz))
        found = np.empty((*load.shape, joints))
        for joint in range(joints):
            only = _BENT * (np.arange(joints) == joint)
            bent = [known - only * change for known, change in zip(motion, bend, strict=True)]
            found[:, :, joint] = (torque(bent) - load) / _BENT
        return found

    return columns
