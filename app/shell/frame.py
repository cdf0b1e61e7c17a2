"""The frame of the window: top bar, messages, step rail, pages, footer; the start screen beside them."""

from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTime, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from app.errors.text import Message
from app.jobs.messages import MessageBus, Severity
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.banner import Banner, CrashPanel, OverPage
from app.shell.footer import Footer
from app.shell.step_rail import StepRail
from app.shell.top_bar import TopBar
from app.speech.language import joined_sentences
from app.widgets.glyphs import SEVERITY_GLYPHS, GlyphView
from app.widgets.layouts import Card, in_column, in_row
from app.widgets.scrolled import PageRoom
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


_USUAL_SIZE = QSize(800, 600)


class PageStack(QStackedWidget):
    """A stack that takes the room it is given.

    Qt's own stack computes the sizes of every page behind at every turn, and the height of every text
    that wraps: that took more time than all the rest of a turn.
    """

    def sizeHint(self) -> QSize:
        """One size for all pages."""
        return _USUAL_SIZE

    def minimumSizeHint(self) -> QSize:
        """No size: the window has a least size of its own, for which the pages are made."""
        return QSize(0, 0)

    def hasHeightForWidth(self) -> bool:
        """Return False: no text in a page makes the window higher."""
        return False


_WHOLE_RAIL_FROM = 1100
"""Width of a window, px at a scale of 100 %, that has room for the names of the steps."""


class Frame(QWidget):
    """Lays out everything in the window; knows neither steps nor visits."""

    def __init__(self, bus: MessageBus, *, start_page: QWidget, start_foot: QWidget) -> None:
        super().__init__()
        self.top_bar, self.rail, self.footer = TopBar(), StepRail(), Footer()
        self._stack = PageStack()
        self._rooms: dict[QWidget, PageRoom] = {}
        self._outer = PageStack()
        self._start_room = PageRoom(start_page)
        start = QWidget()
        in_column((self._start_room, 1), start_foot, of=start, spacing=0)
        self._outer.addWidget(start)
        self._outer.addWidget(self._inside())
        self.banner = Banner(bus)
        in_column(self.top_bar, self.banner, (self._outer, 1), of=self, spacing=0)
        current_theme().changed.connect(self._fit_rail)
        self.messages = MessageList(bus, parent=self)
        self.messages.counted.connect(self.top_bar.show_messages)
        self.top_bar.messages_asked.connect(self.messages.turn)
        self.messages.opened.connect(self.banner.hide)  # it is the first of the list
        # who turns the page, or goes on with it, has read the messages on it
        foot, bar = self.footer, self.top_bar
        in_bar = bar.home_button.clicked, bar.visit_button.clicked
        for by_hand in (self.rail.chosen, foot.back, foot.primary, foot.skipped, *in_bar):
            by_hand.connect(bus.clear)
        self.crash_panel = CrashPanel(self._outer)

    @property
    def is_on_start(self) -> bool:
        """True while the start screen is in front."""
        return self._outer.currentIndex() == 0

    def take(self, page: QWidget) -> None:
        """Take a page in, hidden until it is shown.

        It gets its room at once: Qt styles a page again with everything on it when it moves into another
        widget, which takes most of the time of turning to it.
        """
        if page not in self._rooms:
            self._rooms[page] = PageRoom(page, parent=self._stack)
            self._stack.addWidget(self._rooms[page])

    def show_start(self) -> None:
        """Bring the start screen to the front."""
        self._outer.setCurrentIndex(0)
        self.top_bar.home_button.hide()
        self._cover(self._start_room)

    def show_page(self, page: QWidget, *, rail: bool) -> None:
        """Bring a page that was taken in to the front, with or without the rail."""
        if rail is self.rail.isHidden():  # else the page would be laid out for a width nobody sees
            self.rail.setVisible(rail)
            self._body.activate()
        self._stack.setCurrentWidget(self._rooms[page])
        self._outer.setCurrentIndex(1)
        self.top_bar.home_button.show()
        self._cover(self._stack)

    def show_moving(self, *, is_moving: bool, rail: bool) -> None:
        """While an arm that moves has the page there is no rail, and nothing to press in the bar but STOP."""
        if self.top_bar.show_moving(is_moving=is_moving):
            self.top_bar.home_button.setVisible(not is_moving and not self.is_on_start)
            self.rail.setVisible(rail and not is_moving)
            self.footer.show_moving(is_moving=is_moving)
            self._body.activate()

    def _cover(self, page: QWidget) -> None:
        """The list of messages lies over this page."""
        self.messages.hide()
        self.messages.lie_over(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window, or large text, leaves the rail room for numbers alone."""
        super().resizeEvent(event)
        self._fit_rail()

    def _fit_rail(self) -> None:
        self.rail.show_compact(compact=self.width() < current_theme().scaled(_WHOLE_RAIL_FROM))

    def _inside(self) -> QWidget:
        wide = 2 * GRID
        self._body = in_row(self.rail, (self._stack, 1), spacing=wide, margins=(wide, GRID, wide, wide))
        inside = QWidget()
        in_column((self._body, 1), self.footer, of=inside, spacing=0)
        return inside
