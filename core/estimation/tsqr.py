"""Sequential QR: streamed rows are reduced to small triangular factors.

Each joint and each time block keeps the triangular factor of its own rows ``[X | y]``. Any weight per
joint can be applied afterwards by stacking the small factors, and so can any choice of blocks. Columns
that are zero for a joint throughout (all links nearer to the base, the friction of the other joints)
are left out of its factors. This is most of the saving against a dense solution.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.errors import BadRequest, NotEnoughData
from core.estimation.rows import BoolArray, IntArray, RowBlock, RowSource, active_columns, used_rows
from core.monitor import Monitor
from core.recording import FloatArray

CHUNK_ROWS = 2048
"""Number of rows factored in one step."""
MAX_GROUPS = 120
"""Largest number of separate time groups; beyond it neighbours are merged, which halves their number."""


_PANEL = 64
"""Largest LAPACK block size, columns; it sets the size of the workspace."""


def triangular_factor(matrix: FloatArray) -> FloatArray:
    """Upper triangular R with RᵀR = matrixᵀ matrix; ``matrix`` (m, q) may be overwritten.

    Returns
    -------
    (min(m, q), q)
    """
    from scipy.linalg import lapack  # reading a result does not need it

    rows, columns = matrix.shape
    if rows == 0 or columns == 0:
        return np.zeros((0, columns))
    # scipy.linalg.qr would copy the whole matrix to cut the triangle out of it
    reflected, _, _, _ = lapack.dgeqrf(matrix, lwork=_PANEL * columns, overwrite_a=1)
    return np.asarray(np.triu(reflected[:columns]), dtype=np.float64)


@dataclass(frozen=True)
class Factor:
    """Triangular factor (k, len(columns)) and the columns that it covers."""

    columns: IntArray
    triangle: FloatArray

    def widened(self, width: int) -> FloatArray:
        """The factor with zeros in the columns it does not cover, (k, width)."""
        wide = np.zeros((self.triangle.shape[0], width), order="F")
        wide[:, self.columns] = self.triangle
        return wide


def merged_factor(factors: Sequence[Factor]) -> Factor:
    """One factor for the rows of several."""
    if len(factors) == 1:
        return factors[0]
    columns = np.unique(np.concatenate([factor.columns for factor in factors]))
    rows = sum(factor.triangle.shape[0] for factor in factors)
    stack = np.zeros((rows, columns.size), order="F")
    first = 0
    for factor in factors:
        last = first + factor.triangle.shape[0]
        stack[first:last, np.searchsorted(columns, factor.columns)] = factor.triangle
        first = last
    return Factor(columns, triangular_factor(stack))


@dataclass
class GrowingFactor:
    """Collects rows in pieces and factors them whenever a chunk is full."""

    chunk_rows: int = CHUNK_ROWS
    _done: list[Factor] = field(default_factory=list)
    _pending: list[Factor] = field(default_factory=list)
    _pending_rows: int = 0

    def add(self, rows: FloatArray, *, columns: IntArray) -> None:
        """Add rows (m, len(columns)), kept until they are factored; ``columns`` are sorted."""
        self._pending.append(Factor(columns, rows))
        self._pending_rows += rows.shape[0]
        if self._pending_rows >= self.chunk_rows:
            self._reduce()

    def rest(self) -> None:
        """Reduce the pending rows where their factor is smaller; further rows may follow later."""
        if self._pending and self._pending_rows >= self._pending[0].columns.size:
            self._reduce()

    def absorb(self, factor: Factor) -> None:
        """Add the rows that a finished factor represents."""
        self._done = [*self._done, factor]
        self._reduce()

    def finished(self) -> Factor:
        """The factor of all rows added so far."""
        if self._pending:
            self._reduce()
        return self._done[0] if self._done else Factor(np.empty(0, dtype=np.intp), np.zeros((0, 0)))

    def _reduce(self) -> None:
        pieces = [*self._done, *self._pending]
        if len(pieces) == 1:
            only = pieces[0]
            self._done = [Factor(only.columns, triangular_factor(np.asfortranarray(only.triangle)))]
        else:
            self._done = [merged_factor(pieces)]
        self._pending, self._pending_rows = [], 0


@dataclass
class TimeGroups:
    """Puts time blocks into at most ``MAX_GROUPS`` groups of neighbours, in order of arrival."""

    blocks_per_group: int = 1
    _ordinal: dict[int, int] = field(default_factory=dict)

    def group(self, block: int) -> int:
        """Group of a block under the present grouping."""
        return self._ordinal.setdefault(block, len(self._ordinal)) // self.blocks_per_group

    def too_many(self) -> bool:
        """True if neighbouring groups must be merged; the grouping is then already coarser."""
        if len(self._ordinal) <= MAX_GROUPS * self.blocks_per_group:
            return False
        self.blocks_per_group *= 2
        return True


@dataclass(frozen=True)
class BlockFactors:
    """The result of one pass over the rows.

    ``factors[group][joint]`` covers columns 0 … p − 1 and, as column p, the target.
    ``row_counts`` (groups, n) are the numbers of rows; ``scores`` (groups, p) the sums
    Σ x ψ over the rows of a group for the ψ given with them (zero if none was given).
    """

    column_names: tuple[str, ...]
    factors: tuple[tuple[Factor, ...], ...]
    row_counts: IntArray
    scores: FloatArray

    @property
    def width(self) -> int:
        """Number of columns including the target, p + 1."""
        return len(self.column_names) + 1

    @property
    def group_count(self) -> int:
        """Number of time groups that contain rows."""
        return len(self.factors)

    @property
    def joint_rows(self) -> IntArray:
        """Number of rows of each joint, (n,)."""
        return np.asarray(self.row_counts.sum(axis=0), dtype=np.intp)

    def joint_factor(self, joint: int) -> FloatArray:
        """Factor (k, p + 1) of all rows of one joint.

        Raises
        ------
        NotEnoughData
            ``too-few-samples`` where no row could be used.
        """
        if not self.factors:
            raise NotEnoughData("too-few-samples", samples=0, needed=self.width)
        return merged_factor([group[joint] for group in self.factors]).widened(self.width)

    def joint_factors(self) -> list[FloatArray]:
        """``joint_factor`` of every joint, from base to flange."""
        return [self.joint_factor(joint) for joint in range(self.row_counts.shape[1])]

    def weighted_group(self, group: int, *, joint_std: FloatArray) -> FloatArray:
        """Factor (k, p + 1) of one group's rows, each joint divided by ``joint_std`` (n,)."""
        scaled = [
            Factor(factor.columns, factor.triangle / std)
            for factor, std in zip(self.factors[group], joint_std, strict=True)
        ]
        return merged_factor(scaled).widened(self.width)


