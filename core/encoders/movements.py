"""Motion of each joint's encoders during a recording, as numbers; ``judgement`` rates them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.encoders.channels import Channel, Channels, IntArray
from core.encoders.result import JogSpan
from core.recording import FloatArray
from core.robot.model import RobotModel

DEGREE = float(np.radians(1.0))
METRES_PER_RAD = 0.25
"""Length in m of a sliding joint that corresponds to 1 rad where bounds are angles."""
MOVING_SPEED = 0.1 * DEGREE
"""Speed below which a joint is at rest, rad/s."""
STROKE_RANGE = 0.1 * DEGREE
STROKE_TRIM = 0.05 * DEGREE
"""Smallest length of a stroke, and the part cut off at its start; worn gears lose 2 arcmin there."""
WANTED_RANGE = 1.0 * DEGREE
"""Smallest range that determines a ratio to 2 % beside a ripple of tens of arcseconds."""
SEEN_RANGE = 0.08 * DEGREE
"""Smallest range that exceeds any gear's deflection: shows a stuck or reversed encoder."""
_FOLLOWS = 0.02
"""Speed of other joints relative to the fastest, by gravity, while it counts as moving alone."""
_EDGE_S = 0.15
"""Longest missing start or end of a jog, s, for a valid travel."""
_FROZEN = 1e-12
"""Range below which a channel is constant, rad; averages of a constant differ by less."""
BoolArray = npt.NDArray[np.bool_]
_MOST_STROKES = 24
"""Largest number of strokes used, the longest first; more do not improve a slope."""
_BLOCKS_PER_STROKE = 4
_TRIM = 0.1
"""Share of every stroke, at its start, in which the gear takes up lost motion."""


@dataclass(frozen=True, eq=False)
class Strokes:
    """Rows of the channels that lie in strokes of one joint: parallel arrays (M,).

    ``stroke`` numbers the stroke of a row, ``block`` a quarter of one; ``direction`` is +1 or −1.
    """

    rows: IntArray
    stroke: IntArray
    block: IntArray
    direction: IntArray

    @property
    def has_reversal(self) -> bool:
        """True if both directions occur."""
        return bool(np.any(self.direction > 0) and np.any(self.direction < 0))


@dataclass(frozen=True, eq=False)
class SlopeFit:
    """Slopes (n,) of n channels on one, and their standard deviations (n,)."""

    slope: FloatArray
    std: FloatArray


def _find_strokes(
    position: FloatArray,
    *,
    speed: FloatArray,
    run: IntArray,
    allowed: BoolArray,
    least_speed: float,
    least_range: float,
    least_trim: float,
) -> Strokes:
    """The strokes of one channel (K,) among the ``allowed`` rows.

    ``least_speed`` counts as moving; strokes shorter than ``least_range`` are left out; of the
    others the beginning is cut, at least ``least_trim``.
    """
    moving = allowed & (np.abs(speed) > least_speed) & np.isfinite(position)
    direction = np.where(moving, np.sign(speed), 0.0).astype(np.intp)
    changes = np.flatnonzero((np.diff(direction) != 0) | (np.diff(run) != 0)) + 1
    pieces = []
    for rows in np.split(np.arange(position.size), changes):
        if rows.size and direction[rows[0]]:
            travelled = np.abs(position[rows] - position[rows[0]])
            if travelled.max() >= least_range:
                pieces.append((travelled.max(), rows, travelled))
    pieces.sort(key=lambda piece: -piece[0])
    kept, stroke, block = [], [], []
    for number, (length, rows, travelled) in enumerate(pieces[:_MOST_STROKES]):
        kept.append(rows[travelled > max(_TRIM * length, least_trim)])
        stroke.append(np.full(kept[-1].size, number))
        quarter = np.arange(kept[-1].size) * _BLOCKS_PER_STROKE // max(kept[-1].size, 1)
        block.append(number * _BLOCKS_PER_STROKE + quarter)
    rows = np.concatenate([np.empty(0, dtype=np.intp), *kept]).astype(np.intp)
    return Strokes(
        rows=rows,
        stroke=np.concatenate([np.empty(0, dtype=np.intp), *stroke]).astype(np.intp),
        block=np.concatenate([np.empty(0, dtype=np.intp), *block]).astype(np.intp),
        direction=direction[rows],
    )


