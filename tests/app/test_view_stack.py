"""A view that has no room for all it would like still has what each part of it needs."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.layouts import ViewStack
from app.widgets.scrolled import PageRoom
from tests.waiting import settle

WORDS = "A sentence that is long enough to be wrapped where a window is narrow."


class _Wished(QWidget):
    """Would like to be high, and makes do with little."""

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's own name
        return QSize(200, 300)


def _beside(widget: QWidget) -> QHBoxLayout:
    words = QLabel(WORDS)
    words.setWordWrap(True)
    row = QHBoxLayout()
    row.addWidget(words)
    row.addWidget(widget, 1)
    return row


@pytest.mark.parametrize("height", [200, 420, 560, 900])
def test_what_must_be_high_is_as_high_as_it_must_be(qtbot: QtBot, height: int) -> None:
    view, must, stack, page = QWidget(), QWidget(), ViewStack(), QWidget()
    must.setMinimumHeight(390)
    column = QVBoxLayout(view)
    column.addLayout(_beside(must))
    column.addLayout(_beside(_Wished()), 1)
    stack.addWidget(view)
    QVBoxLayout(page).addWidget(stack, 1)
    room = PageRoom(page)
    qtbot.addWidget(room)
    room.resize(600, height)
    room.show()
    settle()
    row = column.itemAt(0)
    assert row is not None
    assert row.geometry().height() >= must.height() >= 390