def weighted_factor(joint_factors: Iterable[FloatArray], *, joint_std: FloatArray) -> FloatArray:
    """Factor (k, p + 1) of all rows, each joint's factor divided by its ``joint_std`` (n,)."""
    scaled = [factor / std for factor, std in zip(joint_factors, joint_std, strict=True)]
    return triangular_factor(np.asfortranarray(np.concatenate(scaled)))


def residual_squares(joint_factors: Iterable[FloatArray], *, estimate: FloatArray) -> FloatArray:
    """Sum of squared residuals of each joint (n,) under ``estimate`` (p,), without another pass."""
    extended = np.append(-estimate, 1.0)
    return np.array([float(np.sum((factor @ extended) ** 2)) for factor in joint_factors])


@dataclass
class BlockReduction:
    """Builds ``BlockFactors`` from pieces of rows; rows of a group need not be consecutive."""

    column_names: tuple[str, ...]
    joint_count: int
    _groups: TimeGroups = field(default_factory=TimeGroups)
    _growing: dict[int, list[GrowingFactor]] = field(default_factory=dict)
    _counts: dict[int, IntArray] = field(default_factory=dict)
    _scores: dict[int, FloatArray] = field(default_factory=dict)
    _open_group: int = -1

    def add(
        self, piece: RowBlock, *, row_scale: FloatArray | None = None, psi: FloatArray | None = None
    ) -> None:
        """Add the used rows of ``piece``, each multiplied by its ``row_scale`` (m, n) if given.

        ``psi`` (m, n), zero for unused rows, is added to the group's score.
        """
        group = self._groups.group(piece.block)
        if self._groups.too_many():
            self._join_neighbours()
            group = self._groups.group(piece.block)
        if group != self._open_group:
            self._leave()
            self._growing.setdefault(group, [GrowingFactor() for _ in range(self.joint_count)])
            self._open_group = group
            self._counts.setdefault(group, np.zeros(self.joint_count, dtype=np.intp))
            self._scores.setdefault(group, np.zeros(len(self.column_names)))
        self._take(piece, row_scale)
        if psi is not None:
            self._scores[group] += np.einsum("mjp,mj->p", piece.regressor, psi)

    def finished(self) -> BlockFactors:
        """The factors of everything taken so far."""
        order = [group for group in sorted(self._growing) if self._counts[group].any()]
        counts = np.array([self._counts[group] for group in order], dtype=np.intp)
        scores = np.array([self._scores[group] for group in order])
        return BlockFactors(
            self.column_names,
            tuple(tuple(growing.finished() for growing in self._growing[group]) for group in order),
            counts.reshape(len(order), self.joint_count),
            scores.reshape(len(order), len(self.column_names)),
        )

    def _take(self, piece: RowBlock, row_scale: FloatArray | None) -> None:
        used = used_rows(piece)
        self._counts[self._open_group] += used.sum(axis=0)
        active = active_columns(piece)
        for joint, growing in enumerate(self._growing[self._open_group]):
            rows, columns = joint_rows(piece, joint=joint, used=used[:, joint], active=active[joint])
            if row_scale is not None:
                rows *= row_scale[used[:, joint], joint, np.newaxis]
            growing.add(rows, columns=columns)

    def _leave(self) -> None:
        for growing in self._growing.get(self._open_group, []):
            growing.rest()
        self._open_group = -1

    def _join_neighbours(self) -> None:
        self._leave()
        joined: dict[int, list[GrowingFactor]] = {}
        counts: dict[int, IntArray] = {}
        scores: dict[int, FloatArray] = {}
        for group, growing in self._growing.items():
            half = group // 2
            if half in joined:
                for kept, more in zip(joined[half], growing, strict=True):
                    # A triangular factor replaces its rows exactly: [R1; R2] has the same product as
                    # all rows.
                    kept.absorb(more.finished())
            else:
                joined[half] = growing
            counts[half] = counts.get(half, 0) + self._counts[group]
            scores[half] = scores.get(half, 0.0) + self._scores[group]
        self._growing, self._counts, self._scores = joined, counts, scores


