"""Shared fixtures: an arm behind the safety layer, with a clock of its own."""

import pytest

from tests.devices.safety.fake_arm import FakeArm


@pytest.fixture
def arm():
    made = FakeArm()
    yield made
    made.safe.close()
