"""The window's composition root: builds every object once and runs the event loop."""

import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.crash import CrashHandler
from app.jobs.runner import JobRunner
from app.memory import set_aside_what_stays
from app.messages import MessageBus
from app.robot_link import RobotLink
from app.settings import SettingsStore
from app.theme import current_theme
from app.window import Window

_INTERRUPT_CHECK_MS = 200


def run_window(argv: Sequence[str]) -> int:
    """Open the window, with a visit when one is named, and return its exit code."""
    application = QApplication([sys.argv[0], *argv])
    application.setApplicationName("Torsion")
    application.setOrganizationName("Torsion")
    settings = SettingsStore()
    current_theme().apply(settings.current.theme, scale=settings.current.scale)
    bus = MessageBus()
    runner = JobRunner()
    link = RobotLink(runner)
    window = Window(runner, bus, settings, link=link, visits_folder=visits_folder())
    crash = CrashHandler(bus, stop=link.stop, save=window.remember_visit)
    crash.install()
    runner.prepare()
    for name in argv:
        window.open_visit(Path(name))
    interrupt = _let_interrupt_close(window)
    set_aside_what_stays()
    window.show()
    code = application.exec()
    interrupt.stop()
    settings.save()
    link.begin_to_leave()
    runner.shutdown()
    link.leave()
    crash.uninstall()
    return code


def visits_folder() -> Path:
    """Where new visits are kept."""
    return user_documents_path() / "Torsion"


def _let_interrupt_close(window: Window) -> QTimer:
    """Ctrl-C in the terminal closes the window; Python needs a moment now and then to see it."""
    signal.signal(signal.SIGINT, lambda *_: window.close())
    timer = QTimer(window)
    timer.timeout.connect(lambda: None)
    timer.start(_INTERRUPT_CHECK_MS)
    return timer
