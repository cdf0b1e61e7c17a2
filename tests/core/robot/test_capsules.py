"""The arm's body: capsules where the links are, from the description or from the geometry."""

import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.robot.capsules import arm_capsules, arm_length, placed_capsules
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.library import load_robot, shipped_robots
from core.robot.model import BASE_LINK, Capsule, Joint, RobotModel
from core.robot.toml_format import parse_toml, write_toml

DESCRIBED_BODIES = {
    "cs612", "ec612", "ec63", "fr3", "mikhel-3", "mikhel-6", "panda", "ur10e",
    "ur16e", "ur20", "ur30", "ur3e", "ur5e",
}  # fmt: skip


def poses(robot, *, seed, count=3):
    return np.random.default_rng(seed).uniform(-2.0, 2.0, size=(count, robot.joint_count))


def distance_to_segment(point, segment):
    start, along = segment[0], segment[1] - segment[0]
    share = np.clip((point - start) @ along / max(along @ along, 1e-12), 0.0, 1.0)
    return np.linalg.norm(point - start - share * along)


@pytest.mark.parametrize("name", shipped_robots())
def test_every_joint_and_the_flange_are_inside_the_body(name):
    """In every pose the joint centres lie in or next to some capsule."""
    robot = load_robot(name)
    capsules = arm_capsules(robot)
    for q in poses(robot, seed=1):
        ends = placed_capsules(robot, q[np.newaxis])[0]
        centres = np.vstack(
            [
                link_transforms(robot, q[np.newaxis])[0, :, :3, 3],
                flange_transforms(robot, q[np.newaxis])[0, np.newaxis, :3, 3],
            ]
        )
        for centre in centres:
            gaps = [
                distance_to_segment(centre, segment) - capsule.radius
                for segment, capsule in zip(ends, capsules, strict=True)
            ]
            # the maker's body of the Panda ends some centimetres before some axes
            assert min(gaps) < (0.02 if robot.capsules else 1e-9)


def test_thickness_of_a_derived_body_scales_with_the_arm_length():
    robot = load_robot("szabo-3r")
    radii = [capsule.radius for capsule in arm_capsules(robot)]
    assert arm_length(robot) == pytest.approx(1.3)
    assert radii == pytest.approx([0.065 * 1.3, 0.0575 * 1.3, 0.05 * 1.3])


def test_capsules_turn_with_their_link():
    robot = RobotModel(
        name="r",
        joints=(Joint("one"), Joint("two", a=1.0)),
        capsules=(
            Capsule(BASE_LINK, (0.0, 0.0, 0.0), (0.0, 0.0, 0.1), 0.2),
            Capsule(1, (0.0, 0.0, 0.0), (0.5, 0.0, 0.0), 0.1),
        ),
    )
    ends = placed_capsules(robot, np.array([[0.0, np.pi / 2.0]]))[0]
    np.testing.assert_allclose(ends[0], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.1]], atol=1e-12)
    np.testing.assert_allclose(ends[1], [[1.0, 0.0, 0.0], [1.0, 0.5, 0.0]], atol=1e-12)


def test_capsules_in_standard_frames_lie_on_their_links():
    """The upper arm of the UR10e runs from above the shoulder axis to above the elbow's."""
    robot = load_robot("ur10e")
    number = next(k for k, c in enumerate(robot.capsules) if c.link == 1 and c.radius == 0.06)
    start, end = placed_capsules(robot, np.zeros((1, 6)))[0, number]
    np.testing.assert_allclose(start, [0.0, -0.176, 0.1807], atol=1e-9)
    np.testing.assert_allclose(end, [-0.6, -0.176, 0.1807], atol=1e-9)


@pytest.mark.parametrize("name", shipped_robots())
def test_capsules_survive_writing_and_reading(name):
    robot = load_robot(name)
    assert parse_toml(write_toml(robot)).capsules == robot.capsules
    assert bool(robot.capsules) == (name in DESCRIBED_BODIES)


def test_a_described_body_names_its_source():
    for name in shipped_robots():
        robot = load_robot(name)
        assert bool(robot.capsules) == ("capsules" in robot.sources)


def test_all_mistakes_in_capsules_are_reported_at_once():
    text = """
name = "r"
base_capsules = [{ start = [0.0, 0.0, 0.0], end = [0.0, 0.0], radius = 0.1 }]
[[joints]]
name = "one"
capsules = [{ start = [0.0, 0.0, 0.0], radius = -0.1, colour = "red" }]
"""
    with pytest.raises(BadFile) as raised:
        parse_toml(text)
    assert [problem.code for problem in raised.value.problems] == [
        "wrong-shape",
        "missing-key",
        "not-positive",
        "unknown-key",
    ]


@pytest.mark.parametrize(
    "capsule", [Capsule(1, (0, 0, 0), (0, 0, 1), 0.1), Capsule(0, (0, 0, 0), (0, 0, 1), 0.0)]
)
def test_capsules_of_no_link_or_no_radius_are_refused(capsule):
    with pytest.raises(BadRequest, match="robot-capsule"):
        RobotModel(name="r", joints=(Joint("one"),), capsules=(capsule,))
