"""Judges the channels of the stream against each other and against what an arm can do at all.

Each check takes blocks in order and remembers what it needs of the former ones.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from devices.acquisition.findings import Reporter
from devices.acquisition.joint_positions import JointPositions

STUCK_S = 0.5
"""A position that does not change by a bit for so long is stuck, if the joint moves."""
STUCK_EFFORT_S = 1.0
"""The same for a current or torque, which coarse controllers round."""
MOVES = 0.00873
"""rad (0.5°) or m that a joint must have gone for its standing channel to be suspicious: more
than elastic gears and backlash explain."""
EFFORT_MOVES = 0.1
"""rad or m for a current or torque that stands still."""
SURELY_STUCK_S = 0.03
SURELY_MOVES = 0.02
"""rad or m: where another encoder has gone so far, a shorter standstill is enough. This is told
before the encoders' disagreement, which follows from it."""
PERSISTENT_SAMPLES = 20
"""A single wrong value of the other encoder is no motion."""

MOST_ACCELERATION = 500.0
"""rad/s² or m/s²: ten times what fast arms reach, and more than their brakes do."""
GLITCH_FLOOR = 1e-3
"""rad or m, larger than the steps of any encoder behind a gear."""
EVEN_STEP = 0.5
"""Second differences are taken where neighbouring steps of the clock differ by less than this share."""

DISAGREEMENT_BOUND = 0.0349
"""rad (2°): more than gears yield from full torque one way to full torque the other, with a lag of 3 ms."""
DISAGREEMENT_S = 0.05
STANDING_S = 0.25
"""The standing offset between the encoders is the median of the first quarter second."""


class StuckChannelCheck:
    """``stuck-channel``: a channel does not change by a bit while the joint moves.

    That it moves is told by another encoder of the joint, or by the motion it was given.
    """

    def __init__(
        self, reporter: Reporter, *, commanded_speed: Callable[[], FloatArray | None] | None = None
    ) -> None:
        self._reporter, self._commanded_speed = reporter, commanded_speed
        self._still: dict[Quantity, _Stillness] = {}
        self._last_time: float | None = None

    def __call__(self, block: JointPositions) -> None:
        """Judge one block."""
        now = float(block.time[-1])
        middle = {quantity: np.median(values, axis=0) for quantity, values in block.positions.items()}
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
        """How far each joint was told to go since the last block, rad."""
        before, self._last_time = self._last_time, now
        speed = self._commanded_speed() if self._commanded_speed is not None else None
        if speed is None or before is None:
            return None
        return np.abs(speed) * max(now - before, 0.0)


class _Stillness:
    """Since when one channel has stood still, joint by joint, and how far the joint went meanwhile."""

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
        """Take in a block of the channel, and where the joint's encoders stand in it."""
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
        """The joints whose channel stands still although they move, by any other channel's word."""
        seconds, moves = (STUCK_S, MOVES) if is_position else (STUCK_EFFORT_S, EFFORT_MOVES)
        gone = self._commanded.copy()
        for quantity, distance in self._gone.items():
            if quantity is not besides:
                gone = np.fmax(gone, distance)
        still = now - self.since
        suspicious = (still > seconds) & (gone > moves)
        if is_position:
            suspicious |= (still > SURELY_STUCK_S) & (gone > SURELY_MOVES)
        self._persistent = np.where(suspicious, self._persistent + self._count, 0)
        yield from np.flatnonzero(self._persistent >= PERSISTENT_SAMPLES).tolist()


class GlitchCheck:
    """``encoder-glitch``: a position jumps by more than any acceleration of an arm explains."""

    def __init__(self, reporter: Reporter, *, period: float) -> None:
        self._reporter, self._period = reporter, period
        self._last: JointPositions | None = None

    def __call__(self, block: JointPositions) -> None:
        """Judge one block together with the two rows before it."""
        rows = block if self._last is None else self._last.followed_by(block)
        self._last = rows.tail(2)
        if rows.time.shape[0] < 3:
            return
        step = np.diff(rows.time)
        step[step <= 0.0] = np.nan  # a clock that went back bounds nothing
        even = self._even(np.diff(rows.sequence), step)
        bound = 0.5 * MOST_ACCELERATION * step[1:] * (step[:-1] + step[1:]) + GLITCH_FLOOR
        for quantity, values in rows.positions.items():
            slope = np.diff(values, axis=0) / step[:, np.newaxis]
            jump = np.abs(np.diff(slope, axis=0)) * step[1:, np.newaxis]
            stands = values[2:] == values[1:-1]  # a value that stays is stuck, which another check tells
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
        """Of which second differences both steps are one sample long, by number and by clock."""
        regular = (numbers == 1) & (np.abs(step - self._period) < EVEN_STEP * self._period)
        even: npt.NDArray[np.bool_] = regular[:-1] & regular[1:]
        return even


class DisagreementCheck:
    """``encoders-disagree``: motor and link encoder part by more than the gear can yield.

    ``bound`` in rad is over the standing offset between them, which is that of the stream's
    beginning until ``reset``.
    """

    def __init__(self, reporter: Reporter, *, bound: float = DISAGREEMENT_BOUND) -> None:
        self.bound = bound
        self._reporter = reporter
        self.reset()

    def reset(self) -> None:
        """Take the standing offset anew from the next quarter second."""
        self._offset: FloatArray | None = None
        self._standing: list[FloatArray] = []
        self._begin = float("nan")
        self._beyond_since: FloatArray | None = None

    def __call__(self, block: JointPositions) -> None:
        """Judge one block."""
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
