"""What the window has written for it: never over a measurement, a report never over a stranger's file."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from app.features.report.tasks import write_report
from app.jobs.written_files import check_report, write_bytes, write_table
from app.widgets.choice import ask_where_to_save
from core.errors import BadRequest, NotWritten
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.output_kinds import HDF5_SIGNATURE
from core.storage.visit import Visit
from tests.app.reports.report_examples import example_result

WATCH = NullMonitor()


def test_a_view_never_replaces_a_visit_even_when_somebody_agreed(tmp_path: Path) -> None:
    visit = tmp_path / "renamed.csv"
    visit.write_bytes(HDF5_SIGNATURE)
    with pytest.raises(BadRequest, match="output-is-visit"):
        write_table(path=visit, header=("t",), columns=(np.zeros(2),), monitor=WATCH)
    with pytest.raises(BadRequest, match="output-is-visit"):
        write_bytes(path=tmp_path / "v.h5", content=b"x", monitor=WATCH)
    assert visit.read_bytes() == HDF5_SIGNATURE


def test_a_file_of_another_kind_gives_way_to_a_view_that_was_agreed_on(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("what I saw")
    write_bytes(path=notes, content=b"new", monitor=WATCH)
    assert notes.read_bytes() == b"new"


def test_the_report_beside_the_visit_replaces_an_older_report_alone(tmp_path: Path) -> None:
    pdf, plain, visit = (tmp_path / name for name in ("r.pdf", "r.json", "v.h5"))
    check_report(pdf=pdf, json=plain, visit=visit)
    pdf.write_bytes(b"%PDF-1.4")
    plain.write_text("{}")
    check_report(pdf=pdf, json=plain, visit=visit)
    pdf.write_text("notes")
    with pytest.raises(BadRequest, match="output-other-kind"):
        check_report(pdf=pdf, json=plain, visit=visit)


def test_a_report_that_cannot_be_written_leaves_the_visit_and_both_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pdf, plain = (tmp_path / name for name in ("v.h5", "r.pdf", "r.json"))
    Visit.create(path, robot_toml=robot_text(load_robot("ec66"))).close()
    before = path.read_bytes()
    pdf.write_bytes(b"%PDF-1.4 older")
    written = 0

    def fail_at_the_second(fresh: Path, content: bytes, *, like: Path) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fresh.write_bytes(content)

    monkeypatch.setattr("core.storage.output_writer._write_forced", fail_at_the_second)
    with pytest.raises(NotWritten):
        write_report(visit=path, result=example_result(), pdf=pdf, json=plain, operator="Ada", monitor=WATCH)
    assert written == 2
    assert path.read_bytes() == before
    assert pdf.read_bytes() == b"%PDF-1.4 older"
    assert sorted(tmp_path.iterdir()) == sorted([path, pdf])


def test_the_dialog_asks_about_the_whole_name(qtbot) -> None:  # type: ignore[no-untyped-def]
    from PySide6.QtWidgets import QFileDialog, QWidget

    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ask_where_to_save(parent, "Save", "view.csv", lambda _path: None)
    assert isinstance(dialog, QFileDialog)
    assert dialog.defaultSuffix() == "csv"
    assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.close()
