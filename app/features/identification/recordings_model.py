"""Table of the recordings in the visit, and of files that wait for their import and can be edited."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal

from app.errors.text import dropped_text
from app.look.theme import current_theme
from app.speech.quantities import NotUnderstood
from app.speech.units import number, parse_mass, parse_rows, seconds, whole
from app.speech.words import torque_word
from app.visit.summaries import FileToImport, RecordingSummary
from app.widgets.table import Column, ColumnsModel, Index, alignment
from core.exchange.arrangement import Arrangement

LABEL, ROWS, PAYLOAD, DURATION, SAMPLES, RATE, TORQUE, DROPPED = range(8)
ARRAY_ENDINGS = frozenset({".npz", ".npy", ".mat", ".parquet", ".xlsx", ".bag", ".db3", ".mcap", ".h5"})
"""Files that no layout of text tables describes."""
EDITABLE = frozenset({LABEL, ROWS, PAYLOAD})


@dataclass(frozen=True)
class Waiting:
    """A file that waits for its import; rows and payload as typed."""

    path: Path
    label: str
    rows: str = ""
    payload: str = ""

    @property
    def needs_layout(self) -> bool:
        """True for a file that a layout of text tables can describe."""
        return self.path.suffix.lower() not in ARRAY_ENDINGS

    def file_to_import(
        self,
        *,
        csv_layout: str = "",
        columns: tuple[str, ...] = (),
        arrangement: Arrangement = Arrangement.SEPARATE,
    ) -> FileToImport:
        """Request to import the file, with rows, payload and layout, or answers about its columns."""
        layout = csv_layout if self.needs_layout else ""
        rows, mass = parse_rows(self.rows), parse_mass(self.payload)
        return FileToImport(str(self.path), self.label, rows, mass, layout, columns, arrangement)


class RecordingsModel(ColumnsModel):
    """Imported recordings first, waiting files below them."""

    edited = Signal()
    refused = Signal(str)
    """Emitted with a sentence when typed text could not be read."""

    def __init__(self) -> None:
        super().__init__()
        self.recordings: tuple[RecordingSummary, ...] = ()
        self.waiting: tuple[Waiting, ...] = ()
        self.columns = (
            Column(self.tr("Label")),
            Column(self.tr("Rows")),
            Column(self.tr("Payload")),
            Column(self.tr("Duration"), is_number=True),
            Column(self.tr("Samples"), is_number=True),
            Column(self.tr("Rate"), is_number=True),
            Column(self.tr("Torque from")),
            Column(self.tr("Left out"), stretches=True),
        )

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """Show the recordings of the visit."""
        self.beginResetModel()
        self.recordings = tuple(recordings)
        self.endResetModel()

    def show_waiting(self, waiting: Sequence[Waiting]) -> None:
        """Show the files that wait for their import."""
        self.beginResetModel()
        self.waiting = tuple(waiting)
        self.endResetModel()
        self.edited.emit()

    def add_files(self, paths: Sequence[Path]) -> None:
        """Add files that wait; each gets a label that is not taken."""
        waiting = list(self.waiting)
        taken = {entry.label for entry in waiting} | {found.label for found in self.recordings}
        for path in paths:
            label, count = path.stem, 1
            while label in taken:
                count += 1
                label = f"{path.stem}-{count}"
            taken.add(label)
            waiting.append(Waiting(path, label))
        self.show_waiting(waiting)

    def details(self, row: int) -> str:
        """Everything about one row, for the line below the table."""
        if row < len(self.recordings):
            found = self.recordings[row]
            dropped = " ".join(dropped_text(part) for part in found.dropped)
            return dropped or self.tr("{label}: nothing was left out.").format(label=found.label)
        if row < self.rowCount():
            return str(self.waiting[row - len(self.recordings)].path)
        return ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of recordings and waiting files."""
        return 0 if parent.isValid() else len(self.recordings) + len(self.waiting)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Flags of a cell: label, rows and payload of waiting files can be edited."""
        flags = super().flags(index)
        if index.row() >= len(self.recordings) and index.column() in EDITABLE:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment and colour of a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[index.column()].is_number)
        if role == Qt.ItemDataRole.ForegroundRole and self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return current_theme().colour("accent")
        if role not in {
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.EditRole,
            Qt.ItemDataRole.ToolTipRole,
        }:
            return None
        row = index.row()
        if row < len(self.recordings):
            return self._imported_cell(self.recordings[row], index.column())
        waiting = self.waiting[row - len(self.recordings)]
        return self._waiting_cell(waiting, index.column(), editing=role == Qt.ItemDataRole.EditRole)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take over typed text if it can be read."""
        if role != Qt.ItemDataRole.EditRole:
            return False
        place = index.row() - len(self.recordings)
        changed = self._edited(self.waiting[place], index.column(), str(value).strip())
        if changed is None:
            return False
        self.waiting = (*self.waiting[:place], changed, *self.waiting[place + 1 :])
        self.dataChanged.emit(index, index)
        self.edited.emit()
        return True

    def _edited(self, waiting: Waiting, column: int, text: str) -> Waiting | None:
        try:
            if column == LABEL:
                return replace(waiting, label=text) if text else None
            if column == ROWS:
                parse_rows(text)
                return replace(waiting, rows=text)
            parse_mass(text)
            return replace(waiting, payload=text)
        except NotUnderstood as refused:
            self.refused.emit(refused.sentence or self._example(column))
            return None

    def _example(self, column: int) -> str:
        if column == ROWS:
            return self.tr("Rows look like 101:3300.")
        return self.tr("A payload looks like 2.4 kg or 5.3 lb.")

    def _imported_cell(self, found: RecordingSummary, column: int) -> str:
        mass = found.payload_mass
        return {
            LABEL: found.label,
            ROWS: f"{found.first_row}:{found.last_row}" if found.last_row else "–",
            PAYLOAD: "–" if mass is None else f"{number(mass)} kg",
            DURATION: seconds(found.duration),
            SAMPLES: whole(found.sample_count),
            RATE: f"{number(found.rate, digits=4)} Hz",
            TORQUE: torque_word(found.torque_kind),
            DROPPED: self._dropped(found),
        }[column]

    def _waiting_cell(self, waiting: Waiting, column: int, *, editing: bool) -> str:
        return {
            LABEL: waiting.label,
            ROWS: waiting.rows if editing or waiting.rows else self.tr("all"),
            PAYLOAD: waiting.payload if editing or waiting.payload else self.tr("not said"),
            DROPPED: self.tr("ready to import"),
        }.get(column, "")

    def _dropped(self, found: RecordingSummary) -> str:
        rows = sum(part.rows for part in found.dropped)
        if not rows:
            return self.tr("nothing")
        return self.tr("1 row") if rows == 1 else self.tr("{count} rows").format(count=whole(rows))
