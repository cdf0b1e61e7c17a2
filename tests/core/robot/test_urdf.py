"""URDF files against Pinocchio's own reader, and the problems reported for a bad file."""

import numpy as np
import pytest

from core.errors import BadFile
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.library import read_description
from core.robot.model import JointKind
from core.robot.urdf import parse_urdf
from tests.core.robot.oracles import motion

TOLERANCE = 1e-9


def body(seed):
    """The inertial element of a random possible body, its own axes turned."""
    random = np.random.default_rng(seed)
    mass, (a, b, c) = random.uniform(0.2, 9.0), random.uniform(0.05, 0.1, 3)
    xyz, rpy = random.normal(size=3) * 0.1, random.uniform(-1.5, 1.5, 3)
    return (
        f'<inertial><origin xyz="{_text(xyz)}" rpy="{_text(rpy)}"/><mass value="{mass:.9f}"/>'
        f'<inertia ixx="{a:.9f}" ixy="1e-4" ixz="-2e-4" iyy="{b:.9f}" iyz="3e-4" izz="{c:.9f}"/></inertial>'
    )


def _text(values):
    return " ".join(repr(float(value)) for value in values)


def chain(joints, *, extra=""):
    """A URDF of links 0, 1, 2 … and joints given as (type, xyz, rpy, axis, limits)."""
    text = f'<robot name="made">\n<link name="l0">{body(0)}</link>\n'
    for index, (kind, xyz, rpy, axis) in enumerate(joints, start=1):
        limit = (
            "" if kind in {"fixed", "continuous"} else '<limit lower="-2" upper="2" velocity="3" effort="9"/>'
        )
        text += (
            f'<link name="l{index}">{body(index)}</link>\n'
            f'<joint name="j{index}" type="{kind}"><origin xyz="{xyz}" rpy="{rpy}"/>'
            f'<axis xyz="{axis}"/>{limit}<parent link="l{index - 1}"/><child link="l{index}"/></joint>\n'
        )
    return text + extra + "</robot>"


ODD_CHAINS = {
    "odd axes and frames": [
        ("revolute", "0.1 0.2 0.3", "0.3 -0.4 0.5", "1 2 3"),
        ("revolute", "0.4 0 0.1", "1 0.2 -2", "0 -1 0"),
        ("revolute", "0 0.3 0", "0 0 0", "-1 0 0.2"),
    ],
    "parallel and opposite axes": [
        ("revolute", "0 0 0.3", "0 0 0", "0 0 1"),
        ("revolute", "0.4 0 0.1", "0 0 0.3", "0 0 1"),
        ("revolute", "0 0.3 0.2", "0 0 0", "0 0 -1"),
        ("revolute", "0 0 0.2", "0 0 0", "0 0 -1"),
    ],
    "sliding joints": [
        ("prismatic", "0 0 0.3", "0 0 0", "1 0 0"),
        ("revolute", "0.4 0 0.1", "0 0.5 0.3", "0 1 0"),
        ("prismatic", "0 0.3 0.2", "0.1 0 0", "1 1 1"),
        ("continuous", "0 0 0.2", "0 0 1", "0 0 1"),
    ],
    "fixed joints between": [
        ("fixed", "0 0 0.3", "0.2 0 0", "0 0 1"),
        ("revolute", "0.4 0 0.1", "0 0.5 0.3", "0 1 0"),
        ("fixed", "0 0.3 0.2", "0.1 0 0", "1 0 0"),
        ("revolute", "0 0 0.2", "0 0 1", "0 0 1"),
        ("fixed", "0 0.1 0.2", "0.1 0.7 0", "1 0 0"),
    ],
    "first axis reversed": [("revolute", "0 0 0.3", "0 0 0", "0 0 -1")],
    "wrist in one point": [
        ("revolute", "0 0 0.3", "0 0 0", "0 0 1"),
        ("revolute", "0 0 0", "1.5707963267948966 0 0", "0 0 1"),
        ("revolute", "0 0 0", "-1.5707963267948966 0 0", "0 0 1"),
    ],
}


def check_against_pinocchio(text, *, tip=None):
    pinocchio = pytest.importorskip("pinocchio")
    robot = parse_urdf(text, tip=tip)
    model = pinocchio.buildModelFromXML(text)
    data = model.createData()
    model.gravity.linear = np.array(robot.gravity)
    q, v, a = motion(robot)
    turning = [joint.nq == 2 for joint in list(model.joints)[1:]]  # continuous: cosine and sine
    torque = []
    for row in zip(q, v, a, strict=True):
        position = np.concatenate(
            [
                [np.cos(angle), np.sin(angle)] if turns else [angle]
                for angle, turns in zip(row[0], turning, strict=True)
            ]
        )
        torque.append(pinocchio.rnea(model, data, position, row[1], row[2]))
    found = inverse_dynamics(robot, q, v, a)
    assert np.max(np.abs(found - torque)) <= TOLERANCE * np.max(np.abs(torque))
    return robot, model, data, q


