"""The page of the drive gains in the real window: mass, pairs of runs, the gains, and their use."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.identification.gains_page import GainsPage
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from core.identification.settings import GainSource
from core.workflow import Made, Product
from tests.app import examples, gain_examples
from tests.app.plan_examples import answer, asked, task_of

LEFT = Qt.MouseButton.LeftButton
FREE, LOADED = examples.LABELS[:2], examples.LABELS[2:]


def _open(window: Window, *, masses: tuple[float | None, ...] = (None, None, 4.0, 4.0)) -> GainsPage:
    """The page on a visit whose runs state these masses."""
    summary = window.visit.summary
    assert summary is not None
    pairs = zip(summary.recordings, masses, strict=False)
    runs = tuple(replace(one, payload_mass=mass) for one, mass in pairs)
    window.visit._take(OpenedVisit(replace(summary, recordings=runs), None))
    window.open_step(Step.GAINS)
    page = window.pages[Step.GAINS]
    assert isinstance(page, GainsPage)
    return page


def _tick(page: GainsPage, label: str, *, loaded: bool) -> None:
    box = page.setup.runs.box(label, fit=not loaded)
    box.setChecked(not box.isChecked())


def test_the_gains_are_found_from_pairs_of_runs_and_used_for_the_model(
    still_window: Window, qtbot: QtBot
) -> None:
    window, page = still_window, _open(still_window)
    assert (page.setup.unloaded, page.setup.loaded) == (FREE, LOADED)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wanted = task_of(asked(window._runner, "find_gains")).arguments
    assert wanted["pairs"] == tuple(zip(FREE, LOADED, strict=True))
    assert page.setup.work.isVisible()
    assert window.footer.rectangle.currentWidget() is window.footer.rectangle.progress
    found = gain_examples.drive_gains()
    answer(window._runner, "find_gains", found, products={Product.GAINS: Made("drive-gains-001")})
    assert page.calculation.shows_result
    assert "all 6 joints are known within 2" in page.result.words
    assert "The model does not use them yet" in page.result.words
    qtbot.mouseClick(page.result.use_button, LEFT)
    settings = window.visit.choice.settings
    assert np.array_equal(settings.drive_gain, found.drive_gain)
    assert settings.drive_gain_source is GainSource.IDENTIFIED
    assert "The next model uses them" in page.result.words
    assert not page.result.use_button.isVisible()
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.IDENTIFY


def test_other_options_leave_the_source_of_the_gains_as_it_is(still_window: Window) -> None:
    window, page = still_window, _open(still_window)
    found = gain_examples.drive_gains()
    page.show_gains(found)
    page._use()
    window.open_step(Step.CHOOSE)
    options = window.pages[Step.CHOOSE].options
    options._fields.notify()
    settings = window.visit.choice.settings
    assert settings.drive_gain_source is GainSource.IDENTIFIED
    assert np.array_equal(settings.drive_gain, found.drive_gain)


@pytest.mark.parametrize("typed", ["0 kg", "-2", "heavy"])
def test_a_mass_that_is_none_is_refused_in_a_sentence(still_window: Window, typed: str) -> None:
    page = _open(still_window, masses=(None, None, 4.0, 4.0))
    page.form.mass.show_text(typed)
    page.form.changed.emit()
    assert page.setup.words == "Enter the mass that was weighed, above zero: it gives the gains their scale."
    assert not page.primary_enabled
    page.form.mass.show_text("4 kg")
    page.form.changed.emit()
    assert page.primary_enabled
    assert page.form.settings.payload_mass == 4.0


def test_runs_that_make_no_pairs_are_counted(still_window: Window) -> None:
    page = _open(still_window)
    _tick(page, FREE[0], loaded=False)
    assert "1 without and 2 with the mass" in page.setup.words
    assert not page.primary_enabled
    _tick(page, LOADED[0], loaded=True)
    assert "One pair of runs is usable at best" in page.setup.words
    assert page.primary_enabled
    _tick(page, LOADED[1], loaded=True)
    assert page.setup.words == "Tick at least one run under With."


def test_runs_without_a_mass_need_one_in_the_field(still_window: Window) -> None:
    page = _open(still_window, masses=(None,) * 4)
    _tick(page, FREE[0], loaded=False)
    _tick(page, FREE[1], loaded=True)
    assert "Enter the mass" in page.setup.words
    page.form.mass.show_text("2.8")
    page.form.changed.emit()
    assert page.primary_enabled


def test_one_run_is_too_few_and_the_way_goes_on(still_window: Window) -> None:
    page = _open(still_window, masses=(None,))
    assert "no two runs of a rich motion" in page.setup.words
    assert page.primary_text == "Next"
    assert page.primary_enabled


@pytest.mark.parametrize("poor", [{"is_unknown": True}, {"worst": 0.2}])
def test_gains_that_are_not_good_enough_cannot_be_used(still_window: Window, poor: dict) -> None:
    page = _open(still_window)
    page.show_gains(gain_examples.drive_gains(**poor))
    assert "not good enough to be used" in page.result.words
    assert not page.result.use_button.isVisible()
    page._use()
    assert still_window.visit.choice.settings.drive_gain is None


def test_stored_gains_are_shown_again_and_another_visit_forgets_them(still_window: Window) -> None:
    window, page = still_window, _open(still_window)
    summary = window.visit.summary
    assert summary is not None
    window.visit._take(OpenedVisit(replace(summary, products={Product.GAINS: Made("drive-gains-001")}), None))
    page.entered()
    answer(window._runner, "gains_of_visit", gain_examples.drive_gains())
    assert page.calculation.shows_result
    _open(window)
    assert not page.calculation.shows_result
    assert page.result.found is None
