"""The heartbeat: it notices that it was late itself, so that a motion that ended for it is explained."""

import pytest

from devices.driving import pulse as module
from devices.driving.pulse import LATE_S, Heartbeat, Pulse
from devices.universal_robots.heartbeat import Claim, RegisterBeat
from tests.devices.emulated.controllers import wait_for


class Line:
    """Takes what is written; ``holds_up`` once makes the next write take so long."""

    def __init__(self):
        self.count, self.holds_up, self.now_s = 0, 0.0, 100.0

    def monotonic(self):
        """Time, which passes while a write is held up and at no other time."""
        return self.now_s

    def write(self, content, timeout):
        self.now_s += self.holds_up
        self.holds_up = 0.0
        self.count += 1


@pytest.fixture
def line(monkeypatch):
    made = Line()
    monkeypatch.setattr(module, "time", made)
    return made


class Alive(Pulse):
    def is_alive(self, limit_s=0.0):
        return True


def beating(line):
    return Heartbeat(RegisterBeat(line, Claim(1)), pulse=Alive(), name="heartbeat")


def test_a_late_heartbeat_is_noticed_until_the_next_motion(line):
    heartbeat = beating(line)
    try:
        heartbeat.begin()
        wait_for(lambda: line.count > 0)
        line.holds_up = 1.5 * LATE_S
        wait_for(lambda: heartbeat.was_late)
        heartbeat.fall_silent()
        heartbeat.begin()
        assert not heartbeat.was_late
    finally:
        heartbeat.close()


def test_time_in_which_none_is_wanted_is_not_late(line):
    heartbeat = beating(line)
    heartbeat.begin()
    wait_for(lambda: line.count > 0)
    heartbeat.fall_silent()
    heartbeat.close()
    sent_at = heartbeat._sent_at
    heartbeat.begin()
    assert sent_at is not None
    assert heartbeat._sent_at is None
