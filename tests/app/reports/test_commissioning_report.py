"""The PDF: whole, marked, complete, honest about what cannot be shown, and small."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import mark_text, reason_text, verdict_text
from app.features.report.commissioning import Commissioning, commissioning_of
from app.features.report.front_page import front_page as commissioning_front
from app.features.report.tasks import write_report
from app.features.report.words import friction_verdict, next_steps, outcome_sentence
from app.paper.fonts import has_letter, printable
from app.paper.style import BODY, CONTENT_WIDTH, paragraph
from app.speech.language import Catalogue, Language, catalogue, speaking
from app.speech.words import with_joint_numbers
from app.visit.report_facts import RunFacts, VisitFacts, visit_facts
from core.identification.verification_result import VERIFICATION
from core.monitor import NullMonitor
from core.quality import Judgement
from core.recording import Event, Mark, Origin, Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.stamp import software_name
from core.storage.visit import Visit
from tests.app.reports.pdf_text import page_texts, read_pdf, words
from tests.app.reports.report_examples import example_prediction, example_result, with_joints, write_pdf
from tests.app.verification_examples import verification
from tests.documented_keys import COMMISSIONING_KEYS, FRONT_PAGE_KEYS, IDENTIFY_KEYS, REPORT_KEYS

LARGEST_PLOTTED_PAGES = 5


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "report.pdf"


def test_what_happened_during_the_recordings_is_printed_with_its_times(pdf, tmp_path):
    events = (
        Event(52.5, "note", {"text": "oil changed"}),
        Event(53.0, "program-line", {"line": 14}),
        Event(61.25, "protective-stop"),
        Event(62.0, "a-code-without-words"),
    )
    time = np.arange(50.0, 70.0, 0.01)
    recording = Recording("Tuesday", time, {Quantity.POSITION: np.zeros((time.size, 6))}, events=events)
    with Visit.create(tmp_path / "cell.h5", robot_toml=robot_text(load_robot("ec66"))) as visit:
        visit.add_recording(recording)
        facts = visit_facts(visit)
    write_pdf(example_result(), pdf, facts=facts)
    text = words(pdf)
    assert "Events of the recordings" in text
    assert "Tuesday 2.5 Note: oil changed" in text
    assert "Tuesday 11.2 The controller has stopped the arm for protection" in text
    assert "Line 14" not in text
    assert "a-code-without-words" not in text
    many = replace(facts.runs[0], events=(Event(1.0, "mode-local"),) * 130)
    write_pdf(example_result(), pdf, facts=replace(facts, runs=(many,)))
    assert "and 30 more" in words(pdf)
    write_pdf(example_result(), pdf, facts=VisitFacts(runs=(RunFacts("Monday", 1.0, 10),)))
    assert "Events of the recordings" not in words(pdf)


def test_everything_a_reader_asks_for_is_there(pdf):
    result = example_result()
    write_pdf(result, pdf, predictions=[example_prediction()], robot_name="Cell 4")
    text = words(pdf)
    assert "Cell 4" in text
    assert printable(verdict_text(result.judgement.verdict)) in text
    for reason in result.judgement.reasons:
        assert printable(with_joint_numbers(reason_text(reason))) in text
    for judged in result.validation:
        assert f"{judged.recording} {'fit' if judged.used_in_fit else 'judge'}" in text
    assert "Measured against model: Tuesday 50 s" in text
    for parameter in result.base_parameters:
        assert parameter.expression in text
    for friction in result.friction:
        assert text.count(friction.joint) >= 3
    assert "635 to 3510" in text
    assert result.provenance.sha256[0][:12] in text
    assert result.provenance.software in text
    assert "not measured" in text


def test_the_outcome_names_joints_that_fail_and_joints_that_were_not_judged():
    result = example_result()
    failing = outcome_sentence(Commissioning(result, verification=verification(limit=0.1)))
    assert failing.endswith("beyond their limits: joint_6.")
    good = verification()
    standing = tuple(
        replace(one, joints=(replace(one.joints[0], moving_share=0.0, passed=None), *one.joints[1:]))
        for one in good.recordings
    )
    unjudged = outcome_sentence(Commissioning(result, verification=replace(good, recordings=standing)))
    assert unjudged.endswith("were not judged: joint_1.")
    assert "keeps its limits" in outcome_sentence(Commissioning(result, verification=good))


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


def test_what_does_not_exist_is_a_dash_and_what_is_unbounded_is_not_determined(pdf):
    result = example_result()
    first = replace(result.base_parameters[0], value=1.0, std=float("inf"))
    judged = replace(result.validation[0], relative_error=np.full(6, np.nan))
    write_pdf(replace(result, base_parameters=(first,), validation=(judged,)), pdf)
    text = words(pdf)
    assert "not determined" in text
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
    [
        ("kg·m² ± 2°", "kg·m² ± 2°"),
        ("a − b ≤ τ", "a − b ≤ τ"),
        ("机械 Größe", "机械 Größe"),
        ("•🤖", "·?"),
        ("5·10⁻⁷", "5·10^−7"),
    ],
)
def test_letters_the_font_lacks_are_replaced_or_marked(text, shown):
    assert printable(text) == shown


def test_a_failed_write_leaves_the_old_report(pdf, monkeypatch):
    pdf.write_bytes(b"old")

    def fail(*_arguments, **_options):
        raise OSError("disk full")

    monkeypatch.setattr("app.paper.page.NumberedCanvas.save", fail)
    with pytest.raises(OSError, match="disk full"):
        write_pdf(example_result(), pdf)
    assert pdf.read_bytes() == b"old"
    assert list(pdf.parent.iterdir()) == [pdf]


def test_a_report_needs_no_qt():

    code = "import sys, app.features.report.report; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_verification_is_reported_joint_by_joint(pdf):
    found = verification(limit=0.1)
    write_pdf(example_result(), pdf, verification=found)
    text = words(pdf)
    assert "The model predicts every joint within" in text
    assert "Second excitation" in text
    assert "hardly moves" in text
    assert "measure again" in text
    assert text.count(" measure again ") >= 2, "on the first page and in the chapter"
    assert "verify-circle Circle of 100 mm 310" in text, "how fast the flange was, mm/s"
    assert printable(with_joint_numbers(reason_text(found.judgement.reasons[0]))) in text


@pytest.fixture
def visit(tmp_path):
    """A visit to a three-joint arm, with two recordings of the virtual robot that a person made."""
    path = tmp_path / "cell 4.h5"
    robot = load_robot("szabo-3r")
    with Visit.create(path, robot_toml=robot_text(robot)) as opened:
        opened.set_operator("  王伟  ")
        for label, mass in (("run", 0.0), ("check", None)):
            opened.add_recording(recording(label, mass))
    return path


def recording(label, mass):
    origin = Origin(
        device="virtual:szabo-3r", mark=Mark.VIRTUAL, serial="SN-7", model="Virtual arm", firmware="1.4",
        recorded_at=f"2026-03-05T10:0{len(label)}:00+00:00",
    )  # fmt: skip
    columns = {Quantity.POSITION: np.zeros((4, 3)), Quantity.CURRENT: np.zeros((4, 3))}
    return Recording(label, np.arange(4.0), columns, payload_mass=mass, origin=origin)


def test_the_verification_of_another_model_is_left_out(visit):
    result = with_joints(replace(example_result(), validation=()), 3)
    found = verification()
    of_this = replace(found, model_created_at=result.provenance.created_at)
    told = []
    with Visit.open(visit) as opened:
        told.append(commissioning_of(opened, result).verification)
        for one in (of_this, replace(found, model_created_at="2001-01-01T00:00:00+00:00")):
            opened.add_result(VERIFICATION, one)
            told.append(commissioning_of(opened, result).verification)
    assert [one is None for one in told] == [True, False, True]


def test_the_first_page_has_people_dates_and_devices(visit, tmp_path):
    pdf, target = tmp_path / "report.pdf", tmp_path / "report.json"
    result = with_joints(replace(example_result(), validation=()), 3)
    files = write_report(visit=visit, result=result, pdf=pdf, json=target, monitor=NullMonitor())
    assert files == (pdf, target)
    first = " ".join(page_texts(pdf)[0]).replace("\u00a0", " ")
    for told in (
        "Measure again", "SN-7", "Virtual arm, firmware 1.4", "By 王伟.", software_name(),
        "2026-03-05 10:03 UTC to 2026-03-05 10:05 UTC", "No earlier visit to this arm is at hand.",
        "Not measured Verification: the model on motion that it had not seen.", "Gears: stiffness, play",
        "To do", "Verify the model on motion that it has not seen.",
    ):  # fmt: skip
        assert told in first, told
    assert "nothing; recordings without a stated mass: 1" in words(pdf)
    assert "cell 4.h5" in words(pdf)
    document = json.loads(target.read_text("utf-8"))
    assert document.keys() >= IDENTIFY_KEYS | REPORT_KEYS
    about = document["commissioning"]
    assert about.keys() == COMMISSIONING_KEYS
    assert about["operator"] == "王伟"
    assert about["controllers"] == [{"uri": "virtual:szabo-3r", "model": "Virtual arm", "firmware": "1.4"}]
    assert about["payload_mounted_kg"] == [0.0]
    assert about["payload_unknown_in"] == ["check"]
    assert about["marks"] == ["virtual"]
    assert not about["verified"]
    assert about["next_steps"][0] in " ".join(first.split())
    front = document["front_page"]
    assert front.keys() == FRONT_PAGE_KEYS
    assert front["to_do"] == about["next_steps"]
    for told in (*front["arm"], *front["not_measured"], *(one["text"] for one in front["found"])):
        assert printable(told).replace("\u00a0", " ") in first, told
    assert document["verification"] is document["payload"] is document["stiffness"] is None


def test_a_named_operator_is_remembered_in_the_visit(visit, tmp_path):
    result = with_joints(replace(example_result(), validation=()), 3)
    pdf = tmp_path / "x.pdf"
    arguments = {"pdf": pdf, "json": tmp_path / "x.json", "monitor": NullMonitor()}
    write_report(visit=visit, result=result, operator="Ada", **arguments)
    with Visit.open(visit) as opened:
        assert opened.operator == "Ada"
    write_report(visit=visit, result=result, **arguments)
    assert "By Ada." in " ".join(page_texts(pdf)[0])


def test_the_outcome_is_large_and_every_joint_has_its_line(pdf):
    write_pdf(example_result(), pdf, verification=verification(limit=0.1))
    first = page_texts(pdf)[0]
    assert "Measure again" in first
    assert first.count("measure again") >= 1
    assert any(piece.startswith("Run an excitation that moves") for piece in first)


def test_a_good_commissioning_ends_with_its_use():
    good = replace(example_result(), judgement=Judgement.of(()))
    done = Commissioning(good, verification=verification())
    assert done.is_verified
    steps = list(next_steps(done))
    assert any("Export the model" in step for step in steps)
    assert not any("verify" in step.lower() for step in steps)
    assert commissioning_front(done).outcome == "Good"
    assert any("Sweep the joints for friction" in step for step in steps)
    assert [friction_verdict(done, joint).value for joint in (0, 5)] == ["good", "usable"]


def test_chinese_reports_lack_no_letter_and_can_be_copied(pdf, monkeypatch):
    some = Catalogue({("Report", source): translated for source, translated in CHINESE.items()})
    spoken = {Language.CHINESE: some, Language.ENGLISH: Catalogue({})}
    monkeypatch.setattr("app.speech.language.catalogue", spoken.__getitem__)
    with speaking(Language.CHINESE):
        write_pdf(
            example_result(), pdf, predictions=[example_prediction()], verification=verification(limit=0.1)
        )
    told = read_pdf(pdf)
    for translated in ("投运报告", "关节", "第 1 页，共 5 页", "没有任何人扫掠过各关节"):
        assert translated in told.words.replace("\n", ""), translated
    assert not {letter for letter in told.letters if not has_letter(letter)}
    assert "?" not in told.words.replace("Q-", "")


def test_a_long_chinese_sentence_is_broken_into_lines_within_the_page():
    wrapped = paragraph("减速器扭转过大，需要重新测量。" * 12)
    width, height = wrapped.wrap(CONTENT_WIDTH, 1000.0)
    assert width <= CONTENT_WIDTH
    assert height >= 2 * BODY.leading
    over = [-line[0] for line in wrapped.blPara.lines]
    assert max(over) < BODY.fontSize, "a stop may hang over the margin, no more"


def test_the_shipped_font_knows_everything_that_the_catalogue_says():
    texts = catalogue(Language.CHINESE).texts
    shown = {letter for text in texts for letter in printable(text)}
    assert "?" not in {printable(letter) for letter in shown - {"?"}}


CHINESE = {
    "Commissioning report": "投运报告",
    "joint": "关节",
    "Page {page} of {pages}": "第 {page} 页，共 {pages} 页",
    "The joints were not swept: this friction comes from the excitation alone.": "没有任何人扫掠过各关节。",
}
