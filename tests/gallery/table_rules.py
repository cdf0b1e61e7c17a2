"""The measuring rule for tables: headings and cells that do not fit their column or row."""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from tests.gallery.finding import Finding, Rule, place_of

_PADDING = 10
"""Left and right of the words in a cell, as the style sheet says, and a pixel of the grid."""
_HEAD_PADDING = 16
_SIGN_GAP = 4
_SLACK = 2
_ROLE = Qt.ItemDataRole


def cut_cells(view: QAbstractItemView) -> Iterator[Finding]:
    """Headings and cells in sight that are shortened without a tooltip that says them whole."""
    if not isinstance(view, QTableView) or view.model() is None:
        return
    yield from _cut_headings(view)
    for row in range(view.model().rowCount()):
        if view.isRowHidden(row) or not _is_in_sight(view, row):
            continue
        for column in range(view.model().columnCount()):
            if not view.isColumnHidden(column):
                yield from _cut_cell(view, view.model().index(row, column))


def _is_in_sight(view: QTableView, row: int) -> bool:
    top = view.rowViewportPosition(row)
    return top + view.rowHeight(row) > 0 and top < view.viewport().height()


def _cut_headings(view: QTableView) -> Iterator[Finding]:
    header: QHeaderView = view.horizontalHeader()
    if not header.isVisible():
        return
    metrics = header.fontMetrics()
    for section in range(header.count()):
        text = str(view.model().headerData(section, Qt.Orientation.Horizontal, _ROLE.DisplayRole) or "")
        needed = metrics.size(0, text) + QSize(_HEAD_PADDING, 0)
        room = QSize(header.sectionSize(section), header.height())
        whole = view.model().headerData(section, Qt.Orientation.Horizontal, _ROLE.ToolTipRole)
        if header.isSectionHidden(section) or not text or whole:
            continue
        if needed.width() > room.width() + _SLACK or needed.height() > room.height():
            yield Finding(Rule.CUT_TEXT, f"{place_of(view)}/heading", text, _detail(needed, room))


def _cut_cell(view: QTableView, index: QModelIndex) -> Iterator[Finding]:
    text = str(index.data(_ROLE.DisplayRole) or "")
    if not text or view.indexWidget(index) is not None:
        return
    needed = view.fontMetrics().size(0, text) + QSize(_PADDING, 0)
    sign = index.data(_ROLE.DecorationRole)
    if isinstance(sign, QIcon) and not sign.isNull():
        needed.setWidth(needed.width() + view.iconSize().width() + _SIGN_GAP)
    room = QSize(view.columnWidth(index.column()), view.rowHeight(index.row()))
    is_said_whole = text in str(index.data(_ROLE.ToolTipRole) or "")
    is_too_wide = needed.width() > room.width() + _SLACK and not is_said_whole and not view.wordWrap()
    if is_too_wide or view.fontMetrics().height() > room.height():
        yield Finding(Rule.CUT_TEXT, f"{place_of(view)}/cell", text, _detail(needed, room))


def _detail(needed: QSize, room: QSize) -> str:
    return f"needs {needed.width()}x{needed.height()}, has {room.width()}x{room.height()}"
