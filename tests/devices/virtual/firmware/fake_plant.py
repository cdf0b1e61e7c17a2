"""An arm without physics that follows its set-points exactly, and firmware over it with its own clock."""

from dataclasses import fields

import numpy as np

from core.robot.library import load_robot
from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge
from devices.virtual.firmware.plant import NominalDrives, Readings

ROBOT = load_robot("ec66")
N = ROBOT.joint_count
TURN = 2.0 * np.pi
START = np.array([0.0, 1.2, -0.5, 0.3, 0.4, -0.2])


def drives(count: int = N) -> NominalDrives:
    return NominalDrives(
        gear_ratio=np.full(count, 101.0),
        coupling=101.0 * np.eye(count),
        drive_gain=np.linspace(12.0, 4.0, count),
        motor_counts_per_turn=np.full(count, 2.0**17),
        link_counts_per_turn=np.full(count, 2.0**19),
        has_link_encoder=np.ones(count, dtype=bool),
        torque_limit=np.full(count, 100.0),
        velocity_limit=np.linspace(2.5, 4.5, count),
        acceleration_limit=np.linspace(8.0, 20.0, count),
    )


def is_beyond(readings, watch):
    """True if a reading is beyond one of the bounds."""
    within = (
        (abs(readings.following_error) <= watch.following_error)
        & (abs(readings.torque) <= watch.torque)
        & (watch.lower <= readings.position)
        & (readings.position <= watch.upper)
    )
    return not within.all()


class FakePlant:
    """Follows exactly; ``blocked`` holds it where it is while set-points go on."""

    def __init__(self, start=START, *, nominal=None):
        self.nominal = drives(len(start)) if nominal is None else nominal
        self.position = np.array(start, dtype=float)
        self.set_point = self.position.copy()
        self.velocity = np.zeros_like(self.position)
        self.torque = np.zeros_like(self.position)
        self.periods = 0
        self.braked = False
        self.blocked = False
        self.payload = None

    @property
    def time(self):
        return self.periods * 1e-3

    def hold(self):
        self.set_point = self.position.copy()

    def advance(self, position, velocity):
        self.periods += 1
        self.velocity = np.zeros_like(self.position)
        if not self.braked:
            self.set_point = np.array(position)
            if not self.blocked:
                self.velocity = (self.set_point - self.position) / 1e-3
                self.position = self.set_point.copy()

    def run(self, position, velocity, *, watch=None):
        """Each period as ``advance``; it ends where a real one would."""
        found = []
        for row in zip(position, velocity, strict=True):
            self.advance(*row)
            found.append(self.sense())
            if watch is not None and is_beyond(found[-1], watch):
                break
        return Readings(*(np.stack([getattr(one, item.name) for one in found]) for item in fields(Readings)))

    def set_brakes(self, *, engaged):
        self.braked = engaged

    def sense(self):
        nominal = self.nominal
        return Readings(
            time=np.float64(self.time),
            motor_counts=np.rint(
                self.position * nominal.gear_ratio * nominal.motor_counts_per_turn / TURN
            ).astype(np.int64),
            link_counts=np.rint(self.position * nominal.link_counts_per_turn / TURN).astype(np.int64),
            current=self.torque / nominal.drive_gain,
            current_reference=self.torque / nominal.drive_gain + 0.25,
            temperature=np.full_like(self.position, 300.0 + self.periods),
            position=self.position.copy(),
            velocity=self.velocity.copy(),
            following_error=self.set_point - self.position,
            torque=self.torque.copy(),
        )

    def attach(self, payload):
        self.payload = payload

    def flange_transform(self):
        """A flange on the first three joints, as if they were slides; a payload pulls it down by 1 mm."""
        place = np.eye(4)
        place[:3, 3] = self.position[:3]
        place[2, 3] -= 0.0 if self.payload is None else 1e-3
        return place


class Notes:
    """A notebook that keeps everything in memory."""

    def __init__(self):
        self.entries = []

    def note(self, event, *, device, **facts):
        self.entries.append({"event": event, "device": device, **facts})

    def of(self, event):
        return [entry for entry in self.entries if entry["event"] == event]


class Bench:
    """Firmware over an arm, with a host that is heard while ``heartbeat`` is true."""

    def __init__(self, kind=ControllerKind.OPEN, *, plant=None, schedule=(), robot=ROBOT, **device):
        self.plant = FakePlant() if plant is None else plant
        self.now = 100.0
        self.heartbeat = True
        self.notes = Notes()
        self.faults = FaultBoard(tuple(schedule))
        device = Device(
            robot=robot,
            badge=Badge("V-ec66-0003", "p1"),
            notebook=self.notes,
            kind=kind,
            faults=self.faults,
            clock=lambda: self.now,
            **device,
        )
        self.firmware = Firmware(self.plant, device)
        self.sequence = 0
        self.heard = []

    def ask(self, request, **options):
        self.sequence += 1
        self.firmware.host_heard(self.now)
        replies = self.firmware.handle(request, self.sequence, **options)
        self.heard += replies
        return replies

    def accepted(self, request):
        replies = self.ask(request)
        assert not [reply for reply in replies if isinstance(reply, m.Reject)], replies
        return replies

    def rejected(self, request):
        (reply,) = self.ask(request)
        assert isinstance(reply, m.Reject), reply
        assert reply.request == self.sequence
        return reply

    def run(self, periods):
        """Let control periods pass, each a millisecond on the wall; everything that was sent."""
        sent = []
        for _ in range(periods):
            self.now += 1e-3
            if self.heartbeat:
                self.firmware.host_heard(self.now)
            sent += [reply for replies in self.firmware.run(1) for reply, _time in replies]
        self.heard += sent
        return sent

    def run_until(self, condition, *, most=20_000):
        for count in range(most):
            if condition():
                return count
            self.run(1)
        raise AssertionError("never happened")

    @property
    def status(self):
        (status,) = self.firmware.handle(m.AskStatus(), 0)
        return status

    @property
    def state(self):
        return self.status.state

    def arm(self):
        self.accepted(m.Arm())
        self.run(5)

    def move(self, target=START + 0.4, percent=50.0):
        self.arm()
        self.accepted(m.PointToPoint(tuple(target), percent))
