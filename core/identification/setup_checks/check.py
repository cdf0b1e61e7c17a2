"""All checks of the set-up: the first in the order in which one fault looks like another, then a table.

A velocity that is not that of its joint, and a torque that stays at a limit, are found first, by themselves:
every column is made with them. The fault of the next checks then stands in one table with further
hypotheses, and what explains most is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from core.base_parameters import find_base_parameters
from core.encoders.channel_sense import encoder_reasons, torque_reasons, velocity_reasons
from core.errors import Fact
from core.friction.models import FORMS, FrictionKind
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.columns import ColumnPlan
from core.identification.joint_side import torque_source
from core.identification.regression_rows import RegressionRows, block_length
from core.identification.settings import IdentificationSettings
from core.identification.setup_checks.channels import check_exchange, check_signs
from core.identification.setup_checks.hypothesis import Hypothesis, explain, unexplained
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.result import SetupChecks, Tried
from core.identification.setup_checks.small_errors import (
    Mounting,
    PerJoint,
    check_lag,
    check_mounting,
    check_scale,
)
from core.identification.setup_checks.sums import CheckedModel, CheckedSums, checked_sums
from core.identification.setup_checks.table import Evidence, Explanation, explanations, in_doubt
from core.identification.setup_checks.unseen import nothing_compared, unseen_in_motion, unseen_in_sweeps
from core.identification.setup_checks.witnesses import Testimony, described, said_of
from core.monitor import Monitor, PartOfMonitor
from core.quality import Reason, Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel

FEWEST_JOINTS = 3
"""Joints that must move for their torques to be compared; all of an arm that has fewer."""
_ALONG = np.sin(np.pi / 8.0)
"""Part of a direction from which it has an axis in its name: eight directions round a circle."""
_REFINEMENTS = 2
"""Passes over the recordings that make the number of a fault exact."""


def check_setup(
    model: CheckedModel, rows: RegressionRows, *, torque_from: Quantity | None, monitor: Monitor
) -> SetupChecks:
    """Check the set-up that recordings were made with, given a model that was fitted to them.

    Parameters
    ----------
    model
        A fitted model; where it is known, the recordings may be others.
    rows
        The recordings and their conditioning.
    torque_from
        Column group that the torque was computed from.

    Returns
    -------
    The figures of all checks with at most one reason, the first fault.
    """
    robot = model.plan.robot
    found = SetupChecks.unknown(robot.joint_count)
    channels_apart = _channel_reasons(rows)
    if channels_apart:
        monitor.report(1.0)
        return replace(found, reasons=channels_apart)
    sums = checked_sums(model, rows, monitor=_part(monitor, 0))
    if np.count_nonzero(sums.counts) < max(2, min(FEWEST_JOINTS, robot.joint_count)):
        monitor.report(1.0)
        return replace(found, unseen=nothing_compared(is_known=model.is_known))
    left = unexplained(sums, explain(sums, Hypothesis.as_given(sums)))
    found = replace(found, unexplained=left)
    drive_gain = rows.streams[0].conditioning.drive_gain
    channels = recorded_channels(robot, drive_gain, torque_from)
    steps: list[Callable[[SetupChecks], _Step]] = [
        lambda found: _with_exchange(found, sums, channels),
        lambda found: _with_signs(found, sums, channels),
        lambda found: _with_mounting(found, sums, rows, monitor),
        lambda found: _with_lag(found, sums, rows, monitor),
    ]
    if not model.is_known:  # an error of the model's own parameters looks like that of a drive gain
        steps.append(lambda found: _with_scale(found, sums))
    put_right: Hypothesis | None = None
    for step in steps:
        found, put_right = step(found)
        if found.reasons:
            break
    evidence = Evidence(sums, rows, said_of(sums), torque_from, drive_gain)
    found = _with_table(found, evidence, put_right, monitor)
    unseen = unseen_in_motion(sums, found, evidence.weights, period_s=_slowest(rows))
    monitor.report(1.0)
    return replace(found, weights=evidence.weights, unseen=unseen)


def check_recordings(
    recordings: Sequence[Recording],
    robot: RobotModel,
    *,
    drive_gain: FloatArray | None,
    filter_hz: float,
    is_whole: bool,
    monitor: Monitor,
) -> SetupChecks:
    """Check the set-up of recordings before anything is fitted to them.

    Parameters
    ----------
    drive_gain
        (n,) N·m/A, where the torque comes from currents.
    is_whole
        All joints move together, as in excitation. False for sweeps of single joints, of which only the unit
        and the weight of the torques are asked.
    """
    source = torque_source(recordings[0])
    conditioning = Conditioning(filter_hz, drive_gain if source is Quantity.CURRENT else None, source)
    form = FORMS[FrictionKind.LOAD_DEPENDENT]
    base = find_base_parameters(robot)
    plan = ColumnPlan(robot, base, form, (form.shape_start,) * robot.joint_count)
    streams = tuple(
        ChunkStream(one, robot, conditioning) for one in recordings if torque_source(one) is source
    )
    block_s = block_length(
        [stream.recording.duration for stream in streams],
        longest_s=IdentificationSettings().block_s,
        cutoff_hz=filter_hz,
    )
    model = CheckedModel.of(plan, described(base, robot), joint_std=np.ones(robot.joint_count))
    rows = RegressionRows(streams, model.plan, block_s=block_s, moving_only=not is_whole)
    if is_whole:
        return check_setup(model, rows, torque_from=source, monitor=monitor)
    found = SetupChecks.unknown(robot.joint_count)
    sums = checked_sums(model, rows, monitor=monitor)
    evidence = Evidence(sums, rows, said_of(sums), source, drive_gain)
    found = _with_table(found, evidence, None, monitor, is_whole=False)
    return replace(found, weights=evidence.weights, unseen=unseen_in_sweeps(evidence.weights))


def _slowest(rows: RegressionRows) -> float:
    """Longest usual time between two samples of a recording, s."""
    return max(float(np.median(np.diff(stream.recording.time))) for stream in rows.streams)


def _channel_reasons(rows: RegressionRows) -> tuple[Reason, ...]:
    """The first recording's reason against its velocity or torque, or encoders that positions are made of."""
    for stream in rows.streams:
        recording, robot = stream.recording, stream.robot
        found: tuple[Reason, ...] = ()
        if stream.conditioning.use_velocity:
            found = velocity_reasons(recording, robot)
        if not found:
            found = torque_reasons(recording, robot, stream.conditioning.torque_from)
        if not found and (Quantity.POSITION not in recording.columns or any(rows.learned)):
            found = encoder_reasons(recording, robot)[:1]
        if found:
            return found
    return ()