@pytest.mark.parametrize("joints", ODD_CHAINS.values(), ids=ODD_CHAINS)
def test_any_frames_and_axes_agree_with_pinocchio(joints):
    robot, _, _, _ = check_against_pinocchio(chain(joints))
    assert [joint.kind is JointKind.PRISMATIC for joint in robot.joints] == [
        kind == "prismatic" for kind, *_ in joints if kind != "fixed"
    ]


@pytest.mark.parametrize("joints", ODD_CHAINS.values(), ids=ODD_CHAINS)
def test_the_flange_is_the_tip(joints):
    pinocchio = pytest.importorskip("pinocchio")
    text = chain([joint if joint[0] != "continuous" else ("revolute", *joint[1:]) for joint in joints])
    robot, model, data, q = check_against_pinocchio(text)
    tip = model.getFrameId(f"l{len(joints)}")
    for position, found in zip(q, flange_transforms(robot, q), strict=True):
        pinocchio.framesForwardKinematics(model, data, position)
        np.testing.assert_allclose(found, data.oMf[tip].homogeneous, atol=TOLERANCE)


@pytest.mark.parametrize("file", ["ur10e/ur10e.urdf", "tx40/tx40.urdf", "lwr4/kuka_lwr4.urdf"])
def test_files_of_real_arms_agree_with_pinocchio(shared_data, file):
    check_against_pinocchio((shared_data / file).read_text())


def test_a_real_arm_keeps_its_names_limits_and_tool_frame(shared_data):
    robot = parse_urdf((shared_data / "ur10e/ur10e.urdf").read_bytes())
    assert robot.name == "ur10e"
    assert robot.joint_names[2] == "elbow_joint"
    assert robot.joints[2].torque == 150.0
    assert robot.joints[2].upper == pytest.approx(np.pi)
    assert robot.flange[2, 3] == pytest.approx(0.117)  # tool0, not the frame of the same length


def test_nearly_parallel_axes_give_no_distant_frames():
    rounded = [
        ("revolute", "0 0 0.3", "0 0 0", "0 0 1"),
        ("revolute", "0.4 0 0", "1.5708 0 0", "0 0 1"),
        ("revolute", "0.4 0 0", "-1.5708 0 0", "0 0 1"),
        ("revolute", "0.4 0 0", "0 3.14159 0", "0 0 -1"),
    ]
    robot = parse_urdf(chain(rounded))
    assert np.abs(robot.d).max() < 2.0
    assert np.abs(robot.a).max() < 2.0


TWO = [("revolute", "0 0 0.3", "0 0 0", "0 0 1"), ("revolute", "0 0 0.3", "0 0 0", "0 1 0")]
GRIPPER = (
    '<link name="side"/><joint name="slide" type="prismatic"><parent link="l1"/><child link="side"/>'
    '<axis xyz="1 0 0"/><limit lower="0" upper="1" velocity="1" effort="1"/></joint>'
)


def problems_of(text, **options):
    with pytest.raises(BadFile) as caught:
        parse_urdf(text, file="arm.urdf", **options)
    assert caught.value.code == "bad-robot-file"
    assert caught.value.facts["file"] == "arm.urdf"
    return [(problem.where, problem.code) for problem in caught.value.problems]


def test_two_moving_branches_need_a_tip():
    text = chain(TWO, extra=GRIPPER)
    with pytest.raises(BadFile) as caught:
        parse_urdf(text)
    assert caught.value.problems[0].code == "urdf-branches"
    assert set(caught.value.problems[0].facts["tips"]) == {"l2", "side"}
    assert parse_urdf(text, tip="l2").joint_names == ("j1", "j2")
    assert parse_urdf(text, tip="side").joint_names == ("j1", "slide")


def test_side_branches_are_added_to_their_carrier_link():
    whole = parse_urdf(chain(TWO, extra=GRIPPER), tip="side").inertial_parameters
    assert whole[:, 0].sum() == pytest.approx(parse_urdf(chain(TWO)).inertial_parameters[:, 0].sum())


