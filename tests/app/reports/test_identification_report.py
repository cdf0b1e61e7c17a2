"""The PDF: whole, marked, complete, honest about what cannot be shown, and small."""

import re
import subprocess
import sys
import zlib
from base64 import a85decode
from dataclasses import replace

import numpy as np
import pytest

from app.error_text import mark_text, reason_text, verdict_text
from app.reports import stored_model
from app.reports.identification_report import write_pdf
from app.reports.style import printable
from core.monitor import NullMonitor
from core.quality import Judgement
from core.recording import Mark
from core.robot.library import load_robot
from tests.app.reports.report_examples import example_prediction, example_result, with_joints
from tests.app.verification_examples import verification

LARGEST_PLOTTED_PAGES = 3
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_SHOWN = re.compile(rb"\(((?:\\.|[^\\()])*)\) Tj")


def page_texts(path):
    """What is written on each page, piece by piece in the order it was drawn."""
    pages = []
    for stream in _STREAM.findall(path.read_bytes()):
        encoded = stream.strip()
        plain = a85decode(encoded[:-2]) if encoded.endswith(b"~>") else encoded
        content = zlib.decompress(plain)
        pieces = [
            re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m[1], 8)]), piece)
            for piece in _SHOWN.findall(content)
        ]
        pages.append([re.sub(rb"\\(.)", rb"\1", piece).decode("cp1252") for piece in pieces])
    return pages


def words(path):
    return " ".join(" ".join(" ".join(page) for page in page_texts(path)).split())


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "report.pdf"


def test_everything_a_reader_asks_for_is_there(pdf):
    result = example_result()
    write_pdf(result, pdf, predictions=[example_prediction()], robot_name="Cell 4")
    text = words(pdf)
    assert "Cell 4" in text
    assert printable(verdict_text(result.judgement.verdict)) in text
    for reason in result.judgement.reasons:
        assert printable(reason_text(reason)) in text
    for judged in result.validation:
        assert f"{judged.recording}: {'used in the fit' if judged.used_in_fit else 'kept back'}" in text
    assert "Measured against model: Tuesday 50 s" in text
    for parameter in result.base_parameters:
        assert parameter.expression in text
    for friction in result.friction:
        assert text.count(friction.joint) >= 3
    assert "635 to 3510" in text
    assert result.provenance.sha256[0][:12] in text
    assert result.provenance.software in text
    assert "not measurable" in text


def test_the_verdict_comes_first(pdf):
    result = example_result()
    write_pdf(result, pdf)
    text = words(pdf)
    assert text.index(verdict_text(result.judgement.verdict)) < text.index("How well the model predicts")


def test_every_page_of_a_synthetic_report_says_so(pdf):
    write_pdf(example_result(synthetic=True), pdf, predictions=[example_prediction()])
    pages = page_texts(pdf)
    assert len(pages) <= LARGEST_PLOTTED_PAGES
    for number, page in enumerate(pages, start=1):
        assert mark_text(Mark.SYNTHETIC) in page
        assert f"Page {number} of {len(pages)}" in page


def test_a_report_of_measurements_carries_no_mark(pdf):
    write_pdf(example_result(synthetic=False), pdf)
    assert "SYNTHETIC" not in words(pdf)


def test_a_long_recording_makes_a_small_file_that_keeps_its_spike(pdf):
    long = example_prediction(samples=50_000)
    long.measured[25_000, 0] = 900.0
    write_pdf(example_result(), pdf, predictions=[long])
    assert pdf.stat().st_size < 200_000
    ticks = [piece for page in page_texts(pdf) for piece in page]
    assert "500" in ticks  # the axis reaches up to the one sample


def test_sliding_joints_have_their_own_units(pdf):
    result = with_joints(example_result(), 2)
    write_pdf(result, pdf, prismatic=(False, True))
    text = words(pdf)
    assert "N·m over °/s" in text
    assert "N over mm/s" in text


def test_what_does_not_exist_is_a_dash_and_what_is_unbounded_is_named(pdf):
    result = example_result()
    first = replace(result.base_parameters[0], value=1.0, std=float("inf"))
    judged = replace(result.validation[0], relative_error=np.full(6, np.nan))
    write_pdf(replace(result, base_parameters=(first,), validation=(judged,)), pdf)
    text = words(pdf)
    assert "infinite" in text
    assert "–" in text
    assert "nan" not in text


def test_an_empty_friction_picture_is_no_failure(pdf):
    result = example_result()
    nothing = np.zeros(0)
    bare = tuple(
        replace(f, point_speed=nothing, point_torque=nothing, point_std=nothing) for f in result.friction
    )
    write_pdf(replace(result, friction=bare, validation=(), judgement=Judgement.of(())), pdf)
    assert verdict_text("good") in words(pdf)


def test_text_is_never_read_as_markup(pdf):
    write_pdf(example_result(), pdf, robot_name="<b>Cell & 4</b> (old)")
    assert "<b>Cell & 4</b> (old)" in words(pdf)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("kg·m² ± 2°", "kg·m² ± 2°"), ("a − b ≤ τ", "a - b <= tau"), ("机械", "??"), ("Größe", "Größe")],
)
def test_letters_the_font_lacks_are_spelled_or_marked(text, shown):
    assert printable(text) == shown


def test_a_failed_write_leaves_the_old_report(pdf, monkeypatch):
    pdf.write_bytes(b"old")

    def fail(*_arguments, **_options):
        raise OSError("disk full")

    monkeypatch.setattr("app.reports.page.NumberedCanvas.save", fail)
    with pytest.raises(OSError, match="disk full"):
        write_pdf(example_result(), pdf)
    assert pdf.read_bytes() == b"old"
    assert list(pdf.parent.iterdir()) == [pdf]


def test_a_report_needs_no_qt():

    code = "import sys, app.reports.identification_report; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_verification_is_told_joint_by_joint(pdf):
    found = verification(limit=0.1)
    write_pdf(example_result(), pdf, verification=found)
    text = words(pdf)
    assert "Verified on motion it had not seen" in text
    assert "second excitation" in text
    assert "hardly moves" in text
    assert "fail" in text
    assert text.count(" pass ") == 5
    assert "flange up to 310 mm/s" in text
    assert printable(reason_text(found.judgement.reasons[0])) in text


def test_the_verification_of_another_model_is_left_out(tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(stored_model, "write_pdf", lambda *_, verification, **__: told.append(verification))
    result = replace(example_result(), validation=())
    found = verification()
    of_this = replace(found, model_created_at=result.provenance.created_at)
    robot = load_robot("szabo-3r")
    for one in (of_this, replace(found, model_created_at="2001-01-01T00:00:00+00:00"), None):
        stored_model.write_report(
            result, robot, {}, path=tmp_path / "x.pdf", monitor=NullMonitor(), verification=one
        )
    assert told == [of_this, None, None]
