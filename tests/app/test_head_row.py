"""The head of a page: one row, or the title alone with the others below it."""

from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.guide.page import HeadRow
from app.widgets.text import title


def head(qtbot: QtBot, *, width: int, folds: bool = True) -> tuple[QWidget, QWidget, list[QPushButton]]:
    page, words = QWidget(), title("Load the gears by gravity")
    words.setWordWrap(True)
    row = HeadRow(words, spacing=8)
    row.folds = folds
    buttons = [QPushButton(text) for text in ("Settings", "Strokes", "From a recording")]
    for button in buttons:
        row.addWidget(button)
    page.setLayout(row)
    qtbot.addWidget(page)
    page.resize(width, row.heightForWidth(width))
    page.show()
    return page, words, buttons


def test_there_is_one_row_where_all_have_room(qtbot: QtBot) -> None:
    _, words, buttons = head(qtbot, width=1200)
    assert {button.geometry().center().y() for button in buttons} == {buttons[0].geometry().center().y()}
    assert buttons[0].x() > words.x()
    assert abs(buttons[0].geometry().center().y() - words.geometry().center().y()) <= 1


def test_in_a_narrow_page_the_title_stands_above_on_one_line(qtbot: QtBot) -> None:
    _, words, buttons = head(qtbot, width=420)
    assert words.width() == 420
    assert words.height() < 2 * words.fontMetrics().lineSpacing()
    assert all(button.y() > words.geometry().bottom() for button in buttons)


def test_what_does_not_fit_on_one_row_takes_another(qtbot: QtBot) -> None:
    page, _, buttons = head(qtbot, width=220)
    assert len({button.y() for button in buttons}) > 1
    assert all(page.rect().contains(button.geometry()) for button in buttons)


def test_a_head_that_shortens_its_words_stays_one_row(qtbot: QtBot) -> None:
    _, words, buttons = head(qtbot, width=420, folds=False)
    assert all(button.x() > words.x() for button in buttons)
