"""Compare: choose visits to one arm, and see what changed between them and where it is going."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.jobs.runner import Job, JobRunner
from app.messages import MessageBus
from app.pages.compare_choice import CompareChoice
from app.pages.compare_result import ChangesView, JointChanges, TrendView, since_entries
from app.pages.page import Page
from app.settings import RecentVisit
from app.tokens import GRID
from app.views.choice import Choice
from app.views.segmented import Segmented
from app.views.text import Text
from app.visit import OpenVisit
from app.words import mark_word
from app.work.compared_visits import ComparedPair, ComparedVisits
from core.recording import Mark

VISITS, CHANGES, JOINTS, TREND = range(4)
_FEWEST = 2


class ComparePage(Page):
    """Tick visits, press *Compare*, read; each view in turn."""

    shows_rail = False

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        recent: Callable[[], Sequence[RecentVisit]],
        folder: Callable[[], Path],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            self.tr("What changed between visits?"),
            self.tr(
                "Visits to one arm are held against the latest of them. What changed by more than the "
                "uncertainty of both is told."
            ),
            parent=parent,
        )
        self._visit, self._runner, self._bus, self._recent = visit, runner, bus, recent
        self._job: Job | None = None
        self.found: ComparedVisits | None = None
        self._stale: set[int] = set()
        """Views that do not show the comparison yet: each is filled in the turn in which it is looked at."""
        self.choice = CompareChoice(folder=folder)
        self.choice.changed.connect(self._choice_changed)
        self.changes = ChangesView()
        self.joints = JointChanges(visit, runner, bus, mark=self.mark_words)
        self.trend = TrendView(visit, runner, bus, mark=self.mark_words)
        words = (self.tr("Visits"), self.tr("What changed"), self.tr("Joint by joint"), self.tr("Trend"))
        self.tabs = Segmented(self.tr("View"), words)
        self.tabs.chosen.connect(self.show_view)
        self.since = Choice(self.tr("Compared with"))
        self.since.setMinimumWidth(200)
        self.since.picked.connect(self._show_pair)
        self._since_word = Text(self.tr("Since"), role="muted")
        self._no_trend = Text(
            self.tr(
                "A trend needs three visits with a date of their own that know the twist. Add another visit."
            ),
            role="muted",
            wrap=True,
        )
        self._views = QStackedWidget()
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(lambda: self.show_view(CHANGES))
        self._lay_out()
        self._show_found(None)

    @property
    def primary_text(self) -> str:
        """Compare what is ticked."""
        return self.tr("Compare")

    @property
    def primary_enabled(self) -> bool:
        """With two visits or more, while none are being compared."""
        return self._job is None and len(self.choice.chosen) >= _FEWEST

    def primary(self) -> None:
        """Read the visits in the worker and compare them."""
        self.compare(self.choice.chosen)

    @property
    def place_words(self) -> str:
        """What the foot says."""
        if self._job is not None:
            return self.tr("Reading the visits …")
        return self.tr("{count} visits chosen").format(count=len(self.choice.chosen))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What stands behind the visits where it is no real arm."""
        if self.found is None:
            return ()
        there = {mark for visit in self.found.visits for mark in visit.marks}
        return tuple(mark for mark in Mark if mark in there)

    @property
    def robot(self) -> str:
        """What was compared; empty before anything was."""
        return "" if self.found is None else self.found.latest.robot

    @property
    def serial(self) -> str:
        """Of the latest visit's arm."""
        return "" if self.found is None else self.found.latest.serial

    @property
    def shown_view(self) -> int:
        """Number of the view in front."""
        return self.tabs.index

    def mark_words(self) -> str:
        """What is striped across pictures that are saved."""
        return mark_word(self.marks)

    def entered(self) -> None:
        """Offer what was open lately; an open visit is one of those to compare."""
        summary = self._visit.summary
        if summary is not None and Path(summary.path) not in self.choice.chosen:
            self.choice.add((Path(summary.path),))
        self.choice.offer_recent(self._recent())
        self.state_changed.emit()

    def initial_focus(self) -> QWidget | None:
        """The first visit, or what adds one."""
        return self.choice.rows[0].tick if self.choice.rows else self.choice.add_button

    def start_over(self, paths: Sequence[Path] = ()) -> None:
        """Nothing compared yet; these visits are ticked."""
        self._show_found(None)
        self.choice.tick(paths)

    def compare(self, paths: Sequence[Path]) -> None:
        """Compare these visits in the worker."""
        if self._job is not None:
            return
        arguments = {"paths": list(paths), "other_arm": self.choice.other_arm.isChecked()}
        job = self._runner.start("app.work.comparison:compare_visits", arguments)
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)
        self.choice.setEnabled(False)
        self._tell()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring a view to the front."""
        self._turn.stop()
        self.tabs.choose(index)
        place = index
        if index == TREND and (self.found is None or self.found.trend is None):
            place = self._views.count() - 1  # words instead of a chart
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
        self.choice.setEnabled(True)
        self._tell()

    @Slot()
    def _choice_changed(self) -> None:
        """Another choice: what was compared stays to be read until it is compared anew."""
        self._tell()

    def _tell(self) -> None:
        self.state_changed.emit()
        self.place_changed.emit()

    def _show_found(self, found: ComparedVisits | None) -> None:
        self.found = found
        self.tabs.setVisible(found is not None)
        if found is None:
            self.show_view(VISITS)
            return
        self.since.offer(since_entries(found))
        self.since.choose(found.pairs[0].before)
        self._stale = {CHANGES, JOINTS, TREND}
        self._fill(self.shown_view)
        self._tell()

    @Slot()
    def _show_pair(self) -> None:
        """Another visit to compare with."""
        self._stale |= {CHANGES, JOINTS}
        self._fill(self.shown_view)

    def _fill(self, view: int) -> None:
        pair = self._pair()
        if pair is None or self.found is None or view not in self._stale:
            return
        self._stale.discard(view)
        if view == CHANGES:
            self.changes.show_pair(self.found, pair)
        elif view == JOINTS:
            self.joints.show_pair(self.found, pair)
        else:
            self.trend.show_visits(self.found)

    def _show_since(self) -> None:
        """Only where there is a choice, and where it changes anything."""
        pairs = self.found.pairs if self.found is not None else ()
        is_asked = len(pairs) > 1 and self.shown_view in {CHANGES, JOINTS}
        self.since.setVisible(is_asked)
        self._since_word.setVisible(is_asked)

    def _pair(self) -> ComparedPair | None:
        pairs = self.found.pairs if self.found is not None else ()
        return next((pair for pair in pairs if pair.before == self.since.value), None)

    def _lay_out(self) -> None:
        waiting = QWidget()
        column = QVBoxLayout(waiting)
        column.addWidget(self._no_trend)
        column.addStretch(1)
        for view in (self.choice, self.changes, self.joints, self.trend, waiting):
            self._views.addWidget(view)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self._since_word)
        row.addWidget(self.since)
        self.column.addLayout(row)
        self.column.addWidget(self._views, 1)
