"""Compliance of links: tubes against the textbook and their integrated curvature, and given matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.errors import BadRequest
from core.robot.link_spring import Beam, LinkSpring, is_compliance
from core.robot.model import BASE_LINK, Joint, RobotModel

ALONG_X = Beam((0.0, 0.0, 0.0), (1.5, 0.0, 0.0), 0.14, 0.10, 7e10, 0.346)
LENGTHS = st.floats(-2.0, 2.0)
POINTS = st.tuples(LENGTHS, LENGTHS, LENGTHS)
TURNS = st.integers(0, 10_000).map(lambda seed: Rotation.random(rng=seed).as_matrix())


@st.composite
def beams(draw):
    start, end = draw(st.tuples(POINTS, POINTS).filter(lambda ends: np.ptp(ends, axis=0).max() > 0.05))
    outer, hollow = draw(st.floats(0.02, 0.5)), draw(st.floats(0.0, 0.95))
    modulus, ratio = draw(st.floats(1e9, 3e11)), draw(st.floats(0.0, 0.5))
    return Beam(start, end, outer, hollow * outer, modulus, ratio)


def integrated(beam, force, moment):
    """Shift and turn of the end, by adding up strain and curvature along the tube."""
    start, end = np.array(beam.start), np.array(beam.end)
    length = np.linalg.norm(end - start)
    along = (end - start) / length
    radii = np.array([beam.outer_diameter, beam.inner_diameter]) / 2.0
    area, polar = -np.pi * np.diff(radii**2)[0], -np.pi / 2.0 * np.diff(radii**4)[0]
    shear_modulus = beam.youngs_modulus / (2.0 * (1.0 + beam.poisson_ratio))
    places, weights = np.polynomial.legendre.leggauss(4)
    shift, turn = along * (force @ along) * length / (beam.youngs_modulus * area), np.zeros(3)
    for share, weight in zip((places + 1.0) / 2.0, weights / 2.0, strict=True):
        lever = end - (start + share * (end - start))
        carried = moment + np.cross(lever, force)
        twisting = along * (carried @ along)
        curvature = twisting / (shear_modulus * polar) + (carried - twisting) / (
            beam.youngs_modulus * polar / 2.0
        )
        turn = turn + curvature * weight * length
        shift = shift + np.cross(curvature, lever) * weight * length
    return shift, turn


def test_compliance_of_a_tube_along_x_is_that_of_the_textbook():
    """The end of a cantilever: F L³ / 3EI, F L² / 2EI, M L² / 2EI, M L / EI, F L / EA, M L / GJ."""
    outer, inner, length, modulus = 0.14, 0.10, 1.5, 7e10
    bending = modulus * np.pi / 64.0 * (outer**4 - inner**4)
    area = np.pi / 4.0 * (outer**2 - inner**2)
    torsion = modulus / (2.0 * 1.346) * np.pi / 32.0 * (outer**4 - inner**4)
    found = ALONG_X.compliance(np.eye(3))
    expected = np.zeros((6, 6))
    expected[0, 0] = length / (modulus * area)
    expected[1, 1] = expected[2, 2] = length**3 / (3.0 * bending)
    expected[3, 3] = length / torsion
    expected[4, 4] = expected[5, 5] = length / bending
    expected[1, 5] = expected[5, 1] = length**2 / (2.0 * bending)
    expected[2, 4] = expected[4, 2] = -(length**2) / (2.0 * bending)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-24)


def test_an_upright_tube_tilts_towards_the_force():
    upright = Beam((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.2, 0.1)
    shift, turn = np.split(upright.compliance(np.eye(3)) @ [100.0, 0.0, 0.0, 0.0, 0.0, 0.0], 2)
    assert shift[0] > 0.0
    assert turn[1] > 0.0
    assert turn[1] == pytest.approx(1.5 * shift[0])


@given(beams(), TURNS, st.integers(0, 10_000))
def test_tube_compliance_equals_the_integrated_curvature(beam, axes, seed):
    force, moment = np.random.default_rng(seed).normal(size=(2, 3))
    found = beam.compliance(axes) @ np.concatenate([axes.T @ force, axes.T @ moment])
    shift, turn = integrated(beam, force, moment)
    np.testing.assert_allclose(axes @ found[:3], shift, rtol=1e-8, atol=1e-10 * np.linalg.norm(shift))
    np.testing.assert_allclose(axes @ found[3:], turn, rtol=1e-8, atol=1e-10 * np.linalg.norm(turn))


@given(beams(), TURNS, TURNS)
def test_strain_energy_is_independent_of_the_axes(beam, one, other):
    wrench = np.arange(1.0, 7.0)
    energies = []
    for axes in (one, other):
        turned = np.concatenate([axes.T @ wrench[:3], axes.T @ wrench[3:]])
        energies.append(turned @ beam.compliance(axes) @ turned)
    assert energies[0] == pytest.approx(energies[1], rel=1e-9)
    assert is_compliance(beam.compliance(one))


@given(beams(), TURNS)
def test_tube_compliance_is_independent_of_the_reference_frame(beam, turn):
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = turn, (0.3, -0.2, 0.1)
    axes = beam.own_axes
    np.testing.assert_allclose(axes[:, 0] * beam.length, np.subtract(beam.end, beam.start), atol=1e-12)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) > 0.0
    moved = beam.placed(frame)
    assert moved.length == pytest.approx(beam.length)
    expected = beam.compliance(axes)
    np.testing.assert_allclose(
        moved.compliance(turn @ axes), expected, rtol=1e-9, atol=1e-12 * np.abs(expected).max()
    )


def test_springs_of_a_tube_are_at_its_end_along_its_own_axes():
    spring = LinkSpring.of_beam(2, ALONG_X)
    np.testing.assert_array_equal(spring.placement[:3, 3], ALONG_X.end)
    np.testing.assert_array_equal(spring.placement[:3, :3], ALONG_X.own_axes)
    assert spring.compliance[0, 0] == pytest.approx(1.5 / (7e10 * np.pi / 4.0 * (0.14**2 - 0.10**2)))
    assert spring.exact_beam == ALONG_X
    with pytest.raises(ValueError, match="read-only"):
        spring.compliance[0, 0] = 1.0


def test_a_spring_with_changed_compliance_has_no_exact_beam():
    exact = LinkSpring.of_beam(0, ALONG_X)
    assert LinkSpring(0, exact.placement, 2.0 * exact.compliance, ALONG_X).exact_beam is None
    assert LinkSpring(0, np.eye(4), exact.compliance, ALONG_X).exact_beam is None
    assert LinkSpring(0, exact.placement, exact.compliance).exact_beam is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"end": (0.0, 0.0, 0.0)},
        {"end": (np.nan, 0.0, 0.0)},
        {"outer_diameter": 0.1},
        {"inner_diameter": -0.01},
        {"youngs_modulus": 0.0},
        {"youngs_modulus": np.inf},
        {"youngs_modulus": 1e-320},
        {"outer_diameter": 1e200},
        {"poisson_ratio": 0.51},
        {"poisson_ratio": -1.0},
    ],
)
def test_impossible_tubes_are_refused(wrong):
    numbers = {"start": (0.0, 0.0, 0.0), "end": (1.5, 0.0, 0.0), "outer_diameter": 0.14}
    with pytest.raises(BadRequest) as caught:
        Beam(**{**numbers, "inner_diameter": 0.1, **wrong})
    assert caught.value.code == "beam"


LOPSIDED = np.eye(6) + np.eye(6, k=1) * 1e-3
COUPLED_TO_THE_RIGID = np.diag([0.0, 1.0, 1.0, 1.0, 1.0, 1.0])
COUPLED_TO_THE_RIGID[0, 1] = COUPLED_TO_THE_RIGID[1, 0] = 1e-3
WINS_ENERGY = np.eye(6)
WINS_ENERGY[0, 4] = WINS_ENERGY[4, 0] = 1.01


@pytest.mark.parametrize(
    ("placement", "compliance", "code"),
    [
        (np.eye(3), np.eye(6), "link-spring-shape"),
        (np.eye(4), np.eye(5), "link-spring-shape"),
        (np.eye(4), np.full((6, 6), np.nan), "link-spring-shape"),
        (np.diag([1.0, 1.0, 2.0, 1.0]), np.eye(6), "link-spring-placement"),
        (np.eye(4), -np.eye(6), "link-spring-compliance"),
        (np.eye(4), LOPSIDED, "link-spring-compliance"),
        (np.eye(4), COUPLED_TO_THE_RIGID, "link-spring-compliance"),
        (np.eye(4), WINS_ENERGY, "link-spring-compliance"),
    ],
)
def test_impossible_link_compliances_are_refused(placement, compliance, code):
    with pytest.raises(BadRequest) as caught:
        LinkSpring(0, placement, compliance)
    assert caught.value.code == code


def test_rigid_directions_and_rounding_errors_are_accepted():
    assert is_compliance(np.zeros((6, 6)))
    assert is_compliance(np.diag([0.0, 1e-9, 1e-7, 0.0, 1e-6, 1e-6]))
    rounded = ALONG_X.compliance(ALONG_X.own_axes)
    rounded[1, 5] *= 1.0 + 1e-9
    assert is_compliance(rounded)


SPRING = LinkSpring.of_beam(1, ALONG_X)


@pytest.mark.parametrize(
    ("given_too", "code"),
    [
        ({"joint_stiffness": np.array([0.0])}, "robot-joint-stiffness"),
        ({"joint_stiffness": np.array([1.0, 2.0])}, "robot-array-shape"),
        ({"joint_stiffness": np.array([np.inf])}, "robot-array-not-finite"),
        ({"link_springs": (SPRING,)}, "robot-link-spring"),
        ({"link_springs": (LinkSpring(BASE_LINK - 1, np.eye(4), np.eye(6)),)}, "robot-link-spring"),
    ],
)
def test_springs_of_missing_links_are_refused(given_too, code):
    with pytest.raises(BadRequest) as caught:
        RobotModel("r", (Joint("one"),), **given_too)
    assert caught.value.code == code
