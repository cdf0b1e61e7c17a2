"""The noise variance of each regression row, propagated through the model's derivatives.

Torque noise acts on its own row. Noise of the positions, and of the velocities and accelerations
computed from them, changes the modelled torque; its effect is computed by moving the motion by one
standard deviation each. [Wu] 4.2 neglects it, since positions are precise.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from core.estimation import InMemoryRows, RowSource
from core.estimation.rows import RowBlock
from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan, JointColumns
from core.identification.measurement_noise import MeasurementNoise
from core.identification.regression_rows import RegressionRows, RowPiece, split_rows, thinned_step
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray

_MOVED = ("position", "velocity", "acceleration")


@dataclass(frozen=True)
class ThinMotion:
    """The decimated motion of the rows of one piece, with its noise.

    ``presliding`` (m, contacts) is the state of the contacts, ``winding`` (m, contacts) its standard
    deviation, ``torque`` (n,) and ``motion`` (m, n, 3, 3) variances as ``MeasurementNoise`` has them.
    """

    chunk: MotionChunk
    presliding: FloatArray
    winding: FloatArray
    torque: FloatArray
    motion: FloatArray

    def variance(self, plan: ColumnPlan, estimate: FloatArray) -> FloatArray:
        """Variance of the rows, (m, n) N²·m²."""
        model = _Model(plan, estimate)
        found = np.tile(self.torque, (self.chunk.time.shape[0], 1))
        for joint in range(self.torque.size):
            moves = np.stack([self._moved(model, quantity, joint) for quantity in range(3)])
            found += np.einsum("amj,bmj,mab->mj", moves, moves, _correlation(self.motion[:, joint]))
        wound = np.clip(self.presliding + self.winding, -1.0, 1.0)
        wound_back = np.clip(self.presliding - self.winding, -1.0, 1.0)
        change = model.torque(self.chunk, wound) - model.torque(self.chunk, wound_back)
        return np.asarray(found + (0.5 * change) ** 2)

    def _moved(self, model: "_Model", quantity: int, joint: int) -> FloatArray:
        """Change of all torques (m, n) for one standard deviation of one joint's quantity."""
        step = np.sqrt(self.motion[:, joint, quantity, quantity])
        name = _MOVED[quantity]
        ends = []
        for sign in (1.0, -1.0):
            moved = getattr(self.chunk, name).copy()
            moved[:, joint] += sign * step
            ends.append(model.torque(replace(self.chunk, **{name: moved}), self.presliding))
        return np.asarray(0.5 * (ends[0] - ends[1]))


@dataclass(frozen=True)
class _Model:
    """The torque (m, n) of parameters ``estimate`` (p,) in the columns of ``plan``."""

    plan: ColumnPlan
    estimate: FloatArray

    def torque(self, chunk: MotionChunk, presliding: FloatArray) -> FloatArray:
        columns: list[JointColumns] = self.plan.columns(chunk, presliding=presliding)
        return np.column_stack([part.values @ self.estimate[part.places] for part in columns])


def _correlation(covariance: FloatArray) -> FloatArray:
    """Correlations (m, 3, 3) from covariances; zero where the variance is zero."""
    std = np.sqrt(np.einsum("maa->ma", covariance))
    scale = np.divide(1.0, std, out=np.zeros_like(std), where=std > 0.0)
    return np.asarray(covariance * scale[:, :, np.newaxis] * scale[:, np.newaxis, :])


