"""Reads earlier results of a visit, once, in the worker."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot

from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from core.monitor import Monitor


class LooksIntoVisit(Protocol):
    """A function of a module that reads something from a visit file."""

    def __call__(self, monitor: Monitor, *, path: Path) -> object:
        """Read it; None if the visit does not have it."""


class VisitLook(QObject):
    """Reads once from each visit, and passes the result to ``take``."""

    def __init__(self, visit: OpenVisit, take: Callable[[object], None], *, parent: QObject) -> None:
        super().__init__(parent)
        self._visit, self._take = visit, take
        self.asked: tuple[Path, str] | None = None
        """Visit and key of the last request."""
        visit.opened.connect(self._forget)

    def ask(self, look: LooksIntoVisit, *, key: str = "") -> None:
        """Read with ``look`` from the visit; once, and again for another ``key``."""
        if self._visit.summary is None:
            return
        asked = (self._visit.path, key)
        if self.asked == asked:
            return
        self.asked = asked
        job = self._visit.look_beside(Task(look, path=asked[0]))
        job.succeeded.connect(lambda found: self.take(asked, found))

    def take(self, asked: tuple[Path, str], found: object) -> None:
        """Take a result, unless another visit or key was requested since."""
        if self._visit.summary is not None and self.asked == asked and found is not None:
            self._take(found)

    @Slot()
    def _forget(self) -> None:
        self.asked = None
