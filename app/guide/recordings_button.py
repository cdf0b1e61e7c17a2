"""Recordings of a visit in place of a connected arm: the quiet way to the result of a page."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from app.guide.page import Page, RecordingSource
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecordingSummary
from app.widgets.text import Button

if TYPE_CHECKING:
    from app.arm.procedure import Outcome


def any_recording(_recording: RecordingSummary) -> bool:
    """True for every recording."""
    return True


class RecordingsButton(RecordingSource):
    """The button *From a recording …* of a page, and the work that it starts.

    The window answers ``asked`` with the page of recordings, where files are imported and understood, and
    calls ``take`` with the chosen labels. ``find`` makes the task that computes the page's result from them;
    ``show`` gets it as an ``Outcome``, as from an arm that was recorded just now; by default the page's run.
    """

    def __init__(
        self,
        page: Page,
        visit: OpenVisit,
        *,
        purpose: str,
        find: Callable[[Sequence[str]], Task[Any]],
        show: Callable[["Outcome"], None] | None = None,
        suits: Callable[[RecordingSummary], bool] = any_recording,
    ) -> None:
        super().__init__(purpose=purpose, suits=suits, parent=page)
        self._page, self._visit, self._find, self._show = page, visit, find, show or self._show_on_run
        self._waiting: tuple[str, ...] = ()
        """Recordings that were chosen while the visit was at work, such as their import."""
        self.button = Button(self.tr("From a recording …"), role="quiet")
        self.button.setToolTip(
            self.tr("Choose recordings of this visit, or import files, instead of moving the arm.")
        )
        self.button.clicked.connect(self.asked)
        page.head.addWidget(self.button)
        page.source = self
        page.state_changed.connect(self._allow)
        visit.changed.connect(self._allow)
        visit.opened.connect(self._forget)
        self._allow()

    @property
    def is_possible(self) -> bool:
        """True with an open visit, while neither it nor a procedure of the page is at work."""
        run = self._page.run
        is_free = run is None or not run.is_running
        return self._visit.summary is not None and not self._visit.is_busy and is_free

    def take(self, labels: Sequence[str]) -> None:
        """Compute the page's result from these recordings, as soon as the work under way has ended."""
        chosen = self._waiting = tuple(labels)
        if not chosen or not self.is_possible:
            return
        self._waiting = ()
        self._visit.find(
            self._find(chosen),
            self.tr("{purpose} from recordings").format(purpose=self.purpose),
            then=lambda found: self._show(self._outcome(chosen, found)),
        )
        self._page.state_changed.emit()

    def _outcome(self, labels: tuple[str, ...], found: Any) -> "Outcome":
        from app.arm.procedure import Outcome

        used = [one for one in self._visit.recordings if one.label in labels]
        return Outcome(
            self.purpose,
            labels,
            seconds=sum(one.duration for one in used),
            samples=sum(one.sample_count for one in used),
            missing_samples=sum(one.missing for one in used),
            found=found,
        )

    def _show_on_run(self, outcome: "Outcome") -> None:
        if self._page.run is not None:
            self._page.run.take_recorded(outcome)

    @Slot()
    def _allow(self) -> None:
        self.button.setEnabled(self.is_possible)
        if self._waiting and self.is_possible:
            self.take(self._waiting)

    @Slot()
    def _forget(self) -> None:
        self._waiting = ()
