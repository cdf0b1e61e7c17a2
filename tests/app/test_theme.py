"""The tokens: contrast, distances between colours, and that they reach the palette."""

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.guide.primary_action import Meaning, Primary
from app.look.theme import current_theme, palette
from app.look.tokens import DARK, HIGH_CONTRAST, LIGHT, ThemeName, Tokens
from app.shell.footer import Footer
from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.painting import ink_on
from app.widgets.text import Text
from tests.waiting import settle

THEMES = {"light": LIGHT, "dark": DARK, "high-contrast": HIGH_CONTRAST}
TEXT_CONTRAST = 4.5
GRAPHIC_CONTRAST = 3.0

# Machado, Oliveira and Fernandes (2009), severity 1.0
VISION = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def _linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[index : index + 2], 16) for index in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def _contrast(first: str, second: str) -> float:
    low, high = sorted(float(_linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (first, second))
    return (high + 0.05) / (low + 0.05)


def _oklab(linear: np.ndarray) -> np.ndarray:
    to_cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    to_lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return to_lab @ np.cbrt(to_cones @ np.clip(linear, 0, 1))


def _smallest_distance(first: str, second: str) -> float:
    return min(
        float(np.linalg.norm(_oklab(m @ _linear(first)) - _oklab(m @ _linear(second))))
        for m in VISION.values()
    )


@pytest.mark.parametrize("tokens", THEMES.values(), ids=THEMES)
def test_contrast_of_every_token(tokens: Tokens) -> None:
    text = [
        *itertools.product((tokens.text, tokens.muted), (tokens.window, tokens.surface, tokens.field)),
        *itertools.product(
            (tokens.accent, tokens.error, tokens.good), (tokens.window, tokens.surface, tokens.field)
        ),
        (tokens.on_accent, tokens.accent),
        (tokens.on_good, tokens.good),
        (tokens.on_warning, tokens.warning),
        (tokens.on_error, tokens.error),
        (tokens.on_stop, tokens.stop),
    ]
    graphics = [
        *((tokens.control_border, place) for place in (tokens.window, tokens.surface, tokens.field)),
        *((tokens.accent, place) for place in (tokens.window, tokens.surface, tokens.field)),  # focus ring
        (tokens.text, tokens.window),  # the ring of a primary button and of STOP, against what is around
        *((curve, tokens.surface) for curve in (tokens.measured, tokens.model, *tokens.joints)),
    ]
    assert [pair for pair in text if _contrast(*pair) < TEXT_CONTRAST] == []
    assert [pair for pair in graphics if _contrast(*pair) < GRAPHIC_CONTRAST] == []


@pytest.mark.parametrize("tokens", THEMES.values(), ids=THEMES)
def test_every_token_is_looked_at(tokens: Tokens) -> None:
    """A token that no pair above names would be drawn unlooked at; hairlines only part what stands apart."""
    pairs = {"text", "muted", "window", "surface", "field", "accent", "error", "good", "warning", "stop"}
    pairs |= {"on_accent", "on_good", "on_warning", "on_error", "on_stop"}
    pairs |= {"control_border", "measured", "model", *(f"joint {number + 1}" for number in range(7))}
    assert set(tokens.named()) - pairs == {"hairline"}


@pytest.mark.parametrize("tokens", THEMES.values(), ids=THEMES)
def test_figures_on_the_colour_of_a_joint_can_be_read(tokens: Tokens) -> None:
    inks = {colour: ink_on(QColor(colour)).name() for colour in tokens.joints}
    assert [pair for pair in inks.items() if _contrast(*pair) < TEXT_CONTRAST] == []


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=("light", "dark"))
def test_seventh_joint_is_as_far_from_the_six_as_they_are_from_each_other(tokens: Tokens) -> None:
    six, seventh = tokens.joints[:6], tokens.joints[6]
    among_six = min(_smallest_distance(*pair) for pair in itertools.combinations(six, 2))
    assert min(_smallest_distance(seventh, other) for other in six) >= among_six


def test_measured_and_model_can_be_told_apart() -> None:
    for tokens in THEMES.values():
        assert _smallest_distance(tokens.measured, tokens.model) > 0.1


def test_palette_carries_the_tokens(qapp: object) -> None:
    built = palette(DARK)
    assert built.window().color().name().upper() == DARK.window
    assert built.text().color().name().upper() == DARK.text
    assert built.highlight().color().name().upper() == DARK.accent


def test_an_eighth_joint_starts_over() -> None:
    assert LIGHT.joint(7) == LIGHT.joint(0)


def test_a_button_keeps_its_letters_when_it_becomes_the_thing_to_do(qtbot: QtBot) -> None:
    footer = Footer()
    qtbot.addWidget(footer)
    footer.show_primary(Primary(Meaning.GO_ON, "Next", is_due=False))
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    larger = footer.primary_button.font().pointSizeF()
    footer.show_primary(Primary(Meaning.GO_ON, "Next"))
    after = footer.primary_button.font().pointSizeF()
    current_theme().apply(ThemeName.LIGHT)
    assert after == larger > footer.primary_button.font().pointSizeF()


def test_every_theme_paints_every_page(window_with_result: Window) -> None:
    for theme in (ThemeName.DARK, ThemeName.HIGH_CONTRAST, ThemeName.LIGHT):
        current_theme().apply(theme)
        for step in Step:
            window_with_result.open_step(step)
            QApplication.processEvents()
            image = window_with_result.grab().toImage()
            corner = image.pixelColor(4, image.height() - 4).name().upper()
            assert corner == current_theme().tokens.surface, (theme, step)


def test_words_of_a_page_seen_for_the_first_time_have_the_present_size(still_window: Window) -> None:
    still_window.show()
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    still_window.open_settings()
    settle()
    page = still_window.beside.settings
    least = current_theme().font().pointSizeF()
    seen = [one for one in page.findChildren(Text) if one.isVisible()]
    wrong = [one.text() for one in seen if one.font().pointSizeF() < least]
    current_theme().apply(ThemeName.LIGHT)
    assert seen
    assert wrong == []
