"""List of visits by arm: headings, and below each its visits with tick, day and results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.speech.words import Signed
from app.widgets.choice import BOX, paint_tick
from app.widgets.glyphs import paint_glyph
from app.widgets.text import BOLD

Index = QModelIndex | QPersistentModelIndex
_SIGN, _GAP = 16.0, 6.0
_LEFT = 2 * GRID + BOX + 2 * GRID


@dataclass(frozen=True)
class HeadingRow:
    """Heading of an arm."""

    words: str
    paths: tuple[str, ...]
    """Its visits that can be read."""


@dataclass(frozen=True)
class VisitWords:
    """Words of a visit's row: its day, its file, its results; and the sentence for a screen reader."""

    when: str
    about: str
    signs: tuple[Signed, ...]
    sentence: str


@dataclass(frozen=True, eq=False)
class VisitRow:
    """A visit, worded when it is seen first; not ``is_readable`` where the file is damaged."""

    path: str
    word: Callable[[], VisitWords]
    is_readable: bool = True

    @cached_property
    def shown(self) -> VisitWords:
        """Its words."""
        return self.word()


ListRow = HeadingRow | VisitRow


class VisitListModel(QAbstractListModel):
    """Rows of arms and visits, and the picked visits."""

    picked_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[ListRow, ...] = ()
        self._picked: dict[str, None] = {}

    @property
    def picked(self) -> tuple[str, ...]:
        """Picked paths, in the order of picking."""
        return tuple(self._picked)

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show other rows; picked visits stay picked, shown or not."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def pick(self, paths: Sequence[str]) -> None:
        """Pick these visits and no others."""
        self._picked = dict.fromkeys(paths)
        self._emit_picked()

    def toggle(self, row: int) -> None:
        """Pick a visit or put it back; of a heading all its visits."""
        one = self.rows[row]
        paths = one.paths if isinstance(one, HeadingRow) else (one.path,) if one.is_readable else ()
        if not paths:
            return
        if all(path in self._picked for path in paths):
            self._picked = {path: None for path in self._picked if path not in paths}
        else:
            self._picked |= dict.fromkeys(paths)
        self._emit_picked()

    def is_picked(self, row: int) -> bool:
        """True if the visit of this row is picked."""
        one = self.rows[row]
        return isinstance(one, VisitRow) and one.path in self._picked

    def row_of(self, path: str) -> int:
        """The row of a visit; -1 where it is not shown."""
        places = (
            place for place, one in enumerate(self.rows) if isinstance(one, VisitRow) and one.path == path
        )
        return next(places, -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of headings and visits."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Words, tick and tool tip of a row."""
        row = self.rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.words if isinstance(row, HeadingRow) else row.shown.sentence
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, VisitRow):
            return row.path
        if role == Qt.ItemDataRole.CheckStateRole and isinstance(row, VisitRow) and row.is_readable:
            return Qt.CheckState.Checked if self.is_picked(index.row()) else Qt.CheckState.Unchecked
        return None

    def _emit_picked(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))
        self.picked_changed.emit()


