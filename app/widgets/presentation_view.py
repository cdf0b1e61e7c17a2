"""Shows the sections of a presentation one below the other: titles, values, tables, sentences."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.presentation import UNSEEN, Cell, Column, Row, Rows, Section, Table, cell_text, value_text
from app.speech.signs import Signed
from app.widgets.card import Card, SignedText
from app.widgets.fold_out import folded
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.rows_table import RowsTable
from app.widgets.table import Cell as ShownCell
from app.widgets.table import Column as ShownColumn
from app.widgets.text import Text, emphasis
from core.quality import Verdict


class SectionsView(Card):
    """A scrolling card with the sections of a presentation."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.setAccessibleName(name)
        self._sections: tuple[Section, ...] = ()
        self._left: list[Section] = []
        self._is_laid_out = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._lay_out_next)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.addWidget(self._scroll)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show these sections, except figures; they are laid out when the card is visible."""
        self._sections, self._is_laid_out = tuple(sections), False
        if self.isVisible():
            self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out the sections if that is still to be done."""
        super().showEvent(event)
        if not self._is_laid_out:
            self._lay_out()

    def _lay_out(self) -> None:
        """Lay out one section per turn of the event loop, because a table takes long."""
        page = QWidget()
        page.setProperty("role", "page")
        column = QVBoxLayout(page)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addStretch(1)
        self._scroll.setWidget(page)  # which deletes the one before
        self._is_laid_out, self._left = True, list(self._sections)
        self._timer.start()

    @Slot()
    def _lay_out_next(self) -> None:
        page = self._scroll.widget()
        column = page.layout() if page is not None else None
        if not self._left or not isinstance(column, QVBoxLayout):
            self._timer.stop()
            return
        section = self._left.pop(0)
        if column.count() > 1:
            column.insertSpacing(column.count() - 1, GRID)
        for widget in _widgets(section):
            column.insertWidget(column.count() - 1, widget)

    @property
    def is_growing(self) -> bool:
        """True while sections are still laid out."""
        return self._timer.isActive()

    @property
    def words(self) -> str:
        """Titles and sentences on the card, for tests."""
        page = self._scroll.widget()
        return " ".join(label.text() for label in page.findChildren(Text)) if page is not None else ""


def _widgets(section: Section) -> list[QWidget]:
    if isinstance(section, Rows) and section.name == UNSEEN:
        return [folded(section)]
    return [emphasis(section.title), *_content(section)]


def _content(section: Section) -> list[QWidget]:
    if isinstance(section, Table):
        note = [Text(section.note, role="muted", wrap=True)] if section.note else []
        return [_table(section.title, section.columns, [line.cells for line in section.lines]), *note]
    if not isinstance(section, Rows):
        return []
    labelled = [row for row in section.rows if row.label]
    sentences: list[QWidget] = [
        _sentence(value_text(row.value), row) for row in section.rows if not row.label
    ]
    if not labelled:
        return sentences
    columns = (Column("label", ""), Column("value", ""), Column("remark", ""))
    cells = [(row.label, value_text(row.value), row.remark) for row in labelled]
    return [*sentences, _table(section.title, columns, cells)]


def _sentence(text: str, row: Row) -> QWidget:
    sign = row.sign if row.verdict is None else VERDICT_GLYPHS[row.verdict]
    if sign is None:
        return Text(text, wrap=True)
    line = SignedText(wrap=True)
    line.show_text(sign, text)
    return line


def _table(name: str, columns: Sequence[Column], lines: Sequence[Sequence[Cell]]) -> QWidget:
    """A table as high as its rows, so that only the card scrolls."""
    heads = [shown_column(one, stretches=place == 1) for place, one in enumerate(columns)]
    table = RowsTable(name, heads, widths=())
    table.rows_model.show_rows([shown_cells(line, columns) for line in lines], columns=heads)
    table.fit_columns(heads)
    head = table.horizontalHeader()
    head.setVisible(any(one.heading for one in heads))
    height = len(lines) * table.verticalHeader().defaultSectionSize() + 2 * table.frameWidth()
    table.setFixedHeight(height + (head.sizeHint().height() if head.isVisibleTo(table) else 0))
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table


def show_table(shown: RowsTable, section: Table, *, stretches: int = 0, widths: Sequence[int] = ()) -> None:
    """Show a section in an existing table; the column ``stretches`` takes the width that is left."""
    heads = [shown_column(one, stretches=place == stretches) for place, one in enumerate(section.columns)]
    shown.rows_model.show_rows(
        [shown_cells(line.cells, section.columns) for line in section.lines], columns=heads
    )
    shown.fit_columns(heads, widths=widths)


def shown_column(column: Column, *, stretches: bool = False) -> ShownColumn:
    """Make the column of a window's table."""
    head = column.head if column.is_name else f"{column.head[:1].upper()}{column.head[1:]}"
    return ShownColumn(head, is_number=column.is_number, stretches=stretches)


def shown_cells(line: Sequence[Cell], columns: Sequence[Column]) -> tuple[ShownCell, ...]:
    """Make the cells of a window's table."""
    return tuple(
        cell if isinstance(cell, Verdict | Signed) else cell_text(cell, column)
        for cell, column in zip(line, columns, strict=True)
    )
