"""The settings page: what is chosen holds at once and is kept; a folder that takes no files is refused."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import DARK, HIGH_CONTRAST, ThemeName
from app.shell.settings_page import SettingsPage, takes_files
from app.shell.window import Window
from app.speech.language import Language
from app.speech.units import UnitSystem, current_units, use_units
from app.visit.settings import Settings, SettingsStore
from app.visit.steps import Step
from app.widgets.choice import Choice
from tests.app import payload_examples
from tests.waiting import LIMIT_MS


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    use_units(UnitSystem.METRIC)
    current_theme().apply(ThemeName.LIGHT)


@pytest.fixture
def page(still_window: Window) -> SettingsPage:
    still_window.open_settings()
    return still_window.beside.settings


def _pick(choice: Choice, value: object) -> None:
    choice.choose(value)
    choice.picked.emit()


def _stored(window: Window) -> Settings:
    window._settings.finish()
    return SettingsStore(window._settings._path).current


def test_what_is_chosen_holds_at_once_and_is_kept(page: SettingsPage, still_window: Window) -> None:
    _pick(page.theme, ThemeName.HIGH_CONTRAST)
    assert current_theme().tokens is HIGH_CONTRAST
    before = current_theme().font().pointSizeF()
    _pick(page.scale, 1.5)
    assert current_theme().font().pointSizeF() == pytest.approx(1.5 * before)
    _pick(page.led, False)  # noqa: FBT003  # a value that is offered
    page.operator.setFocus()
    QTest.keyClicks(page.operator, "Ada L")
    assert page.operator.text() == "Ada L"
    kept = _stored(still_window)
    assert (kept.theme, kept.scale) == (ThemeName.HIGH_CONTRAST, 1.5)
    assert (kept.operator, kept.goes_by_itself) == ("Ada L", False)
    for control in (page.language, page.theme, page.scale, page.units, page.led, page.operator):
        assert control.accessibleName()
        assert control.accessibleDescription().endswith(".")


def test_units_hold_at_once_on_pages_that_are_open(page: SettingsPage, still_window: Window) -> None:
    still_window.visit.payloads.take(payload_examples.payload(), None)
    still_window.open_step(Step.PAYLOAD)
    steps = still_window.pages[Step.PAYLOAD].steps
    assert "kg" in steps.words
    assert " lb" not in steps.words
    still_window.open_settings()
    _pick(page.units, UnitSystem.WITH_US)
    assert current_units() is UnitSystem.WITH_US
    still_window.footer.primary_button.click()
    assert still_window.step is Step.PAYLOAD
    assert "\u00a0lb" in steps.words
    assert _stored(still_window).units is UnitSystem.WITH_US
    still_window.open_settings()
    _pick(page.units, UnitSystem.METRIC)
    still_window.footer.primary_button.click()
    assert "\u00a0lb" not in steps.words


def test_new_visits_go_where_somebody_wants_them(
    page: SettingsPage, still_window: Window, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    usual, wanted = still_window.visits.folder, tmp_path / "my visits"
    page.folder_asked.emit(tmp_path / "file" / "inside")
    assert still_window.visits.folder == usual
    assert "takes no files" in page.folder_row.note.text()
    assert _stored(still_window).visits_folder == ""
    page.folder_asked.emit(wanted)
    assert still_window.visits.folder == wanted
    assert page.folder.text() == str(wanted)
    assert not page.folder_row.note.text()
    assert _stored(still_window).visits_folder == str(wanted)
    page.usual_button.click()
    assert still_window.visits.folder == usual
    assert _stored(still_window).visits_folder == ""
    assert page.usual_button.isHidden()


def test_a_folder_that_is_gone_at_the_start_is_told_and_the_usual_one_taken(
    qtbot: QtBot, tmp_path: Path, store: SettingsStore, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    gone = tmp_path / "file" / "visits"
    store.update(replace(store.current, visits_folder=str(gone)))
    window: Window = request.getfixturevalue("still_window")
    assert window.visits.folder == tmp_path / "visits"
    assert str(gone) in window.banner.text
    store.finish()
    assert SettingsStore(store._path).current.visits_folder == str(gone), "it may come back"


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such permissions there")
def test_takes_files(tmp_path: Path) -> None:
    assert takes_files(tmp_path / "new" / "deep")
    assert not takes_files(Path("/proc"))


def test_back_to_defaults_keeps_the_name(
    page: SettingsPage, still_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    _pick(page.theme, ThemeName.DARK)
    assert current_theme().tokens is DARK
    _pick(page.units, UnitSystem.WITH_US)
    _pick(page.scale, 1.3)
    page.operator.setFocus()
    QTest.keyClicks(page.operator, "Ada")
    page.folder_asked.emit(tmp_path / "elsewhere")
    page.defaults_button.click()
    kept = _stored(still_window)
    assert replace(kept, recent=()) == Settings(operator="Ada")
    assert page.operator.text() == "Ada"
    assert page.scale.value == 1.0
    assert current_units() is UnitSystem.METRIC
    with qtbot.waitSignal(still_window.language_wanted, timeout=LIMIT_MS) as asked:
        _pick(page.language, Language.CHINESE)
    assert asked.args == [Language.CHINESE]
    page.allow_language(allowed=False)
    assert not page.language.isEnabled()
    assert page.language_row.note.text()
