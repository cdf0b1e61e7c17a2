"""Tells the story in the window: connects a virtual arm, runs stage after stage, and hands over.

Each stage is work of the robot's thread, as every procedure is; its computations run in the worker process.
The visit of the story is the open one and its arm the connected one, so that *Take over* only turns the page.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.arm.link import RobotLink, virtual_clock
from app.arm.thread import disarm
from app.errors.text import error_text
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.rehearsal.examples import SEED, Example, record_in_background
from app.rehearsal.story import (
    ROBOT,
    Stage,
    arm,
    check_arm,
    compare_gears,
    load_gears,
    weigh_tool,
    write_story_report,
)
from app.shell.on_robot import OnRobot
from app.shell.sides import Side, Sides
from app.shell.story_page import StoryPage
from app.shell.try_now import TryNow
from app.shell.unattended import TurnsPages
from app.shell.visits import Visits
from app.visit.known_visits import EXAMPLES
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import GuideName, Step
from core.monitor import Monitor, PartOfMonitor
from core.processes import Child
from devices.virtual.settings import Pace

if TYPE_CHECKING:
    from app.arm.session import RobotSession


WORK = "story"
"""Name of the work on the robot's thread."""
STAGES = 4
_LOOK_S = 0.1
_STEPS = (Step.CHECK, Step.PAYLOAD_SWEEPS, Step.TWIST, Step.REPORT)
"""The ordinary page at which a person goes on after each stage."""


class ExampleRecorder(QObject):
    """Makes the examples that are asked for and not there yet; several wait for one another."""

    recorded = Signal(object, object)
    """Carries the ``Example`` and its path."""
    failed = Signal(object, object)
    """Carries the ``Example`` and the error."""
    changed = Signal()
    """Emitted when another example is being recorded, or none."""
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[Example, Path]] = []
        self._child: Child | None = None
        self._is_recording = False
        self._errors: dict[Example, BaseException] = {}
        self._over = {example: threading.Event() for example in Example}
        self._ended.connect(self._take_end, Qt.ConnectionType.QueuedConnection)

    @property
    def current(self) -> Example | None:
        """The example that is being recorded; None without one."""
        return self._waiting[0][0] if self._is_recording else None

    def ask(self, example: Example, folder: Path) -> None:
        """Record an example into ``folder``; ``recorded`` or ``failed`` follows."""
        if example.path(folder).is_file():
            self._over[example].set()
            self.recorded.emit(example, example.path(folder))
        elif (example, folder) not in self._waiting:
            self._errors.pop(example, None)
            self._over[example].clear()
            self._waiting.append((example, folder))
            self._start_next()

    def is_over(self, example: Example) -> bool:
        """True once an example that was asked for is there or has failed; any thread may ask."""
        return self._over[example].is_set()

    def error_of(self, example: Example) -> BaseException | None:
        """Error of the last attempt; None without one; any thread may ask."""
        return self._errors.get(example)

    def end(self) -> None:
        """End a recording; its unfinished file is removed by the next one or by the system."""
        self._waiting.clear()
        self._is_recording = False
        if self._child is not None:
            self._child.end()

    def _start_next(self) -> None:
        if self._is_recording or not self._waiting:
            return
        self._is_recording = True
        try:
            self._child = Child(
                record_in_background, *self._waiting[0],
                name="torsion-example", daemon=False, ended=self._report_end,
            )  # fmt: skip
        except OSError as error:
            self._report_end(error)
        self.changed.emit()

    def _report_end(self, why: BaseException) -> None:
        with contextlib.suppress(RuntimeError):  # the window is gone
            self._ended.emit(why)

    @Slot(object)
    def _take_end(self, why: BaseException) -> None:
        if not self._is_recording:
            return
        self._is_recording = False
        example, folder = self._waiting.pop(0)
        path = example.path(folder)
        is_there = path.is_file()
        if not is_there:
            self._errors[example] = why
        self._over[example].set()
        if is_there:
            self.recorded.emit(example, path)
        else:
            self.failed.emit(example, why)
        self._start_next()
        self.changed.emit()


class TellingWindow(TurnsPages, Protocol):
    """The window, as far as the story needs it."""

    link: RobotLink
    visit: OpenVisit
    visits: Visits
    on_robot: OnRobot
    sides: Sides
    bus: MessageBus


