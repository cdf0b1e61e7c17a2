"""An arm in a process of its own, which nothing else keeps waiting: its cycles and set-points stay even.

Python runs one thread at a time. A window that draws, or a command that plans, would keep the thread of the
cycles waiting longer than a drive or a controller does. So the driver has a process; this program sends it
signs of life as long as the thread that serves STOP runs, and without them the process moves nothing more.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock, WallClock
from devices.controller import (
    Controller,
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    Said,
    StopLevel,
)
from devices.controller_facts import ControllerFacts
from devices.driving.driver_process import Found, Lost, MakesArm, Recipe, Report, serve
from devices.driving.jitter import Jitter
from devices.driving.processes import START_TIMEOUT_S, ArmProcess, as_device_error
from devices.driving.pulse import Pulse
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.samples import SampleBlock

BEAT_S = 0.03
ANSWER_TIMEOUT_S = 30.0
"""Longest time for a request, such as asking all drives what they are, s."""
BUFFER_S = 60.0
"""Length of the stream that is kept for a reader that is late, s."""
_LOOK_S = 0.1
_END_TIMEOUT_S = 2.0


class NamedSettings(Protocol):
    """Settings that name an arm, and can be sent to a process."""

    @property
    def uri(self) -> str:
        """The name of the arm."""


class ArmApart(Controller):
    """An arm whose driver runs in a process from ``connect`` to ``disconnect``.

    Parameters
    ----------
    make
        Makes the driver; a class or a function of a module, which both processes import.
    read_only
        The error for an arm that is only read under these settings; None for one that may be moved.
    """

    def __init__(
        self,
        settings: NamedSettings,
        *,
        make: MakesArm,
        robot: RobotModel,
        pulse: Pulse,
        read_only: DeviceError | None,
    ) -> None:
        self._settings, self._make, self._robot, self._pulse = settings, make, robot, pulse
        self._read_only = read_only
        self._capabilities = make(settings, robot=robot, pulse=pulse).capabilities
        self._clock = WallClock()
        self._changing = threading.RLock()  # connect and disconnect
        self._side: _Side | None = None
        self._found: Found | None = None

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def pulse(self) -> Pulse:
        """The signs of life of this program."""
        return self._pulse

    @property
    def recipe(self) -> Recipe:
        """Recipe from which the process makes the driver."""
        return Recipe(self._make, self._settings, self._robot)

    @property
    def capabilities(self) -> Capabilities:
        """The expected capabilities before the first connection, the found ones from then on."""
        return self._capabilities if self._found is None else self._found.capabilities

    @property
    def clock(self) -> ArmClock:
        """The computer's own clock: a real arm does not wait."""
        return self._clock

    @property
    def _report(self) -> Report | None:
        return None if self._side is None else self._side.report

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        side = self._side
        if side is None or side.report is None:
            return ControllerStatus(Lifecycle.DISCONNECTED)
        if side.error is not None:
            return ControllerStatus.lost(side.error, heard_at=side.report.status.heard_at)
        return side.report.status

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``."""
        report = self._report
        return LinkCounters() if report is None else report.counters

    @property
    def remark(self) -> Said:
        """Remark on the samples of this moment; see ``Remarking``."""
        report = self._report
        return ("", {}) if report is None else report.remark

    @property
    def note(self) -> Said:
        """Note on the origin of the samples; see ``Noting``."""
        report = self._report
        return ("", {}) if report is None else report.note

    @property
    def missing(self) -> tuple[Said, ...]:
        """Conditions that a motion would lack; see ``Foretelling``."""
        report = self._report
        return () if report is None else report.missing

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the cycles; None where it is not measured."""
        report = self._report
        return None if report is None else report.jitter

    @property
    def refusal(self) -> DeviceError | None:
        """Reason why the arm is only read though it may be moved; None if it is not so."""
        return None if self._found is None else self._found.refusal

    @property
    def facts(self) -> ControllerFacts | None:
        """Facts of the connected controller; None while nothing is connected."""
        return None if self._side is None or self._found is None else self._found.facts

    def connect(self) -> Identity:
        """Start the process and let it connect; the errors of the driver are raised too.

        Raises
        ------
        TransportError
            ``no-answer``, ``link-lost`` if the process fails.
        """
        with self._changing:
            self.disconnect()
            side = self._side = _Side(self)
            try:
                self._found = side.ask("connect", timeout=START_TIMEOUT_S + ANSWER_TIMEOUT_S)
            except BaseException:  # whatever the error is, no process may be left
                self.disconnect()
                raise
            assert self._found is not None
            return self._found.identity

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        side = self._side
        if side is not None and side.report is None:
            side.end()

    def disconnect(self) -> None:
        """Stop a motion and end the process; see ``Controller``."""
        with self._changing:
            side, self._side = self._side, None
            if side is not None:
                side.close()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        side = self._side
        if side is None:
            self._clock.sleep(timeout)
            return None
        return side.samples.take(timeout)

    def arm(self) -> None:
        """Enter the armed state; see ``Controller``."""
        self._expect_side().ask("arm")

    def disarm(self) -> None:
        """Let no motion begin; the arm holds its position."""
        if self._side is not None:
            self._side.tell("disarm")

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return; see ``Controller``."""
        return self._expect_side().start(plan, stop=self.stop)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop a motion, from any thread in any state, without waiting."""
        if self._side is not None:
            self._side.tell("stop", level)

    def clear_fault(self) -> None:
        """Leave the fault state if its cause is gone; see ``Controller``."""
        self._expect_side().ask("clear_fault")

    def read_identity(self) -> Identity:
        """The identity of this connection; see ``Controller``."""
        if self._found is None or self.status.lifecycle in {Lifecycle.LOST, Lifecycle.DISCONNECTED}:
            raise TransportError("not-connected", uri=self.uri)
        return self._found.identity

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set; see ``Controller``."""
        found: PayloadSetting = self._expect_side().ask("read_payload")
        return found

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload; see ``Controller``."""
        found: PayloadSetting = self._expect_side().ask("write_payload", setting)
        return found

    def _expect_side(self) -> "_Side":
        side = self._side
        if side is None:
            raise self._read_only or TransportError("not-connected", uri=self.uri)
        return side


