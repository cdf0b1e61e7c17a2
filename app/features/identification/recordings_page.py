"""Page that chooses the robot and imports its recordings."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.identification.import_views import ASKED, ColumnsView, ContentsView
from app.features.identification.recordings_model import RecordingsModel
from app.guide.page import Page, RecordingSource
from app.guide.primary_action import Primary, helping
from app.guide.run_list import UseList
from app.jobs.messages import MessageBus, Severity
from app.visit.joined_clock_words import clock_sentence
from app.visit.open_visit import OpenVisit
from app.visit.summaries import FileToImport, ImportOutcome, RecognisedFile, RobotChoice
from app.widgets.choice import Choice, ask_for_files
from app.widgets.layouts import Flow, fill, in_card, keep_size
from app.widgets.mounting_field import MountingField, robot_words
from app.widgets.reasons_view import UnderstoodText
from app.widgets.scrolled import scrolled_down
from app.widgets.table import Table
from app.widgets.text import BOLD, Button, Text, muted
from core.exchange.arrangement import Arrangement

_WIDTHS = (224, 104, 88, 88, 88, 96, 136)
_LAYOUT_FROM_FILE = "?"
ENDINGS = ("csv", "tsv", "txt", "gz", "npz", "npy", "mat", "parquet", "xlsx", "bag", "db3", "mcap", "h5")
"""Endings of files with recordings."""


class RecordingsPage(Page):
    """Choice of the robot, and a table of files with rows and payload to import.

    While it feeds another page (``fed``), recordings of the visit are ticked to be used there.
    """

    used = Signal(object)
    """Carries the labels of the recordings for the page that is fed."""
    served = Signal(str, object)
    """Carries a use that was asked for, such as ``friction``, and the labels of the recordings for it."""

    def __init__(
        self, visit: OpenVisit, bus: MessageBus, *, make_visit: Callable[[str, Sequence[FileToImport]], None]
    ) -> None:
        super().__init__(
            self.tr("Choose recordings"),
            self.tr("Choose the robot, then add its recordings. Nothing in the files is changed."),
        )
        self._visit, self._bus, self._make_visit = visit, bus, make_visit
        self.fed: RecordingSource | None = None
        """The page that recordings are chosen for; None on the way of the guide."""
        self._folder = ""
        self.robot = Choice(self.tr("Robot"))
        keep_size(self.robot, width=336)
        self._robots: dict[str, RobotChoice] = {}
        self.mounting = MountingField()
        self.mounting.changed.connect(self.state_changed)
        self.understood = UnderstoodText()
        self._robot_name = Text(weight=BOLD)
        self._robot_file = Button(self.tr("From a file …"), role="quiet")
        self._robot_file.clicked.connect(self._ask_for_robot)
        self._add = Button(self.tr("Add files …"))
        self._add.clicked.connect(self._ask_for_files)
        self.csv_layout = Choice(self.tr("Layout of CSV files"))
        self.csv_layout.offer(self._layouts())
        self.csv_layout.picked.connect(self._layout_picked)
        self.csv_layout.picked.connect(self.state_changed)
        self.arrangement = Choice(self.tr("How the files become recordings"))
        self._remove = Button(self.tr("Remove"), role="quiet")
        self._remove.clicked.connect(self._remove_waiting)
        self.model = RecordingsModel()
        self.model.edited.connect(self.state_changed)
        self.model.refused.connect(self._show_refusal)
        self.table = Table(self.tr("Recordings"))
        self.table.setModel(self.model)
        self.table.setEditTriggers(Table.EditTrigger.AllEditTriggers)  # one tap, for gloves
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show_details(now.row()))
        self._details = Text(role="muted", wrap=True)
        self._make_lower_parts()
        self._empty = self._empty_note()
        self._lay_out()
        self._follow_changes()
        self._show_visit()

    def _make_lower_parts(self) -> None:
        """Make what explains one file or recording, and the list of recordings to use."""
        self._looked_at: dict[str, RecognisedFile] = {}
        self._looking: Counter[str] = Counter()
        """Looks at each file that have not ended."""
        self._answers: dict[str, tuple[str, ...]] = {}
        self.columns_view = ColumnsView()
        self.columns_view.answered.connect(self._look_again)
        self.uses = UseList()
        self.uses.changed.connect(self.state_changed)
        self.contents = ContentsView(self._visit)
        self.contents.served.connect(self._serve)

    def _follow_changes(self) -> None:
        """Connect what changes to what shows it."""
        self._visit.changed.connect(self._show_visit)
        self._visit.imported.connect(self._take_outcome)
        self.model.edited.connect(self._show_emptiness)
        self.model.edited.connect(self._look_at_files)
        self.robot.picked.connect(self._robot_picked)
        self.robot.picked.connect(self._look_at_all)

    def offer_robots(self, robots: Sequence[RobotChoice], *, chosen: str) -> None:
        """Offer these robots; ``chosen`` is the name of one."""
        words = self.tr("{title} ({name}, {count} joints)")
        entries = [
            (robot.name, words.format(title=robot.title, name=Path(robot.name).name, count=robot.joint_count))
            for robot in robots
        ]
        self.robot.offer(entries)
        self._robots = {robot.name: robot for robot in robots}
        self.robot.choose(chosen)
        self._robot_picked()

    @Slot()
    def _robot_picked(self) -> None:
        robot = self._robots.get(str(self.robot.value))
        self.understood.show_robot(robot)
        if robot is not None:
            self.mounting.show_mounting(robot.mounting)
        self._look_at_files()
        self.state_changed.emit()

    def start_in(self, folder: str) -> None:
        """Set the folder in which the file dialog opens."""
        self._folder = folder

    @Slot(str)
    def _show_refusal(self, words: str) -> None:
        self._bus.show(words, self.tr("The cell was left as it was."), severity=Severity.WARNING)

    @property
    def primary_text(self) -> str:
        """Name of the main button: import while files wait, else go on."""
        count = len(self.model.waiting)
        if count == 1:
            return self.tr("Import 1 file")
        if count:
            return self.tr("Import {count} files").format(count=count)
        if self.fed is not None:
            count = len(self.uses.used)
            words = self.tr("Use 1 recording") if count == 1 else self.tr("Use {count} recordings")
            return words.format(count=count)
        return self.tr("Next")

    @property
    def primary_enabled(self) -> bool:
        """True with files to import, or recordings to go on with."""
        if self._visit.is_busy:
            return False
        if self.model.waiting:
            if any(
                self._is_open(str(entry.path), has_layout=entry.needs_layout) for entry in self.model.waiting
            ):
                return False
            is_named = self.robot.value is not None and self.mounting.is_understood
            return self._visit.summary is not None or is_named
        return bool(self._visit.recordings if self.fed is None else self.uses.used)

    @property
    def help_now(self) -> Primary | None:
        """Files to add, or the question that a file leaves open."""
        if self._visit.is_busy:
            return None
        if not self.model.waiting and self.fed is None:
            return helping(self._add.text(), self._add.click)
        return super().help_now

    def _is_open(self, path: str, *, has_layout: bool) -> bool:
        """True for a file of which something has to be said first, or that is still looked at."""
        if has_layout and self.csv_layout.value:
            return False
        found = self._looked_at.get(path)
        if self._looking[path] or found is None:
            return bool(self._looking[path])
        return getattr(found.error, "code", "") in ASKED or any(group.is_open for group in found.groups)

    def primary(self) -> None:
        """Import the waiting files, else go on, or back to the page that is fed."""
        if not self.model.waiting:
            if self.fed is not None:
                self.used.emit(self.uses.used)
            else:
                self.next_asked.emit()
            return
        layout, arrangement = str(self.csv_layout.value), Arrangement(str(self.arrangement.value))
        files = tuple(
            entry.file_to_import(
                csv_layout=layout,
                columns=self._answers.get(str(entry.path), ()),
                arrangement=arrangement,
            )
            for entry in self.model.waiting
        )
        if self._visit.summary is None:
            self._visit.wanted_mounting = self.mounting.mounting
            self._make_visit(str(self.robot.value), files)
        else:
            self._visit.import_files(files)

    def feed(self, fed: RecordingSource | None) -> None:
        """Choose recordings for a page; None goes back to the way of the guide."""
        self.fed = fed
        self.say(
            self.tr("Choose the robot, then add its recordings. Nothing in the files is changed.")
            if fed is None
            else self.tr("For: {purpose}. Tick recordings of this visit, or add files to import.").format(
                purpose=fed.purpose
            )
        )
        suiting = [] if fed is None else [one.label for one in self._visit.recordings if fed.suits(one)]
        self.uses.show_recordings(self._visit.recordings, ticked=suiting if len(suiting) == 1 else ())
        self._show_emptiness()
        self.state_changed.emit()

    def _serve(self, use: str, label: str) -> None:
        """Ask for a result of the chosen recording; of all of them for a payload, which compares."""
        labels = tuple(one.label for one in self._visit.recordings) if use == "payload" else (label,)
        self.served.emit(use, labels)

    def initial_focus(self) -> QWidget | None:
        """The button that adds files."""
        return self._add

    def add_files(self, paths: Sequence[Path]) -> None:
        """Add files that wait for their import."""
        if paths:
            self._folder = str(paths[0].parent)
        self.model.add_files(paths)

    def _look_at_all(self) -> None:
        """Look at all waiting files again, with the limits and joints of another robot."""
        self._looked_at.clear()
        self._look_at_files()

    def _look_at_files(self) -> None:
        """Start to recognise the waiting files that were not looked at yet."""
        if self._visit.summary is None and self.robot.value is None:
            return
        for entry in self.model.waiting:
            path = str(entry.path)
            if path not in self._looked_at:
                self._looked_at[path] = RecognisedFile(path)
                self._look_at(path)

    def _look_at(self, path: str) -> None:
        job = self._visit.recognise(path, robot=str(self.robot.value), columns=self._answers.get(path, ()))
        self._looking[path] += 1
        job.succeeded.connect(self._take_recognised)
        job.ended.connect(lambda: self._end_look(path))

    def _end_look(self, path: str) -> None:
        self._looking[path] -= 1
        self.state_changed.emit()

    @Slot(object)
    def _take_recognised(self, found: RecognisedFile) -> None:
        self._looked_at[found.path] = found
        self._show_emptiness()
        self.state_changed.emit()

    def _look_again(self, path: str, answers: tuple[str, ...]) -> None:
        """Take the answers about open columns, and look at the file with them."""
        self._answers[path] = (*self._answers.get(path, ()), *answers)
        self._look_at(path)

    def _show_columns(self, row: int) -> None:
        """Show what was understood of the chosen waiting file, or of the first one."""
        waiting = self.model.waiting
        place = row - len(self._visit.recordings)
        is_imported = 0 <= row < len(self._visit.recordings) and self.fed is None
        self.contents.show_recording(self._visit.recordings[row].label if is_imported else "")
        entry = None
        if not is_imported:
            entry = waiting[place] if 0 <= place < len(waiting) else next(iter(waiting), None)
        has_layout = entry is not None and bool(self.csv_layout.value) and entry.needs_layout
        found = self._looked_at.get(str(entry.path)) if entry is not None and not has_layout else None
        self.columns_view.show_file(found)

    def _ask_for_files(self) -> None:
        recordings = " ".join(f"*.{ending}" for ending in ENDINGS)
        filters = (self.tr("Recordings ({endings})").format(endings=recordings), self.tr("All files (*)"))
        ask_for_files(self, self.tr("Add recordings"), filters, self.add_files, folder=self._folder)

    def _ask_for_robot(self) -> None:
        filters = (
            self.tr("Robot descriptions (*.toml *.urdf *.xml *.mjcf *.csv *.xacro)"),
            self.tr("All files (*)"),
        )
        ask_for_files(
            self,
            self.tr("Choose a robot description"),
            filters,
            lambda paths: self._visit.describe_robot(paths[0]),
            folder=self._folder,
        )

    def use_csv_layout(self, path: Path) -> None:
        """Read the CSV files by this layout."""
        words = self.tr("CSV: {name}").format(name=path.stem)
        self.csv_layout.offer([(str(path), words), *self._layouts()])
        self.csv_layout.choose(str(path))

    def _layouts(self) -> list[tuple[str, str]]:
        return [("", self.tr("CSV: recognised")), (_LAYOUT_FROM_FILE, self.tr("CSV: layout from a file …"))]

    def _layout_picked(self) -> None:
        if self.csv_layout.value != _LAYOUT_FROM_FILE:
            return
        self.csv_layout.setCurrentIndex(0)
        ask_for_files(
            self,
            self.tr("Choose a layout of CSV files"),
            (self.tr("Layouts (*.toml)"), self.tr("All files (*)")),
            lambda paths: self.use_csv_layout(paths[0]),
            folder=self._folder,
        )

    def _remove_waiting(self) -> None:
        place = self.table.currentIndex().row() - len(self._visit.recordings)
        waiting = self.model.waiting
        if 0 <= place < len(waiting):
            self.model.show_waiting(waiting[:place] + waiting[place + 1 :])

    @Slot()
    def _show_visit(self) -> None:
        if self.model.recordings != self._visit.recordings:  # else the chosen row stays chosen
            self.model.show_recordings(self._visit.recordings)
        has_visit = self._visit.summary is not None
        self.robot.setVisible(not has_visit)
        self._robot_name.setVisible(has_visit)
        summary = self._visit.summary
        self._robot_name.setText(robot_words(summary.robot, summary.mounting) if summary else "")
        self.mounting.setVisible(not has_visit)
        self.understood.show_robot(None if has_visit else self._robots.get(str(self.robot.value)))
        self._robot_file.setVisible(not has_visit)
        self._show_emptiness()
        self.state_changed.emit()

    @Slot(object)
    def _take_outcome(self, outcome: ImportOutcome) -> None:
        failed = {path for path, _ in outcome.failures}
        self.model.show_waiting([entry for entry in self.model.waiting if str(entry.path) in failed])
        for path, error in outcome.failures:  # what is asked then stands under its columns
            if path in self._looked_at:
                self._looked_at[path] = replace(self._looked_at[path], error=error)
        if outcome.failures:
            self._bus.show_error(outcome.failures[0][1])
        elif outcome.clocks:
            words = [clock_sentence(label, clock) for label, clock in outcome.clocks.items()]
            self._bus.show(self.tr("The files were joined to one recording."), " ".join(words))
        if self.fed is not None:
            self.uses.show_recordings(self._visit.recordings, ticked=(*self.uses.used, *outcome.labels))
            if outcome.labels and not failed:
                self.used.emit(self.uses.used)
        elif outcome.labels:  # the model was filled without them, so the row is chosen once it has them
            self.model.show_recordings(self._visit.recordings)
            labels = [one.label for one in self._visit.recordings]
            self.table.setCurrentIndex(self.model.index(labels.index(outcome.labels[0]), 0))

    def _show_emptiness(self) -> None:
        empty = self.model.rowCount() == 0
        is_fed = self.fed is not None
        self._card.setVisible(not is_fed or bool(self.model.waiting))
        self._uses_card.setVisible(is_fed and bool(self._visit.recordings))
        self.table.setVisible(not empty)
        self._empty.setVisible(empty)
        self._remove.setVisible(bool(self.model.waiting))
        self._offer_arrangements()
        self._show_details(self.table.currentIndex().row())

    def _offer_arrangements(self) -> None:
        """Offer to part the waiting files into runs, and to join several; the choice made stays."""
        count = len(self.model.waiting)
        ways = [
            (Arrangement.SEPARATE, self.tr("Each file is one recording")),
            (Arrangement.RUNS, self.tr("Several runs in a file, with rests between")),
        ]
        if count > 1:
            ways.append((Arrangement.ONE_RUN, self.tr("One run in several files")))
        self.arrangement.offer(ways)
        self.arrangement.setVisible(bool(count))

    def _show_details(self, row: int) -> None:
        hint = self.tr("Rows, payload and label can be changed in the table before the import.")
        words = self.model.details(row) if row >= 0 else ""
        self._details.setText(words or (hint if self.model.waiting else ""))
        self._details.setVisible(bool(self._details.text()))
        self._show_columns(row)

    def _empty_note(self) -> QWidget:
        note = QWidget()
        words = Text(self.tr("Drop recordings here, or press Add files."), weight=BOLD)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QHBoxLayout(note).addWidget(words)
        return note

    def _lay_out(self) -> None:
        label = muted(self.tr("Robot"))
        label.setBuddy(self.robot)
        upper = Flow()
        arm = (label, self.robot, self._robot_name, self._robot_file, self.mounting)
        for widget in (*arm, self.arrangement, self.csv_layout, self._add, self._remove):
            upper.addWidget(widget)
        self._card = in_card((self.table, 1), (self._empty, 1))
        self._uses_card = in_card((scrolled_down(self.uses), 1))
        note = muted(
            self.tr("CSV, NumPy, MATLAB, Excel, Parquet, ROS bags, MCAP. The recording's clock is kept.")
        )
        lower = (self.columns_view, (self.contents, 1), self._details, note)
        fill(self.column, upper, self.understood, (self._uses_card, 1), (self._card, 1), *lower)
