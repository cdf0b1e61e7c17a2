"""The least squares of all sweeps of a payload, and the result that it gives: verdict, residuals, origin."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import Fact, NotIdentifiable
from core.monitor import Monitor
from core.payload.joint_estimate import JointFit, Solution, fit_jointly
from core.payload.measured_twist import SeenTwist, hysteresis_share
from core.payload.result import (
    GainCheck,
    PayloadEstimate,
    PayloadResult,
    PayloadStep,
    Reference,
    SweepResidual,
)
from core.payload.rows import ReferenceModel, RowMaker, Signal, State
from core.payload.settings import (
    ComplianceKnowledge,
    ComplianceSource,
    Directions,
    GainKnowledge,
    GainSource,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.payload.strokes import PayloadStroke
from core.payload.sweeps import NO_REFERENCE, OTHER_SPEED, ArrangedSweeps, Sweep, SweepGroup, is_same_speed
from core.payload.three_steps import LOAD_FRICTION_STD
from core.payload.unknowns import Beforehand, Layout, assumed_compliance, scale_covariance
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
UNLIKELY = 1e-4
"""Probability that noise alone causes contradictions of this size."""
_USABLE_CONTRADICTION, _REPEAT_CONTRADICTION = 2.0, 4.0
"""Ratio of the sweeps' separate results to the noise for *usable* and for *repeat*."""
_CHANGED_GAIN = 0.5
"""Share of the contradiction that a changed payload must explain."""
_SHORT_SHARE = 0.6
"""Shortest loaded range relative to the unloaded sweep's."""
_RATIO_SIGMAS = 3.0
_RATIO_OFF = 0.03
"""Largest usual error of a ratio of gains; data sheets allow as much for each."""
OF_TORQUES = frozenset({"payload-contradiction", "payload-changed", "payload-gain-ratio-off"})
"""Codes that apply only to results from drive torques."""


_HYSTERESIS_SHARE = 0.5
"""Standard deviation of a deflection's scale as a share of its hysteresis effect."""
_LOOSE_RATIO = 0.3
"""Prior standard deviation of an unknown ratio of gains."""


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


def assemble_result(
    findings: Findings, steps: tuple[PayloadStep, ...], estimate: PayloadEstimate
) -> PayloadResult:
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


def contradiction_factor(fit: JointFit) -> float:
    """Ratio of the sweeps' scatter to their noise, at least 1 (Birge's ratio)."""
    squares, freedom = fit.contradiction
    return float(np.sqrt(max(1.0, squares / freedom))) if freedom else 1.0


def fit_reasons(
    fit: JointFit, arranged: ArrangedSweeps, *, gains: GainCheck | None, settings: PayloadSettings
) -> tuple[Reason, ...]:
    """Reasons against the result as a whole."""
    found = [*_contradiction(fit), *_missing(arranged), *_speeds(arranged), *_short(arranged)]
    if settings.directions is Directions.FORWARD:
        found.append(Reason("payload-one-direction", {}, Verdict.USABLE))
    if gains is not None:
        found += _gains(gains, is_known=bool(arranged.known))
    return tuple(found)


def _contradiction(fit: JointFit) -> list[Reason]:
    from scipy.stats import chi2

    squares, freedom = fit.contradiction
    factor = contradiction_factor(fit)
    if not freedom or factor < _USABLE_CONTRADICTION or chi2.sf(squares, freedom) > UNLIKELY:
        return []
    worst = max(fit.discrepancies, key=lambda key: fit.discrepancies[key].squares)
    facts: dict[str, Fact] = {
        "factor": factor,
        "joint": worst.joint + 1,
        "orientation": worst.orientation,
        "off": fit.discrepancies[worst].mean,
    }
    changed = _changed_after(fit, squares)
    if changed is not None:
        after: dict[str, Fact] = {
            "joint": changed.joint + 1,
            "orientation": changed.orientation,
            "factor": factor,
        }
        return [Reason("payload-changed", after, Verdict.REPEAT)]
    verdict = Verdict.REPEAT if factor >= _REPEAT_CONTRADICTION else Verdict.USABLE
    return [Reason("payload-contradiction", facts, verdict)]


