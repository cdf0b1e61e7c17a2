"""Permitted output places, and the one writer: whole files or none, never over a measurement."""

import errno
import os
import shutil
import sys
from pathlib import Path

import pytest

from core.errors import BadRequest, NotWritten
from core.storage import output_writer
from core.storage.journal_blocks import MARKER
from core.storage.output import check_output, check_output_folder, check_visit_place
from core.storage.output_kinds import HDF5_SIGNATURE, OutputKind
from core.storage.output_writer import write_whole, written_together

PDF = b"%PDF-1.4 older"


def refusal(path: Path, **more) -> str:
    with pytest.raises(BadRequest) as refused:
        check_output(path, **more)
    return refused.value.code


def test_an_input_is_refused_in_any_spelling(tmp_path):
    source = tmp_path / "run.json"
    source.write_text("{}")
    (tmp_path / "a").mkdir()
    twin = tmp_path / "twin.json"
    twin.hardlink_to(source)
    for path in (source, tmp_path / "a" / ".." / "run.json", twin):
        assert refusal(path, inputs=(source,)) == "output-is-input"
    check_output(source, kind=OutputKind.JSON)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_every_link_is_refused(tmp_path):
    target = tmp_path / "old.pdf"
    target.write_bytes(PDF)
    links = {
        "to-file": target,
        "dangling": tmp_path / "none",
        "to-folder": tmp_path,
        "to-device": "/dev/null",
    }
    for name, to in links.items():
        (tmp_path / name).symlink_to(to)
        assert refusal(tmp_path / name) == "output-is-link"
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert refusal(tmp_path / "circle") == "output-is-link"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has these")
def test_devices_pipes_and_folders_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "output-is-device"
    assert refusal(Path("/dev/null")) == "output-is-device"
    assert refusal(tmp_path) == "output-is-folder"


@pytest.mark.parametrize(
    "name", ["CON", "nul", "Com1.json", "LPT9.pdf", "aux.tar.gz", "NUL .csv", "COM¹.csv"]
)
def test_names_of_windows_devices_are_refused_on_every_system(tmp_path, name):
    assert refusal(tmp_path / name) == "output-name-reserved"


def test_names_that_only_look_reserved_are_good(tmp_path):
    for name in ("console.json", "COM10.csv", "nulls.pdf"):
        check_output(tmp_path / name)


@pytest.mark.parametrize(
    "name",
    ["v.h5", "V.H5", "v.hdf5", "v.h5.recording-001.part", "v.h5.recording-001.part.damaged-2", ".v.h5.lock"],
)
def test_names_of_visits_journals_and_locks_are_refused_before_they_exist(tmp_path, name):
    assert refusal(tmp_path / name) == "output-is-visit"


@pytest.mark.parametrize(
    "content",
    [HDF5_SIGNATURE + b"x", bytes(512) + HDF5_SIGNATURE, bytes(2048) + HDF5_SIGNATURE, MARKER + b"x"],
)
def test_visits_and_journals_are_known_by_their_content(tmp_path, content):
    path = tmp_path / "renamed.pdf"
    path.write_bytes(content)
    assert refusal(path) == "output-is-visit"
    assert refusal(path, kind=OutputKind.PDF) == "output-is-visit"


def test_a_folder_that_is_missing_or_takes_no_file_is_refused(tmp_path, monkeypatch):
    assert refusal(tmp_path / "none" / "x.pdf") == "output-folder-missing"
    (tmp_path / "file").write_text("x")

    assert refusal(tmp_path / "file" / "x.pdf") == "output-folder-missing"

    def denied(*_names, **_more):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("core.storage.output.tempfile.TemporaryFile", denied)
    assert refusal(tmp_path / "x.pdf") == "output-folder-closed"


OLDER = {
    OutputKind.PDF: ("x.pdf", PDF),
    OutputKind.PNG: ("x.png", b"\x89PNG\r\n\x1a\n"),
    OutputKind.ZIP: ("x.zip", b"PK\x03\x04"),
    OutputKind.PARQUET: ("x.parquet", b"PAR1\x15\x00PAR1"),
    OutputKind.MCAP: ("x.mcap", b"\x89MCAP0\r\n\x01"),
    OutputKind.MAT: ("x.mat", b"MATLAB 5.0 MAT-file"),
    OutputKind.JSON: ("x.json", b'\xef\xbb\xbf\n{"a": 1}'),
    OutputKind.CSV: ("x.csv", b"# remark\na,b\n1,2\n"),
    OutputKind.SVG: ("x.svg", b'<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x"/>'),
    OutputKind.URDF: ("x.urdf", b"<!-- made by --><robot name='a'/>"),
    OutputKind.MJCF: ("x.xml", b'<mujoco model="a"/>'),
    OutputKind.C_HEADER: ("x.h", b"/* model */\n#ifndef X\n"),
    OutputKind.URSCRIPT: ("x.script", b"def torsion_excitation():\n"),
    OutputKind.TOML: ("x.toml", b'name = "arm"\n'),
    OutputKind.RAPID: ("x.mod", b"! Torsion: payload\n"),
    OutputKind.KRL: ("x.dat", b"; Torsion: payload\n"),
    OutputKind.TEXT: ("x.txt", b"Torsion: payload\n"),
}


@pytest.mark.parametrize("kind", OLDER)
def test_only_an_older_result_of_the_same_kind_is_replaced(tmp_path, kind):
    for other, (name, content) in OLDER.items():
        path = tmp_path / name
        path.write_bytes(content)
        if other is kind:
            check_output(path, kind=kind)
        else:
            assert refusal(path, kind=kind) == "output-other-kind", other
        assert path.read_bytes() == content
    (tmp_path / OLDER[kind][0]).write_bytes(b"")
    check_output(tmp_path / OLDER[kind][0], kind=kind)


