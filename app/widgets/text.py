"""Text on the page in the sizes of the type scale, and buttons that know their role."""

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.look.theme import TextSize, current_theme

BOLD = QFont.Weight.DemiBold
NORMAL = QFont.Weight.Normal


class Text(QLabel):
    """A label whose font follows the theme; plain text only, so that a file name is never markup."""

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
        super().__init__(text, parent)
        self._size, self._weight = size, weight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setProperty("role", role)
        current_theme().changed.connect(self._take_font)
        self._take_font()

    def set_size(self, size: TextSize) -> None:
        """Another size of the scale, where room has become more or less."""
        self._size = size
        self._take_font()

    def _take_font(self) -> None:
        self.setFont(current_theme().font(self._size, weight=self._weight))


class ElidedText(Text):
    """One line that is shortened where there is no room for it; its tooltip then says it whole."""

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        least = super().minimumSizeHint()
        return QSize(min(self.fontMetrics().horizontalAdvance("mmmm"), least.width()), least.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
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
    """The tooltip as it was put there by the last shortening."""


def title(text: str = "") -> Text:
    """The question of a page."""
    return Text(text, size=TextSize.TITLE, weight=BOLD)


def emphasis(text: str = "") -> Text:
    """A heading within a page."""
    return Text(text, size=TextSize.EMPHASIS, weight=BOLD)


def muted(text: str = "") -> Text:
    """Secondary text."""
    return Text(text, role="muted")


def paragraph(text: str = "") -> Text:
    """Text that wraps."""
    return Text(text, wrap=True)


class Button(QPushButton):
    """A button with a role (``primary``, ``quiet``, ``segment``, ``stop``) and a name for screen readers."""

    def __init__(self, text: str = "", *, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("role", role)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        if role in {"primary", "stop"}:
            current_theme().changed.connect(self._take_font)
            self._take_font()

    def set_text(self, text: str) -> None:
        """Another text, for the eye and for the screen reader."""
        self.setText(text)
        self.setAccessibleName(text)

    def _take_font(self) -> None:
        self.setFont(current_theme().font(weight=BOLD))


def in_lines(text: str) -> str:
    """A text for a tool tip, which breaks lines only in rich text; empty stays empty."""
    return f"<qt>{escape(text, quote=False)}</qt>" if text else ""
