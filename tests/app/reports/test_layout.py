"""Every page of every report: no text over another, none outside the margins, no empty page, long names."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.features.comparison.report import comparison_paper
from app.features.comparison.report_tasks import write_comparison_report
from app.features.comparison.tasks import compare_visits
from app.features.payload.report import write_payload_pdf
from app.features.payload.tasks import Around, StoredPayload
from app.features.stiffness.report import StiffnessPaper, write_stiffness_pdf
from app.paper.section_tables import SMALLEST_SCALE, column_widths
from app.paper.style import CONTENT_WIDTH, MARGIN, PAGE_HEIGHT, PAGE_WIDTH
from app.speech.language import Language, speaking
from app.visit.report_facts import VisitFacts
from core.monitor import NullMonitor
from core.robot.payload_envelope import EnvelopeSource, PayloadEnvelope
from tests.app import payload_examples, twist_examples
from tests.app.arm_change_examples import spring_and_winter
from tests.app.reports import stiffness_examples
from tests.app.reports.pdf_boxes import overlapping, page_boxes
from tests.app.reports.pdf_text import read_pdf
from tests.app.reports.report_examples import example_prediction, example_result, write_pdf
from tests.app.sweep_examples import sweeps
from tests.app.verification_examples import verification

LONG = "Robot of the second welding line in hall 12, replaced after the collision of last spring, " * 3
WORD = "a_recording_whose_name_has_no_place_where_a_line_could_end_" * 4
ENVELOPE = PayloadEnvelope(np.array([0.0, 0.3, 0.5]), np.array([6.0, 6.0, 4.0]), EnvelopeSource.DIAGRAM)
_HANGING_STOP = 8.0
"""A Chinese full stop may hang over the margin."""
_SENTENCES_ONLY = 40
"""Fewest letters on a page that is not empty, beside its frame."""


def commissioning(pdf: Path) -> None:
    write_pdf(
        example_result(), pdf, predictions=[example_prediction()], robot_name="Cell 4",
        verification=verification(limit=0.1), friction=sweeps(), elasticity=twist_examples.elasticity(),
        payload=StoredPayload(payload_examples.uncertain(), Around(ENVELOPE)),
        stiffness=StiffnessPaper(stiffness_examples.by_experiment()),
    )  # fmt: skip


def bare_model(pdf: Path) -> None:
    write_pdf(replace(example_result(), validation=()), pdf)


def with_long_names(pdf: Path) -> None:
    result, found = example_result(), twist_examples.elasticity()
    joints = tuple(
        replace(one, joint=f"shoulder_and_elbow_joint_{n}") for n, one in enumerate(result.friction)
    )
    gears = tuple(replace(one, joint=f"shoulder_and_elbow_joint_{n}") for n, one in enumerate(found.joints))
    origin = replace(result.provenance, recordings=(WORD, LONG))
    write_pdf(
        replace(result, friction=joints, provenance=origin), pdf, robot_name=LONG,
        elasticity=replace(found, joints=gears, recordings=(WORD, LONG)),
        facts=VisitFacts(file=f"{WORD}.h5", operator=LONG, serials=("SN-" + "7" * 90,)),
    )  # fmt: skip


def payload(pdf: Path) -> None:
    write_payload_pdf(StoredPayload(payload_examples.uncertain(), Around(ENVELOPE)), pdf, robot_name=LONG)


def payload_of_nothing_known(pdf: Path) -> None:
    write_payload_pdf(StoredPayload(payload_examples.without_scale()), pdf)


def dynamic_payload(pdf: Path) -> None:
    write_payload_pdf(StoredPayload(payload_examples.dynamic(), Around(ENVELOPE)), pdf)


def stiffness(pdf: Path) -> None:
    found = stiffness_examples.by_experiment()
    write_stiffness_pdf(StiffnessPaper(found, stiffness_examples.compensation(by=found)), pdf)


def comparison(pdf: Path) -> None:
    found = compare_visits(paths=spring_and_winter(pdf.parent), monitor=NullMonitor())
    write_comparison_report(paper=comparison_paper(found, found.pairs[0]), pdf=pdf, monitor=NullMonitor())


MOST_PAGES = {
    commissioning: 12, bare_model: 6, with_long_names: 9, payload: 3, payload_of_nothing_known: 3,
    dynamic_payload: 3, stiffness: 4, comparison: 4,
}  # fmt: skip


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("report", MOST_PAGES)
def test_nothing_overlaps_or_leaves_the_page(report, language, tmp_path):
    pdf = tmp_path / "report.pdf"
    with speaking(language):
        report(pdf)
    pages = page_boxes(pdf)
    assert 2 <= len(pages) <= MOST_PAGES[report]
    for number, boxes in enumerate(pages, start=1):
        assert overlapping(boxes) == [], f"page {number}"
        outside = [box for box in boxes if not is_inside(box)]
        assert outside == [], f"page {number}"
        assert sum(len(box.text) for box in boxes) > _SENTENCES_ONLY + frame_letters(boxes), f"page {number}"


def is_inside(box):
    """True for text between the margins of the page."""
    right = PAGE_WIDTH - MARGIN + _HANGING_STOP
    return box.left > MARGIN - 1.0 and box.right < right and box.bottom > 0.0 and box.top < PAGE_HEIGHT


def frame_letters(boxes):
    """Letters above and below the content."""
    return sum(len(box.text) for box in boxes if box.bottom > PAGE_HEIGHT - 72.0 or box.top < 42.0)


def test_text_can_be_searched_and_the_file_says_what_it_is(tmp_path):
    pdf = tmp_path / "report.pdf"
    commissioning(pdf)
    words, raw = read_pdf(pdf).words, pdf.read_bytes()
    for said in ("Arm", "Found", "To do", "Changed since the last visit", "Not measured", "Signature"):
        assert said in words
    assert b"/Lang (en)" in raw
    assert b"/Title (Commissioning report: Cell 4)" in raw
    assert raw.count(b"/Dest") >= 7, "an entry of the outline for each page of a subject"


def test_each_subject_has_one_page_and_its_picture_first(tmp_path):
    pdf = tmp_path / "report.pdf"
    commissioning(pdf)
    pages = [" ".join(page) for page in read_pdf(pdf).pages]
    titles = (
        "What the model is worth",
        "Friction measured by sweeps",
        "Stiffness, play and wear of each gear",
    )
    for number, title in enumerate(titles, start=1):
        assert title in pages[number]
    assert pages[2].index("friction over speed") < pages[2].index("Results of the sweeps")
    assert pages[3].index("twist over load") < pages[3].index("The gears")


@pytest.mark.parametrize("count", [3, 9, 30])
def test_columns_are_never_wider_than_their_table(count):
    texts = [["quantity", WORD], *([["0.00005\u00a0±\u00a00.00009"]] * count)]
    found = column_widths(texts, CONTENT_WIDTH, size=7.0)
    assert sum(found.columns) <= CONTENT_WIDTH + 1e-6
    assert SMALLEST_SCALE <= found.scale <= 1.0
