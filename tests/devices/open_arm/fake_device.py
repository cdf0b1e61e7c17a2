"""A fake device in a thread of the test: real bytes, correct answers unless the test replaces them."""

import struct
import threading
import zlib

import numpy as np

from core.recording import Quantity, TorqueKind
from devices.errors import TransportError
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from tests.waiting import LIMIT_S, wait_until

COUNTS_PER_TURN = 8192
GEAR = (101.0, -80.0)
JOINTS = ("shoulder", "elbow")


def channels() -> tuple[m.Channel, ...]:
    scale = 2.0 * np.pi / COUNTS_PER_TURN
    found = [m.Channel(f"q{j}", Quantity.POSITION, j, "rad", "f4", 1.0) for j in (0, 1)]
    found += [
        m.Channel(
            f"motor{j}", Quantity.MOTOR_POSITION, j, "rad", "i4", scale, sign=-1, offset=100.0, ratio=GEAR[j]
        )
        for j in (0, 1)
    ]
    found.append(m.Channel("link1", Quantity.LINK_POSITION, 1, "rad", "i4", scale))
    found.append(m.Channel("voltage", "voltage", 0, "V", "f4", 1.0))
    return tuple(found)


def announcement(**changes: object) -> m.Announcement:
    fields = {
        "version": m.PROTOCOL_VERSION,
        "model": "two-joints",
        "serial": "T-1",
        "firmware": "fake-1",
        "power_on": "p1",
        "kind": "open",
        "joint_names": JOINTS,
        "lower": (-1.0, None),
        "upper": (1.0, None),
        "velocity": (2.0, None),
        "gear_ratio": GEAR,
        "channels": channels(),
        "sample_rate": 1000.0,
        "torque_kind": str(TorqueKind.MOTOR_CURRENT),
        "simulation": True,
    }
    return m.Announcement(**{**fields, **changes})


def row(position=(0.25, -0.5), motor=(1124, 2148), link=4096, voltage=48.0) -> bytes:
    return struct.pack("<2f2iif", *position, *motor, link, voltage)


class FakeDevice:
    """``heard`` lists every request but heartbeats; ``answers`` replaces the answer to a kind of request."""

    def __init__(self, transport) -> None:
        self.transport = transport
        self.decoder = wire.Decoder()
        self.heard: list[m.Message] = []
        self.heartbeats: list[m.Heartbeat] = []
        self.answers: dict[type, object] = {}
        self.announcement = announcement()
        self.state = m.DeviceState.IDLE
        self.motion = 0
        self.upload = bytearray()
        self.begun: m.TrajectoryBegin | None = None
        self.token = 6
        self.performed: dict[int, list[m.Message]] = {}
        self.is_frozen = False
        self.keeps_talking = True
        """As a stream would, so that a slow test is not taken for a silent device."""
        self._reads = 0
        self._sequence = 0
        self._counter = 0
        self._sending = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="fake-device")
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        self._thread.join(LIMIT_S)

    # what a test says through it

    def send(self, *messages: m.Message) -> None:
        with self._sending:
            for message in messages:
                content = wire.encode(message, sequence=self._sequence, time_us=1000 * self._sequence % 2**32)
                self._sequence += 1
                self.write_bytes(content)

    def write_bytes(self, content: bytes) -> None:
        while content and not self._closing:
            content = content[self.transport.write(content, 0.05) :]

    def status(self, **changes: object) -> m.Status:
        fields = {
            "state": self.state,
            "flags": m.StatusFlag.REMOTE | m.StatusFlag.BRAKES_RELEASED,
            "motion": self.motion,
            "progress": 0.0,
        }
        return m.Status(**{**fields, **changes})

    def stream(self, count: int, *, time_us: int | None = None, rows: bytes | None = None) -> None:
        base = self._counter * 1000 if time_us is None else time_us
        times = tuple((base + 1000 * i) % 2**32 for i in range(count))
        first = self._counter & 0xFFFF
        self._counter += count
        self.send(m.Samples(first, times, row() * count if rows is None else rows))

    def skip(self, count: int) -> None:
        self._counter += count

    def finish(self, outcome: str = "finished", **changes: object) -> None:
        self.state = m.DeviceState.ARMED if outcome == "finished" else m.DeviceState.IDLE
        self.send(self.status(**{"outcome": outcome, "progress": 1.0, **changes}))

    def wait_for(self, kind: type, *, count: int = 1) -> list[m.Message]:
        def found() -> list[m.Message]:
            return [message for message in list(self.heard) if isinstance(message, kind)]

        wait_until(lambda: len(found()) >= count, f"{count} {kind.__name__}")
        return found()

    # the thread

    def _run(self) -> None:
        while not self._closing:
            try:
                self._talk()
                content = self.transport.read(0.02)
                wait_until(lambda: self._closing or not self.is_frozen, "the frozen device to go on")
                for frame in self.decoder.feed(content):
                    self._hear(frame)
            except TransportError:
                return

    def _talk(self) -> None:
        self._reads += 1
        if self.keeps_talking and self._reads % 5 == 0:
            self.send(m.Ack(0xFFFF))  # no request has this number

    def _hear(self, frame: wire.Frame) -> None:
        message = frame.message
        if isinstance(message, m.Heartbeat):
            self.heartbeats.append(message)
            return
        self.heard.append(message)
        if frame.repeated and frame.sequence in self.performed:
            self.send(*self.performed[frame.sequence])
            return
        replies = self._answer(message, frame.sequence)
        self.performed[frame.sequence] = replies
        self.send(*replies)

    def _answer(self, message: m.Message, sequence: int) -> list[m.Message]:
        changed = self.answers.get(type(message))
        if changed is not None:
            return changed(message, sequence)
        if isinstance(message, m.TrajectoryBegin | m.TrajectoryChunk | m.TrajectoryCommit):
            return [self._store(message, sequence)]
        if isinstance(message, m.Hello):
            return [self.announcement]
        ack = m.Ack(sequence)
        match message:
            case m.AskStatus():
                return [self.status()]
            case m.Arm():
                self.state = m.DeviceState.ARMED
            case m.Disarm():
                self.state = m.DeviceState.IDLE
            case m.Stop():
                return self._stop(ack)
            case m.PointToPoint() | m.JogJoint() | m.TrajectoryRun():
                self.motion += 1
                self.state = m.DeviceState.MOVING
        return [ack, self.status()]

    def _store(self, message: m.Message, sequence: int) -> m.Message:
        if isinstance(message, m.TrajectoryBegin):
            self.begun = message
            self.upload.clear()
            return m.Ack(sequence)
        if isinstance(message, m.TrajectoryChunk):
            if message.offset <= len(self.upload):
                self.upload += message.content[len(self.upload) - message.offset :]
            return m.TrajectoryAck(len(self.upload))
        if zlib.crc32(self.upload) != self.begun.crc or len(self.upload) != self.begun.size:
            return m.Reject(sequence, "trajectory-damaged", {})
        self.token += 1
        return m.Committed(sequence, self.token)

    def _stop(self, ack: m.Ack) -> list[m.Message]:
        was_moving = self.state is m.DeviceState.MOVING
        self.state = m.DeviceState.IDLE
        return [ack, self.status(outcome="stopped" if was_moving else "")]
