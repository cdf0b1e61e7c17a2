"""The arm as a MuJoCo model: rigid links with two joints each, mechanics only.

Each link has a motor joint and a flex joint on the same axis. The motor joint carries the inertia of the
rotor; the flex joint is the deflection of the gear. A small inertia on the flex joint limits all natural
frequencies: with it the mass matrix is at least ``diag(rotors, flex inertia)``, so no mode is faster
than the stiffest spring over its own inertia, in any pose and with any payload. It acts on the rate of
the deflection only and does not change the rigid arm.

An elastic link with described springs has a massless body behind each set of springs, on six joints at
their place. The link's mass stays before its springs; everything bolted to the link is behind them. Behind
springs of the last link this is the flange with its payload.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, RobotModel
from devices.virtual.physics.body import NOTHING, Body
from devices.virtual.physics.geometry import link_lengths, reach, row_placement
from devices.virtual.physics.truth import HIGHEST_MODE, TrueArm

_SLIDES = 3
"""Number of translations; they come first, then the rotations."""
_UNCOUPLED = 1e-9
"""Coupling below this, relative to the root of both diagonal elements' product, is rounding."""
_RIGID = 1e-6
"""Smallest compliance, relative to the largest one of the same group."""


@dataclass(frozen=True, eq=False)
class SingleSpring:
    """Spring of ``stiffness`` on the sum ``weights`` (k,) @ positions of the ``joints`` (k,)."""

    stiffness: float
    joints: tuple[str, ...]
    weights: FloatArray

    @property
    def is_tendon(self) -> bool:
        """True if the spring couples several joints."""
        return len(self.joints) > 1


@dataclass(frozen=True, eq=False)
class SpringSet:
    """One set of springs as ``joints`` (m,), m up to 6, with their ``compliance`` (m, m).

    ``placement`` (4, 4) is in the frame of ``link`` (from 0, or the base). ``name`` is the body behind the
    springs; without deflection it has the link's frame.

    A set is six joints in series, three slides and three hinges along the axes of its placement. A tube
    that bends both shifts and turns its end: such coupled compliance is diagonalised into directions, each
    of them a tendon with one stiffness. Together they give the inverse of the compliance. Each has an
    inertia of its stiffness over ``HIGHEST_MODE``², like the gears.
    """

    name: str
    link: int
    placement: FloatArray
    directions: tuple[int, ...]
    joints: tuple[str, ...]
    compliance: FloatArray
    springs: tuple[SingleSpring, ...]

    def joints_xml(self, *, damping_time_s: float) -> str:
        """XML of the joints, for a body in the link's frame."""
        place = all_digits(self.placement[:3, 3])
        alone = {
            spring.joints[0]: spring.stiffness * float(spring.weights[0]) ** 2
            for spring in self.springs
            if not spring.is_tendon
        }
        made = ""
        for name, direction in zip(self.joints, self.directions, strict=True):
            kind = "slide" if direction < _SLIDES else "hinge"
            values = _values(alone[name], damping_time_s) if name in alone else {}
            axis = all_digits(self.placement[:3, direction % _SLIDES])
            made += joint_xml(name, kind, axis, place=place, **values)
        return made

    def tendons_xml(self, *, damping_time_s: float) -> str:
        """XML of the springs that couple joints."""
        return "".join(
            tendon_xml(
                dict(zip(spring.joints, spring.weights.tolist(), strict=True)),
                springlength=0.0,
                **_values(spring.stiffness, damping_time_s),
            )
            for spring in self.springs
            if spring.is_tendon
        )


def _values(stiffness: float, damping_time_s: float) -> dict[str, float]:
    return {
        "stiffness": stiffness,
        "damping": damping_time_s * stiffness,
        "armature": stiffness / HIGHEST_MODE**2,
    }


def spring_sets(robot: RobotModel) -> tuple[SpringSet, ...]:
    """Convert all sets of a description, in its order."""
    return tuple(_taken_apart(spring, number) for number, spring in enumerate(robot.link_springs))


