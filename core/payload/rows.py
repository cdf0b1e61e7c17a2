"""Regression rows of a group of sweeps: terms of the payload, the arm, friction and the gear.

Along one sweep a single joint turns, so the gravity torque of any arm is a sine of its angle: two
unknowns of the group describe the arm's own weight. Friction changes sign with the direction and may
vary along the sweep and from run to run. Gear errors repeat with the motor's turns. They are projected
out of each stroke separately, because the arm's vibration response differs with load and direction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.estimation.rows import IntArray
from core.payload.settings import Directions, SweepKey
from core.payload.strokes import PayloadStroke
from core.payload.sweeps import Load, Sweep, SweepGroup
from core.payload.unknowns import Layout
from core.payload.weight_columns import all_weight_columns, weight_columns_at
from core.recording import FloatArray
from core.robot.kinematics import link_transforms
from core.robot.model import RobotModel

FRICTION_TERMS = 3
"""Number of friction coefficients per sweep: a parabola, for the effect of load and gear temperature."""
UNEVEN_SHARE = 0.0005
"""Standard deviation of unmodelled friction along a sweep, as a share of the joint's friction.

It covers what is neither the parabola nor its even part. On virtual arms with a known payload some 5
mN·m of 10 N·m remain.
"""
RIPPLE_CYCLES = (1, 2, 3, 4)
"""Orders per motor turn of gear and motor errors."""
_FEWEST_CYCLES = 1.5
"""Fewest cycles of a ripple along a stroke; with fewer it is not separable from weight."""
_HIGHEST_SHARE = 0.4
"""Highest ripple frequency as a share of the sample rate."""
_ROWS_PER_COLUMN = 4
_SENSED_POINTS = 16
"""Points of a stroke at which gear deflections and their effect are computed."""
_STEP_RAD = 1e-4
_STANDARD_GRAVITY = 9.81
"""Scale of the gravity columns, so that they are about one."""
_PARALLEL = 1.0 - 1e-6

ReferenceModel = Callable[[FloatArray, int], tuple[FloatArray, FloatArray]]
"""Static torque (N,) of the unloaded arm at poses (N, n) on one joint, and uncertainty columns (N, b)."""


@dataclass(frozen=True, eq=False)
class Signal:
    """The signal of the rows: ``of`` a stroke gives (M,) N·m.

    ``has_even``: friction has an even part in it; ``has_zero``: its zero is unknown.
    """

    of: Callable[[PayloadStroke], FloatArray]
    has_even: bool = True
    has_zero: bool = False


@dataclass(eq=False)
class State:
    """The state after a pass; the next pass is linearised at it.

    ``friction`` (terms,) N·m along each sweep, ``own`` (2,) N·m of each group, ``scale`` (k,) logarithms,
    ``zero`` (n,) rad of motor minus link without load for each recording with both encoders.
    """

    payload: FloatArray
    known: list[FloatArray]
    scale: dict[int, float]
    compliance: FloatArray
    friction: dict[SweepKey, FloatArray] = field(default_factory=dict)
    own: dict[int, FloatArray] = field(default_factory=dict)
    zero: dict[str, FloatArray] = field(default_factory=dict)

    def carried(self, load: Load) -> FloatArray:
        """Mass and first moments (4,) of the load on the flange."""
        if load.is_sought:
            return self.payload
        return np.zeros(4) if load.is_empty else self.known[load.known]


@dataclass(frozen=True, eq=False)
class GroupRows:
    """One group's rows (M, locals + globals) and targets (M,), before weighting.

    ``rows`` and ``friction`` are the slices of each sweep's rows and of its friction among the locals;
    ``own_load`` (M, 2) are the two columns of a separate load, ``standing`` (M,) the column of a
    constant torque error.
    """

    matrix: FloatArray
    target: FloatArray
    local_count: int
    rows: Mapping[SweepKey, slice]
    friction: Mapping[SweepKey, slice]
    own_load: FloatArray
    standing: FloatArray
    shape: FloatArray
    """``own_load`` (M, 2) including its ripple."""


@dataclass(frozen=True, eq=False)
class _Poses:
    """Poses (M, n) of the links, and their frames (M, n, 4, 4)."""

    q: FloatArray
    links: FloatArray


class RowMaker:
    """Makes rows of groups for one robot and one kind of signal."""

    def __init__(
        self,
        robot: RobotModel,
        layout: Layout,
        signal: Signal,
        *,
        gear_ratio: FloatArray,
        compliance_std: FloatArray,
        directions: Directions,
        groups: Sequence[SweepGroup] = (),
        reference: ReferenceModel | None = None,
    ) -> None:
        self._numbers = {(group.joint, group.orientation): number for number, group in enumerate(groups)}
        self._robot, self._layout, self._signal = robot, layout, signal
        self._ratio, self._compliance_std = np.abs(gear_ratio), compliance_std
        self._directions, self._reference = directions, reference

    def group(self, number: int, group: SweepGroup, state: State) -> GroupRows:
        """All rows of a group, number ``number``."""
        own = 0 if self._reference is not None else 2
        shared = self._directions is Directions.FORWARD
        zeros = list(dict.fromkeys(sweep.key.recording for sweep in group.sweeps))
        sets = 1 if shared else len(group.sweeps)
        zero_count = len(zeros) if self._signal.has_zero else 0
        local = own + FRICTION_TERMS * sets + zero_count
        blocks, targets, loads, standing, shapes = [], [], [], [], []
        rows: dict[SweepKey, slice] = {}
        friction: dict[SweepKey, slice] = {}
        first = 0
        low, high = _range(group)
        for place, sweep in enumerate(group.sweeps):
            start = own + FRICTION_TERMS * (0 if shared else place)
            friction[sweep.key] = slice(start, start + FRICTION_TERMS)
            began = first
            for stroke in sweep.strokes:
                z = (stroke.angle - 0.5 * (low + high)) / (0.5 * (high - low))
                made, target, alone = self._stroke(number, group, sweep, stroke, z, state, local)
                for term in range(FRICTION_TERMS):
                    made[:, start + term] = stroke.direction * z**term
                if zero_count:
                    made[:, local - zero_count + zeros.index(sweep.key.recording)] = 1.0
                shapes.append(alone)
                alone = np.column_stack((alone, np.ones_like(z)))
                made, target, alone = self._without_ripple(stroke, z, (made, target, alone))
                blocks.append(made)
                targets.append(target)
                loads.append(alone[:, :2])
                standing.append(alone[:, 2])
                first += target.size
            rows[sweep.key] = slice(began, first)
        return GroupRows(
            np.concatenate(blocks),
            np.concatenate(targets),
            local,
            rows,
            friction,
            np.concatenate(loads),
            np.concatenate(standing),
            np.concatenate(shapes),
        )

    def _stroke(
        self,
        number: int,
        group: SweepGroup,
        sweep: Sweep,
        stroke: PayloadStroke,
        z: FloatArray,
        state: State,
        local: int,
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Rows of a stroke without its friction, its target, and the columns of a separate load."""
        joint, layout = group.joint, self._layout
        scale = float(np.exp(state.scale.get(joint, 0.0)))
        target = scale * self._signal.of(stroke)
        odd = np.polynomial.polynomial.polyval(z, state.friction.get(sweep.key, np.zeros(1)))
        smooth = _smoothed(z, target) - stroke.direction * odd
        q, loads = self._link_side(sweep, stroke, state, smooth)
        made = np.zeros((target.size, local + layout.count))
        common = made[:, local:]
        at = self._at(q)
        weight = weight_columns_at(self._robot, at.links, joint)
        carried = state.carried(sweep.load)
        if sweep.load.is_sought:
            common[:, layout.payload] = weight
        elif not sweep.load.is_empty:
            common[:, layout.known_load(sweep.load.known)] = weight
        common[:, layout.scale(joint)] = -(weight @ carried)
        if self._signal.has_even:
            common[:, layout.even(joint)] = odd
        arm = self._gravity_shape(at.links, joint)
        if self._reference is None:
            made[:, :2] = arm
            if np.any(carried):
                target = target - self._bent_beyond(group, stroke, q, state)
        else:
            known, doubts = self._reference(q, joint)
            target = target - known
            common[:, layout.reference] = doubts
        for place, bending in enumerate(layout.bending):
            std = float(self._compliance_std[bending])
            common[:, layout.compliances.start + place] = std * self._bent(
                number, at, weight, joint, bending, loads, carried, state
            )
        return made, target, arm

    def _at(self, q: FloatArray) -> _Poses:
        return _Poses(q, link_transforms(self._robot, q))

    def _gravity_shape(self, links: FloatArray, joint: int) -> FloatArray:
        """Two columns (M, 2) that span gravity's torque along a sweep, for any arm.

        All links beyond the joint form one body, so two numbers describe its gravity torque. The
        columns are gravity's two components across the axis in the link's directions, and they include
        the deflection of all gears before it. ``links`` (M, n, 4, 4) are the link frames.
        """
        if self._robot.is_prismatic[joint]:
            return np.column_stack((np.ones(links.shape[0]), np.zeros(links.shape[0])))
        across = links[:, joint, :3, :2]
        return np.asarray(np.einsum("nij,i->nj", across, self._robot.gravity) / _STANDARD_GRAVITY)

    def _bent_beyond(
        self, group: SweepGroup, stroke: PayloadStroke, q: FloatArray, state: State
    ) -> FloatArray:
        """Change (M,) N·m of the arm's own gravity torque because the gears beyond bend under a payload.

        Computed only for parallel joints that were swept with the same flange orientation.
        """
        found = np.zeros(q.shape[0])
        for other in self._layout.joints:
            own = state.own.get(self._numbers.get((other, group.orientation), -1))
            if other <= group.joint or own is None:
                continue
            axes = link_transforms(self._robot, q[:1])[0, :, :3, 2]
            sign = float(axes[group.joint] @ axes[other])
            if abs(sign) < _PARALLEL:
                continue
            straight = q.copy()
            straight[:, other] = stroke.position[:, other]
            shapes = [self._gravity_shape(self._at(one).links, other) for one in (q, straight)]
            bent = shapes[0] - shapes[1]
            found += np.sign(sign) * (bent @ own)
        return found

    def _link_side(
        self, sweep: Sweep, stroke: PayloadStroke, state: State, smooth: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Poses (M, n) of the links, and the loads (M, n) N·m that deflect the gears.

        A resting joint's gear deflects under the payload alone here, because the deflection by the
        arm's own weight is the same with and without the payload.
        """
        joint, carried = stroke.joint, state.carried(sweep.load)
        loads = np.zeros_like(stroke.position)
        if np.any(carried):
            rows = _thinned(stroke.angle.size)
            few = all_weight_columns(self._robot, stroke.position[rows]) @ carried
            for other in range(loads.shape[1]):
                loads[:, other] = _along(stroke.angle, rows, few[:, other])
        loads[:, joint] = smooth
        twist = state.compliance * loads
        zero = state.zero.get(stroke.recording)
        if stroke.deflection is not None and zero is not None and np.isfinite(zero[joint]):
            seen = stroke.deflection[:, joint] - zero[joint]
            twist[:, joint] = np.polynomial.Polynomial.fit(stroke.angle, seen, 3)(stroke.angle)
        return stroke.position - twist, loads

    def _bent(
        self,
        number: int,
        at: _Poses,
        weight: FloatArray,
        joint: int,
        bending: int,
        loads: FloatArray,
        carried: FloatArray,
        state: State,
    ) -> FloatArray:
        """Derivative (M,) of the target with respect to one gear's compliance, per rad/(N·m)."""
        rows = _thinned(at.q.shape[0])
        if not loads[rows, bending].any():
            return np.zeros(at.q.shape[0])
        bent = at.q[rows]
        bent[:, bending] += _STEP_RAD
        here, there = _Poses(at.q[rows], at.links[rows]), self._at(bent)
        slope = ((weight_columns_at(self._robot, there.links, joint) - weight[rows]) @ carried) / _STEP_RAD
        arm = [self._arm(number, one, joint, state) for one in (here, there)]
        slope = slope + (arm[1] - arm[0]) / _STEP_RAD
        return _along(at.q[:, joint], rows, -slope * loads[rows, bending])

    def _arm(self, number: int, at: _Poses, joint: int, state: State) -> FloatArray:
        """Torque (N,) of the unloaded arm, from its model or the last pass."""
        if self._reference is not None:
            return self._reference(at.q, joint)[0]
        return self._gravity_shape(at.links, joint) @ state.own.get(number, np.zeros(2))

    def _without_ripple(
        self, stroke: PayloadStroke, z: FloatArray, columns: tuple[FloatArray, FloatArray, FloatArray]
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The columns with the components that repeat with the motor's turns projected out."""
        turns = float(self._ratio[stroke.joint]) * (stroke.angle - stroke.angle[0])
        travelled = abs(float(turns[-1])) / (2.0 * np.pi)
        if not self._ratio[stroke.joint] > 1.0:
            return columns
        seen = [
            cycles
            for cycles in RIPPLE_CYCLES
            if cycles * travelled >= _FEWEST_CYCLES and cycles * travelled <= _HIGHEST_SHARE * turns.size
        ]
        seen = seen[: turns.size // (4 * _ROWS_PER_COLUMN)]
        if not seen:
            return columns
        waves = [wave(cycles * turns) for cycles in seen for wave in (np.cos, np.sin)]
        # Waves times z as well: the amplitude of a ripple may change linearly along the stroke.
        basis, _ = np.linalg.qr(np.column_stack([*waves, *(wave * (z - z.mean()) for wave in waves)]))
        left = [column - basis @ (basis.T @ column) for column in columns]
        return left[0], left[1], left[2]


def _range(group: SweepGroup) -> tuple[float, float]:
    angles = [stroke.angle for sweep in group.sweeps for stroke in sweep.strokes]
    return float(min(one.min() for one in angles)), float(max(one.max() for one in angles))


def _smoothed(z: FloatArray, values: FloatArray) -> FloatArray:
    """The cubic in ``z`` (M,) nearest to the values (M,)."""
    basis, _ = np.linalg.qr(np.polynomial.polynomial.polyvander(z, 3))
    return np.asarray(basis @ (basis.T @ values))


def _thinned(count: int) -> IntArray:
    """Indices of a few rows, both ends among them."""
    return np.unique(np.linspace(0, count - 1, _SENSED_POINTS).astype(np.intp))


def _along(angle: FloatArray, rows: IntArray, values: FloatArray) -> FloatArray:
    """Values (M,) interpolated to all angles from a few rows."""
    order = np.argsort(angle[rows])
    return np.asarray(np.interp(angle, angle[rows][order], values[order]))
