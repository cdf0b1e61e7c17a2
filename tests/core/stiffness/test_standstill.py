"""Means over a standstill: what they are, and when there is none."""

import numpy as np
import pytest

from core.errors import BadRequest, NotEnoughData
from core.recording import Quantity
from core.robot.library import load_robot
from core.stiffness.standstill import BATCHES, DRIFT_RAD, STILL_RAD, standstill

ROBOT = load_robot("szabo-3r")
COUNT = 400
TWIST = np.array([3e-4, -2e-4, 1e-4])
POSE = np.array([0.1, 0.4, -0.6])


def columns(*, noise: float = 0.0, twist: np.ndarray = TWIST, seed: int = 0) -> dict[Quantity, np.ndarray]:
    """A standing arm, as its controller reports it."""
    rng = np.random.default_rng(seed)
    reported = np.repeat(ROBOT.position_as_reported(POSE)[np.newaxis], COUNT, axis=0)
    link = reported - twist * ROBOT.reported_sign
    return {
        Quantity.POSITION: reported.copy(),
        Quantity.MOTOR_POSITION: reported + noise * rng.normal(size=reported.shape),
        Quantity.LINK_POSITION: link,
    }


def mean_of(given: dict[Quantity, np.ndarray], *, sequence: np.ndarray | None = None):
    count = given[Quantity.POSITION].shape[0]
    numbers = np.arange(count) if sequence is None else sequence
    return standstill(ROBOT, sequence=numbers, time=numbers / 200.0, columns=given)


def test_the_mean_twist_is_motor_minus_link_in_model_directions() -> None:
    found = mean_of(columns())
    assert found.deflection == pytest.approx(TWIST)
    assert found.position == pytest.approx(POSE)
    assert found.std == pytest.approx(np.zeros(3), abs=1e-15)
    assert found.samples == COUNT
    assert found.seconds == pytest.approx((COUNT - 1) / 200.0)
    assert np.isnan(found.temperature).all()


def test_std_is_that_of_the_mean() -> None:
    noise, tried = 2e-6, [mean_of(columns(noise=2e-6, seed=seed)) for seed in range(200)]
    expected = noise / np.sqrt(COUNT)
    assert np.mean([one.std for one in tried]) == pytest.approx(expected, rel=0.1)
    assert np.std([one.deflection for one in tried], axis=0) == pytest.approx(expected, rel=0.25)


def test_a_joint_without_link_encoder_is_unknown() -> None:
    given = columns()
    given[Quantity.LINK_POSITION][:, 1] = np.nan
    found = mean_of(given)
    assert np.isnan(found.deflection[1])
    assert found.deflection[[0, 2]] == pytest.approx(TWIST[[0, 2]])


def test_the_mean_temperature_skips_missing_values() -> None:
    given = columns()
    told = np.full((COUNT, 3), np.nan)
    told[::100] = 300.0
    given[Quantity.TEMPERATURE] = told
    assert mean_of(given).temperature == pytest.approx(np.full(3, 300.0))


def test_moving_swinging_or_gappy_recordings_are_refused() -> None:
    moving = columns()
    moving[Quantity.POSITION][:, 2] += np.linspace(0.0, 1.5 * STILL_RAD, COUNT)
    swinging = columns()
    swinging[Quantity.LINK_POSITION][COUNT // 2 :, 1] += 1.2 * DRIFT_RAD
    for given, code, joint in ((moving, "standstill-moved", 3), (swinging, "standstill-swings", 2)):
        with pytest.raises(NotEnoughData) as refused:
            mean_of(given)
        assert refused.value.code == code
        assert refused.value.facts["joint"] == joint
    holes = np.arange(COUNT)
    holes[200:] += 3
    with pytest.raises(NotEnoughData) as missing:
        mean_of(columns(), sequence=holes)
    assert missing.value.facts == {"missing": 3}


def test_short_recordings_and_missing_columns_are_refused() -> None:
    short = {quantity: column[: 2 * BATCHES - 1] for quantity, column in columns().items()}
    with pytest.raises(NotEnoughData, match="standstill-too-short"):
        mean_of(short)
    bare = columns()
    del bare[Quantity.LINK_POSITION]
    with pytest.raises(BadRequest, match="standstill-columns"):
        mean_of(bare)
