"""Page for a problem report: every part can be read before it is saved, and left out."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.guide.page import Page
from app.health.problem_report import (
    Part,
    PartKey,
    VisitOutline,
    mask_for,
    outline_of_visit,
    parts_of,
    report_name,
    write_problem_report,
)
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import current_language
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.widgets.choice import TickBox, ask_where_to_save
from app.widgets.layouts import Card, fill, in_column, in_row, keep_size
from app.widgets.text import Button, emphasis, muted

_WORDS_HEIGHT = 84
_PARTS_WIDTH = 400
_RECORDINGS = "recordings"
_WORDS_FILE = "what-happened.txt"
_KB, _MB = 1e3, 1e6


class _PartRow(QWidget):
    """A tick, the part's name as a button that shows it, and its size."""

    shown = Signal()
    ticked = Signal()

    def __init__(self, words: str) -> None:
        super().__init__()
        self.tick, self.button, self.size_words = TickBox(), Button(words, role="quiet"), muted()
        self.tick.setAccessibleName(words)
        self.tick.toggled.connect(lambda _on: self.ticked.emit())
        self.button.clicked.connect(self.shown)
        in_row(self.tick, self.button, 1, self.size_words, of=self, spacing=GRID)


class ProblemPage(Page):
    """A text by the user, the parts of the report with ticks, and a preview of one of them."""

    _gathered = Signal(object, object)
    """Carries the parts, and the outline of the visit that they are of."""

    def __init__(
        self,
        visit: OpenVisit,
        settings: SettingsStore,
        runner: JobRunner,
        bus: MessageBus,
        *,
        surroundings: Callable[[], Mapping[str, object]] = dict,
    ) -> None:
        super().__init__(
            self.tr("Problem report"),
            self.tr(
                "Torsion sends nothing. It writes one file that you look through here, save where you want,"
                " and pass on yourself. Names of people and of this computer are taken out."
            ),
        )
        self._visit, self._settings, self._runner, self._bus = visit, settings, runner, bus
        self._surroundings = surroundings
        self._parts: dict[PartKey, Part] = {}
        self._outline: VisitOutline | None = None
        self._shown: PartKey | str = PartKey.SYSTEM
        self.is_writing = False
        self.words = QPlainTextEdit()
        self.words.setAccessibleName(self.tr("What happened?"))
        self.words.setPlaceholderText(
            self.tr("What did you do, what did you expect, and what happened instead?")
        )
        self.words.setTabChangesFocus(True)
        self.words.setFixedHeight(_WORDS_HEIGHT)
        self.rows = {key: _PartRow(words) for key, words in self._part_words().items()}
        self.heading = emphasis()
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(self.tr("What goes into the report"))
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setTabChangesFocus(True)
        for key, row in self.rows.items():
            row.shown.connect(lambda key=key: self.show_part(key))
            row.ticked.connect(self.state_changed)
        self._gathered.connect(self._take_parts)
        self._lay_out()
        self._show_rows()

    @property
    def primary_text(self) -> str:
        """Name of the main button: save the report."""
        return self.tr("Save the report …")

    @property
    def primary_enabled(self) -> bool:
        """True once the parts are gathered, while none are being written."""
        return bool(self._parts) and not self.is_writing

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """File names and texts of the ticked parts."""
        words = self.words.toPlainText().strip()
        if words:  # an error that was copied into them has paths in it
            words = mask_for(self._settings.current, self._outline).masked(words)
        chosen = tuple(
            (part.file, part.text) for key, part in self._parts.items() if self.rows[key].tick.isChecked()
        )
        return ((_WORDS_FILE, words), *chosen) if words else chosen

    @property
    def with_recordings(self) -> bool:
        """True if the recordings are ticked."""
        row = self.rows[_RECORDINGS]
        return not row.isHidden() and row.tick.isChecked()

    def entered(self) -> None:
        """Gather the parts again; recordings only go in when the user ticks them now."""
        self._outline = None
        for key, row in self.rows.items():
            row.tick.setChecked(key != _RECORDINGS)
        self._gather()
        if self._visit.summary is not None:
            job = self._runner.start(Task(outline_of_visit, path=self._visit.path))
            job.succeeded.connect(self._take_outline)
            job.failed.connect(self._bus.show_error)

    def initial_focus(self) -> QWidget | None:
        """The field for the user's words."""
        return self.words

    def primary(self) -> None:
        """Ask for the file of the report."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        ask_where_to_save(self, self.tr("Save the problem report"), report_name(), self.write, folder=folder)

    @Slot(object)
    def write(self, path: Path) -> None:
        """Write the ticked parts into one file."""
        path = path if path.suffix else path.with_suffix(".zip")
        self.is_writing = True
        self.state_changed.emit()
        job = self._runner.start(
            Task(
                write_problem_report,
                path=path,
                texts=self.texts,
                visit=self._visit.path if self.with_recordings else None,
            )
        )
        job.succeeded.connect(lambda size: self._report_written(path, size))
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._written)

    def show_part(self, key: PartKey | str) -> None:
        """Show a part as it is saved, word for word."""
        self._shown = key
        self.heading.setText(self.rows[key].button.text())
        if key == _RECORDINGS:
            recordings = self._outline.recordings if self._outline is not None else ()
            lines = [f"{label}: {_size_words(size)}" for label, size in recordings]
            note = self.tr("The measured numbers of every recording, without any text:")
            self.preview.setPlainText("\n".join((note, *lines)))
        elif isinstance(key, PartKey) and key in self._parts:
            self.preview.setPlainText(self._parts[key].text)

    def _gather(self) -> None:
        """Read and mask the parts in a thread: logs are long, and the worker may be what went wrong."""
        settings, outline = self._settings.current, self._outline
        surroundings = {**_screens(), **self._surroundings()}

        def work() -> None:
            parts = parts_of(settings=settings, surroundings=surroundings, outline=outline)
            self._gathered.emit(parts, outline)

        threading.Thread(target=work, name="problem report").start()

    @Slot(object, object)
    def _take_parts(self, parts: tuple[Part, ...], outline: VisitOutline | None) -> None:
        if outline is not self._outline:
            return  # others are on their way
        self._parts = {part.key: part for part in parts}
        self._show_rows()
        self.show_part(self._shown if self._shown in self.rows else PartKey.SYSTEM)
        self.state_changed.emit()

    @Slot(object)
    def _take_outline(self, outline: VisitOutline) -> None:
        self._outline = outline
        self._gather()

    def _show_rows(self) -> None:
        for key, row in self.rows.items():
            if isinstance(key, PartKey):
                part = self._parts.get(key)
                row.setVisible(part is not None)
                row.size_words.setText(_size_words(part.size) if part is not None else "")
        outline = self._outline
        has_any = outline is not None and outline.recorded_bytes > 0
        self.rows[_RECORDINGS].setVisible(has_any)
        if outline is not None:
            self.rows[_RECORDINGS].size_words.setText(_size_words(outline.recorded_bytes))

    def _report_written(self, path: Path, size: int) -> None:
        self._bus.show(
            self.tr("The problem report is saved: {file}, {size}.").format(
                file=path.name, size=_size_words(size)
            ),
            self.tr("It is in {folder}. Pass it on to whoever looks after Torsion.").format(
                folder=path.parent
            ),
            severity=Severity.GOOD,
        )

    @Slot()
    def _written(self) -> None:
        self.is_writing = False
        self.state_changed.emit()

    def _part_words(self) -> dict[PartKey | str, str]:
        return {
            PartKey.SYSTEM: self.tr("Program and computer"),
            PartKey.SETTINGS: self.tr("Settings"),
            PartKey.LOG: self.tr("The last lines of the log"),
            PartKey.CRASH: self.tr("The last unexpected end"),
            PartKey.VISIT: self.tr("What is in the visit"),
            PartKey.ROBOT: self.tr("Description of the robot"),
            _RECORDINGS: self.tr("The recordings themselves"),
        }

    def _lay_out(self) -> None:
        parts = Card(margin=GRID)
        keep_size(parts, width=_PARTS_WIDTH)
        parts.column.setSpacing(0)
        fill(parts.column, emphasis(self.tr("What goes in")), *self.rows.values(), 1)
        left = Qt.AlignmentFlag.AlignLeft
        shown = in_column((self.heading, 0, left), (self.preview, 1), spacing=GRID)
        below = in_row(parts, (shown, 1), spacing=2 * GRID)
        fill(self.column, emphasis(self.tr("What happened?")), self.words, (below, 1))


def _screens() -> dict[str, object]:
    """Language, platform and screens, which only the window knows."""
    return {
        "language": str(current_language()),
        "platform": QGuiApplication.platformName(),
        "screens": [
            f"{screen.size().width()} x {screen.size().height()} at {screen.devicePixelRatio():g}"
            for screen in QGuiApplication.screens()
        ],
    }


def _size_words(size: int) -> str:
    if size >= _MB:
        return f"{size / _MB:.1f} MB"
    return f"{size / _KB:.1f} kB" if size >= _KB else f"{size} B"
