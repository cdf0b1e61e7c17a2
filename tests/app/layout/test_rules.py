"""Every measuring rule fails on a widget that is bad in its way, and is silent about a good one."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.footer import Rectangle
from app.widgets.hold_button import HoldButton
from app.widgets.scrolled import PageRoom
from app.widgets.text import Button
from tests.gallery.finding import Finding, Rule
from tests.gallery.painted import painted_findings
from tests.gallery.rules import ACTS_ON_MOTION, findings, moved_sideways
from tests.waiting import wait_until

LONG = "Every word of this sentence has to be seen"


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[QWidget]:
    """An empty page of 400 by 300 pixels."""
    current_theme().apply(ThemeName.LIGHT)
    page = QWidget()
    page.resize(400, 300)
    yield page
    page.close()
    page.deleteLater()


def rules_of(page: QWidget) -> set[Rule]:
    """The rules that something shown breaks."""
    page.show()
    return {finding.rule for finding in findings(page)}


def put(page: QWidget, widget: QWidget, *, at: tuple[int, int, int, int]) -> QWidget:
    """A widget at a place, without a layout."""
    widget.setParent(page)
    widget.setGeometry(*at)
    return widget


def test_a_label_that_is_too_narrow(page: QWidget) -> None:
    put(page, QLabel(LONG), at=(0, 0, 60, 30))
    assert rules_of(page) == {Rule.CUT_TEXT}


def test_a_label_that_wraps_and_is_too_low(page: QWidget) -> None:
    label = QLabel(LONG)
    label.setWordWrap(True)
    put(page, label, at=(0, 0, 90, 20))
    assert rules_of(page) == {Rule.CUT_TEXT}


def test_a_label_with_room(page: QWidget) -> None:
    put(page, QLabel(LONG), at=(0, 0, 390, 30))
    assert rules_of(page) == set()


def test_a_button_whose_words_do_not_fit(page: QWidget) -> None:
    put(page, QPushButton(LONG), at=(0, 0, 80, 48))
    assert rules_of(page) == {Rule.CUT_TEXT}


def test_a_choice_that_is_shortened(page: QWidget) -> None:
    choice = QComboBox()
    choice.setAccessibleName("Choice")
    choice.addItem(LONG)
    put(page, choice, at=(0, 0, 120, 48))
    assert rules_of(page) == {Rule.CUT_TEXT}
    choice.setToolTip(LONG)
    assert rules_of(page) == set()


def test_a_field_whose_words_run_out_of_sight(page: QWidget) -> None:
    field = QLineEdit(LONG)
    field.setAccessibleName("Field")
    put(page, field, at=(0, 0, 100, 48))
    assert rules_of(page) == {Rule.CUT_TEXT}


@pytest.mark.parametrize("place", ["heading", "cell"])
def test_a_table_that_shortens_words(page: QWidget, place: str) -> None:
    model = QStandardItemModel(1, 1)
    model.setHorizontalHeaderLabels([LONG if place == "heading" else "a"])
    model.setItem(0, 0, QStandardItem(LONG if place == "cell" else "a"))
    table = QTableView()
    table.setAccessibleName("Table")
    table.setWordWrap(False)
    table.setModel(model)
    put(page, table, at=(0, 0, 200, 200))
    table.setColumnWidth(0, 60)
    page.show()
    assert [found.where.rpartition("/")[2] for found in findings(page)] == [place]
    table.setColumnWidth(0, 390)
    assert findings(page) == []


def test_a_label_beyond_the_edge_of_the_window(page: QWidget) -> None:
    put(page, QLabel(LONG), at=(200, 0, 390, 30))
    assert rules_of(page) == {Rule.CUT_OFF}


def test_what_can_be_scrolled_to_is_not_cut_off(page: QWidget) -> None:
    area, inside = QScrollArea(), QWidget()
    inside.resize(500, 900)
    label = QLabel(LONG, inside)
    label.setGeometry(100, 800, 390, 30)
    area.setWidget(inside)
    put(page, area, at=(0, 0, 400, 300))
    assert rules_of(page) == set()
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    assert rules_of(page) == {Rule.CUT_OFF}


def test_labels_on_each_other(page: QWidget) -> None:
    put(page, QLabel("one"), at=(0, 0, 100, 30))
    over = put(page, QLabel("two"), at=(50, 10, 100, 30))
    assert rules_of(page) == {Rule.OVERLAP}
    over.setProperty("overlay", True)  # noqa: FBT003  # Qt's own order
    assert rules_of(page) == set()


def test_content_that_is_higher_than_its_room(page: QWidget) -> None:
    inside = QWidget()
    column = QVBoxLayout(inside)
    for _ in range(4):
        block = QWidget()
        block.setMinimumHeight(60)
        column.addWidget(block)
    put(page, inside, at=(0, 0, 200, 100))
    assert Rule.SQUEEZED in rules_of(page)
    inside.resize(200, 299)
    assert Rule.SQUEEZED not in rules_of(page)


def test_a_sentence_that_wraps_needs_its_height(page: QWidget) -> None:
    inside = QWidget()
    column = QVBoxLayout(inside)
    label = QLabel(LONG)
    label.setWordWrap(True)
    column.addWidget(label)
    put(page, inside, at=(0, 0, 90, 40))
    assert Rule.SQUEEZED in rules_of(page)


def test_a_motion_is_started_without_scrolling(page: QWidget) -> None:
    area, content = QScrollArea(), QWidget()
    content.setFixedSize(300, 600)
    put(content, HoldButton("Hold 1 s to start"), at=(10, 10, 200, 60))
    area.setWidget(content)
    put(page, area, at=(0, 0, 380, 280))
    assert Rule.FOLD not in rules_of(page)
    content.findChildren(HoldButton)[0].move(10, 400)
    assert Rule.FOLD in rules_of(page)


def test_a_button_that_holds_a_motion_below_the_fold(page: QWidget) -> None:
    area, content = QScrollArea(), QWidget()
    content.setFixedSize(360, 600)
    button = QPushButton("Pause")
    put(content, button, at=(10, 400, 200, 60))
    area.setWidget(content)
    put(page, area, at=(0, 0, 380, 280))
    assert Rule.FOLD not in rules_of(page), "any other button may be scrolled to"
    button.setProperty(ACTS_ON_MOTION, True)  # noqa: FBT003  # Qt's own order
    assert Rule.FOLD in rules_of(page)


def test_a_button_too_low_for_a_glove(page: QWidget) -> None:
    button = QPushButton("Go")
    button.setStyleSheet("min-height: 0")
    put(page, button, at=(0, 0, 100, 30))
    assert rules_of(page) == {Rule.TARGET}


def test_a_button_without_a_name(page: QWidget) -> None:
    put(page, QPushButton(""), at=(0, 0, 100, 48))
    assert rules_of(page) == {Rule.NAME}


def test_a_button_the_keyboard_never_comes_to(page: QWidget) -> None:
    button = QPushButton("Go")
    button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    put(page, button, at=(0, 0, 100, 48))
    assert rules_of(page) == {Rule.KEYBOARD}
    button.setProperty("pointer_only", True)  # noqa: FBT003  # Qt's own order
    assert rules_of(page) == set()


class Painted(QWidget):
    """Paints words into places."""

    def __init__(self, *words: tuple[QRectF, str]) -> None:
        super().__init__()
        self.words = words

    def paintEvent(self, _event: object) -> None:  # noqa: N802  # Qt's own name
        """Each into its place."""
        with QPainter(self) as painter:
            for place, words in self.words:
                painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, words)


def painted(page: QWidget, *words: tuple[QRectF, str]) -> list[Finding]:
    """What is found about words that are painted on a widget as wide as the page."""
    put(page, Painted(*words), at=(0, 0, 400, 100))
    page.show()
    return painted_findings(page)


def test_painted_words_that_do_not_fit_their_place(page: QWidget) -> None:
    assert [found.rule for found in painted(page, (QRectF(0, 0, 50, 30), LONG))] == [Rule.CUT_TEXT]


def test_painted_words_beyond_their_widget(page: QWidget) -> None:
    assert [found.rule for found in painted(page, (QRectF(300, 0, 390, 30), LONG))] == [Rule.CUT_OFF]


class PaintedList(QAbstractScrollArea):
    """A list that paints the words of its rows by itself: of the second they are below its edge."""

    def paintEvent(self, _event: object) -> None:  # noqa: N802  # Qt's own name
        """Two high rows with their words at the lower edge."""
        with QPainter(self.viewport()) as painter:
            for bottom in (60, 120):
                painter.drawText(QPoint(10, bottom - 4), "words")


@pytest.mark.parametrize(("further", "rules"), [(30, []), (0, [Rule.CUT_OFF])])
def test_painted_words_of_a_row_that_can_be_scrolled_to(
    page: QWidget, further: int, rules: list[Rule]
) -> None:
    rows = put(page, PaintedList(), at=(0, 0, 200, 90))
    rows.verticalScrollBar().setRange(0, further)
    page.show()
    assert [found.rule for found in painted_findings(page)] == rules


def test_painted_words_on_each_other(page: QWidget) -> None:
    words = ((QRectF(0, 0, 100, 30), "first"), (QRectF(10, 4, 100, 30), "second"))
    assert [found.rule for found in painted(page, *words)] == [Rule.OVERLAP]


def test_painted_words_that_are_shortened(page: QWidget) -> None:
    assert [found.rule for found in painted(page, (QRectF(0, 0, 100, 30), "Every w…"))] == [Rule.CUT_TEXT]


def test_painted_words_that_fit(page: QWidget) -> None:
    assert painted(page, (QRectF(0, 0, 100, 30), "first"), (QRectF(0, 40, 100, 30), "second")) == []


def test_hidden_things_are_not_measured(page: QWidget) -> None:
    hidden = put(page, QLabel(LONG), at=(0, 0, 20, 10))
    page.show()
    hidden.hide()
    assert findings(page) == []


def test_a_button_that_paints_its_words_is_measured_while_it_paints(page: QWidget) -> None:
    class Card(QAbstractButton):
        def paintEvent(self, _event: object) -> None:  # noqa: N802  # Qt's own name
            with QPainter(self) as painter:
                painter.drawText(QRectF(0, 0, 60, 40), Qt.AlignmentFlag.AlignLeft, self.text())

    card = Card()
    card.setText(LONG)
    put(page, card, at=(0, 0, 100, 48))
    assert rules_of(page) == set()
    assert [found.rule for found in painted_findings(page)] == [Rule.CUT_TEXT]


def test_a_row_keeps_its_words_when_it_gets_narrow(page: QWidget) -> None:
    row = QWidget()
    cells = QHBoxLayout(row)
    for _ in range(3):
        cells.addWidget(QLabel(LONG))
    put(page, row, at=(0, 0, 390, 60))
    assert Rule.SQUEEZED in rules_of(page)


def test_a_page_wider_than_its_place_is_found(qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    wide = QLabel("wide")
    column.addWidget(wide)
    room = PageRoom(page)
    qtbot.addWidget(room)
    room.resize(400, 300)
    room.show()
    assert not list(moved_sideways(room))
    wide.setMinimumWidth(600)
    wait_until(lambda: bool(list(moved_sideways(room))))
    (found,) = moved_sideways(room)
    assert found.rule is Rule.SIDEWAYS


def test_a_primary_rectangle_that_takes_no_press(page: QWidget) -> None:
    button = Button("Next")
    rectangle = Rectangle(button)
    put(page, rectangle, at=(0, 0, 368, 58))
    assert Rule.DEAD not in rules_of(page)
    button.setEnabled(False)
    assert Rule.DEAD in rules_of(page)
    rectangle.show_face(rectangle.progress, "work under way")
    assert Rule.DEAD not in rules_of(page)
