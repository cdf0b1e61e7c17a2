"""Work of a page from chosen recordings: its views of choice and result, its job, and the way back."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.guide.two_views import TwoViews
from app.jobs.messages import MessageBus
from app.jobs.runner import Job
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit

R = TypeVar("R")


class Calculation(QObject):
    """The choice of runs and the result of a page, of which one is in front; a button turns them."""

    changed = Signal()
    """Emitted when another view is in front, or work has begun or ended."""

    def __init__(
        self, page: Page, visit: OpenVisit, bus: MessageBus, *, setup: PairedRuns, result: QWidget
    ) -> None:
        super().__init__(page)
        self._visit, self._bus = visit, bus
        self._setup = setup
        self.is_running = self.has_result = False
        self.views = TwoViews(page, setup, result, other=self.tr("Other recordings"))
        self.views.turned.connect(self._turned)
        page.head.addStretch(1)
        page.head.addWidget(self.views.button)
        page.column.addWidget(self.views.stack, 1)
        setup.work.cancel_asked.connect(visit.cancel)
        visit.progressed.connect(self._show_progress)
        self.changed.connect(page.state_changed)
        self.views.show(result=False)

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the choice is."""
        return self.views.shows_result

    def begin(self, task: Task[R], words: str, then: Callable[[R], None]) -> None:
        """Work a result out that is stored in the visit; ``then`` takes it."""
        self._follow(self._visit.find(task, words, then=then), words)

    def look(self, task: Task[R], words: str, then: Callable[[R], None]) -> None:
        """Work something out that is not stored; ``then`` takes it."""
        job = self._visit.do(task, words)
        job.succeeded.connect(then)
        self._follow(job, words)

    def show_result(self) -> None:
        """Bring the result to the front."""
        self.has_result = True
        self.views.show(result=True)

    def forget(self) -> None:
        """Bring the choice to the front: there is no result."""
        self.has_result = False
        self.views.show(result=False)

    def _follow(self, job: "Job", words: str) -> None:
        self.is_running = True
        job.cancelled.connect(lambda _best: self._bus.show(self.tr("Stopped. Nothing was changed.")))
        job.ended.connect(self._ended)
        self._setup.show_running(is_running=True)
        self._setup.work.begin(words)
        self.views.show(result=False)

    @Slot()
    def _ended(self) -> None:
        self.is_running = False
        self._setup.show_running(is_running=False)
        self.views.show(result=self.shows_result)

    @Slot(float, str)
    def _show_progress(self, fraction: float, text: str) -> None:
        if self.is_running:
            self._setup.work.show_progress(fraction, text)

    @Slot()
    def _turned(self) -> None:
        self.views.button.setVisible(self.has_result and not self.is_running)
        self.changed.emit()
