"""Sums of products of everything that the checks regress on, in one pass over the recordings.

Every hypothesis about the set-up (another direction of gravity, two exchanged channels, a reversed sign,
another drive gain) is a linear combination of the same columns. With the Gram matrix G = XᵀX of these
columns per time block and joint, a fit under a hypothesis needs no further pass: if the hypothesis is
X S, its normal equations are Sᵀ G S.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.base_parameters import find_base_parameters
from core.estimation.rows import IntArray
from core.friction.models import FORMS, FrictionKind
from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import RegressionRows, RowPiece
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass

MOST_BLOCKS = 40
"""Largest number of time blocks kept apart; neighbours are joined beyond it."""
_GRAVITY_PARAMETERS = 4
"""A link's mass and first moments, the parameters that gravity acts on, come first."""
_GENERIC_GRAVITY = np.array([3.0, 4.0, -8.0])
"""A direction of gravity along no axis: the base parameters of an arm mounted in any way."""


@dataclass(frozen=True)
class CheckedColumns:
    """Places of the columns in one joint's Gram matrix, in this order.

    ``base`` are the base parameters that act on the joint; then come the coupled motors, the joint's
    own friction, the ``gravity`` ones of the base parameters for gravity of 1 m/s² along x, y and z,
    the derivative of the measured torque, the velocity, every measured torque, and the compensator's.
    """

    base: IntArray
    gravity: IntArray
    coupling: int
    friction: int
    joints: int

    @property
    def offset(self) -> int:
        """Place of the friction's constant offset, which is its last column."""
        return self.first_friction + self.friction - 1

    @property
    def first_friction(self) -> int:
        """Place of the joint's first friction column."""
        return int(self.base.size) + self.coupling

    def pull(self, axis: int) -> slice:
        """Places of the gravity columns for gravity along ``axis``."""
        start = self.first_friction + self.friction + axis * self.gravity.size
        return slice(start, start + int(self.gravity.size))

    @property
    def slope(self) -> int:
        """Place of the derivative of the joint's measured torque with respect to time."""
        return int(self.pull(2).stop)

    @property
    def velocity(self) -> int:
        """Place of the joint's velocity."""
        return self.slope + 1

    @property
    def torques(self) -> slice:
        """Places of the measured torques of all joints."""
        return slice(self.velocity + 1, self.velocity + 1 + self.joints)

    @property
    def compensator(self) -> int:
        """Place of the gravity compensator's torque."""
        return int(self.torques.stop)

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.compensator + 1


@dataclass(frozen=True)
class CheckedModel:
    """A model whose set-up is checked: ``plan`` holds for any direction of gravity.

    ``parameters`` (b,) are base parameters of ``plan``, ``joint_std`` (n,) the RMS residual in N·m.
    ``is_known``: the rigid-body parameters are taken from the model, not fitted again.
    """

    plan: ColumnPlan
    parameters: FloatArray
    joint_std: FloatArray
    is_known: bool = False

    @classmethod
    def of(
        cls, plan: ColumnPlan, parameters: FloatArray, *, joint_std: FloatArray, is_known: bool = False
    ) -> "CheckedModel":
        """The model of a fit with base parameters (b,), with the friction that all checks use.

        A wrong set-up changes the friction's shapes: a torque that is late by 20 ms looks like a contact
        that is three times as soft. The checks therefore keep the shapes at their usual values.

        Any inertial parameters with the fitted base parameters give the same torque, so those of least
        norm carry the fit over to the base parameters of an arm that is mounted in any way.
        """
        generic = find_base_parameters(
            replace(plan.robot, gravity=_GENERIC_GRAVITY), rotor_inertia=plan.with_rotor_inertia
        )
        base = generic.grouping @ np.linalg.pinv(plan.base.grouping) @ parameters
        form = FORMS[FrictionKind.LOAD_DEPENDENT]
        general = replace(
            plan,
            base=generic,
            form=form,
            shapes=(form.shape_start,) * plan.robot.joint_count,
            load_parameters=base,
            top_speed=None,
        )
        return cls(general, base, joint_std, is_known)

    def mounted(self, gravity: FloatArray, parameters: FloatArray) -> "CheckedModel":
        """The model under another direction of gravity (3,), with the parameters fitted there."""
        plan = replace(self.plan, robot=replace(self.plan.robot, gravity=gravity), load_parameters=parameters)
        return replace(self, plan=plan, parameters=parameters)


@dataclass(frozen=True)
class CheckedSums:
    """Gram matrices of all recordings that are checked.

    ``grams`` has for each joint the matrices (blocks, P, P) of its own rows, ``rows`` (blocks, joints)
    their number, ``runs`` (blocks,) the recording that a block belongs to.
    """

    model: CheckedModel
    columns: tuple[CheckedColumns, ...]
    grams: tuple[FloatArray, ...]
    rows: IntArray
    runs: IntArray

    @cached_property
    def totals(self) -> tuple[FloatArray, ...]:
        """The Gram matrix (P, P) of each joint over all blocks."""
        return tuple(gram.sum(axis=0) for gram in self.grams)

    @cached_property
    def counts(self) -> IntArray:
        """Number of rows of each joint, (n,)."""
        return np.asarray(self.rows.sum(axis=0))

    @property
    def plan(self) -> ColumnPlan:
        """The columns."""
        return self.model.plan

    @property
    def joint_count(self) -> int:
        """Number of joints."""
        return len(self.columns)

    def torque_std(self, torque: FloatArray | None = None) -> FloatArray:
        """Standard deviation (n,) of the joints' torques in N·m; NaN for a joint without rows.

        ``torque`` (n, n) turns measured torques (rows) into those of the joints; as measured where None.
        """
        found = np.full(self.joint_count, np.nan)
        for joint, (places, total) in enumerate(zip(self.columns, self.totals, strict=True)):
            if self.counts[joint] > 0:
                own = np.eye(self.joint_count)[joint] if torque is None else torque[:, joint]
                square = own @ total[places.torques, places.torques] @ own / self.counts[joint]
                mean = total[places.offset, places.torques] @ own / self.counts[joint]
                found[joint] = np.sqrt(max(square - mean**2, 0.0))
        return found


