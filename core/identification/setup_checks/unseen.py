"""What recordings could not have shown of their set-up, whatever the checks found; told beside a result.

A check that is silent says nothing of a fault that this motion, or this robot description, cannot show.
Each entry is a reason that makes no verdict worse.
"""

from collections.abc import Iterator

import numpy as np

from core.errors import Fact
from core.identification.setup_checks.hypothesis import Hypothesis, explain, rigid_torque
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.result import SetupChecks, Weights
from core.identification.setup_checks.sums import CheckedSums
from core.quality import Reason, Verdict
from core.robot.model import RobotModel

_VERTICAL = 1e-3
"""Sine of the angle to gravity up to which an axis is vertical."""


def unseen_in_motion(
    sums: CheckedSums, found: SetupChecks, factors: Weights | None, *, period_s: float
) -> tuple[Reason, ...]:
    """What excitation could not have shown, given what the checks ``found``.

    ``factors`` are those to the stated masses, ``period_s`` is the time between two samples.
    """
    entries = [_gain(factors, is_known=sums.model.is_known), *_zeros(sums)]
    if not found.reasons:  # behind a fault nothing was looked for
        entries += _small(sums, found, period_s)
        light = _light(sums)
        if len(light) > 1:
            entries.append(_of("unseen-exchange", joints=_names(sums.plan.robot, light)))
    still = np.flatnonzero(sums.counts == 0).tolist()
    if still:
        entries.append(_of("unseen-still", joints=_names(sums.plan.robot, still)))
    return tuple(entries)


def unseen_in_sweeps(factors: Weights | None) -> tuple[Reason, ...]:
    """What slow sweeps of single joints could not have shown."""
    return (_gain(factors, is_known=False), _of("unseen-in-sweeps"))


def unseen_in_twist() -> tuple[Reason, ...]:
    """What a load that was found by the twist of gears could not have shown."""
    return (_of("unseen-compliance"),)


def nothing_compared(*, is_known: bool) -> tuple[Reason, ...]:
    """What recordings could not have shown in which too few joints moved."""
    return (_gain(None, is_known=is_known), _of("unseen-uncompared"))


def _of(code: str, **facts: Fact) -> Reason:
    return Reason(code, facts, Verdict.GOOD)


def _names(robot: RobotModel, joints: list[int]) -> tuple[str, ...]:
    return tuple(robot.joint_names[joint] for joint in joints)


def _gain(factors: Weights | None, *, is_known: bool) -> Reason:
    """A factor of all torques: up to which one, up or down, the stated masses leave it open."""
    if is_known:
        return _of("unseen-of-model")
    if factors is None or not np.isfinite(factors.whole):
        return _of("unseen-gain-unknown")
    off = LIMITS.sure * factors.apart_std
    largest, least = factors.apart + off, factors.apart - off
    doubt = max(largest, 1.0 / least) if least > 0.0 else np.inf
    return _of("unseen-gain", factor=float(f"{min(max(LIMITS.apart, doubt), LIMITS.unit):.3g}"))


def _zeros(sums: CheckedSums) -> Iterator[Reason]:
    """Zeros that change no torque: about the vertical, and that of the last joint with its link fitted."""
    robot = sums.plan.robot
    turns = ~robot.is_prismatic
    if turns[0]:
        angle = float(robot.alpha[0])
        axis = np.asarray(robot.base)[:3, :3] @ [0.0, -np.sin(angle), np.cos(angle)]
        across = np.linalg.norm(np.cross(axis, robot.gravity))
        if across <= _VERTICAL * np.linalg.norm(robot.gravity):
            yield _of("unseen-turn", joints=_names(robot, [0]))
    if turns[-1] and not sums.model.is_known:
        yield _of("unseen-last-zero", joints=_names(robot, [robot.joint_count - 1]))


def _light(sums: CheckedSums) -> list[int]:
    """Joints whose torque is nearly all friction, which goes with a joint wherever its columns are.

    The masses they carry are too little to tell whose position, velocity and torque they are.
    """
    given = explain(sums, Hypothesis.as_given(sums))
    known = sums.model.parameters if sums.model.is_known else given.parameters[: sums.plan.base_count]
    gravity, spread = np.asarray(sums.plan.robot.gravity), np.asarray(sums.torque_std(None))
    found = []
    for joint in np.flatnonzero(sums.counts > 0).tolist():
        rigid = rigid_torque(sums, joint, gravity=gravity, parameters=known)
        power = float(rigid @ sums.totals[joint] @ rigid) / sums.counts[joint]
        if np.sqrt(max(power, 0.0)) < LIMITS.explained * spread[joint]:
            found.append(joint)
    return found


def _small(sums: CheckedSums, found: SetupChecks, period_s: float) -> Iterator[Reason]:
    """Faults below what the checks of this recording can tell."""
    robot, moved = sums.plan.robot, np.flatnonzero(sums.counts > 0)
    if np.isfinite(found.mounting_std):
        yield _of("unseen-lean", angle=max(LIMITS.mounting, LIMITS.sure * found.mounting_std))
    yield _of("unseen-small-zero", angle=LIMITS.zero)
    lag = np.maximum(max(LIMITS.lag_s, period_s), LIMITS.sure * found.lag_std[moved])
    lag = lag[np.isfinite(lag)]
    if lag.size:
        yield _of("unseen-lag", lag_s=float(lag.max()))
    if not sums.model.is_known:
        unknown = moved[~np.isfinite(found.scale[moved])].tolist()
        if unknown:
            yield _of("unseen-gain-of-joints", joints=_names(robot, unknown))
