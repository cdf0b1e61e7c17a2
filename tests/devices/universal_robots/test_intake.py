"""Packages become samples: gaps by the clock, repeats dropped, impossible values left out."""

import struct

import numpy as np
import pytest

from core.recording import Quantity
from devices.errors import DataQualityError, DeviceError, ProtocolError
from devices.protocol_rtde.values import DataType, record_dtype
from devices.universal_robots.link import Intake
from devices.universal_robots.negotiation import Recipe

NAMES = ("timestamp", "actual_q", "actual_current", "joint_temperatures", "robot_mode")
KINDS = (DataType.DOUBLE, DataType.VECTOR6D, DataType.VECTOR6D, DataType.VECTOR6D, DataType.INT32)
RECIPE = Recipe(record_dtype(NAMES, KINDS, has_recipe=True), 1, 500.0)


def package(time, *, position=0.0, current=1.0, temperature=30.0, recipe=1):
    values = (recipe, time, *[position] * 6, *[current] * 6, *[temperature] * 6, 7)
    return struct.pack(">Bd18di", *values)


def taken(times, *, rate=500.0):
    return Intake(RECIPE, rate=rate).block(list(map(package, times)), host_time=1.0)


def test_a_skipped_package_leaves_out_one_number():
    block = taken([10.0, 10.002, 10.006, 10.008, 10.02])
    assert block.sequence.tolist() == [0, 1, 3, 4, 10]


def test_numbers_go_on_from_package_to_package():
    intake = Intake(RECIPE, rate=500.0)
    assert intake.block([package(10.0)], host_time=1.0).sequence.tolist() == [0]
    assert intake.block([package(10.004)], host_time=1.1).sequence.tolist() == [2]
    assert (intake.samples, intake.missed, intake.packages) == (2, 1, 2)


def test_the_jitter_of_a_slow_stream_is_no_gap():
    steps = [0.010, 0.012, 0.012, 0.010, 0.012] * 20
    times = 386.46 + np.cumsum(steps)
    assert np.diff(taken(times, rate=100.0).sequence).max() == 1
    assert np.diff(taken([*times, times[-1] + 0.032], rate=100.0).sequence).max() == 3


def test_a_repeated_package_is_one_sample():
    intake = Intake(RECIPE, rate=500.0)
    assert intake.block([package(1.0), package(1.0)], host_time=0.0).count == 1
    assert intake.block([package(1.0)], host_time=0.0) is None
    assert intake.missed == 0


@pytest.mark.parametrize("value", [np.nan, np.inf, -1e308])
def test_what_no_arm_can_have_is_left_out(value):
    intake = Intake(RECIPE, rate=500.0)
    block = intake.block([package(1.0, current=value), package(1.002)], host_time=0.0)
    current = block.columns[Quantity.CURRENT]
    assert np.isnan(current[0]).all()
    assert (current[1] == 1.0).all()
    with pytest.raises(DataQualityError) as raised:
        intake.block([package(1.004, position=value)], host_time=0.0)
    assert raised.value.code == "ur-value-impossible"


def test_a_joint_without_power_has_no_temperature():
    intake = Intake(RECIPE, rate=500.0)
    block = intake.block([package(1.0, temperature=0.0), package(1.002, temperature=25.0)], host_time=0.0)
    temperature = block.columns[Quantity.TEMPERATURE]
    assert np.isnan(temperature[0]).all()
    assert temperature[1] == pytest.approx(298.15)


def test_packages_of_another_recipe_are_refused():
    for body in (package(1.0)[:-1], package(1.0, recipe=2), b""):
        with pytest.raises(ProtocolError):
            Intake(RECIPE, rate=500.0).block([body], host_time=0.0)


def test_a_clock_that_is_no_number_ends_the_stream():
    with pytest.raises(DataQualityError):
        taken([1.0, np.nan])


def test_a_flood_is_refused():
    with pytest.raises(ProtocolError) as raised:
        taken(np.arange(3000) * 1e-6)
    assert raised.value.code == "stream-too-fast"


def test_any_bytes_of_the_right_length_raise_no_other_error():
    random = np.random.default_rng(5)
    refused = 0
    for _ in range(300):
        intake = Intake(RECIPE, rate=500.0)
        bodies = [b"\1" + random.bytes(RECIPE.record.itemsize - 1) for _ in range(3)]
        try:
            block = intake.block(bodies, host_time=0.0)
        except DeviceError:
            refused += 1
        else:
            assert np.isfinite(block.columns[Quantity.POSITION]).all()
    assert refused > 100
