"""Which channels belong together: velocity to its own position, motor encoder to link encoder.

Each channel is compared as a change over a tenth of a second: of a position the difference, of a velocity
the integral. A channel of another joint, without sign, turned round or in another unit then shows in
correlation and ratio, before any result is made of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.quality import Reason, Verdict
from core.recording import BOTH_ENCODERS, Column, FloatArray, Quantity, Recording
from core.robot.model import RobotModel

_EFFORTS = (Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE)
_SPAN_S = 0.1
"""Time over which changes are compared; it outlasts rounding, and a reversal hardly falls into it."""
_BLOCKS, _BLOCK_ROWS = 24, 4000
"""A long recording is looked at in so many blocks."""
_LEAST_CHANGES = 30
_LEAST_TRAVEL = 0.1
"""Travel in rad or m, there and back, from which a joint counts as moved."""
_FOLLOWS, _CLEARLY = 0.9, 0.97
"""Correlation from which one channel follows another; from the second on, a ratio is believed."""
_APART = 0.6
"""Correlation below which a channel does not follow another."""
_VELOCITY_RATIO = 1.25
"""Ratio of a velocity to the change of its position that filters explain."""
_ENCODER_RATIO = 1.05
"""Ratio of motor and link encoder that the twist of a gear explains, once both have travelled far."""
_DEGREES = float(np.rad2deg(1.0))
"""Degrees in a radian."""
_PLAIN_RATIO = 2.0
"""Ratio that no twist explains, however short the travel."""
_FAR = 5.0 * _LEAST_TRAVEL
_LATE_S, _SURE = 0.03, 8.0
"""Lag of a position behind its motor encoder, and its standard deviations, from which it is at fault."""
_SATURATED_SHARE = 0.01
"""Share of the moving samples at one value from which a column is called saturated."""
_LONGEST_RUN = 5
"""Samples in a row that stay at the value by chance."""
_TIMES_NEXT = 5.0
"""Times as often as its neighbour that a limit occurs; the highest step of a rounded wave 2.4 times."""
MOVING_SPEED = float(np.deg2rad(0.5))
"""Slower joints stand still, rad/s or m/s (the same limit that *moving* has everywhere)."""
_ONE_WAY = 0.02
"""Share of the power in the other direction up to which a channel has one sign only."""


MOTOR_REVERSED, LINK_REVERSED = "motor-encoder-reversed", "link-encoder-reversed"
"""Codes of an encoder that is known to count backwards."""
POSITION_LATE = "position-late"
ENCODER_CODES = frozenset(
    {
        *(MOTOR_REVERSED, LINK_REVERSED, POSITION_LATE, "encoders-opposed", "encoder-ratio"),
        *("link-encoder-in-degrees", "encoders-exchanged"),
    }
)
"""Codes of channels that do not belong together: the encoders' difference is no twist under its load."""


@dataclass(frozen=True)
class Changes:
    """Changes over the same spans of every joint's channels, (M, n) each in rad or m.

    ``speed`` and ``motor_speed`` are the integrals of velocities, ``motor`` and ``motor_speed`` behind gear
    and coupling; None where not recorded.
    """

    position: FloatArray | None
    speed: FloatArray | None
    motor: FloatArray | None
    motor_speed: FloatArray | None
    link: FloatArray | None
    motor_turn: FloatArray | None
    """Change of the motor's speed, 1/s times the unit."""

    @classmethod
    def of(cls, recording: Recording, robot: RobotModel) -> "Changes":
        """Changes along a recording, in the controller's reported directions."""
        parts = [_changes(block, robot) for block in _blocks(recording)]
        found: dict[str, FloatArray | None] = {}
        for name in ("position", "speed", "motor", "motor_speed", "link", "motor_turn"):
            own = [part[name] for part in parts if name in part]
            found[name] = np.concatenate(own) if own else None
        return cls(**found)


def _blocks(recording: Recording) -> Sequence[Recording]:
    count = recording.sample_count
    if count <= _BLOCKS * _BLOCK_ROWS:
        return [recording.block(0, count)]
    firsts = np.linspace(0, count - _BLOCK_ROWS, _BLOCKS).astype(int).tolist()
    return [recording.block(first, first + _BLOCK_ROWS) for first in firsts]


