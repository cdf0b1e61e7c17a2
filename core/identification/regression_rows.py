"""Recordings as a stream of regression rows: filtered, decimated, masked, in time blocks."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from core.estimation.rows import BoolArray, IntArray, RowBlock
from core.identification.chunks import ChunkStream, MotionChunk, PreslidingCarrier
from core.identification.columns import ColumnPlan
from core.identification.learned_torque import LearnedTorque
from core.identification.measurement_noise import MeasurementNoise
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.signals.filters import ZeroPhaseLowPass

ROWS_PER_CUTOFF = 10.0
"""Rows kept per second and hertz of cut-off; filtered signals contain nothing above that."""
EDGE_CUTOFF_PERIODS = 0.5
"""Periods of the cut-off left out of a fit at the ends of a segment."""
MOVING_SPEED = np.deg2rad(0.5)
"""Speed below which a joint counts as at rest, rad/s or m/s."""
WOUND_UP_AFTER = 1e-3
"""Travel (rad or m) from a segment's start after which a joint's contact state is known.

It is ten presliding distances or more. Before that the deflection of the contact is unknown, and the
holding torque may have any value within the stiction.
"""
MOST_BLOCKS = 30
SHORTEST_BLOCK_CUTOFF_PERIODS = 4.0
"""Shortest block in periods of the cut-off.

With half of it neighbouring blocks were correlated, and standard deviations came out some 10 % too
small.
"""


def conditioned_chunks(
    stream: ChunkStream, plan: ColumnPlan, *, monitor: Monitor
) -> Iterator[tuple[MotionChunk, FloatArray, ZeroPhaseLowPass]]:
    """Chunks of a recording with their presliding states (M, contacts) and the columns' filter."""
    carrier = PreslidingCarrier(plan.presliding_distance())
    for chunk in stream.chunks(monitor):
        low_pass = stream.conditioning.column_filter(chunk.rate_hz)
        overlap = low_pass.settling_samples()
        if plan.form.uses_presliding:
            state = carrier.advance(chunk, plan.contact_positions(chunk), overlap=overlap)
        else:
            contacts = plan.robot.joint_count + len(plan.coupled)
            state = np.zeros((chunk.time.shape[0], contacts))
        yield chunk, state, low_pass


def thinned_step(rate_hz: float, low_pass: ZeroPhaseLowPass) -> int:
    """Decimation step of the rows; filtered signals contain nothing above the cut-off."""
    return max(1, int(rate_hz / (ROWS_PER_CUTOFF * low_pass.cutoff_hz)))


