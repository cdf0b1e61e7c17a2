"""The program as a person starts it, and in it a person who commissions the virtual robot.

Started as a process of its own by ``kill_commissioning``. Says on the standard output, line by
line as JSON, which step is open, what is being done, and what the visit holds; then it may be
killed at any moment. Started again it takes what the start screen offers.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from _stop_window import spin, wait_for
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

import app.shell.gui
from app.arm.link_state import LinkState
from app.features.friction.page import SHORT
from app.guide.page import Page
from app.visit.steps import Step
from core.workflow import StepState
from devices.acquisition import stream_checks
from devices.capabilities import ControllerKind
from devices.open_arm import conversation
from devices.safety import safe_arm
from devices.virtual.settings import Pace, VirtualSettings

LEFT = Qt.MouseButton.LeftButton
ROBOT, SEED = "szabo-3r", 10
PERIOD_S, CYCLES = 10.0, 2
PATIENT_S, PATIENCE_S = 10.0, 900.0
_LAYOUT_S = 0.3
_TRIES = 12
_CLOCK_S = 0.02
"""Between two readings of the arm's clock."""
_speaks = threading.Lock()
_LEFT_OUT = (Step.RECORD, Step.COMPENSATE)


def say(event: str, **facts: object) -> None:
    """Tell whoever started this process."""
    with _speaks:
        print(json.dumps({"event": event, "at": time.monotonic(), **facts}), flush=True)


def until(there: Callable[[], bool], what: str) -> None:
    """Let the event loop run until something is so, also on a busy computer."""
    wait_for(there, what, patience_s=PATIENCE_S)


