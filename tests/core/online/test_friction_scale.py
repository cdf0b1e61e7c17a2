"""The live scale of friction: followed, delayed, told by motion alone, and right on a real arm."""

from dataclasses import replace

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.identification.identify import identify
from core.identification.settings import FrictionKind, IdentificationSettings
from core.online.online_model import DELAY_S, FrictionScale, OnlineModel
from core.recording import FloatArray
from core.robot.library import load_robot
from core.signals.filters import ZeroPhaseLowPass
from tests.core.identification.test_real_arms import UR10E_FITTED, UR10E_HELD_OUT, UR10E_ROWS

RATE_HZ = 200.0
NOISE = 0.5


def _stream(seconds: float, *, scale: float) -> tuple[FloatArray, FloatArray]:
    """Residual and friction (N, 2) of joints that swing, their friction ``scale`` times the model's."""
    time = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    friction = 10.0 * np.sin(np.outer(time, [2.0, 3.0])) + 6.0 * np.sign(np.sin(np.outer(time, [2.0, 3.0])))
    noise = np.random.default_rng(4).normal(scale=NOISE, size=friction.shape)
    return (scale - 1.0) * friction + noise, friction


def _followed(
    residual: FloatArray, friction: FloatArray, *, moving: bool = True, size: int = 10**6
) -> FloatArray:
    filtered = FrictionScale(residual_std=np.full(2, NOISE), rate_hz=RATE_HZ)
    parts = [slice(first, first + size) for first in range(0, len(residual), size)]
    still = np.full(residual.shape, moving)
    return np.concatenate(
        [filtered.follow(residual[part], friction[part], moving=still[part]) for part in parts]
    )


def test_the_scale_of_friction_is_found_whatever_the_size_of_chunks() -> None:
    residual, friction = _stream(60.0, scale=1.2)
    found = _followed(residual, friction)
    assert found[-1] == pytest.approx([1.2, 1.2], abs=0.02)
    assert found[0] == pytest.approx([1.0, 1.0])
    assert np.array_equal(found, _followed(residual, friction, size=7))


def test_a_joint_at_rest_and_an_unknown_torque_say_nothing() -> None:
    residual, friction = _stream(20.0, scale=1.2)
    assert np.all(_followed(residual, friction, moving=False) == 1.0)
    assert np.all(_followed(np.full_like(residual, np.nan), friction) == 1.0)


def test_an_arm_that_is_much_colder_than_in_the_fit_is_followed_too() -> None:
    assert _followed(*_stream(60.0, scale=1.6))[-1] == pytest.approx([1.6, 1.6], abs=0.03)


def test_a_contact_cannot_turn_friction_round() -> None:
    residual, friction = _stream(20.0, scale=1.0)
    pushed = residual + np.where(np.abs(np.arange(residual.shape[0]) - 2000) < 100, 500.0, 0.0)[:, np.newaxis]
    assert np.abs(_followed(pushed, friction) - _followed(residual, friction)).max() < 0.1
    assert np.all(_followed(residual - 3.0 * friction, friction) >= 0.5)


def test_a_prediction_uses_torques_that_are_older_than_the_delay() -> None:
    residual, friction = _stream(10.0, scale=1.0)
    other = residual.copy()
    other[1000:] += 50.0
    same = np.all(_followed(residual, friction) == _followed(other, friction), axis=1)
    assert np.flatnonzero(~same)[0] == 1000 + round(DELAY_S * RATE_HZ)


def test_ur10e_is_predicted_better_live_with_causal_filters(shared_data) -> None:
    folder, robot = shared_data / "ur10e", load_robot("ur10e")
    runs = {
        label: import_recording(folder / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in UR10E_ROWS.items()
    }
    settings = IdentificationSettings(friction=FrictionKind.EXTENDED)
    result = identify(runs, robot, fit=UR10E_FITTED, settings=settings)
    # the live filter is wider than the band in which errors are compared, 6 Hz without phase
    wide = replace(result, settings=replace(settings, filter_hz=16.0))
    fresh = runs[UR10E_HELD_OUT]
    live = OnlineModel.of(wide, robot, rate_hz=100.0)
    found = live.feed(np.arange(len(fresh.time)), fresh.time, fresh.columns)
    known = np.isfinite(found.measured - found.modelled).all(axis=1)
    assert known.mean() > 0.98
    low_pass = ZeroPhaseLowPass(6.0, 100.0)

    def error(modelled: FloatArray) -> float:
        """Root sum of squares over the joints, A."""
        left = robot.current_from_torque(
            low_pass.apply((found.measured - modelled)[known]), drive_gain=result.drive_gain
        )
        return float(np.linalg.norm(np.sqrt(np.mean(left**2, axis=0))))

    assert error(found.scaled) <= 0.138
    assert error(found.scaled) <= 0.96 * error(found.modelled)
    assert np.all(np.abs(found.friction_scale[-1] - 1.0) < 0.1)