def _changes(block: Recording, robot: RobotModel) -> Mapping[str, FloatArray]:
    time, columns = block.time, block.columns
    if time.size < 3:
        return {}
    period = float(np.median(np.diff(time)))
    rows = max(2, round(_SPAN_S / period)) if period > 0.0 else 2
    first = np.arange(0, time.size - rows, max(1, rows // 2))
    last = first + rows
    whole = time[last] - time[first] < 2.0 * rows * period  # no gap between
    first, last = first[whole], last[whole]
    found = {}
    for name, quantity in (("position", Quantity.POSITION), ("link", Quantity.LINK_POSITION)):
        if quantity in columns:
            found[name] = np.asarray(columns[quantity])[last] - np.asarray(columns[quantity])[first]
    if Quantity.MOTOR_POSITION in columns:
        motor = robot.reported_from_motor(np.asarray(columns[Quantity.MOTOR_POSITION]))
        found["motor"] = motor[last] - motor[first]
        half = rows // 2
        speed = np.full_like(motor, np.nan)
        speed[half:-half] = (motor[2 * half :] - motor[: -2 * half]) / (2.0 * half * period)
        found["motor_turn"] = speed[last] - speed[first]
    if Quantity.VELOCITY in columns:
        total = _integral(np.asarray(columns[Quantity.VELOCITY]), time)
        found["speed"] = total[last] - total[first]
    if Quantity.MOTOR_VELOCITY in columns:
        total = _integral(robot.reported_from_motor(np.asarray(columns[Quantity.MOTOR_VELOCITY])), time)
        found["motor_speed"] = total[last] - total[first]
    return found


def _integral(values: FloatArray, time: FloatArray) -> FloatArray:
    area = 0.5 * (values[1:] + values[:-1]) * np.diff(time)[:, np.newaxis]
    return np.vstack([np.zeros(values.shape[1]), np.cumsum(area, axis=0)])


def velocity_reasons(recording: Recording, robot: RobotModel) -> tuple[Reason, ...]:
    """Reasons against the velocity of a recording; empty where it is the derivative of its position.

    The first kind of fault that any joint shows is told with all joints that show it.
    """
    changes = Changes.of(recording, robot)
    position = changes.motor if changes.position is None else changes.position
    speed = changes.motor_speed if changes.speed is None else changes.speed
    if position is None or speed is None:
        return ()
    faults: dict[str, list[int]] = {}
    facts: dict[str, dict[str, Fact]] = {}
    for joint in range(robot.joint_count):
        found = _velocity_fault(position, speed, joint)
        if found is not None:
            code, own = found
            faults.setdefault(code, []).append(joint)
            facts.setdefault(code, own)
    for code in _VELOCITY_CODES:
        if code in faults:
            names = tuple(robot.joint_names[joint] for joint in faults[code])
            return (
                Reason(code, {"joints": names, "recording": recording.label, **facts[code]}, Verdict.REPEAT),
            )
    return ()


_VELOCITY_CODES = (
    "velocity-exchanged", "velocity-unsigned", "velocity-reversed", "velocity-scaled", "velocity-apart"
)  # fmt: skip


def _velocity_fault(
    position: FloatArray, speed: FloatArray, joint: int
) -> tuple[str, dict[str, Fact]] | None:
    own = _Alike.of(position[:, joint], speed[:, joint])
    if own is None or not _travelled(position[:, joint]):
        return None
    if own.correlation >= _FOLLOWS and own.is_near(_VELOCITY_RATIO):
        return None
    others = [_Alike.of(place, speed[:, joint]) for place in position.T]
    like = [
        one
        for one in others
        if one is not None and one.correlation >= _FOLLOWS and one.is_near(_VELOCITY_RATIO)
    ]
    if like:
        return "velocity-exchanged", {}
    if own.correlation <= -_FOLLOWS:
        return "velocity-reversed", {}
    if own.correlation >= _CLEARLY:
        return "velocity-scaled", {"ratio": own.ratio}
    size = _Alike.of(np.abs(position[:, joint]), speed[:, joint])
    if size is not None and size.correlation >= _FOLLOWS and _is_one_way(speed[:, joint]):
        return "velocity-unsigned", {}
    return ("velocity-apart", {"correlation": own.correlation}) if own.correlation < _APART else None


def moving(time: FloatArray, position: FloatArray) -> npt.NDArray[np.bool_]:
    """True (N, joints) where a joint moves over the next tenth of a second, by its ``position``."""
    found = np.zeros(position.shape, dtype=np.bool_)
    if time.size < 3:
        return found
    period = float(np.median(np.diff(time)))
    span = min(time.size - 1, max(1, round(_SPAN_S / period)) if period > 0.0 else 1)
    found[:-span] = np.abs(position[span:] - position[:-span]) > MOVING_SPEED * span * period
    return found


def saturated(values: FloatArray) -> tuple[float, float] | None:
    """The limit that a column (N,) stays at, and the share of samples there; None where it is not saturated.

    A quantity that is cut off has its largest or smallest value far more often than the next one to it,
    many samples in a row. One that is rounded has its neighbours nearly as often.
    """
    known = values[np.isfinite(values)]
    best: tuple[float, float] | None = None
    for side in (known, -known):
        top = float(side.max()) if side.size else 0.0
        below = side[side < top]
        if not below.size:
            return None
        at_top = side == top
        runs = np.diff(np.flatnonzero(np.concatenate([[True], ~at_top, [True]]))) - 1
        often = np.count_nonzero(at_top) > _TIMES_NEXT * np.count_nonzero(below == below.max())
        share = float(at_top.mean())
        if (
            often
            and share >= _SATURATED_SHARE
            and runs.max() > _LONGEST_RUN
            and (best is None or share > best[1])
        ):
            best = float(known[np.flatnonzero(at_top)[0]]), share
    return best


def torque_reasons(
    recording: Recording, robot: RobotModel, source: Quantity | None = None
) -> tuple[Reason, ...]:
    """The reason against torques that stay at a limit; empty where none does.

    ``source`` is the column group that the torque is taken from; all that measure it where None. A torque
    that was cut off before a filter cannot be told from a sound one.
    """
    place = next(
        (one for one in (Quantity.POSITION, Quantity.MOTOR_POSITION) if one in recording.columns), None
    )
    groups = [one for one in (_EFFORTS if source is None else (source,)) if one in recording.columns]
    if place is None or not groups:
        return ()
    shares: dict[int, float] = {}
    position = np.asarray(recording.columns[place])
    if place is Quantity.MOTOR_POSITION:
        position = robot.reported_from_motor(position)
    moves = moving(np.asarray(recording.time), position)
    for group in groups:
        for joint, column in enumerate(np.asarray(recording.columns[group]).T):
            limit = saturated(column[moves[:, joint]])
            if limit is not None:
                shares[joint] = max(limit[1], shares.get(joint, 0.0))
    if not shares:
        return ()
    names = tuple(robot.joint_names[joint] for joint in sorted(shares))
    facts: dict[str, Fact] = {"joints": names, "recording": recording.label, "share": max(shares.values())}
    return (Reason("torque-saturated", facts, Verdict.REPEAT),)


def encoder_reasons(recording: Recording, robot: RobotModel) -> tuple[Reason, ...]:
    """Reasons against the two encoders of a recording: sign, ratio and order of each joint's pair.

    Joints of which only one encoder moved, as with a locked output, are not judged.
    """
    return tuple(
        Reason(
            code,
            {"joints": (robot.joint_names[joint],), "recording": recording.label, **facts},
            Verdict.REPEAT,
        )
        for joint, code, facts in encoder_faults(recording, robot)
    )


def encoder_faults(recording: Recording, robot: RobotModel) -> tuple[tuple[int, str, dict[str, Fact]], ...]:
    """For each joint (from 0) whose encoders contradict each other the code and the facts of the fault."""
    if not all(quantity in recording.columns for quantity in BOTH_ENCODERS):
        return ()
    changes = Changes.of(recording, robot)
    found = []
    for joint in range(robot.joint_count):
        fault = _encoder_fault(changes, joint)
        if fault is not None:
            found.append((joint, *fault))
    return tuple(found)


def _encoder_fault(changes: Changes, joint: int) -> tuple[str, dict[str, Fact]] | None:
    motors, links = changes.motor, changes.link
    if motors is None or links is None:
        return None
    motor, link = motors[:, joint], links[:, joint]
    pair = _Alike.of(link, motor)
    if pair is None or not (_travelled(motor) and _travelled(link)):
        return None
    if abs(pair.correlation) < _FOLLOWS:
        others = [_Alike.of(other, motor) for other in links.T]
        like = any(one is not None and abs(one.correlation) >= _CLEARLY for one in others)
        return ("encoders-exchanged", {}) if like and abs(pair.correlation) < _APART else None
    size = abs(pair.size)
    off = max(size, 1.0 / size)
    if abs(size * _DEGREES - 1.0) < _ENCODER_RATIO - 1.0:  # a motor encoder may have such a gear before it
        return "link-encoder-in-degrees", {}
    if off > _ENCODER_RATIO and (off > _PLAIN_RATIO or min(_travel(motor), _travel(link)) > _FAR):
        return "encoder-ratio", {"ratio": float(np.copysign(size, pair.correlation))}
    if pair.correlation < 0.0:
        return _reversed_side(changes, joint), {}
    late = _position_lag(changes, joint)
    return None if late is None else (POSITION_LATE, {"lag_s": late})


def _position_lag(changes: Changes, joint: int) -> float | None:
    """Time in s by which a position is late against its motor encoder; None where it is not."""
    if changes.position is None or changes.motor is None or changes.motor_turn is None:
        return None
    place, motor = changes.position[:, joint], changes.motor[:, joint]
    columns = np.column_stack([motor, changes.motor_turn[:, joint]])
    good = np.isfinite(place) & np.isfinite(columns).all(axis=1)
    if np.count_nonzero(good) < _LEAST_CHANGES:
        return None
    found, *_ = np.linalg.lstsq(columns[good], place[good], rcond=None)
    left = place[good] - columns[good] @ found
    if float(left @ left) > (1.0 - _CLEARLY**2) * float(place[good] @ place[good]):
        return None  # of another joint or unit
    inverse = np.linalg.pinv(columns[good].T @ columns[good])
    std = float(np.sqrt(max(inverse[1, 1], 0.0) * (left @ left) / left.size))
    return float(-found[1]) if abs(found[1]) > max(_LATE_S, _SURE * std) else None


def _reversed_side(changes: Changes, joint: int) -> str:
    """The code of the encoder that counts against the velocity, or without one against the position."""
    assert changes.motor is not None
    assert changes.link is not None
    witnesses = [changes.speed, changes.position]
    for witness in witnesses:
        if witness is None:
            continue
        motor = _Alike.of(witness[:, joint], changes.motor[:, joint])
        link = _Alike.of(witness[:, joint], changes.link[:, joint])
        if (
            motor is not None
            and link is not None
            and min(abs(motor.correlation), abs(link.correlation)) > _FOLLOWS
        ):
            return LINK_REVERSED if motor.correlation > 0.0 else MOTOR_REVERSED
    return "encoders-opposed"


@dataclass(frozen=True)
class ArrangedColumn:
    """A column group with joints in another ``order``, and some of them turned round by ``signs`` (n,)."""

    column: Column
    signs: FloatArray
    order: Sequence[int]

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and joints."""
        return self.column.shape

    def __getitem__(self, rows: slice, /) -> FloatArray:
        return np.asarray(np.asarray(self.column[rows])[:, self.order] * self.signs)


def with_encoders_turned(recordings: Mapping[str, Recording], robot: RobotModel) -> dict[str, Recording]:
    """The recordings, by label, with every encoder turned round that counts backwards in any of them."""
    signs = {MOTOR_REVERSED: np.ones(robot.joint_count), LINK_REVERSED: np.ones(robot.joint_count)}
    for recording in recordings.values():
        for joint, code, _ in encoder_faults(recording, robot):
            if code in signs:
                signs[code][joint] = -1.0
    return {label: _turned(one, signs) for label, one in recordings.items()}


def _turned(recording: Recording, signs: Mapping[str, FloatArray]) -> Recording:
    columns = dict(recording.columns)
    sides = ((MOTOR_REVERSED, Quantity.MOTOR_POSITION), (LINK_REVERSED, Quantity.LINK_POSITION))
    for code, quantity in sides:
        if quantity in columns and np.any(signs[code] < 0.0):
            columns[quantity] = ArrangedColumn(columns[quantity], signs[code], range(signs[code].size))
    return replace(recording, columns=columns)


@dataclass(frozen=True)
class _Alike:
    """Relation of a channel's changes to a reference's: slope, correlation, ratio of sizes."""

    ratio: float
    correlation: float
    size: float

    @classmethod
    def of(cls, reference: FloatArray, channel: FloatArray) -> "_Alike | None":
        good = np.isfinite(reference) & np.isfinite(channel)
        if np.count_nonzero(good) < _LEAST_CHANGES:
            return None
        a, b = _without_garbage(reference[good]), _without_garbage(channel[good])
        power, other = float(a @ a), float(b @ b)
        if power == 0.0:
            return None
        if other == 0.0:
            return cls(0.0, 0.0, 0.0)
        product = float(a @ b)
        return cls(product / power, product / np.sqrt(power * other), float(np.sqrt(other / power)))

    def is_near(self, most: float) -> bool:
        return 1.0 / most <= self.ratio <= most


def _without_garbage(values: FloatArray) -> FloatArray:
    """Changes with single values far outside the rest, such as a wrap, taken as none."""
    most = 20.0 * float(np.percentile(np.abs(values), 90.0))
    return np.where(np.abs(values) <= most, values, 0.0) if most > 0.0 else values


def _travel(changes: FloatArray) -> float:
    """Travel there and back; neighbouring spans overlap by half."""
    return 0.5 * float(np.nansum(np.abs(_without_garbage(np.nan_to_num(changes)))))


def _travelled(changes: FloatArray) -> bool:
    return _travel(changes) >= _LEAST_TRAVEL


def _is_one_way(changes: FloatArray) -> bool:
    power = float(np.nansum(np.square(changes)))
    forth = float(np.nansum(np.square(np.maximum(changes, 0.0))))
    return power > 0.0 and min(forth, power - forth) <= _ONE_WAY * power
