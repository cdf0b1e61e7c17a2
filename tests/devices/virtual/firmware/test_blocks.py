"""Control periods that run at once are the same as one by one, whatever happens in them."""

import numpy as np
import pytest

from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard, ScheduledFault
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.supervision import Supervision
from devices.virtual.physics.arm import VirtualArm
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, FakePlant, Notes

SILENT, BLOCK = "silent", "block"
HEARD_PERIODS = 20


class Played:
    """A device whose periods run in blocks of at most ``block``; everything that it sends and notes."""

    def __init__(self, plant, *, block, kind=ControllerKind.OPEN, schedule=()):
        self.plant, self.block, self.notes, self.blocks = plant, block, Notes(), 0
        device = Device(
            robot=ROBOT,
            badge=Badge("s", "p"),
            notebook=self.notes,
            kind=kind,
            uptime=12.3,
            faults=FaultBoard(tuple(schedule)),
            clock=lambda: plant.time,
        )
        self.firmware = Firmware(plant, device)
        self.sent = []

    def ask(self, request):
        self.sent += [(reply, self.firmware.time) for reply in self.firmware.handle(request, len(self.sent))]

    def run(self, periods, *, heard=True):
        for period in range(periods):
            if heard and period % HEARD_PERIODS == 0:
                self.firmware.host_heard()
            if period % self.block == 0:
                for replies in self.firmware.run(min(self.block, periods - period)):
                    self.sent += replies
                    self.blocks += 1


def play(played, script):
    played.ask(m.StreamOn(10))
    for step in script:
        if isinstance(step, int):
            played.run(step)
        elif step == SILENT:
            played.run(700, heard=False)
        elif step == BLOCK:
            played.plant.blocked = not played.plant.blocked
        else:
            played.ask(step)
    played.ask(m.StreamOff())
    return played


def there(by=0.1):
    return m.PointToPoint(tuple(START + by), 30.0)


MOVES = [40, m.Arm(), 35, there(), 700, there(0.0), 120, m.Stop(abort=False), 500, m.Arm(), there(0.2), 90]
ENDS = [m.Stop(abort=True), 333, m.Arm(), m.JogJoint(1, 0.05, 0.3), 600, m.Disarm(), 600]
SILENCE = [m.Arm(), 13, there(), 101, SILENT, m.Clear(), m.Arm(), 50, SILENT, 100]
OBSTACLE = [m.Arm(), 33, there(0.4), 150, BLOCK, 400, BLOCK, 600, m.Clear(), m.Arm(), there(), 900]
FAULTS = (ScheduledFault("encoder-glitch", 0.05), ScheduledFault("protective-stop", 0.41))


class Shaken(FakePlant):
    """Never stands still, and pushes too hard for short moments, which alone is no obstacle."""

    def advance(self, position, velocity):
        super().advance(position, velocity)
        self.velocity = self.velocity + 0.02
        self.torque = np.full(ROBOT.joint_count, 200.0 if self.periods % 17 < 12 else 0.0)


@pytest.mark.parametrize(
    ("kind", "plant", "script", "schedule"),
    [
        (ControllerKind.OPEN, FakePlant, MOVES + ENDS, ()),
        (ControllerKind.CLOSED, FakePlant, MOVES, ()),
        (ControllerKind.READ_ONLY, FakePlant, MOVES, ()),
        (ControllerKind.OPEN, FakePlant, SILENCE, ()),
        (ControllerKind.OPEN, FakePlant, OBSTACLE, ()),
        (ControllerKind.OPEN, FakePlant, MOVES, FAULTS),
        (ControllerKind.OPEN, Shaken, MOVES, ()),
    ],
    ids=["open", "closed", "read-only", "silence", "obstacle", "faults", "shaken"],
)
def test_blocks_change_nothing(kind, plant, script, schedule, monkeypatch):
    monkeypatch.setattr("devices.virtual.firmware.control.ABANDONED_S", 0.5)
    one, many = (
        play(Played(plant(), block=block, kind=kind, schedule=schedule), script) for block in (1, 20)
    )
    assert len(one.sent) > 30
    assert many.sent == one.sent
    assert many.notes.entries == one.notes.entries
    assert many.plant.time == one.plant.time


def test_a_quiet_motion_needs_few_blocks():
    played = Played(FakePlant(), block=20)
    play(played, [20, m.Arm(), 20, there(0.4)])
    played.blocks = 0
    played.run(400)
    assert played.blocks <= 2 * 400 / 20


def test_blocks_of_the_physics_change_no_bit():
    """Also across the end of a batch of noise, and with joints that turn the other way round."""
    one, twenty = (
        play(Played(VirtualArm(ROBOT, seed=4, worn=(1,), start=START), block=block), MOVES)
        for block in (1, 20)
    )
    assert twenty.sent == one.sent


def test_the_physics_ends_with_the_first_reading_beyond_the_bounds():
    arm, other = (VirtualArm(ROBOT, seed=1, start=START) for _ in range(2))
    far, still = np.tile(START, (20, 1)), np.zeros((20, ROBOT.joint_count))
    far[7:] += 0.2  # the arm cannot follow such a step
    watch = Supervision(Joints.of(ROBOT, arm.nominal)).watch
    readings = arm.run(far, still, watch=watch)
    assert readings.position.shape == (8, ROBOT.joint_count)
    assert arm.time == pytest.approx(8e-3)
    for row in range(8):
        other.advance(far[row], still[row])
        last = other.sense()
    assert readings.last.current.tolist() == last.current.tolist()
    assert readings.last.following_error.tolist() == last.following_error.tolist()
