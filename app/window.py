"""The window: top bar, step rail, pages, footer, and the keys that work everywhere."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.choose import ChoosePage
from app.pages.identify import IdentifyPage
from app.pages.page import Page
from app.pages.recordings import RecordingsPage
from app.pages.report import ReportPage
from app.pages.results import ResultsPage
from app.pages.start import StartPage
from app.settings import RecentVisit, SettingsStore
from app.steps import Step
from app.theme import current_theme
from app.tokens import GRID, ThemeName
from app.views.banner import Banner
from app.views.file_choice import ask_for_files
from app.views.footer import Footer
from app.views.step_rail import StepRail
from app.views.top_bar import TopBar
from app.visit import OpenVisit
from app.words import step_word
from app.work.summaries import FileToImport, RobotChoice

FIRST_SIZE = (1280, 800)
SMALLEST_SIZE = (960, 640)
SYNTHETIC_SEED = 0


class Window(QMainWindow):
    """Frame around the pages; owns nothing that works, only what is seen."""

    def __init__(
        self,
        runner: JobRunner,
        bus: MessageBus,
        settings: SettingsStore,
        *,
        visits_folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self.bus, self._settings = runner, bus, settings
        self._visits_folder = visits_folder
        self._robots: list[RobotChoice] = []
        self._step = Step.RECORDINGS
        self.visit = OpenVisit(runner, bus)
        self.start_page = StartPage()
        self.pages: dict[Step, Page] = {
            Step.RECORDINGS: RecordingsPage(self.visit, bus, make_visit=self._make_visit),
            Step.CHOOSE: ChoosePage(self.visit, settings),
            Step.IDENTIFY: IdentifyPage(self.visit),
            Step.RESULTS: ResultsPage(self.visit, runner, bus),
            Step.REPORT: ReportPage(self.visit, bus),
        }
        self.top_bar, self.rail, self.footer = TopBar(), StepRail(), Footer()
        self.banner, self.start_banner = Banner(bus), Banner(bus)
        self._busy_words = ""
        self._lay_out()
        self._connect()
        self._make_shortcuts()
        self.resize(*FIRST_SIZE)
        self.setMinimumSize(*SMALLEST_SIZE)
        self.visit.list_robots().succeeded.connect(self._take_robots)
        self.start_page.theme.choose(settings.current.theme)
        self.show_start()

    @property
    def step(self) -> Step | None:
        """The open step; None on the start screen."""
        return None if self._outer.currentIndex() == 0 else self._step

    @property
    def recordings_page(self) -> RecordingsPage:
        """Step 1."""
        page = self.pages[Step.RECORDINGS]
        assert isinstance(page, RecordingsPage)
        return page

    def show_start(self) -> None:
        """Go to the start screen; the visit is saved and closed."""
        self.visit.close_visit()
        self.top_bar.show_visit("", synthetic=False)
        self.start_page.show_recent(
            [visit for visit in self._settings.current.recent if Path(visit.path).is_file()]
        )
        self._outer.setCurrentIndex(0)
        self.setWindowTitle(self.tr("Torsion"))
        self.start_page.new_card.setFocus()

    def open_step(self, step: Step) -> None:
        """Go to a step."""
        self._step = step
        page = self.pages[step]
        self._outer.setCurrentIndex(1)
        self._stack.setCurrentWidget(page)
        page.entered()
        self._show_frame()
        (page.initial_focus() or self.footer.primary_button).setFocus()
        if self.visit.summary is not None:
            self._remember_visit()

    def open_visit(self, path: Path) -> None:
        """Open a visit file."""
        self.visit.open(path)

    @Slot()
    def stop_motion(self) -> None:
        """STOP: with no controller connected there is nothing to stop, and it says so."""
        self.bus.tell(self.tr("No robot is connected, nothing is moving."))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember where we were and end the worker, each with a deadline."""
        if self.visit.summary is not None and self.step is not None:
            self._remember_visit()
        self._runner.shutdown()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is the primary button wherever nothing else wants it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not self._takes_enter():
            self._primary()
            return
        super().keyPressEvent(event)

    def _takes_enter(self) -> bool:
        focused = self.focusWidget()
        if isinstance(focused, QAbstractButton) and focused.isEnabled():
            focused.click()
            return True
        return isinstance(focused, QComboBox | QAbstractItemView)

    @Slot()
    def _primary(self) -> None:
        page = self.pages[self._step]
        if self.step is not None and page.primary_enabled:
            page.primary()

    @Slot()
    def _back(self) -> None:
        if self.step is None:
            return
        if self._step == Step.RECORDINGS:
            if not self.visit.is_busy:
                self.show_start()
        else:
            self.open_step(Step(self._step - 1))

    @Slot()
    def _next(self) -> None:
        if self._step < Step.REPORT and self.visit.work.can_open(Step(self._step + 1)):
            self.open_step(Step(self._step + 1))

    def _rail_chosen(self, number: int) -> None:
        if self.visit.work.can_open(Step(number)):
            self.open_step(Step(number))

    def _page_done(self, step: Step) -> None:
        if self.step == step:  # a page that is not in front does not turn pages
            self._next()

    def _new(self) -> None:
        self.visit.close_visit()
        page = self.recordings_page
        page.model.show_waiting(())
        page.offer_robots(self._robots, chosen=self._settings.current.last_robot)
        page.start_in(self._settings.current.last_folder)
        self.open_step(Step.RECORDINGS)

    def _use_theme(self, theme: ThemeName) -> None:
        self._settings.update(replace(self._settings.current, theme=theme))
        current_theme().apply(theme, scale=self._settings.current.scale)

    def _ask_for_visit(self) -> None:
        ask_for_files(
            self,
            self.tr("Open a visit"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            lambda paths: self.open_visit(paths[0]),
            folder=str(self._visits_folder),
        )

    def _try_synthetic(self) -> None:
        self.visit.try_synthetic(self._fresh_path("synthetic"), seed=SYNTHETIC_SEED)

    def _make_visit(self, robot: str, files: Sequence[FileToImport]) -> None:
        self._settings.update(
            replace(self._settings.current, last_robot=robot, last_folder=str(Path(files[0].path).parent))
        )
        self.visit.create(self._fresh_path(Path(robot).stem), robot=robot, files=files)

    def _fresh_path(self, name: str) -> Path:
        moment = datetime.now(UTC).astimezone().strftime("%Y-%m-%d_%H-%M-%S")
        return self._visits_folder / f"{moment}_{name}.h5"

    @Slot(object)
    def _take_robots(self, robots: Sequence[RobotChoice]) -> None:
        self._robots = [*robots, *(found for found in self._robots if found not in robots)]
        self.recordings_page.offer_robots(self._robots, chosen=self._settings.current.last_robot)

    @Slot(object)
    def _take_robot(self, robot: RobotChoice) -> None:
        if robot not in self._robots:
            self._robots.append(robot)
        self.recordings_page.offer_robots(self._robots, chosen=robot.name)

    @Slot()
    def _opened(self) -> None:
        work = self.visit.work
        if work.has_result:
            self.open_step(Step.RESULTS)
        else:
            self.open_step(Step.CHOOSE if work.has_recordings else Step.RECORDINGS)

    @Slot()
    def _show_frame(self) -> None:
        step = self.step
        if step is None:
            return
        work, page = self.visit.work, self.pages[step]
        for each in Step:
            self.rail.show_step(each, work.state(each, current=step), can_open=work.can_open(each))
        summary = self.visit.summary
        self.rail.show_note(
            self.tr("Saved automatically. You can close and continue later.") if summary else ""
        )
        self.top_bar.show_visit(
            summary.robot if summary else "", synthetic=bool(summary and summary.synthetic)
        )
        name = Path(summary.path).stem if summary else self.tr("New visit")
        self.setWindowTitle(self.tr("{visit} · Torsion").format(visit=name))
        self.footer.show_primary(page.primary_text, enabled=page.primary_enabled)
        if not self.visit.is_busy:
            self.footer.show_place(
                self.tr("Step {number} of {count}").format(number=step + 1, count=len(Step))
            )

    @Slot(str)
    def _show_busy(self, words: str) -> None:
        self._busy_words = words
        self._keep_focus(busy=bool(words))
        # The page of the identification has a progress bar and a Cancel of its own.
        elsewhere = self.step is not Step.IDENTIFY
        self.footer.show_busy(words if elsewhere else "")
        self.start_page.setEnabled(not words)
        self._show_frame()

    def _keep_focus(self, *, busy: bool) -> None:
        """A button that is disabled hands its focus on, to STOP in the end; the page holds it instead."""
        primary, page = self.footer.primary_button, self.pages[self._step]
        if busy and primary.hasFocus():
            page.setFocus()
        elif not busy and page.hasFocus():
            self._show_frame()
            primary.setFocus()

    @Slot(float, str)
    def _show_progress(self, fraction: float, _text: str) -> None:
        if self.visit.is_busy and self.step is not Step.IDENTIFY:
            self.footer.show_busy(f"{self._busy_words} · {round(100 * fraction)} %")

    def _remember_visit(self) -> None:
        summary = self.visit.summary
        assert summary is not None
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        recent = RecentVisit(summary.path, summary.robot, step_word(self._step), moment)
        self._settings.update(self._settings.current.with_recent(recent))

    def _connect(self) -> None:
        self.start_page.new_asked.connect(self._new)
        self.start_page.open_asked.connect(self._ask_for_visit)
        self.start_page.synthetic_asked.connect(self._try_synthetic)
        self.start_page.recent_asked.connect(lambda path: self.open_visit(Path(path)))
        self.start_page.theme_asked.connect(self._use_theme)
        self.visit.opened.connect(self._opened)
        self.visit.robot_described.connect(self._take_robot)
        self.visit.changed.connect(self._show_frame)
        self.visit.busy.connect(self._show_busy)
        self.visit.progressed.connect(self._show_progress)
        for step, page in self.pages.items():
            page.state_changed.connect(self._show_frame)
            page.next_asked.connect(lambda step=step: self._page_done(step))
        self.rail.chosen.connect(self._rail_chosen)
        self.footer.back.connect(self._back)
        self.footer.primary.connect(self._primary)
        self.footer.cancel.connect(self.visit.cancel)
        self.top_bar.stop.clicked.connect(self.stop_motion)

    def _make_shortcuts(self) -> None:
        for keys, slot in (
            ("Esc", self.stop_motion),
            ("Pause", self.stop_motion),
            ("Alt+Left", self._back),
            ("Alt+Right", self._next),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setAutoRepeat(False)  # Qt's own name
            shortcut.activated.connect(slot)

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        for page in self.pages.values():
            self._stack.addWidget(page)
        middle = QVBoxLayout()
        middle.setSpacing(2 * GRID)
        middle.addWidget(self.banner)
        middle.addWidget(self._stack, 1)
        body = QHBoxLayout()
        body.setSpacing(3 * GRID)
        body.addWidget(self.rail)
        body.addLayout(middle, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(body, 1)
        column.addWidget(self.footer)
        start = QWidget()
        start_column = QVBoxLayout(start)
        start_column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 0)
        start_column.addWidget(self.start_banner)
        start_column.addWidget(self.start_page, 1)
        self._outer = QStackedWidget()
        self._outer.addWidget(start)
        self._outer.addWidget(inside)
        whole = QWidget()
        frame = QVBoxLayout(whole)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.setSpacing(0)
        frame.addWidget(self.top_bar)
        frame.addWidget(self._outer, 1)
        self.setCentralWidget(whole)
