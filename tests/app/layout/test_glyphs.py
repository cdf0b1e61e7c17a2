"""Every letter of all translations, help pages and robots is in the fonts that are shipped."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fontTools.ttLib import TTFont

from core.robot.library import load_robot
from resources import path

FONTS = ("NotoSansSC-Regular.ttf", "NotoSansSC-Bold.ttf")
UNSEEN = {"\n", "\t", "\u00a0", "\u202f", "\u2009", "\u200b"}
"""Spaces and line ends, which need no picture."""


def _letters_of_catalogues() -> Iterator[tuple[str, str]]:
    for catalogue in sorted(path("translations").glob("*.ts")):
        for message in ET.parse(catalogue).iter("message"):
            for part in ("source", "translation"):
                yield f"{catalogue.name}: {message.findtext(part)}", message.findtext(part) or ""


def _letters_of_help() -> Iterator[tuple[str, str]]:
    for page in sorted(path("help").rglob("*.md")):
        yield str(page.relative_to(path("help"))), page.read_text("utf-8")


def _letters_of_robots() -> Iterator[tuple[str, str]]:
    for robot in sorted(path("robots").glob("*.toml")):
        described = load_robot(robot.stem)
        yield robot.stem, described.name + "".join(described.joint_names)


@pytest.fixture(scope="module", params=FONTS)
def known(request: pytest.FixtureRequest) -> set[str]:
    """The letters of a shipped font."""
    with TTFont(Path(path(f"fonts/{request.param}")), lazy=True) as font:
        return {chr(code) for code in font.getBestCmap()}


@pytest.mark.parametrize("letters", [_letters_of_catalogues, _letters_of_help, _letters_of_robots])
def test_every_letter_has_a_glyph(letters: object, known: set[str]) -> None:
    missing: dict[str, str] = {}
    seen = 0
    assert callable(letters)
    for place, text in letters():
        seen += len(text)
        for letter in set(text) - known - UNSEEN:
            missing.setdefault(letter, place[:60])
    assert seen > 0
    assert missing == {}
