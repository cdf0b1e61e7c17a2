"""Sweeps found by their motion in a log that holds other motion as well."""

from collections.abc import Callable

import numpy as np
import pytest

from core.errors import NotEnoughData
from core.friction.sweeps.strokes import find_moves
from core.identification.friction_sweeps import measure_sweeps
from core.recording import Quantity
from tests.core.friction.sweeps.long_log import (
    COLD_K,
    COULOMB,
    HOME,
    SWEEP_SPEEDS,
    VISCOUS,
    recorded,
    swept_log,
    travelled,
    without,
)
from tests.core.friction.sweeps.swept_arm import ARM


def test_strokes_are_found_and_moves_kept_out() -> None:
    found = measure_sweeps([swept_log()], ARM)
    assert [joint.number for joint in found.joints] == [0, 1]
    for joint in found.joints:
        points = joint.points
        assert points.speed == pytest.approx(SWEEP_SPEEDS, rel=0.02)
        assert points.torque == pytest.approx(COULOMB + VISCOUS * points.speed, rel=0.01)
        reasons = {reason.code: reason for reason in joint.judgement.reasons}
        assert reasons["sweep-moves-left-out"].facts["strokes"] == 2


def test_each_point_has_the_temperature_it_was_measured_at() -> None:
    (joint,) = measure_sweeps([swept_log(joints=(1,))], ARM).joints
    in_time = joint.points.temperature[np.argsort(joint.points.time)]
    assert np.all(np.diff(in_time) > 0.0)
    assert COLD_K < in_time[0] < in_time[-1] < COLD_K + 2.0
    (bare,) = measure_sweeps([without(swept_log(joints=(1,)), Quantity.TEMPERATURE)], ARM).joints
    assert np.all(np.isnan(bare.points.temperature))


def _still() -> np.ndarray:
    return np.full((2000, 2), HOME)


def _together() -> np.ndarray:
    return travelled([[HOME, HOME], [1.1, -0.4], [HOME, HOME]], [0.5, 0.5])


def _swinging() -> np.ndarray:
    time = np.arange(4000) / 200.0
    return np.stack([HOME + 0.5 * np.sin(time), np.full_like(time, HOME)], axis=1)


@pytest.mark.parametrize(
    ("motion", "code"),
    [(_still, "still"), (_together, "together"), (_swinging, "unsteady")],
)
def test_without_strokes_the_error_says_what_was_found(motion: Callable[[], np.ndarray], code: str) -> None:
    position = motion()
    with pytest.raises(NotEnoughData) as refused:
        measure_sweeps([recorded(position, label="log")], ARM)
    assert refused.value.code == f"no-sweeps-{code}"
    assert refused.value.facts["travel"] == pytest.approx(np.ptp(position, axis=0).max(), abs=0.01)


class _Stroke:
    def __init__(self, direction: int, speed: float, start: float) -> None:
        self.direction, self.speed, self.start = direction, speed, start


def test_a_fast_stroke_is_no_move_where_it_turns_back_or_nothing_was_swept() -> None:
    slow = [_Stroke(1, 0.1, 0.0), _Stroke(-1, 0.1, 10.0)]
    assert find_moves([0, 0, 0, 0], [*slow, _Stroke(1, 1.0, 20.0), _Stroke(-1, 1.0, 22.0)]) == (False,) * 4
    away = _Stroke(1, 1.0, 20.0)
    assert find_moves([0, 0, 0], [*slow, away]) == (False, False, True)
    assert find_moves([0, 0, 1], [*slow, away]) == (False,) * 3