def thinned_rows(chunk: MotionChunk, low_pass: ZeroPhaseLowPass) -> slice:
    """The chunk's own samples at the decimated rate, on the segment's grid."""
    step = thinned_step(chunk.rate_hz, low_pass)
    first = -(-chunk.first // step) * step
    return slice(chunk.inside.start + first - chunk.first, chunk.inside.stop, step)


@dataclass(frozen=True)
class RegressionRows:
    """The rows of several recordings, for any estimator; only one chunk is in memory.

    ``block_s`` is the length of the time blocks, ``moving_only`` leaves out rows of
    joints at rest. ``learned`` is the torque subtracted from each stream first.
    """

    streams: tuple[ChunkStream, ...]
    plan: ColumnPlan
    block_s: float
    moving_only: bool
    learned: tuple[LearnedTorque | None, ...] = ()
    noise: tuple[MeasurementNoise, ...] = ()
    """Noise of each stream, if an estimator needs it."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        return self.plan.names

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return self.plan.robot.joint_count

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all recordings, block by block."""
        for piece in self.pieces(monitor):
            yield from piece.blocks()

    def pieces(self, monitor: Monitor) -> Iterator["RowPiece"]:
        """One pass over all recordings, with the chunks that the rows come from."""
        first_block = 0
        for number, stream in enumerate(self.streams):
            count = len(self.streams)
            part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
            highest = first_block
            travel = Travel()
            for chunk, presliding, low_pass in conditioned_chunks(stream, self.plan, monitor=part):
                rows = thinned_rows(chunk, low_pass)
                block_ids = first_block + self._blocks_of(stream, chunk.time[rows])
                regressor, target = self._spread(chunk, presliding, low_pass, rows)
                if self.learned and (learned := self.learned[number]) is not None:
                    target = target - learned.along(chunk, low_pass, plan=self.plan)[rows]
                mask = kept_rows(chunk, low_pass, rows, moving_only=self.moving_only)
                mask &= travel.has_moved(chunk, low_pass)[rows]
                yield RowPiece(
                    number, rows, presliding, regressor, target, mask, block_ids, (chunk, low_pass)
                )
                highest = max(highest, int(block_ids.max()) + 1) if block_ids.size else highest
            first_block = highest

    def _blocks_of(self, stream: ChunkStream, time: FloatArray) -> IntArray:
        """Time block of each time (m,), counted from 0.

        Model errors repeat in every period of a motion, so the same part of each period belongs to one
        block.
        """
        if stream.repeats is None:
            since = time - float(stream.recording.time[0])
            return np.asarray((since / self.block_s).astype(np.intp))
        count = max(round(stream.repeats.period_s / self.block_s), 1)
        turn = stream.repeats.phase(time) / stream.repeats.period_s
        return np.asarray(np.minimum((turn * count).astype(np.intp), count - 1))

    def _spread(
        self, chunk: MotionChunk, presliding: FloatArray, low_pass: ZeroPhaseLowPass, rows: slice
    ) -> tuple[FloatArray, FloatArray]:
        target = low_pass.apply(chunk.torque)[rows]
        regressor = np.zeros((*target.shape, len(self.plan.names)))
        columns = self.plan.filtered_columns(chunk, low_pass, presliding=presliding, rows=rows)
        for joint, part in enumerate(columns):
            regressor[:, joint, part.places] = part.values
        return regressor, target


@dataclass
class Travel:
    """Time since which each joint has left its segment's start position; kept from chunk to chunk."""

    _segment: int = -1
    _begin: FloatArray = field(default_factory=lambda: np.zeros(0))
    _since: FloatArray = field(default_factory=lambda: np.zeros(0))

    def has_moved(self, chunk: MotionChunk, low_pass: ZeroPhaseLowPass) -> BoolArray:
        """Mask (M, joints): the joint's contact state follows from observed motion.

        It becomes True after a delay, because the filter spreads earlier samples.
        """
        if chunk.segment != self._segment:
            self._segment, self._begin = chunk.segment, chunk.slow_position[0].copy()
            self._since = np.full(self._begin.shape, np.inf)
        away = np.abs(chunk.slow_position[: chunk.inside.stop] - self._begin) > WOUND_UP_AFTER
        first = np.where(away.any(axis=0), chunk.time[away.argmax(axis=0)], np.inf)
        self._since = np.minimum(self._since, first)
        settled = self._since + EDGE_CUTOFF_PERIODS / low_pass.cutoff_hz
        return np.asarray(chunk.time[:, np.newaxis] >= settled)


def kept_rows(chunk: MotionChunk, low_pass: ZeroPhaseLowPass, rows: slice, *, moving_only: bool) -> BoolArray:
    """Mask (m, joints) of the rows used: away from the ends, and moving if required."""
    edge = EDGE_CUTOFF_PERIODS / low_pass.cutoff_hz
    clear = np.repeat(chunk.to_edge_s[rows, np.newaxis] >= edge, chunk.position.shape[1], axis=1)
    if not moving_only:
        return clear
    moving: BoolArray = np.abs(low_pass.apply(chunk.velocity)[rows]) > MOVING_SPEED
    return clear & moving


@dataclass(frozen=True)
class RowPiece:
    """The rows of one chunk of the recording number ``stream``.

    ``regressor`` (m, joints, p), ``target`` and ``mask`` (m, joints), ``block_ids`` (m,).
    They are the ``rows`` of the chunk in ``source``; ``presliding`` (M, contacts) belongs to all
    of its samples.
    """

    stream: int
    rows: slice
    presliding: FloatArray
    regressor: FloatArray
    target: FloatArray
    mask: BoolArray
    block_ids: IntArray
    source: tuple[MotionChunk, ZeroPhaseLowPass] | None

    @property
    def conditioned(self) -> tuple[MotionChunk, ZeroPhaseLowPass]:
        """The chunk, and the filter that its rows passed."""
        assert self.source is not None, "a piece that was put by has no chunk"
        return self.source

    def without_chunk(self) -> "RowPiece":
        """The rows alone, to be kept in memory."""
        return replace(self, presliding=np.empty(0), source=None)

    def blocks(self) -> Iterator[RowBlock]:
        """The rows, block by block."""
        return (block for _, block in split_rows(self))


def split_rows(piece: RowPiece) -> Iterator[tuple[slice, RowBlock]]:
    """The stretches of rows that belong to one block each."""
    edges = [0, *(np.flatnonzero(np.diff(piece.block_ids)) + 1).tolist(), piece.block_ids.shape[0]]
    for first, last in pairwise(edges):
        if last > first:
            rows = slice(first, last)
            block = RowBlock(
                piece.regressor[rows], piece.target[rows], piece.mask[rows], int(piece.block_ids[first])
            )
            yield rows, block


def block_length(durations: list[float], *, longest_s: float, cutoff_hz: float) -> float:
    """Length in s of the time blocks whose scatter gives the uncertainty.

    Long enough that neighbouring blocks are nearly independent, short enough that a short
    recording still gives a useful number of them.
    """
    shortest = SHORTEST_BLOCK_CUTOFF_PERIODS / cutoff_hz
    return float(np.clip(sum(durations) / MOST_BLOCKS, min(shortest, longest_s), longest_s))