def _changed_after(fit: JointFit, squares: float) -> SweepKey | None:
    """The last sweep before the payload changed, if a change explains the contradiction."""
    swept = sorted((sweep for group in fit.groups for sweep in group.loaded), key=lambda sweep: sweep.begins)
    keys = [sweep.key for sweep in swept if sweep.key.recording == swept[0].key.recording]
    best, gain = None, _CHANGED_GAIN * squares
    for count in range(2, len(keys) - 1):
        fallen = fit.before_and_after(keys[:count])
        if fallen > gain:
            best, gain = keys[count - 1], fallen
    return best


def _missing(arranged: ArrangedSweeps) -> list[Reason]:
    lone = [one for one in arranged.refused if one.code == NO_REFERENCE]
    found: list[Reason] = []
    if lone:
        found.append(Reason("payload-sweeps-without-reference", {"count": len(lone)}, Verdict.USABLE))
    return found


def _speeds(arranged: ArrangedSweeps) -> list[Reason]:
    """Reason for loaded sweeps whose unloaded ones ran at another speed, where friction differs."""
    count = sum(one.count for one in arranged.refused if one.code == OTHER_SPEED)
    for group in arranged.groups:
        reference = [sweep.speed for sweep in group.sweeps if sweep.load.is_empty]
        for sweep in group.loaded:
            count += bool(reference) and not any(is_same_speed(sweep.speed, one) for one in reference)
    return [Reason("payload-speeds-differ", {"count": count}, Verdict.USABLE)] if count else []


def _short(arranged: ArrangedSweeps) -> list[Reason]:
    """Reasons for loaded sweeps that ended early: a joint at its limit, a collision, a stop."""
    found: list[Reason] = []
    for group in arranged.groups:
        reference = [_width(sweep.strokes) for sweep in group.sweeps if sweep.load.is_empty]
        for sweep in group.loaded:
            width = _width(sweep.strokes)
            if reference and width < _SHORT_SHARE * max(reference):
                facts: dict[str, Fact] = {
                    "joint": group.joint + 1,
                    "orientation": group.orientation,
                    "degrees": float(np.degrees(width)),
                    "expected": float(np.degrees(max(reference))),
                }
                found.append(Reason("payload-sweep-short", facts, Verdict.REPEAT))
    return found


def _width(strokes: Sequence[PayloadStroke]) -> float:
    angles = np.concatenate([stroke.angle for stroke in strokes])
    return float(np.ptp(angles))


def _gains(gains: GainCheck, *, is_known: bool) -> list[Reason]:
    found: list[Reason] = []
    if gains.source is GainSource.UNKNOWN and not is_known:
        found.append(Reason("payload-gains-unknown", {}, Verdict.NOT_MEASURABLE))
    off = abs(gains.ratio_found - 1.0)
    std = float(np.hypot(gains.ratio_std, gains.ratio_known_std))
    if np.isfinite(std) and off > _RATIO_SIGMAS * std:
        facts: dict[str, Fact] = {
            "percent": 100.0 * (gains.ratio_found - 1.0),
            "std": 100.0 * gains.ratio_std,
        }
        verdict = Verdict.REPEAT if off > _RATIO_OFF and not is_known else Verdict.USABLE
        found.append(Reason("payload-gain-ratio-off", facts, verdict))
    return found


@dataclass(frozen=True, eq=False)
class Question:
    """All inputs of a payload identification."""

    robot: RobotModel
    arranged: ArrangedSweeps
    settings: PayloadSettings
    gains: GainKnowledge
    compliance: ComplianceKnowledge
    stiffness: ComplianceKnowledge | None
    twist: SeenTwist | None
    model: tuple[ReferenceModel, int] | None
    """The unloaded arm by its model, and the number of the model's unknowns."""


