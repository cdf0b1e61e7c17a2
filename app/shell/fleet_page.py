"""Page of all arms in the catalogue, the worst first, with the chosen one beside them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.fleet_arm_view import FleetArmView
from app.shell.fleet_parts import PAGE, PDF, ROBOTS, VISITS, FleetPart, FleetScanned, FollowedPart
from app.shell.fleet_scan import FleetScan, FleetWatch, FoldersPanel
from app.shell.fleet_tasks import export_fleet, forget_folder, list_fleet, show_arm
from app.shell.fleet_words import arm_reason, arm_word, fleet_sentence, range_words
from app.speech.dates import day_word
from app.speech.units import whole
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import Choice, ask_for_folder, ask_where_to_save
from app.widgets.fields import SearchField
from app.widgets.layouts import fill, in_card, in_row
from app.widgets.table import Cell, Column, RowsTable
from app.widgets.text import Button, Text
from app.widgets.work_card import WorkCard
from core.catalogue.fleet import FleetRobot

_KINDS = ("csv", "json", "parquet")


class Pager(QWidget):
    """Which lines are shown, and buttons to those before and after; hidden where all are shown."""

    asked = Signal(int)
    """Emitted with the first line of another part."""

    def __init__(self) -> None:
        super().__init__()
        self._first = self._page = self._count = 0
        self._range = Text(role="muted")
        self.before_button, self.after_button = Button(self.tr("Before")), Button(self.tr("After"))
        self.before_button.clicked.connect(lambda: self.asked.emit(max(self._first - self._page, 0)))
        self.after_button.clicked.connect(lambda: self.asked.emit(self._first + self._page))
        in_row(1, self._range, self.before_button, self.after_button, of=self, spacing=GRID)
        self.hide()

    @property
    def words(self) -> str:
        """Which lines are shown."""
        return self._range.text()

    def show_part(self, first: int, shown: int, count: int, *, page: int) -> None:
        """Show the place of a part: its first line from 0, its lines, and those of the whole list."""
        self._first, self._page, self._count = first, page, count
        self._range.setText(range_words(first, shown, count))
        self.before_button.setVisible(first > 0)
        self.after_button.setVisible(first + shown < count)
        self.setVisible(count > page)


_LONG_SCAN_MS = 600
"""A scan that is shorter, because nothing changed, shows no progress."""
_TYPED_MS = 250
"""After this pause in typing the list is searched."""
_CHOSEN_MS = 60
"""After this pause the chosen arm is read: who holds an arrow key passes many."""
_ROW_HEIGHT = 66
_LIST_SHARE, _ARM_SHARE = 8, 5
_DATE, _DATE_FROM = 3, 1000
"""Column of the date, and the width of the page from which it has room, px at a scale of 100 %."""


class FleetPage(Page):
    """The arms of the fleet, and the chosen one beside them."""

    shows_rail = False
    open_wanted = Signal(object)
    """Emitted with the path of a visit to open."""
    visits_wanted = Signal(object, str)
    """Emitted to list visits: paths that belong to them, and words that all of them have."""
    commission_asked = Signal()
    """Emitted where there is no arm yet."""
    folders_changed = Signal(object)
    """Emitted with the folders of the fleet after one was added or taken out."""

    def __init__(
        self, runner: JobRunner, bus: MessageBus, *, catalogue: Path, folders: Callable[[], Sequence[Path]]
    ) -> None:
        super().__init__(self.tr("Arms"), "")
        self._runner, self._bus, self._catalogue, self._folders = runner, bus, catalogue, folders
        self._job: Job[FleetPart] | None = None
        self._arm_job: Job[FollowedPart] | None = None
        self._first = 0
        self._is_outdated = self._is_asked = False
        """True where the list is to be read once more, and where a person asked for the scan."""
        self.part: FleetPart | None = None
        self.scanner = FleetScan(bus, catalogue=catalogue, parent=self)
        self.watch = FleetWatch(self)
        self.watch.changed.connect(self.scan)
        self._make_head()
        self._make_list()
        self.arm_view = FleetArmView()
        self.arm_view.visits_asked.connect(self._list_visits)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(lambda: self.look(0))
        self._chosen = QTimer(self, singleShot=True, interval=_CHOSEN_MS)
        self._chosen.timeout.connect(self._read_arm)
        self._long_scan = QTimer(self, singleShot=True, interval=_LONG_SCAN_MS)
        self._long_scan.timeout.connect(self.work.show)
        self._connect_scan()
        self._lay_out()
        self.say("")
        self._show_none()
        self._show_chosen()

    @property
    def primary_text(self) -> str:
        """Name of the main button: open the arm, or what brings a first one."""
        robot = self._robot()
        if robot is None:
            return self.tr("Clear the search") if self.search.text() else self.tr("Commission an arm")
        return self.tr("Read the folders again") if robot.error else self.tr("Open this arm")

    @property
    def place_words(self) -> str:
        """Number of the arms and of those that need care."""
        robot = self._robot()
        if robot is not None and robot.error:
            return self.tr("This file cannot be read.")
        return "" if self.part is None or self.part.is_empty else fleet_sentence(self.part)

    def primary(self) -> None:
        """Open the newest visit to the arm; without an arm clear the search or commission one."""
        if (robot := self._robot()) is not None and robot.error:
            self._refresh()
        elif robot is not None:
            self.open_wanted.emit(Path(robot.last_file))
        elif self.search.text():
            self.search.clear()
        else:
            self.commission_asked.emit()

    def go_back(self) -> bool:
        """Close the panel of the folders, if it is open."""
        was_open = not self.panel.isHidden()
        self.panel.close_panel()
        return was_open

    def entered(self) -> None:
        """List the arms, and look for visits that changed."""
        self.panel.close_panel()
        self.look(self._first)
        self.scan()

    def initial_focus(self) -> QWidget | None:
        """The list of arms."""
        return self.table

    def end(self) -> None:
        """Stop scanning for good."""
        self._typed.stop()
        self._chosen.stop()
        self.watch.stop()
        self.scanner.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the date and the picture where words and chart need their room."""
        super().resizeEvent(event)
        is_roomy = event.size().width() >= current_theme().scaled(_DATE_FROM)
        self.table.setColumnHidden(_DATE, not is_roomy)
        self.arm_view.show_roomy(is_roomy=is_roomy)

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
        if part.robots:
            places = [place for place, one in enumerate(part.robots) if before and _key(one) == _key(before)]
            self.table.setCurrentIndex(self.table.rows_model.index(places[0] if places else 0, 0))
        self._show_none()
        self._show_chosen()

    @Slot(object)
    def show_followed(self, part: FollowedPart) -> None:
        """Show the chosen arm over its visits; one that is no longer chosen is left out."""
        robot = self._robot()
        if robot is not None and _key(robot) == _key(part.robot):
            self.arm_view.show_part(part)

    @Slot()
    def _read_arm(self) -> None:
        """Read the chosen arm in the worker."""
        robot = self._robot()
        if robot is None or robot.error or self._arm_job is not None:
            return
        task = Task(show_arm, catalogue=self._catalogue, robot=robot)
        self._arm_job = job = self._runner.start(task)
        job.succeeded.connect(self.show_followed)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(lambda: self._arm_read(robot))

    def _arm_read(self, read: FleetRobot) -> None:
        self._arm_job = None
        if (robot := self._robot()) is not None and _key(robot) != _key(read):
            self._read_arm()  # another one was chosen meanwhile

    @Slot()
    def _list_visits(self) -> None:
        """List all visits to the chosen arm."""
        part, robot = self.arm_view.part, self._robot()
        if robot is not None:
            visits = () if part is None else part.followed.visits
            paths = [Path(robot.last_file), *(Path(one.path) for one in visits)]
            self.visits_wanted.emit(paths, robot.serial or robot.robot)

    @Slot()
    def _listed(self) -> None:
        self._job = None
        if self._is_outdated:
            self._is_outdated = False
            self.look(self._first)

    @Slot()
    def _show_chosen(self) -> None:
        """Name the chosen arm, and read it."""
        robot = self._robot()
        self.arm_view.setVisible(robot is not None)
        if robot is not None:
            self.arm_view.show_robot(robot)
            self._chosen.start()
        self.state_changed.emit()

    def _robot(self) -> FleetRobot | None:
        robots = () if self.part is None else self.part.robots
        row = self.table.currentIndex().row()
        return robots[row] if 0 <= row < len(robots) else None

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
        self.panel.again_button.setVisible(bool(self._folders()))
        self.export.setVisible(self.part is not None and not self.part.is_empty)
        self._none.setVisible(is_empty)
        self.search.setVisible(not is_empty or bool(self.search.text()))
        self.table.setVisible(not is_empty)
        self._gap.setVisible(is_empty)

    @Slot()
    def _scan_began(self) -> None:
        self.work.begin(self.tr("Looking for visits …"))
        self._long_scan.start()

    @Slot(float, str)
    def _show_progress(self, fraction: float, file: str) -> None:
        self.work.show_progress(fraction, self.tr("Reading {file}").format(file=file) if file else "")

    @Slot(object)
    def _scan_ended(self, found: object) -> None:
        self._long_scan.stop()
        self.work.hide()
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
        elif self._is_asked:
            self._bus.show(self.tr("Nothing has changed in the folders since they were read."))
        self._is_asked = False

    @Slot()
    def _refresh(self) -> None:
        """Scan because a person asked for it: the end is said, too."""
        self._is_asked = True
        self.scan()

    def _connect_scan(self) -> None:
        scanner = self.scanner
        scanner.began.connect(self._scan_began)
        scanner.progressed.connect(self._show_progress)
        scanner.read_more.connect(lambda: self.look(self._first))
        scanner.ended.connect(self._scan_ended)
        self.work.cancel_asked.connect(scanner.cancel)

    def _make_head(self) -> None:
        self.search = SearchField(self.tr("Search the fleet"))
        self.search.setPlaceholderText(self.tr("Find: arm, serial, customer, note"))
        self.search.textChanged.connect(lambda _text: self._typed.start())
        self.visits_button = Button(self.tr("Visits"))
        self.visits_button.clicked.connect(lambda _checked=False: self.visits_wanted.emit((), ""))
        self.folders_button = Button(self.tr("Folders …"))
        self.folders_button.clicked.connect(lambda _checked=False: self._turn_folders())
        self.export = FleetExport(
            self._runner, self._bus, catalogue=lambda: self._catalogue, query=self.search.text
        )
        self.panel = FoldersPanel()
        self.panel.add_asked.connect(self.ask_for_folder)
        self.panel.remove_asked.connect(self.take_out)
        self.panel.refresh_asked.connect(self._refresh)
        self.work = WorkCard(self.tr("Looking for visits"))
        self.work.hide()
        for part in (self.visits_button, self.folders_button, self.export):
            self.head.addWidget(part)

    def _turn_folders(self) -> None:
        if self.panel.isHidden():
            self.panel.show_folders(self._folders())
            self.panel.show()
        else:
            self.panel.close_panel()

    def _make_list(self) -> None:
        columns = (
            Column(self.tr("Verdict")),
            Column(self.tr("Arm")),
            Column(self.tr("What needs care"), stretches=True),
            Column(self.tr("Last visit")),
        )
        self.table = RowsTable(self.tr("Arms of the fleet"), columns, widths=(150, 196, 0, 108))
        self.table.set_row_height(_ROW_HEIGHT)
        self.table.setWordWrap(True)
        self.table.activated.connect(lambda _index: self.primary())
        self.table.selectionModel().currentChanged.connect(self._show_chosen)
        self._none = Text(role="muted", wrap=True)
        self.pager = Pager()
        self.pager.asked.connect(self.look)

    def _lay_out(self) -> None:
        self._gap = QWidget()
        arms = in_card(self.search, self._none, (self.table, 1), (self._gap, 1), self.pager)
        body = in_row((arms, _LIST_SHARE), (self.arm_view, _ARM_SHARE), spacing=2 * GRID)
        fill(self.column, self.panel, self.work, (body, 1))


