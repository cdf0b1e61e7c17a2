"""The process in which the self-test builds the window; this file alone of the self-test loads Qt."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.jobs.worker import end_at_once
from app.shell.commands.window import has_display
from core.processes import Owner

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType


def build_window(owner: Owner, folder: str) -> None:
    """Build the window, paint it into memory, and send facts about it, or what is wrong, as text."""
    owner.follow(end_at_once)
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    began = time.perf_counter()
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from app.shell.gui import Program
    from app.visit.settings import SettingsStore

    qInstallMessageHandler(_keep_to_itself)
    application = QApplication([])
    program = Program(application, SettingsStore(Path(folder, "settings.json")), folder=Path(folder))
    try:
        picture = program.window.grab().toImage()
        seconds = time.perf_counter() - began
        places = range(0, min(picture.width(), picture.height()), 8)
        colours = {picture.pixel(place, place) for place in places}
        wrong = len(colours) < 2  # one colour: nothing was painted
    finally:
        program.leave()
        program.window.close()
    facts = {"platform": application.platformName(), "built_s": round(seconds, 2)}
    owner.send("the window stayed empty" if wrong else facts)


def _keep_to_itself(kind: "QtMsgType", _context: "QMessageLogContext", text: str) -> None:
    """Print only messages of Qt that end the process, between the lines of the self-test."""
    if kind.name in {"QtCriticalMsg", "QtFatalMsg"}:
        sys.stderr.write(f"Qt: {text}\n")
