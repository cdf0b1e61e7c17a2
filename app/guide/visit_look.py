"""What a visit holds from before, asked for once in the worker."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot

from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from core.monitor import Monitor


class LooksIntoVisit(Protocol):
    """A function of a module that finds something in a visit file."""

    def __call__(self, monitor: Monitor, *, path: Path) -> object:
        """Find it; None without any."""


class VisitLook(QObject):
    """Asks once in each visit, and hands to ``take`` what was found."""

    def __init__(self, visit: OpenVisit, take: Callable[[object], None], *, parent: QObject) -> None:
        super().__init__(parent)
        self._visit, self._take = visit, take
        self.asked: tuple[Path, str] | None = None
        """The visit and the key that were asked for last."""
        visit.opened.connect(self._forget)

    def ask(self, look: LooksIntoVisit, *, key: str = "") -> None:
        """Ask for what ``look`` finds in the visit; once, and again where ``key`` is another."""
        if self._visit.summary is None:
            return
        asked = (self._visit.path, key)
        if self.asked == asked:
            return
        self.asked = asked
        job = self._visit.look_beside(Task(look, path=asked[0]))
        job.succeeded.connect(lambda found: self.take(asked, found))

    def take(self, asked: tuple[Path, str], found: object) -> None:
        """Take an answer, unless the visit was closed since it was asked for."""
        if self._visit.summary is not None and self.asked == asked and found is not None:
            self._take(found)

    @Slot()
    def _forget(self) -> None:
        self.asked = None
