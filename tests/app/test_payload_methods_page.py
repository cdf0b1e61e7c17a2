"""The page of other payload methods in the real window: a pair of runs, and the methods side by side."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.payload.methods_page import PayloadMethodsPage
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from core.errors import BadRequest
from core.payload.methods import compare_methods
from core.payload.result import PayloadResult
from core.payload.settings import PayloadMethod, PayloadSettings
from core.workflow import Made, Product
from tests.app import examples, payload_examples
from tests.app.plan_examples import answer, asked, task_of
from tests.waiting import wait_until

LEFT = Qt.MouseButton.LeftButton
FREE, LOADED = examples.LABELS[1], examples.LABELS[3]


def _open(window: Window, *, count: int = 4, loaded: float | None = 2.4) -> PayloadMethodsPage:
    summary = window.visit.summary
    assert summary is not None
    runs = tuple(
        replace(one, payload_mass=loaded if one.label == LOADED else None)
        for one in summary.recordings[:count]
    )
    window.visit._take(OpenedVisit(replace(summary, recordings=runs), None))
    window.open_step(Step.PAYLOAD_METHODS)
    page = window.pages[Step.PAYLOAD_METHODS]
    assert isinstance(page, PayloadMethodsPage)
    return page


def by(method: PayloadMethod, *, more_kg: float = 0.0) -> PayloadResult:
    """The example by a method; heavier by ``more_kg``."""
    found = payload_examples.dynamic() if method is PayloadMethod.DYNAMIC else payload_examples.payload()
    told = payload_examples.payload().estimate
    settings = PayloadSettings(method)
    return replace(found, settings=settings, estimate=replace(told, mass=told.mass + more_kg))


def test_a_payload_is_worked_out_from_a_pair_of_runs(still_window: Window, qtbot: QtBot) -> None:
    window, page = still_window, _open(still_window)
    assert page.setup.loaded == (LOADED,)
    assert page.setup.unloaded == (examples.LABELS[2],), "the newest without a load"
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wanted = task_of(asked(window._runner, "analyse_dynamic_payload")).arguments
    assert (wanted["unloaded"], wanted["loaded"]) == (page.setup.unloaded, page.setup.loaded)
    found = payload_examples.dynamic()
    made = {Product.PAYLOAD: Made("payload-001")}
    answer(window._runner, "analyse_dynamic_payload", found, products=made)
    assert page.calculation.shows_result
    assert window.visit.payload is found, "the report tells of it"
    assert "Load measured" in page.result.words
    assert "Mass" in page.result.cards.words
    qtbot.mouseClick(page.calculation.button, LEFT)
    assert not page.calculation.shows_result
    assert page.primary_text == "Work out the payload"


def test_too_few_runs_are_told_in_a_sentence(still_window: Window, qtbot: QtBot) -> None:
    page = _open(still_window, loaded=None)
    assert page.setup.words == "Tick at least one run under Without."
    assert not page.primary_enabled
    page = _open(still_window, count=1)
    assert "no two runs of a rich motion" in page.setup.words
    assert page.compare_button.isHidden()
    assert page.primary_text == "Next"


def test_methods_that_agree_stand_side_by_side(still_window: Window, qtbot: QtBot) -> None:
    window, page = still_window, _open(still_window)
    qtbot.mouseClick(page.compare_button, LEFT)
    assert window.visit.payload is None
    methods = (PayloadMethod.THREE_STEP, PayloadMethod.JOINT, PayloadMethod.DYNAMIC)
    refused = {PayloadMethod.DEFLECTION: BadRequest("payload-no-loaded-recording")}
    answer(window._runner, "compare_payload_methods", compare_methods([by(one) for one in methods], refused))
    assert page.result.words.startswith("The methods agree")
    assert window.visit.payload is None, "comparing stores nothing"
    wait_until(lambda: "Methods without a result" in page.result.table.words)
    figure = page.result.chart._figures[0]
    shown = page.result.chart.intervals(figure)
    assert [one.name for one in shown] == ["three steps", "all sweeps together", "a pair of excitation runs"]
    assert np.allclose([one.value for one in shown], payload_examples.MASS)
    assert shown[0].half == 2.0 * payload_examples.MASS_STD


def test_methods_that_do_not_agree_are_named_with_the_difference(still_window: Window) -> None:
    page = _open(still_window)
    page._compare()
    methods = [by(PayloadMethod.JOINT), by(PayloadMethod.DYNAMIC, more_kg=0.1)]
    answer(still_window._runner, "compare_payload_methods", compare_methods(methods, {}))
    words = page.result.words.replace("\N{NO-BREAK SPACE}", " ")
    assert words.startswith("The methods do not agree: mass by all sweeps together")
    assert "0.100 ± 0.011 kg" in words


def test_one_method_alone_is_not_compared(still_window: Window) -> None:
    page = _open(still_window)
    page._compare()
    answer(still_window._runner, "compare_payload_methods", compare_methods([by(PayloadMethod.JOINT)], {}))
    assert "nothing to compare" in page.result.words
