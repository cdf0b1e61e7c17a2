"""A running device: firmware and physics, the link to its host, and the clock that drives them.

``RunningDevice`` runs in this computer's time, like a device behind a real port. ``SteppedDevice``
has no time of its own: its host grants it control periods (``devices.virtual.lockstep``).
"""

import contextlib
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable, Iterable

import numpy as np

from devices.errors import TransportError
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.messages import Heartbeat, Message, Reply, Samples, SlowSamples, TrajectoryChunk
from devices.protocol_open.wire import Frame
from devices.transport.transport import Transport
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.control import TimedReply
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.supervision import HICCUP_S
from devices.virtual.pace import MOST_PERIODS, RealPace
from devices.virtual.time_grants import granted, is_grant

_BITS = 8


class LinkFaults:
    """Loses and damages frames according to the active faults, with its own random generator."""

    def __init__(self, board: FaultBoard, *, seed: int) -> None:
        self._board = board
        self._random = np.random.default_rng(seed)

    @property
    def is_pulled(self) -> bool:
        """True if the cable was pulled."""
        return self._board.find("cable-pulled") is not None

    def note_pulled(self) -> None:
        """End the fault once the cable is out, so that it can be plugged in and pulled again."""
        self._board.release("cable-pulled")

    @property
    def is_frozen(self) -> bool:
        """True if the device neither sends nor receives any more."""
        return self._board.find("frozen-peer") is not None

    def outgoing(self, frame: bytes, *, holds_samples: bool) -> bytes:
        """Apply the faults to an encoded frame; empty if nothing arrives.

        Only frames with samples are lost or damaged; a frozen device sends nothing at all.
        """
        if self.is_frozen:
            return b""
        if not holds_samples:
            return frame
        dropped, corrupted = self._board.find("dropped-frames"), self._board.find("corrupted-frames")
        if dropped is not None and self._random.random() < dropped.number("share"):
            return b""
        if corrupted is not None and self._random.random() < corrupted.number("share"):
            return self._with_flips(frame, count=int(corrupted.number("flips")))
        return frame

    def _with_flips(self, frame: bytes, *, count: int) -> bytes:
        changed = np.frombuffer(frame, np.uint8).copy()
        bits = self._random.choice(changed.size * _BITS, size=min(count, changed.size * _BITS), replace=False)
        np.bitwise_xor.at(changed, bits // _BITS, (1 << (bits % _BITS)).astype(np.uint8))
        return changed.tobytes()


CATCH_BREATH_S = 0.005
"""Pause for the receiving thread after a pass in which it may not have run, s."""
PARENT_CHECK_S = 0.25
LAST_MOTION_S = 12.0
"""Longest time that a moving arm gets to stop after its host is gone, before the process ends, s."""


class _Device:
    """The common part: requests in, replies out, and a line with simulated faults.

    ``pull_cable`` executes the fault of that name; without it the link closes and the host is gone
    for good.
    """

    def __init__(
        self,
        firmware: Firmware,
        transport: Transport,
        *,
        faults: FaultBoard,
        notebook: Notebook,
        seed: int = 0,
        pull_cable: Callable[[], None] | None = None,
        always_heard: Callable[[m.Message], bool] = lambda _message: False,
    ) -> None:
        self._firmware, self._transport = firmware, transport
        self._pull_cable, self._notebook = pull_cable, notebook
        self._line = LinkFaults(faults, seed=seed)
        self._inlet = Inlet(transport, firmware, notebook=notebook, always_heard=always_heard)
        self._outlet = Outlet(transport, self._line)
        self._gone_since: float | None = None
        self._parent_checked = time.monotonic()

    def run(self) -> None:
        """Serve the host; return when the link has closed and the arm stands still."""
        self._inlet.start()
        try:
            while not self._is_over():
                self._pass()
        finally:
            self._transport.close()
            self._inlet.close()

    def _pass(self) -> None:
        raise NotImplementedError

    def _is_alone(self) -> bool:
        """True after the host is gone."""
        return self._gone_since is not None

    def _is_over(self) -> bool:
        # the motion ends first: an arm must not freeze in the middle of it
        if self._gone_since is None:
            return False
        return not self._firmware.is_moving or time.monotonic() - self._gone_since > LAST_MOTION_S

    def _answer(self, frame: Frame) -> None:
        replies = self._firmware.handle(frame.message, frame.sequence, repeated=frame.repeated)
        self._outlet.put(replies, time=self._firmware.time)

    def _tick(self, periods: int) -> None:
        """Run control periods; the replies of each are queued before any that follow."""
        for replies in self._firmware.run(periods):
            self._put(replies)

    def _put(self, replies: Iterable[TimedReply]) -> None:
        for reply, sent_at in replies:
            self._outlet.put((reply,), time=sent_at)

    def _look_at_the_line(self) -> None:
        if self._line.is_frozen:
            self._inlet.deaf.set()
        if self._line.is_pulled:
            self._lose_cable()
        if self._inlet.host_gone.is_set() or self._parent_is_gone():
            self._lose_host()

    def _lose_cable(self) -> None:
        if self._pull_cable is None:
            self._transport.close()
            self._lose_host()
        else:
            self._line.note_pulled()
            self._pull_cable()

    def _parent_is_gone(self) -> bool:
        now = time.monotonic()
        if now - self._parent_checked < PARENT_CHECK_S:
            return False
        self._parent_checked = now
        # a host that crashed cannot close its link: look for its process too
        parent = multiprocessing.parent_process()
        return parent is not None and not parent.is_alive()

    def _lose_host(self) -> None:
        if self._gone_since is None:
            self._gone_since = time.monotonic()
            self._firmware.host_is_gone()

    def _flush(self, timeout: float = 0.0) -> None:
        if self._is_alone():
            return
        try:
            self._outlet.flush(timeout)
        except TransportError:
            self._lose_host()


class RunningDevice(_Device):
    """Runs by this computer's clock until the host is gone and the arm stands."""

    def __init__(
        self,
        firmware: Firmware,
        transport: Transport,
        *,
        faults: FaultBoard,
        notebook: Notebook,
        seed: int = 0,
        pull_cable: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(
            firmware, transport, faults=faults, notebook=notebook, seed=seed, pull_cable=pull_cable
        )
        self._pace = RealPace()
        self._last_pass = time.monotonic()

    def _pass(self) -> None:
        self._let_the_host_speak()
        while (frame := self._inlet.take()) is not None:
            self._answer(frame)
        self._tick(self._pace.due())
        self._look_at_the_line()
        self._flush()
        self._pace.rest()

    def _let_the_host_speak(self) -> None:
        """After a halt of this process, read the waiting heartbeats before the silence is judged."""
        now = time.monotonic()
        halted = now - self._last_pass
        if halted > HICCUP_S:
            self._notebook.note("halted", device=self._firmware.time, seconds=round(halted, 3))
            time.sleep(CATCH_BREATH_S)
            now = time.monotonic()
        self._last_pass = now


class SteppedDevice(_Device):
    """Advances only by the control periods that its host grants; without a host it stops the arm itself."""

    def __init__(
        self,
        firmware: Firmware,
        transport: Transport,
        *,
        faults: FaultBoard,
        notebook: Notebook,
        seed: int = 0,
    ) -> None:
        super().__init__(
            firmware, transport, faults=faults, notebook=notebook, seed=seed, always_heard=is_grant
        )

    def _pass(self) -> None:
        # no host grants time any more: run on as fast as possible until the arm stands
        if self._is_alone():
            self._tick(MOST_PERIODS)
            return
        frame = self._inlet.take(PARENT_CHECK_S)
        if frame is not None and is_grant(frame.message):
            self._advance(frame)
        elif frame is not None:
            self._answer(frame)
        self._look_at_the_line()
        # all replies must be on the line before the next grant is read
        while not (self._is_alone() or self._outlet.is_empty):
            self._flush(PARENT_CHECK_S)
            self._look_at_the_line()

    def _advance(self, frame: Frame) -> None:
        """Execute the granted periods; the answer is sent after all their replies."""
        periods, beat = granted(frame.message)
        if beat and not self._inlet.deaf.is_set():
            self._firmware.host_heard()
        for replies in self._firmware.run(periods):
            self._put(replies)
            if self._line.is_pulled:
                break
        # the answer bypasses simulated line faults: without it simulated time would stand still for ever
        self._outlet.put_past_faults(m.Ack(frame.sequence), time=self._firmware.time)


_READ_TIMEOUT_S = 0.05
_END_TIMEOUT_S = 1.0


class Inlet:
    """Receives until the link closes; heartbeats count at once, requests wait for the next period.

    Messages for which ``always_heard`` returns True reach even a device that is ``deaf``.
    """

    def __init__(
        self,
        transport: Transport,
        firmware: Firmware,
        *,
        notebook: Notebook,
        always_heard: Callable[[Message], bool] = lambda _message: False,
    ) -> None:
        self._transport, self._firmware, self._notebook = transport, firmware, notebook
        self._always_heard = always_heard
        self._requests: queue.SimpleQueue[wire.Frame] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._receive, name="device-inlet", daemon=True)
        self.host_gone = threading.Event()
        self.deaf = threading.Event()
        """While set, no message is processed; a closed link is still detected."""

    def start(self) -> None:
        """Start the thread that reads the line."""
        self._thread.start()

    def close(self) -> None:
        """End the thread that reads the line."""
        self._ended.set()
        self._thread.join(_END_TIMEOUT_S)

    def take(self, timeout: float = 0.0) -> wire.Frame | None:
        """Return the next request; wait up to ``timeout`` s, None if there is none."""
        with contextlib.suppress(queue.Empty):
            return self._requests.get(block=timeout > 0.0, timeout=timeout or None)
        return None

    def _receive(self) -> None:
        decoder = wire.Decoder()
        while not self._ended.is_set():
            try:
                content = self._transport.read(_READ_TIMEOUT_S)
            except TransportError:
                self.host_gone.set()
                return
            for frame in decoder.feed(content):
                self._hear(frame, now=time.monotonic())
            self._firmware.line_read(time.monotonic())

    def _hear(self, frame: wire.Frame, *, now: float) -> None:
        if self._always_heard(frame.message):
            self._requests.put(frame)
            return
        if self.deaf.is_set():
            return
        if isinstance(frame.message, Heartbeat):
            self._firmware.host_heard(now)
            return
        if not isinstance(frame.message, TrajectoryChunk):
            name = type(frame.message).__name__
            self._notebook.note("received", device=self._firmware.time, request=name, wall=now)
        self._requests.put(frame)


MOST_WAITING_BYTES = 256 * 1024
"""About two seconds of six joints with all channels."""
_PIECE_BYTES = 64 * 1024


class Outlet:
    """The bytes that wait to be sent over one transport, encoded and numbered; it never makes the arm wait.

    A device cannot pause its stream because the host does not read. If too much is waiting, whole sample
    frames are left out, which the host sees as a gap of the sequence numbers. All other messages are kept.
    """

    def __init__(self, transport: Transport, faults: LinkFaults) -> None:
        self._transport, self._faults = transport, faults
        self._waiting = bytearray()
        self._sequence = 0
        self.left_out = 0
        """Number of sample frames left out because the host did not read."""

    @property
    def is_empty(self) -> bool:
        """True if the line has taken all bytes."""
        return not self._waiting

    def put(self, replies: Iterable[Reply], *, time: float) -> None:
        """Encode replies at device time ``time`` s; never waits."""
        for reply in replies:
            holds_samples = isinstance(reply, Samples | SlowSamples)
            if holds_samples and len(self._waiting) > MOST_WAITING_BYTES:
                self.left_out += 1
                continue
            self._waiting += self._faults.outgoing(self._encoded(reply, time), holds_samples=holds_samples)

    def put_past_faults(self, reply: Reply, *, time: float) -> None:
        """Encode a reply that bypasses line faults: it belongs to the simulation, not to the arm."""
        self._waiting += self._encoded(reply, time)

    def _encoded(self, reply: Reply, time: float) -> bytes:
        frame = wire.encode(reply, sequence=self._sequence, time_us=round(time * 1e6))
        self._sequence += 1
        return frame

    def flush(self, timeout: float = 0.0) -> None:
        """Write what the line accepts within ``timeout`` s.

        Raises
        ------
        TransportError
            ``link-lost``.
        """
        while self._waiting:
            taken = self._transport.write(bytes(self._waiting[:_PIECE_BYTES]), timeout)
            del self._waiting[:taken]
            if not taken:
                return
