"""Kind of the torque that a controller reports without saying how it is made.

One pose is held twice, without and with a known load, while the payload that is set in the controller
stays the same. A model of the controller does not notice the load. A torque that is made from the
current keeps its ratio to the current, whatever share of the load static friction holds. A sensor
behind the gear sees the whole load. Anything else stays unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.identification.joint_side import POSITION_SOURCES, check_fits_robot, joint_side
from core.recording import FloatArray, Mark, Quantity, Recording, TorqueKind, columns_missing
from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel

TORQUE_KIND = "torque-kind"
"""Kind under which findings are stored in a visit."""
STILL_RAD, SAME_POSE_RAD = 0.003, 0.01
"""Most that a joint may move within a recording, and most that the poses may differ."""
LEAST_LOAD = 2.0
"""A joint that the load loads with less, in N·m, says nothing."""
LEAST_OVER_NOISE = 10.0
NOT_SEEN, WHOLE, SAME_RATIO = 0.1, 0.1, 0.03
"""Share of the load below which it is not seen; what may be missing of all of it; spread of a ratio."""
_BLOCKS = 10


@dataclass(frozen=True)
class TorqueChange:
    """Change of torque that the load makes at one joint, in the description's direction."""

    joint: str
    expected: float
    """Torque of the load at this pose, N·m."""
    found: float
    """Change of the reported torque, N·m."""
    noise: float
    """Standard deviation of ``found``, N·m."""
    counts: bool
    """True if the load loads the joint enough to say something."""


@dataclass(frozen=True)
class TorqueKindFinding:
    """The kind that a torque behaves like."""

    kind: TorqueKind
    reason: str
    """Code of why it is this one, or why it stays unknown."""
    serial: str
    """Serial number of the arm; empty where the recordings have none."""
    mark: Mark
    """That of the recordings, if they are of no real arm."""
    recordings: tuple[str, str]
    """Labels, without the load and with it."""
    mass: float
    joints: tuple[TorqueChange, ...]


@dataclass(frozen=True, eq=False)
class _Held:
    """Means over a recording, each (n,), with their standard deviations; NaN for a current it has not."""

    position: FloatArray
    moved: FloatArray
    torque: FloatArray
    torque_noise: FloatArray
    current: FloatArray
    current_noise: FloatArray


def find_torque_kind(
    without: Recording, loaded: Recording, robot: RobotModel, *, mass: float, center: Sequence[float]
) -> TorqueKindFinding:
    """Compare two recordings of an arm that stands still in the same pose.

    Parameters
    ----------
    without, loaded
        Without the load and with it; in memory, with a torque.
    robot
        The description; its masses are not used.
    mass, center
        The load: kg, and its centre of mass (3,) in m in the flange frame.

    Raises
    ------
    BadRequest
        As ``check_fits_robot``; ``no-torque`` without a reported torque.
    """
    before, after = (_held(recording, robot) for recording in (without, loaded))
    expected = _load_torque(robot, before.position, mass=mass, center=np.asarray(center, dtype=np.float64))
    change, noise = after.torque - before.torque, np.hypot(before.torque_noise, after.torque_noise)
    counts = (np.abs(expected) >= LEAST_LOAD) & (np.abs(expected) >= LEAST_OVER_NOISE * noise)
    kind, reason = _judged(before, after, expected=expected, counts=counts)
    rows = zip(robot.joint_names, expected, change, noise, counts, strict=True)
    return TorqueKindFinding(
        kind=kind,
        reason=reason,
        mark=without.origin.mark or loaded.origin.mark,
        serial=without.origin.serial if without.origin.serial == loaded.origin.serial else "",
        recordings=(without.label, loaded.label),
        mass=mass,
        joints=tuple(
            TorqueChange(name, float(wanted), float(found), float(spread), counts=bool(each))
            for name, wanted, found, spread, each in rows
        ),
    )