class Story(QObject):
    """The story from *Try it now* until it is taken over, and the example visits beside it.

    ``window`` is its Qt parent too.
    """

    def __init__(self, window: TellingWindow, settings: SettingsStore, try_now: TryNow) -> None:
        super().__init__(window if isinstance(window, QObject) else None)
        page = window.sides.pages[Side.STORY]
        assert isinstance(page, StoryPage)
        self._window, self.page, self._settings, self._try_now = window, page, settings, try_now
        self._link, self._visit, self._visits = window.link, window.visit, window.visits
        self.recorder = ExampleRecorder(self)
        self._wanted: Example | None = None
        """Example that is opened as soon as it is recorded."""
        self.is_told = False
        """True from *Try it now* until the story is taken over or its arm is let go."""
        self.stage = 0
        """Number of the stage that runs, or ran last."""
        self._last_controller, self._leaves = "", False
        self._is_due = False
        """True while a stage waits for the robot's thread."""
        self._procedures = 0
        """Number of procedures that were begun in the stage."""
        self._problem = ""
        self._found: dict[int, Stage] = {}
        """The result of each stage that ran to its end."""
        try_now.story_asked.connect(self.begin)
        try_now.example_asked.connect(self.open_example)
        self.recorder.changed.connect(self._show_recording)
        self.recorder.recorded.connect(self._recorded)
        self.recorder.failed.connect(self._not_recorded)
        page.hold_asked.connect(self.hold_or_go_on)
        page.repeat_asked.connect(self.repeat)
        page.taken_over.connect(self.take_over)
        self._visits.step_wanted.connect(self._visit_is_there, Qt.ConnectionType.QueuedConnection)
        link = self._link
        link.connected.connect(self._connected)
        link.progressed.connect(self._take_progress)
        link.found.connect(self._take_stage)
        link.answered.connect(self._done)
        link.failed.connect(self._failed)
        link.gave_up.connect(self._stopped)
        link.closed.connect(self._closed)
        link.busy_changed.connect(self._start)

    @property
    def folder(self) -> Path:
        """Folder of the example visits."""
        return self._visits.folder / EXAMPLES

    def end(self) -> None:
        """End a recording of an example: the window closes."""
        self.recorder.end()

    @Slot(object)
    def open_example(self, example: Example) -> None:
        """Open an example visit; the first time it is recorded before."""
        self._wanted = example
        self.recorder.ask(example, self.folder)

    @Slot()
    def _show_recording(self) -> None:
        self._try_now.show_recording(self.recorder.current)

    @Slot(object, object)
    def _recorded(self, example: Example, path: Path) -> None:
        if example is self._wanted and not self._link.is_working and self._window.step is None:
            at = (GuideName.ON_ROBOT, Step.TWIST) if example is Example.WORN else None
            self._visits.open(path, at=at, at_state=at is None)  # each shows what its name promises
        self._wanted = None if example is self._wanted else self._wanted

    @Slot(object, object)
    def _not_recorded(self, example: Example, error: BaseException) -> None:
        if example is self._wanted:
            self._wanted = None
            self._window.bus.show_error(error)

    @Slot()
    def begin(self) -> None:
        """Make a visit to the virtual arm, connect it, and run the first stage."""
        self._visits.close()
        self.page.start_over()
        self.is_told, self._leaves, self._problem, self.stage = True, False, "", 0
        self._is_due = False
        self._found.clear()
        self._last_controller = self._settings.current.last_controller
        uri = arm(SEED, pace=Pace.SIXTEENFOLD, is_worn=True, is_watched=True).uri
        self._window.on_robot.offer_controller(uri)
        self._window.guide = GuideName.ON_ROBOT
        self._window.open_step(Step.CONNECT)
        self._window.sides.open(Side.STORY)
        self._show()
        self._window.on_robot.connect_page.connect_asked.emit(uri, ROBOT)

    @Slot()
    def hold_or_go_on(self) -> None:
        """Hold the arm's time where it is, or let it pass again; after a stop run the stage again."""
        clock = virtual_clock(self._link.session)
        if not self._runs:
            self.repeat(self.stage)
        elif clock is not None and clock.is_held:
            clock.go_on()
            self.page.feed.go_on()
        elif clock is not None:
            self.page.feed.end()
            clock.hold()
        self._show()

    @Slot(int)
    def repeat(self, stage: int) -> None:
        """Run a stage once more, and those after it."""
        if self.is_told and self._link.is_connected and not self._link.is_working:
            self._run(stage)

    @Slot()
    def take_over(self) -> None:
        """End the stage that runs, then open the ordinary page of it."""
        if not self.is_told:
            return
        self._leaves, self._is_due = True, False
        if self._link.is_working:
            self._link.stop()
            self._link.cancel_work()
        else:
            self._leave()

    @property
    def _runs(self) -> bool:
        return self.is_told and self._link.is_working and not self._is_due

    @Slot(object, object)
    def _visit_is_there(self, _guide: GuideName, _step: Step) -> None:
        if self.is_told:
            self._window.sides.open(Side.STORY)  # the window has opened the page of the guide

    @Slot(object)
    def _connected(self, _identity: object) -> None:
        if not self.is_told:
            return
        # what the next person connects to is not the arm with a gear worn on purpose
        self._settings.update(replace(self._settings.current, last_controller=self._last_controller))
        self.recorder.ask(Example.HEALTHY, self.folder)
        if self._leaves:
            self._leave()
        else:
            self._run(0)

    def _run(self, stage: int) -> None:
        """Run a stage as soon as the robot's thread is free."""
        self.stage, self._problem, self._is_due, self._procedures = stage, "", True, 0
        self.page.begin_stage(stage)
        self._start()

    @Slot()
    def _start(self) -> None:
        if not (self.is_told and self._is_due) or self._link.is_working or not self._link.is_connected:
            self._show()
            return
        self._is_due, stage = False, self.stage
        works: tuple[Callable[[RobotSession, Monitor], Stage], ...] = (
            check_arm,
            weigh_tool,
            partial(_gears, earlier=Example.HEALTHY.path(self.folder), recorder=self.recorder),
            partial(_report, earlier=Example.HEALTHY.path(self.folder)),
        )
        if stage == _GEARS:
            self.recorder.ask(Example.HEALTHY, self.folder)  # again, where the first attempt failed
        self._link.ask(WORK, partial(_rested, works[stage]))
        self._show()

    @Slot(float, str)
    def _take_progress(self, fraction: float, _text: str) -> None:
        if self._runs:
            self.page.show_progress(fraction)

    @Slot(object)
    def _take_stage(self, stage: object) -> None:
        from app.arm.procedure import Prepared

        if not self._runs:
            return
        if isinstance(stage, Stage):
            self.page.show_stage(stage)
        elif isinstance(stage, Prepared):
            self._procedures += 1
            self.page.begin_motion(stage)

    @Slot(str, object)
    def _done(self, work: str, result: object) -> None:
        if work != WORK or not self.is_told or not isinstance(result, Stage):
            return
        self.page.end_motion()
        self.page.show_progress(1.0)
        self.page.show_stage(result)
        self._found[self.stage] = result
        self._visit.reload()
        if self._leaves:
            self._leave()
        elif self.stage + 1 < STAGES:
            self._run(self.stage + 1)
        else:
            if len(self._found) == STAGES:
                self.page.show_end([self._found[number] for number in range(STAGES)])
            self._show()

    @Slot(str, object)
    def _failed(self, _work: str, error: BaseException) -> None:
        if not self.is_told:
            return
        self._problem, self._is_due = error_text(error).one_line, False
        self._stopped(WORK)

    @Slot(str)
    def _stopped(self, _work: str) -> None:
        if not self.is_told:
            return
        self.page.end_motion()
        self._visit.reload()
        if self._leaves:
            self._leave()
        else:
            self._show()

    @Slot()
    def _closed(self) -> None:
        self.is_told = False

    def _leave(self) -> None:
        """Open the page of the stage, or at the end the state; a payload begins with its reference."""
        self.is_told = self._leaves = False
        if not self._link.is_connected:
            self._window.open_step(Step.CONNECT)
            return
        if self.page.is_over:
            self._window.sides.open(Side.STATE)
            return
        has_no_reference = self.stage == _PAYLOAD and self._procedures <= 1
        self._window.open_step(Step.PAYLOAD_REFERENCE if has_no_reference else _STEPS[self.stage])

    @Slot()
    def _show(self) -> None:
        if not self.is_told:
            return
        clock = virtual_clock(self._link.session)
        is_held = clock is not None and clock.is_held
        is_free = self._link.is_connected and not self._link.is_working
        self.page.show_state(
            self._words(is_held=is_held),
            can_hold=self._runs or (is_free and bool(self.stage < STAGES)),
            is_held=is_held or is_free,
            can_repeat=is_free,
        )

    def _words(self, *, is_held: bool) -> str:
        if self._problem:
            return self._problem
        if not self._link.is_connected:
            return self.tr("The virtual arm is being switched on …")
        if is_held:
            return self.tr("Paused: the virtual arm's time stands still.")
        if self._link.is_working:
            return ""
        if self.stage == STAGES - 1:
            return self.tr("All four are done. Look at any of them again, or repeat it.")
        return self.tr("Stopped. “Go on” runs this stage again.")


