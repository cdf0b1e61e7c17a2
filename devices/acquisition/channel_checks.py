"""Checks that compare the stream's channels with each other and with physical limits of an arm.

Each check takes consecutive blocks and keeps what it needs of the earlier ones.
"""

import time as clock
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.errors import DataQualityError
from devices.samples import SampleBlock

OnFinding = Callable[[DataQualityError], None]

REPEAT_S = 5.0
"""s; a finding is repeated only after this time on the device's clock and on this computer's."""
MOST_REPEATS = 200
"""Upper limit of repeats of one finding, whatever the device's clock does."""

EFFORTS = (Quantity.CURRENT, Quantity.TORQUE, Quantity.MOTOR_TORQUE)
POSITIONS = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)


@dataclass(frozen=True, eq=False)
class JointPositions:
    """Positions (N, n) in rad or m, in the reported convention, and efforts unchanged.

    NaN where a joint has no such encoder, or where undoing the coupling needs a missing encoder.
    """

    sequence: npt.NDArray[np.int64]
    time: FloatArray
    positions: Mapping[Quantity, FloatArray]
    efforts: Mapping[Quantity, FloatArray]

    @classmethod
    def of(cls, block: SampleBlock, *, joint_from_motor: FloatArray) -> "JointPositions":
        """Convert a block's positions; ``joint_from_motor`` (n, n) undoes gears and coupling."""
        positions = {
            quantity: block.columns[quantity] for quantity in POSITIONS[:2] if quantity in block.columns
        }
        motor = block.columns.get(Quantity.MOTOR_POSITION)
        if motor is not None:
            positions[Quantity.MOTOR_POSITION] = _joint_side(motor, joint_from_motor)
        efforts = {name: block.columns[name] for name in EFFORTS if name in block.columns}
        return cls(block.sequence, block.device_time, positions, efforts)


def joint_from_motor(robot: RobotModel) -> FloatArray:
    """Matrix (n, n): reported joint positions = motor positions (N, n) @ matrix."""
    return robot.reported_from_motor(np.eye(robot.joint_count))


def _joint_side(motor: FloatArray, matrix: FloatArray) -> FloatArray:
    absent = np.isnan(motor).any(axis=0)
    if not absent.any():
        return motor @ matrix
    # 0 in place of NaN, so that a missing motor spoils only the joints that it is coupled to
    joint = np.where(absent, 0.0, motor) @ matrix
    joint[:, (matrix[absent] != 0.0).any(axis=0)] = np.nan
    return joint


class Reporter:
    """Passes findings on; one code, joint and channel at most every ``REPEAT_S``."""

    def __init__(self, on_finding: OnFinding) -> None:
        self._on_finding = on_finding
        self._reported: dict[tuple[object, ...], tuple[float, float, int]] = {}
        """Last report by the device's clock and by this computer's, s, and the number of reports."""

    def report(self, code: str, *, time: float, **facts: Fact) -> None:
        """Report a finding at ``time`` s on the device's clock."""
        key = (code, facts.get("joint"), facts.get("channel"))
        now = clock.monotonic()
        before, before_here, count = self._reported.get(key, (float("-inf"), float("-inf"), 0))
        # with a frozen device clock alone a persisting finding would never be repeated
        is_recent = 0.0 <= time - before < REPEAT_S and now - before_here < REPEAT_S
        if is_recent or count >= MOST_REPEATS:
            return
        self._reported[key] = (time, now, count + 1)
        self._on_finding(DataQualityError(code, time=time, **facts))


STUCK_S = 0.5
"""A position whose bits do not change for this long is stuck if the joint moves."""
STUCK_EFFORT_S = 1.0
"""The same for a current or torque; longer, because some controllers round these coarsely."""
MOVES = 0.00873
"""rad (0.5°) or m that a joint must move before a constant channel is suspicious.

It is more than elasticity and backlash of the gears explain.
"""
EFFORT_MOVES = 0.1
"""rad or m that a joint must move before a constant current or torque is suspicious."""
SURELY_STUCK_S = 0.03
"""s; with ``SURELY_MOVES``: if another encoder moved that far, a shorter standstill is enough."""
SURELY_MOVES = 0.02
"""rad or m. The stuck channel is reported before the encoder disagreement that follows from it."""
PERSISTENT_SAMPLES = 20
"""A single wrong value of the other encoder is not a motion."""

MOST_ACCELERATION = 500.0
"""rad/s² or m/s²: ten times what fast arms reach and more than their brakes produce."""
GLITCH_FLOOR = 1e-3
"""rad or m, larger than the steps of any encoder behind a gear."""
EVEN_STEP = 0.5
"""Second differences count only where neighbouring clock steps differ by less than this fraction."""

