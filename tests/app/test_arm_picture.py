"""The picture of a swept volume: what it shows, in every theme, and its mark."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.arm_picture import ArmPicture, SweptVolume
from tests.app import fake_robot

SIZE = (600, 240)


@pytest.fixture
def picture(qtbot: QtBot) -> ArmPicture:
    picture = ArmPicture()
    qtbot.addWidget(picture)
    picture.resize(*SIZE)
    return picture


def _swept() -> SweptVolume:
    shown = fake_robot.preview()
    return SweptVolume(shown.outline, shown.swept_low, shown.swept_high, floor_height=0.0)


def _count(image: QImage, colour: QColor) -> int:
    wanted = colour.rgb()
    return sum(image.pixel(x, y) == wanted for x in range(0, SIZE[0], 2) for y in range(0, SIZE[1], 2))


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST])
def test_arm_tool_path_and_mark_are_painted(picture: ArmPicture, theme: ThemeName) -> None:
    current_theme().apply(theme)
    picture.show_swept(_swept(), summary="2 s, at most 200 mm/s", mark="VIRTUAL")
    image = picture.grab().toImage()
    for colour in ("text", "model", "warning"):
        assert _count(image, current_theme().colour(colour)) > 20, colour
    assert picture.accessibleDescription() == "2 s, at most 200 mm/s"
    picture.show_swept(_swept())
    assert _count(picture.grab().toImage(), current_theme().colour("warning")) == 0
    current_theme().apply(ThemeName.LIGHT)


def test_nothing_to_sweep_says_so(picture: ArmPicture) -> None:
    picture.show_swept(None, nothing="The arm is not moved.")
    assert picture.is_empty
    image = picture.grab().toImage()
    assert _count(image, current_theme().colour("model")) == 0


def test_a_motion_on_the_spot_can_be_painted(picture: ArmPicture) -> None:
    outline = np.zeros((1, 7, 3))
    picture.show_swept(SweptVolume(outline, np.zeros(3), np.zeros(3)))
    assert not picture.grab().isNull()
