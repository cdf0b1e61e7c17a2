"""The algebraic route: against Monte Carlo, against a closed form, and what it says of itself."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, Joint, RobotModel
from core.robot.placement import shift
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.model import StiffnessModel, stiffness_model
from core.stiffness.quadrature import joint_nodes
from core.stiffness.reduction import (
    SHIFTS,
    TURNS,
    column_products,
    mean_products,
    random_poses,
    reduce_stiffness,
)
from core.stiffness.settings import StiffnessSettings
from tests.core.stiffness.arms import arms, placement, spring, tool_with_springs

DRAWN = 3_000
STEP = 1e-6


@settings(max_examples=25, deadline=None)
@given(robot=arms(), turn_length=st.sampled_from([0.0, 0.3]))
def test_quadrature_agrees_with_dense_monte_carlo(robot: RobotModel, turn_length: float) -> None:
    model = stiffness_model(robot)
    found = mean_products(model, joint_nodes(robot, StiffnessSettings()), turn_length=turn_length)
    joints, links = _by_drawing(model, turn_length=turn_length)
    for exact, samples in ((found.joints, joints), (found.links, links)):
        mean, error = samples.mean(axis=0), samples.std(axis=0) / np.sqrt(DRAWN)
        tiny = 1e-9 * np.abs(exact).max()
        assert np.all(np.abs(exact - mean) <= 6.0 * error + tiny)


def _by_drawing(model: StiffnessModel, *, turn_length: float) -> tuple[FloatArray, FloatArray]:
    """Each draw's (Ji·Jj)² and (Ji·Jlm)(Ji·Jln) by explicit columns."""
    q = random_poses(model, StiffnessSettings(error_poses=DRAWN), np.random.default_rng(0))
    columns = model.columns(q)
    scale = np.array([1.0] * 3 + [turn_length] * 3)[:, np.newaxis]
    joint, link = columns.joint * scale, columns.link * scale
    of_joints = np.einsum("kri,krj->kij", joint, joint) ** 2
    products = np.einsum("kri,ksrm->kism", joint, link)
    return of_joints, products[..., :, np.newaxis] * products[..., np.newaxis, :]


