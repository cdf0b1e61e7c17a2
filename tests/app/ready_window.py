"""A window whose jobs never run, built for a test or before it."""

import gc
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import Window
from app.visit.settings import SettingsStore
from core.robot.library import load_robot
from tests.app.no_worker import NoWorker

SETTINGS = "settings.json"
USUAL_ARM = "ec66"
"""The arm of most sessions and visits that are made up."""


def settings_in(folder: Path) -> SettingsStore:
    """Settings of a person who turns the pages by hand."""
    store = SettingsStore(folder / SETTINGS)
    store.update(replace(store.current, goes_by_itself=False))
    return store


def still_window(folder: Path, store: SettingsStore, *, is_painted: bool = True) -> Window:
    """A window whose jobs never run, with nothing open."""
    current_theme().apply(ThemeName.LIGHT)
    runner = NoWorker()
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=folder / "visits")
    window.setUpdatesEnabled(is_painted)
    window.show()
    return window


class Ready:
    """What was built before; nothing, in a process in which each test builds its own."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.store: SettingsStore | None = None
        self.window: Window | None = None

    def build(self, folder: Path, *, ignored: Sequence[str]) -> None:
        """Build the window that every copy of this process begins with; Qt complains of nothing else."""
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = str(folder.parent / name)
        folder.mkdir()
        self._application = QApplication.instance() or QApplication(["pytest-qt-qapp"])
        self.folder, self.store = folder, settings_in(folder)
        said: list[str] = []
        qInstallMessageHandler(lambda _kind, _context, words: said.append(words))
        # not painted: Qt paints large areas with threads, which do not come along in a copy
        self.window = still_window(folder, self.store, is_painted=False)
        QApplication.processEvents()
        qInstallMessageHandler(None)
        complaints = [words for words in said if not any(re.search(each, words) for each in ignored)]
        assert not complaints, complaints
        load_robot(USUAL_ARM)  # parsed once here, not in each copy
        self._settings = (folder / SETTINGS).read_bytes()
        gc.collect()
        gc.freeze()

    def take(self) -> Window | None:
        """The window, for the one test that runs in this copy."""
        window, self.window = self.window, None
        if window is not None:
            window.setUpdatesEnabled(True)
        return window

    def tidy(self) -> None:
        """After a test: the folder is as it was."""
        assert self.folder is not None
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        (self.folder / SETTINGS).write_bytes(self._settings)


READY = Ready()
