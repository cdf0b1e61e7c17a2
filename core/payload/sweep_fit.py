"""The least squares of all sweeps of a payload: its inputs, torque scales, compliance and friction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import NotIdentifiable
from core.monitor import Monitor
from core.payload.joint_estimate import JointFit, fit_jointly
from core.payload.measured_twist import SeenTwist, hysteresis_share
from core.payload.result import GainCheck
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
)
from core.payload.strokes import PayloadStroke
from core.payload.sweeps import ArrangedSweeps, SweepGroup
from core.payload.three_steps import LOAD_FRICTION_STD
from core.payload.unknowns import Beforehand, Layout, assumed_compliance, scale_covariance
from core.recording import FloatArray
from core.robot.model import RobotModel

_HYSTERESIS_SHARE = 0.5
"""Standard deviation of a deflection's scale as a share of its hysteresis effect."""
_LOOSE_RATIO = 0.3
"""Prior standard deviation of an unknown ratio of gains."""


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
