"""The payload's page in the real window: cards that fill, the load diagram, details, its report."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.features.payload.page import DETAILS, REASONS, RESULT, SWEEPS, PayloadPage
from app.features.payload.report_view import PayloadReportPage
from app.features.payload.sentences import envelope
from app.shell.window import Window
from app.visit.payload import ReferenceChoice
from app.visit.steps import Step
from app.widgets.table import RowsTable
from core.exchange.payload_forms import PayloadForm, payload_text
from core.payload.result import ReferenceKind
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from tests.app import payload_examples
from tests.app.payload_pages import BLANK, ENVELOPE, answered, said, show, steps
from tests.app.plan_examples import answer, asked
from tests.waiting import settle, wait_until

LEFT = Qt.MouseButton.LeftButton


def test_without_a_payload_the_page_says_so(still_window: Window) -> None:
    page = show(still_window, None)
    assert "Nothing is measured yet" in said(page)
    assert steps(page).count("not measured yet") == 4
    assert not page.primary_enabled


def test_headline_and_cards_say_what_was_measured(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    assert answered(page) == "The payload is 2.413 kg"
    assert said(page) == "Set mass and centre in the controller."
    assert steps(page) == (
        "Mass. Mass: 2.413 ± 0.008 kg, good. "
        "Centre of mass: x and y. Centre, x: 60.2 ± 1.2 mm, good. Centre, y: −11.4 ± 1.4 mm, good. "
        "Centre of mass: z. Centre, z: 149 ± 2 mm, good."
    )
    assert not page.repeat_button.isVisible(), "nothing has to be better"
    assert page.primary_enabled


def test_the_cards_fill_as_the_steps_finish(still_window: Window) -> None:
    page, good = show(still_window, None), payload_examples.payload()
    for known, waiting in (((True, False, False, False), 3), ((True, True, True, False), 1)):
        part = replace(good, estimate=payload_examples.estimate(known=known))
        still_window.visit.payload_kept.emit(part)
        assert "2.413 ± 0.008 kg, good" in steps(page)
        assert steps(page).count("not measured yet") == waiting
        assert "still being worked out" in said(page)
        assert not page.primary_enabled


def test_a_part_that_came_while_another_page_was_open_is_shown_on_entering(still_window: Window) -> None:
    page = show(still_window, None)
    still_window.open_step(Step.CONNECT)
    part = replace(
        payload_examples.payload(), estimate=payload_examples.estimate(known=(True, False, False, False))
    )
    still_window.link.found.emit(part)
    still_window.open_step(Step.PAYLOAD)
    assert "2.413 ± 0.008 kg" in steps(page)
    assert steps(page).count("not measured yet") == 3


def test_what_is_not_good_says_why_and_what_helps(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.uncertain())
    assert answered(page) == "The payload is 2.41 kg"
    assert said(page) == "Sweep again in wrist position 4; that helps most for: centre, z."
    assert "Better with wrist positions 1 and 2 again" in steps(page)
    assert "Centre, z: 149 ± 24 mm, measure again" in steps(page)
    assert page.repeat_button.text() == "Repeat wrist positions 1, 2, 4"
    assert page.repeat_button.isHidden(), "no robot is connected"
    assert page.tabs._words[REASONS] == "Reasons (4)"
    page.show_view(REASONS)
    assert page.reasons.isVisible()


def test_a_number_that_cannot_be_trusted_is_not_shown(still_window: Window) -> None:
    page = show(still_window, payload_examples.without_scale())
    assert "Mass: –, not measured." in steps(page)
    assert answered(page) == "The mass is not known"


def test_the_details_have_what_no_other_view_shows(still_window: Window) -> None:
    page = show(still_window, payload_examples.uncertain())
    assert page.details.words == "", "nothing is laid out before somebody looks"
    page.show_view(DETAILS)
    wanted = ["Step by step", "What the numbers rest on"]
    wait_until(lambda: tables_of(page) == wanted)
    assert page.details.words.startswith("What to do next Sweep again in wrist position 4; that helps most")
    page.show_payload(payload_examples.dynamic())
    wanted += ["All ten parameters at the flange", "How well the loaded run is predicted"]
    wait_until(lambda: tables_of(page) == wanted)


def tables_of(page: PayloadPage) -> list[str]:
    return [table.accessibleName() for table in page.details.findChildren(RowsTable) if table.isVisible()]


def test_what_the_arm_may_carry_is_looked_up_in_the_worker_once(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    asked(still_window._runner, "load_diagram")
    assert not page.diagram.chart.isVisible(), "no empty plot"
    answer(still_window._runner, "load_diagram", ENVELOPE)
    assert (
        page.diagram.words.replace(BLANK, " ")
        == "Inside the maker's load diagram: 46 % of what is allowed at 161 mm."
    )
    assert page.diagram.chart.isVisible()
    point = page.diagram.chart.point
    assert point is not None
    assert (point.x, point.y) == pytest.approx((160.64, 2.413), abs=0.01)
    assert point.y_spread == pytest.approx(0.008)
    assert page.diagram.chart.accessibleDescription() == page.diagram.words
    page.show_payload(payload_examples.uncertain())
    assert page.diagram.chart.isVisible(), "it is the same arm"
    with pytest.raises(StopIteration):
        asked(still_window._runner, "load_diagram")


@pytest.mark.parametrize(
    ("source", "scale", "verdict", "words"),
    [
        (EnvelopeSource.DIAGRAM, 0.4, Verdict.NOT_MEASURABLE, "Outside the maker's load diagram"),
        (EnvelopeSource.DIAGRAM, 0.465, Verdict.REPEAT, "On the edge of the maker's load diagram"),
        (EnvelopeSource.RATED_TORQUE, 1.0, Verdict.GOOD, "Inside what the rated torque of the wrist"),
    ],
)
def test_inside_or_outside_is_said_in_words(
    source: EnvelopeSource, scale: float, verdict: Verdict, words: str
) -> None:
    allowed = PayloadEnvelope(ENVELOPE.distance, scale * ENVELOPE.mass, source)
    judged = envelope(payload_examples.payload(), allowed)
    assert judged[1] is verdict
    assert judged[0].startswith(words)


def test_unknown_load_limits_are_said_in_words() -> None:
    found = payload_examples.payload()
    limit = PayloadEnvelope(np.zeros(1), np.array([6.0]), EnvelopeSource.LIMIT)
    assert envelope(found, limit)[1] is Verdict.USABLE
    assert "The maker gives no distance for it; here it is" in envelope(found, limit)[0]
    nothing = PayloadEnvelope(np.empty(0), np.empty(0), EnvelopeSource.UNKNOWN)
    assert "says nothing about what it may carry" in envelope(found, nothing)[0]
    unknown = replace(found, estimate=replace(found.estimate, mass=float("nan")))
    assert "not known well enough" in envelope(unknown, ENVELOPE)[0]
    assert envelope(unknown, ENVELOPE)[1] is None


def test_one_page_is_written_beside_the_visit(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    show(window, payload_examples.payload())
    window.open_step(Step.PAYLOAD_REPORT)
    page = window.pages[Step.PAYLOAD_REPORT]
    assert isinstance(page, PayloadReportPage)
    assert "No report yet." in page.report.words
    assert not page.report.open_button.isVisible()
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    job = asked(window._runner, "write_payload_report")
    files = (
        window.visit.path.with_name("cell-4-payload.pdf"),
        window.visit.path.with_name("cell-4-payload.json"),
    )
    assert (job.request.task.arguments["pdf"], job.request.task.arguments["json"]) == files
    answer(window._runner, "write_payload_report", files)
    assert "The report is written." in page.report.words
    assert str(files[0]) in page.report.words
    assert page.report.open_button.isVisible()


def test_the_page_fits_the_first_window(still_window: Window) -> None:
    still_window.resize(1280, 800)
    for found in (payload_examples.payload(), payload_examples.uncertain()):
        page = show(still_window, found)
        page.show_view(RESULT)
        answer(still_window._runner, "load_diagram", ENVELOPE)
        for view in (RESULT, SWEEPS, REASONS, DETAILS):
            page.show_view(view)
            wait_until(partial(_fits, page))


def test_an_older_reference_makes_it_out_of_date(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    assert "Out of date" not in said(page)
    visit = still_window.visit
    assert visit.summary is not None
    another = ReferenceChoice(ReferenceKind.MODEL, model="identification-002")
    visit.summary = replace(visit.summary, chosen_reference=another)
    visit.changed.emit()
    assert "Out of date: the empty arm was measured again since." in said(page)


def test_a_result_arrives_and_is_looked_through(still_window: Window) -> None:
    page = show(still_window, payload_examples.uncertain())
    page.show_payload(payload_examples.payload())
    page.diagram.envelope = ENVELOPE
    page.show_payload(payload_examples.payload())
    for index in (RESULT, SWEEPS, REASONS, DETAILS):
        page.tabs.press(index)
        settle()
        page.sweeps.choose(index)
        settle()
        assert page.tabs.index == index


def _fits(page: PayloadPage) -> bool:
    least = page.minimumSizeHint()
    return least.width() <= page.width() and least.height() <= page.height()


def test_the_payload_is_copied_in_the_forms_of_the_makers(still_window: Window) -> None:
    page = show(still_window, None)
    assert not page.copy_forms.isEnabled()
    page = show(still_window, payload_examples.dynamic())
    assert page.copy_forms.isEnabled()
    assert set(page.copy_forms.entries) == set(PayloadForm)
    clipboard = QGuiApplication.clipboard()
    for form in PayloadForm:
        page.copy_forms.copy(form)
        assert clipboard.text() == payload_text(payload_examples.dynamic(), form)
    assert "flange frame" in still_window.banner.text
    assert "not measured" not in still_window.banner.text
    part = replace(
        payload_examples.payload(), estimate=payload_examples.estimate(known=(True,) + 3 * (False,))
    )
    still_window.visit.payload_kept.emit(part)
    assert not page.copy_forms.isEnabled(), "what is still being worked out is not handed on"


def test_an_inertia_that_is_missing_is_said_when_a_payload_is_copied(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    page.copy_forms.copy(PayloadForm.URSCRIPT)
    assert "inertia was not measured" in still_window.banner.text
    assert (
        QGuiApplication.clipboard()
        .text()
        .endswith("set_target_payload(2.4130, [0.06020,-0.01140,0.14850])\n")
    )
