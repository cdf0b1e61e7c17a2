"""The tag of a visit: stored in the file, absent in older files, cleaned of what cannot be shown."""

from pathlib import Path

import pytest

from core.monitor import NullMonitor
from core.storage.outline_reading import outline_of
from core.storage.rescue import rescue
from core.storage.tag import LONGEST_LINE, TAG, VisitTag, tag_of, usual_name
from core.storage.visit import Visit
from tests.core.storage.edited import make_older
from tests.core.storage.recordings_examples import example_recording

ROBOT = 'name = "two"\n'
WRITTEN = VisitTag("Line 3, left arm", "Möller 轴承, cell 4", "A-17", "Grease changed.\nLook at joint 2.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=ROBOT) as visit:
        visit.add_recording(example_recording())
    return path


def test_a_tag_comes_back_and_can_be_replaced(path: Path) -> None:
    with Visit.open(path) as visit:
        visit.put_settings(TAG, VisitTag("first"))
        visit.put_settings(TAG, WRITTEN)
    with Visit.open(path) as again:
        assert tag_of(again) == WRITTEN
    assert outline_of(path).tag == WRITTEN


def test_a_visit_without_a_tag_has_an_empty_one(path: Path) -> None:
    with Visit.open(path) as visit:
        assert tag_of(visit) == VisitTag()
    assert outline_of(path).tag == VisitTag()


@pytest.mark.parametrize("schema", [1, 2])
def test_a_file_of_an_older_program_opens_and_takes_a_tag(path: Path, schema: int) -> None:
    make_older(path, schema=schema)
    assert outline_of(path).tag == VisitTag()
    with Visit.open(path) as visit:
        assert tag_of(visit) == VisitTag()
        visit.put_settings(TAG, WRITTEN)
    assert outline_of(path).tag == WRITTEN


def test_the_serial_number_of_a_recording_is_believed_before_the_entered_one(path: Path) -> None:
    recorded = outline_of(path).serial
    with Visit.open(path) as visit:
        visit.put_settings(TAG, WRITTEN)
    assert outline_of(path).serial == (recorded or "A-17")


def test_a_rescued_visit_keeps_its_tag(path: Path, tmp_path: Path) -> None:
    with Visit.open(path) as visit:
        visit.put_settings(TAG, WRITTEN)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1  # the seal no longer fits
    path.write_bytes(content)
    rescue(path, into=tmp_path / "whole.h5", monitor=NullMonitor())
    assert outline_of(tmp_path / "whole.h5").tag == WRITTEN


def test_what_cannot_be_shown_is_cleaned_away() -> None:
    dirty = VisitTag("  a\tb\x00\n ", "\ud800c", "x" * 500, "one \n\n two\x07 \n")
    clean = dirty.cleaned
    assert (clean.name, clean.customer, clean.note) == ("a b", "c", "one\n\ntwo")
    assert len(clean.serial) == LONGEST_LINE


def test_a_usual_name_has_what_is_known() -> None:
    assert usual_name("ec66", "", "2026-11-23") == "ec66, 2026-11-23"
    assert usual_name("", "", "") == ""
