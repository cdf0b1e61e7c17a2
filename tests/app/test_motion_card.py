"""The words before a motion: the card is as high as they are, whichever follow each other."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.guide.previews import preview_text
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.glyphs import Glyph
from app.widgets.layouts import in_column
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard, PreviewText
from app.widgets.scrolled import PageRoom
from app.widgets.table import Column, RowsTable
from core.robot.library import load_robot
from tests.gallery.moving import prepared


@pytest.fixture
def card(qtbot: QtBot) -> Iterator[MotionCard]:
    """A card above a table, on a page of a window."""
    current_theme().apply(ThemeName.LIGHT)
    page, card = QWidget(), MotionCard(lines=LINES_WITH_QUESTION)
    in_column((card, 3), (QTableView(), 1), of=page)
    room = PageRoom(page)
    qtbot.addWidget(room)
    room.resize(720, 560)
    room.show()
    yield card
    room.close()


def settle() -> None:
    """Let the card be laid out."""
    for _ in range(4):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def preview() -> PreviewText:
    """A preview with four findings, and the clear cell to be confirmed."""
    return preview_text(prepared(), robot=load_robot("ec66"), start_words="Hold")


@pytest.mark.parametrize("is_asked", [True, False])
def test_the_card_is_as_high_as_its_words(card: MotionCard, *, is_asked: bool) -> None:
    text = replace(preview(), needs_clear_cell=is_asked)
    notes = [(Glyph.WARNING, words) for words in text.assumptions]
    assert len(notes) > 2
    for some in (notes[:1], notes, notes[:2], notes):
        card.show_preview(replace(text, notes=some, assumptions=()))
        settle()
        assert card._area.verticalScrollBar().maximum() == 0, len(some)


def test_several_assumptions_fold_into_one_line_and_what_forbids_the_motion_never_does(
    card: MotionCard,
) -> None:
    text = replace(preview(), notes=[(Glyph.CROSS, "Link 3 would come too near the floor.")])
    card.show_preview(text)
    settle()
    assert [note.isVisible() for note in card.notes] == [True, *(False for _ in text.assumptions)]
    assert card.assumptions_button.text() == f"{len(text.assumptions)} assumptions"
    QTest.keyClick(card.assumptions_button, Qt.Key.Key_Space)
    settle()
    assert all(note.isVisible() for note in card.notes)
    card.show_preview(replace(text, assumptions=text.assumptions[:1]))
    settle()
    assert not card.assumptions_button.isVisible(), "one stands as it is"
    assert all(note.isVisible() for note in card.notes)


def test_a_page_that_scrolls_shows_its_short_tables_whole(qtbot: QtBot) -> None:
    current_theme().apply(ThemeName.LIGHT)
    page, above = QWidget(), QWidget()
    table = RowsTable("rows", [Column("row", stretches=True)], widths=(0,))
    above.setMinimumHeight(300)
    in_column(above, (table, 1), of=page)
    table.keep_rows(2)
    table.rows_model.show_rows([(str(row),) for row in range(8)])
    room = PageRoom(page)
    qtbot.addWidget(room)
    for height, scrolls in (
        (500, (False, True)),
        (350, (True, False)),
        (500, (False, True)),
        (700, (False, False)),
    ):
        room.resize(400, height)
        room.show()
        settle()
        bars = (room.verticalScrollBar(), table.verticalScrollBar())
        assert tuple(bar.maximum() > 0 for bar in bars) == scrolls, height
    table.rows_model.show_rows([(str(row),) for row in range(80)])
    room.resize(400, 350)
    settle()
    assert table.verticalScrollBar().maximum() > 0, "a long one is a list"


def test_where_nothing_moves_the_words_have_all_of_the_card(card: MotionCard) -> None:
    card.show_preview(preview())
    settle()
    beside = card._side.width()
    assert card.picture.isVisible()
    card.show_preview(replace(preview(), motion=None))
    settle()
    assert not card.picture.isVisible()
    assert card._side.width() > 2 * beside - 1 - 2 * 8
    card.show_waiting("No robot is connected.")
    settle()
    assert not card.picture.isVisible()
    card.show_preview(preview())
    settle()
    assert (card.picture.isVisible(), card._side.width()) == (True, beside)
