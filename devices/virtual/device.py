"""The running device: firmware over physics on one side, a link on the other, and the clock between."""

import multiprocessing
import time
from collections.abc import Callable

from devices.errors import TransportError
from devices.protocol_open.messages import HEARTBEAT_INTERVAL_S
from devices.transport.transport import Transport
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.supervision import HICCUP_S
from devices.virtual.inlet import Inlet
from devices.virtual.link_faults import LinkFaults
from devices.virtual.outlet import Outlet
from devices.virtual.pace import FastPace, RealPace
from devices.virtual.settings import Pace

CATCH_BREATH_S = 0.005
"""For the receiving thread, after a pass in which it may not have had its turn, and for a slow host."""
PARENT_CHECK_S = 0.25
WRITE_SLICE_S = 0.005
LATE_BEAT_S = 2.0 * HEARTBEAT_INTERVAL_S
"""Time that may wait does so during a motion when no heartbeat came for so long,"""
PATIENCE_S = 0.75
"""but not when none came for so long: then the watchdog acts."""
LAST_MOTION_S = 12.0
"""The longest an arm whose host is gone may take to come to rest before the process ends anyway."""


class RunningDevice:
    """Runs until the host is gone and the arm stands.

    ``pull_cable`` is what the fault of that name does; without it the link closes, and the host
    is gone for good.
    """

    def __init__(
        self,
        firmware: Firmware,
        transport: Transport,
        *,
        faults: FaultBoard,
        notebook: Notebook,
        pace: Pace = Pace.REAL,
        seed: int = 0,
        pull_cable: Callable[[], None] | None = None,
    ) -> None:
        self._firmware, self._transport = firmware, transport
        self._pull_cable = pull_cable
        self._notebook = notebook
        self._line = LinkFaults(faults, seed=seed)
        self._inlet = Inlet(transport, firmware, notebook=notebook)
        self._outlet = Outlet(transport, self._line)
        self._pace = RealPace() if pace is Pace.REAL else self._fast_pace()
        self._may_wait = pace is Pace.FAST
        self._gone_since: float | None = None
        self._parent_checked = self._last_pass = time.monotonic()

    def run(self) -> None:
        """Serve the host; returns at rest, after the link has closed."""
        self._inlet.start()
        try:
            while not self._is_over():
                self._let_the_host_speak()
                self._pass()
                self._pace.rest()
        finally:
            self._transport.close()
            self._inlet.close()

    def _fast_pace(self) -> FastPace:
        firmware = self._firmware
        return FastPace(is_moving=lambda: firmware.is_moving, is_streaming=lambda: firmware.is_streaming)

    def _is_over(self) -> bool:
        if self._gone_since is None:
            return False
        return not self._firmware.is_moving or time.monotonic() - self._gone_since > LAST_MOTION_S

    def _let_the_host_speak(self) -> None:
        """After a hiccup heartbeats wait unread: hear them before judging the silence."""
        now = time.monotonic()
        halted = now - self._last_pass
        if halted > HICCUP_S:
            self._notebook.note("halted", device=self._firmware.time, seconds=round(halted, 3))
            time.sleep(CATCH_BREATH_S)
            now = time.monotonic()
        self._last_pass = now

    def _pass(self) -> None:
        firmware = self._firmware
        while (frame := self._inlet.take()) is not None:
            replies = firmware.handle(frame.message, frame.sequence, repeated=frame.repeated)
            self._outlet.put(replies, time=firmware.time)
        if self._host_must_catch_up():
            time.sleep(CATCH_BREATH_S)
        else:
            for _ in range(self._pace.due()):
                self._outlet.put(firmware.tick(), time=firmware.time)
        self._look_at_the_line()
        self._flush()

    def _host_must_catch_up(self) -> bool:
        """At fast pace time waits for a host that this computer keeps from running, not for a silent one.

        A real arm cannot wait. One whose time runs as fast as it can would take the computer from
        its own host, and then stop because the host is late.
        """
        if not self._may_wait or self._inlet.deaf.is_set():
            return False
        silence = self._firmware.host_silence
        is_late = self._firmware.is_moving and silence > LATE_BEAT_S
        return (self._outlet.is_crowded or is_late) and silence <= PATIENCE_S

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
        parent = multiprocessing.parent_process()
        return parent is not None and not parent.is_alive()

    def _lose_host(self) -> None:
        if self._gone_since is None:
            self._gone_since = time.monotonic()
            self._firmware.host_is_gone()

    def _flush(self) -> None:
        if self._gone_since is not None:
            return
        try:
            self._outlet.flush(WRITE_SLICE_S if self._host_must_catch_up() else 0.0)
        except TransportError:
            self._lose_host()
