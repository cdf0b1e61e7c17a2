"""Deflection and its possible causes along recordings, joint by joint: load, speed, acceleration.

The load is the torque that the gear carries to the link by the model: rigid-body torque minus that of a
gravity compensator, which acts behind the gear, and minus the rotor's own inertia if the model or the
description has it. Friction of the motor is not included, because it does not load the spring. The
measured torque beyond the model is a separate column: a torque on the link that the model misses, and
that is not friction, deflects the gear too.

Deflection and causes pass through the same low-pass, so that their relation is unchanged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.encoders.twist import twist
from core.identification.chunks import ChunkStream, Conditioning, MotionChunk
from core.identification.learned_torque import rigid_torque
from core.identification.model import FittedModel
from core.identification.regression_rows import conditioned_chunks
from core.identification.result import IdentificationResult
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass
from core.signals.resampling import segments

BoolArray = npt.NDArray[np.bool_]

DRAWS = 12
"""Draws of parameters from their covariance; enough for a standard deviation within a fifth."""
ROWS_PER_CUTOFF = 5.0
"""Rows per second for each hertz of the cut-off."""
MOVING_SPEED = float(np.radians(0.5))
"""Speed below which a joint is at rest, rad/s (m/s)."""
SMOOTHING_S = 0.2
"""Time over which that speed is averaged, s, to remove encoder noise at rest."""
REST_S = 0.3
"""Time after the last motion during which rows at rest are used, s; later ones add no information."""
_EDGE_PERIODS = 1.5
"""Periods of the cut-off left out at the ends of a stretch, where the filter has edge effects."""
_MOST_SAMPLES = 600_000
"""Largest number of samples; ten minutes at 1 kHz determine the ripple."""
_ENOUGH_HZ = 500.0
"""Rate to which faster samples are averaged, Hz; at 20 turns/s, 8 cycles per turn are 160 Hz."""
_TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class TwistRows:
    """A stretch without gaps; arrays (M, n), rad (m), N·m (N) and s.

    ``recording`` is its number in the order given. ``keep`` (M,) marks the rows used; the others are
    kept for the history of the hysteresis.
    """

    recording: int
    time: FloatArray
    deflection: FloatArray
    position: FloatArray
    load: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    load_rate: FloatArray
    missed: FloatArray
    """Measured torque minus the whole model, friction included, N·m (N)."""
    load_errors: FloatArray
    """Changes of the load with likely other model parameters, (M, n, DRAWS) N·m (N)."""
    open_load: FloatArray
    """Torque in the load from parameters that the model's motion left undetermined, N·m (N), at most."""
    keep: BoolArray


@dataclass(frozen=True, eq=False)
class KnownRotors:
    """Rotor inertia (n,) already removed from the load, kg·m² (kg); 0 where unknown.

    ``is_known`` (n,) separates a zero from an unknown inertia.
    """

    inertia: FloatArray
    is_known: BoolArray

    @classmethod
    def of(cls, fitted: FittedModel) -> "KnownRotors":
        """Rotor inertia from the model if it separates rotor and link, else from the description."""
        robot, base = fitted.plan.robot, fitted.plan.base
        inertia = np.zeros(robot.joint_count)
        known = np.zeros(robot.joint_count, dtype=np.bool_)
        if robot.rotor_inertia is not None:
            inertia[:], known[:] = robot.rotor_inertia, True
        if not fitted.plan.with_rotor_inertia:
            return cls(np.zeros_like(inertia), np.zeros_like(known))
        for place, column in enumerate(base.independent.tolist()):
            joint = column - PARAMETERS_PER_LINK * robot.joint_count
            if joint >= 0:
                inertia[joint], known[joint] = max(float(fitted.parameters[place]), 0.0), True
        return cls(inertia, known)


