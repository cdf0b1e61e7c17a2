"""Hypotheses on how columns are to be read: joints exchanged, reversed, or counted from the horizon; zeros.

Either changes every column, so that each hypothesis takes a pass over the recordings of its own. The search
therefore goes over a third of a minute of one recording, and only what it finds is judged on all of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from core.encoders.channel_sense import ArrangedColumn
from core.identification.regression_rows import RegressionRows
from core.identification.settings import with_zeros
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.sums import CheckedModel, CheckedSums, checked_sums
from core.identification.setup_checks.witnesses import Testimony, said_of
from core.monitor import Monitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel

_MOTION = {Quantity.POSITION, Quantity.VELOCITY, Quantity.MOTOR_POSITION, Quantity.MOTOR_VELOCITY}
_SEARCHED_S = 20.0
_STARTS = np.deg2rad([-90.0, 90.0, -30.0, 30.0, -7.0, 7.0])
"""Zeros that are tried first; one as far beyond the true zero as nothing is before it explains no more."""
_STEPS = np.deg2rad([10.0, 3.0, 1.0])
"""Steps by which a zero is followed to where it explains best."""
_LARGEST = float(np.deg2rad(110.0))
_NO_EFFECT = 1e-2
"""Change of the score by a right angle below which a joint's zero has no effect: the axis is vertical."""
_MOST_ZEROS = 3
_FOLLOWED = 2
"""So many joints' zeros are followed to where they explain best."""


@dataclass(frozen=True)
class Reading:
    """How columns are read: ``zero`` (n,) rad more, and ``coupled`` (n,) shares of the joint before.

    ``exchanged`` are the two joints whose columns are those of each other, ``reversed`` the joint whose
    position counts backwards; None for none.
    """

    zero: FloatArray
    coupled: FloatArray
    exchanged: tuple[int, int] | None = None
    reversed: int | None = None

    @classmethod
    def plain(cls, joints: int) -> "Reading":
        """As described."""
        return cls(np.zeros(joints), np.zeros(joints))

    @property
    def is_plain(self) -> bool:
        """True if nothing is read otherwise than described."""
        moved = np.any(self.zero) or np.any(self.coupled)
        return not moved and self.exchanged is None and self.reversed is None

    def of(self, rows: RegressionRows) -> RegressionRows:
        """The recordings read like this."""
        streams = []
        for given in rows.streams:
            stream, robot, conditioning = given, given.robot, given.conditioning
            before = np.zeros(robot.joint_count) if conditioning.coupled is None else conditioning.coupled
            zeros = (robot.reported_zero + self.zero).tolist()
            read = replace(conditioning, coupled=before + self.coupled)
            if self.exchanged is not None or self.reversed is not None:
                stream = replace(stream, recording=self._arranged(stream.recording), periodic=None)
            streams.append(replace(stream, robot=with_zeros(robot, zeros), conditioning=read))
        return replace(rows, streams=tuple(streams))

    def _arranged(self, recording: Recording) -> Recording:
        """The recording with the columns of its joints in their places and directions."""
        order, signs = list(range(self.zero.size)), np.ones(self.zero.size)
        if self.exchanged is not None:
            first, second = self.exchanged
            order[first], order[second] = second, first
        if self.reversed is not None:
            signs[self.reversed] = -1.0
        columns = {
            quantity: ArrangedColumn(column, signs if quantity in _MOTION else np.ones_like(signs), order)
            for quantity, column in recording.columns.items()
        }
        return replace(recording, columns=columns)


@dataclass(frozen=True)
class ReadOtherwise:
    """A reading that was tried, the sums under it, and what the witnesses say."""

    reading: Reading
    sums: CheckedSums
    said: Testimony


def coupled_readings(robot: RobotModel) -> Iterator[Reading]:
    """Readings in which one joint is counted from the horizon instead of the link before it."""
    for joint in robot.parallel_pairs:
        for share in (-1.0, 1.0):
            plain = Reading.plain(robot.joint_count)
            plain.coupled[joint] = share
            yield plain