def _fit_slope(on: FloatArray, values: FloatArray, strokes: Strokes) -> SlopeFit:
    """Slopes of channels ``values`` (K, n) on the channel ``on`` (K,), each stroke with its own offset.

    Offsets of their own keep lost motion out of the slope. The standard deviation is that of
    a delete-one-block jackknife. NaN where there is no motion.
    """
    x, y = on[strokes.rows], values[strokes.rows]
    whole = _pooled(x, y, strokes.stroke)
    blocks = np.unique(strokes.block)
    if blocks.size < 2:
        return SlopeFit(whole, np.full(whole.shape, np.nan))
    without = np.stack(
        [_pooled(x[keep], y[keep], strokes.stroke[keep]) for keep in (strokes.block != b for b in blocks)]
    )
    spread = np.sum((without - without.mean(axis=0)) ** 2, axis=0)
    return SlopeFit(whole, np.sqrt((blocks.size - 1.0) / blocks.size * spread))


def _pooled(x: FloatArray, y: FloatArray, stroke: IntArray) -> FloatArray:
    """Slopes (n,) common to all strokes."""
    _, group = np.unique(stroke, return_inverse=True)
    count = np.bincount(group)
    dx = x - (np.bincount(group, weights=x) / count)[group]
    square = float(dx @ dx)
    if square == 0.0:
        return np.full(y.shape[1], np.nan)
    return np.asarray(dx @ y / square)  # Σ dx is zero in every stroke, so y needs no centring


@dataclass(frozen=True, eq=False)
class Comparison:
    """All channels of one kind compared with one channel of one joint, over that joint's strokes.

    ``slope`` and ``std`` (n,) per unit of that channel, NaN where not measurable; ``alone`` is True if
    no other joint moved, ``moved`` is this one's range in rad (m).
    """

    strokes: Strokes
    alone: bool
    moved: float
    slope: FloatArray
    std: FloatArray


