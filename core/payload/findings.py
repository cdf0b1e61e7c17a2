"""Assembly of a payload result: sweep residuals, suggested repetitions, and provenance."""

from dataclasses import dataclass, replace

import numpy as np

from core.payload.joint_estimate import JointFit, Solution
from core.payload.result import (
    PayloadEstimate,
    PayloadResult,
    PayloadStep,
    Reference,
    SweepResidual,
)
from core.payload.settings import GainKnowledge, PayloadSettings
from core.payload.sweeps import ArrangedSweeps, Sweep
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark, Recording
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.stamp import Clock, software_name, time_stamp

WORST_TIMES, FLAGGED_TIMES = 5.0, 3.0
"""Largest deviations of a used sweep relative to the noise."""
_MOST_BETTER = 2
_WORTH_IT = 0.1
"""Share of the variance that repeating must remove; against wrong gains it removes nothing."""
_UNKNOWN = 1e3
"""Uncertainty in kg and kg·m above which an estimate without a sweep is undetermined."""


@dataclass(frozen=True, eq=False)
class Findings:
    """The data common to every result of one identification."""

    robot: RobotModel
    settings: PayloadSettings
    arranged: ArrangedSweeps
    reference: Reference
    gains: GainKnowledge
    loaded: tuple[Recording, ...]
    known: tuple[str, ...]
    now: Clock


def present(findings: Findings, steps: tuple[PayloadStep, ...], estimate: PayloadEstimate) -> PayloadResult:
    """The result so far."""
    first = findings.loaded[0]
    marks = [one.origin.mark for one in findings.loaded if one.origin.mark is not Mark.NONE]
    return PayloadResult(
        robot=findings.robot.name,
        settings=findings.settings,
        estimate=estimate,
        steps=steps,
        refused=findings.arranged.refused,
        reference=findings.reference,
        recordings=tuple(one.label for one in findings.loaded),
        known_recordings=findings.known,
        joint_names=findings.robot.joint_names,
        residual=steps[-1].rms,
        judgement=estimate.judgement,
        serial=first.origin.serial,
        power_on=first.origin.power_on,
        recorded_at=first.origin.recorded_at,
        robot_seconds=sum(one.duration for one in findings.loaded),
        software=software_name(),
        created_at=time_stamp(findings.now),
        mark=marks[0] if marks else Mark.NONE,
    )


def sweep_residuals(fit: JointFit, robot: RobotModel, arranged: ArrangedSweeps) -> tuple[SweepResidual, ...]:
    """Residuals of every loaded sweep in order of time, and the payload estimated without it."""
    made: list[tuple[float, SweepResidual]] = []
    for group in fit.groups:
        for sweep in group.loaded:
            off = fit.discrepancies[sweep.key]
            mass, center = _without(fit.without([sweep.key]))
            described = replace(
                _described(sweep, robot), rms=off.rms, mean=off.mean, expected=off.expected,
                mass_without=mass, center_without=center, judgement=_judged(off.rms, off.expected),
            )  # fmt: skip
            made.append((sweep.begins, described))
    left_out = [sweep for sweep in arranged.left_out if sweep.load.is_sought]
    made += [(sweep.begins, replace(_described(sweep, robot), is_used=False)) for sweep in left_out]
    return tuple(one for _, one in sorted(made, key=lambda item: item[0]))


def _described(sweep: Sweep, robot: RobotModel) -> SweepResidual:
    """The entry of a sweep without residuals."""
    angles = np.concatenate([stroke.angle for stroke in sweep.strokes])
    joint = sweep.key.joint
    return SweepResidual(
        sweep.key,
        robot.joint_names[joint],
        float(angles.min()),
        float(angles.max()),
        float(np.mean([stroke.speed for stroke in sweep.strokes])),
        angles.size,
        float("nan"),
        float("nan"),
        float("nan"),
        flange=flange_transforms(robot, sweep.pose[np.newaxis])[0, :3, :3],
    )


def _judged(rms: float, expected: float) -> Judgement:
    times = rms / expected if expected > 0.0 else 0.0
    if times < FLAGGED_TIMES:
        return Judgement.of(())
    verdict = Verdict.REPEAT if times >= WORST_TIMES else Verdict.USABLE
    return Judgement.of((Reason("payload-sweep-off", {"times": times}, verdict),))


def _without(solution: Solution) -> tuple[float, FloatArray]:
    mass = float(solution.estimate[0])
    std = np.sqrt(np.diag(solution.covariance)[:4])
    if not std[0] < _UNKNOWN or mass == 0.0:
        return float("nan"), np.full(3, np.nan)
    return mass, np.where(std[1:] < _UNKNOWN, solution.estimate[1:4] / mass, np.nan)


def improving_orientations(fit: JointFit, estimate: PayloadEstimate) -> tuple[int, ...]:
    """Numbers of the orientations whose repetition would improve the result most; empty if none would."""
    wanted = [place for place, judged in enumerate(estimate.judgements) if judged.verdict is not Verdict.GOOD]
    if not wanted:
        return ()
    now = np.diag(fit.solution.covariance)[:4][wanted]
    gains: dict[int, float] = {}
    for number in sorted({group.orientation for group in fit.groups}):
        again = fit.again(number)
        then = np.diag(again.covariance)[:4][wanted]
        gains[number] = float(np.sum(1.0 - then / np.maximum(now, 1e-30)))
    helpful = [number for number, gain in gains.items() if gain > _WORTH_IT * len(wanted)]
    best = sorted(helpful, key=lambda number: -gains[number])
    return tuple(best[:_MOST_BETTER])
