"""The stream of the packages of one connection."""

import time
from collections.abc import Sequence

import numpy as np

from devices.controller import ControllerStatus, LinkCounters
from devices.driving.stream_link import READ_TIMEOUT_S, StreamLink
from devices.errors import TransportError
from devices.protocol_rtde.wire import Kind, Message
from devices.transport.transport import Transport
from devices.universal_robots.intake import Intake
from devices.universal_robots.negotiation import Conversation, Recipe
from devices.universal_robots.readiness import status_of
from devices.universal_robots.recipe import TIME
from devices.universal_robots.settings import SCHEME
from devices.universal_robots.state import UrState

GATHER_S = 0.008
"""Pause after a read, so that a block holds several packages."""
PACED_PACKAGES = 25
"""Packages from which the pace of the controller's clock is measured."""
PACED_S = 1.5
SAME_PACE = 0.1
"""Relative difference up to which the measured rate is the one that was asked for."""


class Link(StreamLink[UrState]):
    """The stream of one connection, from ``open`` until ``close``.

    ``rate`` is the rate in Hz at which the controller's clock steps from package to package; it was
    asked for another one where the controller sends more slowly.
    """

    def __init__(self, transport: Transport, conversation: Conversation, recipe: Recipe) -> None:
        early = _first_packages(conversation)
        rate = _measured_rate(early, recipe)
        super().__init__(transport, device=SCHEME, rate=rate)
        self.rate, self._conversation = rate, conversation
        self.intake = Intake(recipe, rate=rate)
        self._take(early)

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        if self.error is not None:
            # an arm that is not received takes no motion, whatever its pendant says
            return ControllerStatus.lost(self.error, heard_at=self.heard_at, remote_enabled=False)
        return status_of(self.intake.state, heard_at=self.heard_at)

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

    def _read(self) -> None:
        self._take(self._conversation.read(READ_TIMEOUT_S))
        self._ended.wait(GATHER_S)

    def _take(self, messages: Sequence[Message]) -> None:
        bodies = [message.body for message in messages if message.kind is Kind.DATA]
        if not bodies:
            return
        now = time.monotonic()
        block = self.intake.block(bodies, host_time=now)
        if block is not None:
            self._keep(block, self.intake.state, now=now)


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
