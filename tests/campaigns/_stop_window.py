"""The window's side of the campaign on STOP: the real window, a moving arm, and a person pressing."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtTest import QTest

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, Prepared, RecordedMotion
from app.features.recording.procedure import RecordProcedure
from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from devices.virtual.emulated_arm import DEFAULT_BAUD, EmulatedArm
from devices.virtual.settings import VirtualSettings

PATIENCE_S = 600.0
_POLL_MS = 5
_LAYOUT_S = 0.2
FAST_S = 15.0
_TRIES = 5
STOPPED, FROZEN = "Stop", "watchdog"


def lines(black_box: Path) -> list[dict[str, object]]:
    """Everything the device has noted so far."""
    if not black_box.exists():
        return []
    return [json.loads(line) for line in black_box.read_text("utf-8").splitlines() if line.endswith("}")]


def first_after(black_box: Path, moment: float, *, event: str, request: str = "") -> dict[str, object] | None:
    """The first note of an event at or after ``moment`` of the monotonic clock."""
    for line in lines(black_box):
        fits = line["event"] == event and line.get("request", "") == request
        if fits and float(str(line["wall"])) >= moment:
            return line
    return None


def spin(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(max(round(seconds * 1000), 0), loop.quit)
    loop.exec()


def wait_for(there: Callable[[], bool], what: str, *, patience_s: float = PATIENCE_S) -> None:
    """Let the event loop run until something is so."""
    deadline = time.monotonic() + patience_s
    while not there():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen")
        spin(_POLL_MS / 1000.0)


class Finger(QObject):
    """Presses from outside: asked by another thread, so that a busy event loop counts as it would."""

    _asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(lambda press: press(), Qt.ConnectionType.QueuedConnection)
        self.pressed_at = 0.0

    def press_in(self, seconds: float, press: Callable[[], None]) -> threading.Thread:
        """Press after ``seconds``; the moment is noted before the event loop hears of it."""

        def later() -> None:
            time.sleep(seconds)
            self.pressed_at = time.monotonic()
            self._asked.emit(press)

        thread = threading.Thread(target=later, name="finger", daemon=True)
        thread.start()
        return thread


@dataclass
class Stand:
    """A window connected to a robot."""

    window: Window
    runner: JobRunner
    link: RobotLink
    black_box: Path
    finger: Finger
    alarms: list[str] = field(default_factory=list)
    """Codes of what stopped the arm although no one had asked for it."""

    def page(self, step: Step) -> Page:
        """Open one of the pages that move the arm."""
        self.window.open_step(step)
        page = self.window.pages[step]
        assert page.run is not None
        return page

    def prepare(self, step: Step) -> Page:
        """Open a page and wait until it shows what would happen."""
        page = self.page(step)
        if not page.motion.is_before or not page.run.is_prepared:
            page.run.look_again()
        wait_for(lambda: page.run.is_prepared, "a preview")
        spin(_LAYOUT_S)  # the button takes its place
        return page

    def start(self, step: Step) -> Page:
        """Hold the page's button until the arm moves; again when something stopped it before that."""
        page = self._started(step)
        wait_for(lambda: self.link.state is LinkState.MOVING or not page.run.is_running, "a moving arm")
        if page.run.is_running:
            return page
        self.settle()
        return self.start(step)

    def _started(self, step: Step) -> Page:
        page = self.prepare(step)
        hold, rectangle = page.motion.hold, self.window.footer.rectangle
        for _ in range(_TRIES):  # a button that moves while it is held lets go
            wait_for(lambda: not rectangle.is_deaf, "a rectangle that takes presses")
            QTest.mousePress(hold, Qt.MouseButton.LeftButton, pos=hold.rect().center())
            wait_for(lambda: page.run.is_running or not hold.is_held, "the end of a hold")
            QTest.mouseRelease(hold, Qt.MouseButton.LeftButton, pos=hold.rect().center())
            if page.run.is_running:
                break
            wait_for(lambda: page.run.is_prepared, "a preview")
            spin(_LAYOUT_S)
        return page

    def start_at_full_speed(self, seed: int) -> None:
        """Begin a long motion of all joints at the joints' full speed, and let it get there."""
        procedure = RecordProcedure(FAST_S, motion=RecordedMotion.SWAY, speed=1.0, seed=seed, rehearse=False)
        found: list[Prepared] = []
        # a link that is at work, as with the readiness list after it connected, takes nothing on
        wait_for(lambda: not self.link.is_working, "the end of other work")
        self.link.prepared.connect(found.append)
        self.link.prepare(procedure)
        wait_for(lambda: bool(found), "a preview")
        self.link.prepared.disconnect(found.append)
        identity = self.link.identity
        assert identity is not None
        wait_for(lambda: not self.link.is_working, "the end of other work")
        self.link.run(procedure, found[0].confirmed(clear_cell=True, serial=identity.serial))
        wait_for(lambda: self.link.state is LinkState.MOVING or not self.link.is_working, "a moving arm")
        if not self.link.is_working:
            self.settle()
            self.start_at_full_speed(seed)

    def settle(self) -> None:
        """Wait until the procedure is over and the arm stands; clear a fault that is over."""
        wait_for(lambda: not self.link.is_working, "the end of the procedure")
        if self.link.state is LinkState.FAULT:
            self.link.clear_fault()
        wait_for(lambda: not self.link.is_working and self.link.state is LinkState.READY, "standstill")

    def note_outcome(self, outcome: Outcome) -> None:
        """Note what ended a procedure where it was no one's wish."""
        if outcome.error is not None and not outcome.stopped:
            self.alarms.append(outcome.error.code)

    def escape(self) -> None:
        """Press Esc."""
        QTest.keyClick(self.window, Qt.Key.Key_Escape)

    def button(self) -> None:
        """Press the STOP button."""
        stop = self.window.top_bar.stop
        centre = QPoint(stop.width() // 2, stop.height() // 2)
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton, pos=centre)


@contextmanager
def emulated(folder: Path, name: str, *, robot: str, seed: int) -> Iterator[tuple[str, Path]]:
    """An arm on a real clock behind a port of its own: how it is named, and its black box."""
    black_box = folder / f"{name}-black-box.jsonl"
    settings = VirtualSettings(robot, seed=seed, black_box=black_box)
    arm = EmulatedArm.start(settings, link=folder / name)
    try:
        yield f"serial:{arm.port}?baud={DEFAULT_BAUD}", black_box
    finally:
        arm.close()


@contextmanager
def stand(folder: Path, uri: str, black_box: Path, *, robot: str) -> Iterator[Stand]:
    """The window with a robot connected and its check page open."""
    runner = JobRunner()
    link = RobotLink(runner)
    window = Window(
        runner, MessageBus(), SettingsStore(folder / "settings.json"), link=link, visits_folder=folder
    )
    made = Stand(window, runner, link, black_box, Finger())
    link.ended.connect(made.note_outcome)
    try:
        window.show()
        wait_for(lambda: window.guides.recordings_page.robot.count() > 0, "the list of robots")
        window.open_step(Step.CONNECT)
        window.on_robot.connect_page.connect_asked.emit(uri, robot)
        wait_for(lambda: link.state is LinkState.READY, "a connection")
        yield made
    finally:
        window.close()
        window.deleteLater()
        spin(0.1)


@contextmanager
def slow_disk(seconds: float) -> Iterator[None]:
    """Every write that is forced to the disk takes this long."""
    real = os.fsync

    def slow(descriptor: int) -> None:
        time.sleep(seconds)
        real(descriptor)

    os.fsync = slow
    try:
        yield
    finally:
        os.fsync = real
