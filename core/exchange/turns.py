"""Angles that begin again after a whole turn, such as 0° to 360°, counted on."""

from dataclasses import replace

import numpy as np

from core.exchange.samples import Samples
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import JointKind, RobotModel

TURN = 2.0 * np.pi
_SLACK = 0.6
"""rad by which a step may differ from a whole turn: the joint moves meanwhile."""
_LARGEST_STEP = 0.5 * np.pi
"""A column with any other step as large as this is not continuous, and is left as it is."""
_ANGLES = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)


def counted_on(samples: Samples) -> Samples:
    """The samples with angles that go on over a whole turn; each such quantity is remarked once."""
    for quantity in _ANGLES:
        column = samples.columns.get(quantity)
        if column is None or samples.count < 2:
            continue
        joints = list(column.T)
        whole = [_counted_on(joint) for joint in joints]
        changed = [place for place, joint in enumerate(joints) if whole[place] is not joint]
        if changed:
            first = min(int(np.argmax(whole[place] != joints[place])) for place in changed)
            columns = {**samples.columns, quantity: np.column_stack(whole)}
            samples = replace(samples, columns=columns).noting(
                "angle-counted-on", row=int(samples.row[first]), detail=f"quantity={quantity}"
            )
    return samples


def _counted_on(angle: FloatArray) -> FloatArray:
    step = np.diff(angle)
    turns = np.abs(np.abs(step) - TURN) < _SLACK
    others = np.abs(step[~turns])
    if not turns.any() or not np.isfinite(angle).all() or (others.size and others.max() > _LARGEST_STEP):
        return angle
    count = np.concatenate([[0.0], np.cumsum(np.where(turns, np.sign(step), 0.0))])
    return np.asarray(angle - TURN * count)


def within_limits(recording: Recording, robot: RobotModel) -> Recording:
    """The recording with angles moved by whole turns to within the limits of the robot's joints."""
    quantities = [one for one in _ANGLES if one in recording.columns]
    if robot.motor_position_at_shaft:
        quantities = [one for one in quantities if one is not Quantity.MOTOR_POSITION]
    columns = dict(recording.columns)
    for quantity in quantities:
        values = np.asarray(recording.columns[quantity][:], dtype=np.float64)
        shifts = np.array(
            [_turns_outside(values[:, place], robot, place) for place in range(robot.joint_count)]
        )
        if shifts.any():
            columns[quantity] = values - TURN * shifts
    return replace(recording, columns=columns)


def _turns_outside(angle: FloatArray, robot: RobotModel, place: int) -> float:
    """Whole turns to take from a joint's angles; zero where that does not bring all of them within limits."""
    joint = robot.joints[place]
    known = joint.reported_sign * angle[np.isfinite(angle)] + joint.reported_zero
    if (
        joint.kind is JointKind.PRISMATIC
        or not known.size
        or not np.isfinite([joint.lower, joint.upper]).all()
    ):
        return 0.0
    low, high = float(known.min()), float(known.max())
    if joint.lower - _SLACK <= low and high <= joint.upper + _SLACK:
        return 0.0
    turns = float(np.rint((0.5 * (low + high) - 0.5 * (joint.lower + joint.upper)) / TURN))
    is_inside = joint.lower - _SLACK <= low - TURN * turns and high - TURN * turns <= joint.upper + _SLACK
    return turns * joint.reported_sign if is_inside else 0.0