class Person:
    """Goes from connecting to the report, from wherever the window is."""

    def __init__(self, program: "app.shell.gui.Program") -> None:
        self.window, self.link, self.visit = program.window, program.link, program.window.visit
        self._last = ""
        self.window.visits.place_changed.connect(self._told_place)
        self.link.state_changed.connect(self._told_doing)
        self.link.busy_changed.connect(self._told_doing)
        self.visit.busy.connect(self._told_doing)
        self.visit.changed.connect(self._told_contents)
        threading.Thread(target=self._tell_arm_time, daemon=True).start()

    def begin(self) -> None:
        """From the start screen, or from where the program that was killed had been."""
        try:
            self._begin()
        except BaseException as error:
            say("failed", error=repr(error), step=str(self.window.step), banner=self.window.banner.text)
            raise

    def _begin(self) -> None:
        until(lambda: self.window.guides.recordings_page.robot.count() > 0, "the list of robots")
        card = self.window.start_page.continue_card
        say("started", offer=card.text)
        if card.isVisible() and card.continue_button.isVisible():
            self._continue()
        else:
            self._commission()
        self._go_on()
        say("done", files=[path.name for path in self.visit.report_files])
        self.window.close()

    def _tell_arm_time(self) -> None:
        """The clock of the virtual arm, which does not run as the clock on the wall does."""
        while True:
            if (session := self.link._session) is not None:
                say("arm-time", seconds=session.clock.now())
            time.sleep(_CLOCK_S)

    def _commission(self) -> None:
        QTest.mouseClick(self.window.start_page.robot_card, LEFT)
        settings = VirtualSettings(ROBOT, kind=ControllerKind.OPEN, seed=SEED)
        self.window.on_robot.choice.show_uri(settings.uri)

    def _continue(self) -> None:
        QTest.mouseClick(self.window.start_page.continue_card.continue_button, LEFT)
        until(lambda: self.window.step is not None and not self.visit.is_busy, "the visit")
        if self.window.step is Step.CONNECT:
            wanted = self.window.on_robot._continue_at
            self._connect()
            if wanted is not None:
                until(lambda: self.window.step is not Step.CONNECT, "the step after connecting")
        say("resumed", step=str(self.window.step), **self._contents())

    def _connect(self) -> None:
        """Again where a busy computer did not let the virtual robot answer in time."""
        for _ in range(_TRIES):
            self.window.on_robot.choice.pace = Pace.FAST
            self._press("Connect")
            until(lambda: self.link.is_working, "an attempt to connect")
            until(lambda: not self.link.is_working, "the end of an attempt to connect")
            if self.link.state is LinkState.READY:
                return
            say("held-up", step="connect", words="", banner=self.window.banner.text)
            until(lambda: self.link.state is LinkState.OFF, "a robot that is let go")
        raise TimeoutError("no connection was made")

    def _go_on(self) -> None:
        """Every step with a hand of its own, so that it is known what is being done."""
        while True:
            if self.window.going_on.is_going:
                self.window.going_on.pause(is_known=True)
                until(lambda: not self.visit.is_busy, "what was begun by itself")
            step = self.window.step
            assert step is not None
            if step is Step.REPORT:
                if not self.visit.report_files:
                    self._press("Write the report")
                until(lambda: bool(self.visit.report_files) and not self.visit.is_busy, "a report")
                return
            self._do(step)
            if self.window.step is step:
                self._turn_from(step)

    def _do(self, step: Step) -> None:
        """Whatever the open step is there for, where it is not done yet."""
        page = self.window.pages[step]
        if step is Step.CONNECT:
            if not self.link.is_connected:
                self._connect()
        elif step in _LEFT_OUT or self._is_done(step):
            return
        elif page.run is not None:
            self._set(step)
            self._move(step, page)
        elif step is Step.PLAN:
            form = self.window.pages[Step.PLAN].form
            form.period.show_text(f"{PERIOD_S:g} s")
            form.seconds.press(0)
            self._press("Plan")
            until(lambda: self.window.pages[Step.PLAN].shows_result, "a plan")
        elif step is Step.IDENTIFY:
            self._press("Identify")
            until(lambda: self.visit.result_is_current and not self.visit.is_busy, "a model")
        elif step is Step.TWIST and self.window.footer.primary_button.text() != "Next":
            self._press("Look at the gears")
            until(lambda: not self.visit.is_busy, "what the gears say")

    def _set(self, step: Step) -> None:
        """As few seconds of motion as make a commissioning."""
        pages = self.window.pages
        if step is Step.FRICTION:
            pages[Step.FRICTION].form.form.choose(SHORT)
            pages[Step.FRICTION].form.form.picked.emit()
        elif step is Step.EXCITE:
            pages[Step.EXCITE].form.cycles.show_text(str(CYCLES))
        spin(_LAYOUT_S)

    def _move(self, step: Step, page: Page) -> None:
        """Hold the button until the arm moves, and wait for the end; again where it was held up."""
        for _ in range(_TRIES):
            if not page.run.is_prepared:
                page.run.look_again()
            until(lambda: page.run.is_prepared or not self.link.is_connected, "a preview")
            if not page.run.is_prepared:
                until(lambda: self.link.state is LinkState.READY, "the robot again")
                continue
            spin(_LAYOUT_S)
            self._hold(page)
            until(lambda: not page.run.is_running and not self.link.is_working, "the end")
            until(lambda: not self.visit.is_busy, "the visit")
            spin(1.0)
            if self._is_done(step):
                return
            say("held-up", step=str(step), words=page.motion.words, banner=self.window.banner.text)
        raise TimeoutError(f"{step} was not done")

    def _hold(self, page: Page) -> None:
        motion = page.motion
        if motion.clear_cell.isVisible() and not motion.clear_cell.isChecked():
            QTest.mouseClick(motion.clear_cell, LEFT)
        until(lambda: not self.window.footer.rectangle.is_deaf, "a rectangle that takes presses")
        QTest.mousePress(motion.hold, LEFT, pos=motion.hold.rect().center())
        until(lambda: page.run.is_running or not motion.hold.is_held, "the end of a hold")
        QTest.mouseRelease(motion.hold, LEFT, pos=motion.hold.rect().center())

    def _turn_from(self, step: Step) -> None:
        button = self.window.footer.primary_button
        until(lambda: self._takes_presses(button) or self.window.step is not step, f"the way on from {step}")
        if self.window.step is step:
            QTest.mouseClick(button, LEFT)
            spin(_LAYOUT_S)

    def _press(self, words: str) -> None:
        button = self.window.footer.primary_button
        until(lambda: self._takes_presses(button) and button.text() == words, f"a button {words}")
        QTest.mouseClick(button, LEFT)

    def _takes_presses(self, button: QAbstractButton) -> bool:
        """False also in the moment after the meaning of the primary rectangle has changed."""
        return button.isEnabled() and not self.window.footer.rectangle.is_deaf

    def _is_done(self, step: Step) -> bool:
        return self.window.journey.state(step) is StepState.DONE

    def _told_place(self, place: object) -> None:
        step = getattr(place, "step", "")
        say("step", step=str(step))

    def _told_doing(self, *_: object) -> None:
        link = self.link
        doing = self.window.frame_words._busy_words or link._working or "waits"
        if link.state is LinkState.MOVING:
            doing = "moves"
        elif link.is_running:
            doing = "about to move"
        if doing != self._last:
            self._last = doing
            say("doing", doing=doing)

    def _told_contents(self) -> None:
        if self.visit.summary is not None:
            say("visit", **self._contents())

    def _contents(self) -> dict[str, object]:
        return {
            "path": str(self.visit.path),
            "recordings": {found.label: found.sample_count for found in self.visit.recordings},
            "products": {name: made.revision for name, made in self.visit.progress.products.items()},
        }


class WatchedProgram(app.shell.gui.Program):
    """The program; as soon as its event loop runs the person begins."""

    def __init__(self, application: QApplication, *rest: object, **named: object) -> None:
        super().__init__(application, *rest, **named)  # type: ignore[arg-type]
        self.window.rest.complete()  # the person knows the pages
        person = Person(self)
        self.person: Callable[[], None] = person.begin
        QTimer.singleShot(0, self.person)


def _leave_with_the_campaign() -> None:
    """No process is left behind once the standard input ends, however the campaign ended."""
    sys.stdin.read()
    os._exit(1)


def _be_patient() -> None:
    """The virtual robot shares the computer with everything else: it may be silent for a while."""
    safe_arm.SILENCE_S = conversation.SILENCE_S = PATIENT_S
    stream_checks.SilenceCheck.__init__.__kwdefaults__["limit"] = PATIENT_S


if __name__ == "__main__":
    threading.Thread(target=_leave_with_the_campaign, daemon=True).start()
    _be_patient()
    app.shell.gui.Program = WatchedProgram  # type: ignore[misc]
    app.shell.gui.visits_folder = lambda: Path(sys.argv[1])
    sys.exit(app.shell.gui.run_window([]))
