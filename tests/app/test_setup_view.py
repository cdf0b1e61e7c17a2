"""The picture of a wrong set-up: no number beside a bar is cut."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from app.features.identification.result_views import SetupPicture
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from core.identification.setup_checks.result import SetupChecks


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
