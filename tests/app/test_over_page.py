"""A widget that lies over a page: what is in it has its place already when it is shown for the first time."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.shell.banner import OverPage
from app.widgets.layouts import in_column


def test_what_lies_over_a_page_is_laid_out_when_it_is_first_shown(qtbot: QtBot) -> None:
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.resize(800, 600)
    behind, cover, words = QWidget(frame), QWidget(frame), QLabel("The link was lost.")
    behind.resize(800, 500)
    in_column(words, of=cover)
    cover.hide()
    place = OverPage(cover, widest=700)
    place.lie_over(behind)
    frame.show()
    cover.grab()  # it has been told its place
    cover.resize(90, 40)  # but not this size
    cover.show()
    place.take_place()
    assert cover.width() == 700
    assert words.size() == QSize(700, cover.height())