def test_unknown_and_motionless_tips_are_refused():
    assert problems_of(chain(TWO), tip="l9") == [("", "urdf-unknown-link")]
    assert problems_of(chain(TWO), tip="l0") == [("", "urdf-nothing-moves")]
    assert problems_of('<robot name="r"><link name="l"/></robot>') == [("", "urdf-nothing-moves")]


_ROUND = 'ixy="0" ixz="0" iyy="1" iyz="0"'
BAD = f"""<robot name="bad">
<link name="a"/>
<link name="b"><inertial><mass value="-1"/><inertia ixx="1" {_ROUND} izz="1"/></inertial></link>
<link name="c"><inertial><mass value="two"/><inertia ixx="1" {_ROUND}/></inertial></link>
<link name="d"><inertial><mass value="1"/><inertia ixx="-1" {_ROUND} izz="1"/></inertial></link>
<link name="a"/>
<joint name="one" type="screw"><parent link="a"/><child link="b"/></joint>
<joint name="two" type="revolute"><origin xyz="0 0"/><parent link="b"/><child link="nowhere"/></joint>
<joint name="three" type="revolute"><mimic joint="one"/><parent link="b"/><child link="c"/>
  <axis xyz="0 0 0"/><limit lower="1" upper="-1" velocity="-1"/></joint>
<joint name="four" type="prismatic"><axis xyz="0 0 nan"/><child link="d"/></joint>
</robot>
"""


def test_every_problem_is_reported_at_once_with_its_line():
    assert sorted(problems_of(BAD)) == sorted(
        [
            ("line 3, link b", "urdf-mass-not-positive"),
            ("line 4, mass", "urdf-not-numbers"),
            ("line 4, inertia", "urdf-missing-attribute"),
            ("line 5, link d", "inertia-not-positive"),
            ("line 6, link a", "name-twice"),
            ("line 7, joint one", "urdf-joint-type"),
            ("line 8, origin", "urdf-not-numbers"),
            ("line 8, joint two", "urdf-undeclared-link"),
            ("line 9, joint three", "urdf-axis-zero"),
            ("line 9, joint three", "limits-reversed"),
            ("line 9, joint three", "urdf-negative-limit"),
            ("line 11, axis", "urdf-not-numbers"),
            ("line 11, joint four", "urdf-missing-element"),
        ]
    )


def joint(name, parent, child):
    return f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/></joint>'


def links(names):
    return "".join(f'<link name="{name}"/>' for name in names)


@pytest.mark.parametrize(
    ("inside", "codes"),
    [
        ("", ["urdf-missing-element"]),
        (links("ab") + joint("j", "a", "b") + joint("k", "b", "a"), ["urdf-loop"]),
        (
            links("abc") + joint("i", "b", "c") + joint("j", "c", "b"),
            ["urdf-loop", "urdf-loop"],
        ),
        (links("ab"), ["urdf-several-roots"]),
        (links("abc") + joint("i", "a", "c") + joint("j", "b", "c"), None),
    ],
)
def test_links_that_form_no_tree_are_refused(inside, codes):
    found = [code for _, code in problems_of(f'<robot name="r">{inside}</robot>')]
    if codes is None:
        assert set(found) == {"urdf-two-parents", "urdf-several-roots"}
    else:
        assert found == codes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<robot>\n<link name='a'>\n</robot>", ("line 3", "xml-not-closed")),
        ("", ("line 1", "xml-syntax")),
        ("<mujoco/>", ("line 1, mujoco", "urdf-no-robot")),
    ],
)
def test_content_that_is_no_urdf_is_refused(text, expected):
    assert problems_of(text) == [expected]


def test_gear_ratios_come_from_the_transmissions():
    extra = (
        '<transmission name="t"><joint name="j2"/><actuator name="m">'
        "<mechanicalReduction>-101</mechanicalReduction></actuator></transmission>"
    )
    assert parse_urdf(chain(TWO, extra=extra)).gear_ratio.tolist() == [1.0, -101.0]


def test_a_gear_ratio_that_is_no_number_is_remarked_and_counts_as_one(tmp_path):
    extra = (
        '<transmission name="t"><joint name="j2"/><actuator name="m">'
        "<mechanicalReduction>many</mechanicalReduction></actuator></transmission>"
    )
    (tmp_path / "arm.urdf").write_text(chain(TWO, extra=extra))
    found = read_description(tmp_path / "arm.urdf")
    assert found.robot.gear_ratio.tolist() == [1.0, 1.0]
    remarks = [note.facts for note in found.notes if note.code == "robot-gear-ratio"]
    assert remarks == [{"joint": "j2", "text": "many"}]
