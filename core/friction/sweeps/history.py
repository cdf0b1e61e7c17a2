"""The friction of an arm's joints over several visits, at the speeds that all of them swept."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.friction.sweeps.comparison import SAME_SPEED_SHARE, AtSpeed, by_speed
from core.friction.sweeps.result import FrictionSweeps, JointSweeps
from core.signals.trend_line import DatedValue, ValueTrend, follow


@dataclass(frozen=True, eq=False)
class JointFrictionHistory:
    """The mean friction of one joint over ``speeds`` common speeds, N·m (N)."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    speeds: int
    level: ValueTrend


def friction_history(
    sweeps: Sequence[FrictionSweeps | None], times: Sequence[float]
) -> tuple[JointFrictionHistory, ...]:
    """Follow the friction of every joint that two visits or more swept at common speeds.

    ``times`` in s, one per visit. Friction falls as a gear warms; no correction is made.
    """
    joints: dict[str, list[tuple[int, JointSweeps]]] = {}
    for place, found in enumerate(sweeps):
        for joint in found.joints if found is not None else ():
            joints.setdefault(joint.joint, []).append((place, joint))
    levels = {name: _levels(measured, times) for name, measured in joints.items() if len(measured) > 1}
    followed = follow({name: values for name, (values, _) in levels.items()})
    return tuple(
        JointFrictionHistory(
            name, joints[name][-1][1].number, joints[name][-1][1].is_prismatic, levels[name][1], level
        )
        for name, level in followed.items()
    )


def _levels(
    measured: Sequence[tuple[int, JointSweeps]], times: Sequence[float]
) -> tuple[list[DatedValue], int]:
    """The mean over the speeds common to all visits, and the number of these speeds."""
    tables = [by_speed(joint.points) for _, joint in measured]
    rows = [
        found
        for speed in (one.speed for one in tables[0])
        if all(found := [_nearest(table, speed) for table in tables])
    ]
    values = []
    for place, (visit, _) in enumerate(measured):
        column = [one for row in rows if (one := row[place]) is not None]
        if column:
            std = math.sqrt(sum(one.std**2 for one in column)) / len(column)
            mean = float(np.mean([one.torque for one in column]))
            values.append(DatedValue(visit, times[visit], mean, std))
    return values, len(rows)


def _nearest(table: Sequence[AtSpeed], speed: float) -> AtSpeed | None:
    nearest = min(table, key=lambda one: abs(math.log(one.speed / speed)), default=None)
    if nearest is None or abs(math.log(nearest.speed / speed)) > math.log1p(SAME_SPEED_SHARE):
        return None
    return nearest
