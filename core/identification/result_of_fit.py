"""A finished fit, and its conversion to the result that is shown, saved and compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.estimation import Estimate
from core.friction.models import FrictionKind
from core.identification.choosing.result import Choice
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.joint_side import is_behind_gear
from core.identification.judgement import model_judgement, parameter_judgement
from core.identification.model import Comparison, FittedModel
from core.identification.regression_rows import RegressionRows
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    LoopRecord,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.settings import GainSource, IdentificationSettings
from core.identification.setup_checks.result import SetupChecks
from core.identification.systematic.result import SystematicErrors
from core.learning.residual_model import ResidualModel
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray, Mark, Recording
from core.robot.model import RobotModel
from core.robot.toml_format import write_toml
from core.stamp import software_name, time_stamp

_BINS = 25
_FEWEST_SAMPLES = 20
"""Smallest number of samples of a bin that is shown."""
_CURVE_POINTS = 201


@dataclass(frozen=True)
class Fit:
    """The estimate, the rows (with the column plan) it was made from, and their conditioning."""

    estimate: Estimate
    rows: RegressionRows
    conditioning: Conditioning
    loops: tuple[LoopRecord, ...] = ()
    residual_model: ResidualModel | None = None

    @property
    def robot(self) -> RobotModel:
        """The robot that was fitted."""
        return self.rows.plan.robot

    @property
    def model(self) -> FittedModel:
        """The fitted model, ready to be compared with a recording."""
        return FittedModel(self.rows.plan, self.estimate.estimate, self.conditioning, self.residual_model)


@dataclass(frozen=True)
class FrictionPoints:
    """Friction points of one joint: mean and spread of each bin, (P,) each, rad/s and N·m."""

    speed: FloatArray
    torque: FloatArray
    spread: FloatArray
    top_speed: float


def _curve_speeds(top_speed: float) -> FloatArray:
    """Speeds (K,) at which a friction curve is drawn: both directions, dense around zero."""
    half = top_speed * np.linspace(0.0, 1.0, _CURVE_POINTS // 2 + 1)[1:] ** 2
    return np.concatenate((-half[::-1], half))


def top_speeds(streams: Sequence[ChunkStream], *, monitor: Monitor) -> FloatArray:
    """Largest speed (joints,) of each joint, low-passed at the cut-off, rad/s or m/s."""
    top = np.zeros(streams[0].robot.joint_count)
    for number, stream in enumerate(streams):
        count = len(streams)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        for chunk in stream.chunks(part):
            low_pass = stream.conditioning.column_filter(chunk.rate_hz)
            velocity = low_pass.apply(chunk.velocity)[chunk.inside]
            top = np.maximum(top, np.abs(velocity).max(axis=0))
    return top


def friction_points(
    model: FittedModel, recordings: Sequence[Recording], *, monitor: Monitor
) -> tuple[FrictionPoints, ...]:
    """Measured torque minus the rigid-body part, averaged over bins of speed, per joint.

    The plan of the ``model`` contains each joint's top speed.
    """
    top = model.plan.top_speed
    assert top is not None, "top speeds are found before friction is drawn"
    joints = model.plan.robot.joint_count
    sums = np.zeros((3, joints, _BINS))
    for comparison in _all(model, recordings, monitor):
        friction = comparison.measured - comparison.rigid
        for joint in range(joints):
            bins = _bin(comparison.velocity[:, joint], top[joint])
            for power in range(3):
                sums[power, joint] += np.bincount(bins, weights=friction[:, joint] ** power, minlength=_BINS)
    return tuple(_points(sums[:, joint], float(top[joint])) for joint in range(joints))


def _points(sums: FloatArray, top: float) -> FrictionPoints:
    count, total, squares = sums
    enough = count >= _FEWEST_SAMPLES
    mean = total[enough] / count[enough]
    spread = np.sqrt(np.maximum(squares[enough] / count[enough] - mean**2, 0.0))
    centres = ((np.arange(_BINS) + 0.5) / _BINS * 2.0 - 1.0) * top
    return FrictionPoints(centres[enough], mean, spread, top)


def _bin(speed: FloatArray, top: float) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    place = (speed / max(top, np.finfo(np.float64).tiny) + 1.0) / 2.0 * _BINS
    return np.clip(place, 0, _BINS - 1).astype(np.intp)


def _all(model: FittedModel, recordings: Sequence[Recording], monitor: Monitor) -> Iterator[Comparison]:
    for number, recording in enumerate(recordings):
        count = len(recordings)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        yield from model.compare(recording, monitor=part)


@dataclass(frozen=True)
class Findings:
    """Results of comparing a finished fit with recordings.

    ``effects`` (p,) and ``open_torque`` are as in ``TorqueUncertainty``, ``setup`` what the checks of
    the set-up found, ``systematic`` the errors that show in no scatter.
    """

    validation: tuple[Validation, ...]
    points: tuple[FrictionPoints, ...]
    effects: FloatArray
    open_torque: float
    setup: SetupChecks
    systematic: SystematicErrors


def assemble_result(
    fit: Fit,
    fitted: Sequence[Recording],
    settings: IdentificationSettings,
    gain_source: GainSource,
    findings: Findings | None = None,
    *,
    choice: Choice | None = None,
) -> IdentificationResult:
    """Assemble a result; without ``findings`` it is an intermediate one."""
    plan, estimate = fit.rows.plan, fit.estimate
    parameters = _parameters(fit, findings)
    systematic = None if findings is None else findings.systematic
    points = () if findings is None else findings.points
    validation = () if findings is None else findings.validation
    base = parameters[: plan.base_count]
    friction = tuple(
        _joint_friction(fit, joint, parameters, points[joint] if points else None)
        for joint in range(plan.robot.joint_count)
    )
    return IdentificationResult(
        settings=settings,
        robot_toml=write_toml(plan.robot),
        base_parameters=base,
        friction=friction,
        offsets=_offsets(fit, parameters),
        coupling=parameters[plan.coupling_places],
        gain_source=gain_source,
        drive_gain=fit.conditioning.drive_gain,
        with_rotor_inertia=plan.with_rotor_inertia,
        load_parameters=plan.load_parameters,
        column_names=estimate.names,
        estimate=estimate.estimate,
        covariance=estimate.covariance + (0.0 if systematic is None else systematic.total),
        white_noise_std=estimate.white_noise_std,
        residual_std=estimate.joint_std,
        rank=estimate.rank,
        condition_number=estimate.condition_number,
        condition_convention=estimate.condition_convention,
        judgement=model_judgement(
            estimate,
            fitted=fitted,
            validation=validation,
            open_torque=None if findings is None else findings.open_torque,
            joints=plan.robot.joint_names,
            behind_gear=any(is_behind_gear(recording, plan.robot) for recording in fitted),
            setup=None if findings is None else findings.setup,
            parameters=parameters,
            choice=choice,
        ),
        validation=validation,
        provenance=provenance_of(fitted, plan.robot.name, estimate.row_count),
        loops=fit.loops,
        residual_model=fit.residual_model,
        setup=None if findings is None else findings.setup,
        choice=choice,
        systematic=systematic,
    )


def _parameters(fit: Fit, findings: Findings | None) -> tuple[Parameter, ...]:
    estimate = fit.estimate
    found = []
    systematic = None if findings is None else np.sqrt(np.diagonal(findings.systematic.total))
    for index, (name, unit) in enumerate(zip(estimate.names, fit.rows.plan.units, strict=True)):
        value, statistical = float(estimate.estimate[index]), float(estimate.std[index])
        part = None if systematic is None else float(systematic[index])
        std = float(np.hypot(statistical, part or 0.0))
        effect = None if findings is None else float(findings.effects[index])
        judgement = parameter_judgement(value, std, effect=effect)
        found.append(Parameter(name, value, std, unit, judgement, statistical, part))
    return tuple(found)


def _joint_friction(
    fit: Fit, joint: int, parameters: tuple[Parameter, ...], points: FrictionPoints | None
) -> JointFriction:
    plan = fit.rows.plan
    places = plan.friction_places(joint)
    own = parameters[places]
    coefficients = np.zeros(len(plan.form.coefficients))
    coefficients[list(plan.friction_columns)] = fit.estimate.estimate[places]
    none = np.empty(0)
    speed = _curve_speeds(points.top_speed) if points else none
    offset = 0.0 if plan.form.offset_column is None else coefficients[plan.form.offset_column]
    return JointFriction(
        joint=plan.robot.joint_names[joint],
        kind=FrictionKind(plan.form.name),
        coefficients=tuple(parameter for parameter in own if not _is_offset(parameter)),
        shape_constants=dict(plan.shapes[joint]),
        curve_speed=speed,
        curve_torque=plan.form.steady(speed, coefficients=coefficients, shape=plan.shapes[joint]),
        point_speed=points.speed if points else none,
        point_torque=points.torque - offset if points else none,
        point_std=points.spread if points else none,
    )


def _offsets(fit: Fit, parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    plan = fit.rows.plan
    return tuple(parameter for parameter in parameters[plan.coupling_places.stop :] if _is_offset(parameter))


def _is_offset(parameter: Parameter) -> bool:
    return parameter.expression.startswith("offset of ")


def provenance_of(fitted: Sequence[Recording], robot: str, row_count: int) -> Provenance:
    """The recordings and the software from which a result about ``robot`` was made."""
    return Provenance(
        recordings=tuple(recording.label for recording in fitted),
        sha256=tuple(recording.origin.sha256 for recording in fitted),
        rows=tuple((recording.origin.first_row, recording.origin.last_row) for recording in fitted),
        robot=robot,
        software=software_name(),
        created_at=time_stamp(),
        synthetic=any(recording.origin.synthetic_seed is not None for recording in fitted),
        row_count=row_count,
        mark=_mark(fitted),
    )


def _mark(fitted: Sequence[Recording]) -> Mark:
    """The first mark among the recordings; a single recording that is not real marks the result."""
    for recording in fitted:
        if recording.origin.mark is not Mark.NONE:
            return recording.origin.mark
        if recording.origin.synthetic_seed is not None:
            return Mark.SYNTHETIC
    return Mark.NONE
