"""Channels below the sample rate: in frames of their own, repeated in the blocks, never in the counters."""

import struct
from dataclasses import replace

import numpy as np
import pytest

from core.recording import Quantity
from devices.errors import ProtocolError
from devices.open_arm.intake import Intake
from devices.protocol_open import messages as m
from tests.devices.open_arm.fake_device import announcement, channels

WARM = (300.25, 310.5)


def with_temperature(*, fast_joints=()):
    """The table of the fake device with a temperature channel of each joint before its last channel."""
    warm = [
        m.Channel(f"t{joint}", Quantity.TEMPERATURE, joint, "K", "f4", 1.0, rate=rate)
        for joint, rate in ((0, 10.0), (1, 1000.0 if 1 in fast_joints else 10.0))
    ]
    *first, last = channels()
    return announcement(channels=(*first, *warm, last))


def samples(first, count, **fields):
    return m.Samples(first, tuple(range(count)), fast_row(**fields) * count)


def fast_row(*, position=(0.25, -0.5), warm=()):
    return struct.pack(f"<2f2ii{len(warm)}ff", *position, 1124, 2148, 4096, *warm, 48.0)


def slow(*values):
    return m.SlowSamples(7, struct.pack(f"<{len(values)}f", *values))


def test_the_last_value_is_repeated_and_nothing_is_known_before_the_first():
    intake = Intake(with_temperature())
    before = intake.block(samples(0, 3), host_time=1.0)
    assert np.isnan(before.columns[Quantity.TEMPERATURE]).all()
    intake.take_slow(slow(*WARM))
    for first in (3, 6):
        block = intake.block(samples(first, 3), host_time=1.0)
        np.testing.assert_array_equal(block.columns[Quantity.TEMPERATURE], [WARM] * 3)
        np.testing.assert_array_equal(block.columns[Quantity.POSITION], [[0.25, -0.5]] * 3)
        assert block.columns[Quantity.LINK_POSITION][0, 1] == pytest.approx(np.pi)
    intake.take_slow(slow(301.0, 311.0))
    assert np.isnan(before.columns[Quantity.TEMPERATURE]).all(), "what was handed out stays as it was"
    assert intake.block(samples(9, 1), host_time=1.0).columns[Quantity.TEMPERATURE].tolist() == [
        [301.0, 311.0]
    ]


def test_slow_rows_do_not_count_as_samples_or_gaps():
    intake = Intake(with_temperature())
    for first in range(0, 20, 5):
        intake.take_slow(slow(*WARM))
        intake.block(samples(first, 5), host_time=1.0)
    assert (intake.samples, intake.missed) == (20, 0)
    intake.block(samples(23, 1), host_time=1.0)
    assert (intake.samples, intake.missed) == (21, 3)


def test_one_joint_may_be_slow_where_another_is_fast():
    intake = Intake(with_temperature(fast_joints=(1,)))
    intake.take_slow(slow(300.25))
    block = intake.block(samples(0, 2, warm=(310.5,)), host_time=1.0)
    assert block.columns[Quantity.TEMPERATURE].tolist() == [[300.25, 310.5]] * 2


def test_counts_are_scaled_like_those_of_the_fast_ones():
    table = with_temperature()
    scaled = replace(table.slow_channels[0], kind="i4", scale=0.5, offset=-546, ratio=2.0, sign=-1)
    everything = tuple(scaled if channel.name == "t0" else channel for channel in table.channels)
    intake = Intake(replace(table, channels=everything))
    intake.take_slow(m.SlowSamples(0, struct.pack("<if", 54, 310.5)))
    block = intake.block(samples(0, 1), host_time=1.0)
    assert block.columns[Quantity.TEMPERATURE].tolist() == [[-150.0, 310.5]]


@pytest.mark.parametrize("row", [b"\0" * 4, b"\0" * 12])
def test_a_row_of_another_table_is_refused(row):
    with pytest.raises(ProtocolError, match="protocol-field") as problem:
        Intake(with_temperature()).take_slow(m.SlowSamples(0, row))
    assert problem.value.facts["message"] == "SlowSamples"


def test_slow_rows_from_a_device_without_slow_channels_are_refused():
    with pytest.raises(ProtocolError, match="protocol-field"):
        Intake(announcement()).take_slow(slow(1.0))


def test_slow_values_are_in_the_blocks_that_follow(bench):
    bench.device.announcement = with_temperature()
    bench.arm.connect()
    bench.device.send(slow(*WARM))
    bench.device.stream(4, rows=fast_row() * 4)
    block = bench.arm.read(2.0)
    assert block.columns[Quantity.TEMPERATURE].tolist() == [list(WARM)] * 4
    assert (bench.arm.counters.samples, bench.arm.counters.missed) == (4, 0)
