"""The recordings that campaigns make of a virtual arm hold what its truth says."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.recording import Quantity
from core.signals.differentiation import central_difference
from devices.virtual.physics import _kernels as k

ARC_SECOND = np.pi / 180.0 / 3600.0


@pytest.fixture
def twist() -> Iterator[object]:
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        import _virtual_twist

        yield _virtual_twist
    finally:
        sys.path.remove(folder)


@pytest.fixture
def arm(twist):
    return twist.virtual_twist("ec66", seed=3, worn=(1,))


def deflection(run):
    """rad of motor less link."""
    return run.columns[Quantity.MOTOR_POSITION] - run.columns[Quantity.LINK_POSITION]


def test_deflection_of_a_recording_has_the_stiffness_lag_and_offset_of_the_truth(arm):
    """By plain least squares against the torque that the gears really passed on."""
    run = arm.record(arm.excitation(seed=7, period_s=8.0), "run")
    speed = central_difference(run.columns[Quantity.POSITION], rate_hz=1000.0)
    for joint in (1, 2):
        columns = np.column_stack([np.ones(run.sample_count), arm.load["run"][:, joint], speed[:, joint]])
        offset, compliance, lag = np.linalg.lstsq(columns, deflection(run)[:, joint], rcond=None)[0]
        assert offset == pytest.approx(arm.truth.offset[joint], abs=20.0 * ARC_SECOND)
        if not arm.truth.backlash[joint]:  # a gap looks like a softer gear on a straight line
            assert 1.0 / compliance == pytest.approx(arm.truth.stiffness[joint], rel=0.08)
        assert lag == pytest.approx(arm.truth.lag, abs=1e-4)


def test_recording_tells_what_the_controller_tells(arm):
    run = arm.record(arm.slow_strokes((1,), way=0.05), "run")
    assert run.origin.gear_ratio == pytest.approx([101.0] * 6)
    assert run.origin.serial == "V-ec66-0003"
    assert np.diff(run.time) == pytest.approx(np.full(run.sample_count - 1, 0.001))
    steps = np.diff(run.columns[Quantity.LINK_POSITION][:, 1]) * 2.0**19 / (2.0 * np.pi)
    assert steps == pytest.approx(np.rint(steps), abs=1e-6)
    assert np.count_nonzero(np.diff(run.columns[Quantity.TEMPERATURE][:, 1])) < run.sample_count / 90
    assert np.ptp(run.columns[Quantity.POSITION][:, 1]) == pytest.approx(0.1, abs=0.002)
    assert arm.home == pytest.approx(run.columns[Quantity.POSITION][-1], abs=0.002)


@pytest.mark.parametrize(("joint", "low", "high"), [(1, -5.0, 5.0), (2, -2.0, 8.0), (1, -30.0, 25.0)])
def test_loop_of_the_truth_is_that_of_the_gear(arm, joint, low, high):
    """The gear itself, stretched slowly there and back, its gap taken away."""
    constants, state = arm.arm._constants, np.zeros_like(arm.arm._state)
    gap = 2.0 * constants[k.HALF_GAP, joint]
    state[k.FLANK, joint] = 0.5 * gap
    stretch, step, turns, path = 0.0, 5e-7, 0, []
    while turns < 5:
        stretch += step
        force = k._gear_force(constants, state, joint, stretch)
        if turns >= 3:
            path.append((stretch, force))
        if (force >= high and step > 0.0) or (force <= low and step < 0.0):
            step, turns = -step, turns + 1
    stretches, forces = np.array(path).T
    crossing = stretches[1:][forces[1:] * forces[:-1] <= 0.0]
    width, energy = arm.truth.loop(joint, low=low, high=high)
    assert np.ptp(crossing) - gap == pytest.approx(width, abs=1.5e-6)
    assert abs(np.trapezoid(forces, stretches)) == pytest.approx(energy, rel=0.02)


def test_loop_that_never_loses_its_load_has_no_width(arm):
    width, energy = arm.truth.loop(1, low=10.0, high=30.0)
    assert np.isnan(width)
    assert energy > 0.0


def test_same_arm_records_the_same_again_and_another_power_on_something_else(twist):
    def recorded(**changes):
        arm = twist.virtual_twist("ec66", seed=4, **changes)
        return arm, arm.record(arm.slow_strokes((5,), way=0.02), "run")

    (first, run), (_, again), (later, other) = recorded(), recorded(), recorded(power_on="later")
    for quantity, column in run.columns.items():
        assert np.array_equal(column, again.columns[quantity])
    assert np.all(deflection(run)[0] != deflection(other)[0])
    moved = (deflection(other) - deflection(run)).mean(axis=0)
    assert moved == pytest.approx(later.truth.offset - first.truth.offset, abs=3.0 * ARC_SECOND)


def test_worn_gear_is_softer_and_looser_and_nothing_else(twist):
    healthy = twist.virtual_twist("ec66", seed=4, worn=(2,)).truth
    arm = twist.virtual_twist(
        "ec66", seed=4, worn=(2,), change=twist.wear(2, stiffness=0.8, backlash=2.0), temperature=305.0
    )
    worn = arm.truth
    assert worn.stiffness / healthy.stiffness == pytest.approx([1.0, 1.0, 0.8, 1.0, 1.0, 1.0])
    assert worn.backlash[2] == 2.0 * healthy.backlash[2] > 0.0
    assert np.array_equal(worn.ripple_amplitude, healthy.ripple_amplitude)
    assert worn.lag == healthy.lag
    assert arm.arm.sense().temperature == pytest.approx([305.0] * 6)
