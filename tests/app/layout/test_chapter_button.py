"""The heading of a chapter: its name is whole at any width, the count of its steps where there is room."""

import pytest
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.chapter_button import ChapterButton
from core.workflow import StepState
from core.workflow.guide import Chapter
from tests.gallery.painted import painted_findings


@pytest.mark.parametrize("width", range(150, 230, 4))
def test_the_name_and_the_count_never_lie_on_each_other(qtbot: QtBot, width: int) -> None:
    current_theme().apply(ThemeName.LIGHT)
    button = ChapterButton(Chapter.GEAR_AND_ARM)
    qtbot.addWidget(button)
    button.show_states([StepState.DONE, StepState.NOT_YET, StepState.NOT_YET, StepState.NOT_YET])
    button.resize(width, button.sizeHint().height())
    button.show()
    found = painted_findings(button, QPixmap(button.size()))
    assert not [one for one in found if one.rule.value == "overlap"], found
    assert "1 of 4 steps done" in button.accessibleName()