@dataclass
class NoisyRows:
    """The rows of a regression with the noise variance of each; ``noise`` has one entry per stream.

    Few rows are kept in memory, so that only the variances are computed again in every pass.
    """

    rows: RegressionRows
    noise: tuple[MeasurementNoise, ...]
    _held: list[tuple[RowPiece, ThinMotion]] = field(default_factory=list, repr=False)
    _is_held: bool = False

    @property
    def column_names(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        return self.rows.column_names

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return self.rows.joint_count

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        """One pass over all rows, block by block."""
        for piece, _ in self._pieces(monitor):
            yield from piece.blocks()

    def noisy_blocks(self, estimate: FloatArray, monitor: Monitor) -> Iterator[tuple[RowBlock, FloatArray]]:
        """One pass over all rows, with the variance (m, n) of each."""
        for piece, motion in self._pieces(monitor):
            monitor.check()
            variance = motion.variance(self.rows.plan, estimate)
            for rows, block in split_rows(piece):
                yield block, variance[rows]

    def _pieces(self, monitor: Monitor) -> Iterator[tuple[RowPiece, ThinMotion]]:
        if self._is_held:
            for number, pair in enumerate(self._held):
                yield pair
                monitor.report((number + 1) / len(self._held))
            return
        size = 0
        self._held.clear()
        for piece in self.rows.pieces(PartOfMonitor(monitor, first=0.0, last=1.0)):
            thin = self._thin(piece)
            size += piece.regressor.nbytes
            if size <= MOST_BYTES:
                self._held.append((piece.without_chunk(), thin))
            yield piece, thin
        self._is_held = size <= MOST_BYTES
        if not self._is_held:
            self._held.clear()

    def _thin(self, piece: RowPiece) -> ThinMotion:
        """The motion at the rate of the rows; a repeated motion has less noise than a single sample."""
        noise, stream = self.noise[piece.stream], self.rows.streams[piece.stream]
        chunk, low_pass = piece.conditioned
        thin = chunk.at(piece.rows)
        share = np.ones(thin.time.size)
        if stream.periodic is not None:
            inside = stream.periodic.span.covers(thin.time)
            share[inside] = 1.0 / stream.periodic.span.cycles
        motion = noise.motion_covariance * share[:, np.newaxis, np.newaxis, np.newaxis]
        winding = np.zeros_like(piece.presliding[piece.rows])
        if self.rows.plan.form.uses_presliding:
            slack = low_pass.apply(self._winding(piece, noise, share.min()))
            winding = np.abs(slack[piece.rows])
        return ThinMotion(thin, piece.presliding[piece.rows], winding, noise.torque.filtered() ** 2, motion)

    def _winding(self, piece: RowPiece, noise: MeasurementNoise, share: float) -> FloatArray:
        """(M, contacts) standard deviation of the presliding state, before the filter.

        After a turn the state is ``s + (z − s) exp(−|q − q_turn|/xs)``, so the noise of both
        positions counts, ``(1 − z s)/xs`` times.
        """
        plan, chunk = self.rows.plan, piece.conditioned[0]
        direction = np.sign(np.gradient(plan.contact_positions(chunk), axis=0))
        std = np.sqrt(2.0 * share * noise.motion_covariance[:, 0, 0])
        pairs = [np.hypot(std[pair.own], pair.ratio * std[pair.other]) for pair in plan.coupled]
        contact = np.concatenate([std, np.array(pairs)])
        return np.asarray((1.0 - piece.presliding * direction) / plan.presliding_distance() * contact)


MOST_BYTES = 80_000_000


def held_rows(rows: RegressionRows, *, monitor: Monitor) -> RowSource:
    """The same rows in memory, or ``rows`` themselves where they would need over 80 MB."""
    if _bytes(rows) > MOST_BYTES:
        return rows
    blocks = [
        (block.regressor, block.target, block.weight_mask, block.block) for block in rows.blocks(monitor)
    ]
    regressor = np.concatenate([block[0] for block in blocks])
    masks = [block[2] for block in blocks if block[2] is not None]
    return InMemoryRows(
        regressor=regressor,
        target=np.concatenate([block[1] for block in blocks]),
        column_names=rows.column_names,
        block_ids=np.concatenate([np.full(block[1].shape[0], block[3], dtype=np.intp) for block in blocks]),
        weight_mask=np.concatenate(masks),
    )


def _bytes(rows: RegressionRows) -> int:
    samples = 0
    for stream in rows.streams:
        for _, _, clock in stream.usable_segments():
            low_pass = stream.conditioning.column_filter(clock.rate_hz)
            samples += clock.count // thinned_step(clock.rate_hz, low_pass)
    return samples * rows.joint_count * len(rows.column_names) * 8
