"""Two independent programs that know rigid-body dynamics, and random arms to compare on."""

from xml.sax.saxutils import quoteattr

import numpy as np
from hypothesis import strategies as st

from core.robot.inertia import about_origin, tensor_of
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, JointKind, RobotModel
from core.robot.placement import from_roll_pitch_yaw, rotation_about_x, rotation_about_z, shift

WITH_MASSES = tuple(name for name in shipped_robots() if load_robot(name).inertial_parameters is not None)
"""The shipped robots whose masses are known."""


def fixed_part(joint):
    """The placement of a joint's frame in its parent at joint position zero."""
    return (
        rotation_about_x(joint.alpha)
        @ shift(joint.a, 0.0, 0.0)
        @ rotation_about_z(joint.offset)
        @ shift(0.0, 0.0, joint.d)
    )


def center_and_inertia(parameters):
    """Mass, centre of mass, inertia about it."""
    mass, center = parameters[0], parameters[1:4] / parameters[0]
    return (
        mass,
        center,
        tensor_of(parameters[4:]) - mass * (center @ center * np.eye(3) - np.outer(center, center)),
    )


class Pinocchio:
    """The model of the arm built with Pinocchio, as an independent reference."""

    def __init__(self, robot):
        import pinocchio

        self.pin = pinocchio
        self.model = pinocchio.Model()
        joint_id = 0
        for index, joint in enumerate(robot.joints):
            place = fixed_part(joint) if index else robot.base @ fixed_part(joint)
            kind = pinocchio.JointModelPZ() if joint.kind is JointKind.PRISMATIC else pinocchio.JointModelRZ()
            joint_id = self.model.addJoint(joint_id, kind, pinocchio.SE3(place), joint.name)
            body = pinocchio.Inertia.FromDynamicParameters(robot.inertial_parameters[index])
            self.model.appendBodyToJoint(joint_id, body, pinocchio.SE3.Identity())
        self.model.gravity.linear = np.array(robot.gravity)
        self.data = self.model.createData()

    def torque(self, q, v, a):
        return np.array([self.pin.rnea(self.model, self.data, *row) for row in zip(q, v, a, strict=True)])

    def regressor(self, q, v, a):
        rows = [
            self.pin.computeJointTorqueRegressor(self.model, self.data, *row)
            for row in zip(q, v, a, strict=True)
        ]
        return np.array(rows).reshape(*q.shape, -1)  # it makes a vector of a single row

    def mass_matrix(self, q):
        upper = np.array([np.triu(self.pin.crba(self.model, self.data, row)) for row in q])
        return upper + np.triu(upper, 1).transpose(0, 2, 1)

    def last_frame(self, q):
        frames = []
        for row in q:
            self.pin.forwardKinematics(self.model, self.data, row)
            frames.append(self.data.oMi[self.model.njoints - 1].homogeneous.copy())
        return np.array(frames)


class MuJoCo:
    """The arm in MuJoCo, by way of its own file format."""

    def __init__(self, robot):
        import mujoco

        self.mujoco = mujoco
        self.model = mujoco.MjModel.from_xml_string(_mjcf(robot))
        self.data = mujoco.MjData(self.model)

    def torque(self, q, v, a):
        rows = []
        for position, velocity, acceleration in zip(q, v, a, strict=True):
            self.data.qpos[:], self.data.qvel[:], self.data.qacc[:] = position, velocity, acceleration
            self.mujoco.mj_inverse(self.model, self.data)
            rows.append(self.data.qfrc_inverse.copy())
        return np.array(rows)


def _numbers(values):
    return quoteattr(" ".join(repr(float(value)) for value in values))


def _mjcf(robot):
    bodies = ""
    for index, joint in enumerate(robot.joints):
        place = fixed_part(joint) if index else robot.base @ fixed_part(joint)
        mass, center, inertia = center_and_inertia(robot.inertial_parameters[index])
        full = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
        axes = np.concatenate([place[:3, 0], place[:3, 1]])
        kind = "slide" if joint.kind is JointKind.PRISMATIC else "hinge"
        bodies += (
            f"<body pos={_numbers(place[:3, 3])} xyaxes={_numbers(axes)}>"
            f'<joint type="{kind}" axis="0 0 1"/>'
            f'<inertial pos={_numbers(center)} mass="{float(mass)!r}" fullinertia={_numbers(full)}/>'
        )
    return (
        '<mujoco><compiler angle="radian" boundmass="0" boundinertia="0"/>'
        f"<option gravity={_numbers(robot.gravity)}/>"
        f"<worldbody>{bodies}{'</body>' * robot.joint_count}</worldbody></mujoco>"
    )


def random_link(random):
    """Parameters of a possible body: a cloud of mass points."""
    mass = random.uniform(0.2, 20.0)
    spread = random.normal(size=(3, 3)) * 0.1
    second = spread @ spread.T + 1e-3 * np.eye(3)
    center = random.normal(size=3) * 0.2
    return about_origin(mass, center=center, inertia=mass * (np.trace(second) * np.eye(3) - second))


def random_robot(seed, kinds):
    """An arm with links, frames and mounting of a seed."""
    random = np.random.default_rng(seed)
    square = random.random() < 0.5  # axes at right angles, as real arms have them
    joints = []
    for index, slides in enumerate(kinds):
        alpha = random.integers(-1, 3) * np.pi / 2 if square else random.uniform(-np.pi, np.pi)
        joints.append(
            Joint(
                f"j{index}",
                JointKind.PRISMATIC if slides else JointKind.REVOLUTE,
                a=random.choice([0.0, random.normal()]),
                alpha=alpha,
                d=random.choice([0.0, random.normal()]),
                offset=random.uniform(-np.pi, np.pi),
            )
        )
    return RobotModel(
        f"random-{seed}",
        tuple(joints),
        base=from_roll_pitch_yaw(random.normal(size=3), rpy=random.uniform(-3.0, 3.0, 3)),
        flange=from_roll_pitch_yaw(random.normal(size=3), rpy=random.uniform(-3.0, 3.0, 3)),
        gravity=random.normal(size=3) * 6.0,
        inertial_parameters=np.array([random_link(random) for _ in kinds]),
    )


robots = st.builds(
    random_robot,
    st.integers(0, 2**32 - 1),
    st.lists(st.booleans(), min_size=1, max_size=8),
)


def motion(robot, *, samples=12, seed=0):
    """Positions, velocities, accelerations of a seed, each (samples, n)."""
    random = np.random.default_rng(seed)
    shape = (samples, robot.joint_count)
    return random.uniform(-3.0, 3.0, shape), random.normal(size=shape) * 2.0, random.normal(size=shape) * 5.0
