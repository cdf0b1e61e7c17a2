"""The process in which the driver of an arm runs: it obeys its owner and tells it everything."""

import contextlib
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from core.errors import TorsionError
from core.processes import Owner
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.controller import (
    Controller,
    ControllerStatus,
    Foretelling,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    Said,
    Withholding,
    note_of,
    remark_of,
)
from devices.controller_facts import ControllerFacts, Describing
from devices.driving.jitter import Jitter, jitter_of
from devices.driving.processes import ask_for_priority
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, ProtocolError
from devices.motion import Motion, MotionEnd, MotionPlan

REPORT_S = 0.02
SWITCH_S = 0.0002
"""The thread of the cycles waits no longer than this for another one of its process, s."""
_NICER = -5
log = logging.getLogger(__name__)


class MakesArm(Protocol):
    """Makes a driver of its settings, the description of the arm, and the owner's signs of life."""

    def __call__(self, settings: Any, /, *, robot: RobotModel, pulse: Pulse) -> Controller:
        """Make a driver that is not connected yet."""


@dataclass(frozen=True)
class Recipe:
    """Recipe from which the process makes the driver."""

    make: MakesArm
    settings: Any
    robot: RobotModel


@dataclass(frozen=True)
class Report:
    """Report of the process on the arm, many times a second."""

    status: ControllerStatus
    counters: LinkCounters
    remark: Said
    note: Said
    missing: tuple[Said, ...]
    jitter: Jitter | None = None
    motion: int = 0
    """Number of the newest motion; 0 before the first."""
    progress: float = 0.0
    outcome: MotionEnd | None = None
    error: BaseException | None = None


@dataclass(frozen=True)
class Found:
    """Result of a connection: the arm's identity, capabilities, facts, and the refusal of motion."""

    identity: Identity
    capabilities: Capabilities
    facts: ControllerFacts | None
    refusal: DeviceError | None


@dataclass(frozen=True)
class Lost:
    """The stream has ended."""

    error: DeviceError


def serve(owner: Owner, recipe: Recipe) -> None:
    """Serve until the owner asks for the end, or is gone."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICER)  # where the system allows it
    # all threads: one that waits for the interpreter must run as soon as the thread of the cycles leaves it
    ask_for_priority()
    sys.setswitchinterval(SWITCH_S)
    _Served(owner, recipe).run()


class _Served:
    """The side of the process that has the driver."""

    def __init__(self, owner: Owner, recipe: Recipe) -> None:
        self._owner = owner
        self._pulse = Pulse()
        self._arm = recipe.make(recipe.settings, robot=recipe.robot, pulse=self._pulse)
        self._asked: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._motion: tuple[int, Motion] | None = None
        self._ended = threading.Event()
        self._tasks: dict[str, Callable[..., Found | PayloadSetting | None]] = {
            "connect": self._connect,
            "start": self._start,
            "arm": self._arm.arm,
            "clear_fault": self._arm.clear_fault,
            "read_payload": self._arm.read_payload,
            "write_payload": self._arm.write_payload,
        }

    def run(self) -> None:
        """Take in what is said until this process has to end."""
        for task in (self._work, self._pump):
            threading.Thread(target=task, daemon=True).start()
        try:
            with contextlib.suppress(EOFError):
                while True:
                    self._obey(*self._owner.receive())
        finally:  # whatever ends it, no arm goes on
            self._ended.set()
            self._arm.disconnect()
            self._owner.send(self._report())  # a motion that the leave has stopped has ended so

    def _obey(self, what: str, *values: Any) -> None:
        if what == "beat":
            self._pulse.tick()
        elif what == "stop":
            self._arm.stop(*values)
        elif what == "disarm":
            self._arm.disarm()
        else:
            self._asked.put((what, *values))

    def _work(self) -> None:
        """Carry out requests, one after another."""
        while True:
            what, number, *values = self._asked.get()
            answer: Found | PayloadSetting | TorsionError | None
            try:
                answer = self._tasks[what](*values)
            except TorsionError as error:
                answer = error
            except Exception as error:  # top of the thread: the owner would wait for an answer
                log.exception("a request to the arm failed")
                answer = ProtocolError("stream-failed", device=type(self._arm).__name__, reason=str(error))
            self._owner.send(self._report())
            self._owner.send((number, answer))

    def _connect(self) -> Found:
        arm = self._arm
        identity = arm.connect()
        facts = arm.facts if isinstance(arm, Describing) else None
        return Found(identity, arm.capabilities, facts, arm.refusal if isinstance(arm, Withholding) else None)

    def _start(self, number: int, plan: MotionPlan) -> None:
        self._motion = (number, self._arm.start(plan))

    def _report(self) -> Report:
        # the motion first: what is reported with its end must not be older than the end
        number, motion = self._motion or (0, None)
        outcome = None if motion is None else motion.outcome
        arm = self._arm
        return Report(
            arm.status,
            arm.counters,
            remark_of(arm),
            note_of(arm),
            arm.missing if isinstance(arm, Foretelling) else (),
            jitter_of(arm),
            number,
            0.0 if motion is None else motion.progress,
            outcome,
            None if motion is None or outcome is None else motion.error,
        )

    def _pump(self) -> None:
        """Send samples and reports until the end."""
        is_lost = False
        while not self._ended.wait(REPORT_S):
            if self._arm.status.lifecycle is Lifecycle.DISCONNECTED:
                continue
            try:
                block = None if is_lost else self._arm.read(0.0)
            except DeviceError as error:
                self._owner.send(self._report())
                self._owner.send(Lost(error))
                is_lost = True
                continue
            if block is not None:
                self._owner.send(block)
            self._owner.send(self._report())
