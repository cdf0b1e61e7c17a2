"""Read-only tables: rows of text with signs, numbers aligned to the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from app.look.theme import current_theme
from app.speech import words
from app.speech.words import verdict_word, with_joint_numbers
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, glyph_pixmap
from core.quality import Verdict

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 44
_SIGN_SIZE = 18
_AROUND_LINE = 12
_AROUND_HEADING = 20
_LEAST_STRETCHED = 96

_ROW_HEIGHT = 38
_ANY_HEIGHT = (1 << 24) - 1
"""Qt's largest height of a widget: that of one without a fixed height."""
_MOST_WHOLE = 12
"""Rows of a table that a page shows whole where it scrolls itself; a longer one is a list and scrolls."""


@dataclass(frozen=True)
class Column:
    """A column: its heading, alignment to the right for numbers, and if it takes the width that is left."""

    heading: str
    is_number: bool = False
    stretches: bool = False


Signed = words.Signed
Cell = str | Verdict | Signed


class ColumnsModel(QAbstractTableModel):
    """Model of a table without a tree: ``columns`` have its headings and their alignment."""

    def __init__(self, columns: Sequence[Column] = ()) -> None:
        super().__init__()
        self.columns = tuple(columns)

    def heading(self, section: int) -> str:
        """Text of a heading."""
        return self.columns[section].heading

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Text or alignment of a heading."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return with_joint_numbers(self.heading(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[section].is_number)
        return None


class RowsModel(ColumnsModel):
    """Rows of text; a verdict shows its sign and word."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__(columns)
        self._rows: tuple[tuple[Cell, ...], ...] = ()

    def show_rows(self, rows: Sequence[tuple[Cell, ...]], *, columns: Sequence[Column] | None = None) -> None:
        """Replace the rows, and the columns if given."""
        self.beginResetModel()
        self._rows = tuple(rows)
        if columns is not None:
            self.columns = tuple(columns)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment or sign of a cell."""
        cell = self._rows[index.row()][index.column()]
        words, glyph = _words_of(cell)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return words
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[index.column()].is_number)
        if role == Qt.ItemDataRole.DecorationRole and glyph is not None:
            return QIcon(glyph_pixmap(glyph, _SIGN_SIZE, current_theme().tokens, ratio=2.0))
        return None


class Table(QTableView):
    """A table without grid, with high rows that are selected as a whole."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self._row_height = ROW_HEIGHT
        self._widths: tuple[int, ...] = ()
        self._fitted: tuple[Column, ...] = ()
        current_theme().changed.connect(self._take_sizes)
        self._take_sizes()

    def set_row_height(self, pixels: int) -> None:
        """Height of the rows at a scale of 100 %."""
        self._row_height = pixels
        self._take_sizes()

    def _take_sizes(self) -> None:
        """Set the heights and widths, which grow with the text."""
        theme = current_theme()
        self.verticalHeader().setDefaultSectionSize(max(self._row_height, theme.line_height() + _AROUND_LINE))
        self._fit_widths()

    def _fit_widths(self) -> None:
        """Set the given widths, at least those of the headings."""
        for number, width in enumerate(self._widths[: len(self._fitted)]):
            if not self._fitted[number].stretches:
                self.setColumnWidth(number, max(current_theme().scaled(width), self._heading_width(number)))
        self._fit_stretched()

    def _heading_width(self, column: int) -> int:
        heading = self._fitted[column].heading
        return self.horizontalHeader().fontMetrics().horizontalAdvance(heading) + _AROUND_HEADING

    def _fit_stretched(self) -> None:
        """Let a column take the width that is left; with too little left the table scrolls sideways."""
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        for number, column in enumerate(self._fitted):
            if not column.stretches or number >= header.count():
                continue
            others = sum(header.sectionSize(place) for place in range(header.count()) if place != number)
            least = max(current_theme().scaled(_LEAST_STRETCHED), self._heading_width(number))
            has_room = self.viewport().width() - others >= least
            header.setSectionResizeMode(number, modes.Stretch if has_room else modes.Interactive)
            if not has_room:
                self.setColumnWidth(number, least)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the column that takes the width that is left."""
        super().resizeEvent(event)
        self._fit_stretched()

    def fit_columns(self, columns: Sequence[Column], *, widths: Sequence[int] = ()) -> None:
        """Set the widths of columns: the given ones, else by content; one takes the width that is left."""
        self._fitted, self._widths = tuple(columns), tuple(widths)
        header = self.horizontalHeader()
        modes = QHeaderView.ResizeMode
        for number, column in enumerate(columns):
            if column.stretches:
                header.setSectionResizeMode(number, modes.Stretch)
            elif number < len(widths):
                header.setSectionResizeMode(number, modes.Interactive)
                self.setColumnWidth(number, current_theme().scaled(widths[number]))
            else:
                header.setSectionResizeMode(number, modes.ResizeToContents)
        self._fit_widths()


