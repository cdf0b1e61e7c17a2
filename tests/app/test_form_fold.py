"""In a narrow page the form is behind a button, so that the picture of the motion is large."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint

from app.features.friction.page import FrictionPage
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.visit.steps import GuideName, Step


@pytest.mark.parametrize(
    ("guide", "step"),
    [
        (GuideName.ON_ROBOT, Step.FRICTION),
        (GuideName.ON_ROBOT, Step.VERIFY),
        (GuideName.PAYLOAD, Step.PAYLOAD_REFERENCE),
        (GuideName.PAYLOAD, Step.PAYLOAD_SWEEPS),
    ],
)
def test_the_form_of_a_narrow_page_is_behind_a_button(
    still_window: Window, guide: GuideName, step: Step
) -> None:
    window = still_window
    window.resize(*FIRST_SIZE)
    window.guide = guide
    window.open_step(step)
    page = window.pages[step]
    button = next(one for one in page.findChildren(type(window.footer.primary_button))
                  if one.text() == "Settings")  # fmt: skip
    assert (page.form.isVisible(), button.isVisible()) == (True, False)
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    assert (page.form.isVisible(), button.isVisible()) == (False, True)
    wide = page.motion.width()
    window.open_step(step)
    assert window.footer.primary_button.hasFocus() or not window.footer.primary_button.isEnabled()
    button.click()
    assert page.form.isVisible()
    assert page.motion.width() <= wide
    current_theme().apply(ThemeName.LIGHT)
    assert (page.form.isVisible(), button.isVisible()) == (True, False)


def test_a_hidden_form_leaves_no_gap_beside_the_motion(still_window: Window) -> None:
    window = still_window
    window.resize(*FIRST_SIZE)
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.FRICTION)
    page = window.pages[Step.FRICTION]
    assert isinstance(page, FrictionPage)
    beside = page.motion.mapTo(page, QPoint()).x()
    page.form.hide()
    QCoreApplication.sendPostedEvents()
    assert page.motion.mapTo(page, QPoint()).x() == page.rows.mapTo(page, QPoint()).x() < beside
    page.form.show()
    QCoreApplication.sendPostedEvents()
    assert page.form.isVisible()
    assert page.motion.mapTo(page, QPoint()).x() == beside
