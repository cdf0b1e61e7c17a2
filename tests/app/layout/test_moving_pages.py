"""Pages that move the arm, in the lowest window with the largest words: before it moves, and meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QApplication

from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.speech.language import Language
from app.visit.steps import GuideName, Step
from app.widgets.motion_card import MotionCard
from app.widgets.scrolled import PageRoom
from app.widgets.table import RowsTable
from tests.app.layout.dressed_window import dressed_window
from tests.gallery.dress import Dress
from tests.gallery.moving import of_motions

LEAST_DIGITS, LEAST_PICTURE = 90.0, 0.6
"""Height of the digits, px, and of the picture over that of the page."""
PAGES = (
    (GuideName.ON_ROBOT, Step.CHECK),
    (GuideName.ON_ROBOT, Step.FRICTION),
    (GuideName.ON_ROBOT, Step.LOAD_STEPS),
    (GuideName.ON_ROBOT, Step.EXCITE),
    (GuideName.ON_ROBOT, Step.VERIFY),
    (GuideName.ON_ROBOT, Step.TORQUE_RAMPS),
    (GuideName.ON_ROBOT, Step.COMPENSATE),
    (GuideName.PAYLOAD, Step.PAYLOAD_SWEEPS),
)


@pytest.fixture(params=list(Language), ids=str)
def low_window(qapp: QApplication, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Window]:
    """The lowest window with words of 150 % in a language, with a made-up visit."""
    dress = Dress(FIRST_SIZE, ThemeName.DARK, 1.5, request.param)
    with dressed_window(qapp, tmp_path, dress) as window:
        yield window


def settle() -> None:
    """Let the page be laid out."""
    for _ in range(4):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def room_of(card: MotionCard) -> PageRoom:
    """What scrolls the page that a card is on."""
    step = card.parentWidget()
    while not isinstance(step, PageRoom):
        assert step is not None
        step = step.parentWidget()
    return step


def test_the_arm_and_its_number_are_seen_while_it_moves_and_the_words_before(low_window: Window) -> None:
    seen = 0
    for exhibit in of_motions(low_window, PAGES):
        exhibit.show()
        settle()
        step = low_window.step
        assert step is not None
        page = low_window.pages[step]
        assert page.run is not None
        card = page.run.card
        room = room_of(card)
        if exhibit.name.endswith("-moving"):
            seen += 1
            hidden = room.verticalScrollBar().maximum()
            assert hidden == 0, f"{exhibit.name}: {hidden} px are below the fold"
            view = page.run.moving
            assert view.isVisible(), exhibit.name
            assert not [table for table in page.findChildren(RowsTable) if table.isVisible()], exhibit.name
            assert view.number.cap_height >= LEAST_DIGITS
            assert view.picture.height() >= LEAST_PICTURE * page.height(), exhibit.name
        elif exhibit.name.endswith("-ready"):
            bar = card._area.verticalScrollBar()
            end = card.mapTo(room.widget(), QPoint(0, card.height())).y()
            assert bar.maximum() == 0 or end >= room.viewport().height(), f"{exhibit.name}: squeezed"
    assert seen == len(PAGES)
