"""Before a motion its picture and facts have the page; the form and the motions are behind buttons."""

import pytest
from PySide6.QtCore import QPoint

from app.features.encoders.page import CheckPage
from app.features.friction.page import FrictionPage
from app.guide.page import MotionFolds
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.visit.steps import GuideName, Step
from app.widgets.glyphs import Glyph
from app.widgets.text import Button
from tests.waiting import settle


@pytest.mark.parametrize(
    ("guide", "step"),
    [
        (GuideName.ON_ROBOT, Step.FRICTION),
        (GuideName.ON_ROBOT, Step.VERIFY),
        (GuideName.PAYLOAD, Step.PAYLOAD_REFERENCE),
        (GuideName.PAYLOAD, Step.PAYLOAD_SWEEPS),
    ],
)
def test_picture_and_facts_have_the_page_and_form_and_motions_unfold(
    still_window: Window, guide: GuideName, step: Step
) -> None:
    window = still_window
    window.resize(*FIRST_SIZE)
    window.guide = guide
    window.open_step(step)
    page = window.pages[step]
    settings, motions = (
        next(one for one in page.findChildren(Button) if one.text() == words)
        for words in ("Settings", "Motions one by one")
    )
    table = (page.sweeping if guide is GuideName.PAYLOAD else page).rows.table
    assert not page.form.isVisible()
    assert not table.isVisible()
    assert window.footer.primary_button.hasFocus() or not window.footer.primary_button.isEnabled()
    settle()
    whole = page.motion.size()
    settings.click()
    motions.click()
    settle()
    assert page.form.isVisible()
    assert table.isVisible()
    assert page.motion.width() < whole.width()
    for button in (settings, motions):
        button.click()
    settle()
    assert page.motion.size() == whole
    page.form.point_to_wrong()
    assert page.form.isVisible(), "a field that cannot be read is shown"
    page.motion.show_result(Glyph.WARNING, "Stopped.", "", again="Go on")
    assert table.isVisible(), "what is kept is seen after the motion"
    assert not motions.isVisible()


def test_a_hidden_form_leaves_no_gap_beside_the_motion(still_window: Window) -> None:
    window = still_window
    window.resize(*FIRST_SIZE)
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.FRICTION)
    page = window.pages[Step.FRICTION]
    assert isinstance(page, FrictionPage)
    whole = page.motion.mapTo(page, QPoint()).x()
    page.form.pointed.emit()
    settle()
    assert page.motion.mapTo(page, QPoint()).x() > whole
    page.form.hide()
    settle()
    assert page.motion.mapTo(page, QPoint()).x() == whole
    page.form.show()
    settle()
    assert page.form.isVisible()


def test_the_verdict_of_an_encoder_is_in_sight_where_columns_do_not_fit(still_window: Window) -> None:
    window = still_window
    window.resize(*FIRST_SIZE)
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.CHECK)
    page = window.pages[Step.CHECK]
    assert isinstance(page, CheckPage)
    page.findChild(MotionFolds).motions_button.click()
    settle()
    header = page.table.horizontalHeader()
    assert not any(page.table.isColumnHidden(column) for column in range(header.count()))
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    settle()
    verdict = header.count() - 1
    right = header.sectionViewportPosition(verdict) + header.sectionSize(verdict)
    assert right <= page.table.viewport().width(), "nothing to scroll sideways"
    current_theme().apply(ThemeName.LIGHT)
    settle()
    assert not any(page.table.isColumnHidden(column) for column in range(header.count()))
