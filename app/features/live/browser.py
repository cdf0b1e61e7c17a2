"""Every signal of the stream in a list: found by typing, ticked for a plot, dragged onto one."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.features.live.plots import Group, Shown
from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.speech.units import number
from app.widgets.fields import ClearedField, SearchField
from app.widgets.layouts import in_column
from app.widgets.popups import Entry, open_menu
from app.widgets.text import BOLD, Text

MIME = "application/x-torsion-signal"
"""Kind of what is dragged: the name of a signal."""
_PLACE = Qt.ItemDataRole.UserRole
_BOX = 20.0
_WORDS, _VALUE = 0, 1


class SignalTree(QTreeWidget):
    """The rows: groups with their signals; a press anywhere on a signal ticks it."""

    pressed_at = Signal(object)
    """Carries the QTreeWidgetItem that is to be ticked, or not any more."""
    menu_wanted = Signal(object, object)
    """Carries a QTreeWidgetItem and the QPoint of the screen at which a menu is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "signals")
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setDragEnabled(True)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_Row(self))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(_WORDS, self.header().ResizeMode.Stretch)
        self.header().setSectionResizeMode(_VALUE, self.header().ResizeMode.ResizeToContents)
        self.itemClicked.connect(self._clicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        """The name of the dragged signal."""
        found = QMimeData()
        names = [
            shown.name
            for item in items
            if isinstance(shown := item.data(_WORDS, _PLACE), Shown) and shown.key
        ]
        if names:
            found.setData(MIME, names[0].encode())
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick or fold a row with the space bar; arrows are those of a tree."""
        item = self.currentItem()
        if item is not None and event.key() == Qt.Key.Key_Space:
            self.pressed_at.emit(item)
            event.accept()
            return
        super().keyPressEvent(event)

    @Slot(QTreeWidgetItem, int)
    def _clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        self.pressed_at.emit(item)

    @Slot(QPoint)
    def _ask_for_menu(self, place: QPoint) -> None:
        item = self.itemAt(place)
        if item is not None:
            self.menu_wanted.emit(item, self.viewport().mapToGlobal(place))


class SignalBrowser(QWidget):
    """The search, the list, and a line for signals worked out from others."""

    ticked = Signal(str, bool)
    """Carries the name of a signal, and True if it is to be shown."""
    over_asked = Signal(str, str)
    """Carries the names of two signals: the first is drawn over the second."""
    line_asked = Signal(str)
    """Carries the line that a person wrote."""
    line_dropped = Signal(str)
    """Carries the name of a line that is not wanted any more."""

    def __init__(self) -> None:
        super().__init__()
        self.search = SearchField(self.tr("Find a signal"))
        self.search.setPlaceholderText(self.tr("Find a signal"))
        self.tree = SignalTree()
        self.tree.setAccessibleName(self.tr("Signals"))
        self.line = ClearedField(self.tr("Work a signal out"))
        self.line.takes_enter = True
        self.line.setPlaceholderText(self.tr("e.g. {line}").format(line="twist_2 - twist_3"))
        self.wrong = Text(role="muted", wrap=True)
        self.wrong.hide()
        self._groups: tuple[Group, ...] = ()
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._heads: list[tuple[QTreeWidgetItem, Group]] = []
        self._open: set[str] = set()
        """Headings of the groups that a person has opened."""
        self._chosen: frozenset[str] = frozenset()
        self._is_stale = False
        self.search.textChanged.connect(self._find)
        self.tree.pressed_at.connect(self._press)
        self.tree.menu_wanted.connect(self._open_menu)
        self.line.returnPressed.connect(lambda: self.line_asked.emit(self.line.text()))
        self.line.textEdited.connect(lambda: self.show_wrong(""))
        current_theme().changed.connect(self.tree.doItemsLayout)
        in_column(self.search, (self.tree, 1), self.line, self.wrong, of=self, spacing=GRID // 2)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the signals that are in sight or behind a closed heading, as the search leaves them."""
        return tuple(name for name, row in self._rows.items() if not row.isHidden())

    @property
    def chosen(self) -> frozenset[str]:
        """Names of the ticked signals."""
        return self._chosen

    def offer(self, groups: Sequence[Group]) -> None:
        """List these signals."""
        if tuple(groups) == self._groups:
            return
        self._groups = tuple(groups)
        self.tree.clear()
        self._rows.clear()
        self._heads.clear()
        for group in self._groups:
            head = QTreeWidgetItem(self.tree, [group.words, ""])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self._heads.append((head, group))
            for shown in group.signals:
                row = QTreeWidgetItem(head, [shown.words, ""])
                row.setData(_WORDS, _PLACE, shown)
                row.setData(_WORDS, Qt.ItemDataRole.ToolTipRole, shown.name)
                self._rows[shown.name] = row
        self._find()
        self.choose(self._chosen)

    def choose(self, names: Iterable[str]) -> None:
        """Tick these signals and no others, without a signal."""
        self._chosen = frozenset(names)
        for name, row in self._rows.items():
            if not row.data(_WORDS, _PLACE).key:
                continue
            is_ticked = name in self._chosen
            row.setCheckState(_WORDS, Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
        for head, group in self._heads:
            count = sum(one.name in self._chosen for one in group.signals)
            head.setData(_WORDS, Qt.ItemDataRole.AccessibleDescriptionRole, str(count) if count else "")
        self.tree.viewport().update()

    def show_values(self, values: Mapping[str, float], *, is_stale: bool) -> None:
        """Show the newest values in SI units by the names of the signals; beside a heading its first one."""
        self._is_stale = is_stale
        for head, group in self._heads:
            if not head.isHidden() and group.signals and group.joint is not None:
                _show(head, _text(group.signals[0], values))
            if head.isExpanded():
                for shown in group.signals:
                    _show(self._rows[shown.name], _text(shown, values))

    @property
    def is_stale(self) -> bool:
        """True if the values are the last ones of a silent stream."""
        return self._is_stale

    def show_wrong(self, words: str, *, more: str = "") -> None:
        """Say below the line why it cannot be read; empty where it can. ``more`` is for the pointer."""
        self.wrong.setText(words)
        self.wrong.setToolTip(more)
        self.wrong.setVisible(bool(words))
        self.line.setProperty("wrong", bool(words))
        self.line.style().unpolish(self.line)
        self.line.style().polish(self.line)

    def expand(self, group: int, *, is_open: bool = True) -> None:
        """Open or close a group, counted from 0."""
        head, of = self._heads[group]
        (self._open.add if is_open else self._open.discard)(of.words)
        head.setExpanded(is_open)

    @Slot()
    def _find(self) -> None:
        """Show what has the words of the search in it: of the signal, its name or its heading."""
        words = self.search.text().casefold().split()
        for head, group in self._heads:
            found = 0
            for shown in group.signals:
                text = f"{group.words} {shown.words} {shown.name}".casefold()
                is_found = all(word in text for word in words)
                self._rows[shown.name].setHidden(not is_found)
                found += is_found
            head.setHidden(bool(words) and not found)
            head.setExpanded(bool(found) if words else group.words in self._open)

    @Slot(object)
    def _press(self, item: QTreeWidgetItem) -> None:
        shown = item.data(_WORDS, _PLACE)
        if isinstance(shown, Shown):
            if shown.key:
                self.ticked.emit(shown.name, shown.name not in self._chosen)
            return
        place = next(number for number, (head, _) in enumerate(self._heads) if head is item)
        self.expand(place, is_open=not item.isExpanded())

    @Slot(object, object)
    def _open_menu(self, item: QTreeWidgetItem, place: QPoint) -> None:
        shown = item.data(_WORDS, _PLACE)
        if isinstance(shown, Shown) and shown.key:
            open_menu(self, self.menu_of(shown), place)

    def menu_of(self, shown: Shown) -> list[Entry]:
        """Entries for a signal: over each of the ticked ones; one of a person's own can be dropped."""
        every = [one for group in self._groups for one in group.signals]
        entries: list[Entry] = []
        for other in () if shown.is_told else every:
            if other.name in self._chosen and other.name != shown.name and not other.is_told:
                ask = partial(self.over_asked.emit, shown.name, other.name)
                entries.append((self.tr("Over {signal}").format(signal=other.title), ask))
        if self._groups and shown in self._groups[-1].signals:
            entries.append((self.tr("Remove it"), lambda: self.line_dropped.emit(shown.name)))
        return entries


def _show(row: QTreeWidgetItem, text: str) -> None:
    if row.text(_VALUE) != text:
        row.setText(_VALUE, text)


def _text(shown: Shown, values: Mapping[str, float]) -> str:
    value = values.get(shown.name, math.nan)
    if not math.isfinite(value):
        return "–"
    if shown.said:
        return shown.said[int(value)]
    in_units = round(float(shown.unit.shown(value)), shown.decimals) + 0.0  # no minus before a zero
    return f"{number(in_units, decimals=shown.decimals)} {shown.unit.symbol}".strip()


class _Row(QStyledItemDelegate):
    """Paints a row as high as a finger: a tick in the colour of the joint, words, and the value."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Size of a row; the value as wide as its text."""
        letters = QFontMetrics(current_theme().font())
        width = letters.horizontalAdvance(str(index.data() or "")) + 2 * GRID
        return QSize(width, max(TARGET_HEIGHT, letters.height() + 2 * GRID))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        theme, shown = current_theme(), index.sibling(index.row(), _WORDS).data(_PLACE)
        is_head = not isinstance(shown, Shown)
        room = QRectF(option.rect)
        painter.save()
        if is_head:
            painter.fillRect(room, theme.colour("window"))
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if has_focus:
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(room.adjusted(1, 1, -1, -1))
        painter.setFont(theme.font(weight=BOLD) if is_head else theme.font())
        is_stale = isinstance(self.parent(), SignalTree) and _is_stale(self.parent())
        painter.setPen(theme.colour("muted" if is_stale and index.column() == _VALUE else "text"))
        if index.column() == _VALUE:
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(room.adjusted(0, 0, -GRID, 0), right, str(index.data() or ""))
        else:
            left = room.adjusted(GRID, 0, 0, 0)
            if is_head:
                self._paint_arrow(painter, left, is_open=bool(option.state & QStyle.StateFlag.State_Open))
            elif shown.key:
                ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked.value
                self._paint_tick(painter, left, shown, is_ticked=ticked)
            painter.setPen(theme.colour("text"))
            words = left.adjusted(_BOX + GRID, 0, 0, 0)
            elided = QFontMetrics(painter.font()).elidedText(
                str(index.data()), Qt.TextElideMode.ElideRight, int(words.width())
            )
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    @staticmethod
    def _paint_tick(painter: QPainter, room: QRectF, shown: Shown, *, is_ticked: bool) -> None:
        theme = current_theme()
        own = None if shown.joint is None else theme.tokens.joint(shown.joint)
        colour = theme.colour("accent") if own is None else QColor(own)
        box = QRectF(room.left(), room.center().y() - _BOX / 2.0, _BOX, _BOX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)  # noqa: FBT003  # Qt's own signature
        painter.setPen(QPen(colour if is_ticked else theme.colour("control_border"), 1.5))
        painter.setBrush(colour if is_ticked else theme.colour("field"))
        painter.drawRoundedRect(box, 4, 4)
        if is_ticked:
            painter.setPen(QPen(theme.colour("surface"), 2.4))
            corner = box.topLeft()
            painter.drawPolyline([corner + QPoint(*at).toPointF() for at in ((5, 10), (9, 14), (15, 6))])
        painter.setBrush(Qt.BrushStyle.NoBrush)

    @staticmethod
    def _paint_arrow(painter: QPainter, room: QRectF, *, is_open: bool) -> None:
        middle = room.center().y()
        places = ((4, -2), (9, 3), (14, -2)) if is_open else ((7, -5), (12, 0), (7, 5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)  # noqa: FBT003  # Qt's own signature
        painter.setPen(QPen(current_theme().colour("muted"), 2.0))
        painter.drawPolyline([QPoint(round(room.left()) + x, round(middle) + y) for x, y in places])


def _is_stale(tree: object) -> bool:
    browser = tree.parentWidget() if isinstance(tree, QWidget) else None
    return isinstance(browser, SignalBrowser) and browser.is_stale