def test_notes_and_settings_are_not_replaced(tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("what I saw")
    program = tmp_path / "main.mod"
    program.write_text("MODULE main\n")
    for kind in OutputKind:
        assert refusal(notes, kind=kind) == "output-other-kind"
        assert refusal(program, kind=kind) == "output-other-kind"
    robot = tmp_path / "robot.toml"
    robot.write_text('[[joints]]\nname = "a"\n')
    assert refusal(robot, kind=OutputKind.JSON) == "output-other-kind"
    check_output(notes)  # who was asked may replace it


def test_a_write_protected_file_stays(tmp_path, monkeypatch):
    path = tmp_path / "x.pdf"
    path.write_bytes(PDF)
    monkeypatch.setattr("core.storage.output.os.access", lambda *_arguments: False)  # the superuser may all
    assert refusal(path, kind=OutputKind.PDF) == "output-protected"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_invalid_visit_places_are_refused(tmp_path):
    def code(path, **more):
        with pytest.raises(BadRequest) as refused:
            check_visit_place(path, **more)
        return refused.value.code

    text = tmp_path / "text.h5"
    text.write_text("no visit")
    assert code(text) == "visit-place-other-file"
    assert code(text, inputs=(text,)) == "output-is-input"
    assert code(Path("/dev/null")) == "output-is-device"
    assert code(tmp_path) == "output-is-folder"
    assert code(tmp_path / "none" / "v.h5") == "output-folder-missing"
    assert code(tmp_path / "CON.h5") == "output-name-reserved"
    for name, to in {"a.h5": "none", "b.h5": "b.h5", "c.h5": "/dev/null", "d.h5": text.name}.items():
        (tmp_path / name).symlink_to(to)
    assert code(tmp_path / "a.h5") == "output-is-link"
    assert code(tmp_path / "b.h5") == "output-is-link"
    assert code(tmp_path / "c.h5") == "output-is-device"
    assert code(tmp_path / "d.h5") == "visit-place-other-file"
    text.write_bytes(HDF5_SIGNATURE)
    check_visit_place(tmp_path / "d.h5")
    check_visit_place(tmp_path / "new.h5")


def test_invalid_result_folders_are_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    for path in (file, file / "below", tmp_path / "AUX"):
        with pytest.raises(BadRequest):
            check_output_folder(path)
    check_output_folder(tmp_path)
    check_output_folder(tmp_path / "new" / "deeper")
    assert list(tmp_path.iterdir()) == [file]


def test_an_older_file_is_replaced_whole_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "x.pdf"
    path.write_bytes(PDF)
    path.chmod(0o640)
    write_whole(path, b"%PDF new")
    assert path.read_bytes() == b"%PDF new"
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_the_writer_refuses_files_that_must_not_be_replaced(tmp_path):
    visit = tmp_path / "renamed.json"
    visit.write_bytes(HDF5_SIGNATURE)
    with pytest.raises(BadRequest, match="output-is-visit"):
        write_whole(visit, b"{}")
    assert visit.read_bytes() == HDF5_SIGNATURE


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "output-disk-full"),
        (errno.EDQUOT, "output-disk-full"),
        (errno.EFBIG, "output-too-large"),
        (errno.EIO, "output-not-written"),
    ],
)
@pytest.mark.parametrize("step", ["os.fsync", "os.open", "Path.replace"])
def test_a_disk_that_fails_at_any_step_leaves_the_older_file(tmp_path, monkeypatch, number, code, step):
    path = tmp_path / "x.pdf"
    path.write_bytes(PDF)

    def fail(*_arguments, **_more):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as broken:
        broken.setattr(f"core.storage.output_writer.{step}", fail)
        with pytest.raises(NotWritten) as caught:
            write_whole(path, b"%PDF new")
    assert caught.value.code == code
    assert caught.value.facts["file"] == str(path)
    assert path.read_bytes() == PDF
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_reported_with_the_missing_space(tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=3)
    monkeypatch.setattr(output_writer.shutil, "disk_usage", lambda _folder: usage)
    with pytest.raises(NotWritten) as caught:
        write_whole(tmp_path / "x.pdf", b"%PDF new")
    assert caught.value.facts["missing"] == 5
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits the size of files")
def test_the_systems_file_limit_is_reported(tmp_path):
    path = tmp_path / "x.pdf"
    path.write_bytes(PDF)
    import resource  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 12, before[1]))
    try:
        with pytest.raises(NotWritten) as caught:
            write_whole(path, bytes(1 << 16))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code == "output-too-large"
    assert path.read_bytes() == PDF
    assert list(tmp_path.iterdir()) == [path]


def test_files_written_together_appear_together_or_not_at_all(tmp_path):
    first, second = tmp_path / "a.pdf", tmp_path / "b.json"
    first.write_bytes(PDF)
    with written_together():
        write_whole(first, b"%PDF new")
        write_whole(second, b"{}")
        write_whole(second, b"[]")
        assert first.read_bytes() == PDF
        assert not second.exists()
    assert (first.read_bytes(), second.read_bytes()) == (b"%PDF new", b"[]")
    assert sorted(tmp_path.iterdir()) == [first, second]

    def written_then_failed():
        with written_together(), written_together():
            write_whole(first, b"%PDF third")
            raise ValueError("the work failed")

    with pytest.raises(ValueError, match="the work failed"):
        written_then_failed()
    assert first.read_bytes() == b"%PDF new"
    assert sorted(tmp_path.iterdir()) == [first, second]
