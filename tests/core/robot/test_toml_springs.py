"""Springs of joints and links in robot files: read in every form, written exactly, every mistake reported."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.errors import BadFile
from core.robot.kinematics import link_transforms
from core.robot.library import load_robot
from core.robot.link_spring import Beam, LinkSpring
from core.robot.model import BASE_LINK, Joint, JointKind, RobotModel
from core.robot.toml_format import parse_toml, write_toml
from core.stiffness.model import stiffness_model
from core.stiffness.quadrature import joint_nodes
from core.stiffness.reduction import mean_products
from core.stiffness.settings import StiffnessSettings

TUBE = "outer_diameter = 0.2, inner_diameter = 0.1, youngs_modulus = 7e10, poisson_ratio = 0.3"
SIX = "[[2,0,0,0,0,0],[0,2,0,0,0,0.5],[0,0,2,0,0,0],[0,0,0,4,0,0],[0,0,0,0,4,0],[0,0.5,0,0,0,4]]"
SIX_ARRAY = np.array(
    [[2, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0.5], [0, 0, 2, 0, 0, 0],
     [0, 0, 0, 4, 0, 0], [0, 0, 0, 0, 4, 0], [0, 0.5, 0, 0, 0, 4]]
)  # fmt: skip


def arm(first="", second="", top=""):
    return (
        f'name = "r"\n{top}\n[[joints]]\nname = "one"\n{first}\n[[joints]]\nname = "two"\na = 1.0\n{second}\n'
    )


def assert_same_springs(found, expected):
    assert len(found) == len(expected)
    for left, right in zip(found, expected, strict=True):
        assert (left.link, left.beam) == (right.link, right.beam)
        np.testing.assert_array_equal(left.placement, right.placement)
        np.testing.assert_array_equal(left.compliance, right.compliance)


def problems_of(text):
    with pytest.raises(BadFile) as caught:
        parse_toml(text, file="arm.toml")
    return [(problem.where, problem.code) for problem in caught.value.problems]


def random_spring(link, random):
    """A tube or a matrix, at random."""
    if random.random() < 0.5:
        start, end = random.normal(size=(2, 3)).tolist()
        beam = Beam(tuple(start), tuple(end), 0.1 + random.random(), 0.1 * random.random(), 7e10, 0.3)
        return LinkSpring.of_beam(link, beam, axes=Rotation.random(rng=random).as_matrix())
    root = random.normal(size=(6, 6)) * np.array([1e-4, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3])[:, np.newaxis]
    placement = np.eye(4)
    placement[:3, :3], placement[:3, 3] = Rotation.random(rng=random).as_matrix(), random.normal(size=3)
    return LinkSpring(link, placement, root @ root.T)


@given(st.integers(1, 5), st.integers(0, 10_000))
def test_any_springs_survive_writing_and_reading(count, seed):
    random = np.random.default_rng(seed)
    links = [link for link in range(BASE_LINK, count) for _ in range(random.integers(0, 3))]
    springs = [random_spring(link, random) for link in links]
    springs.sort(key=lambda spring: (spring.link, spring.beam is None))
    kinds = random.choice(list(JointKind), count)
    robot = RobotModel(
        "r",
        tuple(Joint(f"j{index}", JointKind(kind), a=0.1) for index, kind in enumerate(kinds)),
        joint_stiffness=np.exp(random.normal(10.0, 3.0, count)),
        link_springs=tuple(springs),
    )
    text = write_toml(robot)
    read = parse_toml(text)
    np.testing.assert_array_equal(read.joint_stiffness, robot.joint_stiffness)
    assert_same_springs(read.link_springs, robot.link_springs)
    assert write_toml(read) == text


def test_a_spring_that_is_no_longer_its_tube_is_written_as_a_matrix():
    beam = Beam((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.2, 0.1)
    exact = LinkSpring.of_beam(0, beam)
    robot = RobotModel(
        "r", (Joint("j"),), link_springs=(LinkSpring(0, exact.placement, 2 * exact.compliance, beam),)
    )
    assert_same_springs(
        parse_toml(write_toml(robot)).link_springs, [LinkSpring(0, exact.placement, 2 * exact.compliance)]
    )


def test_omitted_keys_are_unknown():
    robot = parse_toml(arm())
    assert robot.joint_stiffness is None
    assert robot.link_springs == ()
    assert "stiffness" not in write_toml(robot)


def test_tubes_and_matrices_are_read_from_links_and_from_springs():
    text = arm(
        first=f"stiffness = 2e5\nbeams = [{{ start = [0, 0, 0], end = [1, 0, 0], {TUBE} }}]",
        second="stiffness = 1e5\n"
        f"springs = [{{ xyz = [0, 0, 0.3], rpy_deg = [0, 0, 90], compliance = {SIX} }}]",
        top=f"base_springs = [{{ compliance = {SIX} }}]\n"
        "base_beams = [{ start = [0, 0, -1], end = [0, 0, 0], outer_diameter = 0.2, youngs_modulus = 2e11 }]",
    )
    robot = parse_toml(text)
    assert robot.joint_stiffness.tolist() == [2e5, 1e5]
    base_tube, base_matrix, tube, matrix = robot.link_springs
    assert [spring.link for spring in robot.link_springs] == [BASE_LINK, BASE_LINK, 0, 1]
    assert base_tube.beam == Beam((0.0, 0.0, -1.0), (0.0, 0.0, 0.0), 0.2, 0.0, 2e11, 0.33)
    np.testing.assert_array_equal(base_matrix.placement, np.eye(4))
    beam = Beam((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.2, 0.1, 7e10, 0.3)
    assert_same_springs([tube], [LinkSpring.of_beam(0, beam)])
    np.testing.assert_allclose(matrix.placement[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)
    np.testing.assert_array_equal(matrix.placement[:3, 3], [0.0, 0.0, 0.3])
    np.testing.assert_array_equal(matrix.compliance, SIX_ARRAY)
    assert matrix.beam is None


def test_the_directions_of_a_tubes_springs_can_be_given():
    tube = f"start = [0, 0, 0], end = [0, 1, 0], {TUBE}"
    told = [
        parse_toml(arm(first=f"beams = [{{ {tube}, {how} }}]")).link_springs[0]
        for how in (
            "rpy_deg = [90, 0, 90]",
            "rpy = [1.5707963267948966, 0, 1.5707963267948966]",
            "axes = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]",
        )
    ]
    for spring in told:
        np.testing.assert_allclose(spring.placement[:3, :3], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-15)
        np.testing.assert_allclose(spring.compliance, told[0].compliance, rtol=1e-12, atol=1e-20)


def test_a_stiffness_is_the_inverse_of_a_compliance():
    (spring,) = parse_toml(arm(first=f"springs = [{{ stiffness = {SIX} }}]")).link_springs
    np.testing.assert_allclose(spring.compliance @ SIX_ARRAY, np.eye(6), atol=1e-14)
    of_an_arm = np.diag([1e9, 2e9, 3e9, 1e3, 2e3, 3e3])
    of_an_arm[1, 5] = of_an_arm[5, 1] = -1e6
    rows = of_an_arm.tolist()
    (spring,) = parse_toml(arm(first=f"springs = [{{ stiffness = {rows} }}]")).link_springs
    np.testing.assert_allclose(spring.compliance @ of_an_arm, np.eye(6), atol=1e-9)
    np.testing.assert_array_equal(spring.compliance, spring.compliance.T)


def test_springs_in_standard_frames_lie_on_their_links():
    """Both ends of a tube, and its springs' directions, in space as the standard rows place them."""
    text = f"""
name = "s"
convention = "standard"
base_beams = [{{ start = [0, 0, -1], end = [0, 0, 0], {TUBE} }}]
[[joints]]
name = "one"
a = 0.5
alpha_deg = 90
d = 0.3
beams = [
  {{ start = [-0.5, 0, 0], end = [0, 0, 0], rpy_deg = [0, 0, 90], {TUBE} }},
  {{ start = [-0.5, 0, 0], end = [0, 0.1, 0], {TUBE} }},
]
springs = [{{ xyz = [0.1, 0.2, 0.3], rpy_deg = [30, 20, 10], compliance = {SIX} }}]
"""
    robot = parse_toml(text)
    base, told, own, matrix = robot.link_springs
    assert base.beam.start == (0.0, 0.0, -1.0)
    link = link_transforms(robot, np.array([[0.7]]))[0, 0]
    cosine, sine = np.cos(0.7), np.sin(0.7)
    standard = np.array(
        [
            [cosine, 0.0, sine, 0.5 * cosine],
            [sine, 0.0, -cosine, 0.5 * sine],
            [0.0, 1.0, 0.0, 0.3],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
    for spring, start, end in ((told, (-0.5, 0, 0), (0, 0, 0)), (own, (-0.5, 0, 0), (0, 0.1, 0))):
        for point, expected in ((spring.beam.start, start), (spring.beam.end, end)):
            np.testing.assert_allclose(link @ [*point, 1.0], standard @ [*expected, 1.0], atol=1e-12)
    turned = standard[:3, :3] @ np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose((link @ told.placement)[:3, :3], turned, atol=1e-12)
    along = standard[:3, :3] @ np.array([0.5, 0.1, 0.0]) / np.hypot(0.5, 0.1)
    np.testing.assert_allclose((link @ own.placement)[:3, 0], along, atol=1e-12)
    assert own.compliance[0, 0] == pytest.approx(own.beam.length / (7e10 * np.pi * 0.03 / 4.0))
    place = np.eye(4)
    place[:3, :3] = Rotation.from_euler("xyz", [30, 20, 10], degrees=True).as_matrix()
    place[:3, 3] = 0.1, 0.2, 0.3
    np.testing.assert_allclose(link @ matrix.placement, standard @ place, atol=1e-12)
    np.testing.assert_array_equal(matrix.compliance, SIX_ARRAY)


def test_every_mistake_is_reported_at_once_with_its_line():
    text = f"""name = "r"
base_beams = 3
base_springs = [{{ stiffness = 5, compliance = {SIX} }}]
[[joints]]
name = "one"
stiffness = -2.0
beams = [
  {{ start = [0, 0, 0], end = [0, 0, 0], {TUBE} }},
]
springs = [
  {{ placement = [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], xyz = [0, 0, 0], compliance = 1 }},
]
[[joints]]
name = "two"
beams = [{{ end = [0, 0], outer_diameter = 0.1, inner_diameter = 0.1, poisson_ratio = 0.6, colour = "red" }}]
springs = [{{ axes = [[1, 0, 0], [0, 1, 0], [0, 0, -1]], rpy = [0, 0, 0] }}]
"""
    assert sorted(problems_of(text)) == sorted(
        [
            ("line 2, base_beams", "wrong-kind"),
            ("line 3, base_springs[1].stiffness", "given-twice"),
            ("line 3, base_springs[1].stiffness", "wrong-shape"),
            ("line 6, joints[1].stiffness", "not-positive"),
            ("line 7, joints[1].beams[1].end", "beam-without-length"),
            ("line 10, joints[1].springs[1].placement", "not-a-placement"),
            ("line 10, joints[1].springs[1].xyz", "given-twice"),
            ("line 10, joints[1].springs[1].compliance", "wrong-shape"),
            ("line 13, joints[2].stiffness", "given-for-some-joints"),
            ("line 15, joints[2].beams[1].start", "missing-key"),
            ("line 15, joints[2].beams[1].end", "wrong-shape"),
            ("line 15, joints[2].beams[1].inner_diameter", "beam-diameters"),
            ("line 15, joints[2].beams[1].youngs_modulus", "missing-key"),
            ("line 15, joints[2].beams[1].poisson_ratio", "beam-poisson"),
            ("line 15, joints[2].beams[1].colour", "unknown-key"),
            ("line 16, joints[2].springs[1].axes", "not-a-turn"),
            ("line 16, joints[2].springs[1].rpy", "given-twice"),
            ("line 16, joints[2].springs[1].compliance", "missing-key"),
        ]
    )


LOPSIDED = SIX.replace("0,0.5,0,0,0,4", "0,0.4,0,0,0,4")
SINGULAR = SIX.replace("0.5", str(np.sqrt(8.0)))
FREE = SIX.replace("[2,0,0,0,0,0]", "[0,0,0,0,0,0]")


@pytest.mark.parametrize(
    ("springs", "key", "code"),
    [
        (f"compliance = {LOPSIDED}", "compliance", "link-spring-compliance"),
        (f"stiffness = {LOPSIDED}", "stiffness", "link-spring-stiffness"),
        (f"stiffness = {SINGULAR}", "stiffness", "link-spring-stiffness"),
        (f"stiffness = {FREE}", "stiffness", "link-spring-stiffness"),
        (f"compliance = {SIX.replace('4', '-4')}", "compliance", "link-spring-compliance"),
        (f"compliance = {SIX.replace('4', 'nan')}", "compliance", "not-finite"),
        ("", "compliance", "missing-key"),
    ],
)
def test_impossible_spring_matrices_are_reported(springs, key, code):
    assert problems_of(arm(first=f"springs = [{{ {springs} }}]")) == [
        (f"line 5, joints[1].springs[1].{key}", code)
    ]


@pytest.mark.parametrize(
    ("tube", "found"),
    [
        ("outer_diameter = 0.2", [(".youngs_modulus", "missing-key")]),
        ('outer_diameter = "thick", youngs_modulus = 7e10', [(".outer_diameter", "wrong-kind")]),
        ("outer_diameter = -0.2, youngs_modulus = 7e10", [(".outer_diameter", "not-positive")]),
        ("outer_diameter = 0.2, youngs_modulus = true", [(".youngs_modulus", "wrong-kind")]),
        ("outer_diameter = 0.2, youngs_modulus = 1e-320", [("", "link-spring-out-of-range")]),
        ("outer_diameter = 1e200, youngs_modulus = 7e10", [(".outer_diameter", "out-of-bounds")]),
        ("outer_diameter = 1e-75, youngs_modulus = 1e-12", [("", "link-spring-out-of-range")]),
        ("outer_diameter = 1e-200, youngs_modulus = 7e10", [("", "link-spring-out-of-range")]),
    ],
)
def test_impossible_tubes_are_reported(tube, found):
    beams = f"beams = [{{ start = [0, 0, 0], end = [1, 0, 0], {tube} }}]"
    assert problems_of(arm(first=beams)) == [
        (f"line 5, joints[1].beams[1]{where}", code) for where, code in found
    ]


def test_a_rigid_direction_is_a_compliance():
    (spring,) = parse_toml(arm(first=f"springs = [{{ compliance = {FREE} }}]")).link_springs
    assert spring.compliance[0, 0] == 0.0


def test_the_six_link_example_has_the_published_coupling_sign():
    """Given matrices: those of its tubes, but bending and tilt coupled the other way round."""
    robot = load_robot("mikhel-6")
    tubes = [Beam((0.0, 0.0, 0.0), (0.0, 0.0, 0.324), 0.25, 0.16, 7e10, 0.346),
             Beam((0.0, 0.0, 0.0), (0.0, 0.0, 1.075), 0.21, 0.16, 7e10, 0.346)]  # fmt: skip
    for spring, tube in zip(robot.link_springs[:2], tubes, strict=True):
        physical = tube.compliance(np.eye(3))
        published = physical.copy()
        published[:3, 3:] *= -1.0
        published[3:, :3] *= -1.0
        assert spring.beam is None
        np.testing.assert_allclose(spring.compliance, published, rtol=1e-11, atol=1e-22)
        assert spring.compliance[0, 4] < 0.0 < physical[0, 4]
    assert all(spring.beam for spring in robot.link_springs[2:])
    assert all(spring.beam for spring in load_robot("mikhel-3").link_springs)
    assert "sign" in robot.sources["link_springs"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mikhel-3", [178287.47, 287417.91, 94080.93]),
        ("mikhel-6", [271417.958, 414060.786, 245385.200, 71458.470, 111858.303, 1000.968]),
    ],
)
def test_the_published_examples_reduce_to_the_known_stiffness(name, expected):
    """N·m/rad of joints that stand for links too, at the descriptions' own flange."""
    model = stiffness_model(load_robot(name))
    products = mean_products(model, joint_nodes(model.robot, StiffnessSettings()))
    links = np.stack([spring.compliance for spring in model.springs])
    share = np.linalg.solve(products.joints, np.einsum("islm,slm->i", products.links, links))
    np.testing.assert_allclose(1.0 / (model.joint_compliance + share), expected, rtol=1e-6)
