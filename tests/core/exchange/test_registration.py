"""The frame of a tracker on the base frame: known placements come back, and what cannot be is named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.exchange.registration import LARGEST_RMS_M, misfit, register, scale_of

POINTS = np.random.default_rng(5).uniform(-1.0, 1.0, (9, 3))
LINE = np.outer(np.arange(6), [0.1, 0.2, 0.3])
turns = st.tuples(*[st.floats(-3.1, 3.1)] * 3).map(
    lambda angles: Rotation.from_euler("xyz", angles).as_matrix()
)
ways = st.tuples(*[st.floats(-20.0, 20.0)] * 3).map(np.array)


@settings(max_examples=60, deadline=None)
@given(turn=turns, way=ways, seed=st.integers(0, 1000), count=st.integers(3, 30))
def test_any_placement_comes_back(turn, way, seed, count):
    known = np.random.default_rng(seed).normal(size=(count, 3))
    seen = (known - way) @ turn
    found = register(seen, known=known)
    assert np.allclose(found.rotation, turn, atol=1e-9)
    assert np.allclose(found.translation, way, atol=1e-8)
    assert found.rms < 1e-9
    assert found.points == count


@settings(max_examples=60, deadline=None)
@given(turn=turns, way=ways, seed=st.integers(0, 1000))
def test_where_the_tracker_stands_changes_no_shift(turn, way, seed):
    random = np.random.default_rng(seed)
    seen = POINTS + 1e-3 * random.normal(size=POINTS.shape)
    shifts = random.normal(size=(5, 3))
    here = register(seen, known=POINTS)
    there = register((seen - way) @ turn, known=POINTS)
    assert np.allclose(there.turned(shifts @ turn), here.turned(shifts), atol=1e-8)
    assert there.rms == pytest.approx(here.rms, abs=1e-8)
    assert there.rotation_std == pytest.approx(here.rotation_std, abs=1e-8)
    assert np.linalg.det(there.rotation) == pytest.approx(1.0)


def test_the_doubt_of_the_turn_is_what_noise_makes_of_it():
    noise, random = 1e-3, np.random.default_rng(2)
    turns_, told = [], []
    for _ in range(400):
        found = register(POINTS + noise * random.normal(size=POINTS.shape), known=POINTS)
        turns_.append(Rotation.from_matrix(found.rotation).as_rotvec())
        told.append(found.rotation_std**2)
    assert np.std(turns_, axis=0) == pytest.approx(np.sqrt(np.mean(told, axis=0)), rel=0.12)


def test_the_rms_is_that_of_lengths():
    flat = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    seen = flat + np.array([1.0, -1.0, -1.0, 1.0])[:, np.newaxis] * [0.0, 0.0, 0.01]
    found = register(seen, known=flat)
    assert found.rms == pytest.approx(0.01)
    assert found.rotation == pytest.approx(np.eye(3), abs=1e-12)


@pytest.mark.parametrize(
    ("seen", "known", "code"),
    [
        (POINTS[:2], POINTS[:2], "registration-too-few"),
        (POINTS[:1].repeat(5, axis=0), POINTS[:1].repeat(5, axis=0), "registration-in-line"),
        (LINE, LINE, "registration-in-line"),
        (POINTS * [1.0, -1.0, 1.0], POINTS, "registration-mirrored"),
        (POINTS[:, [1, 0, 2]], POINTS, "registration-mirrored"),
        (1000.0 * POINTS, POINTS, "registration-units"),
        (POINTS / 25.4, POINTS, "registration-units"),
        (POINTS[::-1], POINTS, "registration-poor"),
        (POINTS + 0.05 * np.sign(POINTS[::-1]), POINTS, "registration-poor"),
    ],
)
def test_what_is_no_placement(seen, known, code):
    found = misfit(seen, known=known)
    assert found is not None
    assert found.code == code


def test_one_wrong_point_is_named():
    seen = POINTS.copy()
    seen[4] = POINTS[7]
    found = misfit(seen, known=POINTS)
    assert found is not None
    assert (found.code, found.point) == ("registration-point", 4)
    assert float(found.facts["without"]) < 1e-9 < LARGEST_RMS_M < float(found.facts["rms"])


def test_millimetres_of_an_arms_own_error_are_no_misfit():
    random = np.random.default_rng(1)
    assert misfit(POINTS + 0.003 * random.normal(size=POINTS.shape), known=POINTS) is None


def test_a_scale_is_that_of_distances():
    assert scale_of(1000.0 * POINTS + 7.0, known=POINTS) == pytest.approx(1000.0)
