"""A payload's ten parameters from excitation runs without and with it.

The arm's own base parameters and the payload's ten are fitted to all runs at once, the payload's columns
being those of the arm times what a body at the flange adds (Gaz, De Luca, "Payload estimation based on
identified coefficients of robot dynamics", IROS 2017). Each run has its own friction. Joints are weighted
by the model's residual. The result is the nearest physically possible body.

Uncertainty: the scatter between time blocks (those at the same part of one motion together), and the
uncertainty of the drive gains, propagated through the fit's derivative in each of them. The errors of the
friction model repeat with a motion and do not show in that scatter, so the difference from a fit with another
form of friction is added.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base_parameters import LINK_PARAMETERS, LINK_UNITS, BaseParameters
from core.estimation.estimate import Estimate
from core.estimation.physical import nearest_physical, to_parameters
from core.estimation.rows import RowBlock, used_rows
from core.friction.models import FrictionKind
from core.identification.chunks import Conditioning
from core.identification.result_of_fit import provenance_of
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.dynamic.fit import DynamicFit, first_rows, fit_dynamically
from core.payload.dynamic.judgement import (
    SIGNIFICANT,
    PayloadSpread,
    fit_reasons,
    quantity_judgements,
)
from core.payload.dynamic.rows import PAYLOAD_COLUMNS, PayloadRows
from core.payload.dynamic.runs import DynamicRun, choose_dynamic_runs, dynamic_conditioning
from core.payload.plausibility import weighed
from core.payload.result import (
    GainCheck,
    PayloadEstimate,
    PayloadPrediction,
    PayloadResult,
    PayloadStage,
    PayloadStep,
    Reference,
    ReferenceKind,
)
from core.payload.settings import GainKnowledge, PayloadMethod, PayloadSettings
from core.quality import Judgement, Reason
from core.recording import FloatArray, Quantity, Recording
from core.robot.inertia import about_origin
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.stamp import Clock, time_stamp, utc_now

_CHOOSING_SHARE = 0.05
_FITTING_SHARE = 0.75
_OTHER_FRICTION = FrictionKind.STRIBECK
DYNAMIC = PayloadSettings(method=PayloadMethod.DYNAMIC)
_Blocks = Callable[[FloatArray, Monitor], Iterable[RowBlock]]
"""One pass over a run whose gears carry a payload (10,)."""
_AS_SHOWN = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
"""Index order of a result's inertia (xx xy xz yy yz zz) in that of links (xx xy yy xz yz zz)."""
GYRATION_RADIUS_M = 0.1
"""Radius of gyration of the reference body about its centre, m."""
_LIGHTEST_KG = 0.05
"""Smallest mass of a reference body, kg."""
_FARTHEST_M = 0.5
"""Largest distance of its centre from the flange, m."""


@dataclass(frozen=True, eq=False)
class PossibleBody:
    """``parameters`` (10,) of a possible body, ``estimate`` (p,) all columns with it.

    ``reference`` (10,) is the reference body. With a ``reason`` none was found, and both are the fit's
    own.
    """

    parameters: FloatArray
    estimate: FloatArray
    reference: FloatArray
    reason: Reason | None

    @property
    def sizes(self) -> FloatArray:
        """Scale (10,) of each parameter."""
        return np.asarray(np.linalg.norm(to_parameters(self.reference), axis=1))


def _possible_body(estimate: Estimate) -> PossibleBody:
    """The body nearest to an estimate whose first ten columns are a payload's; the others follow freely.

    Directions that the data do not determine are pulled to a ball of the fitted mass at the fitted
    centre.
    """
    found = estimate.estimate[:PARAMETERS_PER_LINK]
    reference = _reference(found)
    nearest = nearest_physical(estimate, _TEN, reference=reference[np.newaxis], rotor_reference=None)
    if nearest.reason is not None:
        return PossibleBody(found, estimate.estimate, reference, nearest.reason)
    return PossibleBody(nearest.standard[0], nearest.estimate, reference, None)


def _reference(found: FloatArray) -> FloatArray:
    mass = max(float(found[0]), _LIGHTEST_KG)
    center = found[1:4] / mass
    center = center * min(1.0, _FARTHEST_M / max(float(np.linalg.norm(center)), _FARTHEST_M))
    return about_origin(mass, center=center, inertia=np.eye(3) * mass * GYRATION_RADIUS_M**2)


_TEN = BaseParameters(
    independent=np.arange(PARAMETERS_PER_LINK),
    grouping=np.eye(PARAMETERS_PER_LINK),
    expressions=LINK_PARAMETERS,
    units=LINK_UNITS,
    standard_names=LINK_PARAMETERS,
    unobservable=(),
)
"""The grouping of a payload's parameters: each is independent."""


