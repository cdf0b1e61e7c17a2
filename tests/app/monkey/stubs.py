"""Keeps a monkey in its cage: no file dialog, other program, port or network leads out of its folder."""

# ruff: noqa: N802, N815  # Qt's own names

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar
from unittest.mock import patch

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QVBoxLayout, QWidget

from app.arm.link import RobotLink
from app.arm.thread import Place, make_session

_LONGEST_CHOICE_MS = 700
_REACHABLE = ("virtual:", "replay:")
PATIENT_S = 10.0
"""How long the virtual robot may be silent: it shares the computer with everything else."""
NOWHERE = "virtual:nowhere"
"""What is connected instead of a port or an address: an unknown robot."""


class CagedDialog(QDialog):
    """Looks like a file dialog to the program, and chooses a file of the cage by itself, or none."""

    AcceptMode, FileMode, Option = QFileDialog.AcceptMode, QFileDialog.FileMode, QFileDialog.Option
    fileSelected = Signal(str)
    filesSelected = Signal(list)
    cage: ClassVar[Path] = Path()
    random: ClassVar[Random] = Random(0)
    shown: ClassVar[int] = 0

    def __init__(self, parent: QWidget | None = None, title: str = "", folder: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._name, self._saves, self._folder = "chosen", False, False
        QVBoxLayout(self).addWidget(QLineEdit(folder))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._choose)

    def setAcceptMode(self, mode: QFileDialog.AcceptMode) -> None:
        self._saves = mode is QFileDialog.AcceptMode.AcceptSave

    def setFileMode(self, mode: QFileDialog.FileMode) -> None:
        self._folder = mode is QFileDialog.FileMode.Directory

    def selectFile(self, name: str) -> None:
        self._name = Path(name).name

    def setDefaultSuffix(self, _suffix: str) -> None:
        """The name that is proposed has one."""

    def setNameFilters(self, _filters: list[str]) -> None:
        """Any file may be chosen."""

    def setOption(self, *_: object) -> None:
        """None matters."""

    def show(self) -> None:
        type(self).shown += 1
        self._timer.start(self.random.randint(0, _LONGEST_CHOICE_MS))
        super().show()

    def _choose(self) -> None:
        kind = self.random.random()
        if kind > 0.25:
            chosen = self._chosen()
            self.fileSelected.emit(chosen)
            self.filesSelected.emit([chosen])
        self.close()

    def _chosen(self) -> str:
        saved = self.cage / "saved"
        saved.mkdir(exist_ok=True)
        if self._folder:
            return str(saved)
        if self._saves:
            return str(saved / self._name)
        there = sorted(path for path in self.cage.rglob("*") if path.is_file() and ".part" not in path.name)
        return str(self.random.choice(there)) if there else str(self.cage / "absent.h5")


class NoOtherProgram:
    """Takes what another program should open, and says that it did, or could not."""

    opened: ClassVar[list[str]] = []

    @classmethod
    def openUrl(cls, url: QUrl) -> bool:
        cls.opened.append(url.toString())
        return len(cls.opened) % 3 != 0


def _caged_session(place: Place, *rest: object) -> object:
    """Connect to what is in this computer's memory only."""
    from dataclasses import replace

    safe = place if place.uri.startswith(_REACHABLE) else replace(place, uri=NOWHERE)
    return make_session(safe, *rest)  # type: ignore[arg-type]


@contextmanager
def caged(folder: Path, *, seed: int) -> Iterator[None]:
    """Nothing of the program reaches beyond ``folder``."""
    CagedDialog.cage, CagedDialog.random = folder, Random(seed)
    CagedDialog.shown, NoOtherProgram.opened = 0, []
    with ExitStack() as stack:
        stack.enter_context(patch("app.widgets.choice.QFileDialog", CagedDialog))
        for page in ("guide.report_card", "shell.side_pages"):
            stack.enter_context(patch(f"app.{page}.QDesktopServices", NoOtherProgram))
        stack.enter_context(patch("app.shell.gui.RobotLink", partial(RobotLink, session=_caged_session)))
        stack.enter_context(patch("app.features.connection.serial_choice.serial_ports", _no_ports))
        for constant in ("devices.safety.safe_arm.SILENCE_S", "devices.open_arm.conversation.SILENCE_S"):
            stack.enter_context(patch(constant, PATIENT_S))
        yield


def _no_ports() -> tuple[()]:
    return ()


def furnish(folder: Path, *, make_visit: Callable[[Path], object]) -> tuple[Path, ...]:
    """Put a visit, a broken one and some files of no use into the cage; the visits."""
    folder.mkdir(parents=True, exist_ok=True)
    good, broken = folder / "a visit.h5", folder / "ein zerstörter Besuch.h5"
    make_visit(good)
    whole = good.read_bytes()
    broken.write_bytes(whole[: len(whole) // 2])
    copy = folder / "copy of a visit.h5"
    shutil.copy(good, copy)
    (folder / "notes.csv").write_text("time,q1,q2\n0,1,2\n0.1,x,\n", encoding="utf-8")
    (folder / "empty.csv").write_bytes(b"")
    (folder / "robot.toml").write_text("name = 'nothing'\n", encoding="utf-8")
    return good, copy, broken, folder / "absent.h5"
