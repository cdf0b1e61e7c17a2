"""Payload identification from slow sweeps without and with it: from recordings to a result with a verdict."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest, NotIdentifiable
from core.identification.joint_side import torque_source
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.identification.settings import FitSettings
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.dynamic.judgement import PayloadSpread, quantity_judgements
from core.payload.joint_estimate import JointFit
from core.payload.measured_twist import hysteresis_reasons, seen_twist
from core.payload.plausibility import weighed
from core.payload.result import (
    GainCheck,
    PayloadEstimate,
    PayloadResult,
    PayloadStage,
    PayloadStep,
    Reference,
    ReferenceKind,
)
from core.payload.rows import ReferenceModel
from core.payload.settings import (
    ComplianceKnowledge,
    ComplianceSource,
    GainKnowledge,
    GainSource,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
)
from core.payload.strokes import FoundSweeps, expect_other_files, expect_same_arm, find_sweeps
from core.payload.sweep_result import (
    OF_TORQUES,
    Findings,
    Question,
    assemble_result,
    best_compliance,
    compliance_source,
    contradiction_factor,
    fit_question,
    fit_reasons,
    gain_check,
    improving_orientations,
    load_friction,
    sweep_residuals,
)
from core.payload.sweeps import Load, arrange_sweeps
from core.payload.three_steps import Bending, StepEstimate, added_torques, three_steps
from core.payload.unknowns import Beforehand
from core.quality import Judgement, Reason
from core.recording import FloatArray, Quantity, Recording
from core.robot.dynamics import regressor
from core.robot.model import RobotModel
from core.stamp import Clock, utc_now

_READ, _STEPS = 0.4, 0.5
"""Progress after reading the strokes, and after the steps; the rest is the joint fit."""
_KEPT = 1e-12
"""Smallest eigenvalue of the parameters' covariance kept, relative to the largest."""


def reference_of(result: IdentificationResult, robot: RobotModel) -> tuple[ReferenceModel, int]:
    """Torque at rest from a model, with columns of its uncertainty, and the number of these columns."""
    fitted = FittedModel.of(result, robot)
    base = fitted.plan.base_count
    parameters = fitted.parameters[:base]
    covariance = result.covariance[:base, :base]
    if result.systematic is not None and result.systematic.gains is not None:
        covariance = covariance - result.systematic.gains[:base, :base]  # the payload's scales have them
    places = fitted.plan.base.independent
    spread, vectors = np.linalg.eigh(0.5 * (covariance + covariance.T))
    kept = spread > _KEPT * max(float(spread.max(initial=0.0)), 1e-30)
    doubts = vectors[:, kept] * np.sqrt(spread[kept])

    def torque(q: FloatArray, joint: int) -> tuple[FloatArray, FloatArray]:
        rest = np.zeros_like(q)
        columns = regressor(robot, q, rest, rest)[:, joint]
        padded = np.zeros((q.shape[0], max(int(places.max()) + 1, columns.shape[1])))
        padded[:, : columns.shape[1]] = columns
        own = padded[:, places]
        return own @ parameters, own @ doubts

    return torque, int(np.count_nonzero(kept))


