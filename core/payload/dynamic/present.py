"""Conversion of a finished fit to the result that is shown, saved and compared."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.estimation.estimate import Estimate
from core.identification.presentation import provenance_of
from core.payload.dynamic.body import PossibleBody
from core.payload.dynamic.judgement import (
    SIGNIFICANT,
    PayloadSpread,
    fit_reasons,
    quantity_judgements,
)
from core.payload.dynamic.rows import PAYLOAD_COLUMNS
from core.payload.dynamic.runs import DynamicRun
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
from core.payload.settings import GainKnowledge, PayloadSettings
from core.quality import Judgement, Reason
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stamp import Clock, time_stamp

_AS_SHOWN = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
"""Index order of a result's inertia (xx xy xz yy yz zz) in that of links (xx xy yy xz yz zz)."""


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
    reasons: tuple[Reason, ...] = ()
    """Reasons against the method used."""
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
        *found.reasons,
        *fit_reasons(found.estimate, subject.runs, found.errors, joints=subject.robot.joint_names),
    )