def joint_rows(
    piece: RowBlock, *, joint: int, used: BoolArray, active: BoolArray
) -> tuple[FloatArray, IntArray]:
    """Copy of the used rows ``[X | y]`` of one joint in its active columns, and which those are."""
    columns = np.append(np.flatnonzero(active), active.size)
    everything = bool(used.all())
    samples = used.size if everything else int(np.count_nonzero(used))
    rows = np.empty((samples, columns.size))
    regressor, target = piece.regressor[:, joint], piece.target[:, joint]
    rows[:, :-1] = regressor[:, active] if everything else regressor[np.ix_(used, active)]
    rows[:, -1] = target if everything else target[used]
    return rows, columns


def reduce_rows(rows: RowSource, *, monitor: Monitor) -> BlockFactors:
    """One pass over ``rows``.

    Raises
    ------
    BadRequest
        ``rows-not-finite`` when a row that takes part holds a value that is not a number.
    """
    reduction = BlockReduction(rows.column_names, rows.joint_count)
    for piece in rows.blocks(monitor):
        monitor.check()
        reduction.add(piece)
    reduced = reduction.finished()
    for group in reduced.factors:
        require_finite(group)
    return reduced


def require_finite(factors: Sequence[Factor], *, first_joint: int = 0) -> None:
    """Raise BadRequest if one of the factors, one per joint, contains a NaN or an infinity."""
    for joint, factor in enumerate(factors, start=first_joint):
        if not np.isfinite(factor.triangle).all():
            raise BadRequest("rows-not-finite", joint=joint + 1)
