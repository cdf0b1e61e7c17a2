"""The panel in the page that shows a message: never a modal window."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication

from app.errors.text import Message
from app.jobs.messages import MessageBus, Offer, Severity
from app.look.tokens import GRID
from app.speech.language import joined_sentences
from app.widgets.arranged import in_column, in_row
from app.widgets.card import Card
from app.widgets.glyphs import SEVERITY_GLYPHS, Glyph, GlyphView
from app.widgets.text import BOLD, Button, Text, muted


class Banner(Card):
    """Shows the newest message of the bus until it is dismissed."""

    def __init__(self, bus: MessageBus) -> None:
        super().__init__(margin=GRID)
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
        self._message, self._offer = message, None
        self.offer_button.hide()
        self._glyph.show_glyph(SEVERITY_GLYPHS[severity])
        self._title.setText(message.title)
        self._body.setText(joined_sentences(message.meaning, message.action))
        self._body.setVisible(bool(self._body.text()))
        self._code.setText(f"({message.code})" if message.code else "")
        self._copy.setVisible(bool(message.code))
        self.setAccessibleName(message.one_line if message.code else message.title)
        self.show()

    @Slot(object)
    def show_offer(self, offer: Offer) -> None:
        """Show the button that helps with the shown message."""
        self._offer = offer
        self.offer_button.setText(offer.caption)
        self.offer_button.setAccessibleName(offer.caption)
        self.offer_button.show()

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
