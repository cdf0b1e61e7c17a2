"""Torsion's own robot files: what is written reads back, and what is wrong is said at once."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadFile
from core.robot.gravity_compensator import SpringCompensator
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.library import load_robot, shipped_robots
from core.robot.link_spring import Beam, LinkSpring
from core.robot.model import BASE_LINK, UNLIMITED, Encoder, Joint, JointKind, PayloadLimit, RobotModel
from core.robot.toml_format import parse_toml, write_toml
from core.robot.toml_table import key_lines
from tests.core.robot.oracles import motion, robots

ARRAYS = (
    "base",
    "flange",
    "gravity",
    "coupling",
    "rotor_inertia",
    "drive_gain",
    "joint_stiffness",
    "inertial_parameters",
)  # fmt: skip
OTHERS = (
    "name",
    "title",
    "joints",
    "motor_position_at_shaft",
    "link_torque_sensors",
    "output_locked",
    "compensators",
    "payload_limit",
    "sources",
    "left_out_joints",
)


def assert_same_robot(found, expected):
    for name in OTHERS:
        assert getattr(found, name) == getattr(expected, name), name
    for name in ARRAYS:
        left, right = getattr(found, name), getattr(expected, name)
        assert (left is None) == (right is None), name
        if left is not None:
            np.testing.assert_array_equal(left, right, err_msg=name)
    assert len(found.link_springs) == len(expected.link_springs)
    for spring, told in zip(found.link_springs, expected.link_springs, strict=True):
        assert (spring.link, spring.beam) == (told.link, told.beam)
        np.testing.assert_array_equal(spring.placement, told.placement)
        np.testing.assert_array_equal(spring.compliance, told.compliance)


@pytest.mark.parametrize("name", shipped_robots())
def test_shipped_robots_survive_writing_and_reading(name):
    robot = load_robot(name)
    assert_same_robot(parse_toml(write_toml(robot)), robot)


@given(robots, st.text(st.characters(exclude_categories=("Cs",)), max_size=20), st.integers(0, 99))
def test_any_robot_survives_writing_and_reading(robot, words, seed):
    random = np.random.default_rng(seed)
    n = robot.joint_count
    dressed = RobotModel(
        name=f"r{words}",
        title=words,
        joints=tuple(
            Joint(
                f"{words}{index}",
                joint.kind,
                a=joint.a,
                alpha=joint.alpha,
                d=joint.d,
                offset=joint.offset,
                lower=-random.random(),
                upper=UNLIMITED,
                reported_sign=-1,
                reported_zero=random.random(),
                gear_ratio=-random.random() - 1.0,
                motor_encoder=None,
                link_encoder=Encoder(random.random()),
            )
            for index, joint in enumerate(robot.joints)
        ),
        base=robot.base,
        flange=robot.flange,
        gravity=robot.gravity,
        coupling=random.normal(size=(n, n)) + 9.0 * np.eye(n),
        motor_position_at_shaft=True,
        link_torque_sensors=True,
        output_locked=True,
        left_out_joints=("left finger", f"{words}"),
        rotor_inertia=random.random(n),
        drive_gain=random.random(n),
        joint_stiffness=random.random(n) + 0.1,
        link_springs=(
            LinkSpring(BASE_LINK, robot.base, np.diag(random.random(6))),
            LinkSpring.of_beam(n - 1, Beam((0.0, 0.0, 0.0), (0.0, 0.1, random.random()), 0.1)),
        ),
        inertial_parameters=robot.inertial_parameters,
        compensators=(SpringCompensator(n - 1, stiffness=random.random(), rest_position=random.random()),),
        payload_limit=PayloadLimit(
            random.random(), random.random(), diagram=((0.0, 3.0), (0.1, 3.0), (0.2 + random.random(), 1.0))
        ),
        sources={words: words, "joints": "a drawing"},
    )
    assert_same_robot(parse_toml(write_toml(dressed)), dressed)


def test_the_same_text_gives_the_same_robot_which_nobody_can_change():
    text = write_toml(load_robot("ec66"))
    robot = parse_toml(text)
    assert parse_toml(text) is robot
    assert parse_toml(text.replace("ec66", "other", 1)) is not robot
    arrays = [value for value in vars(robot).values() if isinstance(value, np.ndarray)]
    assert arrays
    assert not any(array.flags.writeable for array in arrays)


def test_a_text_with_faults_is_refused_each_time_in_the_name_of_its_file():
    for file in ("one.toml", "other.toml", "one.toml"):
        with pytest.raises(BadFile) as refused:
            parse_toml("name = ", file=file)
        assert refused.value.facts["file"] == file


def test_standard_rows_give_the_standard_frames():
    """Rz Tz Tx Rx, one after the other, ends where the converted arm's flange is."""
    text = """
name = "s"
convention = "standard"
[[joints]]
name = "one"
a = 0.1
alpha_deg = 90
d = 0.3
offset_deg = 20
mass = 2.0
center_of_mass = [-0.1, 0.0, 0.0]
inertia = [0.1, 0.0, 0.1, 0.0, 0.0, 0.1]
[[joints]]
name = "two"
kind = "prismatic"
a = 0.2
alpha = 0.5
d = 0.4
offset_deg = -30
mass = 1.0
center_of_mass = [0.0, 0.0, 0.0]
inertia = [0.1, 0.0, 0.1, 0.0, 0.0, 0.1]
"""
    robot = parse_toml(text)
    q = np.array([[0.7, 0.25]])

    def row(theta, d, a, alpha):
        c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
        return np.array(
            [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
        )

    first = row(0.7 + math.radians(20), 0.3, 0.1, math.pi / 2)
    second = first @ row(math.radians(-30), 0.4 + 0.25, 0.2, 0.5)
    np.testing.assert_allclose(flange_transforms(robot, q)[0], second, atol=1e-12)
    for index, center in enumerate((first @ [-0.1, 0, 0, 1], second @ [0, 0, 0, 1])):
        mass, *moment = robot.inertial_parameters[index][:4]
        frame = link_transforms(robot, q)[0, index]
        np.testing.assert_allclose(frame @ [*(np.array(moment) / mass), 1.0], center, atol=1e-12)


def test_degrees_and_si_units_give_the_same_robot():
    degrees = parse_toml(
        'name = "r"\n[[joints]]\nname = "j"\nalpha_deg = 90\nlower_deg = -180\nvelocity_deg = 90'
    )
    radians = parse_toml(
        'name = "r"\n[[joints]]\nname = "j"\n'
        f"alpha = {math.pi / 2}\nlower = {-math.pi}\nvelocity = {math.pi / 2}"
    )
    assert degrees.joints == radians.joints


def test_omitted_keys_are_unknown():
    robot = parse_toml('name = "r"\n[[joints]]\nname = "j"')
    assert robot.joints == (Joint("j"),)
    assert robot.joints[0].torque == UNLIMITED
    assert robot.inertial_parameters is robot.rotor_inertia is robot.drive_gain is robot.coupling is None
    assert robot.gravity.tolist() == [0.0, 0.0, -9.81]


BAD = """name = 5
gravity = [0.0, 0.0]
flange = [[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
coupling = [
  [1.0, 1.0],
  [1.0, 1.0],
]
colour = "red"
payload_limit = { mass = -1 }

[[joints]]
name = "one"
kind = "spherical"
alpha = nan
d = "long"
lower = 2.0
upper = 1.0
gear_ratio = 0.0
drive_gain = 3.0
mass = 0.0
center_of_mass = [0.0, 0.0, 0.0]
inertia = [-1.0, 0.0, 1.0, 0.0, 0.0, 1.0]

[[joints]]
name = "one"
alpha = 0.0
alpha_deg = 0.0
reported_sign = 2
motor_encoder = 4096

[[compensators]]
kind = "spring"
joint = "three"
"""


def problems_of(text):
    with pytest.raises(BadFile) as caught:
        parse_toml(text, file="arm.toml")
    assert caught.value.code == "bad-robot-file"
    assert caught.value.facts["file"] == "arm.toml"
    return [(problem.where, problem.code) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("diagram", "code"),
    [
        ("[[0.0, 5.0], [0.3, 2.0]]", None),
        ("[[0.3, 5.0], [0.0, 2.0]]", "payload-diagram"),
        ("[[0.0, 5.0]]", "payload-diagram"),
        ("[]", "wrong-shape"),
        ("[[0.0, 5.0], [0.3]]", "wrong-kind"),
        ("[[0.0, 5.0, 1.0], [0.3, 2.0, 1.0]]", "wrong-shape"),
        ("[[0.0, inf], [0.3, 2.0]]", "not-finite"),
        ("5.0", "wrong-shape"),
    ],
)
def test_a_load_diagram_is_read_or_refused_with_its_line(diagram, code):
    text = f'name = "a"\npayload_limit = {{ diagram = {diagram} }}\n[[joints]]\nname = "one"\n'
    if code is None:
        assert parse_toml(text).payload_limit == PayloadLimit(diagram=((0.0, 5.0), (0.3, 2.0)))
    else:
        assert problems_of(text) == [("line 2, payload_limit.diagram", code)]


def test_every_problem_is_reported_at_once_with_its_line():
    assert sorted(problems_of(BAD)) == sorted(
        [
            ("line 1, name", "wrong-kind"),
            ("line 2, gravity", "wrong-shape"),
            ("line 3, flange", "not-a-placement"),
            ("line 4, coupling", "coupling-singular"),
            ("line 8, colour", "unknown-key"),
            ("line 9, payload_limit.mass", "not-positive"),
            ("line 13, joints[1].kind", "unknown-choice"),
            ("line 14, joints[1].alpha", "not-finite"),
            ("line 15, joints[1].d", "wrong-kind"),
            ("line 16, joints[1].lower", "limits-reversed"),
            ("line 18, joints[1].gear_ratio", "zero"),
            ("line 20, joints[1].mass", "not-positive"),
            ("line 22, joints[1].inertia", "inertia-not-positive"),
            ("line 12, joints[1].name", "name-twice"),
            ("line 25, joints[2].name", "name-twice"),
            ("line 27, joints[2].alpha_deg", "given-twice"),
            ("line 28, joints[2].reported_sign", "unknown-choice"),
            ("line 29, joints[2].motor_encoder", "wrong-kind"),
            ("line 24, joints[2].drive_gain", "given-for-some-joints"),
            ("line 24, joints[2].mass", "given-for-some-joints"),
            ("line 31, compensators[1].stiffness", "missing-key"),
            ("line 33, compensators[1].joint", "unknown-joint"),
        ]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name = \n", [("line 1", "toml-syntax")]),
        ("", [("line 1, name", "missing-key"), ("line 1, joints", "missing-key")]),
        ('name = "r"\njoints = 3', [("line 2, joints", "wrong-kind"), ("line 2, joints", "missing-key")]),
        (
            'name = "r"\n[[joints]]\nname = "j"\nkind = "prismatic"\nlower_deg = 3',
            [("line 5, joints[1].lower_deg", "unknown-key")],
        ),
        (
            'name = "r"\n[[joints]]\nname = "j"\nmass = 1.0',
            [
                ("line 2, joints[1].center_of_mass", "missing-key"),
                ("line 2, joints[1].inertia", "missing-key"),
            ],
        ),
        (
            'name = "r"\nsources = { a = 3 }\n[[joints]]\nname = "j"\nparameters = [1, 2]\nmass = 1',
            [
                ("line 2, sources.a", "wrong-kind"),
                ("line 5, joints[1].parameters", "wrong-shape"),
                ("line 6, joints[1].mass", "given-twice"),
            ],
        ),
        (
            'name = "r"\nbase = { xyz = [1, "b", 2], turn = 3 }\n[[joints]]\nname = "j"',
            [("line 2, base.turn", "unknown-key"), ("line 2, base.xyz", "wrong-kind")],
        ),
    ],
)
def test_every_problem_of_a_toml_file_is_reported(text, expected):
    assert sorted(problems_of(text)) == sorted(expected)


def test_key_lines_finds_the_line_of_each_key():
    text = (
        'a = [\n  1, # ]\n  "]",\n]\n[t.u]\nb = 1\n[[v]]\nc.d = 2\n[[v]]\n"e f" = """x = 3"""\n[v.w]\ng = 1\n'
    )
    assert key_lines(text) == {
        ("a",): 1,
        ("t", "u"): 5,
        ("t", "u", "b"): 6,
        ("v", 0): 7,
        ("v", 0, "c", "d"): 8,
        ("v", 1): 9,
        ("v", 1, "e f"): 10,
        ("v", 1, "w"): 11,
        ("v", 1, "w", "g"): 12,
    }


def test_a_file_of_a_prismatic_arm_is_read():
    robot = parse_toml('name = "r"\n[[joints]]\nname = "j"\nkind = "prismatic"\nlower = 0.0\nupper = 0.5')
    assert robot.joints[0].kind is JointKind.PRISMATIC
    assert flange_transforms(robot, motion(robot, samples=1)[0]).shape == (1, 4, 4)
