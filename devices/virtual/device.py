"""A running device: firmware and physics, the link to its host, and the clock that drives them.

``RunningDevice`` runs in this computer's time, like a device behind a real port. ``SteppedDevice``
has no time of its own: its host grants it control periods (``devices.virtual.lockstep``).
"""

import multiprocessing
import time
from collections.abc import Callable, Iterable

from devices.errors import TransportError
from devices.protocol_open import messages as m
from devices.protocol_open.wire import Frame
from devices.transport.transport import Transport
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.control import TimedReply
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.supervision import HICCUP_S
from devices.virtual.grants import granted, is_grant
from devices.virtual.inlet import Inlet
from devices.virtual.link_faults import LinkFaults
from devices.virtual.outlet import Outlet
from devices.virtual.pace import MOST_PERIODS, RealPace

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