_PAYLOAD, _GEARS = 1, 2


def _rested(
    work: "Callable[[RobotSession, Monitor], Stage]", session: "RobotSession", monitor: Monitor
) -> Stage:
    """Run a stage; afterwards the arm is disarmed, as after every procedure."""
    try:
        return work(session, monitor)
    finally:
        disarm(session)


def _gears(session: "RobotSession", monitor: Monitor, *, earlier: Path, recorder: ExampleRecorder) -> Stage:
    """Load the gears, and compare them with the earlier visit once that is recorded."""
    load_gears(session, PartOfMonitor(monitor, first=0.0, last=0.9))
    while not recorder.is_over(Example.HEALTHY):
        monitor.check()
        time.sleep(_LOOK_S)
    if (error := recorder.error_of(Example.HEALTHY)) is not None:
        raise error
    task = Task(compare_gears, earlier=earlier, visit=session.visit_file, seed=SEED)
    return session.compute(task, PartOfMonitor(monitor, first=0.9, last=1.0))


def _report(session: "RobotSession", monitor: Monitor, *, earlier: Path) -> Stage:
    visit = session.visit_file
    task = Task(
        write_story_report,
        earlier=earlier,
        visit=visit,
        pdf=visit.with_name(f"{visit.stem}-report.pdf"),
        json=visit.with_name(f"{visit.stem}-report.json"),
        changes=visit.with_name(f"{visit.stem}-changes.pdf"),
    )
    return session.compute(task, monitor)
