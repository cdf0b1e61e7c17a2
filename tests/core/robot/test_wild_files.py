"""Robot descriptions as they are found in public: what is understood, against Pinocchio and MuJoCo."""

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot, read_description
from core.robot.model import JointKind
from tests.core.robot.oracles import motion

WILD = Path(__file__).parent / "wild"
TOLERANCE = 1e-9
PI = np.pi


def codes(path, **options):
    return [note.code for note in read_description(WILD / path, **options).notes]


def facts(path, code, **options):
    return next(note.facts for note in read_description(WILD / path, **options).notes if note.code == code)


def problems(path, **options):
    with pytest.raises(BadFile) as caught:
        load_robot(WILD / path, **options)
    assert caught.value.facts["file"] == path
    return [(problem.code, problem.facts) for problem in caught.value.problems]


def check_against_pinocchio(path, robot, *, tip):
    """Torques and the flange of a URDF, the joints outside the arm held at zero."""
    pinocchio = pytest.importorskip("pinocchio")
    whole = pinocchio.buildModelFromXML(path.read_text())
    held = [whole.getJointId(name) for name in list(whole.names)[1:] if name not in robot.joint_names]
    model = pinocchio.buildReducedModel(whole, held, pinocchio.neutral(whole))
    model.gravity.linear = np.array(robot.gravity)
    data = model.createData()
    q, v, a = motion(robot)
    turning = [joint.nq == 2 for joint in list(model.joints)[1:]]
    frame = model.getFrameId(tip)
    found_torque, found_flange = inverse_dynamics(robot, q, v, a), flange_transforms(robot, q)
    for row in range(len(q)):
        position = np.concatenate(
            [
                [np.cos(angle), np.sin(angle)] if turns else [angle]
                for angle, turns in zip(q[row], turning, strict=True)
            ]
        )
        torque = pinocchio.rnea(model, data, position, v[row], a[row])
        assert np.max(np.abs(found_torque[row] - torque)) <= TOLERANCE * max(1.0, np.max(np.abs(torque)))
        pinocchio.framesForwardKinematics(model, data, position)
        np.testing.assert_allclose(found_flange[row], data.oMf[frame].homogeneous, atol=TOLERANCE)


@pytest.mark.parametrize(
    ("file", "tip", "expected"),
    [
        ("cobot_five.urdf", None, "tool0"),
        ("cobot_five.urdf", "ft_frame", "ft_frame"),
        ("seven_with_hand.urdf", None, "arm_hand_tcp"),
        ("seven_with_hand.urdf", "arm_link8", "arm_link8"),
        ("palletiser.urdf", "fore", "fore"),
        ("two_arms.urdf", "right_tool0", "right_tool0"),
    ],
)
def test_urdf_files_agree_with_pinocchio(file, tip, expected):
    robot = load_robot(WILD / file, tip=tip)
    check_against_pinocchio(WILD / file, robot, tip=expected)


