"""The panel over the page that shows the newest message: never a modal window.

It lies over the upper edge of the page and changes no layout. A note leaves by itself after a while; what is
a warning or an error stays until it is closed, its cause is gone, or another page is opened.
``MessageList`` keeps what has left.
"""

from PySide6.QtCore import QEvent, QRectF, QTimer, Slot
from PySide6.QtGui import QEnterEvent, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import Message
from app.jobs.messages import MessageBus, Offer, Severity
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.over_page import OverPage
from app.speech.language import joined_sentences
from app.widgets.card import Card
from app.widgets.glyphs import SEVERITY_GLYPHS, Glyph, GlyphView
from app.widgets.layouts import in_column, in_row
from app.widgets.text import BOLD, Button, Text, muted

READ_MS = 10_000
"""Time for which a note stays, ms."""
_LEAVES = frozenset({Severity.NOTE, Severity.GOOD})
_COLOURS = {
    Severity.NOTE: "accent",
    Severity.GOOD: "good",
    Severity.WARNING: "warning",
    Severity.ERROR: "error",
}
_STRIPE = 4


class Banner(Card):
    """Shows the newest message of the bus over the page."""

    def __init__(self, bus: MessageBus, *, parent: QWidget) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.setProperty("overlay", True)  # noqa: FBT003  # Qt's own order
        self._place = OverPage(self)
        self.lie_over = self._place.lie_over
        self._severity = Severity.NOTE
        self._read = QTimer(self, singleShot=True, interval=READ_MS)
        self._read.timeout.connect(self.hide)
        self._message = Message("", "", "", "")
        self._glyph = GlyphView(Glyph.NOTE, size=24)
        self._title = Text(weight=BOLD, wrap=True)
        self._body = Text(wrap=True)
        self._code = muted()
        self.offer_button = Button(self.tr("What to do next"), role="quiet")
        self.offer_button.hide()
        self._offer: Offer | None = None
        self._copy = Button(self.tr("Copy details"), role="quiet")
        self._close = Button(self.tr("Close"), role="quiet")
        self.offer_button.clicked.connect(self._act)
        self._copy.clicked.connect(self._copy_details)
        self._close.clicked.connect(self.hide)
        self._lay_out()
        self.hide()
        bus.posted.connect(self.show_message)
        bus.offered.connect(self.show_offer)
        bus.cleared.connect(self.hide)

    @property
    def text(self) -> str:
        """Message that is shown, as one line; empty while there is none."""
        return "" if self.isHidden() else self._message.one_line

    @Slot(object, object)
    def show_message(self, message: Message, severity: Severity) -> None:
        """Show a message with the sign of its severity."""
        self._message, self._offer, self._severity = message, None, severity
        self.offer_button.hide()
        self._glyph.show_glyph(SEVERITY_GLYPHS[severity])
        self._title.setText(message.title)
        self._body.setText(joined_sentences(message.meaning, message.action))
        self._body.setVisible(bool(self._body.text()))
        self._code.setText(f"({message.code})" if message.code else "")
        self._copy.setVisible(bool(message.code))
        self.setAccessibleName(message.one_line if message.code else message.title)
        self.show()
        self._place.take_place()
        self.update()
        self._count_down()

    @Slot(object)
    def show_offer(self, offer: Offer) -> None:
        """Show the button that helps with the shown message."""
        self._offer = offer
        self.offer_button.setText(offer.caption)
        self.offer_button.setAccessibleName(offer.caption)
        self.offer_button.show()
        self._count_down()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is on it."""
        super().enterEvent(event)
        self._read.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Leave some time after the pointer."""
        super().leaveEvent(event)
        self._count_down()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, and a stripe in the colour of the severity."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            stripe = QRectF(1, 1, _STRIPE, self.height() - 2)
            painter.fillRect(stripe, current_theme().colour(_COLOURS[self._severity]))

    def _count_down(self) -> None:
        """A note that offers nothing leaves by itself."""
        if self._severity in _LEAVES and self._offer is None:
            self._read.start()
        else:
            self._read.stop()

    @Slot()
    def _act(self) -> None:
        offer, self._offer = self._offer, None
        self.offer_button.hide()
        if offer is not None:
            offer.act()

    @Slot()
    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._message.one_line)

    def _lay_out(self) -> None:
        words = in_column(self._title, self._body, spacing=2)
        buttons = (self.offer_button, self._copy, self._close)
        row = in_row(self._glyph, (words, 1), self._code, *buttons, spacing=2 * GRID, margins=(GRID, 0, 0, 0))
        self.column.addLayout(row)
