"""The newest message above the page, and the panel of an unexpected error over it; never a modal window.

A message pushes the page down and covers nothing; the primary rectangle stays where it is. A note leaves by
itself after a while; what is a warning or an error stays until it is closed, its cause is gone, or another
page is opened.
``MessageList`` keeps what has left.
"""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QEnterEvent, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import Message, error_text
from app.health.crash import Crash
from app.health.log_file import log_path
from app.health.masking import mask_here
from app.jobs.messages import MessageBus, Offer, Severity
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import joined_sentences
from app.widgets.glyphs import SEVERITY_GLYPHS, Glyph, GlyphView
from app.widgets.layouts import Card, fill, in_column, in_row
from app.widgets.text import BOLD, Button, Text, emphasis, muted, paragraph
from core.stamp import software_name

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

_MOST = 0.6
"""Share of the height behind that is covered at most."""

_WIDEST = 720
_VEIL = 200
"""Opacity of the veil over the page behind, of 255."""


class Banner(Card):
    """Shows the newest message of the bus above the page, which it pushes down."""

    def __init__(self, bus: MessageBus) -> None:
        super().__init__(margin=GRID)
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


class OverPage(QObject):
    """Places ``cover``, a child of the frame, over the upper edge of a widget; no layout knows of it."""

    def __init__(self, cover: QWidget, *, widest: int | None = None) -> None:
        """With ``widest``, px, the cover is no wider than that, at the right edge."""
        super().__init__(cover)
        self._cover, self._widest = cover, widest
        self._behind: QWidget | None = None
        cover.installEventFilter(self)

    def lie_over(self, behind: QWidget) -> None:
        """Lie over this widget from now on."""
        if self._behind is not None:
            self._behind.removeEventFilter(self)
        self._behind = behind
        behind.installEventFilter(self)
        self.take_place()

    @property
    def width(self) -> int:
        """Width of the cover, px."""
        behind = 0 if self._behind is None else self._behind.width()
        return behind if self._widest is None else min(behind, self._widest)

    def take_place(self) -> None:
        """Take the place and the height for the present text."""
        behind, cover, frame = self._behind, self._cover, self._cover.parentWidget()
        if behind is None or frame is None or cover.isHidden():
            return
        width = self.width
        wanted = cover.heightForWidth(width) if cover.hasHeightForWidth() else cover.sizeHint().height()
        height = min(wanted, round(_MOST * behind.height()))
        corner = behind.mapTo(frame, QPoint(behind.width() - width, 0))
        cover.setGeometry(corner.x(), corner.y(), width, height)
        cover.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget behind, and the text of the cover."""
        # before it is seen Qt tells a cover its old size, and would forget one that it takes meanwhile
        if watched is self._cover and not self._cover.isVisible():
            return False
        if event.type() in {
            QEvent.Type.Resize,
            QEvent.Type.Move,
            QEvent.Type.Show,
            QEvent.Type.LayoutRequest,
        }:
            self.take_place()
        return False


class CrashPanel(QWidget):
    """Covers the page until *Go on*; never a window of its own."""

    report_asked = Signal()
    """Emitted when a problem report is wanted."""
    closed = Signal()

    def __init__(self, behind: QWidget) -> None:
        """Cover ``behind``, which takes no input meanwhile."""
        super().__init__(behind.parentWidget())
        self._behind = behind
        self._crash: Crash | None = None
        self._message = Message("", "", "", "")
        self._title, self._code, self._count = emphasis(), muted(), muted()
        self._title.setWordWrap(True)
        self._robot, self._saved, self._next = (paragraph() for _ in range(3))
        self.copy_button = Button(self.tr("Copy details"), role="quiet")
        self.report_button = Button(self.tr("Make a problem report"))
        self.go_on_button = Button(self.tr("Go on"), role="primary")
        self._lay_out()
        self.hide()
        behind.installEventFilter(self)
        self.copy_button.clicked.connect(self._copy)
        self.report_button.clicked.connect(self._make_report)
        self.go_on_button.clicked.connect(self.close_panel)

    @property
    def text(self) -> str:
        """The text that is shown, as one line; empty while there is none."""
        if self._crash is None:
            return ""
        return " ".join(text.text() for text in (self._title, self._robot, self._saved, self._next))

    @property
    def details(self) -> str:
        """Text for the clipboard, without names of people and computers."""
        if self._crash is None:
            return ""
        found = (
            f"{self._message.one_line}\n{software_name()}, {self._crash.moment}, {self._crash.count} ×\n"
            f"{log_path()}\n\n{self._crash.details}"
        )
        return mask_here().masked(found)

    @Slot(object)
    def show_crash(self, crash: Crash) -> None:
        """Show an error, the last one of several; the window sets the focus."""
        self._crash, self._message = crash, error_text(crash.error)
        self._title.setText(self._message.title)
        self._robot.setText(
            self.tr(
                "The robot was told to stop. Look whether it stands still; if not, press its emergency stop."
            )
            if crash.had_robot
            else self.tr("No robot is connected, so nothing moves.")
        )
        self._saved.setText(
            self.tr("Everything measured is on the disk, and so is your place in the visit.")
            if crash.is_saved
            else self.tr("Everything measured is on the disk. Your place in the visit could not be saved.")
        )
        self._next.setText(
            self.tr(
                "Go on where you are. If it happens again, close Torsion and start it again: it offers to"
                " continue. A problem report helps to mend it."
            )
        )
        self._code.setText(f"({self._message.code})")
        self._count.setText(
            self.tr("It has happened {count} times.").format(count=crash.count) if crash.count > 1 else ""
        )
        self._count.setVisible(crash.count > 1)
        self.setAccessibleName(self.text)
        if self.isHidden():
            self._behind.setEnabled(False)
            self._take_place()
            self.show()
            self.raise_()

    @Slot()
    def close_panel(self) -> None:
        """Close the panel and give the page back."""
        self._behind.setEnabled(True)
        self.hide()
        self.closed.emit()

    @Slot()
    def _make_report(self) -> None:
        self.close_panel()
        self.report_asked.emit()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the size of the widget behind."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._take_place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Cover the page with a veil."""
        veil = QColor(current_theme().colour("window"))
        veil.setAlpha(_VEIL)
        painter = QPainter(self)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def _take_place(self) -> None:
        self.setGeometry(QRect(self._behind.pos(), self._behind.size()))

    def _lay_out(self) -> None:
        card = Card(margin=3 * GRID)
        card.setMaximumWidth(_WIDEST)
        top, wide = Qt.AlignmentFlag.AlignTop, 2 * GRID
        sign = GlyphView(Glyph.CROSS, size=28)
        head = in_row((sign, 0, top), (self._title, 1), (self._code, 0, top), spacing=wide)
        fill(card.column, head, self._robot, self._saved, self._next, self._count)
        card.column.addSpacing(GRID)
        card.column.addLayout(
            in_row(self.copy_button, 1, self.report_button, self.go_on_button, spacing=wide)
        )
        in_column(1, in_row(1, (card, 100), 1), 2, of=self, margins=(wide, wide, wide, wide))
