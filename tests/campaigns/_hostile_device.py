"""A device on a pseudo-terminal that speaks the open protocol and lies; without a lie it is honest.

The bytes are real and go through a real serial port. A lie replaces something: fields of the
announcement, its raw bytes, the answer to a kind of request, the samples, or everything.
"""

import json
import os
import select
import struct
import threading
import time
import tty
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

import numpy as np

from core.recording import FloatArray, Quantity
from core.robot.library import load_robot
from devices.errors import TransportError
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.bodies import BY_KIND
from devices.protocol_open.wire import RawFrame, encode_frame

ROBOT = "szabo-3r"
SERIAL = "TRUE-1"
RATE_HZ = 250
STANDING = (0.1, 0.4, -0.6)
FLOOD_BYTES = 1 << 16
_QUANTITIES = (
    (Quantity.POSITION, "rad"),
    (Quantity.MOTOR_POSITION, "rad"),
    (Quantity.LINK_POSITION, "rad"),
    (Quantity.CURRENT, "A"),
)
MOVING_REQUESTS = (
    m.Arm,
    m.PointToPoint,
    m.JogJoint,
    m.TrajectoryBegin,
    m.TrajectoryChunk,
    m.TrajectoryCommit,
    m.TrajectoryRun,
    m.SetPayload,
    m.Simulate,
    m.Clear,
)
"""None of these may reach an arm that is not confirmed."""
Answer = Callable[["HostileDevice", m.Message, int], list[m.Message]]


def honest_announcement() -> dict[str, object]:
    """What a truthful device of this robot announces."""
    robot = load_robot(ROBOT)
    ends = np.stack([robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)])
    count = robot.joint_count
    channels = [
        asdict(m.Channel(f"{quantity}{joint}", quantity, joint, unit, "f4", 1.0, rate=float(RATE_HZ)))
        for quantity, unit in _QUANTITIES
        for joint in range(count)
    ]
    return {
        "version": m.PROTOCOL_VERSION,
        "model": ROBOT,
        "serial": SERIAL,
        "firmware": "hostile-1",
        "power_on": "p1",
        "kind": "open",
        "joint_names": list(robot.joint_names),
        "lower": [float(value) if np.isfinite(value) else None for value in ends.min(axis=0)],
        "upper": [float(value) if np.isfinite(value) else None for value in ends.max(axis=0)],
        "velocity": [float(value) if np.isfinite(value) else 2.0 for value in robot.velocity_limit],
        "gear_ratio": [float(value) for value in robot.gear_ratio],
        "channels": channels,
        "sample_rate": float(RATE_HZ),
        "torque_kind": "motor-current",
        "stops_when_host_silent": True,
        "drive_gain": [10.0] * count,
        "mark": "",
        "simulation": False,
    }


@dataclass
class Lie:
    """What a device does instead of the truth; ``says`` is a piece of the sentence that a person gets."""

    name: str
    says: str
    announced: dict[str, object] = field(default_factory=dict)
    raw: bytes | None = None
    """Body of the announcement instead of the JSON text of its fields."""
    answers: dict[type, Answer] = field(default_factory=dict)
    status: dict[str, object] = field(default_factory=dict)
    position: Callable[[float], FloatArray] | None = None
    """Where the joints are at a time, as reported, rad."""
    samples: Callable[["HostileDevice"], list[m.Message]] | None = None
    """The frames of one look, instead of honest ones."""
    flood: bytes = b""
    """Sent without end, from the beginning."""
    changes_to: dict[str, object] = field(default_factory=dict)
    """Fields of the announcement from the second greeting on."""
    hangs_up: bool = False
    """Closes the port at the first greeting."""


