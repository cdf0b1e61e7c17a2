"""Arms with springs for the tests of this room, and how they move when a spring gives a little."""

import numpy as np
from hypothesis import strategies as st

from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import Joint, JointKind, RobotModel
from core.robot.placement import (
    from_roll_pitch_yaw,
    rotation_about_x,
    rotation_about_y,
    rotation_about_z,
    shift,
)

lengths = st.floats(0.1, 1.0)
angles = st.floats(-3.0, 3.0)


@st.composite
def arms(draw: st.DrawFn, *, most_joints: int = 4, slides: bool = True) -> RobotModel:
    """Any chain with a spring behind every link, limited and free joints, and now and then a slide."""
    count = draw(st.integers(2, most_joints))
    seed = draw(st.integers(0, 2**32 - 1))
    generator = np.random.default_rng(seed)
    joints = []
    for number in range(count):
        is_slide = slides and draw(st.integers(0, 5)) == 0
        low = draw(st.floats(-2.5, 0.0))
        limited = is_slide or draw(st.booleans())
        bounds = {"lower": low, "upper": low + draw(st.floats(0.3, 4.0))} if limited else {}
        joints.append(
            Joint(
                f"joint_{number + 1}",
                kind=JointKind.PRISMATIC if is_slide else JointKind.REVOLUTE,
                a=draw(lengths),
                alpha=draw(angles),
                d=draw(lengths),
                offset=draw(angles),
                **bounds,
            )
        )
    springs = tuple(spring(generator, link) for link in range(count))
    return RobotModel(
        "any",
        tuple(joints),
        base=placement(generator),
        flange=placement(generator),
        joint_stiffness=generator.uniform(1e4, 1e5, count),
        link_springs=springs,
    )


def placement(generator: np.random.Generator) -> FloatArray:
    """Somewhere within half a metre, turned anyhow."""
    return from_roll_pitch_yaw(generator.uniform(-0.5, 0.5, 3), rpy=generator.uniform(-3.0, 3.0, 3))


def spring(generator: np.random.Generator, link: int) -> LinkSpring:
    """Any possible springs on a link: a random positive definite compliance."""
    root = generator.standard_normal((6, 6)) * np.sqrt([1e-8] * 3 + [1e-7] * 3)[:, np.newaxis]
    return LinkSpring(link, placement(generator), root @ root.T)


def tool_with_springs(
    robot: RobotModel, q: FloatArray, *, joints: FloatArray, links: FloatArray
) -> FloatArray:
    """(4, 4) of the flange with joints (n,) turned on and link springs (s, 6) stretched; plain products."""
    frame = robot.base.copy()
    for number, joint in enumerate(robot.joints):
        value = q[number] + joints[number]
        slides = joint.kind is JointKind.PRISMATIC
        frame = frame @ rotation_about_x(joint.alpha) @ shift(joint.a, 0.0, 0.0)
        frame = frame @ rotation_about_z(joint.offset + (0.0 if slides else value))
        frame = frame @ shift(0.0, 0.0, joint.d + (value if slides else 0.0))
        for place, one in enumerate(robot.link_springs):
            if one.link == number:
                give = links[place]
                moved = shift(*give[:3]) @ rotation_about_x(give[3])
                moved = moved @ rotation_about_y(give[4]) @ rotation_about_z(give[5])
                frame = frame @ one.placement @ moved @ np.linalg.inv(one.placement)
    return np.asarray(frame @ robot.flange)