class _RowPainter(QStyledItemDelegate):
    """Two lines a visit: day and file, then signs with their words; one bold line an arm."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Height for a finger, at any size of the letters."""
        height = QFontMetricsF(current_theme().font()).height()
        if isinstance(_row(index), HeadingRow):
            return QSize(0, round(max(44.0, 1.4 * height + 2 * GRID)))
        return QSize(0, round(max(60.0, 2.0 * height + 3 * GRID)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a heading or a visit."""
        state = option.state
        place = QRectF(option.rect)
        row, theme = _row(index), current_theme()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(place.adjusted(2, 2, -2, -2), 6, 6)
        painter.setPen(QPen(theme.colour("hairline"), 1))
        painter.drawLine(place.bottomLeft(), place.bottomRight())
        if isinstance(row, HeadingRow):
            self._heading(painter, place, row)
        else:
            model = index.model()
            assert isinstance(model, VisitListModel)
            self._visit(painter, place, row, is_picked=model.is_picked(index.row()))
        painter.restore()

    def _heading(self, painter: QPainter, place: QRectF, row: HeadingRow) -> None:
        font = current_theme().font(TextSize.EMPHASIS, weight=BOLD)
        room = place.adjusted(GRID, 0, -GRID, -GRID / 2)
        painter.setFont(font)
        painter.setPen(current_theme().colour("text"))
        words = QFontMetricsF(font).elidedText(row.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, words)

    def _visit(self, painter: QPainter, place: QRectF, row: VisitRow, *, is_picked: bool) -> None:
        theme = current_theme()
        if row.is_readable:
            box = QRectF(place.left() + 2 * GRID, place.center().y() - BOX / 2, BOX, BOX)
            paint_tick(painter, box, is_ticked=is_picked)
        bold, plain = theme.font(weight=BOLD), theme.font()
        height = QFontMetricsF(plain).height()
        room = place.adjusted(_LEFT, 0, -2 * GRID, 0)
        top = place.center().y() - height - GRID / 4
        self._words(
            painter, QRectF(room.left(), top, room.width(), height), row.shown, bold=bold, plain=plain
        )
        self._signs(
            painter, QRectF(room.left(), top + height + GRID / 2, room.width(), height), row.shown.signs
        )

    def _words(self, painter: QPainter, room: QRectF, row: VisitWords, *, bold: Any, plain: Any) -> None:
        theme = current_theme()
        painter.setFont(bold)
        painter.setPen(theme.colour("text"))
        wide = QFontMetricsF(bold).horizontalAdvance(row.when) + 2 * GRID
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, row.when)
        rest = room.adjusted(wide, 0, 0, 0)
        painter.setFont(plain)
        painter.setPen(theme.colour("muted"))
        about = QFontMetricsF(plain).elidedText(row.about, Qt.TextElideMode.ElideMiddle, rest.width())
        painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, about)

    def _signs(self, painter: QPainter, room: QRectF, signs: Sequence[Signed]) -> None:
        theme = current_theme()
        font = theme.font()
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        x = room.left()
        for place, one in enumerate(signs):
            wide = _SIGN + _GAP + metrics.horizontalAdvance(one.words) + 2 * GRID
            left = room.right() - x
            if place and wide - 2 * GRID > left:
                painter.drawText(
                    QRectF(x, room.top(), left, room.height()), Qt.AlignmentFlag.AlignVCenter, "…"
                )
                return
            sign = QRectF(x, room.center().y() - _SIGN / 2, _SIGN, _SIGN)
            paint_glyph(painter, sign, one.glyph, theme.tokens)
            painter.setPen(theme.colour("text"))
            words = metrics.elidedText(one.words, Qt.TextElideMode.ElideRight, left - _SIGN - _GAP)
            spot = QRectF(x + _SIGN + _GAP, room.top(), left - _SIGN - _GAP, room.height())
            painter.drawText(spot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
            x += wide


class VisitList(QListView):
    """Space or a click picks, Enter or a double click opens; headings pick all their visits."""

    opened = Signal(str)
    """Emitted with the path of a visit to open."""
    asked = Signal()
    """Emitted when Enter was pressed while several are picked."""
    name_asked = Signal()
    """Emitted when F2 was pressed."""
    delete_asked = Signal()
    """Emitted when the key Delete was pressed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.rows_model = VisitListModel()
        self.setModel(self.rows_model)
        self.setItemDelegate(_RowPainter(self))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setAutoFillBackground(False)  # as clear as the card below it
        self._was_double = False
        current_theme().changed.connect(self._take_theme)

    @property
    def current_visit(self) -> VisitRow | None:
        """The visit the keyboard is on."""
        index = self.currentIndex()
        row = self.rows_model.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, VisitRow) else None

    def go_to(self, row: int) -> None:
        """Put the keyboard on a row."""
        self.setCurrentIndex(self.rows_model.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space picks, Enter opens or asks, F2 names, Delete asks to delete; the arrows move."""
        row = self.currentIndex().row()
        for key, asked in ((Qt.Key.Key_F2, self.name_asked), (Qt.Key.Key_Delete, self.delete_asked)):
            if event.key() == key:
                asked.emit()
                return
        if event.key() == Qt.Key.Key_Space and row >= 0:
            self.rows_model.toggle(row)
            return
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            visit = self.current_visit
            if len(self.rows_model.picked) > 1:
                self.asked.emit()
            elif visit is not None and visit.is_readable:
                self.opened.emit(visit.path)
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click picks or puts back."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not self._was_double:
            self.rows_model.toggle(index.row())
        self._was_double = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click opens a visit."""
        self._was_double = True
        index = self.indexAt(event.position().toPoint())
        row = self.rows_model.rows[index.row()] if index.isValid() else None
        if isinstance(row, VisitRow) and row.is_readable:
            self.opened.emit(row.path)

    def _take_theme(self) -> None:
        self.scheduleDelayedItemsLayout()  # letters of another size
        self.viewport().update()


def _row(index: Index) -> ListRow:
    model = index.model()
    assert isinstance(model, VisitListModel)
    return model.rows[index.row()]