class Movements:
    """The channels of a recording, with the times at which each joint moved.

    A joint moves if its link encoder or its reported position does. The motor alone is used if neither
    exists, so that a wrong coupling in the description does not make a joint seem to move.
    """

    def __init__(
        self,
        channels: Channels,
        robot: RobotModel,
        *,
        jogs: Sequence[JogSpan] | None = None,
        interrupted: bool = False,
    ) -> None:
        self.channels, self.robot = channels, robot
        self.jogs = None if jogs is None else tuple(jogs)
        self._cut_short: JogSpan | None = None
        if self.jogs and interrupted and channels.time.size:
            *whole, last = sorted(self.jogs, key=lambda jog: jog.start)
            self._cut_short = replace(last, end=min(last.end, float(channels.time[-1])))
            self.jogs = (*whole, self._cut_short)
        self.unit = np.where(robot.is_prismatic, METRES_PER_RAD, 1.0)
        self.position = channels.position
        self.has: dict[Channel, BoolArray] = {
            channel: np.asarray(np.isfinite(values).any(axis=0)) for channel, values in self.position.items()
        }
        self.speed = {channel: channels.speed(values) for channel, values in self.position.items()}

    @cached_property
    def joint_speed(self) -> FloatArray:
        """Speed (K, n) of each joint, rad/s: the fastest of its own channels."""
        link, reported = Channel.LINK, Channel.REPORTED
        seen = np.maximum(np.abs(self.speed[link]), np.abs(self.speed[reported]))
        silent = (_went(self.position[link]) <= _FROZEN) & (_went(self.position[reported]) <= _FROZEN)
        return np.asarray(np.where(silent, np.abs(self.speed[Channel.MOTOR]), seen) / self.unit)

    def reference(self, joint: int) -> Channel:
        """The channel compared with a joint's motor: its link encoder, else the reported position."""
        return Channel.LINK if self.has[Channel.LINK][joint] else Channel.REPORTED

    def within(self, joint: int) -> BoolArray:
        """Mask (K,) of the rows in the jogs of a joint; all rows without known jogs."""
        time = self.channels.time
        if self.jogs is None:
            return np.ones(time.size, dtype=np.bool_)
        rows = np.zeros(time.size, dtype=np.bool_)
        for jog in self.jogs:
            if jog.joint == joint:
                rows |= (time >= jog.start) & (time <= jog.end)
        return rows

    def alone(self, joint: int) -> BoolArray:
        """Mask (K,) of the rows without motion of other joints, except the effect of gravity."""
        own = self.joint_speed[:, joint]
        others = np.delete(self.joint_speed, joint, axis=1).max(axis=1, initial=0.0)
        return np.asarray(others < np.maximum(MOVING_SPEED, _FOLLOWS * own))

    def compare(self, channel: Channel, *, on: Channel, joint: int) -> Comparison:
        """All joints of one channel compared with another channel of one joint, moving alone if possible."""
        position, within = self.position[on][:, joint], self.within(joint)
        strokes = self._strokes(joint, on, allowed=within & self.alone(joint))
        alone = _range(position, strokes) >= WANTED_RANGE * float(self.unit[joint])
        if not alone:
            strokes = self._strokes(joint, on, allowed=within)
        fit = _fit_slope(position, self.position[channel], strokes)
        return Comparison(strokes, alone, _range(position, strokes), fit.slope, fit.std)

    def _strokes(self, joint: int, channel: Channel, *, allowed: BoolArray) -> Strokes:
        unit = float(self.unit[joint])
        return _find_strokes(
            self.position[channel][:, joint],
            speed=self.speed[channel][:, joint],
            run=self.channels.run,
            allowed=allowed,
            least_speed=MOVING_SPEED * unit,
            least_range=STROKE_RANGE * unit,
            least_trim=STROKE_TRIM * unit,
        )

    def covered(self, joint: int, channel: Channel) -> float:
        """Range of a channel within the joint's jogs, rad (m); 0 without the channel."""
        return float(_went(self.position[channel][self.within(joint), joint]))

    def speeds_agree(self, joint: int, first: Channel, second: Channel) -> float:
        """Positive if two channels of a joint move in the same direction, 0 if unknown."""
        return float(self.speed[first][:, joint] @ self.speed[second][:, joint])

    def travels(self, jog: JogSpan, channel: Channel) -> FloatArray:
        """Largest travel (n,) of each joint from the start of a jog, rad (m), NaN where unknown."""
        time = self.channels.time
        rows = np.flatnonzero((time >= jog.start) & (time <= jog.end))
        values = self.position[channel][rows]
        if rows.size == 0 or max(time[rows[0]] - jog.start, jog.end - time[rows[-1]]) > _EDGE_S:
            return np.full(values.shape[1], np.nan)
        way = values - values[0]
        furthest = np.argmax(np.nan_to_num(np.abs(way), nan=-1.0), axis=0)
        return np.asarray(way[furthest, np.arange(way.shape[1])])

    def jogs_of(self, joint: int) -> tuple[JogSpan, ...]:
        """The jogs commanded for a joint."""
        return tuple(jog for jog in self.jogs or () if jog.joint == joint and jog.angle)

    def finished_jogs_of(self, joint: int) -> tuple[JogSpan, ...]:
        """The jogs of a joint that were not interrupted by the end of the recording."""
        return tuple(jog for jog in self.jogs_of(joint) if jog is not self._cut_short)

    def said_by(self, joint: int) -> Channel:
        """The channel for a joint's travel: the controller's, else its link encoder, else its motor."""
        order = (Channel.REPORTED, Channel.LINK, Channel.MOTOR)
        return next((channel for channel in order if self.has[channel][joint]), Channel.REPORTED)

    def commanded_ratio(
        self, joint: int, *, of: Channel | None = None, cut_short: bool = False
    ) -> float | None:
        """Travel of a channel per commanded angle; None without finished jogs or without the channel.

        With ``cut_short`` unfinished ones are included, for the direction of the motion.
        """
        jogs = self.jogs_of(joint) if cut_short else self.finished_jogs_of(joint)
        channel = of or self.said_by(joint)
        if not jogs or not self.has[channel][joint]:
            return None
        angle = np.array([jog.angle for jog in jogs]) * self.robot.reported_sign[joint]
        way = np.array([self.travels(jog, channel)[joint] for jog in jogs])
        known = np.isfinite(way)
        return float(way[known] @ angle[known] / (angle[known] @ angle[known])) if known.any() else None


def _range(position: FloatArray, strokes: Strokes) -> float:
    return float(np.ptp(position[strokes.rows])) if strokes.rows.size else 0.0


def _went(values: FloatArray) -> FloatArray:
    """Range of each column; zero without values."""
    known = np.isfinite(values)
    low = np.where(known, values, np.inf).min(axis=0, initial=np.inf)
    high = np.where(known, values, -np.inf).max(axis=0, initial=-np.inf)
    return np.asarray(np.where(np.isfinite(high - low), high - low, 0.0))
