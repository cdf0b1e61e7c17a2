"""A host that is nothing but frames on a port: no driver, no retries, every message kept."""

import os
import select
import threading

import numpy as np

from core.recording import Quantity
from devices.open_arm.intake import Intake
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.trajectory_bytes import SampledBody, crc_of, pack_samples
from tests.waiting import wait_until

BEAT_S = 0.02
STREAM = (m.Samples, m.SlowSamples)


class WireHost:
    """Opens a port; ``beating`` sends heartbeats until it is cleared or the port is closed."""

    def __init__(self, port):
        self.descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        import termios  # Windows has none
        import tty  # Windows has none

        tty.setraw(self.descriptor)
        termios.tcflush(self.descriptor, termios.TCIFLUSH)
        self.decoder = wire.Decoder()
        self.received = 0
        self.beating, self._ended = threading.Event(), threading.Event()
        self._sequence, self._lock = 0, threading.Lock()
        self._heart = threading.Thread(target=self._beat, name="test-heart")
        self._heart.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._heart.join()
        os.close(self.descriptor)

    def _beat(self):
        while not self._ended.wait(BEAT_S):
            if self.beating.is_set():
                try:
                    self.send(m.Heartbeat())
                except OSError:  # the cable is out
                    self.beating.clear()

    def send(self, message):
        with self._lock:
            frame = wire.encode(message, sequence=self._sequence, time_us=0)
            assert os.write(self.descriptor, frame) == len(frame)
            self._sequence += 1
            return self._sequence - 1

    def hear(self, *, seconds=0.05):
        """The messages that arrive with the next bytes."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return []
        content = os.read(self.descriptor, 65536)
        self.received += len(content)
        return [frame.message for frame in self.decoder.feed(content)]

    def hear_until(self, condition):
        """Every message until one fulfils the condition."""
        heard = []

        def has_come():
            heard.extend(self.hear())
            return any(condition(message) for message in heard)

        wait_until(has_come, "a message on the port")
        return heard

    def ask(self, message):
        """Send a request and return its answer."""
        number = self.send(message)
        kinds = {m.Hello: m.Announcement, m.AskStatus: m.Status, m.TrajectoryChunk: m.TrajectoryAck}
        kind = kinds.get(type(message))

        def answers(reply):
            if kind is not None:
                return isinstance(reply, kind)
            return isinstance(reply, m.Ack | m.Reject | m.Committed) and reply.request == number

        return next(reply for reply in self.hear_until(answers) if answers(reply))

    def hello(self):
        self.announcement = self.ask(m.Hello())
        return self.announcement

    def accepted(self, message):
        reply = self.ask(message)
        assert isinstance(reply, m.Ack), reply

    def stream(self, count, *, per_frame=10):
        """At least so many samples from now on, as the frames of the stream."""
        self.send(m.StreamOn(per_frame))
        frames, held = [], 0
        while held < count:
            new = [frame for frame in self.hear_until(lambda message: True) if isinstance(frame, STREAM)]
            held += sum(len(frame.time_us) for frame in new if isinstance(frame, m.Samples))
            frames += new
        return frames

    def pose(self):
        """The pose that the arm reports."""
        frame = next(frame for frame in self.stream(1, per_frame=1) if isinstance(frame, m.Samples))
        self.accepted(m.StreamOff())
        return Intake(self.announcement).block(frame, host_time=0.0).columns[Quantity.POSITION][0]

    def begin_move(self, way=1.5, *, percent=15.0):
        """Arm, and set out from here."""
        self.beating.set()
        target = tuple(self.pose() + way)
        self.send(m.Heartbeat())
        self.accepted(m.Arm())
        self.accepted(m.PointToPoint(target, percent))

    def upload_standing_still(self):
        """A trajectory that stays where the arm is; its token."""
        content = pack_samples(SampledBody(0.1, np.tile(self.pose(), (10, 1))))
        self.accepted(m.TrajectoryBegin(m.TrajectoryKind.SAMPLES, len(content), crc_of(content)))
        assert self.ask(m.TrajectoryChunk(0, content)) == m.TrajectoryAck(len(content))
        return self.ask(m.TrajectoryCommit()).token
