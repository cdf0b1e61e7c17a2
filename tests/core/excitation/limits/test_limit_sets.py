"""Sets of limits by name or file, and whose each limit is."""

import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.excitation.limits.limit_sets import limit_set_names, named_limits
from core.excitation.limits.motion_limits import DEFAULT_SLIDE, LimitOrigin, LimitSet, motion_limits
from core.fields import from_fields, to_fields
from core.robot.library import load_robot
from core.robot.model import Joint, JointKind, RobotModel
from tests.core import published_arms

ALL = tuple(range(6))


def gantry() -> RobotModel:
    """A slide, then two turning joints, of which the first has limits."""
    joints = (
        Joint(name="slide", kind=JointKind.PRISMATIC),
        Joint(name="shoulder", lower=-1.0, upper=2.0, velocity=1.5, acceleration=3.0),
        Joint(name="elbow", a=0.5),
    )
    return RobotModel(name="gantry", joints=joints)


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_names_of_the_shipped_limit_sets_are_listed():
    assert limit_set_names() == ("robot", "liu")


@pytest.mark.parametrize("robot", ["ec66", "ur10e", "generic-6r"])
def test_shipped_set_has_the_published_limits(robot):
    limits = named_limits("liu", load_robot(robot), start=np.zeros(6))
    np.testing.assert_allclose(np.degrees(limits.upper), [120, 90, 60, 120, 120, 120])
    np.testing.assert_allclose(np.degrees(limits.lower), [-120, -90, -60, -120, -120, -120])
    np.testing.assert_allclose(np.degrees(limits.velocity), [100, 60, 60, 80, 80, 80])
    np.testing.assert_allclose(np.degrees(limits.acceleration), 120.0)
    assert limits.origin.name == "liu"
    for quantity in ("position", "velocity", "acceleration"):
        assert limits.origin.joints(quantity, origin=LimitOrigin.NAMED) == ALL


def test_the_shipped_acceleration_replaces_a_missing_one():
    limits = named_limits("robot", load_robot("ur10e"), start=np.zeros(6))
    np.testing.assert_allclose(np.degrees(limits.acceleration), 120.0)
    assert limits.origin.name == "robot"
    assert limits.origin.joints("acceleration", origin=LimitOrigin.DEFAULT) == ALL
    assert limits.origin.joints("velocity", origin=LimitOrigin.MAKER) == ALL
    assert limits.origin.joints("position", origin=LimitOrigin.MAKER) == ALL
    generic = named_limits("robot", load_robot("generic-6r"), start=np.zeros(6))
    assert generic.origin.joints("acceleration", origin=LimitOrigin.DEFAULT) == ()


def test_given_limits_are_marked_as_given():
    limits = motion_limits(published_arms.ur10e(), start=np.zeros(6), velocity=np.ones(6))
    assert limits.origin.joints("velocity", origin=LimitOrigin.NAMED) == ALL
    assert limits.origin.joints("position", origin=LimitOrigin.DEFAULT) == ALL


def test_a_limit_file_with_sliding_joints_is_read(tmp_path):
    path = written(
        tmp_path,
        """
        [limits]
        velocity_m = [0.1]
        lower_deg = [-20, -30]
        upper_deg = [200, 30]
        acceleration_deg = [90, 90]
        """,
    )
    limits = named_limits(str(path), gantry(), start=np.zeros(3))
    np.testing.assert_allclose(limits.velocity, [0.1, 1.5, np.radians(60.0)])
    np.testing.assert_allclose(limits.lower, [-DEFAULT_SLIDE, np.radians(-20), np.radians(-30)])
    np.testing.assert_allclose(limits.upper, [DEFAULT_SLIDE, 2.0, np.radians(30)])  # the maker's is tighter
    np.testing.assert_allclose(limits.acceleration, [DEFAULT_SLIDE, np.radians(90), np.radians(90)])
    maker, named, default = LimitOrigin.MAKER, LimitOrigin.NAMED, LimitOrigin.DEFAULT
    assert limits.origin == LimitSet(
        name=str(path),
        position=(default, named, named),
        velocity=(named, maker, default),
        acceleration=(default, named, named),
    )
    assert from_fields(LimitSet, to_fields(limits.origin)) == limits.origin


def test_the_tighter_limit_of_the_maker_holds(tmp_path):
    path = written(tmp_path, "[limits]\nvelocity_deg = [500, 500]\n")
    limits = named_limits(path, gantry(), start=np.zeros(3))
    np.testing.assert_allclose(limits.velocity, [DEFAULT_SLIDE, 1.5, np.radians(500)])
    assert limits.origin.velocity == (LimitOrigin.DEFAULT, LimitOrigin.MAKER, LimitOrigin.NAMED)


def test_every_mistake_is_reported(tmp_path):
    path = written(
        tmp_path,
        """
        colour = "red"
        [limits]
        lower_deg = [10, -20]
        upper_deg = [5, 20]
        velocity_deg = [1, 2, 3]
        velocity_m = [0.0]
        acceleration_deg = "much"
        speed_deg = [1, 2]
        upper_m = [nan]
        """,
    )
    with pytest.raises(BadFile) as caught:
        named_limits(path, gantry(), start=np.zeros(3))
    assert caught.value.code == "bad-limits-file"
    assert caught.value.facts == {"file": "mine.toml"}
    found = {(problem.where, problem.code) for problem in caught.value.problems}
    assert found == {
        ("line 2, colour", "unknown-key"),
        ("line 4, limits.lower_deg", "limits-reversed"),
        ("line 6, limits.velocity_deg", "wrong-shape"),
        ("line 7, limits.velocity_m", "not-positive"),
        ("line 8, limits.acceleration_deg", "wrong-kind"),
        ("line 9, limits.speed_deg", "unknown-key"),
        ("line 10, limits.upper_m", "not-finite"),
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing-key"),
        ("limits = 3", "wrong-kind"),
        ("[limits", "toml-syntax"),
        ("[limits]\nlower_deg = [130, 0]\nupper_deg = [140, 1]", "limits-reversed"),
    ],
)
def test_unusable_limit_files_are_refused(tmp_path, text, code):
    with pytest.raises(BadFile) as caught:
        named_limits(written(tmp_path, text), gantry(), start=np.zeros(3))
    assert [problem.code for problem in caught.value.problems] == [code]


def test_a_binary_limit_file_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile) as caught:
        named_limits(path, gantry(), start=np.zeros(3))
    assert [problem.code for problem in caught.value.problems] == ["not-utf8"]


def test_unknown_limit_names_are_refused():
    with pytest.raises(BadRequest, match="unknown-limits") as caught:
        named_limits("lui", published_arms.ec66(), start=np.zeros(6))
    assert caught.value.facts["names"] == ("robot", "liu")
    with pytest.raises(OSError, match="nowhere"):
        named_limits("nowhere.toml", published_arms.ec66(), start=np.zeros(6))


def test_a_start_outside_the_limits_is_refused():
    start = np.radians([0.0, 0, 90, 0, 0, 0])
    named_limits("robot", load_robot("ur10e"), start=start)
    with pytest.raises(BadRequest, match="start-outside-limits") as caught:
        named_limits("liu", load_robot("ur10e"), start=start)
    assert caught.value.facts["joint"] == 3


def test_a_set_for_another_joint_count_is_refused():
    with pytest.raises(BadFile) as caught:
        named_limits("liu", gantry(), start=np.zeros(3))
    assert {problem.code for problem in caught.value.problems} == {"wrong-shape"}