def identify_payload(  # noqa: PLR0913  # independent inputs
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    loaded: Sequence[str],
    unloaded: Sequence[str] = (),
    known: Sequence[tuple[str, KnownLoad]] = (),
    reference_model: IdentificationResult | None = None,
    gains: GainKnowledge | None = None,
    compliance: ComplianceKnowledge | None = None,
    settings: PayloadSettings | None = None,
    drive_gain: FloatArray | None = None,
    repeats: Collection[str] = (),
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> PayloadResult:
    """Mass and centre of mass of the payload on the flange.

    Parameters
    ----------
    recordings
        By label.
    loaded, unloaded, known
        Labels of sweeps with the payload, with nothing, and with loads that were weighed.
    reference_model
        Model of the unloaded arm, if there are no unloaded sweeps.
    gains
        Relative errors of the torques' scales; a data sheet's uncertainty where None.
        With ``DEFLECTION``, the uncertainty of the compliances is used.
    compliance
        Compliance of the gears; NaN or None where not measured.
    drive_gain
        (n,) N·m/A instead of the description's.
    repeats
        Labels of recordings that measured single sweeps again, as for ``arrange_sweeps``; what they replace
        is left out in the settings of the result.

    Returns
    -------
    The result; after each step, and of all together, it is offered to ``monitor.keep``.

    Raises
    ------
    NotEnoughData
        ``payload-no-sweeps``, ``payload-too-few-samples``.
    NotIdentifiable
        ``payload-torque-stuck``, ``payload-one-way``, ``payload-not-parallel`` for three steps without
        two parallel joints or their poses, ``payload-no-twist`` for deflection without both encoders.
    BadRequest
        ``payload-no-loaded-recording``, ``payload-same-file``, ``payload-reference-missing``,
        ``payload-reference-other-arm``,
        ``payload-sweeps-do-not-match``, ``unknown-recording``, ``payload-is-dynamic``, and as
        ``check_fits_robot`` and ``joint_side``.
    """
    chosen, watched = settings or PayloadSettings(), monitor or NullMonitor()
    labels = (*unloaded, *(label for label, _ in known), *loaded)
    _check(recordings, labels, loaded, unloaded, chosen, has_model=reference_model is not None)
    expect_same_arm([recordings[label] for label in labels])
    weighing = [recordings[label] for label in (*loaded, *(label for label, _ in known))]
    expect_other_files([recordings[label] for label in unloaded], weighing)
    gain = robot.drive_gain if drive_gain is None else drive_gain
    first = recordings[loaded[0]]
    source = gains or _usual_gains(first, robot)
    if source.source is GainSource.UNKNOWN and gain is None:
        gain = np.ones(robot.joint_count)
    found = _found(recordings, robot, unloaded, known, loaded, gain, chosen, watched)
    arranged = arrange_sweeps(
        found,
        known=[load for _, load in known],
        settings=chosen,
        needs_reference=reference_model is None,
        repeats=repeats,
    )
    chosen = replace(chosen, leave_out=(*chosen.leave_out, *arranged.replaced))
    twist = seen_twist((stroke for one, _ in found for stroke in one.strokes), joint_count=robot.joint_count)
    model = None if reference_model is None else reference_of(reference_model, robot)
    reference = Reference(
        ReferenceKind.THIS_VISIT if model is None else ReferenceKind.MODEL, recordings=tuple(unloaded)
    )
    findings = Findings(
        robot, chosen, arranged, reference, source, tuple(recordings[label] for label in loaded),
        tuple(label for label, _ in known), now,
    )  # fmt: skip
    bends = best_compliance(robot, compliance, twist)
    question = Question(robot, arranged, chosen, source, bends, compliance, twist, model)
    steps = _steps(question, findings, watched)
    if chosen.method is PayloadMethod.THREE_STEP:
        if not steps:
            raise NotIdentifiable("payload-not-parallel", robot=robot.name)
        done = _in_steps(question, findings, steps, watched)
    else:
        done = _together(question, findings, steps, watched)
    return weighed(
        done,
        robot,
        recordings,
        unloaded=unloaded,
        is_scaled=bool(known),
        drive_gain=gain,
        filter_hz=FitSettings().filter_hz,
        monitor=PartOfMonitor(watched, first=1.0, last=1.0),
    )


def _check(
    recordings: Mapping[str, Recording],
    labels: Sequence[str],
    loaded: Sequence[str],
    unloaded: Sequence[str],
    settings: PayloadSettings,
    *,
    has_model: bool,
) -> None:
    if settings.method is PayloadMethod.DYNAMIC:
        raise BadRequest("payload-is-dynamic")
    if not loaded:
        raise BadRequest("payload-no-loaded-recording")
    unknown = tuple(label for label in labels if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    if not unloaded and not has_model:
        raise BadRequest("payload-reference-missing", file=loaded[0])


def _usual_gains(recording: Recording, robot: RobotModel) -> GainKnowledge:
    if torque_source(recording) is Quantity.TORQUE:
        return GainKnowledge.exact(robot.joint_count)
    return GainKnowledge.manufacturer(robot.joint_count)


def _found(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    unloaded: Sequence[str],
    known: Sequence[tuple[str, KnownLoad]],
    loaded: Sequence[str],
    gain: FloatArray | None,
    settings: PayloadSettings,
    monitor: Monitor,
) -> tuple[tuple[FoundSweeps, Load], ...]:
    """Strokes of every recording with its load, the unloaded ones first."""
    named = [
        *((label, Load()) for label in unloaded),
        *((label, Load(known=number)) for number, (label, _) in enumerate(known)),
        *((label, Load(is_sought=True)) for label in loaded),
    ]
    found = []
    for number, (label, load) in enumerate(named):
        monitor.report(_READ * number / len(named), label)
        one = find_sweeps(recordings[label], robot, drive_gain=gain, joints=settings.joints, monitor=monitor)
        found.append((one, load))
    return tuple(found)


def _steps(question: Question, findings: Findings, monitor: Monitor) -> tuple[StepEstimate, ...]:
    """[Gao]'s steps as far as the sweeps permit; each result is published at once."""
    done: list[StepEstimate] = []
    for step in _stepwise(question):
        monitor.check()
        done.append(step)
        monitor.report(_READ + (_STEPS - _READ) * len(done) / 3.0, step.stage)
        shown = tuple(map(_as_step, done))
        monitor.keep(assemble_result(findings, shown, shown[-1].estimate))
    return tuple(done)


def _stepwise(question: Question) -> Iterator[StepEstimate]:
    """The steps.

    If gear compliance is known, repeated with the deflection under the first round's payload.
    """
    model, robot = question.model, question.robot

    def steps(bending: Bending | None) -> Iterator[StepEstimate]:
        added = added_torques(
            question.arranged,
            directions=question.settings.directions,
            unloaded=None if model is None else lambda q, joint: model[0](q, joint)[0],
            bending=bending,
        )
        return three_steps(
            added,
            robot,
            scale_covariance=question.gains.covariance,
            directions=question.settings.directions,
        )

    if question.compliance.source is ComplianceSource.ASSUMED:
        return steps(None)
    compliance = question.compliance.compliance
    first = list(steps(Bending(robot, compliance, np.zeros(4))))
    if not first or not np.all(np.isfinite(first[-1].values)):
        return iter(first)
    mass, center = float(first[-1].values[0]), first[-1].values[1:]
    return steps(Bending(robot, compliance, mass * np.array([1.0, *center])))


def _as_step(step: StepEstimate) -> PayloadStep:
    spread = PayloadSpread(step.scatter, step.covariance - step.scatter, step.values, step.values)
    judged = quantity_judgements(spread)
    estimate = PayloadEstimate(float(step.values[0]), step.values[1:], step.covariance, judged)
    return PayloadStep(step.stage, estimate, step.sweeps, step.rms)


@dataclass(frozen=True, eq=False)
class _Together:
    """Mass and centre (4,) of the joint fit; covariance (4, 4), and that without the torques' scales."""

    values: FloatArray
    covariance: FloatArray
    scatter: FloatArray


def _of_joint_fit(question: Question, fit: JointFit, beforehand: Beforehand) -> _Together:
    factor = contradiction_factor(fit) ** 2
    exact = fit.solved(replace(beforehand, scale_covariance=load_friction(question)))
    scattered = factor * exact.covariance + fit.uneven  # not the scales' part
    scales = fit.solution.covariance - exact.covariance
    if question.settings.method is PayloadMethod.DEFLECTION:
        scales = factor * scales  # hysteresis causes the contradictions and is in these scales
    values, whole = as_center(fit.solution.estimate, scattered + scales)
    _, scatter = as_center(fit.solution.estimate, scattered)
    return _Together(values, whole, np.where(np.isfinite(whole), scatter, np.nan))


def _with_method_error(steps: Sequence[StepEstimate], joint: _Together) -> tuple[PayloadStep, ...]:
    """The steps with the joint fit's ± and their difference from it added to their own.

    Bending gears and friction that differs between sweeps shift the steps without any scatter. The joint
    fit's ± includes both.
    """
    found = []
    for step in steps:
        apart = step.values - joint.values  # NaN where the step knows nothing
        model = joint.scatter + np.outer(apart, apart)
        covariance, scatter = step.covariance + model, step.scatter + model
        found.append(_as_step(replace(step, covariance=covariance, scatter=scatter)))
    return tuple(found)


def _in_steps(
    question: Question, findings: Findings, done: tuple[StepEstimate, ...], monitor: Monitor
) -> PayloadResult:
    """The result of the last step, with a verdict that also checks that all sweeps agree."""
    fit, beforehand = fit_question(question, PartOfMonitor(monitor, first=_STEPS, last=1.0))
    steps = _with_method_error(done, _of_joint_fit(question, fit, beforehand))
    estimate, check = steps[-1].estimate, gain_check(fit, beforehand, source=question.gains.source)
    better = improving_orientations(fit, estimate)
    sweeps = sweep_residuals(fit, question.robot, question.arranged)
    found = replace(
        assemble_result(findings, tuple(replace(step, improved_by=better) for step in steps), estimate),
        # the steps' estimate without a sweep would differ from that of the joint fit
        sweeps=tuple(replace(one, mass_without=np.nan, center_without=np.full(3, np.nan)) for one in sweeps),
        gains=check,
        judgement=_judged(estimate, _reasons(question, fit, check)),
    )
    monitor.keep(found)
    return found


def _together(
    question: Question, findings: Findings, done: tuple[StepEstimate, ...], monitor: Monitor
) -> PayloadResult:
    """All sweeps in one least squares."""
    part = PartOfMonitor(monitor, first=_STEPS, last=1.0)
    fit, beforehand = fit_question(question, part)
    joint = _of_joint_fit(question, fit, beforehand)
    steps, values, whole = _with_method_error(done, joint), joint.values, joint.covariance
    by_gains = np.maximum(whole - joint.scatter, 0.0)
    judged = quantity_judgements(PayloadSpread(joint.scatter, by_gains, values, values))
    estimate = PayloadEstimate(float(values[0]), values[1:], whole, judged)
    check = gain_check(fit, beforehand, source=question.gains.source)
    better = improving_orientations(fit, estimate)
    keys = tuple(sweep.key for group in fit.groups for sweep in group.loaded)
    last = PayloadStep(PayloadStage.TOGETHER, estimate, keys, fit.residual, better)
    result = assemble_result(
        findings, (*(replace(step, improved_by=better) for step in steps), last), estimate
    )
    compliance = fit.state.compliance
    found = replace(
        result,
        sweeps=sweep_residuals(fit, question.robot, question.arranged),
        gains=check,
        compliance_source=compliance_source(question, fit),
        compliance=compliance,
        residual=fit.residual,
        judgement=_judged(estimate, _reasons(question, fit, check)),
    )
    monitor.keep(found)
    return found


def _reasons(question: Question, fit: JointFit, check: GainCheck) -> tuple[Reason, ...]:
    found = fit_reasons(fit, question.arranged, gains=check, settings=question.settings)
    if question.settings.method is not PayloadMethod.DEFLECTION:
        return found
    # hysteresis of the gear makes the sweeps disagree; its uncertainty includes that already
    found = tuple(reason for reason in found if reason.code not in OF_TORQUES)
    if question.twist is None or question.stiffness is None:
        return found
    return (*found, *hysteresis_reasons(question.twist, question.stiffness, question.arranged.joints))


def _judged(estimate: PayloadEstimate, reasons: Sequence[Reason]) -> Judgement:
    return Judgement.of((*estimate.judgement.reasons, *reasons))


def as_center(estimate: FloatArray, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mass and centre (4,) with their covariance (4, 4) from mass and first moments; NaN where unknown."""
    mass, moments = float(estimate[0]), estimate[1:4]
    jacobian = np.zeros((4, 4))
    jacobian[0, 0] = 1.0
    jacobian[1:, 0] = -moments / mass**2
    jacobian[1:, 1:] = np.eye(3) / mass
    spread = jacobian @ covariance[:4, :4] @ jacobian.T
    vague = np.diag(covariance)[:4] > _VAGUE
    unknown = np.array([vague[0], *(vague[1:] | vague[0])])
    spread[unknown, :] = np.nan
    spread[:, unknown] = np.nan
    return np.array([mass, *(moments / mass)]), spread


_VAGUE = np.array([1e4, 1e4, 1e4, 1e4])
"""Variances in kg² and (kg·m)² above which a quantity is unknown."""