def test_tool_frames_without_a_body_and_fixed_joints_are_merged():
    robot = load_robot(WILD / "cobot_five.urdf")
    assert robot.joint_count == 6
    assert robot.inertial_parameters[:, 0] == pytest.approx([3.761, 8.058, 2.846, 1.37, 1.3, 0.365])
    assert robot.gear_ratio.tolist() == [101.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert facts("cobot_five.urdf", "robot-fixed-joints") == {"count": 6}
    assert facts("cobot_five.urdf", "robot-tip-of")["others"] == ("wrist_3_link", "flange", "ft_frame")
    assert facts("cobot_five.urdf", "robot-shape-files") == {"count": 14}
    assert "robot-no-range" not in codes("cobot_five.urdf")  # the continuous wrist needs none


def test_a_gripper_whose_fingers_follow_each_other_is_no_branch_of_the_arm():
    robot = load_robot(WILD / "seven_with_hand.urdf")
    assert robot.joint_names == tuple(f"arm_joint{number}" for number in range(1, 8))
    assert robot.inertial_parameters[-1, 0] == pytest.approx(0.74 + 0.73 + 2 * 0.015)
    assert facts("seven_with_hand.urdf", "robot-held-joints")["joints"] == (
        "arm_finger_joint1",
        "arm_finger_joint2",
    )


def test_a_joint_that_follows_another_inside_the_arm_is_refused_with_the_link_before_it():
    found = problems("palletiser.urdf")
    assert found == [("urdf-mimic", {"joint": "a4", "follows": "a3", "before": "fore"})]
    assert load_robot(WILD / "palletiser.urdf", tip="fore").joint_names == ("a1", "a2", "a3")


def test_two_arms_need_a_tip():
    assert problems("two_arms.urdf") == [("urdf-branches", {"tips": ("left_tool0", "right_tool0")})]
    robot = load_robot(WILD / "two_arms.urdf", tip="left_tool0")
    assert robot.joint_names == ("left_j1", "left_j2")
    assert facts("two_arms.urdf", "robot-held-joints", tip="left_tool0")["joints"] == ("right_j1", "right_j2")


def test_the_zeros_that_cad_programs_write_are_unknown_limits():
    robot = load_robot(WILD / "cad_arm.urdf")
    assert robot.joint_count == 4
    assert not np.isfinite(robot.lower).any()
    assert not np.isfinite(robot.velocity_limit).any()
    found = codes("cad_arm.urdf")
    assert {"robot-no-range", "robot-no-speed", "robot-no-torque"} <= set(found)
    assert facts("cad_arm.urdf", "robot-massless-joints") == {"joints": ("Joint4",)}


def test_a_joint_locked_by_equal_limits_is_fixed(tmp_path):
    text = (WILD / "cad_arm.urdf").read_text()
    locked = text.replace(
        'effort="0" lower="0" upper="0" velocity="0"', 'effort="9" lower="0" upper="0" velocity="1"', 1
    )
    (tmp_path / "arm.urdf").write_text(locked)
    assert load_robot(tmp_path / "arm.urdf").joint_names == ("Joint2", "Joint3", "Joint4")


def test_a_xacro_file_is_named_and_an_expanded_one_is_read():
    assert problems("cell.urdf.xacro")[0][0] == "urdf-xacro"
    assert "xmlns:xacro" in (WILD / "cobot_five.urdf").read_text()


def mujoco_arm():
    """The MJCF test file in MuJoCo itself, without its meshes, resistance and constraints."""
    text = (WILD / "six_with_gripper.xml").read_text()
    text = re.sub(r"<(mesh|texture) [^>]*/>", "", text)
    text = re.sub(r'<geom class="visual"[^>]*/>', "", text)
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
    model.dof_damping[:] = 0.0
    armature = model.dof_armature.copy()
    model.dof_armature[:] = 0.0
    return model, armature


def test_an_mjcf_file_agrees_with_mujoco():
    robot = load_robot(WILD / "six_with_gripper.xml")
    model, armature = mujoco_arm()
    data = mujoco.MjData(model)
    q, v, a = motion(robot)
    torque, flange = inverse_dynamics(robot, q, v, a), flange_transforms(robot, q)
    for row in range(len(q)):
        data.qpos[:], data.qvel[:], data.qacc[:] = model.qpos0, 0.0, 0.0
        data.qpos[:6], data.qvel[:6], data.qacc[:6] = q[row], v[row], a[row]
        mujoco.mj_inverse(model, data)
        scale = np.max(np.abs(data.qfrc_inverse[:6]))
        assert np.max(np.abs(torque[row] - data.qfrc_inverse[:6])) <= 1e-9 * scale
        site = data.site("attachment_site")
        np.testing.assert_allclose(flange[row][:3, 3], site.xpos, atol=TOLERANCE)
        np.testing.assert_allclose(flange[row][:3, :3], site.xmat.reshape(3, 3), atol=TOLERANCE)
    np.testing.assert_array_equal(robot.rotor_inertia, armature[:6])
    np.testing.assert_allclose(robot.upper[1], np.radians(118.0))
    assert robot.torque_limit.tolist() == [50.0, 50.0, 50.0, 12.0, 12.0, 12.0]
    assert codes("six_with_gripper.xml")[-2:] == ["robot-no-speed", "robot-shape-files"]


def test_a_body_whose_mass_is_in_a_mesh_has_none(tmp_path):
    text = (WILD / "six_with_gripper.xml").read_text()
    bare = text.replace('<inertial mass="1.6" pos="0.05 0.02 0" diaginertia="0.007 0.006 0.003"/>', "")
    (tmp_path / "arm.mjcf").write_text(bare)
    found = read_description(tmp_path / "arm.mjcf")
    assert found.robot.inertial_parameters[2].tolist() == [0.0] * 10
    assert [note.facts for note in found.notes if note.code == "robot-massless-joints"] == [
        {"joints": ("joint3",)}
    ]


def test_mjcf_files_that_cannot_be_read_say_why(tmp_path):
    assert problems("scene.xml") == [("mjcf-include", {"included": "six_with_gripper.xml"})]
    broken = (WILD / "six_with_gripper.xml").read_text().replace('joint2="finger_left"', 'joint2="nowhere"')
    (tmp_path / "arm.xml").write_text(broken)
    with pytest.raises(BadFile) as caught:
        load_robot(tmp_path / "arm.xml")
    assert caught.value.problems[0].code == "mjcf-refused"
    assert "nowhere" in caught.value.problems[0].facts["reason"]


def with_joint_at_the_base(tmp_path, joint):
    text = (WILD / "six_with_gripper.xml").read_text()
    text = text.replace('euler="0 0 30">', f'euler="0 0 30">{joint}')
    (tmp_path / "arm.xml").write_text(re.sub(r"<keyframe>.*</keyframe>", "", text, flags=re.DOTALL))
    return tmp_path / "arm.xml"


def test_a_floating_base_counts_as_standing_still_and_is_remarked(tmp_path):
    found = read_description(with_joint_at_the_base(tmp_path, '<freejoint name="float"/>'))
    fixed = load_robot(WILD / "six_with_gripper.xml")
    remarks = [note.facts for note in found.notes if note.code == "robot-free-base"]
    assert remarks == [{"joints": ("float",)}]
    q, v, a = motion(fixed)
    assert np.array_equal(inverse_dynamics(found.robot, q, v, a), inverse_dynamics(fixed, q, v, a))


def test_a_ball_joint_is_refused_with_the_link_before_it_or_with_its_deletion(tmp_path):
    ball = '<joint name="ball" type="ball" range="0 0" limited="false"/>'
    with pytest.raises(BadFile) as caught:
        load_robot(with_joint_at_the_base(tmp_path, ball))
    assert [problem.code for problem in caught.value.problems] == ["robot-ball-base"]
    assert load_robot(with_joint_at_the_base(tmp_path, "")).joint_count == 6
    text = (tmp_path / "arm.xml").read_text()
    text = text.replace('<joint name="joint3" range="-220 10" ref="-20"/>', ball)
    (tmp_path / "arm.xml").write_text(re.sub(r"<general [^>]*joint3[^>]*/>", "", text))
    with pytest.raises(BadFile) as caught:
        load_robot(tmp_path / "arm.xml")
    assert [problem.code for problem in caught.value.problems] == ["robot-joint-kind"]
    before = caught.value.problems[0].facts["before"]
    assert load_robot(tmp_path / "arm.xml", tip=before).joint_names == ("joint1", "joint2")


def dh_flange(rows, q, *, modified):
    """The flange by the printed formulas of Craig or Spong, one matrix after the other."""
    place = np.eye(4)
    for (a, alpha, d, theta), angle in zip(rows, q, strict=True):
        c, s = np.cos(theta + angle), np.sin(theta + angle)
        ca, sa = np.cos(alpha), np.sin(alpha)
        craig = [[c, -s, 0, a], [s * ca, c * ca, -sa, -d * sa], [s * sa, c * sa, ca, d * ca], [0, 0, 0, 1]]
        spong = [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
        place = place @ np.array(craig if modified else spong)
    return place


STANDARD = [
    (0, PI / 2, 0.1625, 0), (-0.425, 0, 0, 0), (-0.3922, 0, 0, 0),
    (0, PI / 2, 0.1333, 0), (0, -PI / 2, 0.0997, 0), (0, 0, 0.0996, 0),
]  # fmt: skip
MODIFIED = [
    (0, 0, 0.4, 0), (0.025, -PI / 2, 0, -PI / 2), (0.455, 0, 0, 0),
    (0.0355, -PI / 2, 0.42, 0), (0, PI / 2, 0, 0), (0, -PI / 2, 0.08, PI),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "rows", "modified"),
    [("standard_m_rad.csv", STANDARD, False), ("modified_mm_deg.csv", MODIFIED, True)],
)
def test_dh_tables_agree_with_the_printed_formulas(file, rows, modified):
    robot = load_robot(WILD / file)
    q, _, _ = motion(robot)
    for position, found in zip(q, flange_transforms(robot, q), strict=True):
        np.testing.assert_allclose(found, dh_flange(rows, position, modified=modified), atol=1e-12)


def test_units_and_convention_of_a_dh_table_are_reported():
    assert facts("modified_mm_deg.csv", "dh-as-seen") == {
        "convention": "modified",
        "lengths": "mm",
        "angles": "degrees",
    }
    assert facts("standard_m_rad.csv", "dh-as-seen") == {
        "convention": "standard",
        "lengths": "m",
        "angles": "rad",
    }
    robot = load_robot(WILD / "modified_mm_deg.csv")
    np.testing.assert_allclose(np.degrees(robot.lower[:2]), [-170.0, -190.0])
    np.testing.assert_allclose(np.degrees(robot.velocity_limit[-1]), 659.0)
    assert not np.isfinite(robot.torque_limit).any()


def test_a_dh_table_that_can_be_read_in_two_ways_is_refused_until_it_says_which(tmp_path):
    assert problems("unclear.csv") == [("dh-convention", {})]
    text = (WILD / "unclear.csv").read_text()
    flanges = []
    for word in ("modified", "standard"):
        (tmp_path / "arm.csv").write_text(f"# {word}\n{text}")
        flanges.append(flange_transforms(load_robot(tmp_path / "arm.csv"), np.full((1, 3), 0.7))[0])
    assert not np.allclose(*flanges)


def dh(tmp_path, text):
    (tmp_path / "arm.csv").write_text(text)
    with pytest.raises(BadFile) as caught:
        load_robot(tmp_path / "arm.csv")
    return [(problem.where, problem.code) for problem in caught.value.problems]


def test_every_fault_of_a_dh_table_is_named_with_its_line(tmp_path):
    assert dh(tmp_path, "alpha,d,theta\n0,1,0\n") == [("line 1", "dh-no-column")]
    assert dh(tmp_path, "alpha,a,d\n") == [("", "dh-no-rows")]
    assert dh(tmp_path, "# modified\nalpha,a,d\n0,0,1\n0,x,1\n90°,,1\n") == [
        ("line 4", "dh-not-a-number"),
        ("line 5", "dh-not-a-number"),
    ]
    assert dh(tmp_path, "# standard\nalpha,a,d\n0,0,1\n0,1\n") == [("line 4", "dh-row-length")]
    twice = "# standard\njoint,alpha,a,d\nA,0,0,1\nA,0,0,1\n"
    assert dh(tmp_path, twice) == [("line 3", "name-twice")]


def test_a_sliding_joint_of_a_dh_table(tmp_path):
    header = "# standard\ntype,alpha [deg],a [mm],d [mm],theta,min,max\n"
    text = f"{header}R,0,250,300,q1,-120,120\nP,180,0,d2,0,50,200\n"
    (tmp_path / "scara.csv").write_text(text)
    robot = load_robot(tmp_path / "scara.csv")
    assert [joint.kind for joint in robot.joints] == [JointKind.REVOLUTE, JointKind.PRISMATIC]
    np.testing.assert_allclose(robot.upper, [np.radians(120.0), 0.2])
    np.testing.assert_allclose(robot.flange[:3, :3], np.diag([1.0, -1.0, -1.0]), atol=1e-12)


def test_a_tip_is_refused_where_there_are_no_links_to_choose_from():
    with pytest.raises(BadRequest) as caught:
        load_robot(WILD / "standard_m_rad.csv", tip="tool0")
    assert caught.value.code == "tip-not-for"
