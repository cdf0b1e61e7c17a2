"""The page that compares visits to one arm: joint by joint, on the flange, and over the years."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.features.comparison.presentation import of_payload, present, since_entries
from app.features.comparison.report import comparison_paper
from app.features.comparison.report_tasks import write_comparison_report
from app.features.comparison.result_view import ChangesView, JointChanges, TrendView
from app.features.comparison.sentences import date_word
from app.features.comparison.tasks import compare_visits
from app.guide.page import Page, ShownArm
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.speech.words import mark_word
from app.visit.open_visit import OpenVisit
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import Choice, ask_where_to_save
from app.widgets.layouts import ViewStack, bare_row
from app.widgets.presentation_view import SectionsView
from app.widgets.segmented import Segmented
from app.widgets.text import Button, Text
from core.comparison import ComparedPair, ComparedVisits
from core.recording import Mark

CHANGES, JOINTS, PAYLOAD, TREND = range(4)
FEWEST = 2


class ComparePage(Page):
    """The chosen visits against the latest of them; each view in turn."""

    shows_rail = False
    others_wanted = Signal()
    """The user wants to choose other visits."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Compare visits"),
            self.tr(
                "Visits to one arm are compared with the latest of them. A change counts where it is larger "
                "than the uncertainty of both."
            ),
        )
        self._runner, self._bus = runner, bus
        self._job: Job[ComparedVisits] | None = None
        self._report_job: Job[Path] | None = None
        self._wanted = CHANGES
        self.found: ComparedVisits | None = None
        self._stale: set[int] = set()
        """Views that do not show the comparison yet; each is filled when it comes to the front."""
        self.changes = ChangesView()
        self.joints = JointChanges(visit, runner, bus, mark=self.mark_words)
        self.payload = SectionsView(self.tr("Payload"))
        self.trend = TrendView(visit, runner, bus, mark=self.mark_words)
        words = (
            self.tr("What changed"),
            self.tr("Joint by joint"),
            self.tr("Payload"),
            self.tr("Over time"),
        )
        self.tabs = Segmented(self.tr("View"), words)
        self.tabs.chosen.connect(self.show_view)
        self.since = Choice(self.tr("Compared with"))
        self.since.setMinimumWidth(200)
        self.since.picked.connect(self._show_pair)
        self._since_word = Text(self.tr("Since"), role="muted")
        self.others_button = Button(self.tr("Choose other visits"), role="quiet")
        self.others_button.clicked.connect(self.others_wanted)
        self._waiting = Text(role="muted", wrap=True)
        self._views = ViewStack()
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(lambda: self.show_view(self._wanted))
        self._lay_out()
        self._show_found(None)

    @property
    def primary_text(self) -> str:
        """Words of the button: a report on what changed, or without a comparison the choice of visits."""
        return self.tr("Choose other visits") if self.found is None else self.tr("Save as PDF …")

    @property
    def primary_enabled(self) -> bool:
        """True while no visits are being compared, and no report is written."""
        return self._job is None and self._report_job is None

    def primary(self) -> None:
        """Save what changed, or go back to the list of visits."""
        if self.found is None:
            self.others_wanted.emit()
        else:
            self._ask_for_report()

    @property
    def place_words(self) -> str:
        """Words of the foot: the number of compared visits."""
        if self._job is not None:
            return self.tr("Reading the visits …")
        if self.found is None:
            return self.tr("No visits chosen")
        return self.tr("{count} visits compared").format(count=len(self.found.visits))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marks of the visits that were not made on a real arm."""
        if self.found is None:
            return ()
        there = {mark for visit in self.found.visits for mark in visit.marks}
        return tuple(mark for mark in Mark if mark in there)

    @property
    def shown_arm(self) -> ShownArm | None:
        """The arm of the latest visit; None before anything is compared."""
        latest = None if self.found is None else self.found.latest
        return None if latest is None else ShownArm(latest.robot, latest.serial)

    def mark_words(self) -> str:
        """Words of the stripe across saved pictures."""
        return mark_word(self.marks)

    def initial_focus(self) -> QWidget | None:
        """Choice of the view, once there is a comparison."""
        return self.tabs if self.found is not None else None

    def compare(self, paths: Sequence[Path], *, other_arm: bool = False, view: int = CHANGES) -> None:
        """Compare visits in the worker, and show one view of the result."""
        if self._job is not None:
            return
        self._wanted = view
        self._show_found(None)
        job = self._runner.start(Task(compare_visits, paths=list(paths), other_arm=other_arm))
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)
        self._say_waiting()
        self._report_state()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring a view to the front."""
        self._turn.stop()
        self.tabs.choose(index)
        place = index
        if self.found is None or (index == TREND and not self.found.has_trend):
            place = self._views.count() - 1  # words instead of a picture
        self._say_waiting()
        self._fill(index)
        self._views.setCurrentIndex(place)
        self._show_since()

    @Slot(object)
    def _take(self, found: ComparedVisits) -> None:
        self._show_found(found)
        self._turn.start()  # a view takes a turn of its own

    @Slot()
    def _ended(self) -> None:
        self._job = None
        self._say_waiting()
        self._report_state()

    def _report_state(self) -> None:
        self.state_changed.emit()
        self.place_changed.emit()

    def _show_found(self, found: ComparedVisits | None) -> None:
        self.found = found
        self.tabs.setVisible(found is not None)
        self.others_button.setVisible(found is not None)
        if found is None:
            self.show_view(self._wanted)
            return
        self.since.offer(since_entries(found))
        self.since.choose(found.pairs[0].before)
        self._stale = {CHANGES, JOINTS, PAYLOAD, TREND}
        self._fill(self.tabs.index)
        self._report_state()

    def _say_waiting(self) -> None:
        words = self.tr("No visits are compared. Choose two or more of one arm.")
        if self._job is not None:
            words = self.tr("Reading the visits …")
        elif self.found is not None:
            words = self.tr(
                "A trend needs three visits with a date of their own that measured the same. Add another "
                "visit."
            )
        self._waiting.setText(words)

    @Slot()
    def _show_pair(self) -> None:
        """Show the comparison with another visit."""
        self._stale |= {CHANGES, JOINTS, PAYLOAD}
        self._fill(self.tabs.index)

    def _fill(self, view: int) -> None:
        pair = self._pair()
        if pair is None or self.found is None or view not in self._stale:
            return
        self._stale.discard(view)
        if view == CHANGES:
            self.changes.show_changes(present(self.found, pair))
        elif view == JOINTS:
            self.joints.show_pair(self.found, pair, present(self.found, pair))
        elif view == PAYLOAD:
            self.payload.show_sections(of_payload(present(self.found, pair)))
        else:
            self.trend.show_visits(self.found)

    def _show_since(self) -> None:
        """Show the choice of the earlier visit only where it changes the view."""
        pairs = self.found.pairs if self.found is not None else ()
        is_asked = len(pairs) > 1 and self.tabs.index != TREND
        self.since.setVisible(is_asked)
        self._since_word.setVisible(is_asked)

    def _pair(self) -> ComparedPair | None:
        pairs = self.found.pairs if self.found is not None else ()
        return next((pair for pair in pairs if pair.before == self.since.value), None)

    def _ask_for_report(self) -> None:
        found, pair = self.found, self._pair()
        if found is None or pair is None or self._report_job is not None:
            return
        name = self.tr("what-changed-{visit}.pdf").format(visit=found.latest.name)
        folder = str(Path(found.latest.path).parent)
        ask_where_to_save(self, self.tr("Save what changed"), name, self.write_report, folder=folder)

    def write_report(self, path: Path) -> None:
        """Write what changed since the visit that is chosen, in the worker."""
        found, pair = self.found, self._pair()
        if found is None or pair is None or self._report_job is not None:
            return
        pdf = path if path.suffix.lower() == ".pdf" else path.with_name(f"{path.name}.pdf")
        job = self._runner.start(
            Task(write_comparison_report, paper=comparison_paper(found, pair), pdf=pdf),
            grace_s=WRITE_GRACE_S,
        )
        self._report_job = job
        since = date_word(found.visits[pair.before])
        job.succeeded.connect(lambda _result: self._report_written(pdf, since))
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._report_ended)
        self.state_changed.emit()

    def _report_written(self, pdf: Path, since: str) -> None:
        self._bus.show(
            self.tr("What changed since {since} is saved: {file}").format(since=since, file=str(pdf))
        )

    @Slot()
    def _report_ended(self) -> None:
        self._report_job = None
        self.state_changed.emit()

    def _lay_out(self) -> None:
        waiting = QWidget()
        column = QVBoxLayout(waiting)
        column.addWidget(self._waiting)
        column.addStretch(1)
        for view in (self.changes, self.joints, self.payload, self.trend, waiting):
            self._views.addWidget(view)
        self.column.addLayout(bare_row(self.tabs, None, self._since_word, self.since, self.others_button))
        self.column.addWidget(self._views, 1)
