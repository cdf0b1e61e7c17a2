"""The friction models against their formulas, and what each promises about its columns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.friction.form import JointMotion
from core.friction.models import FORMS, FrictionKind
from core.friction.states import presliding_state

SPEED = np.linspace(-1.5, 1.5, 301)


def _motion(speed: np.ndarray = SPEED) -> JointMotion:
    return JointMotion(speed, np.sign(speed), np.full_like(speed, 4.0), 1.0 + np.cos(speed))


@pytest.mark.parametrize("kind", FrictionKind)
def test_every_form_has_one_column_per_coefficient(kind: FrictionKind) -> None:
    form = FORMS[kind]
    columns = form.columns(_motion(), form.shape_start)
    assert len(columns) == len(form.coefficients)
    assert np.linalg.matrix_rank(np.column_stack(columns)) >= len(columns) - len(form.load_columns)
    for candidate in form.shape_candidates:
        assert set(candidate) == set(form.shape_start)


def test_stribeck_is_szabo_eq_7() -> None:
    shape = {"kv": 1000.0, "kd": 20.0}
    expected = 2 / np.pi * (3.0 * np.arctan(1000 * SPEED) + 2.0 * np.arctan(20 * SPEED)) + 5.0 * SPEED
    found = FORMS[FrictionKind.STRIBECK].steady(SPEED, coefficients=np.array([3.0, 2.0, 5.0]), shape=shape)
    assert np.allclose(found, expected)


def test_bidirectional_directions_do_not_touch_and_viscous_starts_at_lambda() -> None:
    form = FORMS[FrictionKind.BIDIRECTIONAL]
    columns = np.column_stack(form.columns(_motion(), {"eps": 1e-4, "lambda": 0.2}))
    forward, backward = columns[:, :4], columns[:, 4:]
    assert np.all(forward[SPEED < 0] == 0.0)
    assert np.all(backward[SPEED > 0] == 0.0)
    slow = np.abs(SPEED) < 0.2
    assert np.all(columns[slow][:, [1, 2, 3, 5, 6, 7]] == 0.0)
    assert np.allclose(forward[SPEED > 0.21][:, 0], 1.0)
    assert np.allclose(backward[SPEED < -0.21][:, 0], -1.0)


def test_load_dependent_form_adds_a_load_times_sign_column() -> None:
    columns = FORMS[FrictionKind.LOAD_DEPENDENT].columns(_motion(), {"presliding distance": 1e-4})
    expected = (np.sign(SPEED), SPEED, SPEED * abs(SPEED), SPEED**3, 4.0 * np.sign(SPEED), 1.0 + 0 * SPEED)
    for found, wanted in zip(columns, expected, strict=True):
        assert np.allclose(found, wanted, rtol=1e-14, atol=0.0)


def test_presliding_follows_the_dahl_closed_form() -> None:
    distance = 1e-4
    path = np.concatenate((np.linspace(0.0, 5e-4, 400), np.linspace(5e-4, 2e-4, 300)[1:]))
    state = presliding_state(path[:, np.newaxis], distance=np.array([distance]))[:, 0]
    top = 1.0 - np.exp(-5e-4 / distance)
    assert state[399] == pytest.approx(top, rel=1e-12)
    assert state[-1] == pytest.approx(-1.0 + (top + 1.0) * np.exp(-3e-4 / distance), rel=1e-10)


@given(st.integers(0, 10_000), st.integers(1, 198), st.floats(1e-5, 1e-3))
def test_presliding_is_bounded_and_can_be_carried_on(seed: int, cut: int, distance: float) -> None:
    path = np.random.default_rng(seed).normal(scale=2e-4, size=(200, 2)).cumsum(axis=0)
    xs = np.array([distance, 2 * distance])
    whole = presliding_state(path, distance=xs)
    rest = presliding_state(path[cut:].copy(), distance=xs, start=whole[cut])
    assert np.all(np.abs(whole) <= 1.0)
    assert np.array_equal(rest, whole[cut:])


@given(st.integers(0, 10_000), st.floats(0.1, 10.0))
def test_presliding_depends_on_travel_not_on_time(seed: int, scale: float) -> None:
    path = np.random.default_rng(seed).normal(size=(60, 1)).cumsum(axis=0)
    slower = np.repeat(path, 3, axis=0)
    xs = np.array([scale])
    assert np.allclose(presliding_state(slower, distance=xs)[::3], presliding_state(path, distance=xs))
