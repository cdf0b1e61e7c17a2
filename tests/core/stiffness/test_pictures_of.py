"""Data of the stiffness pictures: names of springs, scales of pairs, parts of a shift, outlines."""

import numpy as np
import pytest

from core.drawing.orthographic import Orthographic, ellipsoid_outline
from core.quality import Judgement
from core.robot.link_spring import Beam, LinkSpring
from core.stiffness.prediction import PredictedShift, shift_parts
from core.stiffness.result import SPRING_NAMES
from core.stiffness.spring_shares import PAIR_NAMES, PAIR_PLACES, SpringMeaning, spring_meaning, unit_scales

ALONG_X = Beam((0.0, 0.0, 0.0), (0.7, 0.0, 0.0), 0.12, 0.08, 7e10, 0.346)


def shift(joints_only: list[float], full: list[float], *, std: float = 0.0) -> PredictedShift:
    zero = np.zeros(6)
    return PredictedShift(
        zero,
        joints_only=np.array(joints_only),
        reduced=0.5 * np.array(full),
        full=np.array(full),
        std=np.full(3, std),
        torques=zero,
        judgement=Judgement.of(()),
    )


def test_springs_of_a_tube_stretch_sag_twist_and_bend():
    meaning = SpringMeaning
    told = [spring_meaning(LinkSpring.of_beam(0, ALONG_X, axes=np.eye(3)), number) for number in range(6)]
    assert told == [meaning.STRETCH, meaning.SAG, meaning.SAG, meaning.TWIST, meaning.BEND, meaning.BEND]
    turned = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])  # x of the link is its z
    told = [spring_meaning(LinkSpring.of_beam(0, ALONG_X, axes=turned), number) for number in range(6)]
    assert told == [meaning.SAG, meaning.SAG, meaning.STRETCH, meaning.BEND, meaning.BEND, meaning.TWIST]


def test_springs_without_a_tube_are_named_shift_and_turn():
    given = LinkSpring(0, np.eye(4), 1e-9 * np.eye(6))
    assert spring_meaning(given, 1) is SpringMeaning.SHIFT
    assert spring_meaning(given, 4) is SpringMeaning.TURN
    half = np.sqrt(0.5)
    askew = np.array([[half, -half, 0.0], [half, half, 0.0], [0.0, 0.0, 1.0]])
    spring = LinkSpring.of_beam(0, ALONG_X, axes=askew)
    assert spring_meaning(spring, 0) is SpringMeaning.SHIFT
    assert spring_meaning(spring, 2) is SpringMeaning.SAG


def test_pairs_have_one_fixed_order():
    assert tuple(SPRING_NAMES[row] + SPRING_NAMES[column] for row, column in PAIR_PLACES) == PAIR_NAMES


def test_pairs_of_one_unit_share_a_scale():
    values = np.zeros((21, 2, 3))
    values[PAIR_NAMES.index("xz"), 1, 2] = -7.0
    values[PAIR_NAMES.index("yβ"), 0, 0] = 3.0
    values[PAIR_NAMES.index("γγ"), 0, 1] = 0.5
    scales = dict(zip(PAIR_NAMES, unit_scales(values), strict=True))
    assert scales["xx"] == scales["zz"] == 7.0
    assert scales["xα"] == scales["zγ"] == 3.0
    assert scales["αβ"] == scales["γγ"] == 0.5


def test_gear_and_link_parts_add_up_to_the_shift():
    parts = shift_parts(shift([1e-3, 0.0, 0.0], [2e-3, 0.0, -2e-3], std=1e-4))
    assert parts.whole == pytest.approx(np.sqrt(8.0) * 1e-3)
    assert parts.gears + parts.links == pytest.approx(parts.whole)
    assert parts.gears == pytest.approx(1e-3 / np.sqrt(2.0))
    assert parts.reduced == pytest.approx(0.5 * parts.whole)
    assert parts.std == pytest.approx(1e-4)


def test_shift_is_zero_without_a_load():
    assert shift_parts(shift([0.0] * 3, [0.0] * 3)).whole == 0.0


def test_the_outline_encloses_the_ellipsoid_tightly():
    random = np.random.default_rng(0)
    view = Orthographic(azimuth=0.4, elevation=0.3)
    axes = np.linalg.qr(random.normal(size=(3, 3)))[0] * np.array([3.0, 1.0, 0.2])
    unit = random.normal(size=(20_000, 3))
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    seen = view.seen(unit @ axes.T)[:, :2]
    outline = ellipsoid_outline(view, axes)
    inside = np.linalg.norm(np.linalg.solve(outline, seen.T), axis=0)
    assert inside.max() <= 1.0 + 1e-9
    assert inside.max() > 0.999
    assert abs(outline[:, 0] @ outline[:, 1]) < 1e-9
    assert np.linalg.norm(outline[:, 0]) >= np.linalg.norm(outline[:, 1])