def _key(robot: FleetRobot) -> tuple[str, str, str]:
    return robot.robot, robot.serial, robot.error and robot.last_file


def _row(robot: FleetRobot) -> tuple[Cell, ...]:
    if robot.error:
        return (arm_word(robot), Path(robot.last_file).name, arm_reason(robot), "–")
    name = "\n".join(filter(None, (robot.robot, robot.serial)))
    return (arm_word(robot), name, arm_reason(robot), day_word(robot.last_visit) or "–")


class FleetExport(Choice):
    """A choice of what is saved; it asks where, and writes in the worker."""

    def __init__(
        self, runner: JobRunner, bus: MessageBus, *, catalogue: Callable[[], Path], query: Callable[[], str]
    ) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Save as"))
        self._runner, self._bus, self._catalogue, self._query = runner, bus, catalogue, query
        arms, visits = self.tr("Arms ({kind})"), self.tr("Visits ({kind})")
        self.offer(
            [
                ("", self.tr("Export …")),
                (PDF, self.tr("Report (PDF)")),
                *((f"{ROBOTS}.{kind}", arms.format(kind=kind.upper())) for kind in _KINDS),
                *((f"{VISITS}.{kind}", visits.format(kind=kind.upper())) for kind in _KINDS),
            ]
        )
        self.picked.connect(self._ask)

    @Slot()
    def _ask(self) -> None:
        what = str(self.value)
        self.choose("")
        if what:
            name = f"fleet.{what}" if what == PDF else what
            ask_where_to_save(self, self.tr("Save the fleet"), name, lambda path: self.write_to(path, what))

    def write_to(self, path: Path, what: str) -> None:
        """Write what matches the search into a file."""
        task = Task(export_fleet, catalogue=self._catalogue(), query=self._query(), what=what, path=path)
        job = self._runner.start(task, grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(
            lambda written: self._bus.show(self.tr("Saved: {file}").format(file=str(written)))
        )
