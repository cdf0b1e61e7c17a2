"""The thread that drains the stream of one connection into the queue of samples."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from devices.controller import ControllerStatus, LinkCounters
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, ProtocolError, TransportError
from devices.halts import OwnHalts
from devices.protocol_rtde.wire import Kind, Message
from devices.transport.transport import Transport
from devices.universal_robots.intake import Intake
from devices.universal_robots.negotiation import Conversation, Recipe
from devices.universal_robots.readiness import status_of
from devices.universal_robots.recipe import TIME
from devices.universal_robots.state import UrState

SILENT_S = 3.0
"""A controller that sends nothing for this long is counted as lost: an unplugged cable closes no socket."""
READ_TIMEOUT_S = 0.1
GATHER_S = 0.008
"""Pause after a read, so that a block holds several packages."""
BUFFER_S = 60.0
"""Length of the stream that is kept for a reader that is late, s."""
PACED_PACKAGES = 25
"""Packages from which the pace of the controller's clock is measured."""
PACED_S = 1.5
SAME_PACE = 0.1
"""Relative difference up to which the measured rate is the one that was asked for."""
END_TIMEOUT_S = 2.0
log = logging.getLogger(__name__)


class Listener(Protocol):
    """Hears of the stream; called by its thread, which must not wait."""

    def on_state(self, state: UrState) -> None:
        """Take in the newest state."""

    def on_lost(self, error: DeviceError) -> None:
        """Take note that nothing comes any more."""


class Link:
    """The stream of one connection, from ``open`` until ``close``.

    ``rate`` is the rate in Hz at which the controller's clock steps from package to package; it was
    asked for another one where the controller sends more slowly.
    """

    def __init__(self, transport: Transport, conversation: Conversation, recipe: Recipe) -> None:
        self.transport, self._conversation = transport, conversation
        self._early = _first_packages(conversation)
        self.rate = _measured_rate(self._early, recipe)
        self.intake = Intake(recipe, rate=self.rate)
        self.samples = SampleQueue(round(BUFFER_S * self.rate))
        self.error: DeviceError | None = None
        self.listener: Listener | None = None
        """Hears of every block, and of the end of the stream."""
        self._heard_at = time.monotonic()
        self._ended = threading.Event()
        self._take(self._early)
        self._thread = threading.Thread(target=self._run, name="ur-link", daemon=True)

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        if self.error is not None:
            # an arm that is not received takes no motion, whatever its pendant says
            return ControllerStatus.lost(self.error, heard_at=self._heard_at, remote_enabled=False)
        return status_of(self.intake.state, heard_at=self._heard_at)

    @property
    def heard_at(self) -> float:
        """Time of the newest block on this computer's clock, s."""
        return self._heard_at

    @property
    def counters(self) -> LinkCounters:
        """Counts of packages and samples."""
        overflowed = self.samples.overflowed
        return LinkCounters(
            frames=self.intake.packages,
            samples=self.intake.samples,
            missed=self.intake.missed + overflowed,
            overflowed=overflowed,
        )

    def start(self) -> None:
        """Start the thread that reads."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the connection; may be called again."""
        self._ended.set()
        self.transport.close()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self.samples.close()

    def _run(self) -> None:
        halts = OwnHalts(interval=READ_TIMEOUT_S)
        try:
            while not self._ended.is_set():
                self._take(self._conversation.read(READ_TIMEOUT_S))
                if halts.listened_since(self._heard_at) > SILENT_S:
                    raise TransportError("link-lost", errno=0, reason=f"nothing came for {SILENT_S:g} s")
                self._ended.wait(GATHER_S)
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the stream of the controller ended")
            self._lose(ProtocolError("stream-failed", device="ur", reason=str(error)))

    def _take(self, messages: Sequence[Message]) -> None:
        bodies = [message.body for message in messages if message.kind is Kind.DATA]
        if not bodies:
            return
        now = time.monotonic()
        block = self.intake.block(bodies, host_time=now)
        if block is not None:
            self._heard_at = now
            self.samples.put(block)
            if self.listener is not None and self.intake.state is not None:
                self.listener.on_state(self.intake.state)

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
            if self.listener is not None:
                self.listener.on_lost(error)
        self.samples.close(self.error)
        self.transport.close()


def _first_packages(conversation: Conversation) -> list[Message]:
    """The first packages of the stream: enough to see the pace of the controller's clock.

    Raises
    ------
    TransportError
        ``no-samples-from-controller`` if none came.
    """
    found: list[Message] = []
    deadline = time.monotonic() + PACED_S
    while len(found) < PACED_PACKAGES and time.monotonic() < deadline:
        found += [message for message in conversation.read(READ_TIMEOUT_S) if message.kind is Kind.DATA]
    if not found:
        raise TransportError("no-samples-from-controller", seconds=PACED_S)
    return found


def _measured_rate(packages: Sequence[Message], recipe: Recipe) -> float:
    """Rate of the usual step of the controller's clock, Hz; that of the recipe if it is about the same."""
    usual = [message.body for message in packages if len(message.body) == recipe.record.itemsize]
    times = np.frombuffer(b"".join(usual), dtype=recipe.record)[TIME]
    steps = np.diff(times[np.isfinite(times)])
    steps = steps[steps > 0.0]
    if not steps.size:
        return recipe.rate
    found = 1.0 / float(np.median(steps))
    return recipe.rate if abs(found / recipe.rate - 1.0) <= SAME_PACE else found