class HostileDevice:
    """From ``start`` to ``close``; ``heard`` are the requests that reached it, heartbeats left out."""

    def __init__(self, lie: Lie) -> None:
        self.lie = lie
        self.heard: list[m.Message] = []
        self.state, self.motion, self.outcome = m.DeviceState.IDLE, 0, ""
        self.sent = 0
        self.counter = 0
        self._greetings = 0
        self._sequence = 0
        self._streams = self._closing = False
        self._began = self._sampled = time.monotonic()
        self._decoder = wire.Decoder()
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path, self._slave = os.ttyname(slave), slave
        self._thread = threading.Thread(target=self._run, name="hostile device", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull the cable."""
        self._closing = True
        self._thread.join(5.0)
        for end in (self._master, self._slave):
            os.close(end)

    @property
    def moved(self) -> list[str]:
        """The requests that could have moved it, or changed something in it."""
        return [type(message).__name__ for message in self.heard if isinstance(message, MOVING_REQUESTS)]

    def now(self) -> float:
        """Seconds since it was switched on."""
        return time.monotonic() - self._began

    # Sending

    def send(self, *messages: m.Message) -> None:
        """Whole frames, true or not."""
        for message in messages:
            codec = BY_KIND[type(message)]
            self.send_body(codec.number, codec.pack(message))

    def send_body(self, number: int, body: bytes) -> None:
        """One frame with any body."""
        raw = RawFrame(number, 0, self._sequence & 0xFFFF, int(1e6 * self.now()) & 0xFFFFFFFF, body)
        self._sequence += 1
        self._write(encode_frame(raw))

    def _write(self, content: bytes) -> None:
        deadline = time.monotonic() + 0.5
        while content and not self._closing and time.monotonic() < deadline:
            _, writable, _ = select.select([], [self._master], [], 0.05)
            if writable:
                try:
                    count = os.write(self._master, content)
                except BlockingIOError:
                    continue
                self.sent += count
                content = content[count:]

    # The thread

    def _run(self) -> None:
        try:
            while not self._closing:
                self._pass()
        except (OSError, TransportError):
            return

    def _pass(self) -> None:
        readable, _, _ = select.select([self._master], [], [], 0.005)
        if readable:
            for frame in self._decoder.feed(os.read(self._master, 65536)):
                self._hear(frame)
        if self.lie.flood:
            self._write(self.lie.flood)
        self._sample()

    def _sample(self) -> None:
        if not self._streams:
            return
        due = int((time.monotonic() - self._sampled) * RATE_HZ)
        if due < 2:
            return
        self._sampled += due / RATE_HZ
        if self.lie.samples is not None:
            self.send(*self.lie.samples(self))
        else:
            self.send(self.rows(due))

    def rows(self, count: int, *, position: FloatArray | None = None, first: int | None = None) -> m.Samples:
        """Honest samples but for what is given; the counter goes on."""
        number = self.counter if first is None else first
        times = [int(1e6 * (number + item) / RATE_HZ) & 0xFFFFFFFF for item in range(count)]
        self.counter += count
        pose = self.pose() if position is None else position
        row = struct.pack("<12f", *pose, *pose, *pose, 0.0, 0.0, 0.0)
        return m.Samples(number & 0xFFFF, tuple(times), row * count)

    def pose(self) -> FloatArray:
        """(3,) where it says that its joints are."""
        if self.lie.position is not None:
            return self.lie.position(self.now())
        return np.array(STANDING)

    # Answers

    def status(self, **changes: object) -> m.Status:
        """What it says about itself."""
        fields: dict[str, object] = {
            "state": self.state,
            "flags": m.StatusFlag.REMOTE,
            "motion": self.motion,
            "progress": 0.0,
            "outcome": self.outcome,
        }
        return m.Status(**{**fields, **self.lie.status, **changes})  # type: ignore[arg-type]

    def _hear(self, frame: wire.Frame) -> None:
        message = frame.message
        if isinstance(message, m.Heartbeat):
            return
        self.heard.append(message)
        if (answer := self.lie.answers.get(type(message))) is not None:
            self.send(*answer(self, message, frame.sequence))
        elif isinstance(message, m.Hello):
            self._greet()
        else:
            self.send(*self._answer(message, frame.sequence))

    def _greet(self) -> None:
        self._greetings += 1
        if self.lie.hangs_up:
            self._closing = True
            return
        changes = self.lie.changes_to if self._greetings > 1 else {}
        said = {**honest_announcement(), **self.lie.announced, **changes}
        body = self.lie.raw if self.lie.raw is not None else json.dumps(said).encode()
        self.send_body(BY_KIND[m.Announcement].number, body)

    def _answer(self, message: m.Message, sequence: int) -> list[m.Message]:
        if isinstance(message, m.AskStatus):
            return [self.status()]
        if isinstance(message, m.StreamOn):
            self._streams, self._sampled = True, time.monotonic()
        elif isinstance(message, m.StreamOff):
            self._streams = False
        elif isinstance(message, m.Arm):
            self.state = m.DeviceState.ARMED
        elif isinstance(message, m.Stop | m.Disarm):
            self.state = m.DeviceState.IDLE
        elif isinstance(message, m.TrajectoryChunk):
            return [m.TrajectoryAck(message.offset + len(message.content))]
        elif isinstance(message, m.TrajectoryCommit):
            return [m.Committed(sequence, 7)]
        elif isinstance(message, m.TrajectoryRun | m.PointToPoint | m.JogJoint):
            self.motion, self.outcome = self.motion + 1, "finished"  # at once, without a move
        return [m.Ack(sequence), self.status()]
