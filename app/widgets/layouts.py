"""Rows and columns of widgets, made from their parts, and sizes that grow with the text."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.flow import Flow
from app.widgets.text import Text

Content = QWidget | QLayout
Part = None | int | Content | tuple[Content, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; a number is a stretch, None that of 1."""
Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""
_NONE = (0, 0, 0, 0)


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add parts to a row or a column."""
    for part in parts:
        content, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if content is None:
            box.addStretch(1)
        elif isinstance(content, int):
            box.addStretch(content)
        elif isinstance(content, QLayout):
            box.addLayout(content, stretch)
        else:
            box.addWidget(content, stretch, *alignment)


def in_row(
    *parts: Part, of: QWidget | None = None, spacing: int | None = None, margins: Margins = _NONE
) -> QHBoxLayout:
    """Parts side by side: the layout of a widget, or one to be put into another."""
    row = QHBoxLayout() if of is None else QHBoxLayout(of)
    _arrange(row, parts, spacing, margins)
    return row


def in_column(
    *parts: Part, of: QWidget | None = None, spacing: int | None = None, margins: Margins = _NONE
) -> QVBoxLayout:
    """Parts one below the other: the layout of a widget, or one to be put into another."""
    column = QVBoxLayout() if of is None else QVBoxLayout(of)
    _arrange(column, parts, spacing, margins)
    return column


def bare_row(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QHBoxLayout:
    """A row of parts from the left; ``of`` is the widget that it lays out."""
    return in_row(*parts, of=of, spacing=spacing)


def bare_column(*parts: Part, of: QWidget | None = None, spacing: int = GRID) -> QVBoxLayout:
    """A column of parts from the top; ``of`` is the widget that it lays out."""
    return in_column(*parts, of=of, spacing=spacing)


def clear(layout: QLayout) -> None:
    """Delete all widgets of a layout; they vanish at once."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def _arrange(box: QBoxLayout, parts: tuple[Part, ...], spacing: int | None, margins: Margins) -> None:
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    fill(box, *parts)


def captioned(caption: str, content: QWidget | QLayout) -> QWidget:
    """A field, or a layout of several, below its caption."""
    cell = QWidget()
    bare_column(Text(caption, role="muted", wrap=True), content, None, of=cell, spacing=2)
    return cell


def row(*widgets: QWidget) -> QWidget:
    """Widgets side by side from the left, in several lines if the width is small."""
    line = QWidget()
    cells = Flow(spacing=2 * GRID, parent=line)
    for widget in widgets:
        cells.addWidget(widget)
    return line


def stacked(view: QWidget, *parts: QWidget | QHBoxLayout, picture: int = 1) -> None:
    """Lay out parts one below the other; the part ``picture`` takes the height that is left."""
    bare_column(*((part, int(place == picture)) for place, part in enumerate(parts)), of=view)


def height_as_laid_out(layout: QLayout, width: int) -> int:
    """Least height of a column at this width at which every item gets its own least height.

    Qt gives items that wrap their preferred height. With less space it cuts all items down to a common
    height, even below the minimum of an item. So the common height must not be below the largest minimum.
    """
    if not isinstance(layout, QVBoxLayout):
        return 0
    margins = layout.contentsMargins()
    inside = width - margins.left() - margins.right()
    liked, least = [], []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is not None and not item.isEmpty():
            wraps = item.hasHeightForWidth()
            least.append(item.minimumHeightForWidth(inside) if wraps else item.minimumSize().height())
            liked.append(item.heightForWidth(inside) if wraps else least[-1])
    most = max(least, default=0)
    between = layout.spacing() * max(len(liked) - 1, 0)
    return sum(min(each, most) for each in liked) + between + margins.top() + margins.bottom()


class _Keeper(QObject):
    """Sets the sizes of a widget at every change of the theme; deleted with the widget."""

    def __init__(self, widget: QWidget, *, least_width: int, most_width: int, least_height: int) -> None:
        super().__init__(widget)
        self._setters = (
            (widget.setMinimumWidth, least_width),
            (widget.setMaximumWidth, most_width),
            (widget.setMinimumHeight, least_height),
        )
        current_theme().changed.connect(self._take)
        self._take()

    def _take(self) -> None:
        for set_size, pixels in self._setters:
            if pixels:
                set_size(current_theme().scaled(pixels))


def keep_size(
    widget: QWidget, *, width: int = 0, least_width: int = 0, most_width: int = 0, least_height: int = 0
) -> None:
    """Set sizes at a scale of 100 %, pixels, which grow with the scale; 0 sets nothing."""
    _Keeper(
        widget, least_width=width or least_width, most_width=width or most_width, least_height=least_height
    )


def keep_least(widget: QWidget, *, width: int = 0, height: int = 0) -> None:
    """Set least sizes at a scale of 100 %, pixels, which grow with the scale."""
    keep_size(widget, least_width=width, least_height=height)