def test_more_nodes_change_nothing() -> None:
    model = stiffness_model(load_robot("mikhel-6"))
    nodes = joint_nodes(model.robot, StiffnessSettings())
    place, weight = np.polynomial.legendre.leggauss(14)
    half = 0.5 * np.pi
    finer = [*nodes]
    for joint in (1, 2):
        finer[joint] = type(nodes[0])(half * place, 0.5 * weight)
    plain, dense = mean_products(model, nodes), mean_products(model, finer)
    np.testing.assert_allclose(plain.links, dense.links, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(plain.joints, dense.joints, rtol=1e-10)


def test_base_spring_terms_depend_on_the_first_joint() -> None:
    robot = load_robot("mikhel-3")
    base = spring(np.random.default_rng(1), BASE_LINK)
    standing = RobotModel(
        robot.name,
        robot.joints,
        base=robot.base,
        flange=robot.flange,
        joint_stiffness=robot.joint_stiffness,
        link_springs=(base, *robot.link_springs),
    )
    model = stiffness_model(standing)
    found = mean_products(model, joint_nodes(standing, StiffnessSettings()))
    _, links = _by_drawing(model, turn_length=0.0)
    mean, error = links.mean(axis=0), links.std(axis=0) / np.sqrt(DRAWN)
    assert np.all(np.abs(found.links - mean) <= 6.0 * error + 1e-12)
    assert reduce_stiffness(model).contributions[0].label == "base"


planar_lengths = st.floats(0.2, 2.0)


@settings(max_examples=40, deadline=None)
@given(
    first=planar_lengths,
    second=planar_lengths,
    low=st.floats(-3.0, 0.0),
    width=st.floats(0.5, 3.0),
    give=st.tuples(*[st.floats(1e-9, 1e-6)] * 6),
)
def test_a_planar_arm_agrees_with_its_closed_form(
    first: float, second: float, low: float, width: float, give: tuple[float, ...]
) -> None:
    robot = _planar(first, second, low=low, high=low + width, give=give)
    found = reduce_stiffness(stiffness_model(robot))
    np.testing.assert_allclose(
        found.compliance, 1e-5 + _closed_form(first, second, low, low + width, give), rtol=1e-8
    )


def _planar(first: float, second: float, *, low: float, high: float, give: tuple[float, ...]) -> RobotModel:
    """Two parallel joints; each link gives along itself, across, and turns in the plane, where it ends."""
    springs = []
    for link, length in enumerate((first, second)):
        along, across, turn = give[3 * link : 3 * link + 3]
        coupled = 0.5 * np.sqrt(across * turn)
        compliance = np.zeros((6, 6))
        compliance[[0, 1, 5], [0, 1, 5]] = along, across, turn
        compliance[1, 5] = compliance[5, 1] = coupled
        springs.append(LinkSpring(link, shift(length, 0.0, 0.0), compliance))
    return RobotModel(
        "planar",
        (Joint("one"), Joint("two", a=first, lower=low, upper=high)),
        flange=shift(second, 0.0, 0.0),
        joint_stiffness=np.array([1e5, 1e5]),
        link_springs=tuple(springs),
    )


def _closed_form(first: float, second: float, low: float, high: float, give: tuple[float, ...]) -> FloatArray:
    """(2,) added compliance, by hand: with c, s of the second joint,

    J1 = (l1 s, l2 + l1 c) and J2 = (0, l2) along the second link, J1 = (-l2 s, l1 + l2 c) and
    J2 = (-l2 s, l2 c) along the first, whose turning moves the tool as joint two does.
    """
    width = high - low
    c = (np.sin(high) - np.sin(low)) / width
    cc = 0.5 + (np.sin(2 * high) - np.sin(2 * low)) / (4 * width)
    ss = 1.0 - cc
    joints = np.empty((2, 2))
    joints[0, 0] = (
        (first**2 + second**2) ** 2
        + 4 * first * second * (first**2 + second**2) * c
        + 4 * first**2 * second**2 * cc
    )
    joints[0, 1] = joints[1, 0] = second**4 + 2 * first * second**3 * c + first**2 * second**2 * cc
    joints[1, 1] = second**4
    k = np.array(give).reshape(2, 3)
    coupled = 0.5 * np.sqrt(k[:, 1] * k[:, 2])
    right = np.array(
        [
            k[0, 0] * second**2 * ss
            + k[0, 1] * (first**2 + 2 * first * second * c + second**2 * cc)
            + k[0, 2] * joints[0, 1]
            + 2
            * coupled[0]
            * (first * second**2 + (second**3 + first**2 * second) * c + first * second**2 * cc)
            + k[1, 0] * first**2 * ss
            + k[1, 1] * (second**2 + 2 * first * second * c + first**2 * cc),
            k[0, 0] * second**2 * ss
            + k[0, 1] * second**2 * cc
            + k[0, 2] * second**4
            + 2 * coupled[0] * second**3 * c
            + k[1, 1] * second**2,
        ]
    )
    return np.asarray(np.linalg.solve(joints, right))


@settings(max_examples=25, deadline=None)
@given(robot=arms(), seed=st.integers(0, 1000))
def test_columns_are_flange_motions_per_spring_deflection(robot: RobotModel, seed: int) -> None:
    q = np.random.default_rng(seed).uniform(-1.0, 1.0, (1, robot.joint_count))
    columns = stiffness_model(robot).columns(q)
    n, sets = robot.joint_count, len(robot.link_springs)
    for joint in range(n):
        np.testing.assert_allclose(columns.joint[0, :, joint], _rate(robot, q[0], joint=joint), atol=1e-7)
    for place in range(sets):
        for one in range(6):
            found = columns.link[0, place, :, one]
            np.testing.assert_allclose(found, _rate(robot, q[0], link=(place, one)), atol=1e-7)


def _rate(
    robot: RobotModel, q: FloatArray, *, joint: int | None = None, link: tuple[int, int] | None = None
) -> FloatArray:
    """(6,) shift and turn of the flange per unit of one spring, by small differences."""
    frames = []
    for sign in (1.0, -1.0):
        joints, links = np.zeros(robot.joint_count), np.zeros((len(robot.link_springs), 6))
        if joint is not None:
            joints[joint] = sign * STEP
        if link is not None:
            links[link] = sign * STEP
        frames.append(tool_with_springs(robot, q, joints=joints, links=links))
    change = (frames[0] - frames[1]) / (2.0 * STEP)
    turn = change[:3, :3] @ (0.5 * (frames[0] + frames[1])[:3, :3]).T
    return np.concatenate([change[:3, 3], [turn[2, 1], turn[0, 2], turn[1, 0]]])


@settings(max_examples=20, deadline=None)
@given(turn_length=st.sampled_from([0.0, 0.4]), seed=st.integers(0, 1000))
def test_direct_products_equal_products_of_columns(turn_length: float, seed: int) -> None:
    generator = np.random.default_rng(seed)
    one, other = (np.stack([placement(generator) for _ in range(4)]) for _ in range(2))
    scale = np.array([1.0] * 3 + [turn_length] * 3)
    for column in (*SHIFTS, *TURNS):
        found = column_products(one, other, column=column, turn_length=turn_length)
        for place in range(4):
            left = _column(one[place], column) * scale
            right = np.stack([_column(other[place], w) * scale for w in (*SHIFTS, *TURNS)])
            np.testing.assert_allclose(found[place], right @ left, atol=1e-12)


def _column(b: FloatArray, column: int) -> FloatArray:
    """(6,) of a frame that sees the tool at ``b``: along an axis, or about one by a cross product."""
    axis = b[column % 3, :3]
    if column < 3:
        return np.concatenate([axis, np.zeros(3)])
    tool = b[:3, :3].T @ b[:3, 3]
    return np.concatenate([np.cross(axis, tool), axis])


def test_the_reduced_model_has_the_least_error() -> None:
    """Any other compliance leaves more over all poses."""
    model = stiffness_model(load_robot("mikhel-3"))
    found = reduce_stiffness(model)
    q = random_poses(model, StiffnessSettings(error_poses=4000), np.random.default_rng(5))
    full = full_compliance(model, q)[:, :3, :3]

    def left(compliance: FloatArray) -> float:
        matrix = reduced_compliance(model.robot, compliance, q)[:, :3, :3]
        return float(np.mean(np.sum((matrix - full) ** 2, axis=(1, 2))))

    best = left(found.compliance)
    for joint in range(3):
        for share in (0.97, 1.03):
            other = found.compliance.copy()
            other[joint] *= share
            assert left(other) > best
    exact = found.error.rms**2 * 3.0 / found.error.force**2
    assert best == pytest.approx(exact, rel=0.05), "the error it tells is that over all poses"


def test_three_and_six_link_examples_have_the_known_answers() -> None:
    three = reduce_stiffness(stiffness_model(load_robot("mikhel-3")))
    np.testing.assert_allclose(three.stiffness, [178287.47, 287417.91, 94080.93], rtol=1e-6)
    assert three.error.mean == pytest.approx(6.2e-5, rel=0.05)
    assert three.judgement.verdict is Verdict.GOOD
    six = reduce_stiffness(stiffness_model(load_robot("mikhel-6")))
    published = [271417.958, 414060.786, 245385.200, 71458.470, 111858.303, 1000.968]
    np.testing.assert_allclose(six.stiffness, published, rtol=1e-6)
    assert six.poses == 3125


def test_the_largest_influence_is_that_of_the_paper() -> None:
    """[Mikhel] Table 2 is normalised to 1.04: bending of link 2 that turns what follows."""
    found = reduce_stiffness(stiffness_model(load_robot("mikhel-3")))
    doubled = [one.coefficient * (2.0 - np.eye(6)) for one in found.contributions]
    largest = max(float(np.abs(matrix).max()) for matrix in doubled)
    assert largest == pytest.approx(1.036, abs=1e-3)
    second = doubled[1] / largest
    assert second[2, 2, 4] == pytest.approx(1.0)
    assert second[1, 2, 4] == pytest.approx(-0.79, abs=0.01)
    assert second[0, 1, 1] == pytest.approx(0.26, abs=0.005)
    assert second[0, 1, 5] == pytest.approx(0.37, abs=0.005)


def test_contributions_add_up_to_the_equivalent_joint_compliance() -> None:
    found = reduce_stiffness(stiffness_model(load_robot("mikhel-6")))
    added = sum(one.total for one in found.contributions)
    np.testing.assert_allclose(1.0 / found.springs + added, found.compliance, rtol=1e-10)


def test_a_joint_without_effect_on_the_tool_is_named_and_not_corrected() -> None:
    found = reduce_stiffness(stiffness_model(load_robot("mikhel-6")))
    last = found.joints[5]
    assert last.judgement.verdict is Verdict.NOT_MEASURABLE
    (reason,) = last.judgement.reasons
    assert reason.code == "tool-does-not-see-joint"
    assert reason.facts["lever"] == pytest.approx(np.hypot(0.01, 0.01))
    assert found.usable_factor[5] == pytest.approx(1.0)
    assert found.factor[5] > 50.0
    assert [one.judgement.verdict for one in found.joints[:3]] == [Verdict.GOOD] * 3
    assert found.joints[3].judgement.reasons[0].code == "stiffness-stands-for-links"


def test_a_longer_tool_or_its_rotation_makes_the_last_joint_identifiable() -> None:
    robot = load_robot("mikhel-6")
    longer = reduce_stiffness(stiffness_model(robot, tool=(0.0, 0.2, 0.0)))
    assert longer.joints[5].judgement.verdict is not Verdict.NOT_MEASURABLE
    turning = reduce_stiffness(stiffness_model(robot), StiffnessSettings(turn_length=0.5))
    assert turning.joints[5].judgement.verdict is not Verdict.NOT_MEASURABLE


def test_a_tool_on_the_axis_keeps_the_joints_own_stiffness() -> None:
    robot = load_robot("mikhel-6")
    found = reduce_stiffness(stiffness_model(robot, tool=(-0.01, 0.01, 0.0)))
    assert found.compliance[5] == pytest.approx(1e-5)
    assert found.joints[5].judgement.verdict is Verdict.NOT_MEASURABLE


def test_joints_of_equal_effect_are_not_separated() -> None:
    """Two joints on one axis: only their sum shows."""
    robot = RobotModel(
        "twice",
        (Joint("one"), Joint("again"), Joint("elbow", a=0.5)),
        flange=shift(0.4, 0.0, 0.0),
        joint_stiffness=np.full(3, 1e5),
        link_springs=(LinkSpring(1, shift(0.5, 0.0, 0.0), 1e-7 * np.eye(6)),),
    )
    found = reduce_stiffness(stiffness_model(robot))
    for joint in found.joints[:2]:
        assert joint.judgement.reasons[0].code == "joints-not-told-apart"
        assert joint.judgement.reasons[0].facts["joints"] == ("one", "again")
    assert found.joints[2].judgement.verdict is Verdict.GOOD
    assert np.all(np.isfinite(found.compliance))


def test_held_joints_keep_their_stiffness() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    found = reduce_stiffness(model, StiffnessSettings(held=(1,)))
    assert found.stiffness[1] == pytest.approx(3e5)
    assert found.joints[1].is_held
    assert found.error.rms > reduce_stiffness(model).error.rms
    with pytest.raises(BadRequest, match="stiffness-setting"):
        reduce_stiffness(model, StiffnessSettings(held=(3,)))


def test_spring_uncertainty_is_propagated() -> None:
    robot = load_robot("mikhel-3")
    std = np.array([4e3, 0.0, np.nan])
    model = stiffness_model(robot, joint_stiffness=np.array([2e5, 3e5, np.nan]), joint_stiffness_std=std)
    found = reduce_stiffness(model)
    assert found.joints[0].spring_std == pytest.approx(4e3)
    assert found.joints[0].compliance_std == pytest.approx(0.02 / 2e5)
    assert found.joints[2].spring == pytest.approx(1e5), "the description's where none was measured"


def test_without_springs_there_is_nothing_to_reduce() -> None:
    robot = load_robot("ec66")
    with pytest.raises(BadRequest, match="stiffness-springs-unknown") as caught:
        stiffness_model(robot)
    assert caught.value.facts["joints"] == robot.joint_names
    found = reduce_stiffness(stiffness_model(robot, joint_stiffness=np.full(6, 1e4)))
    np.testing.assert_allclose(found.stiffness, 1e4)
    assert found.judgement.reasons[0].code == "stiffness-no-links"


def test_contribution_scales_with_link_compliance() -> None:
    robot = load_robot("mikhel-3")
    softer = tuple(LinkSpring(one.link, one.placement, 10.0 * one.compliance) for one in robot.link_springs)
    plain = reduce_stiffness(stiffness_model(robot))
    soft = reduce_stiffness(stiffness_model(replace(robot, link_springs=softer)))
    own = 1.0 / plain.springs
    np.testing.assert_allclose(soft.compliance - own, 10.0 * (plain.compliance - own), rtol=1e-9)
