"""Checks that compare the stream's channels with each other and with physical limits of an arm.

Each check takes consecutive blocks and keeps what it needs of the earlier ones.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.acquisition.findings import Reporter
from devices.acquisition.joint_positions import JointPositions

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


class StuckChannelCheck:
    """``stuck-channel``: the value of a channel stays bit-identical while the joint moves.

    The motion is known from another encoder of the joint or from the commanded speed.
    """

    def __init__(
        self, reporter: Reporter, *, commanded_speed: Callable[[], FloatArray | None] | None = None
    ) -> None:
        self._reporter, self._commanded_speed = reporter, commanded_speed
        self._still: dict[Quantity, _Stillness] = {}
        self._last_time: float | None = None

    def __call__(self, block: JointPositions) -> None:
        """Check every channel of one block for a constant value."""
        now = float(block.time[-1])
        middle = {quantity: _median(values) for quantity, values in block.positions.items()}
        commanded = self._commanded_path(now)
        for quantity, values in (*block.positions.items(), *block.efforts.items()):
            still = self._still.setdefault(quantity, _Stillness(values.shape[1]))
            still.take(values, block.time, middle, commanded=commanded)
            is_position = quantity in block.positions
            for joint in still.stuck(now, besides=quantity, is_position=is_position):
                self._reporter.report(
                    "stuck-channel",
                    time=now,
                    joint=joint + 1,
                    channel=quantity.value,
                    seconds=now - float(still.since[joint]),
                )

    def _commanded_path(self, now: float) -> FloatArray | None:
        """Commanded path of each joint since the last block, rad: |speed| × time since then."""
        before, self._last_time = self._last_time, now
        speed = self._commanded_speed() if self._commanded_speed is not None else None
        if speed is None or before is None:
            return None
        return np.abs(speed) * max(now - before, 0.0)


class _Stillness:
    """Per joint: time since when one channel is constant, and the distance the joint moved since then."""

    def __init__(self, joints: int) -> None:
        self.since = np.full(joints, np.inf)
        self._value = np.full(joints, np.nan)
        self._start: dict[Quantity, FloatArray] = {}
        self._gone: dict[Quantity, FloatArray] = {}
        self._commanded = np.zeros(joints)
        self._persistent = np.zeros(joints, dtype=np.int64)
        self._count = 0

    def take(
        self,
        values: FloatArray,
        time: FloatArray,
        middle: Mapping[Quantity, FloatArray],
        *,
        commanded: FloatArray | None,
    ) -> None:
        """Take the channel's values of one block and ``middle``, each encoder's median position in it."""
        # a last value from before a clock that went back says nothing about the present one
        same = (values == self._value).all(axis=0) & (time[-1] >= self.since)
        begins = ~same & (values == values[0]).all(axis=0)
        self.since = np.where(same, self.since, np.where(begins, time[0], time[-1]))
        self._value = values[-1]
        self._count = values.shape[0]
        self._commanded = np.where(same, self._commanded + (0.0 if commanded is None else commanded), 0.0)
        for quantity, place in middle.items():
            start = self._start.get(quantity)
            self._start[quantity] = place if start is None else np.where(same, start, place)
            self._gone[quantity] = np.abs(place - self._start[quantity])

    def stuck(self, now: float, *, besides: Quantity, is_position: bool) -> Iterator[int]:
        """Joints whose channel is constant although the commanded speed or another encoder shows motion."""
        seconds, moves = (STUCK_S, MOVES) if is_position else (STUCK_EFFORT_S, EFFORT_MOVES)
        # a channel is no witness for its own motion
        gone = self._commanded.copy()
        for quantity, distance in self._gone.items():
            if quantity is not besides:
                gone = np.fmax(gone, distance)
        still = now - self.since
        suspicious = (still > seconds) & (gone > moves)
        if is_position:
            suspicious |= (still > SURELY_STUCK_S) & (gone > SURELY_MOVES)
        # counted in samples: one wrong value of the other encoder must not condemn this channel
        self._persistent = np.where(suspicious, self._persistent + self._count, 0)
        yield from np.flatnonzero(self._persistent >= PERSISTENT_SAMPLES).tolist()


def _median(values: FloatArray) -> FloatArray:
    """Median (n,) of the rows (N, n); ``np.median`` takes twenty times as long for so few rows."""
    ordered = np.sort(values, axis=0)
    count = ordered.shape[0]
    middle: FloatArray = 0.5 * (ordered[(count - 1) // 2] + ordered[count // 2])
    middle[np.isnan(ordered[-1])] = np.nan  # sorted last
    return middle


class GlitchCheck:
    """``encoder-glitch``: a position jumps farther than any acceleration of an arm explains."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter, self._period = reporter, period
        self._last: JointPositions | None = None

    def __call__(self, block: JointPositions) -> None:
        """Check one block together with the last two rows of the block before."""
        rows = block if self._last is None else self._last.followed_by(block)
        self._last = rows.tail(2)
        if rows.time.shape[0] < 3:
            return
        step = np.diff(rows.time)
        step[step <= 0.0] = np.nan  # a clock step of 0 or less gives no bound
        even = self._even(np.diff(rows.sequence), step)
        # a·h·(h0 + h1)/2 is how far the third of three samples can lie from the line through the first two
        bound = 0.5 * MOST_ACCELERATION * step[1:] * (step[:-1] + step[1:]) + GLITCH_FLOOR
        for quantity, values in rows.positions.items():
            slope = np.diff(values, axis=0) / step[:, np.newaxis]
            jump = np.abs(np.diff(slope, axis=0)) * step[1:, np.newaxis]
            stands = values[2:] == values[1:-1]  # a constant value is for StuckChannelCheck
            jump[~even[:, np.newaxis] | stands] = 0.0
            for joint in np.flatnonzero((jump > bound[:, np.newaxis]).any(axis=0)).tolist():
                place = int(np.argmax(jump[:, joint] > bound))
                self._reporter.report(
                    "encoder-glitch",
                    time=float(rows.time[place + 2]),
                    joint=joint + 1,
                    channel=quantity.value,
                    size=float(jump[place, joint]),
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

    def __init__(self, reporter: Reporter, *, bound: float = DISAGREEMENT_BOUND) -> None:
        self.bound = bound
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
