"""Payloads that are known: exact without noise, and within what is stated with it."""

from functools import cache

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from core.recording import Recording
from core.robot.library import load_robot
from tests.core.payload.published_sweeps import paper_runs, steps_in_one_direction, worst_of
from tests.core.payload.sweep_examples import (
    JOINT,
    JOINT_ONE_WAY,
    PAPER,
    THREE_STEPS,
    WRISTS,
    Hung,
    MadeArm,
    both_runs,
    deviations,
    errors,
    identified,
    sweep,
    ways,
)

SHORT = ways(speed=20.0, wrists=(WRISTS[0], WRISTS[2]))
"""As few sweeps as three steps need."""
WRISTS_OF = {
    "ec66": WRISTS,
    "ur10e": WRISTS,
    "generic-6r": ((0.0, 0.0, 0.0), (0.0, 90.0, 0.0), (90.0, 90.0, 0.0), (90.0, 90.0, 90.0)),
}
MOST_KG = {"ec66": 6.0, "ur10e": 12.5, "generic-6r": 10.0}

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Making a failing load simpler would take minutes."""
lever = st.floats(-2.0, 2.0, allow_subnormal=False)


@cache
def unloaded_run(name: str) -> Recording:
    return sweep(MadeArm(load_robot(name)), ways(wrists=WRISTS_OF[name]), label="payload-unloaded")


@pytest.mark.thorough
def test_three_step_method_in_one_direction_matches_the_paper() -> None:
    worst = worst_of([steps_in_one_direction(seed) for seed in range(20)])
    assert worst[0] <= 0.010
    assert worst[1:].max() <= 0.002


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))  # the campaign has all twenty
def test_joint_estimate_in_both_directions_finds_the_load(seed: int) -> None:
    found = identified(*paper_runs(both=True), seed=seed)
    assert found.judgement.verdict == "good"
    off = np.abs(errors(found))
    assert off[0] <= 0.005
    assert off[1:].max() <= 0.000373
    assert (off <= 3.5 * deviations(found)).all()
    assert deviations(found)[0] < 0.003
    assert deviations(found)[1:].max() < 0.0002


@pytest.mark.thorough
def test_stated_std_of_three_steps_matches_their_scatter() -> None:
    """Seldom more than stated, and not much less either."""
    runs = both_runs(MadeArm(), ways(speed=10.0, wrists=(WRISTS[0], WRISTS[2])))
    found = [identified(*runs, seed=seed, settings=THREE_STEPS) for seed in range(16)]
    times = np.array([errors(one) / deviations(one) for one in found])
    assert np.abs(times).max() < 3.5
    assert 0.4 < np.sqrt(np.mean(times**2)) < 1.4


@settings(max_examples=3, phases=PHASES)
@given(mass=st.floats(0.2, 20.0), center=st.tuples(lever, lever, lever))
def test_estimate_is_exact_without_noise_for_any_centre(
    mass: float, center: tuple[float, float, float]
) -> None:
    load = Hung(mass, center)
    runs = both_runs(MadeArm(), SHORT, load)
    for chosen in (PAPER, THREE_STEPS, JOINT, JOINT_ONE_WAY):
        off = errors(identified(*runs, settings=chosen), load)
        assert abs(off[0]) <= 1e-9
        assert np.abs(off[1:]).max() <= 1e-9


@pytest.mark.parametrize("name", list(WRISTS_OF))
@settings(max_examples=3, phases=PHASES)
@given(
    share=st.floats(0.05, 1.0),
    center=st.tuples(*[st.floats(-0.3, 0.3)] * 3),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_load_is_found_within_the_stated_std(
    name: str, share: float, center: tuple[float, float, float], seed: int
) -> None:
    robot, load = load_robot(name), Hung(share * MOST_KG[name], center)
    run = sweep(MadeArm(robot), ways(wrists=WRISTS_OF[name]), label="payload-loaded", load=load)
    found = identified(unloaded_run(name), run, robot=robot, seed=seed)
    assert (np.abs(errors(found, load)) <= 5.0 * deviations(found)).all()
    assert deviations(found)[0] < 0.01
    assert (deviations(found)[1:] * load.mass).max() < 0.005
