"""Work of a page from chosen recordings: its views of choice and result, its job, and the way back."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.jobs.messages import MessageBus
from app.jobs.runner import Job
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.text import Button
from app.widgets.view_stack import ViewStack

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
        self._setup, self._result = setup, result
        self.is_running = self.has_result = False
        self.turn_button = Button(self.tr("Other recordings"), role="quiet")
        self.turn_button.clicked.connect(self._turn)
        self._views = ViewStack()
        for view in (setup, result):
            self._views.addWidget(view)
        page.head.addStretch(1)
        page.head.addWidget(self.turn_button)
        page.column.addWidget(self._views, 1)
        setup.work.cancel_asked.connect(visit.cancel)
        visit.progressed.connect(self._show_progress)
        self.changed.connect(page.state_changed)
        self._show(setup)

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the choice is."""
        return self._views.currentWidget() is self._result

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
        self._show(self._result)

    def forget(self) -> None:
        """Bring the choice to the front: there is no result."""
        self.has_result = False
        self._show(self._setup)

    def _follow(self, job: "Job", words: str) -> None:
        self.is_running = True
        job.cancelled.connect(lambda _best: self._bus.show(self.tr("Stopped. Nothing was changed.")))
        job.ended.connect(self._ended)
        self._setup.show_running(is_running=True)
        self._setup.work.begin(words)
        self._show(self._setup)

    @Slot()
    def _ended(self) -> None:
        self.is_running = False
        self._setup.show_running(is_running=False)
        self._show(self._result if self.shows_result else self._setup)

    @Slot(float, str)
    def _show_progress(self, fraction: float, text: str) -> None:
        if self.is_running:
            self._setup.work.show_progress(fraction, text)

    @Slot()
    def _turn(self) -> None:
        self._show(self._setup if self.shows_result else self._result)

    def _show(self, view: QWidget) -> None:
        self._views.setCurrentWidget(view)
        words = self.tr("Other recordings") if view is self._result else self.tr("Back to the result")
        self.turn_button.set_text(words)
        self.turn_button.setVisible(self.has_result and not self.is_running)
        self.changed.emit()
