"""All checks of the set-up, in the order in which one fault looks like another."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.errors import Fact
from core.identification.regression_rows import RegressionRows
from core.identification.setup_checks.channels import check_exchange, check_signs
from core.identification.setup_checks.hypothesis import Hypothesis, explain, unexplained
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.result import SetupChecks
from core.identification.setup_checks.small_errors import (
    Mounting,
    PerJoint,
    check_lag,
    check_mounting,
    check_scale,
)
from core.identification.setup_checks.sums import CheckedModel, CheckedSums, checked_sums
from core.monitor import Monitor, PartOfMonitor
from core.quality import Reason, Verdict
from core.recording import FloatArray, Quantity
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
    sums = checked_sums(model, rows, monitor=_part(monitor, 0))
    found = SetupChecks.unknown(robot.joint_count)
    if np.count_nonzero(sums.counts) < max(2, min(FEWEST_JOINTS, robot.joint_count)):
        monitor.report(1.0)
        return found
    left = unexplained(sums, explain(sums, Hypothesis.as_given(sums)))
    found = replace(found, unexplained=left)
    channels = recorded_channels(robot, rows.streams[0].conditioning.drive_gain, torque_from)
    steps: list[Callable[[SetupChecks], SetupChecks]] = [
        lambda found: _with_exchange(found, sums, channels),
        lambda found: _with_signs(found, sums, channels),
        lambda found: _with_mounting(found, sums, rows, monitor),
        lambda found: _with_lag(found, sums, rows, monitor),
    ]
    if not model.is_known:  # an error of the model's own parameters looks like that of a drive gain
        steps.append(lambda found: _with_scale(found, sums))
    for step in steps:
        found = step(found)
        if found.reasons:
            break
    monitor.report(1.0)
    return found


def _part(monitor: Monitor, number: int) -> Monitor:
    """Part of the work for one pass: the first, those for the mounting, those for the lag."""
    passes = 1 + 2 * _REFINEMENTS
    return PartOfMonitor(monitor, first=number / passes, last=(number + 1) / passes)


def _with_exchange(found: SetupChecks, sums: CheckedSums, channels: FloatArray) -> SetupChecks:
    exchange = check_exchange(sums, channels)
    names = sums.plan.robot.joint_names
    pair = tuple(names[joint] for joint in exchange.pair)
    found = replace(found, exchanged_pair=pair, exchange_log_error=exchange.log_error)
    return _with(found, "channels-exchanged", names, exchange.alarm, exchange.left)


def _with_signs(found: SetupChecks, sums: CheckedSums, channels: FloatArray) -> SetupChecks:
    signs = check_signs(sums, channels)
    found = replace(found, friction=signs.friction, friction_std=signs.std)
    return _with(found, "sign-reversed", sums.plan.robot.joint_names, signs.alarm, signs.left)


def _with_mounting(
    found: SetupChecks, sums: CheckedSums, rows: RegressionRows, monitor: Monitor
) -> SetupChecks:
    robot = sums.plan.robot
    mounting = check_mounting(sums)
    if mounting.alarm:
        mounting = _refined_mounting(sums.model, rows, mounting, robot=robot, monitor=monitor)
    found = replace(found, gravity=mounting.gravity, mounting_angle=mounting.angle, mounting_std=mounting.std)
    if not (mounting.alarm and _can_judge(sums, mounting.left)):
        return found
    size = float(np.linalg.norm(mounting.gravity))
    return _with(
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


def _with_lag(found: SetupChecks, sums: CheckedSums, rows: RegressionRows, monitor: Monitor) -> SetupChecks:
    lag = check_lag(sums)
    if lag.alarm:
        lag = _refined_lag(sums.model, rows, lag, monitor=monitor)
    found = replace(found, lag=lag.value, lag_std=lag.std)
    if not (lag.alarm and _can_judge(sums, lag.left)):
        return found
    worst = max(lag.alarm, key=lambda joint: abs(lag.value[joint]))
    facts = {"lag_s": float(lag.value[worst]), "std_s": float(lag.std[worst])}
    return _with(found, "channel-late", sums.plan.robot.joint_names, lag.alarm, lag.left, **facts)


def _with_scale(found: SetupChecks, sums: CheckedSums) -> SetupChecks:
    scale = check_scale(sums)
    found = replace(found, scale=scale.value, scale_std=scale.std)
    if not scale.alarm:
        return found
    worst = max(scale.alarm, key=lambda joint: abs(np.nan_to_num(scale.value[joint])))
    facts = {"error": float(scale.value[worst]), "std": float(scale.std[worst])}
    return _with(found, "scale-off", sums.plan.robot.joint_names, scale.alarm, scale.left, **facts)


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
