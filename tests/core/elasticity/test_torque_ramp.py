"""Winding gears of known stiffness and play: how far the torque overshoots, how many steps it takes."""

import numpy as np
import pytest

from core.elasticity.torque_ramp import (
    LARGEST_RISE,
    MARGIN,
    REACHED,
    STIFFEST_GEAR,
    TorqueRamp,
    TorqueRampSettings,
)
from core.errors import BadRequest

RATED = 25.0


def wound(
    settings: TorqueRampSettings,
    *,
    stiffness: float,
    gap: float = 0.0,
    noise: float = 0.0,
    start: float = 0.1,
) -> tuple[np.ndarray, np.ndarray, TorqueRamp]:
    """Positions and torques of all steps; a spring behind a gap, whose middle is where it starts."""
    random = np.random.default_rng(1)
    ramp = TorqueRamp(settings, rated=RATED, start=start)
    position, torque, taken = start, 0.0, [(start, 0.0)]
    while (target := ramp.next_target(position=position, torque=torque)) is not None:
        position = target
        stretch = np.sign(position - start) * max(abs(position - start) - 0.5 * gap, 0.0)
        torque = stiffness * stretch + noise * random.normal()
        taken.append((position, torque))
        assert len(taken) < 5000
    assert ramp.is_done
    assert ramp.progress == 1.0
    positions, torques = np.array(taken).T
    return positions, torques, ramp


@pytest.mark.parametrize("stiffness", [400.0, 5e3, STIFFEST_GEAR * RATED])
@pytest.mark.parametrize("gap", [0.0, 1e-3, 0.04])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_torque_reaches_both_ends_with_little_overshoot(stiffness: float, gap: float, noise: float) -> None:
    settings = TorqueRampSettings()
    _, torque, _ = wound(settings, stiffness=stiffness, gap=gap, noise=noise)
    wanted = settings.torque_share * RATED
    for reached in (torque.max(), -torque.min()):
        assert reached >= REACHED * wanted
        assert reached < wanted * (1.0 + 2.0 / settings.steps) + 4.0 * noise
    assert abs(torque[-1]) < 2.0 * wanted / settings.steps + 4.0 * noise + 1e-9


def test_ramp_makes_the_requested_number_of_reversals() -> None:
    for rounds in (1, 3):
        _, torque, _ = wound(TorqueRampSettings(rounds=rounds), stiffness=3e3)
        ends = np.sign(torque[np.abs(torque) > 0.95 * 0.6 * RATED])
        assert 1 + np.count_nonzero(np.diff(ends)) == 2 * rounds + 1


def test_a_flank_met_late_in_a_step_overshoots_by_at_most_a_quarter() -> None:
    """Two degrees of play, then the stiffest gear there is: the largest rise of all steps."""
    settings = TorqueRampSettings()
    _, torque, _ = wound(settings, stiffness=STIFFEST_GEAR * RATED, gap=0.035)
    assert np.abs(np.diff(torque)).max() <= LARGEST_RISE * settings.torque_share * RATED * (1.0 + 1e-9)


def test_steps_grow_across_play_and_shrink_at_the_flank() -> None:
    settings = TorqueRampSettings()
    position, torque, _ = wound(settings, stiffness=2e3, gap=0.035)
    steps, free = np.abs(np.diff(position)), np.abs(torque[1:]) == 0.0
    known = np.arange(steps.size) > np.flatnonzero(torque > 0.9 * 0.6 * RATED)[0]
    assert steps[free & known].max() > 3.0 * np.median(steps[~free & known])
    assert steps.max() <= LARGEST_RISE * 0.6 * RATED / (MARGIN * 2e3) * (1.0 + 1e-9)
    assert np.abs(np.diff(torque)[known]).max() < LARGEST_RISE * 0.6 * RATED
    assert position.size < 900


def test_a_yielding_output_is_reported() -> None:
    with pytest.raises(BadRequest, match="torque-ramp-wind") as caught:
        wound(TorqueRampSettings(most_wind=0.05), stiffness=0.0)
    assert caught.value.facts["wind"] == 0.05


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("torque_share", 0.0),
        ("torque_share", 0.8),
        ("rounds", 0),
        ("steps", 9),
        ("most_wind", 0.0),
        ("most_wind", float("nan")),
        ("speed", 0.5),
    ],
)
def test_impossible_settings_are_refused(setting: str, value: float) -> None:
    with pytest.raises(BadRequest, match=r"setting-(not|out)") as caught:
        TorqueRampSettings(**{setting: value})  # type: ignore[arg-type]
    assert caught.value.facts["setting"] == setting