@dataclass(frozen=True, eq=False)
class DynamicFindings:
    """``estimate`` begins with the payload's ten columns.

    ``by_gain`` (10, n) is their derivative in gain error. ``errors`` (runs, n) are the residuals of
    each run; None until they are computed.
    """

    estimate: Estimate
    by_gain: FloatArray
    body: PossibleBody
    predictions: tuple[PayloadPrediction, ...] = ()
    errors: FloatArray | None = None
    apart: FloatArray | None = None
    """Difference (10,) from a fit with another form of friction; None where it was not fitted."""


@dataclass(frozen=True, eq=False)
class DynamicSubject:
    """The robot, runs and settings of the findings."""

    robot: RobotModel
    runs: tuple[DynamicRun, ...]
    gains: GainKnowledge
    settings: PayloadSettings
    now: Clock


def present_payload(found: DynamicFindings, subject: DynamicSubject) -> PayloadResult:
    """Assemble a result; without predictions it is an intermediate one."""
    scatter, by_gains = _covariances(found, subject.gains)
    payload = _payload_estimate(found, scatter, by_gains)
    residuals = found.estimate.residuals
    rms = float(np.sqrt(residuals.sum_of_squares.sum() / max(int(residuals.row_count.sum()), 1)))
    loaded = [run.recording for run in subject.runs if run.is_loaded]
    last = loaded[-1].origin
    stamps = provenance_of([run.recording for run in subject.runs], subject.robot.name, 0)
    whole = (*payload.judgement.reasons, *_whole_reasons(found, subject))
    return PayloadResult(
        robot=subject.robot.name,
        settings=subject.settings,
        estimate=payload,
        steps=(PayloadStep(PayloadStage.TOGETHER, payload, (), rms),),
        reference=Reference(ReferenceKind.THIS_VISIT, _labels(subject.runs, is_loaded=False)),
        gains=GainCheck(
            subject.gains.source,
            tuple(range(subject.robot.joint_count)),
            np.sqrt(np.diag(subject.gains.covariance)),
        ),
        inertia=found.body.parameters[_AS_SHOWN],
        inertia_std=_told_std(found, scatter + by_gains)[_AS_SHOWN],
        predictions=found.predictions,
        recordings=_labels(subject.runs, is_loaded=True),
        joint_names=subject.robot.joint_names,
        residual=rms,
        judgement=Judgement.of(whole),
        serial=last.serial,
        power_on=last.power_on,
        recorded_at=last.recorded_at,
        robot_seconds=sum(recording.duration for recording in loaded),
        software=stamps.software,
        created_at=time_stamp(subject.now),
        mark=stamps.mark,
    )


def _labels(runs: Sequence[DynamicRun], *, is_loaded: bool) -> tuple[str, ...]:
    return tuple(run.label for run in runs if run.is_loaded is is_loaded)


def _covariances(found: DynamicFindings, gains: GainKnowledge) -> tuple[FloatArray, FloatArray]:
    """Covariances (10, 10) of the payload from scatter and from gains; NaN for undetermined parameters."""
    scatter = found.estimate.covariance[PAYLOAD_COLUMNS, PAYLOAD_COLUMNS].copy()
    by_gains = found.by_gain @ gains.covariance @ found.by_gain.T
    if found.apart is not None:
        scatter += np.outer(found.apart, found.apart)
    lost = ~np.isfinite(np.diag(scatter))
    for covariance in (scatter, by_gains):
        covariance[lost, :] = np.nan
        covariance[:, lost] = np.nan
    return scatter, by_gains


def _payload_estimate(found: DynamicFindings, scatter: FloatArray, by_gains: FloatArray) -> PayloadEstimate:
    fitted, body = found.estimate.estimate[PAYLOAD_COLUMNS], found.body.parameters
    turn = _to_center(body)
    spread = PayloadSpread(
        scatter=_turned(scatter[:4, :4], turn),
        gains=_turned(by_gains[:4, :4], turn),
        fitted=np.append(fitted[0], fitted[1:4] / fitted[0]),
        found=np.append(body[0], body[1:4] / body[0]),
    )
    covariance, center = spread.scatter + spread.gains, spread.found[1:]
    if not fitted[0] > SIGNIFICANT * np.sqrt(spread.scatter[0, 0]):
        center = np.full(3, np.nan)
        covariance[1:, :] = np.nan
        covariance[:, 1:] = np.nan
    return PayloadEstimate(float(body[0]), center, covariance, quantity_judgements(spread))


