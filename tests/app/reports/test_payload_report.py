"""The payload's page: one page, marked, the answer first, honest about what is not known."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import mark_text, reason_text, verdict_text
from app.features.payload.report import write_payload_pdf, write_payload_report
from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite
from app.features.payload.tasks import Around, StoredPayload, stored_payload
from app.paper.fonts import printable
from app.speech.words import with_joint_numbers
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.payload.result import PAYLOAD
from core.payload.settings import PayloadMethod
from core.recording import Mark
from core.robot.library import load_robot
from core.robot.payload_envelope import EnvelopeSource, PayloadEnvelope
from core.robot.toml_writing import robot_text
from core.storage.tag import TAG, VisitTag
from core.storage.visit import Visit
from devices.controller import PayloadSetting
from tests.app import payload_examples as examples
from tests.app.reports.pdf_text import page_texts, words
from tests.app.reports.report_examples import example_result, write_pdf

ROBOT = load_robot(examples.ROBOT)
ENVELOPE = PayloadEnvelope(np.array([0.0, 0.3, 0.5]), np.array([6.0, 6.0, 4.0]), EnvelopeSource.DIAGRAM)
OLD, NEW = PayloadSetting(2.0, (0.0, 0.0, 0.1)), PayloadSetting(examples.MASS, examples.CENTER)


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "payload.pdf"


def paper(found=None, write=None):
    around = Around(ENVELOPE, change=write)
    return StoredPayload(examples.payload() if found is None else found, around)


def written(**more):
    return PayloadWrite(OLD, NEW, NEW, present=NEW, measured_at=examples.payload().created_at, **more)


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=robot_text(ROBOT)) as made:
        made.add_result(PAYLOAD, examples.uncertain())
        made.add_result(PAYLOAD, examples.payload())
    return path


def test_all_of_it_is_on_marked_pages(pdf):
    write_payload_pdf(paper(write=written()), pdf, robot_name="Cell 4")
    pages = page_texts(pdf)
    assert len(pages) == 2
    assert all(mark_text(Mark.VIRTUAL) in page for page in pages)
    text = words(pdf)
    assert "Cell 4, serial number" in text
    assert examples.SERIAL in text
    assert "recorded 2026-03-01 10:42 UTC" in text
    assert "Robot time 5 min 22 s" in text
    assert "Load measured: 2.413 ± 0.008 kg, 0.413 kg more than set in the robot. Mass and centre" in text
    assert "2.405 to 2.421" in text
    assert "−11.4 ± 1.4 mm" in text
    assert text.index(verdict_text("good")) < text.index("Step by step")
    for title in ("Mass", "Centre, x and y", "Centre, z", "All together"):
        assert title in text
    for joint in (2, 3):
        for orientation in examples.ORIENTATIONS:
            assert f"J{joint}, wrist position {orientation}" in text
    assert "before asked now Mass 2.000 kg 2.413 kg 2.413 kg" in text
    assert "Compared with Unloaded arm, this visit 11 min old" in text
    assert "Unloaded recordings payload-unloaded" in text
    assert "Joints since then 0.6 K warmer" in text
    assert "Drive gains From the data sheet ± 3.5 %" in text
    assert "0.994 ± 0.012" in text
    assert "Inside the maker's load diagram: 40 % of what is allowed at 161 mm." in text
    assert "Nothing: the controller has these values." in text


def test_customer_and_note_of_the_visit_are_on_the_first_page(visit, pdf):
    with Visit.open(visit) as opened:
        opened.put_settings(TAG, VisitTag(customer="Cell 4, hall B", note="New grease\nin joint 2"))
        stored = stored_payload(opened)
    write_payload_pdf(stored, pdf)
    first = " ".join(" ".join(page_texts(pdf)[0]).split())
    assert "Customer or cell: Cell 4, hall B." in first
    assert "Note: New grease in joint 2" in first
    write_payload_pdf(paper(), pdf)
    assert "Customer or cell" not in words(pdf)


def test_even_sixteen_sweeps_and_many_reasons_have_three_pages_at_most(pdf):
    found = examples.uncertain()
    twice = (*found.sweeps, *(examples.sweep(j, o, round_=2) for j in (1, 2) for o in examples.ORIENTATIONS))
    write_payload_pdf(paper(replace(found, sweeps=twice), written()), pdf)
    assert len(page_texts(pdf)) <= 3
    assert "J2, wrist position 1, round 2" in words(pdf)


def test_reasons_are_named_and_what_helps(pdf):
    found = examples.uncertain()
    write_payload_pdf(paper(found), pdf)
    text = words(pdf)
    for reason in found.judgement.reasons:
        assert printable(with_joint_numbers(reason_text(reason))) in text
    assert "Unloaded arm, earlier visit 41 days old" in text
    assert "payload-unloaded, cell-4-spring" in text
    assert "7.5 K warmer" in text
    assert "Sweep again in wrist position 4" in text
    assert "Typical gear not measured" in text
    assert "J3, 2 sweeps: too few samples" in text
    assert "Set in the controller" not in text, "nobody wrote anything"


def test_what_is_not_known_has_no_number(pdf):
    write_payload_pdf(paper(examples.without_scale()), pdf)
    text = words(pdf)
    assert "The mass of the load is not known." in text
    assert "The payload is not known well enough to be looked up." in text
    assert "not measured" in text
    assert "Run the same sweeps with a load that was weighed" in text
    assert "nan" not in text


def test_the_dynamic_method_shows_ten_parameters_and_its_prediction(pdf):
    write_payload_pdf(paper(examples.dynamic()), pdf)
    text = words(pdf)
    assert "All ten parameters at the flange" in text
    assert "How well the loaded run is predicted" in text
    assert "1.85" in text
    assert "wrist position 1" not in text


def test_twist_is_no_torque(pdf):
    found = replace(
        examples.payload(method=PayloadMethod.DEFLECTION),
        sweeps=tuple(replace(one, rms=1e-3 * one.rms, expected=5e-5) for one in examples.sweeps()),
    )
    write_payload_pdf(paper(found), pdf)
    text = words(pdf)
    assert "left, mrad" in text
    assert "0.0630" in text


def test_a_setting_that_was_not_kept_is_reported(pdf):
    failed = replace(written(error="payload-not-kept", restored=True), present=OLD)
    write_payload_pdf(paper(write=failed), pdf)
    text = words(pdf)
    assert "its earlier setting was put back" in text
    assert "Set mass and centre in the controller." in text


def test_a_real_arm_carries_no_mark(pdf):
    write_payload_pdf(paper(examples.payload(mark=Mark.NONE)), pdf)
    assert "VIRTUAL" not in words(pdf)


def test_a_failed_write_leaves_the_old_report(pdf, monkeypatch):
    pdf.write_bytes(b"old")

    def fail(*_arguments, **_options):
        raise OSError("disk full")

    monkeypatch.setattr("app.paper.page.NumberedCanvas.save", fail)
    with pytest.raises(OSError, match="disk full"):
        write_payload_pdf(paper(), pdf)
    assert pdf.read_bytes() == b"old"
    assert list(pdf.parent.iterdir()) == [pdf]


def test_beside_a_model_it_is_a_chapter(pdf):
    write_pdf(example_result(), pdf, payload=paper())
    text = words(pdf)
    assert text.index("What hangs on the flange") < text.index("Appendix: all tables")
    assert "Load measured: 2.413 ± 0.008 kg." in text
    write_pdf(example_result(), pdf)
    assert "What hangs on the flange" not in words(pdf)


def test_the_visit_s_newest_payload_is_written_as_pdf_and_json(visit, tmp_path, pdf):
    target = tmp_path / "payload.json"
    files = write_payload_report(visit=visit, pdf=pdf, json=target, monitor=NullMonitor())
    assert files == (pdf, target)
    assert "2.413 ± 0.008" in words(pdf)
    document = json.loads(target.read_text("utf-8"))
    assert document["mass"] == examples.MASS
    assert document["verdict"] == {"mass": "good", "x": "good", "y": "good", "z": "good"}
    assert document["setting"] is None


def test_only_a_write_of_this_payload_is_reported(visit):
    with Visit.open(visit) as opened:
        opened.add_result(PAYLOAD_WRITE, replace(written(), measured_at="2020-01-01T00:00:00+00:00"))
        assert stored_payload(opened).around.change is None
        opened.add_result(PAYLOAD_WRITE, written())
        assert stored_payload(opened).around.change.present == NEW


def test_a_visit_without_payload_says_so(tmp_path, pdf):
    path = tmp_path / "empty.h5"
    Visit.create(path, robot_toml=robot_text(ROBOT)).close()
    with pytest.raises(BadRequest) as refused:
        write_payload_report(visit=path, pdf=pdf, json=tmp_path / "x.json", monitor=NullMonitor())
    assert refused.value.code == "payload-not-measured"
    assert not pdf.exists()


def test_it_needs_no_qt():
    code = (
        "import sys, app.features.payload.report, app.features.payload.presentation, "
        "app.paper.presentation_pages, app.terminal.presentation_lines; sys.exit('PySide6' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
