"""The frame of the window: top bar, messages, step rail, pages, footer; the start screen beside them."""

from collections.abc import Iterable

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.jobs.messages import MessageBus
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.banner import Banner
from app.shell.crash_panel import CrashPanel
from app.shell.footer import Footer
from app.shell.page_stack import PageStack
from app.shell.step_rail import StepRail
from app.shell.top_bar import TopBar
from app.widgets.page_room import PageRoom

_WHOLE_RAIL_FROM = 1100
"""Width of a window, px at a scale of 100 %, that has room for the names of the steps."""


class Frame(QWidget):
    """Lays out everything in the window; knows neither steps nor visits."""

    def __init__(self, bus: MessageBus, *, start_page: QWidget, pages: Iterable[QWidget]) -> None:
        super().__init__()
        self.top_bar, self.rail, self.footer = TopBar(), StepRail(), Footer()
        self.banner, self.start_banner = Banner(bus), Banner(bus)
        self._stack = PageStack()
        self._rooms: dict[QWidget, PageRoom] = {}
        for page in pages:
            page.setParent(self)
            page.hide()
        self._outer = PageStack()
        self._outer.addWidget(self._start(PageRoom(start_page)))
        self._outer.addWidget(self._inside())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self._outer, 1)
        current_theme().changed.connect(self._fit_rail)
        self.crash_panel = CrashPanel(self._outer)

    @property
    def is_on_start(self) -> bool:
        """True while the start screen is in front."""
        return self._outer.currentIndex() == 0

    def show_start(self) -> None:
        """Bring the start screen to the front."""
        self._outer.setCurrentIndex(0)

    def show_page(self, page: QWidget, *, rail: bool) -> None:
        """Bring a page to the front, with or without the rail beside it."""
        self.rail.setVisible(rail)
        self._outer.setCurrentIndex(1)
        self._stack.setCurrentWidget(self._room_of(page))

    def _room_of(self, page: QWidget) -> PageRoom:
        """The room of a page, made when it is first shown: laying a page out takes as long as building it."""
        if page not in self._rooms:
            self._rooms[page] = PageRoom(page)
            self._stack.addWidget(self._rooms[page])
        return self._rooms[page]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window, or large text, leaves the rail room for numbers alone."""
        super().resizeEvent(event)
        self._fit_rail()

    def _fit_rail(self) -> None:
        self.rail.show_compact(compact=self.width() < current_theme().scaled(_WHOLE_RAIL_FROM))

    def _start(self, start_page: QWidget) -> QWidget:
        start = QWidget()
        column = QVBoxLayout(start)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 0)
        column.addWidget(self.start_banner)
        column.addWidget(start_page, 1)
        return start

    def _inside(self) -> QWidget:
        middle = QVBoxLayout()
        middle.setSpacing(2 * GRID)
        middle.addWidget(self.banner)
        middle.addWidget(self._stack, 1)
        body = QHBoxLayout()
        body.setSpacing(3 * GRID)
        body.addWidget(self.rail)
        body.addLayout(middle, 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(body, 1)
        column.addWidget(self.footer)
        return inside
