"""The page of the stiffness in the real window: options, results of the core, missing springs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.stiffness.page import StiffnessPage
from app.features.stiffness.result_view import JOINTS, LINKS, TESTS
from app.shell.window import Window
from app.visit.products import products_of
from app.visit.run_choice import RunChoice
from app.visit.steps import GuideName, Step
from app.visit.stored_products import stored_stiffness
from core.errors import BadRequest
from core.robot.library import load_robot
from core.stiffness.model import stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings
from core.storage.visit import Visit
from core.workflow import Made, Product, StepState
from tests.app.stiffness_window import opened, pick, stiffness_page, work_out
from tests.core.exchange import made_load_tests as made
from tests.waiting import LIMIT_MS, wait_until

TESTS_SOURCE = 1
"""Place of the button for load tests."""


@pytest.fixture
def page(window: Window, qtbot: QtBot, tmp_path: Path) -> StiffnessPage:
    """The stiffness of the six-link arm, worked out."""
    opened(window, qtbot, tmp_path / "cell.h5", "mikhel-6")
    return work_out(window, qtbot)


def test_the_arm_of_the_paper_from_the_page_to_the_file_and_back(
    window: Window, qtbot: QtBot, page: StiffnessPage
) -> None:
    known = reduce_stiffness(stiffness_model(load_robot("mikhel-6")))
    assert page.result.found is not None
    np.testing.assert_allclose(page.result.found.stiffness, known.stiffness, rtol=1e-9)
    bars = page.result.joints.bars.bars
    assert [bar.stiffness.partition("\u00a0")[0] for bar in bars] == [
        "271",
        "414",
        "245",
        "71.5",
        "112",
        "1.00",
    ]
    assert "factor 2.80" in bars[3].remark
    # each bar is the joint's own spring and the links' shares: together all of it
    for bar in bars:
        assert sum(part.share for part in bar.parts) == pytest.approx(1.0)
    assert "Q-280" in bars[5].words, "the tool hardly sees joint 6"
    assert window.journey.state(Step.STIFFNESS, current=Step.REPORT) is StepState.DONE
    with Visit.open(window.visit.path) as visit:
        stored = stored_stiffness(visit)
    assert stored is not None
    np.testing.assert_array_equal(stored.stiffness, page.result.found.stiffness)
    # opened again, it is there
    path = window.visit.path
    window.show_start()
    with qtbot.waitSignal(window.visit.opened, timeout=LIMIT_MS):
        window.open_visit(path)
    wait_until(lambda: window.step is Step.STIFFNESS and page.shows_result)
    wait_until(lambda: page.result.view is not None)
    assert page.result.index == JOINTS


def test_options_go_into_the_result(window: Window, qtbot: QtBot, page: StiffnessPage) -> None:
    first = page.result.found
    page.calculation.button.click()
    assert not page.shows_result
    page.setup.tool.show_text("0 0 200 mm")
    page.setup.held.show_text("6")
    page.setup.turns.show_text("100 mm")
    page.setup.ranges.show_text("-90:90 -60:30 -45:45 -90:90 -90:90 -180:180")
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: page.shows_result and page.result.found is not first)
    settings = page.result.found.settings  # type: ignore[union-attr]
    assert settings.tool == pytest.approx((0.0, 0.0, 0.2))
    assert settings.held == (5,)
    assert settings.turn_length == pytest.approx(0.1)
    assert np.degrees(settings.lower) == pytest.approx([-90.0, -60.0, -45.0, -90.0, -90.0, -180.0])
    assert page.result.joints.bars.bars[5].remark == "held at its own spring"
    wait_until(lambda: not window.visit.is_busy)


def test_an_arm_with_unknown_springs(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, tmp_path / "cell.h5", "generic-6r")
    robot = load_robot("generic-6r")
    if robot.joint_stiffness is not None:
        pytest.skip("its springs are described by now")
    assert "springs of joint 1, joint 2, joint 3, joint 4, joint 5, joint 6." in page.setup.words
    assert "Run the twist analysis" in page.setup.words
    assert window.footer.primary_button.text() == "Next", "there is nothing to work out"
    page.setup.source.press(1)
    assert window.footer.primary_button.text() == "Load tests …", "these need no springs, but a file"
    page.setup.source.press(0)
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    assert not window.visit.is_busy
    assert not page.shows_result
    assert not window.visit.summary.key(Product.STIFFNESS)  # type: ignore[union-attr]


def test_a_twist_that_leaves_a_spring_unknown_leads_on(still_window: Window) -> None:
    page, window = stiffness_page(still_window), still_window
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.STIFFNESS)
    page.setup._lacks_springs = False
    page._failed(BadRequest("stiffness-springs-unknown", robot="szabo-3r", joints=("joint_1",)))
    page.state_changed.emit()
    assert window.footer.primary_button.text() == "Next"
    assert "joint 1" in page.setup.words
    window.open_step(Step.TWIST)
    window.open_step(Step.STIFFNESS)
    assert page.primary_text == "Work out the stiffness", "the twist may know it by now"


def test_without_any_visit_a_robot_is_enough(window: Window, qtbot: QtBot) -> None:
    page = stiffness_page(window)
    window.guide = GuideName.FROM_FILES
    window.open_step(Step.STIFFNESS)
    wait_until(lambda: page.setup.robot.count() > 0)
    pick(page.setup.robot, "mikhel-3")
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: page.shows_result and page.result.view is not None)
    known = reduce_stiffness(stiffness_model(load_robot("mikhel-3")))
    np.testing.assert_allclose(page.result.found.stiffness, known.stiffness, rtol=1e-9)  # type: ignore[union-attr]
    wait_until(lambda: not window.visit.is_busy)
    assert window.step is Step.STIFFNESS
    assert window.guide is GuideName.FROM_FILES


def test_load_tests_are_read_and_one_is_left_out(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    taken = made.measured(14)
    wrong = taken.shift.copy()
    wrong[3] += 2e-3
    file = tmp_path / "loads.csv"
    made.write(file, made.header("dx [mm]", "dy [mm]", "dz [mm]"), made.lines(taken, 1e3 * wrong))
    page = opened(window, qtbot, tmp_path / "cell.h5", "mikhel-3")
    page.setup.source.press(TESTS_SOURCE)
    assert not page.primary_enabled, "there is no file yet"
    page.setup.take_loads(file)
    work_out(window, qtbot)
    page.result.show_view(TESTS)
    tests = page.result.tests
    wait_until(lambda: len(tests.model.names) == 14)
    assert tests.model.names[0] == "P4", "the worst first"
    before = page.result.found
    tests.leave_out(("P4",))
    qtbot.mouseClick(tests.again_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: page.result.found is not before and not window.visit.is_busy)
    wait_until(lambda: tests.model.left_out == ("P4",))
    known = reduce_stiffness(stiffness_model(load_robot("mikhel-3"))).stiffness
    np.testing.assert_allclose(page.result.found.stiffness, known, rtol=0.15)  # type: ignore[union-attr]
    assert page.result.index == TESTS
    page.result.show_view(LINKS)
    wait_until(lambda: "Load tests tell what joints give" in page.result.links.words)


def test_other_springs_make_it_out_of_date(window: Window, page: StiffnessPage) -> None:
    visit = window.visit
    assert visit.summary is not None
    twist = {Product.ELASTICITY: Made("twist-2")}
    old, new = (Made("stiffness-001", {Product.ELASTICITY: by}) for by in ("twist-1", "twist-2"))
    visit.summary = replace(visit.summary, products={**twist, Product.STIFFNESS: old})
    visit.changed.emit()
    assert window.journey.state(Step.STIFFNESS, current=Step.REPORT) is StepState.OUT_OF_DATE
    assert page._sentence.text().startswith("Out of date:")
    made = products_of(
        replace(visit.summary, products={**twist, Product.STIFFNESS: new}),
        choice=RunChoice(),
        model=None,
        created_at="",
        report=None,
    )
    assert made[Product.STIFFNESS].made_from[Product.ELASTICITY] == made[Product.ELASTICITY].revision


def test_settings_of_nothing_are_the_defaults(still_window: Window) -> None:
    assert stiffness_page(still_window).setup.settings() == StiffnessSettings()