class _Side:
    """The owner's side of the pipe to one process."""

    def __init__(self, arm: ArmApart) -> None:
        self._pulse = arm.pulse
        self.samples = SampleQueue(round(BUFFER_S * arm.capabilities.sample_rate))
        self.report: Report | None = None
        self.error: DeviceError | None = None
        self._answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._asked = 0
        """Number of the newest request."""
        self._asking = threading.Lock()
        self._motion: Motion | None = None
        self._number = 0
        self._ended = threading.Event()
        self._process = ArmProcess(serve, arm.recipe, name="arm-apart", heard=self._take, ended=self._end)
        self._thread = threading.Thread(target=self._beat, name="arm-beat", daemon=True)
        self._thread.start()

    def tell(self, what: str, *values: object) -> None:
        """Send something that has no answer; a process that is gone needs none."""
        self._process.send((what, *values))

    def ask(self, what: str, *values: object, timeout: float = ANSWER_TIMEOUT_S) -> Any:
        """Send a request and return its answer, or raise it."""
        with self._asking:
            self._expect_link()
            self._asked += 1
            self.tell(what, self._asked, *values)
            deadline = time.monotonic() + timeout
            while time.monotonic() < deadline and not (self._ended.is_set() or self._process.has_ended):
                with contextlib.suppress(queue.Empty):
                    number, answer = self._answers.get(timeout=_LOOK_S)
                    if number != self._asked:  # of a request that was given up
                        continue
                    if isinstance(answer, BaseException):
                        raise answer
                    return answer
        self._expect_link()
        raise TransportError("no-answer", request=what, waited_s=timeout)

    def _expect_link(self) -> None:
        """Raise the error that ended the process or the connection."""
        if self._process.has_ended and not self._ended.is_set():
            raise self._process.failure()
        if self.error is not None:
            raise self.error

    def start(self, plan: MotionPlan, *, stop: Callable[[], None]) -> Motion:
        """Start a motion and follow it by the reports."""
        before, motion = self._motion, Motion(plan, stop=stop)
        self._number += 1
        self._motion = motion
        try:
            self.ask("start", self._number, plan)
        except BaseException:
            self._motion = before
            raise
        return motion

    def _end(self, why: BaseException) -> None:
        self._lose(as_device_error(why))

    def _take(self, said: object) -> None:
        if isinstance(said, SampleBlock):
            self.samples.put(said)
        elif isinstance(said, Report):
            self.report = said
            motion = self._motion
            if motion is not None and said.motion == self._number:
                motion.advance(said.progress)
                if said.outcome is not None:
                    motion.end(said.outcome, said.error)
        elif isinstance(said, Lost):
            self._lose(said.error)
        elif isinstance(said, tuple):
            self._answers.put(said)

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set() and self.error is None:
            self.error = error
        self.samples.close(self.error)
        if self._motion is not None:
            self._motion.end(MotionEnd.FAILED, error)

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_S):
            if self._pulse.is_alive():
                self.tell("beat")

    def end(self) -> None:
        """Ask the process to end; returns at once."""
        self._ended.set()
        self._process.leave()

    def close(self) -> None:
        """Let the process stop a motion and end; may be called again."""
        self._ended.set()
        self._process.end()
        self._thread.join(_END_TIMEOUT_S)
        self.samples.close()
