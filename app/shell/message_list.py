"""The list behind the bell: the last messages, newest first."""

from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTime, Signal, Slot
from PySide6.QtWidgets import QScrollArea, QWidget

from app.errors.text import Message
from app.jobs.messages import MessageBus, Severity
from app.look.tokens import GRID
from app.shell.over_page import OverPage
from app.speech.language import joined_sentences
from app.widgets.card import Card
from app.widgets.glyphs import SEVERITY_GLYPHS, GlyphView
from app.widgets.layouts import in_column, in_row
from app.widgets.text import BOLD, Button, Text, emphasis, muted

KEPT = 20
"""Number of messages in the list."""
_WIDEST = 720
_HIGHEST = 420


@dataclass(frozen=True)
class Told:
    """A message that was shown."""

    message: Message
    severity: Severity
    at: str
    """Time of day."""


class MessageList(Card):
    """Lies over the page while it is open; the newest message is on top."""

    opened = Signal()
    counted = Signal(int)
    """Carries the number of messages that came since the list was last open."""

    def __init__(self, bus: MessageBus, *, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self.setProperty("overlay", True)  # noqa: FBT003  # Qt's own order
        self._place = OverPage(self, widest=_WIDEST)
        self.lie_over = self._place.lie_over
        self.told: deque[Told] = deque(maxlen=KEPT)
        self._unread = 0
        self._wanted = 0
        """Height of all messages, or of as many as are shown at once, px."""
        self._close = Button(self.tr("Close"), role="quiet")
        self._close.clicked.connect(self.hide)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.addLayout(in_row((emphasis(self.tr("Messages")), 1), self._close))
        self.column.addWidget(self._area, 1)
        self.hide()
        bus.posted.connect(self._take)

    def sizeHint(self) -> QSize:
        """As high as the messages; a low page leaves less, and they scroll."""
        least = self.column.totalMinimumSize()
        more = self._wanted - self._area.minimumSizeHint().height()
        return QSize(super().sizeHint().width(), least.height() + max(more, 0))

    @Slot(object, object)
    def _take(self, message: Message, severity: Severity) -> None:
        self.told.appendleft(Told(message, severity, QTime.currentTime().toString("HH:mm")))
        self._unread = 0 if self.isVisible() else min(self._unread + 1, KEPT)
        self.counted.emit(self._unread)
        if self.isVisible():
            self._fill()

    @Slot()
    def turn(self) -> None:
        """Open the list, or close it."""
        if self.isVisible():
            self.hide()
            return
        self._unread = 0
        self.counted.emit(0)
        self._fill()
        self.show()
        self._place.take_place()
        self.opened.emit()

    def _fill(self) -> None:
        rows = QWidget()
        column = in_column(*map(_row, self.told), 1, of=rows, spacing=2 * GRID)
        self._area.setWidget(rows)
        for ground in (rows, self._area.viewport()):  # that of the card
            ground.setAutoFillBackground(False)
        height = column.totalHeightForWidth(self._place.width - 6 * GRID) + GRID
        self._wanted = min(height, _HIGHEST)


def _row(told: Told) -> QWidget:
    row, message = QWidget(), told.message
    top = Qt.AlignmentFlag.AlignTop
    title, body = (
        Text(message.title, weight=BOLD, wrap=True),
        joined_sentences(message.meaning, message.action),
    )
    words = [title, Text(body, wrap=True)] if body else [title]
    code = f"({message.code})" if message.code else ""
    sign = GlyphView(SEVERITY_GLYPHS[told.severity])
    in_row(
        (sign, 0, top),
        (in_column(*words, spacing=2), 1),
        (muted(code), 0, top),
        (muted(told.at), 0, top),
        of=row,
        spacing=GRID,
    )
    return row
