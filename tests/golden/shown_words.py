"""Everything that a person can read on a page of the window, or hear of it from a screen reader."""

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.gallery.rules import shown


def words_of(root: QWidget) -> str:
    """One line for each widget that has words, from the outside in."""
    return "\n".join(line for widget in shown(root) for line in _words(widget) if line.strip())


def _words(widget: QWidget) -> Iterator[str]:
    text = _text(widget)
    yield text
    told = f"{widget.accessibleName()} {widget.accessibleDescription()}".strip()
    if told and told != text.strip():
        yield f"({told})"
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        yield from _cells(model)


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        return " / ".join(widget.text().splitlines())
    if isinstance(widget, QComboBox):
        return " | ".join(widget.itemText(place) for place in range(widget.count()))
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return " / ".join(widget.toPlainText().splitlines())
    return ""


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    columns = range(model.columnCount())
    names = (model.headerData(place, Qt.Orientation.Horizontal) for place in columns)
    yield " | ".join(str(name or "") for name in names)
    for row in range(model.rowCount()):
        yield " | ".join(str(model.data(model.index(row, place)) or "") for place in columns)