def _taken_apart(spring: LinkSpring, number: int) -> SpringSet:
    """Drop the directions without compliance and diagonalise each coupled group of the others."""
    size = np.sqrt(np.diag(spring.compliance))
    free = np.flatnonzero(size > 0.0)
    size = size[free]
    names = tuple(f"give{number}_{direction}" for direction in free)
    scaled = spring.compliance[np.ix_(free, free)] / np.outer(size, size)
    compliance = np.zeros_like(scaled)
    springs: list[SingleSpring] = []
    for places in _coupled(scaled):
        block = np.ix_(places, places)
        yielding, across = np.linalg.eigh(0.5 * (scaled[block] + scaled[block].T))
        yielding = np.maximum(yielding, _RIGID * yielding[-1])
        compliance[block] = (across * yielding) @ across.T * np.outer(size[places], size[places])
        joints = tuple(names[place] for place in places)
        springs += _single(joints, yielding=yielding, across=across, size=size[places])
    directions = tuple(free.tolist())
    return SpringSet(
        f"behind{number}", spring.link, spring.placement, directions, names, compliance, tuple(springs)
    )


def _coupled(scaled: FloatArray) -> list[npt.NDArray[np.intp]]:
    """Groups of directions that are coupled with each other."""
    from scipy.sparse.csgraph import connected_components  # slow to import, and few arms have link springs

    count, groups = connected_components(np.abs(scaled) > _UNCOUPLED, directed=False)
    return [np.flatnonzero(groups == group) for group in range(count)]


def _single(
    joints: tuple[str, ...], *, yielding: FloatArray, across: FloatArray, size: FloatArray
) -> list[SingleSpring]:
    """One spring along each column of ``across``, with 1 as its largest weight."""
    made = []
    for compliance, direction in zip(yielding, across.T, strict=True):
        weights = direction / size
        largest = float(np.abs(weights).max())
        made.append(SingleSpring(largest**2 / float(compliance), joints, weights / largest))
    return made


STEP_S = 0.00025
"""Physics step, s; 4 per control period."""
_LINK_PLACEHOLDER = '<inertial pos="0.1 0.2 0.3" quat="0.8 0.1 0.2 0.3" mass="1" diaginertia="1 1.1 1.2"/>'
"""Rotated and shifted, so that MuJoCo makes no simplification that the real values do not allow."""


_UNUSED = ("contact", "actuation", "sensor", "autoreset")
_CLAMP = "solref='0.0005 1' solimp='0.9999 0.9999 0.001 0.5 2'"
"""As stiff as the step allows: about a thousand times the stiffness of the gear."""
_DISABLE = "'disable'"


@dataclass(frozen=True, eq=False)
class GivingLink:
    """One set of springs: its indices ``places`` (m,) in qpos and qvel, and its compliance (m, m)."""

    places: npt.NDArray[np.int64]
    compliance: FloatArray


@dataclass(frozen=True, eq=False)
class Chain:
    """A compiled arm; ``joints`` (2, n) are the indices of motor and flex joints in qpos and qvel.

    ``bodies`` are MuJoCo's body numbers of the links; if there are springs between the last link and the
    flange, the number of the flange is appended.
    """

    model: mujoco.MjModel
    state: mujoco.MjData
    joints: npt.NDArray[np.int64]
    bodies: tuple[int, ...]
    giving: tuple[GivingLink, ...]

    @property
    def carrier(self) -> int:
        """Index in ``bodies`` of the body that carries the payload."""
        return len(self.bodies) - 1

    def set_body(self, link: int, body: Body) -> None:
        """Set the mass properties of one of ``bodies``."""
        self._set_body(self.bodies[link], body)

    def unload(self) -> None:
        """Remove the mass of all bodies that are not links: those behind springs."""
        links = self.bodies[: self.joints.shape[1]]
        for number in set(range(1, self.model.nbody)) - set(links):
            self._set_body(number, NOTHING)

    def _set_body(self, number: int, body: Body) -> None:
        moments, axes = np.linalg.eigh(body.inertia)
        # eigenvectors may form a left-handed system, which is no rotation
        if np.linalg.det(axes) < 0.0:
            axes[:, 2] = -axes[:, 2]
        self.model.body_mass[number] = body.mass
        self.model.body_ipos[number] = body.center
        self.model.body_inertia[number] = moments
        mujoco.mju_mat2Quat(self.model.body_iquat[number], axes.ravel())
        mujoco.mj_setConst(self.model, mujoco.MjData(self.model))

    def carrier_transform(self) -> FloatArray:
        """Present pose (4, 4) of the body with the payload, in the base frame, with all deflections."""
        mujoco.mj_kinematics(self.model, self.state)
        number = self.bodies[self.carrier]
        placed = np.eye(4)
        placed[:3, :3] = self.state.xmat[number].reshape(3, 3)
        placed[:3, 3] = self.state.xpos[number]
        return placed

    def clamp(self, link: FloatArray) -> None:
        """Fix the outputs of all gears at ``link`` (n,), for a robot with locked outputs."""
        self.model.eq_data[:, 0] = link


