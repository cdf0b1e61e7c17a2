"""The thread in which connecting, procedures and closing run, one after the other. No Qt.

The window hands over work and goes on; news about it arrives through one callback, called from this thread.
Only STOP does not take this way: it runs in the thread in which it was pressed.
"""

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.jobs.task import Compute, Failed, News, ReportingMonitor, Task, news_of
from app.visit.tasks import robot_of_visit
from core.errors import is_expected
from core.monitor import Monitor
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import DeviceError

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure
    from app.arm.session import RobotSession

log = logging.getLogger(__name__)

Work = Callable[[Monitor], object]
Report = Callable[[str, News], None]
"""Called with the name of a piece of work and news about it."""
DISARM_DEADLINE_S = 1.0
_LOOK_S = 0.01


@dataclass(frozen=True)
class Place:
    """Address of a controller, and the visit that takes its recordings."""

    uri: str
    visit: Path
    is_in_trial: "Callable[[RobotSession], bool] | None" = None
    """True if the arm may be moved for its first trial only; None for arms that have none."""


MakeSession = Callable[[Place, Pulse, Compute, Monitor], "RobotSession"]


def make_session(place: Place, pulse: Pulse, compute: Compute, monitor: Monitor) -> "RobotSession":
    """A session with the robot of the visit."""
    from app.arm.session import RobotSession

    robot = compute(Task(robot_of_visit, path=place.visit), monitor)
    return RobotSession(
        place.uri,
        robot,
        pulse=pulse,
        compute=compute,
        visit=place.visit,
        is_in_trial=place.is_in_trial,
        is_watched=True,
    )


def carried_out(
    session: "RobotSession", procedure: "Procedure", prepared: "Prepared", monitor: Monitor
) -> "Outcome":
    """Run a procedure; afterwards the arm is disarmed until the next one."""
    try:
        return procedure.run(session, prepared, monitor)
    finally:
        disarm(session)


def disarm(session: "RobotSession") -> None:
    """Disarm an armed arm and wait until the controller reports it, because that voids prepared motions."""
    if not _is_armed(session):
        return
    try:
        session.controller.disarm()
    except DeviceError as error:  # the outcome counts; a broken link is reported by itself
        log.info("The arm was not disarmed: %s", error)
        return
    clock = session.clock
    clock.sleep(0.0)  # no time, but the status that follows the answer
    deadline_s = clock.now() + DISARM_DEADLINE_S
    while _is_armed(session) and clock.now() < deadline_s:
        clock.sleep(_LOOK_S)


def _is_armed(session: "RobotSession") -> bool:
    return session.controller.status.lifecycle is Lifecycle.ARMED


class RobotThread:
    """Runs one piece of work after the other until ``end``."""

    def __init__(self, report: Report) -> None:
        self._report: Report | None = report
        self._reporting = threading.Lock()
        self._waiting: queue.SimpleQueue[tuple[str, Work, ReportingMonitor] | None] = queue.SimpleQueue()
        self._monitor: ReportingMonitor | None = None
        self._thread = threading.Thread(target=self._serve, name="robot-link", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """True while the thread runs."""
        return self._thread.is_alive()

    def do(self, name: str, work: Work) -> None:
        """Queue ``work``; returns at once."""
        monitor = ReportingMonitor(partial(self._tell, name))
        self._monitor = monitor
        self._waiting.put((name, work, monitor))

    def cancel(self) -> None:
        """Cancel the latest piece of work."""
        if self._monitor is not None:
            self._monitor.cancel()

    def end(self) -> None:
        """End the thread once everything waiting is done."""
        self._waiting.put(None)

    def join(self, timeout_s: float) -> bool:
        """Wait for the end of the thread; return True if it has ended."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def fall_silent(self) -> None:
        """Report nothing from now on: whoever listened may be gone while work that hangs goes on."""
        with self._reporting:
            self._report = None

    def _tell(self, name: str, news: News) -> None:
        with self._reporting:
            if self._report is not None:
                self._report(name, news)

    def _serve(self) -> None:
        while (item := self._waiting.get()) is not None:
            name, work, monitor = item
            ended = news_of(work, monitor)
            if isinstance(ended, Failed):
                level = logging.INFO if is_expected(ended.error) else logging.ERROR
                log.log(level, "%s went wrong:\n%s", name, ended.traceback)
            self._tell(name, ended)
