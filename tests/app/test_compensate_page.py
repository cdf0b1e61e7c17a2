"""The page that brings the tool back under load, clicked through with a robot that obeys."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.features.stiffness.tasks import analyse_stiffness
from app.features.tool_correction.at_places import PreparedCompensation
from app.features.tool_correction.page import CompensatePage
from app.features.tool_correction.presentation import parse_place, under_way
from app.features.tool_correction.procedure import NAME, CompensateProcedure
from app.features.tool_correction.result import CompensationFound
from app.features.tool_correction.tasks import (
    StoredCompensation,
    places_of_file,
    stiffness_for,
    write_corrected_table,
)
from app.speech.quantities import NotUnderstood
from app.visit.steps import GuideName, Step
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.stiffness.compensation_result import CompensationRun
from core.stiffness.settings import StiffnessSettings
from core.storage.visit import Visit
from tests.app import fake_robot
from tests.app.compensation_examples import compensation, reference
from tests.app.plan_examples import asked, task_of
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS, settle, wait_until

NUMBER, STATE, POSITIONS, BEFORE, AFTER, STEPS = range(6)
FIRST, SECOND = "0 50 60 -20 -35 -40", "20; −30,5; 45; 0; 10; 0"


class Compensating(fake_robot.FakeProcedure):
    """Notes which run it was asked for."""

    asked: CompensateProcedure | None = None

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        assert self.asked is not None
        made = replace(fake_robot.preview(), duration=4.0, stop_count=session.safe.stop_count)
        motions = tuple(
            PlannedMotion("arrival", made, {"place": number})
            for number in range(1, len(self.asked.places) + 1)
        )
        count, connection = session.safe.stop_count, session.connection_count
        return PreparedCompensation(self.name, motions, 20.0, connection, count, load=self.asked.load)


@pytest.fixture
def there(bench: Bench) -> Bench:
    """A bench on the way over the robot whose page asks a procedure that does as it is commanded."""
    bench.window.guide = GuideName.ON_ROBOT
    procedure = Compensating(NAME)
    bench.procedure = procedure
    page = bench.window.pages[Step.COMPENSATE]
    real = page.run.make_procedure

    def make() -> Compensating | None:
        asked = real()
        if asked is None:
            return None
        assert isinstance(asked, CompensateProcedure)
        procedure.asked = asked
        procedure.finish.clear()
        return procedure

    page.run.make_procedure = make
    bench.connect()
    return bench


def opened(bench: Bench) -> CompensatePage:
    """The page, with two places typed, looked at."""
    bench.window.open_step(Step.COMPENSATE)
    page = bench.window.pages[Step.COMPENSATE]
    assert isinstance(page, CompensatePage)
    for text in (FIRST, SECOND):
        page.form.place.show_text(text)
        page.form.add_button.click()
    wait_until(lambda: page.run.is_prepared)
    return page


def column(page: CompensatePage, number: int) -> list[str]:
    model = page.rows.model
    return [str(model.data(model.index(row, number))) for row in range(model.rowCount())]


def run(bench: Bench, page: CompensatePage, outcome: Outcome) -> None:
    wait_until(lambda: page.run.is_prepared)
    bench.procedure.outcome = outcome
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: bench.link.state is LinkState.MOVING)
    bench.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    bench.quiet()


def test_nothing_can_start_before_a_place_is_named(there: Bench) -> None:
    there.window.open_step(Step.COMPENSATE)
    page = there.window.pages[Step.COMPENSATE]
    assert isinstance(page, CompensatePage)
    assert page.rows.model.rowCount() == 0
    assert not page.run.is_prepared
    page.form.place.show_text("1 2")
    assert not page.form.add_button.isEnabled(), "two numbers are no place of six joints"


def test_places_that_the_visit_holds_are_looked_at_as_soon_as_they_are_read(there: Bench) -> None:
    there.window.open_step(Step.COMPENSATE)
    page = there.window.pages[Step.COMPENSATE]
    assert isinstance(page, CompensatePage)
    settle()
    assert not page.run.is_prepared
    robot, asked = load_robot("ec66"), page._stored.asked
    places = (np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0]),)
    page._stored.take(asked, StoredCompensation(robot, reference(places, robot), None))  # type: ignore[arg-type]
    wait_until(lambda: page.run.is_prepared)


def test_places_are_typed_taken_from_the_arm_and_removed(there: Bench) -> None:
    page = opened(there)
    assert column(page, POSITIONS)[0].split()[1] == "50.00"
    assert np.degrees(page.form.places[1]) == pytest.approx([20, -30.5, 45, 0, 10, 0])
    there.session.pose = np.radians([5.0, 40.0, 60.0, -20.0, -35.0, -40.0])
    with there.qtbot.waitSignal(there.link.answered, timeout=LIMIT_MS):
        page.form.here_button.click()
    assert np.degrees(page.form.places[2][0]) == pytest.approx(5.0)
    page.rows.table.selectRow(0)
    page.form.remove_button.click()
    assert column(page, NUMBER) == ["1", "2"]
    assert np.degrees(page.form.places[0][0]) == pytest.approx(20.0)


def test_first_without_the_load_then_with_it_and_the_positions_are_copied(
    there: Bench, tmp_path: Path
) -> None:
    page = opened(there)
    asked = there.procedure
    assert isinstance(asked, Compensating)
    measured = reference(page.form.places, load_robot("ec66"))
    run(there, page, Outcome(NAME, ("compensate-unloaded",), 20.0, 20_000, found=CompensationFound(measured)))
    assert asked.asked is not None
    assert asked.asked.load is CompensationRun.UNLOADED
    assert page.form.load is CompensationRun.LOADED
    assert page.motion.again_button.text() == "Go on with the load"
    page.motion.again_button.click()
    wait_until(lambda: page.run.is_prepared)
    assert asked.asked.load is CompensationRun.LOADED
    assert asked.asked.reference is measured
    found = compensation(measured)
    run(
        there,
        page,
        Outcome(NAME, ("compensate-loaded",), 40.0, 40_000, found=CompensationFound(result=found)),
    )
    assert column(page, BEFORE) == ["0.800", "0.600"]
    assert column(page, AFTER) == ["0.0200", "0.0100"]
    assert column(page, STEPS) == ["1", "1"]
    assert "0.800\u00a0mm" in page.motion.words
    page.views.tabs.press(1)
    assert page.result.isVisible()
    page.result.copy_button.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 3
    assert float(lines[1].split("\t")[2].replace("−", "-")) == pytest.approx(50.05, abs=1e-3)
    assert "7.00\u00a0%" in page.result.summary.text()
    table = tmp_path / "corrected.csv"
    write_corrected_table(path=table, found=found, robot=load_robot("ec66"), monitor=NullMonitor())
    assert "50.0500000" in table.read_text("utf-8")


def test_it_is_followed_place_by_place(there: Bench) -> None:
    page = opened(there)
    measured = reference(page.form.places, load_robot("ec66"))
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: there.link.state is LinkState.MOVING)
    assert not page.form.isEnabled()
    there.link.progressed.emit(0.6, "averaging 2 of 2")
    assert page.run.moving.words == "Place 2 of 2: standing, and averaging the encoders"
    assert len(set(column(page, STATE))) == 2
    part = compensation(measured)
    there.link.found.emit(replace(part, places=part.places[:1]))
    assert column(page, BEFORE) == ["0.800", "–"]
    there.window.top_bar.stop.click()
    wait_until(lambda: not page.run.is_running)
    there.quiet()
    assert there.session.stops
    assert page.form.isEnabled()


def test_places_and_progress_as_they_are_written() -> None:
    assert [one.number for one in parse_place("10 −30,5, 45°")] == [10.0, -30.5, 45.0]
    assert parse_place("") == ()
    with pytest.raises(NotUnderstood):
        parse_place("ten")
    assert under_way("correction 2 of 3") == (1, "Place 2 of 3: a small move to correct the tool")
    assert under_way("anything") is None


def test_corrected_places_are_read_back_corrected_and_saved_again(there: Bench, tmp_path: Path) -> None:
    page = opened(there)
    robot = load_robot("ec66")
    measured = reference(page.form.places, robot)
    table = tmp_path / "corrected.csv"
    write_corrected_table(path=table, found=compensation(measured), robot=robot, monitor=NullMonitor())
    for place in (1, 0):
        page.form.remove(place)
    page._link.session.robot = robot  # type: ignore[union-attr]
    page.form.show_robot(robot)
    for _ in range(2):  # as often as it is wanted
        answered = places_of_file(NullMonitor(), path=table, robot=robot)
        page.form.take_places(answered)
        assert page.form.load is CompensationRun.UNLOADED
        np.testing.assert_allclose(page.form.places, answered)
        assert len(page.form.places) == len(measured.places)
        again = reference(page.form.places, robot)
        write_corrected_table(path=table, found=compensation(again), robot=robot, monitor=NullMonitor())
        page.form.take_places(())


def test_a_table_of_places_is_read_in_a_job(there: Bench, tmp_path: Path) -> None:
    page = opened(there)
    page.form.show_robot(load_robot("ec66"))
    assert page.form.file_button.isEnabled()
    page.read_places(tmp_path / "places.csv")
    task = task_of(asked(there.window._runner, "places_of_file"))
    assert task.arguments["path"] == tmp_path / "places.csv"


def test_the_same_places_are_corrected_again_without_measuring_them_anew(there: Bench) -> None:
    page = opened(there)
    robot = load_robot("ec66")
    measured = reference(page.form.places, robot)
    page.form.show_robot(robot)
    page.form.show_reference(measured)
    page.form.choose(CompensationRun.UNLOADED)
    assert not page.result.again_button.isEnabled()
    page.result.show_result(compensation(measured), robot)
    page.result.again_button.click()
    assert page.form.load is CompensationRun.LOADED
    assert page.form.reference is measured
    assert len(page.form.places) == len(measured.places)
    assert page.views.index == 0


def test_the_tool_point_is_chosen_in_the_form(there: Bench) -> None:
    page = opened(there)
    robot = load_robot("ec66")
    page.form.show_reference(reference(page.form.places, robot))
    page.form.choose(CompensationRun.LOADED)
    asked_for = page.form.procedure()
    assert asked_for is not None
    assert asked_for.tool is None, "that of the stiffness"
    page.form.tool.edit.setText("0 0 150 mm")
    asked_for = page.form.procedure()
    assert asked_for is not None
    assert asked_for.tool == pytest.approx((0.0, 0.0, 0.15))


def test_the_stiffness_is_taken_at_the_asked_tool_point(tmp_path: Path) -> None:
    robot = load_robot("mikhel-3")
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml=write_toml(robot)):
        pass
    analyse_stiffness(visit=path, settings=StiffnessSettings(), monitor=NullMonitor())
    at_flange = stiffness_for(robot=robot, visit=path, monitor=NullMonitor())
    at_tip = stiffness_for(robot=robot, visit=path, tool=(0.0, 0.0, 0.3), monitor=NullMonitor())
    assert at_flange.settings.tool == (0.0, 0.0, 0.0)
    assert at_tip.settings.tool == (0.0, 0.0, 0.3)
    assert at_tip.created_at or at_tip.usable_factor.shape == at_flange.usable_factor.shape
    with Visit.open(path) as opened_again:
        assert len(opened_again.results("stiffness")) == 1, "nothing is stored"
