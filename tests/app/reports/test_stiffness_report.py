"""The stiffness of the whole arm on paper: every joint, who gives, how right it is, where it comes from."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from app.features.stiffness.report import write_stiffness_pdf
from app.features.stiffness.report_charts import GEAR, contributions_chart, given_bars
from app.features.stiffness.section import SHOWN_TESTS, StiffnessPaper

from app.__main__ import main
from app.errors.text import mark_text, reason_text, verdict_text
from app.features.report.tasks import write_report
from app.features.stiffness.report_tasks import newest_stiffness_paper, write_stiffness_report
from app.paper.fonts import printable
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION
from core.monitor import NullMonitor
from core.recording import Mark
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.stiffness.compensated import COMPENSATION
from core.stiffness.result import STIFFNESS
from core.storage.visit import Visit
from tests.app.reports import stiffness_examples as examples
from tests.app.reports.pdf_text import page_texts, words
from tests.app.reports.report_examples import example_result, write_pdf

ROBOT = load_robot(examples.ROBOT)
CHAPTER = "How the whole arm gives"


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


def test_everything_of_the_algebra_is_on_one_marked_page(pdf):
    found = examples.by_algebra()
    write_stiffness_pdf(StiffnessPaper(found), pdf, robot_name="Cell 4")
    (page,) = page_texts(pdf)
    assert mark_text(Mark.VIRTUAL) in page
    text = words(pdf)
    assert "Stiffness of Cell 4" in text
    assert text.index(verdict_text(found.judgement.verdict)) < text.index("with the links, kN·m/rad")
    assert "300.0 ± 6.0" in text, "a joint's own spring"
    assert "271.4 ± 4.9" in text, "the same with its links"
    assert f"{found.joints[3].factor:.2f} 220" in text, "factor and lever in mm"
    assert f"leave {1e3 * found.error.mean:.3g} mm of it" in text
    assert f"would leave {1e3 * found.error.rigid_links_mean:.3g} mm" in text
    for reason in (*found.judgement.reasons, *(r for joint in found.joints for r in joint.judgement.reasons)):
        assert text.count(printable(reason_text(reason))) == 1
    assert "Serial number A-17" in text
    assert "nan" not in text
    assert "load tests" not in text


def test_a_bar_says_how_much_each_link_adds_to_a_gear():
    found = examples.by_algebra()
    bars = given_bars(found)
    assert [bar.joint for bar in bars] == list(found.joint_names[:5]), "the last one cannot be told"
    for bar in bars:
        assert bar.parts[0] == 1.0
        assert sum(bar.parts) == pytest.approx(bar.factor, rel=1e-9)
    assert any(part < 0.0 for part in bars[1].parts), "a link can take away"
    texts = _strings(contributions_chart(found, width=500.0))
    assert {GEAR, "link of joint_2", "2.8×", "0.966×"} <= set(texts)
    assert contributions_chart(examples.by_experiment(), width=500.0) is None


def test_bars_stay_within_their_room():
    drawing = contributions_chart(examples.by_algebra(), width=500.0)
    for rect in _rects(drawing):
        assert rect.x >= 0.0
        assert rect.x + rect.width <= 500.0
        assert rect.width >= 0.0
        assert rect.y >= 0.0
        assert rect.y + rect.height <= drawing.height


def test_load_tests_are_told_worst_first_with_what_was_left_out(pdf):
    write_stiffness_pdf(StiffnessPaper(examples.by_experiment()), pdf)
    text = words(pdf)
    assert f"The {SHOWN_TESTS} worst of {examples.TESTS} load tests" in text
    assert "scatter 0.0250 mm per axis" in text
    assert text.index("push 10") < text.index("push 9") < text.index("push 3")
    assert "push 2" not in text
    assert "0.0, 0.0, -90.0 0.100, -0.200, -0.800 0.100, -0.200, -0.791" in text
    assert text.count("left out") == 1
    assert "9 of 10 load tests of pushes.csv counted" in text


def test_a_corrected_tool_is_told_before_and_after(pdf):
    found = examples.by_algebra()
    write_stiffness_pdf(StiffnessPaper(found, examples.compensation(by=found)), pdf)
    text = words(pdf)
    assert "1 0.920 0.0310 2 good" in text
    assert "2 0.400 0.400 1 repeat" in text
    assert "wrong by 6.60 % of a shift on average" in text
    assert printable(reason_text(examples.compensation(by=found).places[1].judgement.reasons[0])) in text


def test_what_nobody_knows_is_a_dash(pdf):
    found = examples.by_experiment()
    joints = (replace(found.joints[0], spring=np.nan, compliance=-1e-6), *found.joints[1:])
    write_stiffness_pdf(StiffnessPaper(replace(found, joints=joints, mark=Mark.NONE)), pdf)
    text = words(pdf)
    assert "joint_1 – – – 1207" in text
    assert "VIRTUAL" not in text
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
    assert text.index(CHAPTER) < text.index("Where it comes from")
    assert "271.4 ± 4.9" in text
    write_pdf(example_result(), pdf)
    assert CHAPTER not in words(pdf)


def test_the_visit_s_newest_is_written_as_pdf_and_json(visit, tmp_path, pdf):
    target = tmp_path / "stiffness.json"
    files = write_stiffness_report(visit=visit, pdf=pdf, json=target, monitor=NullMonitor())
    assert files == (pdf, target)
    assert "271.4 ± 4.9" in words(pdf)
    document = json.loads(target.read_text("utf-8"))
    assert document["stiffness"] == examples.by_algebra().stiffness.tolist()
    assert document["compensation"] is None


def test_only_a_correction_by_this_very_stiffness_is_told(visit):
    found = examples.by_algebra()
    other = replace(examples.compensation(by=found), stiffness_created_at="2020-01-01T00:00:00+00:00")
    with Visit.open(visit) as opened:
        opened.add_result(COMPENSATION, other)
        assert newest_stiffness_paper(opened).compensation is None
        opened.add_result(COMPENSATION, examples.compensation(by=found))
        assert newest_stiffness_paper(opened).compensation.recording == "compensate-loaded"


def test_a_visit_without_stiffness_says_so(tmp_path, pdf):
    path = tmp_path / "empty.h5"
    Visit.create(path, robot_toml=robot_text(ROBOT)).close()
    with pytest.raises(BadRequest) as refused:
        write_stiffness_report(visit=path, pdf=pdf, json=tmp_path / "x.json", monitor=NullMonitor())
    assert refused.value.code == "stiffness-not-worked-out"
    assert not pdf.exists()


def test_the_command_tells_of_a_visit_without_model_and_of_the_key_that_is_named(visit, pdf, capsys):
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


def test_it_needs_no_qt():
    modules = "app.features.stiffness.report_tasks, app.features.stiffness.report"
    code = f"import sys, {modules}; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def _shapes(drawing):
    found, left = [], [(shape, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) for shape in drawing.contents]
    while left:
        shape, place = left.pop()
        inner = getattr(shape, "transform", place)
        left += [(one, inner) for one in getattr(shape, "contents", ())]
        found.append((shape, place))
    return found


def _strings(drawing):
    return [shape.text for shape, _ in _shapes(drawing) if hasattr(shape, "text")]


def _rects(drawing):
    return [shape for shape, place in _shapes(drawing) if hasattr(shape, "rx") and place[5] == 0.0]
