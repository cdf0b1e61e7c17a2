"""Settings survive a restart; a broken file is set aside and said so."""

import json
import logging
import threading
from dataclasses import asdict, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.look.tokens import SCALES, ThemeName
from app.speech.units import UnitSystem
from app.visit.settings import (
    RECENT_LIMIT,
    VERSION,
    RecentVisit,
    Settings,
    SettingsStore,
)
from tests.waiting import LIMIT_S, wait_until


def _visit(number: int) -> RecentVisit:
    return RecentVisit(f"/visits/{number}.h5", "UR10e", "results", "2026-03-01T10:42:00")


def _stored(path: Path, changed: Settings) -> SettingsStore:
    """Store settings as a program does that changes them and ends."""
    store = SettingsStore(path)
    store.update(changed)
    store.finish()
    return store


def test_settings_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    changed = replace(Settings(theme=ThemeName.DARK, scale=1.2), more_options_open=True).with_recent(
        _visit(1)
    )
    _stored(path, changed)
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
    _stored(path, known)
    assert SettingsStore(path).current == known


def test_recent_visits_are_unique_newest_first_and_few() -> None:
    settings = Settings()
    for number in [*range(10), 5]:
        settings = settings.with_recent(_visit(number))
    assert [visit.path for visit in settings.recent][:2] == ["/visits/5.h5", "/visits/9.h5"]
    assert len(settings.recent) == RECENT_LIMIT
    assert len({visit.path for visit in settings.recent}) == RECENT_LIMIT


@pytest.mark.parametrize("text", ["{", "[]", '{"theme": "dark"}'])
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
    store = _stored(tmp_path / "file" / "settings.json", Settings(scale=1.5))
    assert store.current.scale == 1.5
    assert "could not be written" in caplog.text


def test_what_may_wait_is_written_once_and_soon(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = SettingsStore(path)
    for number in range(3):
        store.update_soon(store.current.with_recent(_visit(number)))
    assert store.current.recent[0].path == "/visits/2.h5"
    assert not path.exists()
    wait_until(path.exists)
    assert SettingsStore(path).current == store.current


def test_a_busy_disk_does_not_hold_up_what_changes_a_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, free, genuine = tmp_path / "settings.json", threading.Event(), Path.replace

    def busy(fresh: Path, place: Path) -> Path:
        assert free.wait(LIMIT_S)
        return genuine(fresh, place)

    monkeypatch.setattr(Path, "replace", busy)
    store = SettingsStore(path)
    for number in range(5):
        store.update(store.current.with_recent(_visit(number)))
    assert not path.exists(), "this test would wait for ever if changing a setting did"
    free.set()
    store.finish()
    assert SettingsStore(path).current.recent[0].path == "/visits/4.h5"


def test_finishing_writes_only_what_has_changed(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = SettingsStore(path)
    store.update_soon(Settings(scale=1.2))
    store.finish()
    assert SettingsStore(path).current.scale == 1.2
    path.unlink()
    store.update(Settings(scale=1.2))
    assert store._soon is None or not store._soon.isActive()
    store.finish()
    assert not path.exists(), "what is in the file is not written again"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_NAMES = [one.name for one in fields(Settings)]


@given(st.dictionaries(st.sampled_from(_NAMES), _JSON), st.sampled_from([1, 2, 3, 99]))
@settings(max_examples=60, deadline=None)
def test_values_of_any_kind_never_break_the_start(stored: dict[str, object], version: int) -> None:
    logging.disable(logging.CRITICAL)
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "settings.json"
            path.write_text(json.dumps({"version": version, **stored}), encoding="utf-8")
            found = SettingsStore(path).current
            _check(found)
            _stored(path, replace(found, scale=1.3))
            assert SettingsStore(path).current == replace(found, scale=1.3)
    finally:
        logging.disable(logging.NOTSET)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_damaged_file_never_breaks_the_start(data: st.DataObject) -> None:
    whole = json.dumps({"version": VERSION, **asdict(Settings().with_recent(_visit(1)))}).encode()
    place = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 12))
    damaged = whole[:place] + data.draw(st.binary(max_size=12)) + whole[place + length :]
    logging.disable(logging.CRITICAL)
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "settings.json"
            path.write_bytes(damaged)
            _check(SettingsStore(path).current)
    finally:
        logging.disable(logging.NOTSET)


def _check(found: Settings) -> None:
    """Whether every value can be worked with."""
    assert found.theme in set(ThemeName)
    assert found.units in set(UnitSystem)
    assert SCALES[0] <= found.scale <= SCALES[-1]
    assert isinstance(found.goes_by_itself, bool)
    assert all(isinstance(text, str) for text in (found.language, found.operator, found.visits_folder))
    assert len(found.recent) <= RECENT_LIMIT
    assert all(isinstance(text, str) for visit in found.recent for text in asdict(visit).values())


@pytest.mark.parametrize("stored", [b"\xff\xfe", b"[" * 100_000, b'{"version": 0}', b'{"version": true}'])
def test_what_is_no_settings_file_is_set_aside(
    tmp_path: Path, stored: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(stored)
    assert SettingsStore(path).current == Settings()
    assert (tmp_path / "settings.json.unreadable").read_bytes() == stored
    assert "set aside" in caplog.text


def test_one_value_that_cannot_be_used_spoils_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    good = asdict(_visit(1))
    stored = {"version": VERSION, "theme": "pink", "units": 7, "scale": 40.0, "operator": "Ada",
              "recent": [good, {"path": 3}, "nonsense"]}  # fmt: skip
    path.write_text(json.dumps(stored), encoding="utf-8")
    found = SettingsStore(path).current
    assert found == Settings(operator="Ada", scale=1.6, recent=(_visit(1),))
    for name in ("theme", "units", "recent visit"):
        assert f"{name} " in caplog.text
    assert path.exists(), "nothing is set aside for one value"


def test_settings_of_a_newer_version_give_what_is_known(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": VERSION + 1, "scale": 1.5, "hologram": True}), encoding="utf-8")
    assert SettingsStore(path).current == Settings(scale=1.5)
    assert f"version {VERSION + 1}" in caplog.text