def twist_rows(
    recordings: Mapping[str, Recording],
    labels: Sequence[str],
    robot: RobotModel,
    model: IdentificationResult,
    *,
    filter_hz: float,
    monitor: Monitor,
) -> tuple[tuple[TwistRows, ...], KnownRotors]:
    """All stretches of some recordings, in order.

    Raises
    ------
    BadRequest, NotEnoughData
        As ``joint_side`` and ``ChunkStream``.
    """
    fitted = FittedModel.of(model, robot)
    rotors = KnownRotors.of(fitted)
    is_open = ~np.isfinite(np.diag(model.covariance)[: fitted.plan.base_count])
    errors = _parameter_errors(model, ~is_open)
    found: list[TwistRows] = []
    for number, label in enumerate(labels):
        part = PartOfMonitor(monitor, first=number / len(labels), last=(number + 1) / len(labels))
        stream = ChunkStream(recordings[label], robot, Conditioning(filter_hz, model.drive_gain))
        pieces: dict[int, list[TwistRows]] = {}
        for chunk, presliding, low_pass in conditioned_chunks(stream, fitted.plan, monitor=part):
            expected = _whole_torque(fitted, chunk, presliding)
            pieces.setdefault(chunk.segment, []).append(
                _rows(
                    chunk,
                    low_pass,
                    fitted,
                    rotors,
                    expected=expected,
                    errors=errors,
                    is_open=is_open,
                    recording=number,
                )
            )
        found += [_joined(parts) for parts in pieces.values()]
    return tuple(found), rotors


