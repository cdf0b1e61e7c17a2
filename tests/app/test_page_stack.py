"""Only the page in front is asked for its sizes, and the window gives the room."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.shell.page_stack import PageStack

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
    qtbot.wait(20)
    assert [pages[0].asked, pages[2].asked] == [0, 0]
    assert pages[1].size() == frame.size() == ROOM