def _to_center(body: FloatArray) -> FloatArray:
    """Derivative (4, 4) of mass and centre of mass with respect to mass and first moments."""
    turn = np.eye(4)
    turn[1:, 0] = -body[1:4] / body[0] ** 2
    turn[1:, 1:] /= body[0]
    return turn


def _turned(covariance: FloatArray, turn: FloatArray) -> FloatArray:
    """The covariance after the linear map ``turn``; NaN only for results that depend on a NaN."""
    lost = np.isnan(np.diag(covariance))
    turned = turn @ np.where(np.isnan(covariance), 0.0, covariance) @ turn.T
    needs = (turn != 0.0) @ lost
    turned[needs, :] = np.nan
    turned[:, needs] = np.nan
    return np.asarray(turned)


def _told_std(found: DynamicFindings, covariance: FloatArray) -> FloatArray:
    """Standard deviations (10,), NaN where no smaller than the range possible for a body of that mass."""
    std = np.sqrt(np.diag(covariance))
    return np.where(std <= found.body.sizes, std, np.nan)


def _whole_reasons(found: DynamicFindings, subject: DynamicSubject) -> tuple[Reason, ...]:
    nothing = () if found.body.reason is None else (found.body.reason,)
    return (
        *nothing,
        *fit_reasons(found.estimate, subject.runs, found.errors, joints=subject.robot.joint_names),
    )


