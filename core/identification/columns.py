"""The columns of the regression: rigid body, coupled rotors and friction, for each joint's own rows.

A row of joint j depends only on the links from j outwards, its own friction, and the rotors that drive
it. The columns are therefore built, filtered and multiplied joint by joint, without the zeros, and
spread out only when rows go to an estimator.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.base_parameters import BaseParameters
from core.estimation.rows import IntArray
from core.friction.form import LINE_FROM, FrictionForm, JointMotion, Shape
from core.identification.chunks import MotionChunk, from_pass_cache
from core.recording import FloatArray
from core.robot.dynamics import regressor
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.signals.filters import ZeroPhaseLowPass

REGRESSOR_SAMPLES = 250
"""Samples per call of the regressor, so that its output stays in the cache."""
_COUPLING_TERMS = (("inertia", "kg·m²"), ("viscous", "N·m·s/rad"), ("coulomb", "N·m"))


@dataclass(frozen=True)
class CoupledMotor:
    """A motor that another joint turns too: its own joint, the other one, and the ratio."""

    own: int
    other: int
    ratio: float

    @classmethod
    def all_of(cls, robot: RobotModel) -> tuple["CoupledMotor", ...]:
        """The off-diagonal entries of the coupling matrix; rows are motors, columns joints."""
        matrix = robot.coupling_matrix
        return tuple(
            cls(int(own), int(other), float(matrix[own, other] / matrix[own, own]))
            for own, other in zip(*np.nonzero(matrix), strict=True)
            if own != other
        )


@dataclass(frozen=True)
class JointColumns:
    """The columns in joint j's rows: values (M, k) and their indices in the regression (k,)."""

    values: FloatArray
    places: IntArray

    def filtered(self, low_pass: ZeroPhaseLowPass) -> "JointColumns":
        """The same columns filtered."""
        return JointColumns(low_pass.apply(self.values), self.places)

    def at(self, rows: slice) -> "JointColumns":
        """The same columns reduced to their ``rows``."""
        return JointColumns(self.values[rows], self.places)


