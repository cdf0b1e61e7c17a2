"""Rows, columns, flows, stacks, fold-outs and cards of widgets, and sizes that grow with the text."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.presentation import Rows, value_text
from app.speech.words import verdict_word, with_joint_numbers
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, GlyphView
from app.widgets.text import BOLD, NORMAL, Button, ElidedText, Text, muted
from core.quality import Verdict, Word

Content = QWidget | QLayout
Part = None | int | Content | tuple[Content, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; a number is a stretch, None that of 1."""
Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""
_NONE = (0, 0, 0, 0)


class Flow(QLayout):
    """Lines of widgets; with ``fills`` the widgets of each line fill its width."""

    def __init__(self, *, spacing: int = GRID, fills: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._fills = fills
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Item at a place; None after the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item; None after the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """No direction: the layout does not want more space than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """True, because the number of lines depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at this width."""
        return self._lay_out(QRect(0, 0, width, 0), moves=False)

    def sizeHint(self) -> QSize:
        """Size of all items in one line."""
        shown = self._shown()
        hints = [item.sizeHint() for item in shown]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(len(shown) - 1, 0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """Least size, with each item on a line of its own."""
        least = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in least), default=0),
            max((size.height() for size in least), default=0),
        )

    def setGeometry(self, place: QRect) -> None:
        """Place all items."""
        super().setGeometry(place)
        self._lay_out(place, moves=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """The items of every line; with ``fills``, evenly distributed."""
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(item)
            used += self.spacing() + needed
        return _evened(lines) if self._fills else lines

    def _lay_out(self, place: QRect, *, moves: bool) -> int:
        top = place.top()
        for line in self._lines(place.width()):
            widths = self._widths(line, place.width())
            height = max(_height_of(item, width) for item, width in zip(line, widths, strict=True))
            if moves:
                left = place.left()
                for item, width in zip(line, widths, strict=True):
                    item.setGeometry(QRect(QPoint(left, top), QSize(width, height)))
                    left += width + self.spacing()
            top += height + self.spacing()
        return max(top - place.top() - self.spacing(), 0)

    def _widths(self, line: Sequence[QLayoutItem], width: int) -> list[int]:
        hints = [min(item.sizeHint().width(), width) for item in line]
        if not self._fills:
            return hints
        left = width - sum(hints) - self.spacing() * (len(line) - 1)
        share = max(left, 0) // len(line)
        return [hint + share for hint in hints]


def _height_of(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def _evened(lines: list[list[QLayoutItem]]) -> list[list[QLayoutItem]]:
    """The items in the same number of lines, evenly distributed: three and one become two and two."""
    items = [item for line in lines for item in line]
    if len(lines) < 2:  # one line is even
        return lines
    each = -(-len(items) // len(lines))
    evened = [items[first : first + each] for first in range(0, len(items), each)]
    return evened if len(evened) == len(lines) else lines


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


class ViewStack(QStackedWidget):
    """A stack as high as the view in front needs; Qt's own is as high as the highest view.

    Its least height is that for its present width. It has no height for width, because Qt would take that of
    the highest view.
    """

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _place: self.updateGeometry())

    def sizeHint(self) -> QSize:
        """Preferred width of the view in front, but its least height, because the stack stretches anyway.

        With a larger hint, Qt would never give a layout of wrapping words less than that.
        """
        view = self.currentWidget()
        if view is None:
            return super().sizeHint()
        return QSize(view.sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Least size of the view in front, with its words wrapped at the present width."""
        view = self.currentWidget()
        if view is None:
            return QSize(0, 0)
        least = view.minimumSizeHint().expandedTo(view.minimumSize())
        layout = view.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        width = max(self.width(), least.width())
        wrapped = max(layout.totalMinimumHeightForWidth(width), height_as_laid_out(layout, width))
        return QSize(least.width(), max(wrapped, view.minimumHeight()))

    def hasHeightForWidth(self) -> bool:
        """False, for any content."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the size hint, because words wrap differently at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class FoldOut(QWidget):
    """A button, and the content that it shows or hides; the caption is *More options* if none is given."""

    toggled = Signal(bool)

    def __init__(self, content: QWidget, *, caption: str = "") -> None:
        super().__init__()
        self._content, self._caption = content, caption
        self._button = Button(role="quiet")
        self._button.setCheckable(True)
        self._button.toggled.connect(self._show)
        bare_column(self._button, content, of=self)
        self._button.setSizePolicy(
            self._button.sizePolicy().Policy.Maximum, self._button.sizePolicy().verticalPolicy()
        )
        self._show(False)  # noqa: FBT003  # Qt's own slot

    def set_open(self, state: bool) -> None:  # noqa: FBT001  # as QAbstractButton.setChecked
        """Show or hide the content."""
        self._button.setChecked(state)

    def _show(self, state: bool) -> None:  # noqa: FBT001  # slot of QAbstractButton.toggled
        self._content.setVisible(state)
        if self._caption:
            self._button.setText(f"{'⌄' if state else '›'}  {self._caption}")
            self._button.setAccessibleName(self._caption)
        else:
            self._button.set_text(self.tr("Fewer options") if state else self.tr("More options"))
        self.toggled.emit(state)


def folded(section: Rows) -> FoldOut:
    """The sentences of a section, folded into one line with its title and their count."""
    sentences = QWidget()
    bare_column(*(Text(value_text(row.value), role="muted", wrap=True) for row in section.rows), of=sentences)
    return FoldOut(sentences, caption=f"{section.title} ({len(section.rows)})")


class Card(QFrame):
    """A framed surface with rounded corners; ``column`` is its layout."""

    def __init__(self, *, margin: int = 2 * GRID, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(GRID)


def in_card(*parts: Part, margin: int = GRID) -> Card:
    """Parts one below the other on a card."""
    card = Card(margin=margin)
    fill(card.column, *parts)
    return card


class SignedText(QWidget):
    """A sign with words of the same meaning."""

    def __init__(
        self,
        *,
        glyph_size: int = 18,
        size: TextSize = TextSize.BODY,
        wrap: bool = False,
        elides: bool = False,
    ) -> None:
        super().__init__()
        self._glyph = GlyphView(Glyph.NOTE, size=glyph_size)
        weight = NORMAL if size is TextSize.BODY else BOLD
        kind = ElidedText if elides else Text  # shortened where the room is too narrow
        self._text = kind(size=size, weight=weight, wrap=wrap)
        bare_row(self._glyph, (self._text, 1), of=self)

    def show_text(self, glyph: Glyph, text: str) -> None:
        """Show a sign with its words."""
        self._glyph.show_glyph(glyph)
        self._text.setText(text)
        self.setAccessibleName(with_joint_numbers(text))

    def show_verdict(self, verdict: Verdict | Word) -> None:
        """Show a verdict as sign and word."""
        self.show_text(VERDICT_GLYPHS[verdict], verdict_word(verdict))


class ValueCard(Card):
    """A card with a caption, a large value with its unit, and a line below."""

    def __init__(self, caption: str, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=2 * GRID, parent=parent)
        self.column.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.column.setSpacing(2)
        self._caption = muted(caption)
        self._value = Text(size=TextSize.TITLE, weight=BOLD)
        self._unit = muted()
        self._line = muted()
        self.column.addWidget(self._caption)
        self.column.addLayout(bare_row(self._value, self._unit, None))
        self.column.addWidget(self._line)

    def show_value(self, value: str, unit: str, line: str, *, caption: str | None = None) -> None:
        """Show a value with its unit and a line below; each may be empty."""
        if caption is not None:
            self._caption.setText(caption)
        self._value.setText(value)
        self._unit.setText(unit)
        self._line.setText(line)
        shown = " ".join(filter(None, (value, unit)))
        self.setAccessibleName(f"{self._caption.text()}: {shown}. {line}".strip())
