"""An arm ready to be drawn: one pose without the compiler, tubes that follow the links."""

import subprocess
import sys

import numpy as np
import pytest

from core.drawing.arm_scene import ArmBody, Extent
from core.drawing.orthographic import Orthographic
from core.errors import BadRequest
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, JointKind, RobotModel
from core.robot.single_pose import link_frames_at

VIEW = Orthographic(azimuth=-1.0, elevation=0.3)


def _poses(count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [np.zeros(count), *rng.uniform(-2.5, 2.5, (6, count))]


@pytest.mark.parametrize("name", shipped_robots())
def test_drawn_frames_agree_with_the_compiled_kinematics(name: str) -> None:
    robot = load_robot(name)
    for q in _poses(robot.joint_count):
        assert np.allclose(link_frames_at(robot, q), link_transforms(robot, q[np.newaxis])[0], atol=1e-12)


def test_a_sliding_joint_moves_along_its_axis() -> None:
    robot = RobotModel("slide", (Joint("lift", JointKind.PRISMATIC, alpha=0.3, d=0.2), Joint("turn", a=0.4)))
    q = np.array([0.7, 1.1])
    assert np.allclose(link_frames_at(robot, q), link_transforms(robot, q[np.newaxis])[0], atol=1e-12)


def test_a_pose_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadRequest) as refused:
        link_frames_at(load_robot("ec66"), np.zeros(5))
    assert refused.value.code == "motion-shape"


def test_drawing_needs_no_compiler() -> None:
    program = (
        "import sys, numpy as np, core.drawing.picture_scene, core.drawing.swept_volume\n"
        "from core.drawing.arm_scene import ArmBody\n"
        "from core.robot.library import load_robot\n"
        "ArmBody(load_robot('ec66')).at(np.zeros(6))\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", shipped_robots())
def test_tubes_and_flange_are_where_the_arm_is(name: str) -> None:
    robot = load_robot(name)
    body = ArmBody(robot)
    for q in _poses(robot.joint_count):
        scene = body.at(q)
        placed = placed_capsules(robot, q[np.newaxis], capsules=arm_capsules(robot))[0]
        assert np.allclose(scene.tubes, placed - robot.base[:3, 3], atol=1e-9)
        assert np.allclose(scene.flange[:3, 3], flange_transforms(robot, q[np.newaxis])[0, :3, 3], atol=1e-9)


@pytest.mark.parametrize("name", shipped_robots())
def test_joints_lie_on_their_axes_and_turn_with_them(name: str) -> None:
    robot = load_robot(name)
    body = ArmBody(robot)
    q = _poses(robot.joint_count)[1]
    scene, frames = body.at(q), link_transforms(robot, q[np.newaxis])[0]
    away = scene.joints - frames[:, :3, 3]
    assert np.allclose(np.cross(away, scene.axes), 0.0, atol=1e-9)
    for joint in range(robot.joint_count):
        moved = q.copy()
        moved[joint] += 0.4
        assert np.allclose(body.at(moved).joints[joint], scene.joints[joint], atol=1e-9)
    apart = np.linalg.norm(scene.joints[:, np.newaxis] - scene.joints, axis=2)
    assert (apart[np.triu_indices(robot.joint_count, 1)] > 0.0).sum() >= robot.joint_count - 1


@pytest.mark.parametrize("gravity", [(9.81, 0.0, 0.0), (0.0, -9.81, 0.0), (0.0, 0.0, 9.81)])
def test_an_arm_on_wall_or_ceiling_hangs_with_gravity_downwards(gravity: tuple[float, float, float]) -> None:
    original = load_robot("ec66")
    robot = RobotModel("hung", original.joints, gravity=np.array(gravity))
    body = ArmBody(robot)
    q = _poses(6)[1]
    upright, hung = ArmBody(original).at(q), body.at(q)
    down = np.array(gravity) / 9.81
    assert np.allclose(hung.line @ [0.0, 0.0, -1.0], upright.line @ down, atol=1e-9)
    assert np.linalg.norm(hung.line[-1]) == pytest.approx(np.linalg.norm(upright.line[-1]))


def test_the_extent_grows_with_new_poses() -> None:
    extent = Extent()
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert extent.take(corners)
    assert not extent.take(corners * 0.5)
    assert extent.take(np.array([[0.0, 0.0, 2.0]]))
    assert extent.points.max() == 2.0


def test_a_view_keeps_lengths_and_never_turns_over() -> None:
    assert np.allclose(VIEW.matrix @ VIEW.matrix.T, np.eye(3))
    assert np.linalg.det(VIEW.matrix) == pytest.approx(1.0)
    assert np.allclose(
        Orthographic(azimuth=0.0, elevation=0.0).seen(np.eye(3)), [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    )
    over = VIEW.turned(azimuth=0.0, elevation=9.0)
    assert over.matrix[1, 2] > 0.0
    assert abs(VIEW.turned(azimuth=100.0, elevation=0.0).azimuth) <= np.pi
