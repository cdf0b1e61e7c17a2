"""Corrected angles and millimetres with links on the live page: shown where known, moving nothing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.features.live.frames import LiveFrame
from app.features.live.page import LivePage
from app.features.live.side import LEAST_ARM_HEIGHT, WIDTH
from app.features.live.tasks import describes_stiffness, stiffness_of_description
from app.features.live.words import correction_more_words, shift_axes_words, shift_words
from app.jobs.task import Task
from app.visit.steps import GuideName, Step
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot
from core.stiffness.live_correction import ZeroState
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.fake_robot import JOINTS, FakeSession
from tests.app.live_correction_examples import FACTOR, reduced
from tests.app.robot_bench import Bench, MakeWindow, bench_of
from tests.waiting import settle, wait_until

POSE = np.radians([10.0, -40.0, 60.0, 20.0, 50.0, 0.0])
TWIST = np.array([0.0, 9e-4, 6e-4, 2e-4, 1e-4, 0.0])
STREAMED = 60


class StandingBench(Bench):
    """The live page of an arm that stands, before and after something was hung on it."""

    fed = 50

    @property
    def page(self) -> LivePage:
        return self.window.pages[Step.LIVE]

    def feed(self, twist: np.ndarray, *, pose: np.ndarray = POSE, count: int = STREAMED) -> None:
        block = fake_robot.samples(self.fed, count)
        motor = np.tile(pose, (count, 1))
        columns = dict(block.columns) | {
            Quantity.POSITION: motor,
            Quantity.MOTOR_POSITION: motor,
            Quantity.LINK_POSITION: motor - twist,
        }
        assert self.session.acquisition is not None
        self.session.acquisition.ring.append(
            SampleBlock(block.sequence, block.device_time, block.host_time, columns)
        )
        self.fed += count

    def seen(self, twist: np.ndarray, *, pose: np.ndarray = POSE) -> LiveFrame:
        """The frame that shows it."""

        def is_seen() -> bool:
            self.feed(twist, pose=pose, count=20)
            shown = self.page.view.newest
            return shown is not None and np.allclose(shown.pose, pose) and not shown.is_stale

        self.feed(twist, pose=pose)
        wait_until(is_seen)
        assert self.page.view.newest is not None
        return self.page.view.newest

    def watch(self) -> LivePage:
        """Connect, and look at the unloaded arm for a while."""
        self.window.guide = GuideName.LIVE
        self.window.open_step(Step.CONNECT)
        self.connect()
        assert self.session.acquisition is not None
        self.session.acquisition.ring.clear()
        self.window.open_step(Step.LIVE)
        wait_until(self._has_begun)
        return self.page

    def _has_begun(self) -> bool:
        self.feed(np.zeros(JOINTS))
        return self.page.view.zeroed_at is not None

    def know(self, found: object) -> None:
        self.window.visit.stiffness = found  # type: ignore[assignment]
        self.window.visit.changed.emit()

    def corrected(self) -> list[str]:
        """Corrected angles as they are listed; empty where they are not."""
        browser = self.page.view.side.browser
        if "corrected_1" not in browser.names:
            return []
        for joint in range(JOINTS):
            browser.expand(joint)
        return [browser._rows[f"corrected_{joint + 1}"].text(1) for joint in range(JOINTS)]


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> StandingBench:
    session = FakeSession()
    session.robot = replace(session.robot, drive_gain=np.full(JOINTS, 2.0))
    made = bench_of(qtbot, tmp_path, make_window, session)
    return StandingBench(made.window, made.session, qtbot, tmp_path)


def wanted(bench: StandingBench) -> None:
    """Corrected angles are switched on, and shown."""
    button = bench.page.view.side.corrected_button
    wait_until(lambda: not button.isHidden())
    button.click()


def until(bench: StandingBench, twist: np.ndarray, is_so, *, pose: np.ndarray = POSE) -> None:
    def fed() -> bool:
        bench.feed(twist, pose=pose, count=20)
        return bool(is_so())

    wait_until(fed)


def test_nothing_is_offered_without_a_stiffness(bench: StandingBench) -> None:
    page = bench.watch()
    frame = bench.seen(TWIST)
    assert frame.correction is None
    assert page.view.side.corrected_button.isHidden()
    assert page.view.side.correction.isHidden()
    assert shift_words(frame).startswith("All twist together moves the tool by ")


def test_corrected_angles_are_where_the_joints_are_plus_the_factor_s_share(bench: StandingBench) -> None:
    page = bench.watch()
    bench.know(reduced(bench.session.robot))
    bench.seen(np.zeros(JOINTS))
    page.view.zero()
    wanted(bench)
    expected = np.degrees(POSE + np.array(FACTOR) * TWIST)
    shown = [f"{value:.3f} °".replace("-", "−") for value in expected]
    until(bench, TWIST, lambda: bench.corrected() == shown)
    side = page.view.side
    assert side.correction.text.text() == "Command these to undo the load.\nOnly shown: they move nothing."
    assert not side.lag.isVisible()
    assert "behind these joints: 6" in side.correction.text.toolTip()
    side.corrected_button.click()
    assert side.correction.isHidden()
    assert side.lag.isVisible()
    assert not bench.corrected()
    page.tools.hold.click()
    assert page.view.is_paused
    side.corrected_button.click()
    bench.corrected()  # opens the headings
    page.view._list_again()
    assert bench.corrected() == shown, "at once, in a held picture too"
    assert bench.link.state is LinkState.READY
    assert not bench.session.stops
    assert not bench.link.is_running


def test_the_tool_s_shift_counts_the_links_too(bench: StandingBench) -> None:
    page = bench.watch()
    bench.know(reduced(bench.session.robot))
    bench.seen(np.zeros(JOINTS))
    page.view.zero()
    until(bench, TWIST, lambda: page.view.newest.correction.gears_size > 1e-4)
    until(
        bench,
        TWIST,
        lambda: page.view.newest.correction.gears_size == pytest.approx(page.view.newest.tool_shift),
    )
    frame = page.view.newest
    found = frame.correction
    assert found.whole_size > 1.3 * found.gears_size
    gears, whole = (f"{1e3 * size:.2f} mm" for size in (found.gears_size, found.whole_size))
    assert shift_words(frame) == f"Twist moves the tool by {gears}, with the links {whole}."
    assert shift_axes_words(frame).endswith("with the links behind the twisted joints counted")
    assert shift_words(replace(frame, is_stale=True)) == ""


def test_joints_without_link_encoder_have_no_corrected_angle_and_are_told(bench: StandingBench) -> None:
    page = bench.watch()
    bench.know(reduced(bench.session.robot))
    twist = TWIST.copy()
    twist[3] = np.nan
    bench.seen(np.zeros(JOINTS))
    page.view.zero()
    wanted(bench)
    until(bench, twist, lambda: bench.corrected()[3:4] == ["–"] and bench.corrected()[1] != "–")
    frame = page.view.newest
    assert "(5 of 6 joints)" in shift_words(frame)
    assert "without a link encoder (4)" in correction_more_words(frame.correction)


def test_it_is_said_where_no_unloaded_zero_was_taken_in_this_pose(bench: StandingBench) -> None:
    page = bench.watch()
    bench.know(reduced(bench.session.robot))
    wanted(bench)
    text = page.view.side.correction.text
    until(bench, TWIST, lambda: text.text().endswith("Zero here without the load first."))
    assert page.view.newest.correction.zero is ZeroState.BY_ITSELF
    bench.seen(np.zeros(JOINTS))
    page.view.zero()
    until(bench, TWIST, lambda: text.text().endswith("they move nothing."))
    elsewhere = POSE + np.radians(5.0)
    until(bench, TWIST, lambda: text.text().endswith("Zero was taken in another pose."), pose=elsewhere)
    page.view.clear_zero()
    until(bench, TWIST, lambda: set(bench.corrected()) == {"–"})
    assert page.view.newest.correction.zero is ZeroState.NONE
    assert "Zero here without the load first." in text.text()


def test_a_stale_stream_greys_corrected_angles_too(bench: StandingBench) -> None:
    page = bench.watch()
    bench.know(reduced(bench.session.robot))
    bench.seen(np.zeros(JOINTS))
    page.view.zero()
    wanted(bench)
    until(bench, TWIST, lambda: bench.corrected()[1] not in {"–", ""})
    bench.session.acquisition.ring.fall_silent()
    wait_until(lambda: page.view.side.browser.is_stale)
    assert bench.corrected()[1] not in {"–", ""}, "greyed, not gone"


def test_the_arm_keeps_its_room_and_the_page_its_height(bench: StandingBench) -> None:
    page = bench.watch()
    bench.window.resize(1280, 800)
    bench.know(reduced(bench.session.robot))
    bench.seen(TWIST)
    side = page.view.side
    settle()
    before, height = side.arm.height(), page.view.height()
    wanted(bench)
    wait_until(lambda: side.correction.width() == side.browser.width())

    def has_its_room() -> bool:
        bench.seen(TWIST)  # the joints have their turn in one of the next frames
        return side.arm.height() >= max(LEAST_ARM_HEIGHT, before - 20)

    wait_until(has_its_room)
    assert page.view.height() == height
    assert side.width() == WIDTH
    assert side.correction.text.height() >= side.correction.text.heightForWidth(side.correction.text.width())


class Answer(QObject):
    """A job that is done when a test says so."""

    succeeded = Signal(object)


def test_the_visit_s_stiffness_goes_before_the_description_s(
    bench: StandingBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = load_robot("mikhel-6")
    bench.session.robot = described
    asked: list[tuple[object, object, Answer]] = []

    def look_beside(task: Task[object], **_: object) -> Answer:
        asked.append((task.function, task.arguments.get("robot"), Answer()))
        return asked[-1][2]

    monkeypatch.setattr(bench.window.visit, "look_beside", look_beside)
    page = bench.watch()
    meaning = page.view.frames.stiffness
    ours = [one for one in asked if one[0] is stiffness_of_description]
    assert [one[1] for one in ours] == [page.view.frames.robot]
    assert meaning.meaning is None
    ours[0][2].succeeded.emit(reduced(described))
    assert meaning.meaning is not None
    of_visit = replace(reduced(described), usable_compliance=np.full(JOINTS, 3.0) / 4e5)
    bench.know(of_visit)
    assert meaning.meaning.factor == pytest.approx(3.0)
    bench.know(reduced(replace(described, name="other")))
    assert len([one for one in asked if one[0] is stiffness_of_description]) == 2
    assert meaning.meaning is None, "until the description's is there again"


def test_a_described_arm_has_a_stiffness_without_any_visit() -> None:
    robot = load_robot("mikhel-3")
    assert describes_stiffness(robot)
    assert not describes_stiffness(load_robot("ec66"))
    found = stiffness_of_description(robot=robot, monitor=NullMonitor())
    assert found.stiffness.round(-3).tolist() == [178000.0, 287000.0, 94000.0]
