"""Every page with a made-up result, in every dress: nothing cut, nothing on anything.

The same pages with a real visit and a robot are the campaign ``layout``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.speech.language import Language
from app.visit.settings import RecentVisit
from app.visit.steps import GuideName, Step
from app.widgets.presentation_view import SectionsView
from tests.app.layout.dressed_window import dressed_window
from tests.gallery.dress import Dress, dresses
from tests.gallery.exhibits import (
    beside_the_guides,
    of_a_comparison,
    of_a_visit,
    of_motions_of_a_visit,
)
from tests.gallery.painted import painted_findings
from tests.gallery.rules import findings

TIGHTEST = {
    Dress(FIRST_SIZE, ThemeName.LIGHT, 1.5, Language.ENGLISH),
    Dress(FIRST_SIZE, ThemeName.HIGH_CONTRAST, 1.5, Language.CHINESE),
    Dress(FIRST_SIZE, ThemeName.LIGHT, 1.0, Language.ENGLISH),
}
"""What does not hold elsewhere, hardly ever holds in all of these."""
DRESSES = [
    pytest.param(dress, id=str(dress), marks=() if dress in TIGHTEST else pytest.mark.thorough)
    for language in Language
    for dress in dresses(language)
]


@pytest.fixture
def hall(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """A window in the language of the dress, with a made-up visit."""
    with dressed_window(qapp, tmp_path, request.param) as window:
        yield window


@pytest.mark.parametrize("hall", DRESSES, indirect=True)
def test_no_text_is_cut_and_nothing_lies_on_anything(hall: Window, tmp_path: Path) -> None:
    recent = [
        RecentVisit(
            str(tmp_path / "cell-4.h5"),
            "Universal Robots UR10e",
            Step.RESULTS,
            "2026-03-01T10:42:00+00:00",
            guide=GuideName.FROM_FILES,
        )
    ]
    found: list[str] = []
    seen: set[str] = set()
    rooms = (
        of_a_visit(hall),
        of_motions_of_a_visit(hall),
        of_a_comparison(hall),
        beside_the_guides(hall, recent),
    )
    for room in rooms:
        for exhibit in room:
            exhibit.show()
            while any(view.is_growing for view in hall.findChildren(SectionsView) if view.isVisible()):
                QCoreApplication.processEvents()
            for _ in range(3):
                QCoreApplication.sendPostedEvents()
                QCoreApplication.processEvents()
            seen.add(exhibit.name)
            found += [f"{exhibit.name}: {each}" for each in (*findings(hall), *painted_findings(hall))]
    assert not found, "\n".join(found)
    assert len(seen) > len(Step)