def _rows(
    chunk: MotionChunk,
    low_pass: ZeroPhaseLowPass,
    fitted: FittedModel,
    rotors: KnownRotors,
    *,
    expected: FloatArray,
    errors: FloatArray,
    is_open: BoolArray,
    recording: int,
) -> TwistRows:
    plan = fitted.plan
    step = max(1, int(chunk.rate_hz / (ROWS_PER_CUTOFF * low_pass.cutoff_hz)))
    first = -(-chunk.first // step) * step
    rows = slice(chunk.inside.start + first - chunk.first, chunk.inside.stop, step)
    rigid = plan.rigid_columns(chunk)
    carried = rigid_torque(plan, rigid, fitted.parameters)
    wrong = np.stack([part.values @ errors[part.places] for part in rigid], axis=1)
    # which of them bears the load is unknown, so they do not cancel
    left_open = np.where(is_open, np.abs(fitted.parameters[: is_open.size]), 0.0)
    open_load = np.column_stack([np.abs(part.values) @ left_open[part.places] for part in rigid])
    load = low_pass.apply(carried - chunk.compensator - rotors.inertia * chunk.acceleration)
    deflection = np.full_like(load, np.nan) if chunk.deflection is None else low_pass.apply(chunk.deflection)
    velocity = low_pass.apply(chunk.velocity)
    return TwistRows(
        recording=recording,
        time=chunk.time[rows],
        deflection=deflection[rows],
        position=low_pass.apply(chunk.position)[rows],
        load=load[rows],
        velocity=velocity[rows],
        acceleration=low_pass.apply(chunk.acceleration)[rows],
        load_rate=central_difference(load, rate_hz=chunk.rate_hz)[rows],
        missed=low_pass.apply(chunk.torque - expected)[rows],
        load_errors=low_pass.apply(wrong)[rows],
        open_load=low_pass.apply(open_load)[rows],
        keep=chunk.to_edge_s[rows] >= _EDGE_PERIODS / low_pass.cutoff_hz,
    )


def _parameter_errors(model: IdentificationResult, determined: BoolArray) -> FloatArray:
    """Random errors (b, DRAWS) of the determined base parameters (b,), from a fixed seed; zero for others."""
    covariance = model.covariance[: determined.size, : determined.size]
    covariance = np.where(np.outer(determined, determined), covariance, 0.0)
    values, vectors = np.linalg.eigh(0.5 * (covariance + covariance.T))
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return np.asarray(root @ np.random.default_rng(0).standard_normal((determined.size, DRAWS)))


def _whole_torque(fitted: FittedModel, chunk: MotionChunk, presliding: FloatArray) -> FloatArray:
    """Motor torque (M, n) by the model, a compensator's share included, N·m."""
    columns = fitted.plan.columns(chunk, presliding=presliding)
    return np.column_stack([part.values @ fitted.parameters[part.places] for part in columns])


def _joined(parts: Sequence[TwistRows]) -> TwistRows:
    def whole(name: str) -> FloatArray:
        return np.concatenate([getattr(part, name) for part in parts])

    time, velocity = whole("time"), whole("velocity")
    moving = np.any(np.abs(_smoothed(velocity, time)) > MOVING_SPEED, axis=1)
    last = np.maximum.accumulate(np.where(moving, time, -np.inf))
    keep = np.concatenate([part.keep for part in parts]) & (time - last <= REST_S)
    return TwistRows(
        recording=parts[0].recording,
        time=time,
        deflection=whole("deflection"),
        position=whole("position"),
        load=whole("load"),
        velocity=velocity,
        acceleration=whole("acceleration"),
        load_rate=whole("load_rate"),
        missed=whole("missed"),
        load_errors=whole("load_errors"),
        open_load=whole("open_load"),
        keep=keep,
    )


def _smoothed(velocity: FloatArray, time: FloatArray) -> FloatArray:
    """Means of the velocity over ``SMOOTHING_S``."""
    if time.size < 2:
        return velocity
    step = float(time[-1] - time[0]) / (time.size - 1)
    count = max(1, min(round(SMOOTHING_S / step), time.size))
    mean = np.ones(count) / count
    return np.column_stack([np.convolve(column, mean, mode="same") for column in velocity.T])


@dataclass(frozen=True, eq=False)
class RawTwist:
    """Unfiltered data of one recording: time (N,) s, deflection (N, n) rad (m), motor turns (N, n).

    Turns are NaN if the gear ratio is unknown; ``stretch`` (N,) numbers the gap-free stretches.
    """

    time: FloatArray
    deflection: FloatArray
    turns: FloatArray
    stretch: FloatArray

    @classmethod
    def of(cls, recording: Recording, robot: RobotModel) -> "RawTwist":
        """The data of the recording's first ten minutes or more."""
        first = recording.block(0, min(_MOST_SAMPLES, recording.sample_count))
        motor = np.asarray(first.columns[Quantity.MOTOR_POSITION])
        link = np.asarray(first.columns[Quantity.LINK_POSITION])
        stretch = np.zeros(first.time.size)
        for number, segment in enumerate(segments(first.time, missing=recording.missing)):
            stretch[segment.first : segment.last] = number
        rate = (first.time.size - 1) / max(first.duration, 1e-9)
        every = max(1, int(rate / _ENOUGH_HZ + 0.1))
        ratio = 1.0 if robot.motor_position_at_shaft else _gear_ratio(recording, robot)
        return cls(
            time=_averaged(first.time, every),
            deflection=_averaged(robot.reported_sign * twist(motor, link, robot), every),
            turns=_averaged(np.asarray(motor * ratio / _TURN), every),
            stretch=_averaged(stretch, every),
        )


def _gear_ratio(recording: Recording, robot: RobotModel) -> FloatArray:
    """Motor turns per joint turn (n,): the controller's value, else the description's; NaN if unknown."""
    ratios = recording.origin.gear_ratio
    if len(ratios) == robot.joint_count:
        return np.array(ratios, dtype=np.float64)
    return np.where(robot.gear_ratio == 1.0, np.nan, robot.gear_ratio)


def _averaged(values: FloatArray, every: int) -> FloatArray:
    """Means of ``every`` consecutive samples; an incomplete last group is dropped."""
    count = values.shape[0] // every
    return np.asarray(values[: count * every].reshape(count, every, *values.shape[1:]).mean(axis=1))
