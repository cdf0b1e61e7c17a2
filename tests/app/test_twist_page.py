"""The page of the twist in the real window: recordings, the work, every gear's words and pictures."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.twist.gear_plots import LoopLines
from app.features.twist.page import TwistPage, suggested_for_twist
from app.features.twist.quantities import joint_values
from app.features.twist.result_view import EXPLAINED, REASONS, RIPPLE, TABLE
from app.features.twist.results import ToolTwist
from app.features.twist.sentences import joint_sentence
from app.shell.window import Window
from app.speech.units import NO_BREAK
from app.speech.words import with_joint_numbers
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from app.widgets.view_saving import view_table
from core.elasticity.result import Elasticity
from core.errors import BadRequest
from core.workflow import Made, Product, StepState
from tests.app import examples, twist_examples
from tests.app.plan_examples import answer, asked, refuse, task_of
from tests.app.twist_examples import ARCSEC
from tests.waiting import settle, wait_until

ARCMIN = 60.0 * ARCSEC

LEFT = Qt.MouseButton.LeftButton
KEY = "elasticity-001"


def plain(text: str) -> str:
    return text.replace(NO_BREAK, " ")


def _page(window: Window) -> TwistPage:
    page = window.pages[Step.TWIST]
    assert isinstance(page, TwistPage)
    return page


def _open(window: Window, *, has_twist: bool = True, twist_key: str = "", of: str = "") -> TwistPage:
    """The page on a visit with a model, and with or without link encoders."""
    summary = window.visit.summary
    assert summary is not None
    recordings = tuple(replace(one, has_twist=has_twist) for one in summary.recordings)
    products = {Product.ELASTICITY: Made(twist_key, {Product.MODEL: of})} if twist_key else {}
    summary = replace(summary, recordings=recordings, products=products)
    window.visit._take(OpenedVisit(summary, examples.result()))
    window.open_step(Step.TWIST)
    return _page(window)


def _shown(window: Window, qtbot: QtBot, *, found: Elasticity | None = None) -> TwistPage:
    page = _open(window)
    page.show_elasticity(found or twist_examples.elasticity())
    wait_until(lambda: page.result.hidden_views.is_done)
    return page


def _press_primary(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.footer.primary_button, LEFT)


def test_without_both_encoders_it_is_said_at_once_and_the_way_goes_on(
    still_window: Window, qtbot: QtBot
) -> None:
    page = _open(still_window, has_twist=False)
    assert page.setup.words == "The recordings of this visit have one encoder per joint."
    assert "as on arms of Universal Robots" in page.setup._why_none.text()
    page.setup.show_recordings(())
    assert page.setup.words == "No recording of this visit has both encoders."
    assert "Record with a controller that tells both" in page.setup._why_none.text()
    assert page.primary_text == "Next"
    _press_primary(still_window, qtbot)
    assert still_window.step is Step.STIFFNESS


def test_one_of_several_recordings_is_kept_to_check(still_window: Window) -> None:
    page = _open(still_window)
    assert page.setup.runs.fit == examples.LABELS[:-1]
    assert page.setup.runs.validate == examples.LABELS[-1:]
    assert page.primary_text == "Look at the gears"
    assert "kept aside" in page.setup.words
    page.setup.runs.box(examples.LABELS[-1], fit=False).setChecked(False)
    assert "No recording is kept to check" in page.setup.words
    for label in page.setup.runs.fit:
        page.setup.runs.box(label, fit=True).setChecked(False)
    assert "Tick at least one" in page.setup.words
    assert still_window.footer.primary_button.text() == "Tick a run under Fit"


def test_what_is_suggested_of_all_kinds_of_recordings() -> None:
    run, again = examples.recording("run"), examples.recording("again")
    loaded = replace(examples.recording("loaded"), payload_mass=12.0)
    sweeps = replace(examples.recording("sweeps"), is_sweeps=True)
    check = replace(examples.recording("check"), is_check=True)
    assert suggested_for_twist([run, again, loaded, sweeps, check]) == (("run", "sweeps"), ("again",))
    assert suggested_for_twist([run]) == (("run",), ())
    assert suggested_for_twist([run, sweeps]) == (("sweeps",), ("run",))
    assert suggested_for_twist([loaded]) == (("loaded",), ())
    assert suggested_for_twist([check]) == ((), ())
    steps = replace(examples.recording("steps"), is_load_steps=True)
    assert suggested_for_twist([run, steps]) == (("steps",), ("run",)), "whichever came last"
    early = replace(examples.recording("early"), incomplete="stopped")
    assert suggested_for_twist([run, again, early]) == (("run",), ("again",))
    assert suggested_for_twist([early]) == (("early",), ()), "better than nothing"


def test_the_gears_are_looked_at_in_a_job(still_window: Window, qtbot: QtBot) -> None:
    window, page = still_window, _open(still_window)
    _press_primary(window, qtbot)
    job = asked(window._runner, "analyse_twist")
    assert task_of(job).arguments == {
        "visit": window.visit.path,
        "fit": examples.LABELS[:-1],
        "validate": examples.LABELS[-1:],
    }
    assert page.setup.work.isVisible()
    assert window.footer.rectangle.currentWidget() is window.footer.rectangle.progress
    job.progressed.emit(0.25, "joint 2")
    assert page.setup.work.words == "Looking at the gears: joint 2 25 %"
    assert page.setup.work.progress.value() == 250
    made = {Product.ELASTICITY: Made("elasticity-001")}
    answer(window._runner, "analyse_twist", twist_examples.elasticity(), products=made)
    assert page.shows_result
    assert not page.setup.work.isVisible()
    assert window.footer.primary_button.text() == "Next"
    assert window.visit.summary is not None
    assert window.visit.summary.key(Product.ELASTICITY) == "elasticity-001"
    page.entered()
    for reads in ("open_visit", "elasticity_of_visit"):
        with pytest.raises(StopIteration):
            asked(window._runner, reads)  # the result came with its key
    answer(window._runner, "tool_twist_of_visit", (ToolTwist("run-1", 8.3e-4, 2.1e-4),))
    assert "Tool moved by up to: 0.830 mm, rms 0.210\N{NO-BREAK SPACE}mm." in page.result.words
    _press_primary(window, qtbot)
    assert window.step is Step.STIFFNESS


def test_it_can_be_cancelled_and_a_failure_is_shown(still_window: Window, qtbot: QtBot) -> None:
    window, page = still_window, _open(still_window)
    _press_primary(window, qtbot)
    qtbot.mouseClick(page.setup.work.cancel_button, LEFT)
    wait_until(lambda: not window.visit.is_busy)
    assert "Stopped" in window.banner.text
    assert not page.shows_result
    assert page.primary_enabled
    _press_primary(window, qtbot)
    refuse(window._runner, "analyse_twist", BadRequest("no-recording-with-both-encoders"))
    assert window.banner.text
    assert not page.setup.work.isVisible()
    assert page.primary_enabled


def test_every_gear_has_its_words(still_window: Window, qtbot: QtBot) -> None:
    page = _shown(still_window, qtbot)
    result = page.result
    names = [button.accessibleName() for button in result.joints._buttons]
    plays = {place: joint.backlash for place, joint in enumerate(twist_examples.elasticity().joints)}
    assert result.joints.index == max(
        (place for place, play in plays.items() if play), key=lambda place: plays[place].value
    ), "the joint with most play is in front at first"
    assert names == [
        "Joint 1: Not measured",
        "Joint 2: Good",
        "Joint 3: Measure again",
        "Joint 4: Usable",
        "Joint 5: Measure again",
        "Joint 6: Not measured",
    ]
    assert "2 of 6 joints not measured" in page._sentence.text()
    for place, joint in enumerate(twist_examples.elasticity().joints):
        result.joints.press(place)
        assert result.words.startswith(with_joint_numbers(joint_sentence(joint)))
        assert all(row.label in result.words for row in joint_values(joint).rows)
    result.joints.press(1)
    assert "Gear play: none seen, below 0.0517 arcmin." in plain(result.words)
    assert "Lag of the link encoder: 3.02 ± 0.16 ms." in plain(result.words)


def test_the_loop_is_drawn_with_its_line_its_band_and_its_gap(still_window: Window, qtbot: QtBot) -> None:
    result = _shown(still_window, qtbot).result
    lines = result.loop.lines
    assert isinstance(lines, LoopLines)
    result.joints.press(2)
    assert lines.note is not None
    assert plain(lines.note.words) == "3.9 ± 0.6 MN·m/rad"
    assert lines.span is not None
    assert plain(lines.span.words) == "gap 0.70 ± 0.07 arcmin"
    assert (lines.span.low, lines.span.high) == pytest.approx((-0.35, 0.35))
    assert lines.band is not None
    high = float(lines.band.high[-1]), float(lines.band.low[-1])
    assert result.joint is not None
    assert result.joint.loop is not None
    beyond = 1500.0 - result.joint.loop.load.mean()
    middle, spread = (1500.0 / 3.9e6 / ARCMIN + 0.35), beyond * 0.3e6 / 3.9e6**2 / ARCMIN
    assert high[0] + high[1] == pytest.approx(2.0 * middle)
    assert high[0] - high[1] == pytest.approx(2.0 * np.hypot(spread, 1.05 / 60.0))
    assert result.loop.accessibleDescription().startswith("Twist over load. joint_3: 3.9 ± 0.6")
    result.joints.press(1)
    assert lines.span is not None
    assert plain(lines.span.words) == "loop 0.15 ± 0.03 arcmin wide"
    result.joints.press(3)
    assert lines.band is None
    assert lines.note is None
    assert lines.span is not None
    assert plain(lines.span.words) == "lost motion 2.1 ± 0.2 arcmin"
    result.joints.press(0)
    assert not result.loop.has_loop
    assert lines.strokes == ()
    assert result._loop_stack.currentIndex() == 1


def test_a_loop_is_saved_point_by_point(still_window: Window, qtbot: QtBot) -> None:
    result = _shown(still_window, qtbot).result
    result.joints.press(1)
    header, columns = view_table(result.loop, mark="VIRTUAL")
    assert header[1:] == (
        "VIRTUAL joint_2 load (kN·m)",
        "VIRTUAL joint_2 twist (arcmin)",
        "VIRTUAL joint_2 of the stiffness (arcmin)",
    )
    loop = twist_examples.good_with_ripple().loop
    assert loop is not None
    assert columns[1] == pytest.approx(loop.load / 1000.0)
    assert columns[2] == pytest.approx(loop.deflection / ARCMIN)


def test_ripple_is_labelled_with_its_cause(still_window: Window, qtbot: QtBot) -> None:
    result = _shown(still_window, qtbot).result
    result.show_view(RIPPLE)
    result.joints.press(1)
    assert result.ripple.lines is not None
    assert [label.text.replace("\N{NO-BREAK SPACE}", " ") for label in result.ripple.lines.labels] == [
        "0.253 arcmin · 3.10× gear mesh",
        "0.0850 arcmin · 1.00× motor turn",
        "0.0467 arcmin · 2.00× wave generator",
    ]
    described = result.ripple.accessibleDescription()
    assert described.startswith("Ripple of joint_2, strongest first: 0.253 arcmin")
    low, high = result.ripple.box.viewRange()[1]
    assert low <= 0.0
    assert high > 0.253
    result.joints.press(4)
    assert not result.ripple.has_spectrum
    assert result.ripple.accessibleDescription() == "The ripple of joint_5 was not measured."


def test_what_is_explained_is_shown_of_fit_and_check(still_window: Window, qtbot: QtBot) -> None:
    result = _shown(still_window, qtbot).result
    result.show_view(EXPLAINED)
    bars = result.explained.bars
    assert len(bars) == 10, "five joints with a link encoder, fitted and checked"
    second = [bar for bar in bars if round(bar.middle) == 1]
    assert [bar.is_check for bar in second] == [False, True]
    assert (second[0].raw, second[0].explained) == pytest.approx((2.6, 0.18))
    assert (second[1].raw, second[1].explained) == pytest.approx((1.1 * 2.6, 1.15 * 0.18))
    assert "joint_2: 0.180 of 2.60 arcmin left unexplained." in result.explained.accessibleDescription()
    header, columns = view_table(result.explained)
    assert header[1] == "run-1 raw (arcmin)"
    assert columns[0].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_the_table_has_every_quantity_and_the_reasons_every_reason(
    still_window: Window, qtbot: QtBot
) -> None:
    result = _shown(still_window, qtbot).result
    result.show_view(TABLE)
    model = result.model
    rows = [
        [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert rows[0] == ["Stiffness, MN·m/rad", "–", "5.8 ± 0.4", "3.9 ± 0.6", "–", "0.21 ± 0.18", "–"]
    assert rows[-1][:3] == ["Left unexplained, rms, arcmin", "0.150", "0.180"]
    assert len(rows) == 17, "the verdicts stand on the buttons"
    result.show_view(REASONS)
    assert result.tabs._words[REASONS] == "Reasons (8)"
    texts = [line.accessibleName() for line in result.reasons._list.findChildren(type(result._sentence))]
    assert len(texts) == 8
    assert texts[0].startswith("Joint 1 cannot be judged"), "the gravest first"


def test_the_twist_of_the_visit_is_shown_again_and_can_be_out_of_date(
    still_window: Window, qtbot: QtBot
) -> None:
    window = still_window
    made = examples.result().provenance.created_at
    page = _open(window, twist_key=KEY, of=made)
    answer(window._runner, "elasticity_of_visit", twist_examples.elasticity())
    assert page.shows_result
    assert window.journey.state(Step.TWIST, current=Step.REPORT) is StepState.DONE
    qtbot.mouseClick(page.calculation.button, LEFT)
    assert not page.shows_result
    assert window.footer.primary_button.text() == "Look at the gears"
    qtbot.mouseClick(page.calculation.button, LEFT)
    assert page.shows_result
    provenance = replace(examples.result().provenance, created_at="2026-04-01T00:00:00+00:00")
    window.visit.take_model(replace(examples.result(), provenance=provenance), window.visit.choice)
    window.visit.changed.emit()
    assert window.journey.state(Step.TWIST, current=Step.REPORT) is StepState.OUT_OF_DATE
    assert "Out of date" in page._sentence.text()
    page = _open(window)
    assert not page.shows_result, "that was another visit"
    assert page.result.found is None


def test_a_twist_that_arrives_after_the_visit_was_closed_is_dropped(still_window: Window) -> None:
    window = still_window
    page = _open(window, twist_key=KEY, of=examples.result().provenance.created_at)
    window.visits.close()
    answer(window._runner, "elasticity_of_visit", twist_examples.elasticity())
    assert page.result.found is None


def test_linear_axes_have_their_own_units(still_window: Window, qtbot: QtBot) -> None:
    found = twist_examples.elasticity(twist_examples.sliding(), twist_examples.good_with_ripple())
    result = _shown(still_window, qtbot, found=found).result
    assert plain(result.words).startswith("Joint 1: 24 ± 2 MN/m. Play 18 ± 4 µm.")
    assert result.loop.x_label == ("Force", "kN")
    assert {round(bar.middle) for bar in result.explained.bars} == {0}, "one unit, one kind of joint"


def test_a_tick_is_undone_and_done_again(still_window: Window, qtbot: QtBot) -> None:
    page = _open(still_window)
    settle()  # a box has its place
    before = page.setup.runs.fit
    assert not page.undo_button.isEnabled()
    qtbot.mouseClick(page.setup.runs.box(before[0], fit=True), LEFT)
    assert before[0] not in page.setup.runs.fit
    qtbot.mouseClick(page.undo_button, LEFT)
    assert page.setup.runs.fit == before
    still_window.visit.undoing.redo()
    assert page.setup.runs.fit == before[1:]
    qtbot.mouseClick(page.setup.runs.box(before[0], fit=False), LEFT)
    still_window.visit.undoing.undo()
    assert page.setup.runs.fit == before[1:]
    assert before[0] not in page.setup.runs.validate