def _with_table(
    found: SetupChecks,
    evidence: Evidence,
    put_right: Hypothesis | None,
    monitor: Monitor,
    *,
    is_whole: bool = True,
) -> SetupChecks:
    """The fault that explains most, of those found so far and the further hypotheses."""
    names, sums = evidence.robot.joint_names, evidence.sums
    first, left = _first_explanation(found, evidence, put_right)
    others = explanations(
        evidence,
        in_doubt=is_whole and in_doubt(left),
        is_whole=is_whole,
        monitor=PartOfMonitor(monitor, first=1.0, last=1.0),
    )
    holding = [one for one in (*first, *others) if one.holds]
    table = sorted((*first, *others), key=lambda one: one.score)
    tried = tuple(
        Tried(one.code, tuple(names[joint] for joint in one.joints), one.score, one.holds) for one in table
    )
    found = replace(found, tried=tried)
    best = min(holding, key=lambda one: one.score, default=None)
    if best is None or best in first or (first and best.score > first[0].score + LIMITS.log_error):
        return found
    facts = dict(best.facts)
    zero = facts.pop("angles", None)
    share = facts.get("share") if best.code == "joint-coupled" else None
    found = replace(found, reasons=())
    if isinstance(zero, tuple):
        shift = np.array(zero, dtype=np.float64)
        found = replace(found, reported_zero=evidence.robot.reported_zero + shift)
    if isinstance(share, float):
        coupled = np.zeros(sums.joint_count)
        coupled[best.joints[0]] = share
        found = replace(found, coupled=coupled)
    return _with(found, best.code, names, best.joints, best.left, **facts)


