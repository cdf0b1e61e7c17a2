"""A full disk in what the program keeps for itself, and the sentences about disks without room."""

import errno
import io
import logging
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.__main__ import main
from app.errors.text import error_text
from app.health import log_file
from app.health.running import RunningMark, RunPlace
from app.look.tokens import ThemeName
from app.visit import known_visits
from app.visit.settings import Settings, SettingsStore
from core.errors import BadFile, DiskFull
from core.storage.visit import Visit
from devices.errors import DeviceError
from tests.campaigns._disk_faults import Fault, FaultyDisk
from tests.core.storage.recordings_examples import example_recording


def faults(folder: Path, act: Callable[[], object]) -> Iterator[FaultyDisk]:
    """The disk of a folder, refusing at each write of ``act`` in turn."""
    with FaultyDisk(folder) as disk:
        act()
    assert disk.operations
    for at in range(1, len(disk.operations) + 1):
        yield FaultyDisk(folder, at=at, fault=Fault.FULL)


@pytest.mark.expected_log("could not be written")
def test_settings_on_a_full_disk_leave_the_older_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = Settings(theme=ThemeName.DARK)

    def change(settings: Settings = Settings(theme=ThemeName.LIGHT, operator="Ada")) -> None:  # noqa: B008
        store = SettingsStore(path)
        store.update(settings)
        store.finish()

    change(first)
    content = path.read_bytes()

    for disk in faults(tmp_path, change):
        path.write_bytes(content)
        with disk:
            change()
        assert path.read_bytes() == content
        assert SettingsStore(path).current == first
        assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.expected_log("could not be (written|set)")
def test_the_mark_of_the_program_on_a_full_disk_is_the_older_one_or_none(tmp_path: Path) -> None:
    place = RunPlace("a.h5", "ec66", "files", "identify", "")

    def run() -> None:
        mark = RunningMark(tmp_path)
        mark.begin()
        mark.at(place)
        mark.end()

    for disk in faults(tmp_path, run):
        with disk:
            run()
        assert list(tmp_path.iterdir()) == []


def test_the_memory_of_visits_on_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    cache = tmp_path / "visits.json"
    for disk in faults(tmp_path, lambda: known_visits._remember(cache, {})):
        cache.unlink(missing_ok=True)
        with disk:
            known_visits._remember(cache, {})
        assert list(tmp_path.iterdir()) == []


def test_a_log_on_a_full_disk_prints_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def write(self, _text: str, /) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    handler = log_file._LogFile(tmp_path / "torsion.log", delay=True)
    handler.stream = Full()  # type: ignore[assignment]
    handler.handle(logging.makeLogRecord({"msg": "something", "levelno": logging.WARNING}))
    handler.stream.close()
    handler.close()
    assert capsys.readouterr() == ("", "")


def test_a_refused_command_is_one_line_with_numbers_and_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))

    def change(*_: object) -> None:
        with Visit.open(path) as visit:
            visit.add_recording(example_recording("new", samples=9000))

    monkeypatch.setattr("app.shell.commands.info._info", change)
    for fault, code in ((Fault.FULL, "F-023"), (Fault.QUOTA, "F-021"), (Fault.LIMIT, "F-022")):
        with FaultyDisk(tmp_path, at=9, fault=fault):
            assert main(["info", str(path)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert err.strip().endswith(f"({code})")
        assert re.search(r"\d MB", err)


def test_sentences_name_what_is_missing_in_megabytes() -> None:
    facts = {"file": "cell.h5", "needed": 1_210_000, "free": 1_190_000}
    line = error_text(DiskFull("disk-full", **facts)).one_line
    assert "1.3 MB are needed, 1.1 MB are free" in line
    line = error_text(
        DiskFull("file-too-large", file="a.h5", needed=5_000_000_001, free=4_294_967_295)
    ).one_line
    assert "beyond 4294 MB" in line
    assert "5001 MB are needed" in line
    part = error_text(DiskFull("part-without-room", **{**facts, "file": "cell.h5.recording-001.part"}))
    assert "cell.h5.recording-001.part" in part.title
    ended = error_text(DeviceError("recording-disk-full", file="a.part", samples=700, free=0)).one_line
    assert "0.0 MB are free" in ended
    assert "700 samples are kept" in ended


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)])
def test_a_full_disk_is_known_by_each_of_its_numbers(number: int) -> None:
    assert error_text(OSError(number, os.strerror(number), "a.pdf")).code == "F-004"


def test_the_holder_of_a_visit_is_named() -> None:
    facts = {"program": "torsion import", "process": 4711, "since": "2026-03-01T10:00:00+00:00"}
    line = error_text(BadFile("visit-locked", file="a.h5", **facts)).one_line
    assert "torsion import, process 4711, since 2026-03-0" in line
    unknown = error_text(BadFile("visit-locked", file="a.h5", program="–", process="–", since="–"))
    assert "?" not in unknown.one_line
