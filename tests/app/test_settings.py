"""Settings survive a restart; a broken file is set aside and said so."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.settings import RECENT_LIMIT, SOON_MS, VERSION, RecentVisit, Settings, SettingsStore
from app.tokens import ThemeName


def _visit(number: int) -> RecentVisit:
    return RecentVisit(f"/visits/{number}.h5", "UR10e", "results", "2026-03-01T10:42:00")


def test_settings_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    changed = replace(Settings(theme=ThemeName.DARK, scale=1.2), more_options_open=True).with_recent(
        _visit(1)
    )
    SettingsStore(path).update(changed)
    assert SettingsStore(path).current == changed
    assert json.loads(path.read_text(encoding="utf-8"))["version"] == VERSION


def test_settings_of_version_1_are_migrated(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    visit = {"path": "/visits/1.h5", "robot": "UR10e", "step": "Choose runs", "opened_at": "2026-03-01"}
    old = {"version": 1, "theme": "dark", "recent": [visit, {**visit, "step": "Somewhere"}]}
    path.write_text(json.dumps(old), encoding="utf-8")
    current = SettingsStore(path).current
    assert current.theme is ThemeName.DARK
    assert [found.step for found in current.recent] == ["choose", ""]


def test_settings_that_know_no_serial_arm_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 2, "last_controller": "virtual:ec66"}), encoding="utf-8")
    current = SettingsStore(path).current
    assert (current.last_controller, current.last_serial) == ("virtual:ec66", "")
    known = replace(current, last_serial="serial:COM5?usb=1A86:55D4&arm=4711", last_serial_robot="ec66")
    SettingsStore(path).update(known)
    assert SettingsStore(path).current == known


def test_recent_visits_are_unique_newest_first_and_few() -> None:
    settings = Settings()
    for number in [*range(10), 5]:
        settings = settings.with_recent(_visit(number))
    assert [visit.path for visit in settings.recent][:2] == ["/visits/5.h5", "/visits/9.h5"]
    assert len(settings.recent) == RECENT_LIMIT
    assert len({visit.path for visit in settings.recent}) == RECENT_LIMIT


@pytest.mark.parametrize("text", ["{", '{"version": 1, "theme": "pink"}', "[]", '{"theme": "dark"}'])
def test_broken_file_is_set_aside_not_overwritten(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    assert SettingsStore(path).current == Settings()
    assert (tmp_path / "settings.json.unreadable").read_text(encoding="utf-8") == text
    assert "set aside" in caplog.text


def test_folder_that_cannot_be_written_keeps_the_settings_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = SettingsStore(tmp_path / "file" / "settings.json")
    store.update(Settings(scale=1.5))
    assert store.current.scale == 1.5
    assert "could not be saved" in caplog.text


def test_what_may_wait_is_written_once_and_soon(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = SettingsStore(path)
    for number in range(3):
        store.update_soon(store.current.with_recent(_visit(number)))
    assert store.current.recent[0].path == "/visits/2.h5"
    assert not path.exists()
    qtbot.waitUntil(path.exists, timeout=20 * SOON_MS)
    assert SettingsStore(path).current == store.current


def test_saving_does_not_wait_and_writes_only_what_has_changed(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = SettingsStore(path)
    store.update_soon(Settings(scale=1.2))
    store.save()
    assert SettingsStore(path).current.scale == 1.2
    path.unlink()
    store.update(Settings(scale=1.2))
    qtbot.wait(2 * SOON_MS)
    assert not path.exists(), "what is in the file is not written again"