@dataclass(frozen=True)
class ColumnPlan:
    """The columns of a regression in their order: base parameters, coupled motors, friction.

    ``shapes`` holds the friction's shape constants per joint; ``load_parameters`` (b,)
    are base parameters that give the rigid-body torque for a load-dependent friction,
    None while none are known. ``top_speed`` (joints,) rad/s or m/s is the largest speed of
    each joint in the fit. Beyond it friction goes on along a line (``LINE_FROM``), because the
    square and the cube of the speed must not be extrapolated.
    """

    robot: RobotModel
    base: BaseParameters
    form: FrictionForm
    shapes: tuple[Shape, ...]
    load_parameters: FloatArray | None = None
    top_speed: FloatArray | None = None

    @cached_property
    def coupled(self) -> tuple[CoupledMotor, ...]:
        """The motors that turn with two joints."""
        return CoupledMotor.all_of(self.robot)

    @cached_property
    def friction_columns(self) -> tuple[int, ...]:
        """Indices of the form's columns that are used."""
        every = range(len(self.form.coefficients))
        if self.load_parameters is not None:
            return tuple(every)
        return tuple(index for index in every if index not in self.form.load_columns)

    @property
    def with_rotor_inertia(self) -> bool:
        """True if reflected rotor inertia is among the standard columns."""
        return self._standard_count > PARAMETERS_PER_LINK * self.robot.joint_count

    @property
    def base_count(self) -> int:
        """Number of inertial base parameters."""
        return len(self.base.expressions)

    @cached_property
    def coupling_places(self) -> slice:
        """Slice of the coupled motors' columns."""
        return slice(self.base_count, self.base_count + len(_COUPLING_TERMS) * len(self.coupled))

    def friction_places(self, joint: int) -> slice:
        """Slice of a joint's friction columns."""
        width = len(self.friction_columns)
        start = self.coupling_places.stop + joint * width
        return slice(start, start + width)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all columns, in order."""
        joints = self.robot.joint_names
        coupling = [
            f"{term} of motor {joints[pair.own]} with {joints[pair.other]}"
            for pair in self.coupled
            for term, _ in _COUPLING_TERMS
        ]
        friction = [
            f"{self.form.coefficients[index].name} of {joint}"
            for joint in joints
            for index in self.friction_columns
        ]
        return (*self.base.expressions, *coupling, *friction)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Units of all columns, in order."""
        coupling = [unit for _ in self.coupled for _, unit in _COUPLING_TERMS]
        friction = [self.form.coefficients[index].unit for index in self.friction_columns]
        return (*self.base.units, *coupling, *friction * self.robot.joint_count)

    def with_shapes(self, shapes: tuple[Shape, ...]) -> "ColumnPlan":
        """The same plan with other shape constants."""
        return replace(self, shapes=shapes)

    def with_load(self, parameters: FloatArray) -> "ColumnPlan":
        """The same plan with base parameters that give the load on the gears."""
        return replace(self, load_parameters=parameters) if self.form.uses_load else self

    def with_top_speed(self, speed: FloatArray) -> "ColumnPlan":
        """The same plan for a model that was fitted up to these speeds (joints,)."""
        return replace(self, top_speed=speed)

    def presliding_distance(self) -> FloatArray:
        """Presliding distances (contacts,) from the shape constants; 1 where unused.

        Contacts are the joints, then the coupled motors.
        """
        own = [shape.get("presliding distance", 1.0) for shape in self.shapes]
        return np.array([*own, *(own[pair.own] for pair in self.coupled)])

    def contact_positions(self, chunk: MotionChunk) -> FloatArray:
        """(M, contacts) low-passed positions that drive the presliding states."""
        slow = chunk.slow_position
        turned = [slow[:, pair.own] + pair.ratio * slow[:, pair.other] for pair in self.coupled]
        return np.ascontiguousarray(np.column_stack([slow, *turned]))

    def rigid_columns(
        self, chunk: MotionChunk, low_pass: ZeroPhaseLowPass | None = None
    ) -> list[JointColumns]:
        """The base parameters' columns of each joint, filtered by ``low_pass``."""

        def made() -> list[JointColumns]:
            if low_pass is None:
                return self._rigid_columns(chunk)
            return [part.filtered(low_pass) for part in self.rigid_columns(chunk)]

        if not chunk.is_kept:
            return made()
        width = sum(places.size for places in self.visible)
        known = from_pass_cache(
            (id(chunk), id(self.base), id(self.robot), low_pass),
            made,
            made_from=(chunk, self),
            size_bytes=8 * chunk.time.shape[0] * width,
        )
        return made() if known is None else known

    def _rigid_columns(self, chunk: MotionChunk) -> list[JointColumns]:
        visible = self.visible
        values = [np.empty((chunk.time.shape[0], places.shape[0])) for places in visible]
        joints = self.robot.joint_count
        standard = np.zeros((REGRESSOR_SAMPLES, joints, self._standard_count))
        links = np.zeros((REGRESSOR_SAMPLES, joints, PARAMETERS_PER_LINK * joints))
        for first in range(0, chunk.time.shape[0], REGRESSOR_SAMPLES):
            rows = slice(first, min(first + REGRESSOR_SAMPLES, chunk.time.shape[0]))
            self._standard_columns(chunk, rows, links=links, out=standard)
            for joint, places in enumerate(visible):
                part = standard[: rows.stop - rows.start, joint]
                values[joint][rows] = part[:, self._independent[places]]
        return [JointColumns(*pair) for pair in zip(values, visible, strict=True)]

    def load(self, rigid: list[JointColumns]) -> FloatArray:
        """The rigid-body torque (M, joints) in N·m; zeros while no parameters are known."""
        if self.load_parameters is None:
            return np.zeros((rigid[0].values.shape[0], len(rigid)))
        parameters = self.load_parameters
        return np.column_stack([part.values @ parameters[part.places] for part in rigid])

    def friction_values(
        self, chunk: MotionChunk, joint: int, *, presliding: FloatArray, load: FloatArray, shape: Shape
    ) -> FloatArray:
        """A joint's friction columns (M, k), not filtered; presliding is (M, contacts), load (M, joints)."""

        def at(velocity: FloatArray) -> FloatArray:
            motion = JointMotion(
                np.ascontiguousarray(velocity), presliding[:, joint], load[:, joint], chunk.stirred[:, joint]
            )
            columns = self.form.columns(motion, shape)
            return np.column_stack([columns[index] for index in self.friction_columns])

        velocity = chunk.velocity[:, joint]
        top = np.inf if self.top_speed is None else self.top_speed[joint]
        within = np.clip(velocity, -top, top)
        beyond = np.abs(velocity - within)[:, np.newaxis]
        known = at(within)
        if top == 0.0 or not beyond.any():
            return known
        return known + beyond / (top * (1.0 - LINE_FROM)) * (known - at(within * LINE_FROM))

    def columns(self, chunk: MotionChunk, *, presliding: FloatArray) -> list[JointColumns]:
        """All columns of each joint's rows, not filtered."""
        rigid = self.rigid_columns(chunk)
        others = self._other_columns(chunk, presliding, rigid)
        return [_side_by_side(part, other) for part, other in zip(rigid, others, strict=True)]

    def filtered_columns(
        self, chunk: MotionChunk, low_pass: ZeroPhaseLowPass, *, presliding: FloatArray, rows: slice
    ) -> list[JointColumns]:
        """All columns of each joint's rows, filtered, at the ``rows`` alone."""
        others = self._other_columns(chunk, presliding, self.rigid_columns(chunk))
        return [
            _side_by_side(part.at(rows), other.filtered(low_pass).at(rows))
            for part, other in zip(self.rigid_columns(chunk, low_pass), others, strict=True)
        ]

    def _other_columns(
        self, chunk: MotionChunk, presliding: FloatArray, rigid: list[JointColumns]
    ) -> Iterator[JointColumns]:
        """The columns of coupled motors and friction in each joint's rows."""
        load = self.load(rigid)
        coupling = self._coupling_columns(chunk, presliding)
        for joint, shape in enumerate(self.shapes):
            values = self.friction_values(chunk, joint, presliding=presliding, load=load, shape=shape)
            own = self.friction_places(joint)
            friction = JointColumns(values, np.arange(own.start, own.stop))
            yield _side_by_side(coupling[joint], friction) if joint in coupling else friction

    def _coupling_columns(self, chunk: MotionChunk, presliding: FloatArray) -> Mapping[int, JointColumns]:
        found: dict[int, JointColumns] = {}
        width = len(_COUPLING_TERMS)
        for number, pair in enumerate(self.coupled):
            turning = chunk.velocity[:, pair.own] + pair.ratio * chunk.velocity[:, pair.other]
            contact = presliding[:, self.robot.joint_count + number]
            sliding = contact if self.form.uses_presliding else np.sign(turning)
            start = self.coupling_places.start + number * width
            for joint, across, lever in ((pair.own, pair.other, 1.0), (pair.other, pair.own, pair.ratio)):
                values = np.column_stack(
                    (
                        pair.ratio * chunk.acceleration[:, across],
                        pair.ratio * chunk.velocity[:, across],
                        lever * sliding,
                    )
                )
                own = JointColumns(values, np.arange(start, start + width))
                found[joint] = _side_by_side(found[joint], own) if joint in found else own
        return found

    def _standard_columns(
        self, chunk: MotionChunk, rows: slice, *, links: FloatArray, out: FloatArray
    ) -> None:
        """Fill ``out`` (M, n, p) with the columns of links and rotors; ``links`` (M, n, 10 n) was zeros."""
        count, width = rows.stop - rows.start, links.shape[2]
        position, velocity, acceleration = (
            chunk.position[rows],
            chunk.velocity[rows],
            chunk.acceleration[rows],
        )
        out[:count, :, :width] = regressor(self.robot, position, velocity, acceleration, out=links[:count])
        joints = np.arange(min(self.robot.joint_count, out.shape[2] - width))
        out[:count, joints, width + joints] = acceleration[:, joints]

    @cached_property
    def _standard_count(self) -> int:
        return int(self.base.grouping.shape[1])

    @cached_property
    def _independent(self) -> IntArray:
        return np.asarray(self.base.independent, dtype=np.intp)

    @cached_property
    def visible(self) -> tuple[IntArray, ...]:
        """Indices of the base parameters that act on each joint."""
        links = PARAMETERS_PER_LINK * self.robot.joint_count
        column = self._independent
        return tuple(
            np.flatnonzero(
                np.where(column < links, column // PARAMETERS_PER_LINK >= joint, column - links == joint)
            )
            for joint in range(self.robot.joint_count)
        )


def _side_by_side(left: JointColumns, right: JointColumns) -> JointColumns:
    return JointColumns(np.hstack((left.values, right.values)), np.concatenate((left.places, right.places)))