def arranged_readings(robot: RobotModel) -> Iterator[Reading]:
    """Readings in which the columns of two joints are exchanged, or a position is turned round."""
    count = robot.joint_count
    sliding = robot.is_prismatic
    for first, second in combinations(range(count), 2):
        if sliding[first] == sliding[second]:
            yield replace(Reading.plain(count), exchanged=(first, second))
    for joint in range(count):
        yield replace(Reading.plain(count), reversed=joint)


def best_readings(model: CheckedModel, rows: RegressionRows, *, monitor: Monitor) -> Iterator[ReadOtherwise]:
    """The best coupled or otherwise arranged reading and the best zeros, on all recordings.

    Nothing where none explains better.
    """
    searched = _a_while(rows)
    robot = rows.plan.robot

    def score(reading: Reading) -> _Scored:
        monitor.check()
        sums = checked_sums(model, reading.of(searched), monitor=monitor)
        said = said_of(sums)
        return _Scored(sum(said.better_than(given)), reading, said.is_at_rest)

    def judged(best: _Scored) -> Iterator[ReadOtherwise]:
        if best.gain < LIMITS.log_error:
            sums = checked_sums(model, best.reading.of(rows), monitor=monitor)
            yield ReadOtherwise(best.reading, sums, said_of(sums))

    given = said_of(checked_sums(model, searched, monitor=monitor))
    apart = min(
        (score(reading) for reading in (*coupled_readings(robot), *arranged_readings(robot))),
        key=lambda one: one.gain,
        default=None,
    )
    if apart is not None:
        yield from judged(apart)
    if apart is None or apart.gain >= LIMITS.log_error or not apart.is_enough:
        yield from judged(_searched_zeros(robot, score))


@dataclass(frozen=True)
class _Scored:
    """A reading with the change of the score, and whether nothing is left to be explained."""

    gain: float
    reading: Reading
    is_enough: bool


def _a_while(rows: RegressionRows) -> RegressionRows:
    """The middle of the longest recording."""
    stream = max(rows.streams, key=lambda one: one.recording.sample_count)
    recording = stream.recording
    surplus = recording.duration - _SEARCHED_S
    if surplus > 0.0:
        begin = float(recording.time[0]) + 0.5 * surplus
        first, last = np.searchsorted(recording.time, [begin, begin + _SEARCHED_S]).tolist()
        cut = replace(recording.block(first, last), missing=(), events=())
        stream = replace(stream, recording=cut, repeats=None, periodic=None)
    return replace(rows, streams=(stream,), learned=())


def _searched_zeros(robot: RobotModel, score: Callable[[Reading], _Scored]) -> _Scored:
    """The zeros that explain best, joint after joint as long as another one explains more.

    Zeros of parallel joints look alike from afar; the likeliest are followed to where they explain best.
    """
    best = _Scored(0.0, Reading.plain(robot.joint_count), is_enough=False)
    with_effect = [joint for joint in range(robot.joint_count) if not robot.is_prismatic[joint]]
    for _ in range(_MOST_ZEROS):
        tried: list[tuple[_Scored, int]] = []
        for joint in tuple(with_effect):
            others = (_with_zero(best.reading, joint, float(start)) for start in _STARTS)
            first = score(next(others))
            if abs(first.gain - best.gain) < _NO_EFFECT:
                with_effect.remove(joint)
                continue
            found = min([first, *(score(other) for other in others)], key=lambda one: one.gain)
            tried.append((found, joint))
        near = sorted(tried, key=lambda one: one[0].gain)[:_FOLLOWED]
        followed = [_followed(*one, score=score) for one in near if one[0].gain < best.gain]
        least = min(followed, key=lambda one: one.gain, default=None)
        if least is None or not least.gain < best.gain + LIMITS.log_error:
            break
        best = least
        if best.is_enough:
            break
    return best


def _followed(best: _Scored, joint: int, *, score: Callable[[Reading], _Scored]) -> _Scored:
    """The zero of a joint, followed by ever smaller steps."""
    for step in _STEPS:
        for way in (-step, step):
            while True:
                reading = _with_zero(best.reading, joint, float(way))
                if abs(reading.zero[joint]) > _LARGEST:
                    break
                other = score(reading)
                if other.gain >= best.gain:
                    break
                best = other
    return best


def _with_zero(reading: Reading, joint: int, further: float) -> Reading:
    zero = reading.zero.copy()
    zero[joint] += further
    return replace(reading, zero=zero)