def alignment(*, number: bool) -> Qt.AlignmentFlag:
    """Alignment of a cell: numbers to the right, text to the left."""
    side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _words_of(cell: Cell) -> tuple[str, Glyph | None]:
    if isinstance(cell, Verdict):
        return verdict_word(cell), VERDICT_GLYPHS[cell]
    return (cell.words, cell.glyph) if isinstance(cell, Signed) else (with_joint_numbers(cell), None)


class RowsTable(Table):
    """A read-only table with its own model, ``rows_model``."""

    def __init__(self, name: str, columns: Sequence[Column], *, widths: Sequence[int]) -> None:
        super().__init__(name)
        self._spare: tuple[int, ...] = ()
        """Columns that may be left out, the least important first."""
        self.rows_model = RowsModel(columns)
        self.setModel(self.rows_model)
        self.set_row_height(_ROW_HEIGHT)
        self.fit_columns(columns, widths=widths)
        self._least_rows, self._is_whole = 0, False
        self.rows_model.modelReset.connect(self._keep_height)
        current_theme().changed.connect(self._keep_height)
        current_theme().changed.connect(self._leave_out)
        self.rows_model.modelReset.connect(self._leave_out)

    def may_leave_out(self, *columns: int) -> None:
        """Leave these columns out, the first one first, where a narrow table would cut others."""
        self._spare = columns
        self._leave_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out or bring back the columns that are least important."""
        super().resizeEvent(event)
        self._leave_out()

    @Slot()
    def _leave_out(self) -> None:
        if not self._spare:
            return
        for column in self._spare:
            self.setColumnHidden(column, False)  # noqa: FBT003  # Qt's own signature
        for column in self._spare:
            self._fit_stretched()
            header = self.horizontalHeader()
            if header.length() <= self.viewport().width():
                break
            self.setColumnHidden(column, True)  # noqa: FBT003  # Qt's own signature
        self._fit_stretched()

    def keep_rows(self, count: int) -> None:
        """Be never lower than so many rows below the headings; 0 for any height."""
        self._least_rows = count
        self._keep_height()

    def show_whole(self, *, whole: bool) -> None:
        """Have room for all rows, if they are not many, for a page that scrolls itself."""
        if whole is not self._is_whole:
            self._is_whole = whole
            self._keep_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the headings again: they get their font when they are shown."""
        super().showEvent(event)
        self._take_sizes()
        self._keep_height()
        self._leave_out()

    @Slot()
    def _keep_height(self) -> None:
        """Set the least height, which grows with the text; a table of fixed height keeps it."""
        if self.maximumHeight() < _ANY_HEIGHT:
            self.setMinimumHeight(self.maximumHeight())
            return
        count = self.rows_model.rowCount()
        rows = count if self._is_whole and self._least_rows < count <= _MOST_WHOLE else self._least_rows
        head = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        self.setMinimumHeight(head + rows * self.verticalHeader().defaultSectionSize() if rows else 0)
