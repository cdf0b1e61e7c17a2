"""Work of a page from what is chosen: its views of choice and result, its job, and the way back."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import Job
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.layouts import ViewStack
from app.widgets.text import Button
from app.widgets.work_card import WorkCard

R = TypeVar("R")


class WorkSetup(QWidget):
    """What is chosen for a calculation, and the progress of the work with it."""

    changed = Signal()

    def __init__(self, work: str) -> None:
        super().__init__()
        self.work = WorkCard(work)
        self.work.hide()

    def show_running(self, *, is_running: bool) -> None:
        """Show the progress while the work runs; subclasses lock their fields."""
        self.work.setVisible(is_running)


class Calculation(QObject):
    """The choice and the result of a page, of which one is in front; a button turns them.

    ``other`` are the button's words while the result is in front, ``beside`` what stands before it in the
    head; the page lays out ``stack``. ``stays`` is True where the result remains in front while it is
    computed again. ``progress`` makes the words for the text that the work reports.
    """

    changed = Signal()
    """Emitted when another view is in front, or work has begun or ended."""

    def __init__(
        self,
        page: Page,
        visit: OpenVisit,
        bus: MessageBus,
        *beside: QWidget,
        setup: WorkSetup,
        result: QWidget,
        other: str = "",
        stays: bool = False,
        progress: Callable[[str], str] = str,
    ) -> None:
        super().__init__(page)
        self._visit, self._bus = visit, bus
        self._setup, self._result = setup, result
        self._stays, self._progress = stays, progress
        self._other = other or self.tr("Other recordings")
        self.is_running = self.has_result = False
        self.button = Button(self._other, role="quiet")
        self.button.clicked.connect(self.turn)
        self.stack = ViewStack()
        self.stack.addWidget(setup)
        self.stack.addWidget(result)
        page.head.addStretch(1)
        for widget in (*beside, self.button):
            page.head.addWidget(widget)
        setup.work.cancel_asked.connect(visit.cancel)
        visit.progressed.connect(self._show_progress)
        self.changed.connect(page.state_changed)
        self._show(result=False)

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the choice is."""
        return self.stack.currentWidget() is self._result

    @Slot()
    def turn(self) -> None:
        """Bring the other view to the front."""
        self._show(result=not self.shows_result)

    def begin(self, task: Task[R], words: str, then: Callable[[R], None]) -> None:
        """Work a result out that is stored in the visit; ``then`` takes it."""
        self.follow(self._visit.find(task, words, then=then), words)

    def look(self, task: Task[R], words: str, then: Callable[[R], None]) -> None:
        """Work something out that is not stored; ``then`` takes it."""
        job = self._visit.do(task, words)
        job.succeeded.connect(then)
        self.follow(job, words)

    def follow(self, job: "Job", words: str) -> None:
        """Show the progress of a job that has begun."""
        self.is_running = True
        job.cancelled.connect(lambda _best: self._bus.show(self.tr("Stopped. Nothing was changed.")))
        job.ended.connect(self._ended)
        self._setup.show_running(is_running=True)
        self._setup.work.begin(words)
        self._show(result=self._stays and self.shows_result)

    def show_result(self) -> None:
        """Bring the result to the front."""
        self.has_result = True
        self._show(result=True)

    def forget(self) -> None:
        """Bring the choice to the front: there is no result."""
        self.has_result = False
        self._show(result=False)

    def _show(self, *, result: bool) -> None:
        self.stack.setCurrentWidget(self._result if result else self._setup)
        self.button.set_text(self._other if result else self.tr("Back to the result"))
        self.button.setVisible(self.has_result and not self.is_running)
        self.changed.emit()

    @Slot()
    def _ended(self) -> None:
        self.is_running = False
        self._setup.show_running(is_running=False)
        self._show(result=self.shows_result)

    @Slot(float, str)
    def _show_progress(self, fraction: float, text: str) -> None:
        if self.is_running:
            self._setup.work.show_progress(fraction, self._progress(text))
