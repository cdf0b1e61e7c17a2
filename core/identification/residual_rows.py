"""Training data of the residual learner: the residual torque along recordings, and the motion there.

Deflection is measured from its value without gear load. The encoders' zeros differ from one power-on to
the next, so each recording's own offset is subtracted: the deflection at zero rigid-body torque on a
line through its samples.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from core.identification.chunks import ChunkStream
from core.identification.columns import ColumnPlan
from core.identification.learned_torque import LearnedTorque, inputs_of, rigid_torque
from core.identification.regression_rows import (
    RegressionRows,
    Travel,
    conditioned_chunks,
    kept_rows,
    thinned_rows,
)
from core.learning.residual_model import ResidualInputs, ResidualModel
from core.learning.samples import ResidualSamples
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray

LEVEL_SHARE = 1e-3
"""Smallest variance of the load relative to its mean square that separates offset from twist.

With less variance the whole mean counts as offset.
"""


@dataclass
class _Line:
    """Running sums of deflection over load, (n,) each."""

    count: FloatArray = field(default_factory=lambda: np.zeros(1))
    load: FloatArray = field(default_factory=lambda: np.zeros(1))
    load_squared: FloatArray = field(default_factory=lambda: np.zeros(1))
    deflection: FloatArray = field(default_factory=lambda: np.zeros(1))
    product: FloatArray = field(default_factory=lambda: np.zeros(1))

    def add(self, load: FloatArray, deflection: FloatArray) -> None:
        """Add samples (m, n) to the sums."""
        self.count = self.count + np.isfinite(deflection).sum(axis=0)
        self.load = self.load + np.where(np.isfinite(deflection), load, 0.0).sum(axis=0)
        self.load_squared = self.load_squared + np.where(np.isfinite(deflection), load**2, 0.0).sum(axis=0)
        self.deflection = self.deflection + np.nansum(deflection, axis=0)
        self.product = self.product + np.nansum(load * deflection, axis=0)

    def offset(self) -> FloatArray:
        """Deflection without load (n,); zero without samples."""
        count = np.maximum(self.count, 1.0)
        load, deflection = self.load / count, self.deflection / count
        variance = self.load_squared / count - load**2
        spread = variance + LEVEL_SHARE * load**2
        slope = np.divide(
            self.product / count - load * deflection, spread, out=np.zeros_like(spread), where=spread > 0.0
        )
        return np.asarray(deflection - slope * load)


def deflection_offset(
    stream: ChunkStream, plan: ColumnPlan, parameters: FloatArray, *, monitor: Monitor
) -> FloatArray:
    """(joints,) deflection of a recording where the gears bear no load; zeros where it has none."""
    line = _Line()
    for chunk in stream.chunks(monitor):
        if chunk.deflection is None:
            return np.zeros(plan.robot.joint_count)
        low_pass = stream.conditioning.column_filter(chunk.rate_hz)
        rows = thinned_rows(chunk, low_pass)
        load = low_pass.apply(rigid_torque(plan, plan.rigid_columns(chunk), parameters))[rows]
        line.add(load, low_pass.apply(chunk.deflection)[rows])
    return line.offset()


def learned_torque(
    model: ResidualModel | None,
    stream: ChunkStream,
    plan: ColumnPlan,
    parameters: FloatArray,
    *,
    monitor: Monitor,
) -> LearnedTorque | None:
    """A residual model prepared for a recording; None if it is off for every joint."""
    if model is None or not any(joint.active for joint in model.joints):
        return None
    offset = deflection_offset(stream, plan, parameters, monitor=monitor)
    return LearnedTorque(model, parameters, offset)


def residual_samples(
    rows: RegressionRows, parameters: FloatArray, *, monitor: Monitor
) -> dict[str, ResidualSamples]:
    """Residual torque for ``parameters`` (p,) along every recording of a fit, by label, at the rows' rate."""
    found = {}
    for number, stream in enumerate(rows.streams):
        count = len(rows.streams)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        pieces = list(_pieces(rows, stream, parameters, monitor=part))
        whole = _joined(pieces)
        found[stream.recording.label] = _without_offset(whole)
    return found


def _pieces(
    rows: RegressionRows, stream: ChunkStream, parameters: FloatArray, *, monitor: Monitor
) -> Iterator[ResidualSamples]:
    plan, travel = rows.plan, Travel()
    nothing = np.zeros(plan.robot.joint_count)
    for chunk, presliding, low_pass in conditioned_chunks(stream, plan, monitor=monitor):
        at = thinned_rows(chunk, low_pass)
        left = chunk.torque.copy()
        for joint, part in enumerate(plan.columns(chunk, presliding=presliding)):
            left[:, joint] -= part.values @ parameters[part.places]
        load = rigid_torque(plan, plan.rigid_columns(chunk), parameters)
        keep = kept_rows(chunk, low_pass, at, moving_only=rows.moving_only)
        keep &= travel.has_moved(chunk, low_pass)[at]
        inputs = _at(inputs_of(chunk, low_pass, load=load, offset=nothing), at)
        yield ResidualSamples(inputs, low_pass.apply(left)[at], keep)


def _at(inputs: ResidualInputs, rows: slice) -> ResidualInputs:
    given = {item.name: getattr(inputs, item.name) for item in fields(inputs)}
    own: dict[str, Any] = {name: None if values is None else values[rows] for name, values in given.items()}
    return ResidualInputs(**own)


def _joined(pieces: list[ResidualSamples]) -> ResidualSamples:
    inputs: dict[str, Any] = {}
    for item in fields(ResidualInputs):
        values = [getattr(piece.inputs, item.name) for piece in pieces]
        inputs[item.name] = None if any(value is None for value in values) else np.concatenate(values)
    return ResidualSamples(
        ResidualInputs(**inputs),
        np.concatenate([piece.residual for piece in pieces]),
        np.concatenate([piece.keep for piece in pieces]),
    )


def _without_offset(samples: ResidualSamples) -> ResidualSamples:
    if samples.inputs.deflection is None:
        return samples
    line = _Line()
    line.add(samples.inputs.load, samples.inputs.deflection)
    deflection = samples.inputs.deflection - line.offset()
    return replace(samples, inputs=replace(samples.inputs, deflection=deflection))