def best_compliance(
    robot: RobotModel, given: ComplianceKnowledge | None, twist: SeenTwist | None
) -> ComplianceKnowledge:
    """The best known compliance of each gear: seen here, measured earlier, or that of a typical gear."""
    assumed = assumed_compliance(robot.torque_limit)
    source, value, std = assumed.source, assumed.compliance.copy(), assumed.std.copy()
    if given is not None:
        known = np.isfinite(given.compliance) & np.isfinite(given.std)
        source = given.source
        value, std = np.where(known, given.compliance, value), np.where(known, given.std, std)
    if twist is not None and np.any(np.isfinite(twist.compliance)):
        known = np.isfinite(twist.compliance)
        source = ComplianceSource.LINK_ENCODER
        value, std = np.where(known, twist.compliance, value), np.where(known, twist.std, std)
    value, std = np.where(robot.is_prismatic, 0.0, value), np.where(robot.is_prismatic, 0.0, std)
    return ComplianceKnowledge(source, np.maximum(value, 0.0), std)


def _first_scales(
    groups: Sequence[SweepGroup], maker: RowMaker, layout: Layout, state: State
) -> dict[int, float]:
    """Logarithms of the torque scales with which each joint carries the known loads as weighed."""
    found: dict[int, float] = {}
    for joint in layout.joints:
        blocks: list[tuple[FloatArray, FloatArray]] = []
        for number, group in enumerate(groups):
            if group.joint != joint or not any(sweep.load.known >= 0 for sweep in group.sweeps):
                continue
            rows = maker.group(number, group, state)
            places = [sweep.key for sweep in group.sweeps if not sweep.load.is_sought]
            chosen = np.concatenate([np.arange(rows.rows[key].start, rows.rows[key].stop) for key in places])
            weight = np.zeros(rows.target.size)
            for known in range(layout.known):
                common = rows.matrix[:, rows.local_count :][:, layout.known_load(known)]
                weight += common @ state.known[known]
            local = rows.matrix[:, : rows.local_count]
            both = np.column_stack((weight, rows.target))[chosen]
            basis, _ = np.linalg.qr(local[chosen])
            left = both - basis @ (basis.T @ both)
            blocks.append((left[:, 0], left[:, 1]))
        if blocks:
            product = sum(float(weight @ target) for weight, target in blocks)
            square = sum(float(weight @ weight) for weight, _ in blocks)
            if product > 0.0 and square > 0.0:
                found[joint] = float(np.log(square / product))
    return found


def gain_check(fit: JointFit, beforehand: Beforehand, *, source: GainSource) -> GainCheck:
    """The known gains of the swept joints, and the ratio of the last to the first found from the sweeps."""
    joints, known = fit.layout.joints, beforehand.scale_covariance
    std = np.sqrt(np.diag(known))
    if len(joints) < 2:
        return GainCheck(source, joints, std)
    ratio = np.zeros(len(joints))
    ratio[0], ratio[-1] = -1.0, 1.0
    loose = known + _LOOSE_RATIO**2 * np.eye(len(joints))
    found = fit.solved(replace(beforehand, scale_covariance=loose))
    at = np.array([fit.state.scale.get(joint, 0.0) for joint in joints])
    scales = at + found.estimate[fit.layout.scales]
    spread = found.covariance[fit.layout.scales, fit.layout.scales]
    return GainCheck(
        source,
        joints,
        std,
        ratio_found=float(np.exp(ratio @ scales)),
        ratio_std=float(np.sqrt(max(float(ratio @ spread @ ratio), 0.0))),
        ratio_known_std=float(np.sqrt(ratio @ known @ ratio)),
    )


