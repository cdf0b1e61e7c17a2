"""The words before a motion: the card is as high as they are, whichever follow each other."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.guide.previews import preview_text
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.arranged import in_column
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard, PreviewText
from app.widgets.page_room import PageRoom
from core.recording import Mark
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
    return preview_text(prepared(), robot=load_robot("ec66"), start_words="Hold", marks=(Mark.VIRTUAL,))


@pytest.mark.parametrize("is_asked", [True, False])
def test_the_card_is_as_high_as_its_words(card: MotionCard, *, is_asked: bool) -> None:
    text = replace(preview(), needs_clear_cell=is_asked)
    for notes in (text.notes[:1], text.notes, text.notes[:2], text.notes):
        card.show_preview(replace(text, notes=notes))
        settle()
        assert card._area.verticalScrollBar().maximum() == 0, len(notes)


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
