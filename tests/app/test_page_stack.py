"""Only the page in front is asked for its sizes, and the window gives the room."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.guide.page import Page
from app.shell.frame import PageStack
from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.scrolled import PageRoom
from tests.waiting import settle

ROOM = QSize(500, 300)


class _Page(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's own name
        self.asked += 1
        return QSize(3000, 2000)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's own name


def test_turning_asks_no_page_behind(qtbot: QtBot) -> None:
    pages = [_Page() for _ in range(3)]
    stack, frame = PageStack(), QWidget()
    qtbot.addWidget(frame)
    for page in pages:
        stack.addWidget(page)
    column = QVBoxLayout(frame)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(stack)
    frame.resize(ROOM)
    frame.show()
    for page in pages:
        page.asked = 0
    stack.setCurrentWidget(pages[1])
    settle()
    assert [pages[0].asked, pages[2].asked] == [0, 0]
    assert pages[1].size() == frame.size() == ROOM


def test_every_page_has_its_room_before_it_is_shown(still_window: Window) -> None:
    """To move a page into another widget styles all of it again."""
    homeless = [
        page.objectName() or type(page).__name__
        for page in still_window.pages.values()
        if not _has_room(page)
    ]
    assert homeless == []
    turned_to = still_window.pages[Step.STIFFNESS]
    before = turned_to.parentWidget()
    still_window.frame.show_page(turned_to, rail=True)
    assert turned_to.isVisible()
    assert turned_to.parentWidget() is before


def _has_room(page: Page) -> bool:
    return page.window().isAncestorOf(page) and isinstance(page.parentWidget().parentWidget(), PageRoom)