def _first_explanation(
    found: SetupChecks, evidence: Evidence, put_right: Hypothesis | None
) -> tuple[tuple[Explanation, ...], Testimony]:
    """The fault found so far as a row of the table, and what the witnesses say with it put right."""
    if not found.reasons:
        return (), evidence.given
    (reason,) = found.reasons
    left = evidence.given
    if put_right is not None:
        left = said_of(evidence.sums, put_right)
    left = replace(left, fitted=found.corrected)  # a lag or a scale leaves the stated masses as they are
    named = reason.facts["joints"]
    assert isinstance(named, tuple)
    joints = tuple(joint for joint, name in enumerate(evidence.robot.joint_names) if name in named)
    score = sum(evidence.score(left))
    return (Explanation(reason.code, joints, score, found.corrected, reason.facts, holds=True),), left


def _part(monitor: Monitor, number: int) -> Monitor:
    """Part of the work for one pass: the first, those for the mounting, those for the lag."""
    passes = 1 + 2 * _REFINEMENTS
    return PartOfMonitor(monitor, first=number / passes, last=(number + 1) / passes)


_Step = tuple[SetupChecks, Hypothesis | None]
"""What a check adds, and the hypothesis that puts its fault right, where that needs no other pass."""


def _with_exchange(found: SetupChecks, sums: CheckedSums, channels: FloatArray) -> _Step:
    exchange = check_exchange(sums, channels)
    names = sums.plan.robot.joint_names
    pair = tuple(names[joint] for joint in exchange.pair)
    found = replace(found, exchanged_pair=pair, exchange_log_error=exchange.log_error)
    found = _with(found, "channels-exchanged", names, exchange.alarm, exchange.left)
    return found, _with_torque(sums, exchange.torque)


def _with_torque(sums: CheckedSums, torque: FloatArray | None) -> Hypothesis | None:
    return None if torque is None else replace(Hypothesis.as_given(sums), torque=torque)


def _with_signs(found: SetupChecks, sums: CheckedSums, channels: FloatArray) -> _Step:
    signs = check_signs(sums, channels)
    found = replace(found, friction=signs.friction, friction_std=signs.std)
    found = _with(found, "sign-reversed", sums.plan.robot.joint_names, signs.alarm, signs.left)
    return found, _with_torque(sums, signs.torque)


def _with_mounting(found: SetupChecks, sums: CheckedSums, rows: RegressionRows, monitor: Monitor) -> _Step:
    robot = sums.plan.robot
    if not np.any(robot.gravity):
        return found, None
    mounting = check_mounting(sums)
    if mounting.alarm:
        mounting = _refined_mounting(sums.model, rows, mounting, robot=robot, monitor=monitor)
    found = replace(found, gravity=mounting.gravity, mounting_angle=mounting.angle, mounting_std=mounting.std)
    if not (mounting.alarm and _can_judge(sums, mounting.left)):
        return found, None
    size = float(np.linalg.norm(mounting.gravity))
    found = _with(
        found,
        "mounting",
        robot.joint_names,
        tuple(range(robot.joint_count)),
        mounting.left,
        angle=mounting.angle,
        std=mounting.std,
        gravity=tuple((mounting.gravity / size).tolist()),
        towards=_towards(np.asarray(robot.gravity), mounting.gravity),
    )
    return found, replace(Hypothesis.as_given(sums), gravity=mounting.gravity)


def _with_lag(found: SetupChecks, sums: CheckedSums, rows: RegressionRows, monitor: Monitor) -> _Step:
    lag = check_lag(sums)
    if lag.alarm:
        lag = _refined_lag(sums.model, rows, lag, monitor=monitor)
    found = replace(found, lag=lag.value, lag_std=lag.std)
    if not (lag.alarm and _can_judge(sums, lag.left)):
        return found, None
    worst = max(lag.alarm, key=lambda joint: abs(lag.value[joint]))
    facts = {"lag_s": float(lag.value[worst]), "std_s": float(lag.std[worst])}
    return _with(found, "channel-late", sums.plan.robot.joint_names, lag.alarm, lag.left, **facts), None