def identify_payload_dynamically(  # noqa: PLR0913  # independent arguments
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    unloaded: Sequence[str],
    loaded: Sequence[str],
    gains: GainKnowledge | None = None,
    settings: PayloadSettings = DYNAMIC,
    drive_gain: FloatArray | None = None,
    filter_hz: float = 6.0,
    friction: FrictionKind = FrictionKind.LOAD_DEPENDENT,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> PayloadResult:
    """Mass, centre of mass and inertia of the payload on the flange.

    Parameters
    ----------
    recordings
        By label, with positions and torques or motor currents.
    robot
        The arm with nothing on its flange.
    unloaded, loaded
        Labels. All loaded runs carry the same payload. Motions may differ.
    gains
        Uncertainty of the drive gains; by default that of a data sheet for currents, none
        for torques.
    drive_gain
        (n,) N·m/A, else the description's.
    filter_hz
        Cut-off of the zero-phase low-pass.

    Returns
    -------
    With ``inertia`` (10,) of a possible body, NaN in ``inertia_std`` for undetermined parameters;
    ``predictions`` of the loaded runs with the friction of an unloaded one. After each round the result
    so far is handed to ``monitor.keep``.

    Raises
    ------
    BadRequest
        As ``choose_dynamic_runs`` and ``dynamic_conditioning``.
    NotIdentifiable
        ``payload-torque-stuck``.
    NotEnoughData, PoorExcitation
        The runs are too short, or move nothing.
    """
    watching = monitor or NullMonitor()
    choosing = PartOfMonitor(watching, first=0.0, last=_CHOOSING_SHARE)
    runs = choose_dynamic_runs(recordings, robot, unloaded=unloaded, loaded=loaded, monitor=choosing)
    conditioning = dynamic_conditioning(runs, robot, drive_gain=drive_gain, filter_hz=filter_hz)
    known = gains or _usual_gains(conditioning, robot)
    subject = DynamicSubject(robot, runs, known, settings, now)
    rows = first_rows(runs, robot, friction=friction, conditioning=conditioning)
    rest = PartOfMonitor(watching, first=_CHOOSING_SHARE, last=1.0)

    def told(found: DynamicFindings) -> PayloadResult:
        return weighed(
            present_payload(found, subject),
            robot,
            recordings,
            unloaded=unloaded,
            drive_gain=conditioning.drive_gain,
            filter_hz=filter_hz,
            monitor=PartOfMonitor(rest, first=1.0, last=1.0),
        )

    found = _from_all_runs(rows, subject, PartOfMonitor(rest, first=0.0, last=_FITTING_SHARE))
    other = FrictionKind.LOAD_DEPENDENT if friction is _OTHER_FRICTION else _OTHER_FRICTION
    others = first_rows(runs, robot, friction=other, conditioning=conditioning)
    comparing = PartOfMonitor(rest, first=_FITTING_SHARE, last=1.0)
    apart = _apart(found.estimate, others, comparing)
    rest.report(1.0)
    return told(replace(found, apart=apart))


def _apart(estimate: Estimate, others: PayloadRows, monitor: Monitor) -> FloatArray:
    """Difference (10,) of the payload's parameters from a fit with another form of friction."""
    other = fit_dynamically(others, monitor=monitor, keep=lambda _: None)
    return other.estimate.estimate[PAYLOAD_COLUMNS] - estimate.estimate[PAYLOAD_COLUMNS]


def _usual_gains(conditioning: Conditioning, robot: RobotModel) -> GainKnowledge:
    if conditioning.torque_from is Quantity.CURRENT:
        return GainKnowledge.manufacturer(robot.joint_count)
    return GainKnowledge.exact(robot.joint_count)


def _predict_runs(
    rows: PayloadRows, estimate: FloatArray, *, monitor: Monitor
) -> tuple[PayloadPrediction, ...]:
    """Predict every loaded run from the arm, the payload and the friction of an unloaded run.

    The unloaded run is one of the same motion if there is one, else the last one. The loaded run's own
    friction is not used, so that the payload alone explains the change of torque.
    """
    loaded = [number for number, run in enumerate(rows.runs) if run.is_loaded]
    found = []
    for place, number in enumerate(loaded):
        part = PartOfMonitor(monitor, first=place / len(loaded), last=(place + 1) / len(loaded))
        borrowed = estimate.copy()
        borrowed[rows.own_columns(number)] = estimate[rows.own_columns(rows.unloaded_like(number))]
        found.append(_prediction(rows, number, borrowed, _of_run(rows, number), part))
    return tuple(found)


def _run_errors(rows: PayloadRows, estimate: FloatArray, *, monitor: Monitor) -> FloatArray:
    """Residuals (runs, n) of each run with its own friction, in the unit of ``PayloadPrediction.rms``."""
    count = len(rows.runs)
    return np.array(
        [
            _left(
                rows,
                _of_run(rows, number),
                estimate,
                PartOfMonitor(monitor, first=number / count, last=(number + 1) / count),
            )
            for number in range(count)
        ]
    )


def _prediction(
    rows: PayloadRows, number: int, estimate: FloatArray, blocks: _Blocks, monitor: Monitor
) -> PayloadPrediction:
    without = estimate.copy()
    without[PAYLOAD_COLUMNS] = 0.0
    return PayloadPrediction(
        recording=rows.runs[number].label,
        rms=_left(rows, blocks, estimate, PartOfMonitor(monitor, first=0.0, last=0.5)),
        rms_without=_left(rows, blocks, without, PartOfMonitor(monitor, first=0.5, last=1.0)),
        unit="A" if rows.conditioning.torque_from is Quantity.CURRENT else "N·m",
    )


def _of_run(rows: PayloadRows, number: int) -> _Blocks:
    def blocks(payload: FloatArray, monitor: Monitor) -> Iterable[RowBlock]:
        return rows.blocks_of(number, carried=payload, monitor=monitor)

    return blocks


def _left(rows: PayloadRows, blocks: _Blocks, estimate: FloatArray, monitor: Monitor) -> FloatArray:
    """Root mean square residual (n,) of all columns (p,), in A for runs with currents."""
    robot, gain = rows.plan.robot, rows.conditioning.drive_gain
    squares, counts = np.zeros(rows.joint_count), np.zeros(rows.joint_count)
    for block in blocks(estimate[PAYLOAD_COLUMNS], monitor):
        left, used = block.target - block.regressor @ estimate, used_rows(block)
        if gain is not None:
            left = robot.current_from_torque(left, drive_gain=gain)
            if robot.is_coupled:  # a motor's current contributes to the torque of two joints
                used = np.repeat(used.all(axis=1, keepdims=True), rows.joint_count, axis=1)
        squares += np.sum(left**2, axis=0, where=used)
        counts += used.sum(axis=0)
    mean = np.divide(squares, counts, out=np.full(counts.shape, np.nan), where=counts > 0.0)
    return np.asarray(np.sqrt(mean))


def _from_all_runs(rows: PayloadRows, subject: DynamicSubject, monitor: Monitor) -> DynamicFindings:
    def keep(so_far: DynamicFit) -> None:
        monitor.keep(present_payload(_bare_findings(so_far), subject))

    fitting = PartOfMonitor(monitor, first=0.0, last=_FITTING_SHARE)
    done = fit_dynamically(rows, monitor=fitting, keep=keep)
    bare = _bare_findings(done)
    middle = 0.5 * (_FITTING_SHARE + 1.0)
    judging = PartOfMonitor(monitor, first=_FITTING_SHARE, last=middle)
    predicting = PartOfMonitor(monitor, first=middle, last=1.0)
    errors = _run_errors(done.rows, bare.body.estimate, monitor=judging)
    predictions = _predict_runs(done.rows, bare.body.estimate, monitor=predicting)
    return DynamicFindings(bare.estimate, bare.by_gain, bare.body, predictions, errors)


def _bare_findings(done: DynamicFit) -> DynamicFindings:
    return DynamicFindings(done.estimate, done.by_gain, _possible_body(done.estimate))
