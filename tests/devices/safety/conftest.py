"""Shared fixtures: an arm behind the safety layer, without waiting times."""

import pytest

from devices.safety import safe_arm, standing
from tests.devices.safety.fake_arm import FakeArm


@pytest.fixture
def arm(monkeypatch):
    monkeypatch.setattr(standing, "STANDSTILL_TIMEOUT_S", 0.05)
    monkeypatch.setattr(standing, "STALE_STREAM_TIMEOUT_S", 0.05)
    monkeypatch.setattr(safe_arm, "RELEASE_S", 0.0)
    made = FakeArm()
    yield made
    made.safe.close()