DISAGREEMENT_BOUND = 0.0349
"""rad (2°): more than gears twist between full torque in both directions, with a lag of 3 ms."""
DISAGREEMENT_S = 0.05
STANDING_S = 0.25
"""s; the standing offset between the encoders is the median over this first part of the stream."""


_Channels: TypeAlias = slice | npt.NDArray[np.intp]


class StuckChannelCheck:
    """``stuck-channel``: the value of a channel stays bit-identical while the joint moves.

    The motion is known from another encoder of the joint or from the commanded speed.
    """

    def __init__(
        self, reporter: Reporter, *, commanded_speed: Callable[[], FloatArray | None] | None = None
    ) -> None:
        self._reporter, self._commanded_speed = reporter, commanded_speed
        self._still: _Stillness | None = None
        self._last_time: float | None = None

    def __call__(self, block: JointPositions) -> None:
        """Check every channel of one block for a constant value."""
        now = float(block.time[-1])
        commanded = self._commanded_path(now)
        names = (*block.positions, *block.efforts)
        if not names:
            return
        if self._still is None or not self._still.knows(names):
            self._still = _Stillness.of(block, self._still)
        still = self._still
        for channel, joint in still.stuck(block, now, commanded=commanded):
            self._reporter.report(
                "stuck-channel",
                time=now,
                joint=joint + 1,
                channel=still.names[channel].value,
                seconds=now - float(still.since[channel, joint]),
            )

    def _commanded_path(self, now: float) -> FloatArray | None:
        """Commanded path of each joint since the last block, rad: |speed| × time since then."""
        before, self._last_time = self._last_time, now
        speed = self._commanded_speed() if self._commanded_speed is not None else None
        if speed is None or before is None:
            return None
        return np.abs(speed) * max(now - before, 0.0)


class _Stillness:
    """Per channel and joint (C, n): time since when it is constant, and how far the joint moved since then.

    The first ``encoders`` channels are positions, the others efforts. A block may lack some of them.
    """

    def __init__(self, encoders: tuple[Quantity, ...], efforts: tuple[Quantity, ...], joints: int) -> None:
        self.names, self.encoders = (*encoders, *efforts), len(encoders)
        shape = (len(self.names), joints)
        self.since = np.full(shape, np.inf)
        self.value = np.full(shape, np.nan)
        self.commanded = np.zeros(shape)
        self.persistent = np.zeros(shape, dtype=np.int64)
        self.start = np.full((shape[0], self.encoders, joints), np.nan)
        """Position of each encoder when the channel became constant."""
        self.gone = np.zeros_like(self.start)
        """Distance that each encoder has moved since then."""
        self.before: FloatArray | None = None
        """Positions (N, encoders, n) of the block before, where no channel was constant."""
        is_position = (np.arange(shape[0]) < self.encoders)[:, np.newaxis]
        self._is_position = is_position
        self._seconds = np.where(is_position, STUCK_S, STUCK_EFFORT_S)
        self._moves = np.where(is_position, MOVES, EFFORT_MOVES)

    @classmethod
    def of(cls, block: JointPositions, former: "_Stillness | None") -> "_Stillness":
        """For the channels of a block, and those that a former one knows, with what it knows of them."""
        joints = next(iter((block.positions or block.efforts).values())).shape[1]
        if former is None:
            return cls(tuple(block.positions), tuple(block.efforts), joints)
        encoders = dict.fromkeys((*former.names[: former.encoders], *block.positions))
        efforts = dict.fromkeys((*former.names[former.encoders :], *block.efforts))
        found = cls(tuple(encoders), tuple(efforts), joints)
        former.settle()
        there = [found.names.index(name) for name in former.names]
        for mine, its in (
            (found.since, former.since),
            (found.value, former.value),
            (found.commanded, former.commanded),
            (found.persistent, former.persistent),
        ):
            mine[there] = its
        inside = np.ix_(there, range(former.encoders))  # the former encoders come first
        found.start[inside], found.gone[inside] = former.start, former.gone
        return found

    def knows(self, names: tuple[Quantity, ...]) -> bool:
        """True if all these channels are known."""
        return names == self.names or set(names) <= set(self.names)

    def stuck(
        self, block: JointPositions, now: float, *, commanded: FloatArray | None
    ) -> Iterator[tuple[int, int]]:
        """Channels and joints that are constant although the command or another encoder shows motion."""
        names = (*block.positions, *block.efforts)
        values = np.stack([*block.positions.values(), *block.efforts.values()], axis=1)
        positions = values[:, : len(block.positions)]
        is_whole = names == self.names
        channels = np.array([self.names.index(name) for name in names]) if not is_whole else slice(None)
        same = self._take(values, block.time, channels)
        if is_whole and not same.any():
            self.before = positions
            self.commanded[:], self.persistent[:] = 0.0, 0
            return
        path = np.where(same, self.commanded[channels] + (0.0 if commanded is None else commanded), 0.0)
        self.commanded[channels] = path
        gone = np.fmax(path, self._gone(_median(positions), same, channels))
        still = now - self.since[channels]
        suspicious = (still > self._seconds[channels]) & (gone > self._moves[channels])
        suspicious |= self._is_position[channels] & (still > SURELY_STUCK_S) & (gone > SURELY_MOVES)
        # counted in samples: one wrong value of the other encoder must not condemn this channel
        persistent = np.where(suspicious, self.persistent[channels] + values.shape[0], 0)
        self.persistent[channels] = persistent
        for channel, joint in np.argwhere(persistent >= PERSISTENT_SAMPLES).tolist():
            yield channel if is_whole else self.names.index(names[channel]), joint

    def settle(self) -> None:
        """Take the places where the encoders stood before any channel became constant."""
        if self.before is not None:
            self.start[:], self.gone[:] = _median(self.before), 0.0
            self.before = None

    def _take(self, values: FloatArray, time: FloatArray, channels: _Channels) -> npt.NDArray[np.bool_]:
        """Take the values (N, c, n) of one block; (c, n) is True where one has been constant throughout."""
        since = self.since[channels]
        # a last value from before a clock that went back says nothing about the present one
        same: npt.NDArray[np.bool_] = _constant(values, self.value[channels]) & (time[-1] >= since)
        begins = ~same & _constant(values[::-1], values[0])
        self.since[channels] = np.where(same, since, np.where(begins, time[0], time[-1]))
        self.value[channels] = values[-1]
        return same

    def _gone(self, middle: FloatArray, same: npt.NDArray[np.bool_], channels: _Channels) -> FloatArray:
        """Distance (c, n) that any other encoder has moved since the channel is constant."""
        self.settle()
        encoders = np.arange(self.encoders)
        if isinstance(channels, slice):
            inside: Any = (channels, channels)
            own = encoders, encoders
        else:
            seen = channels[channels < self.encoders]
            inside = np.ix_(channels, seen)
            own = np.arange(seen.size), seen
        start = self.start[inside]
        start = np.where(same[:, np.newaxis] & ~np.isnan(start), start, middle)
        self.start[inside], self.gone[inside] = start, np.abs(middle - start)
        gone = self.gone[channels].copy()
        gone[own] = 0.0  # a channel is no witness for its own motion
        farthest: FloatArray = np.fmax.reduce(gone, axis=1, initial=0.0)
        return farthest