def build_chain(
    robot: RobotModel, *, bodies: Sequence[Body], truth: TrueArm, coupling: FloatArray, elastic_links: bool
) -> Chain:
    """Build the mechanical model of a robot.

    Parameters
    ----------
    robot
        Geometry and gravity.
    bodies
        Mass properties of each link.
    truth
        Stiffness, damping and rotor inertia.
    coupling
        (n, n): motor positions at the joint side = coupling @ joint positions, ones on the diagonal.
    elastic_links
        If True, links are elastic: at the springs of the description; if it has none, long links bend and
        twist where the next one begins.
    """
    described = elastic_links and bool(robot.link_springs)
    bending = bending_joints(robot, long_share=truth.long_share) if elastic_links and not described else ()
    sets = spring_sets(robot) if described else ()
    model = mujoco.MjModel.from_xml_string(_xml(robot, truth, coupling, bending, sets))
    names = [f"{kind}{joint}" for kind in ("motor", "flex") for joint in range(robot.joint_count)]
    chain = Chain(
        model=model,
        state=mujoco.MjData(model),
        joints=_places(model, names).reshape(2, -1),
        bodies=tuple(int(model.body(name).id) for name in _body_names(robot, sets)),
        giving=tuple(GivingLink(_places(model, found.joints), found.compliance) for found in sets),
    )
    chain.unload()
    for link, body in enumerate(bodies):
        chain.set_body(link, body)
    return chain


def _body_names(robot: RobotModel, sets: Sequence[SpringSet]) -> list[str]:
    """Names of the link bodies, and of the flange's if springs of the last link are before it."""
    behind_last = [found.name for found in sets if found.link == robot.joint_count - 1]
    return [*(f"link{joint}" for joint in range(robot.joint_count)), *behind_last[-1:]]


def _places(model: mujoco.MjModel, names: Sequence[str]) -> npt.NDArray[np.int64]:
    """Indices of joints in qpos; the same in qvel, because every joint is a slide or a hinge."""
    return np.array([model.joint(name).qposadr[0] for name in names], dtype=np.int64)


def bending_joints(robot: RobotModel, *, long_share: float) -> tuple[int, ...]:
    """Joints that follow a long link; that link bends at its end."""
    lengths, limit = link_lengths(robot), long_share * reach(robot)
    return tuple(joint for joint in range(1, robot.joint_count) if lengths[joint - 1] >= limit)


def flex_inertia(truth: TrueArm) -> FloatArray:
    """Inertia (n,) of the flex joints, kg·m²; it keeps all modes below ``HIGHEST_MODE``."""
    steepest: FloatArray = truth.gear.stiffness + truth.gear.hysteresis_stiffness.sum(axis=0)
    return steepest / HIGHEST_MODE**2


def _xml(
    robot: RobotModel,
    truth: TrueArm,
    coupling: FloatArray,
    bending: Sequence[int],
    sets: Sequence[SpringSet],
) -> str:
    opening = _behind_springs(BASE_LINK, sets=sets, truth=truth)
    for joint in range(robot.joint_count):
        opening.append(_body(robot, joint))
        opening += _bending(truth, joint) if joint in bending else []
        opening += _joints(robot, joint, truth=truth, coupled=_has_partners(coupling, joint))
        opening += _behind_springs(joint, sets=sets, truth=truth)
    bodies = robot.joint_count + len(sets)
    gravity = all_digits(robot.gravity)
    unused = _UNUSED if robot.output_locked else (*_UNUSED, "constraint")
    clamps = [_clamp(joint) for joint in range(robot.joint_count)] if robot.output_locked else []
    tendons = "".join(found.tendons_xml(damping_time_s=truth.link_damping_time_s) for found in sets)
    return (
        "<mujoco><compiler angle='radian'/>"
        f"<option timestep='{STEP_S}' integrator='Euler' gravity='{gravity}'>"
        f"<flag {' '.join(f'{flag}={_DISABLE}' for flag in unused)}/></option>"
        f"<worldbody>{''.join(opening)}{'</body>' * bodies}</worldbody>"
        f"<tendon>{_coupled_rotors(truth, coupling)}{tendons}</tendon>"
        f"<equality>{''.join(clamps)}</equality></mujoco>"
    )