def _with_scale(found: SetupChecks, sums: CheckedSums) -> _Step:
    scale = check_scale(sums)
    found = replace(found, scale=scale.value, scale_std=scale.std)
    if not scale.alarm:
        return found, None
    worst = max(scale.alarm, key=lambda joint: abs(np.nan_to_num(scale.value[joint])))
    facts = {"error": float(scale.value[worst]), "std": float(scale.std[worst])}
    return _with(found, "scale-off", sums.plan.robot.joint_names, scale.alarm, scale.left, **facts), None


def _can_judge(sums: CheckedSums, left: FloatArray) -> bool:
    """True if the model can tell a fault: one made before must explain every joint once it is put right."""
    return not sums.model.is_known or float(np.nanmax(left)) <= LIMITS.explained


def recorded_channels(
    robot: RobotModel, drive_gain: FloatArray | None, torque_from: Quantity | None
) -> FloatArray:
    """The matrix (n, n) that turns recorded values (rows) into joint torques."""
    each = np.eye(robot.joint_count)
    if torque_from is Quantity.CURRENT and drive_gain is not None:
        each = robot.torque_from_current(each, drive_gain=drive_gain)
    elif torque_from is Quantity.MOTOR_TORQUE:
        each = robot.torque_from_motor(each)
    return np.asarray(each * robot.reported_sign)


def _with(
    found: SetupChecks,
    code: str,
    names: tuple[str, ...],
    joints: tuple[int, ...],
    left: FloatArray,
    **facts: Fact,
) -> SetupChecks:
    if not joints:
        return found
    concerned = tuple(names[joint] for joint in joints)
    reason = Reason(code, {"joints": concerned, **facts}, Verdict.REPEAT)
    return replace(found, corrected=left, reasons=(reason,))


def _towards(described: FloatArray, found: FloatArray) -> str:
    """The way in the base frame that the base leans to, such as ``+x`` or ``+x −y``."""
    down = described / np.linalg.norm(described)
    across = found - (found @ down) * down
    across /= max(float(np.linalg.norm(across)), np.finfo(np.float64).tiny)
    signs = {True: "+", False: "−"}
    parts = [
        f"{signs[bool(part > 0.0)]}{axis}"
        for axis, part in zip("xyz", across, strict=True)
        if abs(part) > _ALONG
    ]
    return " ".join(parts)


def _refined_mounting(
    model: CheckedModel, rows: RegressionRows, found: Mounting, *, robot: RobotModel, monitor: Monitor
) -> Mounting:
    """The direction of gravity with the friction's load of the arm as it is mounted."""
    described = np.asarray(robot.gravity)
    for turn in range(_REFINEMENTS):
        part = _part(monitor, turn + 1)
        turned = model.mounted(found.gravity, found.parameters)
        found = check_mounting(checked_sums(turned, rows, monitor=part))
    size = float(described @ described)
    sine = float(np.linalg.norm(np.cross(described, found.gravity))) / size
    angle = float(np.arctan2(sine, described @ found.gravity / size))
    alarm = angle > max(LIMITS.mounting, LIMITS.sure * found.std)
    return replace(found, angle=angle, alarm=bool(alarm))


def _refined_lag(model: CheckedModel, rows: RegressionRows, found: PerJoint, *, monitor: Monitor) -> PerJoint:
    """The lags with the torques moved to where they belong, which the linear step underestimates."""
    before = np.nan_to_num(found.value)
    for turn in range(_REFINEMENTS):
        part = _part(monitor, turn + 1 + _REFINEMENTS)
        moved = replace(rows, streams=tuple(stream.with_torque_lag(before) for stream in rows.streams))
        rest = check_lag(checked_sums(model, moved, monitor=part))
        before = before + np.nan_to_num(rest.value)
        found = replace(found, value=before, std=rest.std, left=rest.left)
    wrong = np.abs(found.value) > np.maximum(LIMITS.lag_s, LIMITS.sure * found.std)
    kept = tuple(joint for joint in np.flatnonzero(wrong).tolist() if joint in found.alarm)
    return replace(found, alarm=kept)
