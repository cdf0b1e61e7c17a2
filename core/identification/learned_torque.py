"""Application of a residual learner to a recording: its inputs, and the torque it predicts."""

from dataclasses import dataclass

import numpy as np

from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan, JointColumns
from core.learning.residual_model import ResidualInputs, ResidualModel
from core.recording import FloatArray
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass


def inputs_of(
    chunk: MotionChunk, low_pass: ZeroPhaseLowPass, *, load: FloatArray, offset: FloatArray
) -> ResidualInputs:
    """The learner's inputs over a whole chunk, margins included.

    Parameters
    ----------
    load
        (M, joints) rigid-body torque in N·m, not filtered.
    offset
        (joints,) deflection without load, rad or m.
    """
    deflection = rate = None
    if chunk.deflection is not None:
        deflection = low_pass.apply(chunk.deflection) - offset
        rate = central_difference(deflection, rate_hz=chunk.rate_hz)
    return ResidualInputs(
        position=chunk.slow_position,
        velocity=low_pass.apply(chunk.velocity),
        deflection=deflection,
        deflection_rate=rate,
        load=low_pass.apply(load),
    )


def rigid_torque(plan: ColumnPlan, rigid: list[JointColumns], parameters: FloatArray) -> FloatArray:
    """Rigid-body torque (M, joints) of the base parameters alone, N·m."""
    base = parameters[: plan.base_count]
    return np.column_stack([part.values @ base[part.places] for part in rigid])


@dataclass(frozen=True)
class LearnedTorque:
    """A residual model applied to one recording with a known deflection offset (joints,)."""

    model: ResidualModel
    parameters: FloatArray
    """Parameters (p,) of the model that it corrects; they give the load."""
    offset: FloatArray

    def along(self, chunk: MotionChunk, low_pass: ZeroPhaseLowPass, *, plan: ColumnPlan) -> FloatArray:
        """(M, joints) N·m over a chunk, margins included; low-passed as its inputs are."""
        load = rigid_torque(plan, plan.rigid_columns(chunk), self.parameters)
        return self.model.torque(inputs_of(chunk, low_pass, load=load, offset=self.offset))
