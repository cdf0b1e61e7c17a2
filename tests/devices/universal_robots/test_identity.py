"""Which description a reported model belongs to, and when a power-on is another one."""

import datetime as dt

import pytest

from devices.driving.linked_arm import PowerOn
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.identity import comparable_model

NOON = dt.datetime(2026, 3, 4, 12, 0, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("described", "told", "major", "model"),
    [
        ("ur10e", "UR10", 5, "ur10e"),
        ("ur10e", "UR10", 3, "ur10"),
        ("ur10e", "UR10e", 10, "ur10e"),
        ("ur20", "UR20", 5, "ur20"),
        ("ur5e", "UR3", 5, "ur3e"),
        ("ur10e", "", 5, ""),
        ("arm-of-cell-5", "UR10", 5, ""),
    ],
)
def test_models_are_compared_by_the_names_of_descriptions(described, told, major, model):
    assert comparable_model(described, told, ControllerVersion(major, 11)) == model


def test_a_power_on_keeps_its_name_while_the_clock_goes_on():
    power_on = PowerOn()
    first = power_on.name(timestamp=100.0, now=NOON)
    assert first == "2026-03-04T11:58:20Z"
    later = NOON + dt.timedelta(hours=1, seconds=2)
    assert power_on.name(timestamp=3700.0, now=later) == first
    assert power_on.name(timestamp=20.0, now=later) != first
