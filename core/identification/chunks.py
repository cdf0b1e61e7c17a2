"""A recording as a stream of uniform, joint-side chunks, equal to one pass over the whole recording.

Each chunk is computed with a margin on both sides, long enough for the filters' transients to decay, so
that its samples equal those of one pass over the whole recording. Edge effects exist only at the ends
of a segment.

An identification passes over its recordings some ten times. A recording of an hour is read and conditioned
chunk by chunk in every pass; one of a minute is small, and reading it again takes longer than the fit.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from core.errors import NotEnoughData
from core.friction.states import StirringCarrier, presliding_state
from core.identification.joint_side import joint_side
from core.identification.periodic_motion import PeriodicMotion
from core.identification.repeated_period import RepeatedPeriod
from core.monitor import Monitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.gravity_compensator import compensator_torque
from core.robot.model import RobotModel
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass
from core.signals.resampling import Segment, UniformClock, resample, segments

CHUNK_SAMPLES = 16_000
"""Number of uniform samples processed at once; some 60 MB in total for six joints."""
MOTION_BANDWIDTH = 5.0
"""Cut-off of the motion's low-pass before the columns are made, as a multiple of the columns' cut-off.

It keeps noise from being differentiated twice and leaves the band of the columns' own filter unchanged.
"""
_BYTES_PER_JOINT = 80
"""Size of a sample of a chunk."""
_HIGHEST_FRACTION = 0.4
"""Highest useful cut-off of the motion filter as a fraction of the uniform rate."""

T = TypeVar("T")

LIMIT_BYTES = 80_000_000


@dataclass(frozen=True)
class Conditioning:
    """Settings of the conversion of raw samples; the filters follow from the cut-off and the clock."""

    filter_hz: float
    drive_gain: FloatArray | None
    torque_from: Quantity | None = None
    use_velocity: bool = True
    """Use the velocity reported by the controller if there is one."""
    torque_lag: FloatArray | None = None
    """Time in s (joints,) by which each joint's torque was recorded late; None where none was."""
    coupled: FloatArray | None = None
    """Share (joints,) of the joint before that each joint's reading lacks (``joint_side``)."""

    @property
    def key(self) -> Hashable:
        """The same for equal settings."""
        parts = (self.drive_gain, self.torque_lag, self.coupled)
        arrays = (None if one is None else one.tobytes() for one in parts)
        return (self.filter_hz, self.torque_from, self.use_velocity, *arrays)

    def column_filter(self, rate_hz: float) -> ZeroPhaseLowPass:
        """The filter that torque and every column of the regression pass through."""
        return ZeroPhaseLowPass(self.filter_hz, rate_hz)

    def motion_filter(self, rate_hz: float) -> ZeroPhaseLowPass | None:
        """The wider filter on the motion before the columns are made."""
        cutoff = MOTION_BANDWIDTH * self.filter_hz
        return ZeroPhaseLowPass(cutoff, rate_hz) if cutoff < _HIGHEST_FRACTION * rate_hz else None


@dataclass(frozen=True)
class MotionChunk:
    """Uniform samples of a segment, margins included; arrays have shape (M, joints).

    ``inside`` are the samples that belong to this chunk alone, the first of them number
    ``first`` of its segment. ``torque`` is the sum of the measured torque and ``compensator``,
    which moves the links and overcomes friction, not yet low-passed at the cut-off.
    ``slow_position`` is low-passed at the cut-off; it drives the presliding state.
    """

    time: FloatArray
    rate_hz: float
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    torque: FloatArray
    compensator: FloatArray
    slow_position: FloatArray
    stirred: FloatArray
    """Mean speed of the last seconds since the segment began (``core.friction.states``)."""
    inside: slice
    to_edge_s: FloatArray
    """Seconds from each sample to the nearer end of its segment, (M,)."""
    segment: int
    first: int
    deflection: FloatArray | None = None
    """Motor minus link angle at the joint from the encoders, NaN for a joint without a link encoder.

    None on an arm without link encoders.
    """
    is_kept: bool = field(default=False, init=False)
    """Another pass gets this object again; never true of a copy."""

    def kept(self) -> "MotionChunk":
        """The same object, marked as one that other passes get too."""
        object.__setattr__(self, "is_kept", True)
        return self

    def at(self, rows: slice) -> "MotionChunk":
        """The chunk reduced to its ``rows``."""
        names = (
            "time",
            "position",
            "velocity",
            "acceleration",
            "torque",
            "compensator",
            "slow_position",
            "stirred",
        )
        thinned = {name: getattr(self, name)[rows] for name in (*names, "to_edge_s")}
        count = thinned["time"].shape[0]
        deflection = None if self.deflection is None else self.deflection[rows]
        return replace(self, **thinned, deflection=deflection, inside=slice(0, count))


