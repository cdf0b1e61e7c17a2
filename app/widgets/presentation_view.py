"""Shows the sections of a presentation one below the other, or its rows as cards side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.presentation import UNSEEN, Cell, Column, Row, Rows, Section, Table, cell_text, in_parts, value_text
from app.speech.language import tr
from app.speech.units import Written
from app.speech.words import Signed, verdict_word
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, GlyphView
from app.widgets.layouts import Card, Flow, SignedText, bare_column, bare_row, folded
from app.widgets.table import Cell as ShownCell
from app.widgets.table import Column as ShownColumn
from app.widgets.table import RowsTable
from app.widgets.text import BOLD, Text, emphasis, muted
from core.quality import Verdict

_SIGN_SIZE = 18
_ROOMY_FROM = 960


class SectionsView(Card):
    """A scrolling card with the sections of a presentation."""

    def __init__(self, name: str) -> None:
        super().__init__(margin=GRID)
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


def show_table(shown: RowsTable, section: Table, *, widths: Sequence[int] = ()) -> None:
    """Show a section in an existing table; the first column takes the width that is left."""
    heads = [shown_column(one, stretches=place == 0) for place, one in enumerate(section.columns)]
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


@dataclass(frozen=True)
class CardOf:
    """Declaration of a card: its rows by name; ``is_named`` with the name before each, else large."""

    caption: str
    names: tuple[str, ...]
    is_named: bool = False


class QuantityView(QWidget):
    """A number with its ± and unit, and its verdict below as sign and word."""

    def __init__(self, *, is_named: bool) -> None:
        super().__init__()
        self._name = Text(size=TextSize.EMPHASIS, role="muted")
        if not is_named:
            self._name.hide()
        self._roomy_size = TextSize.TITLE if is_named else TextSize.NUMBER
        self._value = Text(size=self._roomy_size, weight=BOLD)
        self._spread = Text(size=TextSize.EMPHASIS)
        self._unit = muted()
        self._other = muted()
        self._other.hide()
        self._sign, self._word = GlyphView(Glyph.EMPTY, size=_SIGN_SIZE), Text()
        self._numbers = bare_row(self._name, self._value, self._spread, self._unit, None)
        verdict = bare_row(self._sign, self._word, None)
        bare_column(self._numbers, self._other, verdict, of=self, spacing=4)

    def show_roomy(self, *, is_roomy: bool) -> None:
        """Set the size of the number: large, or small for a narrow window."""
        self._value.set_size(self._roomy_size if is_roomy else TextSize.EMPHASIS)
        self._spread.set_size(TextSize.EMPHASIS if is_roomy else TextSize.BODY)
        self._numbers.setSpacing(GRID if is_roomy else GRID // 2)

    def show_row(self, row: Row, *, is_next: bool) -> None:
        """Show a number, or that it is being computed now or later."""
        shown = in_parts(row.value)
        self._name.setText(row.name)
        self._value.setText(shown.value)
        self._spread.setText(shown.spread)
        self._unit.setText(shown.unit)
        self._other.setText(shown.other)
        self._other.setVisible(bool(shown.other))
        if row.verdict is not None:
            self._sign.show_glyph(VERDICT_GLYPHS[row.verdict])
            self._word.setText(verdict_word(row.verdict))
        else:
            self._sign.show_glyph(Glyph.CURRENT if is_next else Glyph.EMPTY)
            self._word.setText(self.tr("Working it out") if is_next else self.tr("Not yet"))
        self.setAccessibleName(_spoken(row, shown))


def _spoken(row: Row, shown: Written) -> str:
    """A row as one sentence, for screen readers."""
    if row.verdict is None:
        return tr("{name}: not measured yet.").format(name=row.label)
    words = tr("{name}: {value}, {verdict}.")
    return words.format(name=row.label, value=shown.text, verdict=verdict_word(row.verdict).lower())


class ValueCard(Card):
    """A card of rows, with a remark below."""

    def __init__(self, of: CardOf, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.of = of
        self.column.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.column.setSpacing(4)
        self._caption, self._line = muted(of.caption), muted()
        self._has_line, self._is_roomy = False, True
        self._views = tuple(QuantityView(is_named=of.is_named) for _ in of.names)
        numbers = bare_row(*((view, 1) for view in self._views), spacing=2 * GRID)
        self.column.addWidget(self._caption)
        self.column.addStretch(1)
        self.column.addLayout(numbers)
        self.column.addWidget(self._line)

    def show_roomy(self, *, is_roomy: bool) -> None:
        """Set the margins and sizes: wide, or small for a narrow window."""
        side = 2 * GRID if is_roomy else GRID
        self.column.setContentsMargins(side, GRID + 4, side, GRID + 4)
        self._is_roomy = is_roomy
        self._show_line()
        for view in self._views:
            view.show_roomy(is_roomy=is_roomy)

    def show_rows(self, rows: Sequence[Row], *, is_next: bool, has_line: bool) -> None:
        """Show rows; ``has_line`` is True if any of the cards has a remark, for equal heights."""
        line = next(filter(None, (row.remark for row in rows)), "")
        self._line.setText(line)
        self._has_line = has_line
        self._show_line()
        for view, row in zip(self._views, rows, strict=True):
            view.show_row(row, is_next=is_next)
        words = " ".join(filter(None, (*(view.accessibleName() for view in self._views), line)))
        self.setAccessibleName(f"{self.of.caption}. {words}")
        self.setToolTip(line)

    def _show_line(self) -> None:
        self._line.setVisible(self._has_line and self._is_roomy)


class ValueCards(QWidget):
    """Cards in the order in which their values are computed."""

    def __init__(self, cards: Sequence[CardOf]) -> None:
        super().__init__()
        self.cards = tuple(ValueCard(of) for of in cards)
        self._is_roomy = True
        row = Flow(fills=True, parent=self)
        for card in self.cards:
            row.addWidget(card)

    @property
    def words(self) -> str:
        """Words of all cards, for tests and screen readers."""
        return " ".join(card.accessibleName() for card in self.cards)

    def show_rows(self, shown: Rows, *, is_running: bool = False) -> None:
        """Show the values; with ``is_running`` the first unknown one is shown as being computed."""
        parts = [[shown.row(name) for name in card.of.names] for card in self.cards]
        waiting = [any(row.verdict is None for row in rows) for rows in parts]
        following = waiting.index(True) if is_running and any(waiting) else -1
        has_line = any(row.remark for rows in parts for row in rows)
        for place, (card, rows) in enumerate(zip(self.cards, parts, strict=True)):
            card.show_rows(rows, is_next=place == following, has_line=has_line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show smaller numbers in a narrow window."""
        super().resizeEvent(event)
        is_roomy = self.width() >= current_theme().scaled(_ROOMY_FROM)
        if is_roomy != self._is_roomy:
            self._is_roomy = is_roomy
            for card in self.cards:
                card.show_roomy(is_roomy=is_roomy)