def fit_question(question: Question, monitor: Monitor) -> tuple[JointFit, Beforehand]:
    """The joint least squares, and the prior used.

    Raises
    ------
    NotIdentifiable
        ``payload-no-twist`` for deflection where a stroke was not measured by both encoders.
    """
    joints = question.arranged.joints
    signal, scales = _signal(question)
    std = question.compliance.std
    bending = tuple(int(joint) for joint in np.flatnonzero(std > 0.0))
    layout = Layout(
        joints,
        known=len(question.arranged.known),
        bending=bending,
        model=0 if question.model is None else question.model[1],
    )
    beforehand = Beforehand(scales, question.compliance, question.arranged.known)
    maker = RowMaker(
        question.robot,
        layout,
        signal,
        gear_ratio=_gear_ratio(question),
        compliance_std=std,
        directions=question.settings.directions,
        groups=question.arranged.groups,
        reference=None if question.model is None else question.model[0],
    )
    state = State(
        np.zeros(4),
        [_moments(load) for load in question.arranged.known],
        {},
        question.compliance.compliance.copy(),
        zero={} if question.twist is None else question.twist.zero,
    )
    if question.arranged.known and question.gains.source is GainSource.UNKNOWN:
        state.scale = _first_scales(question.arranged.groups, maker, layout, state)
        beforehand = replace(beforehand, scale_covariance=100.0 * np.eye(len(joints)))
    fit = fit_jointly(
        question.arranged.groups,
        maker,
        layout,
        beforehand,
        state=state,
        has_even=signal.has_even and question.settings.directions is Directions.BOTH,
        monitor=monitor,
    )
    return fit, beforehand


def _moments(load: KnownLoad) -> FloatArray:
    return load.mass * np.array([1.0, *load.center])


def _signal(question: Question) -> tuple[Signal, FloatArray]:
    """The signal of the rows, and the covariance of its scales (k, k)."""
    joints = question.arranged.joints
    if question.settings.method is not PayloadMethod.DEFLECTION:
        scales = scale_covariance(question.gains, joints) + load_friction(question)
        return Signal(lambda stroke: stroke.torque), scales
    twist, chosen = question.twist, list(joints)
    if twist is None or not np.all(np.isfinite(twist.compliance[chosen])):
        raise NotIdentifiable("payload-no-twist", robot=question.robot.name)
    given = question.stiffness
    if given is not None and np.all(given.compliance[chosen] > 0.0):  # NaN is not
        share = hysteresis_share(twist, given)
        compliance = given.compliance
        scales = np.diag(((given.std / compliance) ** 2 + (_HYSTERESIS_SHARE * share) ** 2)[chosen])
    else:  # by the torques of these very sweeps: as good as their gains
        compliance = twist.compliance
        scales = np.diag((twist.std / compliance)[chosen] ** 2) + scale_covariance(question.gains, joints)

    def of(stroke: PayloadStroke) -> FloatArray:
        if stroke.deflection is None:
            raise NotIdentifiable("payload-no-twist", robot=question.robot.name)
        seen = stroke.deflection[:, stroke.joint] - twist.zero[stroke.recording][stroke.joint]
        return np.asarray(seen / compliance[stroke.joint])

    return Signal(of, has_even=False, has_zero=True), scales


def load_friction(question: Question) -> FloatArray:
    """Covariance (k, k) of the torques' scales in one direction, where friction grows with the load."""
    is_doubtful = (
        question.settings.directions is Directions.FORWARD
        and question.settings.method is not PayloadMethod.DEFLECTION
    )
    return (LOAD_FRICTION_STD**2 if is_doubtful else 0.0) * np.eye(len(question.arranged.joints))


def _gear_ratio(question: Question) -> FloatArray:
    recording = question.arranged.recordings[-1]
    recorded = recording.origin.gear_ratio
    return np.array(recorded) if recorded else np.asarray(question.robot.gear_ratio)


def compliance_source(question: Question, fit: JointFit) -> ComplianceSource:
    """Source of the compliance that was finally used."""
    is_assumed = question.compliance.source is ComplianceSource.ASSUMED
    return ComplianceSource.REFERENCE_LOAD if is_assumed and fit.layout.known else question.compliance.source