@dataclass
class PreslidingCarrier:
    """Carries the presliding state of every friction contact from chunk to chunk."""

    distance: FloatArray
    _segment: int = -1
    _state: FloatArray | None = field(default=None, repr=False)

    def advance(self, chunk: MotionChunk, positions: FloatArray, *, overlap: int) -> FloatArray:
        """The state z (M, contacts) over the chunk; stores it for the beginning of the next chunk.

        ``positions`` (M, contacts) drive the contacts; the next chunk begins ``overlap`` samples before
        this chunk's own end.
        """
        start = self._state if chunk.segment == self._segment else None
        state = presliding_state(positions, distance=self.distance, start=start)
        self._segment = chunk.segment
        self._state = state[max(0, chunk.inside.stop - overlap)].copy()
        return state


@dataclass(frozen=True)
class ChunkStream:
    """All chunks of one recording, in order; can be iterated any number of times."""

    recording: Recording
    robot: RobotModel
    conditioning: Conditioning
    chunk_samples: int = CHUNK_SAMPLES
    repeats: RepeatedPeriod | None = None
    """The span in which the motion repeats a period, if known."""
    periodic: PeriodicMotion | None = None
    """Motion fitted with the basis of its period, used in place of filtered and differentiated positions."""

    def with_torque_lag(self, further: FloatArray) -> "ChunkStream":
        """The stream with torques taken later by ``further`` (joints,) s than now."""
        before = self.conditioning.torque_lag
        lag = further if before is None else before + further
        return replace(self, conditioning=replace(self.conditioning, torque_lag=lag))

    def with_velocity(self, *, recorded: bool) -> "ChunkStream":
        """The stream with the recorded velocity, or with the derivative of the positions."""
        return replace(self, conditioning=replace(self.conditioning, use_velocity=recorded))

    def usable_segments(self) -> tuple[tuple[int, Segment, UniformClock], ...]:
        """The gap-free segments that are long enough to be filtered."""
        time = self.recording.time
        found = []
        for number, segment in enumerate(segments(time, missing=self.recording.missing)):
            if segment.last - segment.first < 2:
                continue
            clock = UniformClock.of(time, segment)
            if clock.count > 2 * self.conditioning.column_filter(clock.rate_hz).edge_samples:
                found.append((number, segment, clock))
        if not found:
            raise NotEnoughData("recording-too-short", recording=self.recording.label)
        return tuple(found)

    def overlap(self, clock: UniformClock) -> int:
        """Samples of margin that the filter on the columns needs on either side."""
        return self.conditioning.column_filter(clock.rate_hz).settling_samples()

    def chunks(self, monitor: Monitor) -> Iterator[MotionChunk]:
        """One pass over the recording, chunk by chunk."""
        samples = sum(clock.count for _, _, clock in self.usable_segments())
        known = from_pass_cache(
            (
                id(self.recording),
                id(self.robot),
                id(self.periodic),
                self.conditioning.key,
                self.chunk_samples,
            ),
            lambda: tuple(one.kept() for one in self._made(monitor)),
            made_from=self,
            size_bytes=samples * self.robot.joint_count * _BYTES_PER_JOINT,
        )
        if known is None:
            yield from self._made(monitor)
            return
        for number, chunk in enumerate(known, start=1):
            monitor.check()
            yield chunk
            monitor.report(number / len(known))

    def _made(self, monitor: Monitor) -> Iterator[MotionChunk]:
        usable = self.usable_segments()
        total = sum(clock.count for _, _, clock in usable)
        done = 0
        stirring = StirringCarrier()
        for number, segment, clock in usable:
            for first in range(0, clock.count, self.chunk_samples):
                monitor.check()
                last = min(first + self.chunk_samples, clock.count)
                chunk = self._chunk(number, segment, clock, first=first, last=last)
                level = stirring.advance(
                    chunk.velocity,
                    segment=number,
                    rate_hz=clock.rate_hz,
                    following=chunk.inside.stop - self.overlap(clock),
                )
                yield replace(chunk, stirred=level)
                done += last - first
                monitor.report(done / total)

    def _chunk(
        self, number: int, segment: Segment, clock: UniformClock, *, first: int, last: int
    ) -> MotionChunk:
        rate = clock.rate_hz
        columns_margin = self.overlap(clock)
        begin, end = max(0, first - columns_margin), min(clock.count, last + columns_margin)
        slow = self.conditioning.column_filter(rate)
        outer_margin = slow.settling_samples() + 2
        outer_begin, outer_end = max(0, begin - outer_margin), min(clock.count, end + outer_margin)
        raw = resample(self.recording, segment, clock, first=outer_begin, last=outer_end)
        conditioning = self.conditioning
        side = joint_side(
            raw,
            self.robot,
            drive_gain=conditioning.drive_gain,
            torque_from=conditioning.torque_from,
            coupled=conditioning.coupled,
        )
        torque = side.torque
        if conditioning.torque_lag is not None:
            torque = _earlier(raw.time, torque, conditioning.torque_lag)
        motion = conditioning.motion_filter(rate)
        position = motion.apply(side.position) if motion else side.position
        if side.velocity is not None and conditioning.use_velocity:
            velocity = motion.apply(side.velocity) if motion else side.velocity
        else:
            velocity = central_difference(position, rate_hz=rate)
        acceleration = central_difference(velocity, rate_hz=rate)
        driving = side.position
        if self.periodic is not None:
            position, velocity, acceleration = self._on_basis(
                self.periodic, raw.time, position, velocity, acceleration
            )
            driving = position
        keep = slice(begin - outer_begin, end - outer_begin)
        own = np.ascontiguousarray(position[keep])
        compensator = compensator_torque(self.robot.compensators, own)
        ends = np.arange(begin, end)
        return MotionChunk(
            time=raw.time[keep],
            rate_hz=rate,
            position=own,
            velocity=np.ascontiguousarray(velocity[keep]),
            acceleration=np.ascontiguousarray(acceleration[keep]),
            torque=torque[keep] + compensator,
            compensator=compensator,
            slow_position=np.ascontiguousarray(slow.apply(driving)[keep]),
            stirred=np.zeros_like(own),
            inside=slice(first - begin, last - begin),
            to_edge_s=np.minimum(ends, clock.count - 1 - ends) / rate,
            segment=number,
            first=first,
            deflection=None if side.deflection is None else side.deflection[keep],
        )

    @staticmethod
    def _on_basis(
        periodic: PeriodicMotion, time: FloatArray, *differentiated: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Position, velocity, acceleration (M, n), from the basis wherever it is defined."""
        inside = periodic.span.covers(time)[:, np.newaxis]
        known = periodic.evaluate(time)
        own = (known.position, known.velocity, known.acceleration)
        position, velocity, acceleration = (
            np.where(inside, basis, other) for basis, other in zip(own, differentiated, strict=True)
        )
        return position, velocity, acceleration


def _earlier(time: FloatArray, torque: FloatArray, lag: FloatArray) -> FloatArray:
    """Torques (M, n) moved back by the time (n,) by which they are late; held at the ends."""
    return np.column_stack(
        [
            np.interp(time + late, time, values) if late else values
            for late, values in zip(lag, torque.T, strict=True)
        ]
    )


@dataclass
class _Memory:
    limit: int
    size: int = 0
    found: OrderedDict[Hashable, tuple[object, object, int]] = field(default_factory=OrderedDict)
    """By key the result, what it was made from, and its size; what was not used for longest comes first.

    An identity in a key holds as long as what was made from it is here.
    """

    def make_room(self, size_bytes: int) -> None:
        """Forget what was not used for longest, until so many bytes fit."""
        while self.size + size_bytes > self.limit:
            self.size -= self.found.popitem(last=False)[1][2]


_memory: ContextVar[_Memory | None] = ContextVar("remembered", default=None)


@contextmanager
def pass_cache(limit_bytes: int = LIMIT_BYTES) -> Iterator[None]:
    """Remember results within this context, up to a limit of memory; the outermost one counts."""
    if _memory.get() is not None:
        yield
        return
    token = _memory.set(_Memory(limit_bytes))
    try:
        yield
    finally:
        _memory.reset(token)


def from_pass_cache(key: Hashable, make: Callable[[], T], *, made_from: object, size_bytes: int) -> T | None:
    """Result of ``make`` for ``key``; None where it is larger than the memory, or nothing is remembered."""
    memory = _memory.get()
    if memory is None or size_bytes > memory.limit:
        return None
    if key not in memory.found:
        memory.make_room(size_bytes)  # before the result is there too
        made = make()
        memory.make_room(size_bytes)  # making it may have remembered results of its own
        memory.size += size_bytes
        memory.found[key] = (made, made_from, size_bytes)
    memory.found.move_to_end(key)
    found: T = memory.found[key][0]  # type: ignore[assignment]  # its maker gave it
    return found