def _has_partners(coupling: FloatArray, motor: int) -> bool:
    """True if a motor turns with other joints than its own."""
    return bool(np.count_nonzero(coupling[motor]) > 1)


def _body(robot: RobotModel, joint: int) -> str:
    placement = row_placement(robot, joint, 0.0)
    if joint == 0:
        placement = robot.base @ placement
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(placement[:3, :3]).ravel())
    place = f"pos='{all_digits(placement[:3, 3])}' quat='{all_digits(quaternion)}'"
    return f"<body name='link{joint}' {place}>{_LINK_PLACEHOLDER}"


def _joints(robot: RobotModel, joint: int, *, truth: TrueArm, coupled: bool) -> list[str]:
    """Motor joint and flex joint; a coupled rotor has its inertia on a tendon instead."""
    kind = "slide" if robot.is_prismatic[joint] else "hinge"
    rotor = 0.0 if coupled else truth.drive.rotor_inertia[joint]
    flex, damping = flex_inertia(truth)[joint], truth.gear.damping[joint]
    return [
        joint_xml(f"motor{joint}", kind, armature=rotor),
        joint_xml(f"flex{joint}", kind, armature=flex, damping=damping),
    ]


def _bending(truth: TrueArm, joint: int) -> list[str]:
    """Three hinges at the end of the link before; the joint's own encoders do not measure them."""
    made = []
    for place, axis in enumerate((X_AXIS, Y_AXIS, Z_AXIS)):
        stiffness = truth.link_stiffness[joint, place]
        damping = truth.link_damping[joint, place]
        made.append(
            joint_xml(
                f"bend{joint}_{place}",
                "hinge",
                axis,
                stiffness=stiffness,
                damping=damping,
                armature=stiffness / HIGHEST_MODE**2,
            )
        )
    return made


def _behind_springs(link: int, *, sets: Sequence[SpringSet], truth: TrueArm) -> list[str]:
    """One body behind each set of springs of a link, nested, all in the link's frame."""
    damping_time_s = truth.link_damping_time_s
    return [
        f"<body name='{found.name}'>{_LINK_PLACEHOLDER}{found.joints_xml(damping_time_s=damping_time_s)}"
        for found in sets
        if found.link == link
    ]


def _clamp(joint: int) -> str:
    """Constraint of a locked output: motor and flex joint together are the link, which does not move."""
    return f"<joint joint1='flex{joint}' joint2='motor{joint}' polycoef='0 -1 0 0 0' {_CLAMP}/>"


def _coupled_rotors(truth: TrueArm, coupling: FloatArray) -> str:
    """Tendons with the inertia of rotors that turn with several joints, so that all of CᵀJC is present."""
    made = ""
    for motor, row in enumerate(coupling):
        if not _has_partners(coupling, motor):
            continue
        parts = {f"motor{joint}": row[joint] for joint in np.flatnonzero(row)}
        made += tendon_xml(parts, armature=truth.drive.rotor_inertia[motor])
    return made


X_AXIS, Y_AXIS, Z_AXIS = "1 0 0", "0 1 0", "0 0 1"


def joint_xml(name: str, kind: str, axis: str = Z_AXIS, *, place: str = "", **values: float) -> str:
    """XML of a ``slide`` or ``hinge`` about ``axis`` through ``place``, both in its body's frame."""
    at = f" pos='{place}'" if place else ""
    return f"<joint name='{name}' type='{kind}' axis='{axis}'{at} {_settings(values)}/>"


def tendon_xml(parts: dict[str, float], **values: float) -> str:
    """XML of a fixed tendon: the weighted sum of joint positions, with the given properties."""
    joints = "".join(f"<joint joint='{name}' coef='{float(share)!r}'/>" for name, share in parts.items())
    return f"<fixed {_settings(values)}>{joints}</fixed>"


def all_digits(values: FloatArray) -> str:
    """Format a vector with all digits."""
    return " ".join(repr(float(value)) for value in values)


def _settings(values: dict[str, float]) -> str:
    return " ".join(f"{key}='{float(value)!r}'" for key, value in values.items())