def _constant(values: FloatArray, value: FloatArray) -> npt.NDArray[np.bool_]:
    """True where the rows (N, …) have a value (…) throughout; mostly the first row tells."""
    first: npt.NDArray[np.bool_] = values[0] == value
    return (values == value).all(axis=0) if first.any() else first


def _median(values: FloatArray) -> FloatArray:
    """Median (…) of the rows (N, …); ``np.median`` takes twenty times as long for so few rows."""
    ordered = np.sort(values, axis=0)
    count = ordered.shape[0]
    middle: FloatArray = 0.5 * (ordered[(count - 1) // 2] + ordered[count // 2])
    middle[np.isnan(ordered[-1])] = np.nan  # sorted last
    return middle


@dataclass(frozen=True, eq=False)
class _Rows:
    """Positions of all encoders side by side: ``values`` (N, encoders · joints)."""

    names: tuple[Quantity, ...]
    sequence: npt.NDArray[np.int64]
    time: FloatArray
    values: FloatArray

    @classmethod
    def of(cls, block: JointPositions, before: "_Rows | None") -> "_Rows":
        """The rows of a block behind those before, of the encoders that both have."""
        names = tuple(block.positions)
        if before is not None and before.names != names:
            names = tuple(name for name in names if name in before.names)
            before = before.only(names)
        columns = [block.positions[name] for name in names]
        values = np.concatenate(columns, axis=1) if columns else np.zeros((block.time.shape[0], 0))
        if before is None:
            return cls(names, block.sequence, block.time, values)
        return cls(
            names,
            np.concatenate([before.sequence, block.sequence]),
            np.concatenate([before.time, block.time]),
            np.concatenate([before.values, values]),
        )

    def only(self, names: tuple[Quantity, ...]) -> "_Rows":
        """The rows of some of the encoders."""
        parts = dict(zip(self.names, np.split(self.values, max(len(self.names), 1), axis=1), strict=False))
        kept = [parts[name] for name in names]
        values = np.concatenate(kept, axis=1) if kept else np.zeros((self.time.shape[0], 0))
        return _Rows(names, self.sequence, self.time, values)

    def tail(self, count: int) -> "_Rows":
        """The last ``count`` rows."""
        return _Rows(self.names, self.sequence[-count:], self.time[-count:], self.values[-count:])


class GlitchCheck:
    """``encoder-glitch``: a position jumps farther than any acceleration of an arm explains."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter, self._period = reporter, period
        self._last: _Rows | None = None

    def __call__(self, block: JointPositions) -> None:
        """Check one block together with the last two rows of the block before."""
        rows = _Rows.of(block, self._last)
        self._last = rows.tail(2)
        if rows.time.shape[0] < 3 or not rows.names:
            return
        step = np.diff(rows.time)
        step[step <= 0.0] = np.nan  # a clock step of 0 or less gives no bound
        even = self._even(np.diff(rows.sequence), step)
        # a·h·(h0 + h1)/2 is how far the third of three samples can lie from the line through the first two
        bound = 0.5 * MOST_ACCELERATION * step[1:] * (step[:-1] + step[1:]) + GLITCH_FLOOR
        slope = np.diff(rows.values, axis=0) / step[:, np.newaxis]
        jump = np.abs(np.diff(slope, axis=0)) * step[1:, np.newaxis]
        beyond = (jump > bound[:, np.newaxis]) & even[:, np.newaxis]
        if not beyond.any():
            return
        beyond &= rows.values[2:] != rows.values[1:-1]  # a constant value is for StuckChannelCheck
        joints = rows.values.shape[1] // len(rows.names)
        for column in np.flatnonzero(beyond.any(axis=0)).tolist():
            place = int(np.argmax(beyond[:, column]))
            self._reporter.report(
                "encoder-glitch",
                time=float(rows.time[place + 2]),
                joint=column % joints + 1,
                channel=rows.names[column // joints].value,
                size=float(jump[place, column]),
            )

    def _even(self, numbers: npt.NDArray[np.int64], step: FloatArray) -> npt.NDArray[np.bool_]:
        """Select the second differences whose two steps are one sample long, by number and by clock."""
        regular = (numbers == 1) & (np.abs(step - self._period) < EVEN_STEP * self._period)
        even: npt.NDArray[np.bool_] = regular[:-1] & regular[1:]
        return even


class DisagreementCheck:
    """``encoders-disagree``: motor and link encoder differ by more than the gear can twist.

    ``bound`` in rad is relative to the standing offset between them, which is measured at the
    start of the stream and again after ``reset``.
    """

    def __init__(self, reporter: Reporter) -> None:
        self.bound = DISAGREEMENT_BOUND
        self._reporter = reporter
        self.reset()

    def reset(self) -> None:
        """Measure the standing offset again from the next ``STANDING_S`` of the stream."""
        self._offset: FloatArray | None = None
        self._standing: list[FloatArray] = []
        self._begin = float("nan")
        self._beyond_since: FloatArray | None = None

    def __call__(self, block: JointPositions) -> None:
        """Check one block; while the standing offset is being measured nothing is reported."""
        motor = block.positions.get(Quantity.MOTOR_POSITION)
        link = block.positions.get(Quantity.LINK_POSITION)
        if motor is None or link is None:
            return
        deflection = motor - link
        if self._offset is None:
            self._stand(deflection, block.time)
            return
        beyond = np.abs(deflection - self._offset)
        self._judge(beyond, block.time)

    def _stand(self, deflection: FloatArray, time: FloatArray) -> None:
        if not self._standing:
            self._begin = float(time[0])
        self._standing.append(deflection)
        if float(time[-1]) - self._begin >= STANDING_S:
            self._offset = np.median(np.concatenate(self._standing), axis=0)
            self._standing = []

    def _judge(self, beyond: FloatArray, time: FloatArray) -> None:
        since = self._beyond_since
        if since is None:
            since = np.full(beyond.shape[1], np.inf)
        # the excess began in an earlier block if this one is beyond throughout, else after its last fine row
        whole = (beyond > self.bound).all(axis=0)
        ends = beyond[-1] > self.bound
        last_fine = beyond.shape[0] - 1 - np.argmax(~(beyond > self.bound)[::-1], axis=0)
        begins = time[np.minimum(last_fine + 1, time.shape[0] - 1)]
        began = np.where(whole, np.minimum(since, time[0]), np.where(ends, begins, np.inf))
        self._beyond_since = began
        for joint in np.flatnonzero(time[-1] - began >= DISAGREEMENT_S).tolist():
            self._reporter.report(
                "encoders-disagree",
                time=float(time[-1]),
                joint=joint + 1,
                size=float(beyond[:, joint].max()),
                bound=self.bound,
            )
