"""Page of all arms in the catalogue, the worst first; each leads to its state, or over its visits."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.shell.fleet_arm_view import FleetArmView
from app.shell.fleet_export import FleetExport
from app.shell.fleet_parts import PAGE, FleetPart, FleetScanned, FollowedPart
from app.shell.fleet_scan import FleetScan, FleetWatch, FoldersPanel
from app.shell.fleet_tasks import forget_folder, list_fleet, show_arm
from app.shell.fleet_words import arm_name, arm_reason, arm_word, fleet_sentence
from app.shell.pager import Pager
from app.speech.dates import day_word
from app.speech.units import whole
from app.widgets.card import in_card
from app.widgets.file_choice import ask_for_folder
from app.widgets.layouts import fill, in_column, in_row
from app.widgets.rows_table import RowsTable
from app.widgets.search_field import SearchField
from app.widgets.table import Cell, Column
from app.widgets.text import Button, Text
from app.widgets.view_stack import ViewStack
from app.widgets.work_card import WorkCard
from core.catalogue.fleet import FleetRobot

_LONG_SCAN_MS = 600
"""A scan that is shorter, because nothing changed, shows no progress."""
_TYPED_MS = 250
"""After this pause in typing the list is searched."""


class FleetPage(Page):
    """The arms of the fleet, or one of them over its visits."""

    shows_rail = False
    open_wanted = Signal(object)
    """Emitted with the path of a visit to open."""
    commission_asked = Signal()
    """Emitted where there is no arm yet."""
    folders_changed = Signal(object)
    """Emitted with the folders of the fleet after one was added or taken out."""

    def __init__(
        self, runner: JobRunner, bus: MessageBus, *, catalogue: Path, folders: Callable[[], Sequence[Path]]
    ) -> None:
        super().__init__(self.tr("Arms"), "")
        self._about = self.tr("All arms of the chosen folders. Worst first.")
        self._runner, self._bus, self._catalogue, self._folders = runner, bus, catalogue, folders
        self._job: Job[FleetPart] | None = None
        self._arm_job: Job[FollowedPart] | None = None
        self._first = 0
        self._is_outdated = False
        self.part: FleetPart | None = None
        self.scanner = FleetScan(bus, catalogue=catalogue, parent=self)
        self.watch = FleetWatch(self)
        self.watch.changed.connect(self.scan)
        self._make_head()
        self._make_list()
        self.arm_view = FleetArmView()
        self.arm_view.visit_changed.connect(self.state_changed)
        self.arm_view.open_asked.connect(self.open_wanted)
        self.arm_view.part_asked.connect(self._show_visits_from)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(lambda: self.look(0))
        self._long_scan = QTimer(self, singleShot=True, interval=_LONG_SCAN_MS)
        self._long_scan.timeout.connect(self.work.show)
        self._connect_scan()
        self._lay_out()
        self._show_none()
        self._show_chosen()
        self._turn_to(self._list)

    @property
    def shows_arm(self) -> bool:
        """True while one arm is in front."""
        return self._views.currentWidget() is self.arm_view

    @property
    def primary_text(self) -> str:
        """Name of the main button: open the arm or the visit, or what brings a first one."""
        if self.shows_arm:
            return self.tr("Open this visit")
        if self._robot() is None:
            return self.tr("Clear the search") if self.search.text() else self.tr("Commission an arm")
        return self.tr("Open this arm")

    @property
    def primary_enabled(self) -> bool:
        """True unless the file of the arm or the visit cannot be read."""
        if self.shows_arm:
            visit = self.arm_view.visit
            return visit is not None and not visit.error
        robot = self._robot()
        return robot is None or not robot.error

    def primary(self) -> None:
        """Open the visit, or the newest one to the arm; without an arm clear the search or commission one."""
        if not self.primary_enabled:
            return
        if self.shows_arm:
            visit = self.arm_view.visit
            assert visit is not None
            self.open_wanted.emit(Path(visit.path))
            return
        if (robot := self._robot()) is not None:
            self.open_wanted.emit(Path(robot.last_file))
        elif self.search.text():
            self.search.clear()
        else:
            self.commission_asked.emit()

    def go_back(self) -> bool:
        """From an arm back to the list."""
        if not self.shows_arm:
            return False
        self._turn_to(self._list)
        self.table.setFocus()
        return True

    def entered(self) -> None:
        """List the arms, and look for visits that changed."""
        self._turn_to(self._list)
        self.look(self._first)
        self.scan()

    def initial_focus(self) -> QWidget | None:
        """The list of arms."""
        return self.table

    def end(self) -> None:
        """Stop scanning for good."""
        self._typed.stop()
        self.watch.stop()
        self.scanner.end()

    def showEvent(self, event: QShowEvent) -> None:
        """Watch the folders while the page is open."""
        super().showEvent(event)
        self.watch.start(self._folders())

    def hideEvent(self, event: QHideEvent) -> None:
        """Watch no longer."""
        super().hideEvent(event)
        self.watch.stop()

    @Slot()
    def scan(self) -> None:
        """Look for new and changed visits in the folders that are there."""
        self.scanner.begin(self._folders())

    def ask_for_folder(self) -> None:
        """Ask for a folder, and scan it."""
        ask_for_folder(self, self.tr("Folder with visits"), self.add_folder, folder="")

    def add_folder(self, folder: Path) -> None:
        """Take a folder with the folders in it into the fleet."""
        folders = list(dict.fromkeys((*self._folders(), folder.absolute())))
        self.folders_changed.emit(folders)
        self.watch.start(folders)
        self.panel.show_folders(folders)
        self._show_none()
        self.scanner.begin([folder.absolute()])
        self.state_changed.emit()

    @Slot(object)
    def take_out(self, folder: Path) -> None:
        """Take a folder and its visits out of the fleet; the files stay."""
        kept = [one for one in self._folders() if one != folder]
        self.folders_changed.emit(kept)
        self.watch.start(kept)
        self.panel.show_folders(kept)
        task = Task(forget_folder, catalogue=self._catalogue, folder=folder, kept=kept)
        job = self._runner.start(task)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(lambda: self.look(0))

    def look(self, first: int) -> None:
        """List a page of the arms in the worker, from the place ``first`` on."""
        self._first = first
        if self._job is not None:
            self._is_outdated = True
            return
        task = Task(list_fleet, catalogue=self._catalogue, query=self.search.text(), first=first)
        self._job = job = self._runner.start(task)
        job.succeeded.connect(self.show_part)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._listed)

    @Slot(object)
    def show_part(self, part: FleetPart) -> None:
        """Show a page of the arms; the keyboard stays on its arm."""
        before = self._robot()
        self.part, self._first = part, part.first
        self.table.rows_model.show_rows([_row(robot) for robot in part.robots])
        self.pager.show_part(part.first, len(part.robots), part.rows, page=PAGE)
        self._counts.setText("" if part.is_empty else fleet_sentence(part))
        if part.robots:
            places = [place for place, one in enumerate(part.robots) if before and _key(one) == _key(before)]
            self.table.setCurrentIndex(self.table.rows_model.index(places[0] if places else 0, 0))
        self._show_none()
        self._show_chosen()

    def show_arm(self, robot: FleetRobot, *, first: int = 0) -> None:
        """Read an arm with its visits in the worker, and show it."""
        if self._arm_job is not None:
            return
        task = Task(show_arm, catalogue=self._catalogue, robot=robot, first=first)
        self._arm_job = job = self._runner.start(task)
        job.succeeded.connect(self.show_followed)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._arm_shown)

    @Slot(object)
    def show_followed(self, part: FollowedPart) -> None:
        """Bring an arm to the front."""
        self.arm_view.show_part(part)
        self._turn_to(self.arm_view)
        self.arm_view.table.setFocus()

    @Slot()
    def _arm_shown(self) -> None:
        self._arm_job = None

    @Slot(int)
    def _show_visits_from(self, first: int) -> None:
        if self.arm_view.part is not None:
            self.show_arm(self.arm_view.part.robot, first=first)

    @Slot()
    def _listed(self) -> None:
        self._job = None
        if self._is_outdated:
            self._is_outdated = False
            self.look(self._first)

    @Slot()
    def _follow(self) -> None:
        if (robot := self._robot()) is not None:
            self.show_arm(robot)

    @Slot()
    def _show_chosen(self) -> None:
        """Offer the chosen arm over its visits."""
        robot = self._robot()
        self.follow_button.setVisible(robot is not None and not robot.error)
        count = 0 if robot is None else robot.visits
        self.follow_button.set_text(self.tr("Over its visits ({count})").format(count=whole(count)))
        self.state_changed.emit()

    def _robot(self) -> FleetRobot | None:
        robots = () if self.part is None else self.part.robots
        row = self.table.currentIndex().row()
        return robots[row] if 0 <= row < len(robots) else None

    def _turn_to(self, view: QWidget) -> None:
        self._views.setCurrentWidget(view)
        part = self.arm_view.part
        is_arm = self.shows_arm and part is not None
        self._heading.setText(arm_name(part.robot) if is_arm and part is not None else self.tr("Arms"))
        self.say("" if is_arm else self._about)
        self.state_changed.emit()

    def _show_none(self) -> None:
        """Show why the list is empty, and what to do."""
        is_empty = self.part is None or not self.part.robots
        words = self.tr("No arm has a visit with all of these words. Clear the search to see every arm.")
        if not self._folders() and (self.part is None or self.part.is_empty):
            words = self.tr(
                "No arms yet. Commission one, or add a folder with visits under “Folders …”, on this "
                "computer or on a share; the folders in it are looked through too. Nothing in it is changed."
            )
        elif self.part is None:
            words = self.tr("Looking into the catalogue …")
        elif self.part.is_empty:
            words = self.tr("No visit was found in these folders yet. Add another folder under “Folders …”.")
        self._none.setText(words)
        self.again_button.setEnabled(bool(self._folders()) and not self.scanner.is_running)
        self.export.setEnabled(self.part is not None and not self.part.is_empty)
        self._none.setVisible(is_empty)
        self._card.setVisible(not is_empty)
        self._gap.setVisible(is_empty)

    @Slot()
    def _scan_began(self) -> None:
        self.work.begin(self.tr("Looking for visits …"))
        self._long_scan.start()
        self.again_button.setEnabled(False)

    @Slot(float, str)
    def _show_progress(self, fraction: float, file: str) -> None:
        self.work.show_progress(fraction, self.tr("Reading {file}").format(file=file) if file else "")

    @Slot(object)
    def _scan_ended(self, found: object) -> None:
        self._long_scan.stop()
        self.work.hide()
        self.again_button.setEnabled(bool(self._folders()))
        if isinstance(found, FleetScanned):
            self._tell(found)
        if not isinstance(found, FleetScanned) or found.read or found.gone:
            self.look(self._first)

    def _tell(self, found: FleetScanned) -> None:
        if found.away:
            self._bus.show(
                self.tr("{folder} cannot be reached now.").format(folder=str(found.away[0])),
                self.tr("Its visits stay in the list as they were. Press “Refresh” when it is back."),
            )
        elif found.read or found.gone:
            words = self.tr("{read} new or changed visits were read, {gone} are gone.")
            self._bus.show(words.format(read=whole(found.read), gone=whole(found.gone)))

    def _connect_scan(self) -> None:
        scanner = self.scanner
        scanner.began.connect(self._scan_began)
        scanner.progressed.connect(self._show_progress)
        scanner.read_more.connect(lambda: self.look(self._first))
        scanner.ended.connect(self._scan_ended)
        self.work.cancel_asked.connect(scanner.cancel)

    def _make_head(self) -> None:
        self.search = SearchField(self.tr("Search the fleet"))
        self.search.setPlaceholderText(self.tr("Search: robot, serial, customer, note, date, verdict"))
        self.search.textChanged.connect(lambda _text: self._typed.start())
        self.folders_button = Button(self.tr("Folders …"))
        self.folders_button.clicked.connect(lambda _checked=False: self._turn_folders())
        self.again_button = Button(self.tr("Refresh"))
        self.again_button.setToolTip(self.tr("Read new and changed visits of all folders."))
        self.again_button.clicked.connect(lambda _checked=False: self.scan())
        self.export = FleetExport(
            self._runner, self._bus, catalogue=lambda: self._catalogue, query=self.search.text
        )
        self.panel = FoldersPanel()
        self.panel.add_asked.connect(self.ask_for_folder)
        self.panel.remove_asked.connect(self.take_out)
        self.work = WorkCard(self.tr("Looking for visits"))
        self.work.hide()

    def _turn_folders(self) -> None:
        if self.panel.isHidden():
            self.panel.show_folders(self._folders())
            self.panel.show()
        else:
            self.panel.close_panel()

    def _make_list(self) -> None:
        columns = (
            Column(self.tr("Verdict")),
            Column(self.tr("Robot")),
            Column(self.tr("Serial number")),
            Column(self.tr("What needs care"), stretches=True),
            Column(self.tr("Last visit")),
        )
        self.table = RowsTable(self.tr("Arms of the fleet"), columns, widths=(150, 190, 150, 0, 120))
        self.table.activated.connect(lambda _index: self.primary())
        self.table.selectionModel().currentChanged.connect(self._show_chosen)
        self.follow_button = Button()
        self.follow_button.clicked.connect(self._follow)
        self._counts = Text(role="muted", wrap=True)
        self._none = Text(role="muted", wrap=True)
        self.pager = Pager()
        self.pager.asked.connect(self.look)

    def _lay_out(self) -> None:
        self._list, self._gap, self._views = QWidget(), QWidget(), ViewStack()
        self._card = in_card(self.table)
        foot = in_row((self._counts, 1), self.follow_button, self.pager, spacing=GRID)
        head = in_row((self.search, 1), self.export, self.folders_button, self.again_button, spacing=GRID)
        column = in_column(of=self._list, spacing=2 * GRID)
        parts = (head, self.panel, self.work, self._none, (self._card, 1), (self._gap, 1), foot)
        fill(column, *parts)
        for view in (self._list, self.arm_view):
            self._views.addWidget(view)
        self.column.addWidget(self._views, 1)


def _key(robot: FleetRobot) -> tuple[str, str, str]:
    return robot.robot, robot.serial, robot.error and robot.last_file


def _row(robot: FleetRobot) -> tuple[Cell, ...]:
    if robot.error:
        return (arm_word(robot), Path(robot.last_file).name, "–", arm_reason(robot), "–")
    return (
        arm_word(robot),
        robot.robot,
        robot.serial or "–",
        arm_reason(robot),
        day_word(robot.last_visit) or "–",
    )
