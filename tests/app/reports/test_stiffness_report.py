"""The stiffness of the whole arm on paper: every joint, who gives, how right it is, where it comes from."""

import json
from dataclasses import replace

import pytest

from app.__main__ import main
from app.errors.text import mark_text
from app.features.report.tasks import write_report
from app.features.stiffness.report import (
    StiffnessPaper,
    newest_stiffness_paper,
    paper_json,
    write_stiffness_pdf,
)
from app.paper.fonts import printable
from app.speech.words import with_joint_numbers
from core.exchange.json_text import json_text
from core.identification.result import IDENTIFICATION
from core.monitor import NullMonitor
from core.recording import Mark
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.stiffness.compensation_result import COMPENSATION
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from tests.app.reports import stiffness_examples as examples
from tests.app.reports.pdf_text import page_texts, words
from tests.app.reports.report_examples import example_result, write_pdf

ROBOT = load_robot(examples.ROBOT)
CHAPTER = "Stiffness of the whole arm"


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "stiffness.pdf"


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=robot_text(ROBOT)) as made:
        made.add_result(STIFFNESS, replace(examples.by_experiment(), created_at="2020-01-01T00:00:00+00:00"))
        made.add_result(STIFFNESS, examples.by_algebra())
    return path


def test_all_of_it_is_on_marked_paper(pdf):
    found = examples.by_experiment()
    paper = StiffnessPaper(found, examples.compensation(by=found))
    write_stiffness_pdf(paper, pdf, robot_name="Cell 4")
    assert all(mark_text(Mark.VIRTUAL) in page for page in page_texts(pdf))
    text, shown = words(pdf), paper.shown("Cell 4")
    for said in (
        "Cell 4, serial number A-17.",
        shown.headline,
        *(section.title for section in shown.sections[:-1]),
    ):
        assert printable(with_joint_numbers(said)) in text
    for reason in shown.reasons:
        assert text.count(printable(with_joint_numbers(str(reason.value)))) == 1
    assert "300 ± 12 271.4 ± 9.8 1.11 1207 good" in text
    assert "push 10 0.0; 0.0; −100.0" in text
    assert "1 0.920 0.0310 2 0 done good" in text
    assert "A-17" in text
    assert "nan" not in text


def test_a_failed_write_leaves_the_old_report(pdf, monkeypatch):
    pdf.write_bytes(b"old")

    def fail(*_arguments, **_options):
        raise OSError("disk full")

    monkeypatch.setattr("app.paper.page.NumberedCanvas.save", fail)
    with pytest.raises(OSError, match="disk full"):
        write_stiffness_pdf(StiffnessPaper(examples.by_algebra()), pdf)
    assert pdf.read_bytes() == b"old"
    assert list(pdf.parent.iterdir()) == [pdf]


def test_beside_a_model_it_is_a_chapter(pdf):
    found = examples.by_algebra()
    write_pdf(example_result(), pdf, stiffness=StiffnessPaper(found))
    text = words(pdf)
    assert text.index(CHAPTER) < text.index("Appendix: all tables")
    assert "271.4 ± 9.8" in text
    write_pdf(example_result(), pdf)
    assert CHAPTER not in words(pdf)


def test_the_visit_s_newest_is_written_as_pdf_and_json(visit, pdf):
    with Visit.open(visit) as opened:
        paper = newest_stiffness_paper(opened)
    write_stiffness_pdf(paper, pdf)
    assert "271.4 ± 9.8" in words(pdf)
    document = json.loads(json_text(paper_json(paper, ROBOT)))
    assert document["stiffness"] == examples.by_algebra().stiffness.tolist()
    assert document["compensation"] is None


def test_only_a_correction_by_this_very_stiffness_is_reported(visit):
    found = examples.by_algebra()
    other = replace(examples.compensation(by=found), stiffness_created_at="2020-01-01T00:00:00+00:00")
    with Visit.open(visit) as opened:
        opened.add_result(COMPENSATION, other)
        assert newest_stiffness_paper(opened).compensation is None
        opened.add_result(COMPENSATION, examples.compensation(by=found))
        assert newest_stiffness_paper(opened).compensation.recording == "compensate-loaded"


def test_a_visit_without_stiffness_has_no_such_report(tmp_path):
    with Visit.create(tmp_path / "empty.h5", robot_toml=robot_text(ROBOT)) as made:
        assert newest_stiffness_paper(made) is None


def test_the_command_reports_a_visit_without_model_and_the_key_that_is_named(visit, pdf, capsys):
    assert main(["report", str(visit), "--out", str(pdf), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == examples.by_algebra().judgement.verdict.value
    assert document["stiffness"]["route"] == "algebra"
    assert "Stiffness of" in words(pdf)
    with Visit.open(visit) as opened:
        first = opened.results(STIFFNESS)[0].key
    assert main(["report", str(visit), "--out", str(pdf), "--json", "--result", first]) == 0
    assert json.loads(capsys.readouterr().out)["stiffness"]["route"] == "experiment"


def test_a_model_s_report_and_its_json_have_the_stiffness_too(visit, pdf, tmp_path, capsys):
    result = replace(example_result(), validation=())
    with Visit.open(visit) as opened:
        opened.add_result(IDENTIFICATION, result)
        opened.add_result(COMPENSATION, examples.compensation(by=examples.by_algebra()))
    target = tmp_path / "model.json"
    write_report(visit=visit, result=result, pdf=pdf, json=target, monitor=NullMonitor())
    assert CHAPTER in words(pdf)
    document = json.loads(target.read_text("utf-8"))
    assert document["stiffness"]["robot"] == examples.ROBOT
    assert len(document["stiffness"]["compensation"]["places"]) == 2
    assert "base_parameters" in document
    assert main(["report", str(visit), "--out", str(pdf)]) == 0
    assert CHAPTER in words(pdf), "a model goes first, with the stiffness as a chapter"
    capsys.readouterr()
