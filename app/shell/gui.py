"""The window's composition root: builds every object once and runs the event loop."""

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from platformdirs import user_documents_path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.arm.link import RobotLink
from app.health.crash import CrashHandler
from app.health.log_file import log_folder, note_faults
from app.health.memory import give_large_arrays_back, set_aside_what_stays
from app.health.running import RunningMark
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.translator import Speech, chosen_language
from app.shell.deferred_building import InTurns
from app.shell.window import Window
from app.speech.language import Language, translate
from app.visit.settings import SettingsStore
from app.widgets.arm_drawer import ArmDrawer, use_drawer
from core.storage.output_writer import write_whole

STARTED_VARIABLE = "TORSION_STARTED_FILE"
"""Names a file that appears once the window is shown and its event loop runs."""
UP = b"The window is up"
"""Its content at first, and how it begins from then on."""
WHOLE = UP + b", and all of its pages are built"
"""Its content once the pages behind the start screen are there."""


def tell_when_up(rest: InTurns) -> None:
    """Write the file that the environment names, once the window is shown and again when it is whole."""
    wanted = os.environ.get(STARTED_VARIABLE)
    if wanted:
        path = Path(wanted)
        QTimer.singleShot(0, lambda: write_whole(path, UP))
        rest.done.connect(lambda: QTimer.singleShot(0, lambda: write_whole(path, WHOLE)))


_INTERRUPT_CHECK_MS = 200


class Program:
    """Objects that live as long as the program, and the window, built again for another language."""

    def __init__(
        self,
        application: QApplication,
        settings: SettingsStore,
        *,
        folder: Path,
        mark: RunningMark | None = None,
        in_turns: bool = False,
    ) -> None:
        """Build everything; with a ``mark`` a run that ended unexpectedly before is noticed.

        With ``in_turns`` the window builds its pages only from ``window.rest.begin()`` on.
        """
        self.settings, self.folder, self.mark = settings, folder, mark
        self.speech = Speech(application)
        self.speech.speak(chosen_language(settings.current.language))
        current_theme().apply(settings.current.theme, scale=settings.current.scale)
        give_large_arrays_back()
        ended = mark.begin() if mark is not None else None
        self.runner, self.drawer = JobRunner(), ArmDrawer()
        use_drawer(self.drawer)
        self.drawer.gave_up.connect(self._tell_of_plain_arms)
        self._in_turns = in_turns
        self.window = self._build()
        if ended is not None:
            self.window.start_page.offer_to_continue(ended)
        self.runner.prepare()

    def _build(self) -> Window:
        bus = MessageBus()
        self.link = RobotLink(self.runner)
        window = Window(
            self.runner,
            bus,
            self.settings,
            link=self.link,
            visits_folder=self.folder,
            in_turns=self._in_turns,
        )
        window.language_wanted.connect(self.use_language)
        self.crash = CrashHandler(stop=self.link.stop, save=window.remember_visit, parent=window)
        self.crash.caught.connect(window.show_crash)
        self.runner.broke.connect(self.crash.take)
        self.link.failed.connect(self.crash.take_failure)
        if self.mark is not None:
            window.place_changed.connect(self.mark.at)
        self.crash.install()
        return window

    def _tell_of_plain_arms(self) -> None:
        """Say once why the pictures of the arm have less detail from now on."""
        self.window.bus.show(
            translate("Program", "The part of the program that draws the arm has ended."),
            translate(
                "Program",
                "The arm is shown by a plain picture from now on; measuring and moving go on as before."
                " For the detailed picture, start the program again.",
            ),
            severity=Severity.WARNING,
        )

    def use_language(self, language: Language) -> None:
        """Use another language: build the window again and open the same visit in it."""
        self.settings.update(replace(self.settings.current, language=language))
        former, link, crash = self.window, self.link, self.crash
        path = former.visit.path if former.visit.summary is not None else None
        former.remember_visit()
        self.speech.speak(language)
        crash.uninstall()
        self.window = self._build()
        self.window.rest.complete()
        self.window.setGeometry(former.geometry())
        if former.isVisible():
            self.window.show()
        if path is not None:
            self.window.open_visit(path)
        self.window.open_settings()
        former.retire()
        link.leave()

    def leave(self) -> None:
        """Stop the motion, cancel the jobs, stop the recorder, close the port."""
        self.settings.finish()
        self.link.begin_to_leave()
        self.runner.shutdown()
        use_drawer(None)
        self.drawer.shutdown()
        self.link.leave()
        self.crash.uninstall()
        if self.mark is not None:
            self.mark.end()


def run_window(
    argv: Sequence[str], *, application: QApplication | None = None, opening: QWidget | None = None
) -> int:
    """Open the window, with a visit when one is named, and return its exit code.

    ``opening`` is the picture that is closed once the window is painted.
    """
    application = application or QApplication([sys.argv[0], *argv])
    application.setApplicationName("Torsion")
    application.setOrganizationName("Torsion")
    interrupt = _let_interrupt_close(application)
    note_faults("window")
    mark = RunningMark(log_folder())
    program = Program(application, SettingsStore(), folder=visits_folder(), mark=mark, in_turns=True)
    for name in argv:
        program.window.open_visit(Path(name))
    # the building leaves a few hundred objects; to collect them would take longer than a turn may
    program.window.rest.done.connect(partial(set_aside_what_stays, collects=False))
    program.window.show()
    if opening is not None:
        QTimer.singleShot(0, opening.close)  # once the window was painted
    tell_when_up(program.window.rest)
    program.window.rest.begin()
    code = application.exec()
    interrupt.stop()
    program.leave()
    return code


def visits_folder() -> Path:
    """Usual folder of new visits."""
    return user_documents_path() / "Torsion"


def _let_interrupt_close(application: QApplication) -> QTimer:
    """Close the window on Ctrl-C and at the end of the session, also while the program still starts.

    The timer gives Python a moment to handle the signal, since Qt's loop runs no Python code.
    """

    def close(*_: object) -> None:
        QTimer.singleShot(0, application.closeAllWindows)

    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, close)
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(_INTERRUPT_CHECK_MS)
    return timer
