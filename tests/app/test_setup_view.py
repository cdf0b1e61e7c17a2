"""What a page says of the set-up: no number beside a bar is cut, and what could not be shown is said."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from app.features.identification.result_views import SetupPicture
from app.features.payload.page import REASONS
from app.features.verification.presentation import present
from app.guide.page import RESULT
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.presentation import UNSEEN, value_text
from app.shell.window import Window
from app.speech.words import with_joint_numbers
from app.visit.steps import Step
from app.widgets.layouts import FoldOut
from app.widgets.text import Button, Text
from core.identification.setup_checks.result import SetupChecks
from core.quality import Reason, Verdict
from tests.app import examples, payload_examples, twist_examples
from tests.app.verification_examples import verification
from tests.waiting import wait_until


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK])
def test_the_numbers_end_within_the_picture(qtbot: QtBot, theme: ThemeName) -> None:
    current_theme().apply(theme)
    checks = replace(SetupChecks.unknown(2), unexplained=np.array([0.05, 0.31]), corrected=np.full(2, 0.05))
    picture = SetupPicture()
    qtbot.addWidget(picture)
    picture.show_errors(checks, ("joint_1", "joint_2"))
    metrics = QFontMetricsF(current_theme().font())
    assert metrics.horizontalAdvance("5.0 %, put right 5.0 %") <= picture.words_width
    assert picture.sizeHint().width() > 2 * picture.words_width, "there is room for bars"
    current_theme().apply(ThemeName.LIGHT)


UNSEEN_HERE = (
    Reason("unseen-gain", {"factor": 1.2}, Verdict.GOOD),
    Reason("unseen-turn", {"joints": ("joint_1",)}, Verdict.GOOD),
)


def _identified(window: Window) -> None:
    setup = replace(SetupChecks.unknown(examples.JOINTS), unseen=UNSEEN_HERE)
    visit, page = window.visit, window.pages[Step.RESULTS]
    visit.take_model(replace(examples.result(), setup=setup), visit.choice)
    visit.changed.emit()
    page.show_view(page.tabs.count - 1)


def _verified(window: Window) -> None:
    page = window.pages[Step.VERIFY]
    page._show_verification(replace(verification(), unseen=UNSEEN_HERE))
    page.views.show(RESULT)


def _weighed(window: Window) -> None:
    page = window.pages[Step.PAYLOAD]
    page.show_payload(replace(payload_examples.payload(), unseen=UNSEEN_HERE))
    page.show_view(REASONS)


def _twisted(window: Window) -> None:
    result = window.pages[Step.TWIST].result
    window.pages[Step.TWIST].show_elasticity(replace(twist_examples.elasticity(), unseen=UNSEEN_HERE))
    result.show_view(result._views.indexOf(result.reasons))


@pytest.mark.parametrize(
    ("step", "show"),
    [
        (Step.RESULTS, _identified),
        (Step.VERIFY, _verified),
        (Step.PAYLOAD, _weighed),
        (Step.TWIST, _twisted),
    ],
)
def test_what_could_not_be_shown_opens_from_one_line_beside_the_reasons(
    window_with_result: Window, step: Step, show: Callable[[Window], None]
) -> None:
    window_with_result.open_step(step)
    show(window_with_result)
    page = window_with_result.pages[step]
    told = present(replace(verification(), unseen=UNSEEN_HERE)).rows(UNSEEN)
    assert told is not None
    lines = [with_joint_numbers(value_text(row.value)) for row in told.rows]

    def folds() -> list[FoldOut]:
        return [one for one in page.findChildren(FoldOut) if one._caption.startswith(told.title)]

    wait_until(lambda: bool(folds()) and folds()[-1].isVisible())
    fold = folds()[-1]
    shown = [one for one in fold.findChildren(Text) if one.text() in lines]
    assert [one.text() for one in shown] == lines, "the words of terminal and report"
    button = fold.findChild(Button)
    assert button.accessibleName() == f"{told.title} (2)"
    assert not any(one.isVisible() for one in shown)
    button.click()
    assert all(one.isVisible() for one in shown)
