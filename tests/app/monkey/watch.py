"""What must hold whatever a monkey does: collected while it plays, judged at the end."""

import gc
import logging
import os
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.arm.link_state import LinkState
from app.jobs.messages import Message, Severity
from app.shell.gui import Program
from tests.app.monkey.pace import Pace

OURS = ("app", "core", "devices", "torsion")
UNEXPECTED = "X-003"
_MOVES = {LinkState.ARMED, LinkState.MOVING}


class LogCatcher(logging.Handler):
    """Lines of the program at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] in OURS:
            text = record.getMessage()
            if record.exc_info and record.exc_info[1] is not None:
                error = record.exc_info[1]
                text += f" [{type(error).__name__}: {error}]"
            self.lines.append(f"{record.levelname} {record.name}: {text}")


@dataclass
class Findings:
    """What went against a rule, in the order in which it was seen."""

    wrong: list[str] = field(default_factory=list)
    pressed_at: float | None = None
    """When the monkey took hold of a button that starts a motion, if its hold is unbroken."""
    motions: int = 0

    def note(self, words: str) -> None:
        self.wrong.append(words)


class Watcher(QObject):
    """Listens to one window and its robot; again to the next after a change of language."""

    def __init__(self, findings: Findings, pace: Pace) -> None:
        super().__init__()
        self.findings, self._pace = findings, pace
        self._link: object = None

    def listen(self, program: Program) -> None:
        """Listen to the program's present window."""
        if program.link is self._link:
            return
        self._link = program.link
        self.program, self._was_running = program, False
        program.link.busy_changed.connect(self._busy)
        program.link.state_changed.connect(self._state)
        program.window.bus.posted.connect(self._told)
        program.crash.caught.connect(self._crashed)

    def _busy(self) -> None:
        link = self.program.link
        if link.is_running and not self._was_running:
            self.findings.motions += 1
            self._judge_start("a procedure began")
        self._was_running = link.is_running

    def _state(self, state: LinkState) -> None:
        if state in _MOVES and not self.program.link.is_running:
            self.findings.note(f"the arm is {state} and no procedure is under way")

    def _judge_start(self, what: str) -> None:
        pressed_at = self.findings.pressed_at
        held_s = 0.0 if pressed_at is None else self._pace.now() - pressed_at
        if pressed_at is None or held_s < self._pace.least_hold_s:
            self.findings.note(f"{what} after a hold of {held_s:.3f} s")

    def _told(self, message: Message, _severity: Severity) -> None:
        if message.code == UNEXPECTED:
            self.findings.note(f"told: {message.title}")

    def _crashed(self, crash: object) -> None:
        self.findings.note(f"crash: {getattr(crash, 'details', crash)}")


def resident_mb() -> float:
    """Memory of this process, MB; 0 where it is not counted."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0.0
    return int(statm.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def threads() -> set[str]:
    """Names of the threads that Python started."""
    return {t.name for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}


def left_behind(before: set[int]) -> list[str]:
    """Windows and running timers that are there now and were not before, by what they are."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    windows = [w for w in QApplication.topLevelWidgets() if id(w) not in before]
    found = [f"window {w!r}" for w in windows if type(w).__name__ in {"Window", "CagedDialog", "QMenu"}]
    for each in gc.get_objects():
        if issubclass(type(each), QTimer) and id(each) not in before:
            try:
                if each.isActive():
                    found.append(f"timer {each!r} of {each.parent()!r}")
            except RuntimeError:  # its C++ side is gone
                continue
    return found


def present() -> set[int]:
    """What is there before the program is."""
    # By type: isinstance asks a weak proxy for the class of what it stands for, which may be gone.
    return {id(each) for each in gc.get_objects() if issubclass(type(each), QObject)}


def say(words: str) -> None:
    """One line on the standard output, at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()
