"""The description of an arm: geometry, drives, limits, inertia, and the source of each number."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.gravity_compensator import Compensator
from core.robot.link_spring import LinkSpring

STANDARD_GRAVITY = 9.81
"""Gravity used if a description gives none, m/s²; the rounded value that other robot software uses."""
UNLIMITED = float("inf")
PARAMETERS_PER_LINK = 10
_ROUNDING = 1e-15
_PARALLEL = 1e-3
"""Sine of the angle between two axes that count as parallel."""
"""Magnitude below which a sine, cosine or length counts as zero."""


class JointKind(StrEnum):
    """Kind of a joint: it turns about its z axis or slides along it."""

    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@dataclass(frozen=True)
class Encoder:
    """A position sensor; ``resolution`` in rad (m) of joint motion, None if unknown."""

    resolution: float | None = None


@dataclass(frozen=True)
class PayloadLimit:
    """The largest load of a flange: ``mass`` in kg, its centre at most ``distance`` m from the flange.

    ``diagram`` holds the maker's load diagram as points of distance (m) and mass (kg): distances
    rise, masses do not; beyond the last point no load is permitted.

    Raises
    ------
    BadRequest
        ``payload-diagram`` if ``diagram`` is not a load diagram.
    """

    mass: float = UNLIMITED
    distance: float = UNLIMITED
    diagram: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        """Raise BadRequest if ``diagram`` is given and is not a load diagram."""
        if self.diagram and not is_load_diagram(self.diagram):
            raise BadRequest(
                "payload-diagram", diagram=tuple(value for point in self.diagram for value in point)
            )


def is_load_diagram(points: npt.ArrayLike) -> bool:
    """True for two or more points with rising distances from 0 on and positive masses that do not rise."""
    table = np.array(points, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] != 2 or not np.all(np.isfinite(table)):
        return False
    distance, mass = table.T
    rises = distance[0] >= 0.0 and bool(np.all(np.diff(distance) > 0.0))
    return rises and bool(np.all(np.diff(mass) <= 0.0)) and bool(mass[-1] >= 0.0 and mass[0] > 0.0)


BASE_LINK = -1
"""Link number of the base, the part of the arm that is bolted down."""


@dataclass(frozen=True)
class Capsule:
    """A piece of a link's body: everything within ``radius`` m of a segment, in m in the link's frame.

    ``link`` counts from 0; ``BASE_LINK`` is the base, in the base frame.
    """

    link: int
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: float


@dataclass(frozen=True)
class Joint:
    """One joint with the link it moves: a row of modified DH parameters (Craig) and its limits.

    The link frame follows from the one before by ``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)``,
    for a prismatic joint by ``Rx(alpha) Tx(a) Rz(offset) Tz(d + q)``. SI units; an unknown
    limit is infinite. Limits are those of the model's joint position, which
    follows from the controller's by ``q = reported_sign · q_reported + reported_zero``.
    """

    name: str
    kind: JointKind = JointKind.REVOLUTE
    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    offset: float = 0.0
    lower: float = -UNLIMITED
    upper: float = UNLIMITED
    velocity: float = UNLIMITED
    acceleration: float = UNLIMITED
    torque: float = UNLIMITED
    """At the link side of the gear, N·m (N for a prismatic joint)."""
    reported_sign: int = 1
    reported_zero: float = 0.0
    gear_ratio: float = 1.0
    motor_encoder: Encoder | None = field(default_factory=Encoder)
    link_encoder: Encoder | None = None


def _identity() -> FloatArray:
    return np.eye(4)


def _downwards() -> FloatArray:
    return np.array([0.0, 0.0, -STANDARD_GRAVITY])


@dataclass(frozen=True, eq=False)
class RobotModel:
    """The description of an arm; immutable, its arrays are read-only.

    ``base`` (4, 4) places the first row's parent frame in the base frame, ``flange``
    (4, 4) the flange in the last link frame; ``gravity`` (3,) in m/s² is given in the base
    frame, so that a wall mounting is a setting.

    Raises
    ------
    BadRequest
        ``robot-without-joints``, ``robot-joint-name-twice``, ``robot-array-shape``,
        ``robot-array-not-finite``, ``robot-coupling-singular``, ``robot-capsule``,
        ``robot-joint-stiffness`` or ``robot-link-spring``.
    """

    name: str
    joints: tuple[Joint, ...]
    title: str = ""
    base: FloatArray = field(default_factory=_identity)
    flange: FloatArray = field(default_factory=_identity)
    gravity: FloatArray = field(default_factory=_downwards)
    coupling: FloatArray | None = None
    """(n, n): motor shaft angles = coupling @ joint angles; None for the gear ratios alone."""
    motor_position_at_shaft: bool = False
    """True if recordings give the raw motor shaft angle, False if it is divided by the gear ratio."""
    link_torque_sensors: bool = False
    """True if the torque reported by the controller is measured behind the gears."""
    output_locked: bool = False
    """True if the gears' outputs are locked to the frame, as on a test bench: the motors only wind them up.
    """
    rotor_inertia: FloatArray | None = None
    """(n,) kg·m², reflected to the link side."""
    drive_gain: FloatArray | None = None
    """(n,) N·m/A at the link side."""
    joint_stiffness: FloatArray | None = None
    """(n,) N·m/rad (N/m) of each joint's gear and bearing, links not counted."""
    link_springs: tuple[LinkSpring, ...] = ()
    """Elastic places of the links; empty means unknown, not rigid."""
    inertial_parameters: FloatArray | None = None
    """(n, 10): m, m·cx, m·cy, m·cz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz at each link frame's origin."""
    compensators: tuple[Compensator, ...] = ()
    payload_limit: PayloadLimit = field(default_factory=PayloadLimit)
    capsules: tuple[Capsule, ...] = ()
    """The arm's body; empty if the description gives none (see ``core.robot.capsules``)."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Source of the numbers of a field or section, by its name."""
    left_out_joints: tuple[str, ...] = ()
    """Joints beside the arm, as of a gripper: their bodies count with what carries them, at position 0."""

    def __post_init__(self) -> None:
        """Check the shapes and make every array a read-only copy."""
        if not self.joints:
            raise BadRequest("robot-without-joints", robot=self.name)
        if len(set(self.joint_names)) != len(self.joints):
            raise BadRequest("robot-joint-name-twice", robot=self.name, names=self.joint_names)
        n = self.joint_count
        shapes = {
            "base": (4, 4), "flange": (4, 4), "gravity": (3,), "coupling": (n, n),
            "rotor_inertia": (n,), "drive_gain": (n,),
            "joint_stiffness": (n,), "inertial_parameters": (n, PARAMETERS_PER_LINK),
        }  # fmt: skip
        for item in fields(self):
            if item.name in shapes and getattr(self, item.name) is not None:
                self._freeze(item.name, shape=shapes[item.name])
        self._check_parts()

    def _check_parts(self) -> None:
        """Raise BadRequest for a singular coupling and for impossible capsules or springs."""
        n = self.joint_count
        if self.coupling is not None and np.linalg.matrix_rank(self.coupling) < n:
            raise BadRequest("robot-coupling-singular", robot=self.name)
        for number, capsule in enumerate(self.capsules, start=1):
            if not (BASE_LINK <= capsule.link < n and capsule.radius > 0.0):
                raise BadRequest("robot-capsule", robot=self.name, number=number)
        if self.joint_stiffness is not None and np.any(self.joint_stiffness <= 0.0):
            raise BadRequest("robot-joint-stiffness", robot=self.name)
        for number, spring in enumerate(self.link_springs, start=1):
            if not BASE_LINK <= spring.link < n:
                raise BadRequest("robot-link-spring", robot=self.name, number=number)

    def _freeze(self, name: str, *, shape: tuple[int, ...]) -> None:
        array = np.array(getattr(self, name), dtype=np.float64)
        if array.shape != shape:
            raise BadRequest("robot-array-shape", field=name, expected=shape, found=array.shape)
        if not np.all(np.isfinite(array)):
            raise BadRequest("robot-array-not-finite", field=name)
        array.setflags(write=False)
        object.__setattr__(self, name, array)

    @property
    def joint_count(self) -> int:
        """Number of joints of the arm, n."""
        return len(self.joints)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names from base to flange."""
        return tuple(joint.name for joint in self.joints)

    def _column(self, name: str) -> FloatArray:
        array = np.array([getattr(joint, name) for joint in self.joints], dtype=np.float64)
        array.setflags(write=False)
        return array

    @cached_property
    def a(self) -> FloatArray:
        """DH length a of each joint, (n,) m."""
        return self._column("a")

    @cached_property
    def alpha(self) -> FloatArray:
        """DH angle alpha of each joint, (n,) rad."""
        return self._column("alpha")

    @cached_property
    def d(self) -> FloatArray:
        """DH distance d of each joint, (n,) m."""
        return self._column("d")

    @cached_property
    def offset(self) -> FloatArray:
        """DH offset added to each joint position, (n,) rad."""
        return self._column("offset")

    @cached_property
    def is_prismatic(self) -> npt.NDArray[np.bool_]:
        """(n,) True for each prismatic joint."""
        array = np.array([joint.kind is JointKind.PRISMATIC for joint in self.joints])
        array.setflags(write=False)
        return array

    @cached_property
    def parallel_pairs(self) -> tuple[int, ...]:
        """Turning joints (from 0) whose axis is parallel to that of the turning joint before."""
        turns = ~self.is_prismatic
        return tuple(
            joint
            for joint in range(1, self.joint_count)
            if turns[joint] and turns[joint - 1] and abs(float(np.sin(self.alpha[joint]))) < _PARALLEL
        )

    @cached_property
    def lower(self) -> FloatArray:
        """Lowest position of each joint, (n,) rad or m."""
        return self._column("lower")

    @cached_property
    def upper(self) -> FloatArray:
        """Highest position of each joint, (n,) rad or m."""
        return self._column("upper")

    @cached_property
    def velocity_limit(self) -> FloatArray:
        """Velocity limit of each joint, (n,) rad/s or m/s."""
        return self._column("velocity")

    @cached_property
    def acceleration_limit(self) -> FloatArray:
        """Acceleration limit of each joint, (n,) rad/s² or m/s²."""
        return self._column("acceleration")

    @cached_property
    def torque_limit(self) -> FloatArray:
        """Torque limit of each joint at the link side, (n,) N·m or N."""
        return self._column("torque")

    @cached_property
    def gear_ratio(self) -> FloatArray:
        """Motor turns per joint turn, (n,); negative where they turn in opposite directions."""
        return self._column("gear_ratio")

    @cached_property
    def reported_sign(self) -> FloatArray:
        """Sign of the controller's position relative to the model's, (n,) +1 or −1."""
        return self._column("reported_sign")

    @cached_property
    def reported_zero(self) -> FloatArray:
        """Model position at which the controller reports zero, (n,) rad or m."""
        return self._column("reported_zero")

    @cached_property
    def coupling_matrix(self) -> FloatArray:
        """(n, n) the coupling, or the gear ratios on the diagonal where there is none."""
        return np.diag(self.gear_ratio) if self.coupling is None else self.coupling

    @cached_property
    def is_coupled(self) -> bool:
        """True if some motor moves more than one joint."""
        matrix = self.coupling_matrix
        return bool(np.any(matrix != np.diag(np.diag(matrix))))

    @cached_property
    def kernel_rows(self) -> tuple[FloatArray, npt.NDArray[np.bool_], FloatArray]:
        """Rows (n, 5) of cos alpha, sin alpha, a, d, offset; sliding joints; gravity in the first frame."""
        cosine, sine = np.cos(self.alpha), np.sin(self.alpha)
        rows = np.stack([cosine, sine, self.a, self.d, self.offset], axis=1)
        rows[np.abs(rows) < _ROUNDING] = 0.0
        gravity = np.ascontiguousarray(self.base[:3, :3].T @ self.gravity)
        # a copy can be written to, as the other two: a kernel is compiled for one kind of array, not for both
        return rows, self.is_prismatic.copy(), gravity

    def position_from_reported(self, reported: FloatArray) -> FloatArray:
        """The model's joint positions (N, n) for those the controller reports, rad or m."""
        return reported * self.reported_sign + self.reported_zero

    def position_as_reported(self, q: FloatArray) -> FloatArray:
        """The joint positions (N, n) that the controller reports for the model's ones, rad or m."""
        return (q - self.reported_zero) * self.reported_sign

    def reported_from_motor(self, motor: FloatArray) -> FloatArray:
        """Reported joint positions (N, n) from motor positions, with the coupling undone.

        ``motor`` is the shaft angle or the shaft angle divided by the gear ratio, according to
        ``motor_position_at_shaft``. The same function converts velocities.
        """
        shaft = motor if self.motor_position_at_shaft else motor * self.gear_ratio
        joint = np.linalg.solve(self.coupling_matrix, shaft.T).T
        return np.ascontiguousarray(joint, dtype=np.float64)

    def reported_joint_from_motor(self, motor: FloatArray, joint: int) -> FloatArray:
        """Column (N,) of one joint of ``reported_from_motor``, from the motors that move it alone."""
        weights = np.linalg.solve(self.coupling_matrix.T, np.eye(self.joint_count)[joint])
        if not self.motor_position_at_shaft:
            weights = weights * self.gear_ratio
        moving = np.flatnonzero(weights)
        return np.asarray(motor[:, moving] @ weights[moving], dtype=np.float64)

    def torque_from_current(self, current: FloatArray, *, drive_gain: FloatArray) -> FloatArray:
        """Joint torques (N, n) at the link side from motor currents (N, n) in A and gains (n,) in N·m/A.

        A gain refers to a motor on its own joint; where a motor also moves another joint, the coupling
        gives the torque on that one too.
        """
        own = np.asarray(current * drive_gain, dtype=np.float64)
        return self.torque_from_motor(own / np.diag(self.coupling_matrix)) if self.is_coupled else own

    def current_from_torque(self, torque: FloatArray, *, drive_gain: FloatArray) -> FloatArray:
        """Motor currents (N, n) in A that give these joint torques (N, n)."""
        if not self.is_coupled:
            return np.asarray(torque / drive_gain, dtype=np.float64)
        motor = np.linalg.solve(self.coupling_matrix.T, torque.T).T
        return np.asarray(motor * np.diag(self.coupling_matrix) / drive_gain, dtype=np.float64)

    def torque_from_motor(self, motor_torque: FloatArray) -> FloatArray:
        """Joint torques (N, n) at the link side, in the reported direction, from motor shaft torques."""
        torque: FloatArray = motor_torque @ self.coupling_matrix
        return torque


def geometry_of(robot: RobotModel) -> tuple[tuple[object, ...], ...]:
    """Names, kinds, dimensions and gears of all joints; limits and inertias are not part of the geometry."""
    return tuple(
        (joint.name, joint.kind, joint.a, joint.alpha, joint.d, joint.offset, joint.gear_ratio)
        for joint in robot.joints
    )


def expect_free_output(robot: RobotModel) -> None:
    """Raise an error for a robot with locked outputs, before any task that needs motion starts.

    Raises
    ------
    BadRequest
        ``output-locked``.
    """
    if robot.output_locked:
        raise BadRequest("output-locked", robot=robot.name)


@dataclass(frozen=True)
class AssumedPayload:
    """A point mass in kg with its centre anywhere up to ``distance`` m from the flange.

    ``reach`` m is how far a long tool reaches from the flange, along its z axis; 0 for none.
    ``mass_assumed`` and ``distance_assumed`` are True where the description gives no value and a
    fraction of the arm's own was taken.
    """

    mass: float
    distance: float
    mass_assumed: bool = False
    distance_assumed: bool = False
    reach: float = 0.0