def _judged(
    before: _Held, after: _Held, *, expected: FloatArray, counts: np.ndarray
) -> tuple[TorqueKind, str]:
    if max(before.moved.max(), after.moved.max()) > STILL_RAD:
        return TorqueKind.UNKNOWN, "not-still"
    if np.abs(after.position - before.position).max() > SAME_POSE_RAD:
        return TorqueKind.UNKNOWN, "other-pose"
    if not counts.any():
        return TorqueKind.UNKNOWN, "load-too-small"
    if np.isnan(before.current + after.current).any():
        return TorqueKind.UNKNOWN, "no-current"
    share = (after.torque - before.torque)[counts] / expected[counts]
    if np.all(np.abs(share) <= NOT_SEEN):
        # friction that holds the whole load leaves current and torque as they were
        is_driven = _current_changed(before, after)[counts].all()
        return (TorqueKind.MODEL, "load-not-seen") if is_driven else (TorqueKind.UNKNOWN, "friction-holds")
    if _follows_current(before, after)[counts].all():
        return TorqueKind.MOTOR_TORQUE, "follows-current"
    if np.all(np.abs(share - 1.0) <= WHOLE):
        return TorqueKind.LINK_SENSOR, "whole-load-seen"
    return TorqueKind.UNKNOWN, "unclear"


def _current_changed(before: _Held, after: _Held) -> np.ndarray:
    noise = np.hypot(before.current_noise, after.current_noise)
    size = np.maximum(np.abs(before.current), np.abs(after.current))
    least = np.maximum(LEAST_OVER_NOISE * noise, NOT_SEEN * size)
    return np.asarray(np.abs(after.current - before.current) > least)


def _follows_current(before: _Held, after: _Held) -> np.ndarray:
    """True for each joint whose torque has the same ratio to its current both times, (n,)."""
    crosswise = before.torque * after.current, after.torque * before.current
    apart = np.abs(crosswise[0] - crosswise[1])
    same = apart <= SAME_RATIO * np.abs(np.array(crosswise)).max(axis=0)
    return np.asarray(same & _current_changed(before, after))


def _held(recording: Recording, robot: RobotModel) -> _Held:
    check_fits_robot(recording, robot)
    source = next(quantity for quantity in POSITION_SOURCES if quantity in recording.columns)
    side = joint_side(recording, robot, drive_gain=None, torque_from=_reported_torque(recording))
    position = np.asarray(recording.columns[source])
    current = recording.columns.get(Quantity.CURRENT, np.full_like(side.torque, np.nan))
    amperes = robot.reported_sign * np.asarray(current)
    return _Held(
        position=side.position.mean(axis=0),
        moved=np.ptp(position, axis=0),
        torque=side.torque.mean(axis=0),
        torque_noise=_noise_of_mean(side.torque),
        current=amperes.mean(axis=0),
        current_noise=_noise_of_mean(amperes),
    )


def _reported_torque(recording: Recording) -> Quantity:
    if Quantity.TORQUE not in recording.columns:
        raise columns_missing("no-torque", recording.label, has=recording.columns, needed=(Quantity.TORQUE,))
    return Quantity.TORQUE


def _noise_of_mean(values: FloatArray) -> FloatArray:
    """Standard deviation of the mean (n,), from means of blocks: neighbouring samples are not independent."""
    blocks = np.array([block.mean(axis=0) for block in np.array_split(values, min(_BLOCKS, len(values)))])
    if len(blocks) == 1:
        return np.full(values.shape[1], np.inf)
    noise: FloatArray = blocks.std(axis=0, ddof=1) / np.sqrt(len(blocks))
    return noise


def _load_torque(robot: RobotModel, position: FloatArray, *, mass: float, center: FloatArray) -> FloatArray:
    """Torque (n,) that holds the load alone, N·m: the links weigh nothing."""
    moment = mass * (robot.flange[:3, :3] @ center + robot.flange[:3, 3])
    parameters = np.zeros((robot.joint_count, 10))
    parameters[-1, :4] = mass, *moment
    still = np.zeros((1, robot.joint_count))
    torque: FloatArray = inverse_dynamics(robot, position[None], still, still, parameters=parameters)[0]
    return torque
