"""The form of payload sweeps, their rows, their words and the chart of what they cover."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.arm.procedure import PlannedMotion
from app.arm.staged_run import APPROACH
from app.features.payload.form import PayloadForm
from app.features.payload.measure_words import age_words, centre_facts, note_sentences, plan_sentence
from app.features.payload.progress_charts import CoverageChart
from app.features.payload.sweep_run import PayloadUnderWay
from app.visit.payload import PAYLOAD_SWEEP, PayloadRun, ReferenceChoice
from core.payload.plan import PayloadMode
from core.payload.result import PayloadEstimate, ReferenceKind
from core.payload.settings import KnownLoad
from tests.app import fake_robot, payload_plan_examples
from tests.app.payload_bench import PLAN


def test_the_form_makes_the_procedure(qtbot) -> None:
    form = PayloadForm(PayloadRun.UNLOADED)
    qtbot.addWidget(form)
    bare = form.procedure()
    assert bare is not None
    assert (bare.load, bare.settings.mode, bare.settings.speed) == (
        PayloadRun.UNLOADED,
        PayloadMode.THOROUGH,
        None,
    )
    form.mode.choose(PayloadMode.QUICK)
    form.payload.show_text("5.3 lb")
    form.sweep_speed.show_text("10")
    form.sweep_width.show_text("40,5")
    form.tool_length.show_text("350 mm")
    full = form.procedure()
    assert full is not None
    assert full.settings.mode is PayloadMode.QUICK
    assert full.settings.payload_mass == pytest.approx(2.404, abs=1e-3)
    assert full.settings.speed == pytest.approx(np.radians(10.0))
    assert full.settings.width == pytest.approx(np.radians(40.5))
    assert (bare.settings.tool_length, full.settings.tool_length) == (0.1, 0.35)
    form.sweep_speed.show_text("fast")
    assert form.procedure() is None


def test_a_weighed_load_needs_its_mass_and_its_centre(qtbot) -> None:
    form = PayloadForm(PayloadRun.LOADED)
    qtbot.addWidget(form)
    form.hangs.choose(PayloadRun.KNOWN)
    assert form.procedure() is None
    form.payload.show_text("2 kg")
    form.center.show_text("0 0 50 mm")
    weighed = form.procedure()
    assert weighed is not None
    assert (weighed.load, weighed.known) == (PayloadRun.KNOWN, KnownLoad(2.0, (0.0, 0.0, 0.05)))
    form.hangs.choose(PayloadRun.LOADED)
    earlier = ReferenceChoice(ReferenceKind.EARLIER_VISIT, ("a",), visit="/visits/spring.h5")
    compared = form.procedure(earlier, only=(3,))
    assert compared is not None
    assert (compared.known, compared.reference.visit, compared.only) == (
        None,
        Path("/visits/spring.h5"),
        (3,),
    )
    assert form.procedure(ReferenceChoice(ReferenceKind.MODEL)).reference.use_model  # type: ignore[union-attr]


# Words and pictures


def test_rows_are_joints_in_one_orientation_there_and_back() -> None:
    made = replace(fake_robot.preview(), duration=10.0)
    wanted = [sweep for sweep in PLAN.sweeps if sweep.number in {3, 4, 7}]
    motions = []
    for sweep in wanted:
        motions.append(PlannedMotion(APPROACH, made, {"move": 1}))
        facts = {"joint": sweep.joint, "orientation": sweep.orientation, "number": sweep.number}
        motions += [PlannedMotion(PAYLOAD_SWEEP, made, {**facts, "move": move}) for move in (1, 2)]
    under_way = PayloadUnderWay(motions, PLAN)
    assert [[sweep.number for sweep in row] for row in under_way.rows] == [[3, 4], [7]]
    assert [under_way.seconds_of(row) for row in (0, 1)] == [60.0, 30.0]
    assert (under_way.at(0.5 / 9.0).number, under_way.at(0.5 / 9.0).is_on_the_way) == (3, True)
    assert (under_way.at(4.5 / 9.0).row, under_way.at(4.5 / 9.0).is_on_the_way) == (0, False)
    assert under_way.at(1.0).number == 7
    assert PayloadUnderWay((), PLAN).at(0.5) is None


def test_ages_and_notes_as_people_say_them() -> None:
    assert [age_words(hours * 3600.0) for hours in (0.5, 7.0, 47.0, 72.0)] == [
        "less than an hour",
        "7 h",
        "47 h",
        "3 days",
    ]
    assert age_words(float("nan")) == "–"
    (said,) = note_sentences(payload_plan_examples.plan(notes=("wrist-cannot-align 4 5",)))
    assert said.startswith("The wrist cannot hold the flange")
    assert plan_sentence(PLAN).startswith("Joints 2 and 3 go out and back at 3.1 °/s")


def test_the_chart_says_what_it_shows(qtbot) -> None:
    chart = CoverageChart("What the sweeps cover")
    qtbot.addWidget(chart)
    assert chart.accessibleDescription() == "0 of 0 sweeps done. Nothing is measured yet."
    empty = chart.grab().toImage()
    chart.show_plan(PLAN)
    planned = chart.grab().toImage()
    assert planned != empty
    chart.show_coverage(payload_plan_examples.coverage(done=4))
    assert chart.next_sweep == 16
    some = chart.grab().toImage()
    assert some != planned
    chart.show_now(6)
    assert chart.grab().toImage() != some
    chart.show_coverage(payload_plan_examples.coverage(done=16))
    assert chart.next_sweep == 0
    assert "Mass: good. x: good. y: good. z: good." in chart.accessibleDescription()


def test_a_coordinate_that_few_sweeps_leave_open_is_a_dash() -> None:
    found = PayloadEstimate(2.3, np.array([0.046, 0.035, 85.0]), np.diag([0.04, 0.01, 0.003, 31.0]) ** 2)
    (_, x, _), _, (_, z, spread) = centre_facts(found)
    assert x == "46"
    assert (z, spread) == ("–", "")
