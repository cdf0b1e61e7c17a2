"""Text cells of tables are never formulas, and are read back as they were."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.jobs.written_files import write_table
from core.exchange.csv_text import read_cell, remark_line, table_text, text_cell
from core.exchange.sheet import read_sheet
from core.monitor import NullMonitor

FORMULA = '=HYPERLINK("http://x","y")'


@pytest.mark.parametrize(
    "text", [FORMULA, "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", "-m_2·l", "＝1"]
)
def test_a_text_that_a_spreadsheet_would_run_is_marked_as_text(text):
    assert text_cell(text) == f"'{text}"
    assert read_cell(text_cell(text)) == text


@pytest.mark.parametrize(
    "value", ["-1.5", "+2", "-1e-9", ".5", "-inf", "nan", -3, 2.5, "joint 1", "", "'quoted'"]
)
def test_numbers_and_plain_texts_stay_as_they_are(value):
    assert text_cell(value) == str(value)


@given(st.text())
def test_every_text_is_read_back_as_it_was(text):
    written = text_cell(text)
    assert read_cell(written) == text
    assert written[:1] not in {"=", "@", "\t", "\r", "\n"}


def test_a_remark_is_safe_where_it_breaks_into_cells():
    line = remark_line(f"recordings plain, a,{FORMULA}, -0.5, x;@y")
    assert line == '# recordings plain, a,\'=HYPERLINK("http://x","y"), -0.5, x;\'@y\n'
    assert remark_line("two\nlines, 1.5, plain") == "# two lines, 1.5, plain\n"


def test_a_table_keeps_its_numbers_and_guards_its_texts():
    rows = list(csv.reader(io.StringIO(table_text([("name", FORMULA), ("-a", "-1.5")], remarks=["x"]))))
    assert rows == [["# x"], ["name", f"'{FORMULA}"], ["'-a", "-1.5"]]


def test_a_view_of_a_recording_with_such_a_label(tmp_path):
    path = tmp_path / "view.csv"
    write_table(
        path=path,
        header=("t (s)", FORMULA),
        columns=(np.array([-1.0]), np.array([2.0])),
        monitor=NullMonitor(),
    )
    assert list(csv.reader(io.StringIO(path.read_text("utf-8")))) == [["t (s)", f"'{FORMULA}"], ["-1", "2"]]


def test_our_own_table_of_names_is_read_back_without_the_mark(tmp_path):
    path = tmp_path / "tests.csv"
    path.write_text(table_text([("name", "mass"), (FORMULA, "-1.5")]), encoding="utf-8")
    assert read_sheet(path)[1].cells == (FORMULA, "-1.5")
