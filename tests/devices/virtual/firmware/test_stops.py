"""A stop of the firmware: how hard, in every state, and what the black box tells of it."""

import numpy as np
import pytest

from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from tests.devices.virtual.firmware.fake_plant import START
from tests.devices.virtual.firmware.uploads import LIMITS

# Stop


def stopping(bench, *, abort):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    before = bench.plant.velocity.copy()
    assert np.abs(before).max() > 1.0
    bench.accepted(m.Stop(abort=abort))
    assert bench.state is S.STOPPING
    speeds = [before]
    while bench.state is S.STOPPING:
        bench.run(1)
        speeds.append(bench.plant.velocity)
    return np.array(speeds)


@pytest.mark.parametrize("abort", [False, True])
def test_a_stop_decelerates_within_the_limits_and_ends_unarmed(bench, abort):
    speeds = stopping(bench, abort=abort)
    deceleration = np.abs(np.diff(speeds, axis=0)) / 1e-3
    assert np.all(deceleration <= 1.01 * LIMITS.acceleration_limit)
    assert np.any(deceleration.max(axis=0) > 0.97 * LIMITS.acceleration_limit), "no slower than it may"
    assert (bench.state, bench.status.outcome) == (S.IDLE, "stopped")
    assert bench.rejected(m.PointToPoint(tuple(START), 10.0)).code == "not-armed"


@pytest.mark.parametrize("abort", [False, True])
def test_the_black_box_records_time_angle_and_deceleration_of_a_stop(bench, abort):
    speeds = stopping(bench, abort=abort)
    (begun,) = bench.notes.of("stop-begins")
    (stood,) = bench.notes.of("standstill")
    assert (begun["level"], begun["cause"]) == ("abort" if abort else "controlled", "request")
    np.testing.assert_allclose(begun["velocity"], speeds[0], rtol=0.02)
    assert stood["time"] == pytest.approx(stood["device"] - begun["device"], abs=1e-9)
    travelled = np.abs(speeds[1:].sum(axis=0)) * 1e-3
    np.testing.assert_allclose(stood["angle"], travelled, atol=1e-4)
    np.testing.assert_allclose(
        stood["peak_deceleration"], np.abs(np.diff(speeds, axis=0)).max(axis=0) / 1e-3, rtol=0.03
    )


def test_stop_is_accepted_in_every_state(bench):
    bench.accepted(m.Stop())
    assert bench.state is S.IDLE
    bench.arm()
    bench.accepted(m.Stop())
    assert bench.state is S.IDLE
    bench.move()
    bench.run(50)
    for _ in range(3):
        bench.accepted(m.Stop())
        bench.run(2)
    assert len(bench.notes.of("stop-begins")) == 1, "stopping twice is one stop"
    bench.run_until(lambda: bench.state is S.IDLE)
    bench.accepted(m.Simulate("fault", {"name": "protective-stop"}))
    bench.accepted(m.Stop())
    assert bench.state is S.FAULT


def test_an_abort_hastens_a_controlled_stop(bench):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    bench.accepted(m.Stop())
    bench.run(10)
    bench.accepted(m.Stop(abort=True))
    bench.run_until(lambda: bench.state is S.IDLE)
    (stood,) = bench.notes.of("standstill")
    assert stood["time"] < 0.4


def test_disarming_a_moving_arm_stops_it(bench):
    bench.move()
    bench.run(100)
    bench.accepted(m.Disarm())
    assert bench.state is S.STOPPING
    bench.run_until(lambda: bench.state is S.IDLE)
