"""Text in the sizes of the type scale, and buttons with a role."""

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QPoint, QSize, Qt, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from app.look.theme import TextSize, current_theme
from app.speech.words import with_joint_numbers
from app.widgets.popups import Entry, open_menu

BOLD = QFont.Weight.DemiBold
NORMAL = QFont.Weight.Normal


class Text(QLabel):
    """A label with the font of the theme; plain text only, so that a file name is never markup."""

    def __init__(
        self,
        text: str = "",
        *,
        size: TextSize = TextSize.BODY,
        weight: QFont.Weight = NORMAL,
        role: str = "",
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(with_joint_numbers(text), parent)
        self._size, self._weight = size, weight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setProperty("role", role)
        current_theme().changed.connect(self._take_font)
        self._take_font()

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(with_joint_numbers(text))

    def set_size(self, size: TextSize) -> None:
        """Set another size of the type scale."""
        self._size = size
        self._take_font()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the font again: a style sheet takes it back to that of an earlier scale at the first sight."""
        super().showEvent(event)
        self._take_font()

    def _take_font(self) -> None:
        self.setFont(current_theme().font(self._size, weight=self._weight))


class ElidedText(Text):
    """One line of text that is shortened to its width; the tooltip then has the whole text."""

    def minimumSizeHint(self) -> QSize:
        """Width of a few letters."""
        least = super().minimumSizeHint()
        return QSize(min(self.fontMetrics().horizontalAdvance("mmmm"), least.width()), least.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much text as fits."""
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        whole = self.text() if shown != self.text() else ""
        if self.toolTip() != whole and (whole or self.toolTip() == self._whole):
            self._whole = whole
            self.setToolTip(whole)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, int(self.alignment()), shown)

    _whole = ""
    """Tooltip that was set by the last shortening."""


def title(text: str = "") -> Text:
    """Title of a page."""
    return Text(text, size=TextSize.TITLE, weight=BOLD)


def emphasis(text: str = "") -> Text:
    """Heading within a page."""
    return Text(text, size=TextSize.EMPHASIS, weight=BOLD)


def muted(text: str = "") -> Text:
    """Secondary text in a muted colour."""
    return Text(text, role="muted")


def paragraph(text: str = "") -> Text:
    """Text that wraps at the width."""
    return Text(text, wrap=True)


class Button(QPushButton):
    """A button with a role (``primary``, ``quiet``, ``segment``, ``stop``) and a name for screen readers."""

    def __init__(self, text: str = "", *, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("role", role)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self._is_bold = role in {"primary", "stop"}
        if self._is_bold:
            current_theme().changed.connect(self._take_font)
            self._take_font()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the font again, as a text does."""
        super().showEvent(event)
        if self._is_bold:
            self._take_font()

    def set_text(self, text: str) -> None:
        """Set the caption, also for screen readers."""
        self.setText(text)
        self.setAccessibleName(text)

    def take_role(self, role: str) -> None:
        """Look like a button of another role; the font stays."""
        if role != self.property("role"):
            font = self.font()
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
            self.setFont(font)  # which the style takes back to that of an earlier scale

    def _take_font(self) -> None:
        self.setFont(current_theme().font(weight=BOLD))


class ElidedButton(Button):
    """A button whose caption is shortened to its width."""

    def __init__(self, text: str = "", *, role: str = "") -> None:
        super().__init__(text, role=role)
        # a button's own policy would keep the width of the whole caption
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Width of a few letters."""
        least = super().minimumSizeHint()
        room = least.width() - self.fontMetrics().horizontalAdvance(self.text())
        few = self.fontMetrics().horizontalAdvance("mmmm")
        return QSize(min(room + few, least.width()), least.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much of the caption as fits."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


def in_lines(text: str) -> str:
    """A text as rich text, because tooltips wrap only rich text; empty for an empty text."""
    return f"<qt>{escape(text, quote=False)}</qt>" if text else ""


class MenuButton(Button):
    """Opens a menu of ``entries``, which are asked for at each press; not while an arm is armed or moving."""

    def __init__(self, text: str, entries: Callable[[], Sequence[Entry]]) -> None:
        super().__init__(text, role="quiet")
        self._entries = entries
        self.clicked.connect(self._open)

    @Slot()
    def _open(self) -> None:
        open_menu(self, self._entries(), self.mapToGlobal(QPoint(0, self.height())))
