"""The master of the bus, in a process of its own: SYNC, what the drives answer, and SDO transfers.

In the program itself a calculation may hold the interpreter for a good part of a second, and samples
that are not asked for are lost. Set-points and the heartbeat still come from the program: when it hangs,
the drives stop.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.processes import Owner
from devices.cia402.bus import SYNC_ID, Bus
from devices.cia402.drive_map import DriveMap
from devices.cia402.pdo import SENT, Field, decoded, layout_of
from devices.errors import DeviceError, ProtocolError, TransportError


@dataclass(frozen=True)
class Timing:
    """Times of the cycle: samples per second, and how long a drive may take, s."""

    rate: float
    late_s: float
    """A sample is given up if a drive has not answered by then."""
    silent_s: float
    """A drive that does not answer for this long is counted as lost."""


def be_master(owner: Owner, interface: str, bitrate: int, nodes: Sequence[int], timing: Timing) -> None:
    """Serve until the owner asks for the end, or is gone."""
    bus = Bus(interface, bitrate=bitrate, nodes=nodes)
    with contextlib.suppress(EOFError), contextlib.closing(_Master(owner, bus, timing)) as master:
        owner.send(("ready",))
        while True:
            master.obey(*owner.receive())


class _Master:
    """Obeys the program; the cycle and the SDO transfers have a thread each."""

    def __init__(self, owner: Owner, bus: Bus, timing: Timing) -> None:
        self._owner, self._bus, self._timing = owner, bus, timing
        self._transfers: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        self._cycle: _Cycle | None = None
        self._thread = threading.Thread(target=self._transfer, name="cia402-sdo", daemon=True)
        self._thread.start()

    def obey(self, order: str, *facts: Any) -> None:
        """Do what the program asks for; frames go out at once, transfers one after another."""
        if order == "send":
            try:
                self._bus.send(*facts)
            except TransportError as error:
                self.tell("lost", error)
        elif order == "begin":
            (drives,) = facts
            self._cycle = _Cycle(self, self._bus, drives, self._timing)
            self._cycle.begin()
        else:
            self._transfers.put((order, *facts))

    def tell(self, *message: Any) -> None:
        """Tell the program something; any thread may."""
        self._owner.send(message)

    def close(self) -> None:
        """End the cycle and close the bus."""
        if self._cycle is not None:
            self._cycle.end()
        self._transfers.put(None)
        self._bus.close()

    def _transfer(self) -> None:
        while (order := self._transfers.get()) is not None:
            kind, number, *facts = order
            answer: int | None = None
            try:
                if kind == "read":
                    answer = self._bus.read(*facts)
                else:
                    self._bus.write(*facts)
            except (DeviceError, OverflowError) as error:
                self.tell("answer", number, error)
                continue
            self.tell("answer", number, answer)


class _Cycle:
    """Sends SYNC and gathers the answers; one SYNC is one sample of all joints.

    The next SYNC waits until every drive has answered the last one, so that no answer is taken for that
    of another SYNC. Where that takes longer than a period, the numbers of the samples show the gap.
    """

    def __init__(self, master: _Master, bus: Bus, drives: Sequence[DriveMap], timing: Timing) -> None:
        self._master, self._bus, self._timing = master, bus, timing
        self._nodes = tuple(drive.node for drive in drives)
        self._expected = {
            SENT[number] + drive.node: (drive.node, pdo)
            for drive in drives
            for number, pdo in enumerate(layout_of(drive))
        }
        self._heard: dict[int, dict[Field, int]] = {}
        self._waiting: set[int] = set()
        self._lock = threading.Lock()
        self._whole, self._ended = threading.Event(), threading.Event()
        for identifier in self._expected:
            bus.hear(identifier, self._take)
        self._thread = threading.Thread(target=self._run, name="cia402-cycle", daemon=True)

    def begin(self) -> None:
        """Start the thread."""
        self._thread.start()

    def end(self) -> None:
        """End the thread."""
        self._ended.set()
        self._whole.set()

    def _take(self, identifier: int, content: bytes) -> None:
        """Take one PDO in, in the thread of the bus."""
        node, pdo = self._expected[identifier]
        values = decoded(pdo, content)
        with self._lock:
            if values and identifier in self._waiting:
                self._waiting.discard(identifier)
                self._heard[node].update(values)
                if not self._waiting:
                    self._whole.set()

    def _run(self) -> None:
        try:
            self._bus.begin_sending()
            self._cycles()
        except DeviceError as error:
            self._master.tell("lost", error)
        except Exception as error:  # noqa: BLE001  # top of the thread: nothing above would handle it
            self._master.tell("lost", ProtocolError("stream-failed", device="cia402", reason=str(error)))

    def _cycles(self) -> None:
        timing, period = self._timing, 1.0 / self._timing.rate
        begun_at = whole_at = time.monotonic()
        slot = unanswered = 0
        while not self._ended.wait(max(begun_at + slot * period - time.monotonic(), 0.0)):
            sent_at = self._ask()
            if self._whole.wait(timing.late_s) and not self._ended.is_set():
                whole_at = time.monotonic()
                rows = [self._heard[node] for node in self._nodes]
                self._master.tell("row", slot, sent_at, rows, unanswered)
            else:
                unanswered += 1
                if time.monotonic() - whole_at > timing.silent_s:
                    raise TransportError("cia402-drive-silent", node=self._silent_node())
            slot = max(slot + 1, int((time.monotonic() - begun_at) * timing.rate))

    def _ask(self) -> float:
        with self._lock:
            self._heard = {node: {} for node in self._nodes}
            self._waiting = set(self._expected)
            self._whole.clear()
        self._bus.send(SYNC_ID)
        return time.monotonic()

    def _silent_node(self) -> int:
        with self._lock:
            return min(self._expected[each][0] for each in self._waiting or self._expected)
