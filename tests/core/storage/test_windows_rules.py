"""The rules of Windows for files, imitated: names, renaming over an open file, locks, long paths."""

import errno
import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.errors.text import error_text
from core.errors import BadFile, BadRequest, NotWritten
from core.storage import file_lock, replacement
from core.storage.output import check_name, check_place
from core.storage.output_writer import write_whole
from core.storage.visit import Visit
from tests.two_bars import two_bars

FORBIDDEN = (
    *("a:b.json", "run.json:stream", "a<b.csv", "a>b.csv", 'a"b.csv', "a|b.csv", "a?.csv", "a*.csv"),
    *("cell4.h5.", "cell4.h5 ", "report.pdf. .", "tab\t.csv", "line\nbreak.csv"),
)
RESERVED = ("CON", "prn.txt", "Aux.json", "NUL", "nul.tar.gz", "COM1", "com9.csv", "LPT3.pdf", "CONIN$")
GOOD = ("cell4.h5.csv", "a.b.c", ".hidden", "..two.json", "é—µ.csv", "console.csv", "COM10", "nullable.json")


@pytest.fixture
def windows(monkeypatch):
    """The rules of Windows, as far as the program asks for the system."""
    monkeypatch.setattr(sys, "platform", "win32")


def reserved(name: str) -> bool:
    try:
        check_name(Path(name))
    except BadRequest as refused:
        return refused.code == "output-name-reserved"
    return False


@pytest.mark.parametrize("name", [*FORBIDDEN, *RESERVED])
def test_a_name_that_windows_does_not_take_as_it_is_is_refused(windows, name):
    assert reserved(name)


@pytest.mark.parametrize("name", GOOD)
def test_other_names_are_taken(windows, name):
    assert not reserved(name)


def test_a_dot_at_the_end_does_not_lead_around_the_name_of_a_visit(windows, tmp_path):
    with pytest.raises(BadRequest, match="output-name-reserved"):
        check_place(tmp_path / "cell4.h5.")


def test_folders_by_their_short_names_stay_folders(windows):
    for name in (".", ".."):
        assert not reserved(name)


class Held:
    """A file that another program keeps open for the given number of attempts to rename over it."""

    def __init__(self, monkeypatch, times: int) -> None:
        self.left, replaced = times, Path.replace

        def replace(path, target):
            if self.left:
                self.left -= 1
                raise PermissionError(errno.EACCES, "Access is denied", str(path), None, str(target))
            return replaced(path, target)

        monkeypatch.setattr(Path, "replace", replace)


def test_a_scanner_that_holds_the_older_file_for_a_moment_is_waited_for(windows, tmp_path, monkeypatch):
    path = tmp_path / "result.json"
    path.write_bytes(b"{}")
    held = Held(monkeypatch, times=3)
    write_whole(path, b'{"new": 1}')
    assert held.left == 0
    assert path.read_bytes() == b'{"new": 1}'


def test_a_program_that_keeps_the_older_file_open_is_named_as_the_cause(windows, tmp_path, monkeypatch):
    path = tmp_path / "result.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(replacement, "HELD_S", 0.1)
    Held(monkeypatch, times=1000)
    with pytest.raises(NotWritten) as refused:
        write_whole(path, b'{"new": 1}')
    assert refused.value.code == "output-held"
    assert "open in another program" in error_text(refused.value).one_line
    assert path.read_bytes() == b"{}"
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]


def test_a_refused_replacement_is_not_retried_on_other_systems(tmp_path, monkeypatch):
    held = Held(monkeypatch, times=1000)
    with pytest.raises(NotWritten, match="output-not-written"):
        write_whole(tmp_path / "result.json", b"{}")
    assert held.left == 999


def test_a_visit_that_another_program_has_open_stays_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "cell.h5"
    Visit.create(path, robot_toml=two_bars(elbow_alpha_deg=90.0)).close()
    before = path.read_bytes()
    draft = replacement.draft_path(path)
    draft.write_bytes(b"changed")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(replacement, "HELD_S", 0.1)
    Held(monkeypatch, times=1000)
    with pytest.raises(BadFile) as refused:
        replacement.replace(path, draft)
    assert refused.value.code == "visit-held"
    assert str(path) in error_text(refused.value).one_line
    assert path.read_bytes() == before


class Msvcrt(ModuleType):
    """Locks of bytes as Windows has them: one owner of a byte of a file, until its descriptor is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.owners: dict[tuple[int, int, int], int] = {}

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        found = os.fstat(descriptor)
        byte = (found.st_dev, found.st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        owner = self.owners.setdefault(byte, descriptor)
        if owner != descriptor:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def windows_lock(monkeypatch):
    """The module of locks as it is imported on Windows."""
    made = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    monkeypatch.setattr(sys, "platform", "win32")
    yield importlib.reload(file_lock)
    monkeypatch.undo()
    importlib.reload(file_lock)


def test_a_lock_has_one_named_owner(windows_lock, tmp_path):
    path = tmp_path / "cell.h5"
    windows_lock.name_this_process("torsion import")
    lock = windows_lock.FileLock.take(path)
    assert lock is not None
    assert windows_lock.FileLock.take(path) is None
    holder = windows_lock.holder_of(path)
    assert holder is not None
    assert (holder.program, holder.process) == ("torsion import", os.getpid())
    lock.release()
    lock.release()
    assert not windows_lock.lock_path(path).exists()


def test_a_path_of_four_hundred_signs_is_written(tmp_path):
    folder = tmp_path
    while len(str(folder)) < 400:
        folder /= "a folder with a long name"
    folder.mkdir(parents=True)
    write_whole(folder / "result.json", b"{}")
    Visit.create(folder / "cell.h5", robot_toml=two_bars(elbow_alpha_deg=90.0)).close()
    assert sorted(file.name for file in folder.iterdir()) == ["cell.h5", "result.json"]