def checked_sums(model: CheckedModel, rows: RegressionRows, *, monitor: Monitor) -> CheckedSums:
    """One pass over the recordings of ``rows``."""
    plan = model.plan
    every = replace(rows, plan=plan, learned=(), moving_only=False)
    columns = tuple(_columns_of(plan, joint) for joint in range(plan.robot.joint_count))
    collected = _Collected(columns)
    for piece in every.pieces(monitor):
        collected.add(piece, _joint_values(piece, plan, columns))
    return CheckedSums(model, columns, *collected.joined())


def _columns_of(plan: ColumnPlan, joint: int) -> CheckedColumns:
    links = PARAMETERS_PER_LINK * plan.robot.joint_count
    base = plan.visible[joint]
    standard = np.asarray(plan.base.independent)[base]
    pulled = (standard < links) & (standard % PARAMETERS_PER_LINK < _GRAVITY_PARAMETERS)
    return CheckedColumns(
        base=base,
        gravity=np.flatnonzero(pulled),
        coupling=plan.coupling_places.stop - plan.coupling_places.start,
        friction=len(plan.friction_columns),
        joints=plan.robot.joint_count,
    )


def _joint_values(piece: RowPiece, plan: ColumnPlan, columns: Sequence[CheckedColumns]) -> list[FloatArray]:
    """The columns (m, P) of each joint for a piece's rows."""
    chunk, low_pass = piece.conditioned
    measured = low_pass.apply(chunk.torque - chunk.compensator)
    slope = central_difference(measured, rate_hz=chunk.rate_hz)[piece.rows]
    torque, velocity = measured[piece.rows], low_pass.apply(chunk.velocity)[piece.rows]
    compensator = low_pass.apply(chunk.compensator)[piece.rows]
    pulls = [_pull(plan, axis, chunk, low_pass, piece.rows, columns) for axis in np.eye(3)]
    found = []
    for joint, places in enumerate(columns):
        own = plan.friction_places(joint)
        regressor = piece.regressor[:, joint]
        found.append(
            np.column_stack(
                [
                    regressor[:, places.base],
                    regressor[:, plan.coupling_places],
                    regressor[:, own],
                    *(pull[joint] for pull in pulls),
                    slope[:, joint],
                    velocity[:, joint],
                    torque,
                    compensator[:, joint],
                ]
            )
        )
    return found


def _pull(
    plan: ColumnPlan,
    axis: FloatArray,
    chunk: MotionChunk,
    low_pass: ZeroPhaseLowPass,
    rows: slice,
    columns: Sequence[CheckedColumns],
) -> list[FloatArray]:
    """Columns (m, gravity) of each joint for gravity of 1 m/s² along ``axis``, at rest."""
    still = np.zeros_like(chunk.velocity)
    resting = replace(chunk, velocity=still, acceleration=still)
    parts = replace(plan, robot=replace(plan.robot, gravity=axis)).rigid_columns(resting)
    return [
        low_pass.apply(part.values[:, places.gravity])[rows].copy()  # a view would keep every sample
        for part, places in zip(parts, columns, strict=True)
    ]


class _Collected:
    """Gram matrices block by block, while the rows come in."""

    def __init__(self, columns: Sequence[CheckedColumns]) -> None:
        self._columns = columns
        self._grams: dict[tuple[int, int], list[FloatArray]] = {}
        self._counts: dict[tuple[int, int], IntArray] = {}

    def add(self, piece: RowPiece, values: Sequence[FloatArray]) -> None:
        for block in np.unique(piece.block_ids):
            inside = piece.block_ids == block
            key = (piece.stream, int(block))
            grams = self._grams.setdefault(
                key, [np.zeros((places.width, places.width)) for places in self._columns]
            )
            counts = self._counts.setdefault(key, np.zeros(len(self._columns), dtype=np.intp))
            for joint, own in enumerate(values):
                rows = own[inside & piece.mask[:, joint]]
                grams[joint] += rows.T @ rows
                counts[joint] += rows.shape[0]

    def joined(self) -> tuple[tuple[FloatArray, ...], IntArray, IntArray]:
        """Gram matrices, row counts and recordings of at most about ``MOST_BLOCKS`` blocks."""
        keys = sorted(self._grams)
        size = -(-len(keys) // MOST_BLOCKS)
        groups: list[list[tuple[int, int]]] = []
        for key in keys:
            if groups and groups[-1][0][0] == key[0] and len(groups[-1]) < size:
                groups[-1].append(key)
            else:
                groups.append([key])
        grams = tuple(
            np.array([np.sum([self._grams[key][joint] for key in group], axis=0) for group in groups])
            for joint in range(len(self._columns))
        )
        counts = np.array([np.sum([self._counts[key] for key in group], axis=0) for group in groups])
        return grams, counts, np.array([group[0][0] for group in groups])
