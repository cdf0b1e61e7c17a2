"""The live page with a session that does as it is told: what is shown, held, zeroed, and said."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QScrollArea
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.features.live.lower import LOOPS, MOTION, STATISTICS
from app.features.live.page import LivePage
from app.features.twist.tasks import channel_lags_of_visit
from app.jobs.task import Task
from app.shell.visits import Visits
from app.shell.window import FIRST_SIZE
from app.visit.steps import GuideName, Step
from app.widgets.popups import popup_rule
from core.diagnostics.signals import Signal as Watched
from core.recording import Quantity
from core.workflow import Made, Product
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.fake_robot import JOINTS, RATE_HZ, FakeSession
from tests.app.robot_bench import SOON_MS, Bench, MakeWindow, bench_of

STREAMED = 200
TWIST_RAD = 0.001


class LiveBench(Bench):
    """The live page in front of a stream that a test feeds."""

    fed = 50

    @property
    def page(self) -> LivePage:
        return self.window.pages[Step.LIVE]

    def feed(self, count: int = STREAMED, *, twist: float = TWIST_RAD, standing: bool = False) -> None:
        """More samples, up to now; the links follow the motors by ``twist``."""
        block = fake_robot.samples(self.fed, count)
        columns = dict(block.columns)
        motor = np.zeros((count, JOINTS)) if standing else columns[Quantity.LINK_POSITION]
        columns[Quantity.POSITION] = motor
        if Quantity.LINK_POSITION in self.session.capabilities.quantities:
            columns |= {Quantity.MOTOR_POSITION: motor + twist, Quantity.LINK_POSITION: motor}
        wanted = {quantity: columns[quantity] for quantity in self.session.capabilities.quantities}
        assert self.session.acquisition is not None
        self.session.acquisition.ring.append(
            SampleBlock(block.sequence, block.device_time, block.host_time, wanted)
        )
        self.fed += count

    def watch(self) -> LivePage:
        """Connect, and look at a stream that has come for a while."""
        self.window.guide = GuideName.LIVE
        self.window.open_step(Step.CONNECT)
        self.connect()
        assert self.session.acquisition is not None
        self.session.acquisition.ring.clear()
        self.window.open_step(Step.LIVE)
        self.until_seen()
        return self.page

    def until_seen(self) -> None:
        """Feed, and wait until the page shows just that."""
        with self.qtbot.waitSignal(self.page.view.frames.arrived, timeout=SOON_MS):
            self.feed()

    def until_live(self) -> None:
        """Feed until the page says so; on a busy computer a stream may seem silent meanwhile."""

        def is_live() -> bool:
            self.feed(5)
            return self.said == "Live"

        self.qtbot.waitUntil(is_live, timeout=SOON_MS)

    @property
    def said(self) -> str:
        return self.page.stream_state.accessibleName()


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> LiveBench:
    session = FakeSession()
    session.robot = replace(session.robot, drive_gain=np.full(JOINTS, 2.0))
    made = bench_of(qtbot, tmp_path, make_window, session)
    return LiveBench(made.window, made.session, qtbot, tmp_path)


@pytest.fixture
def one_encoder(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> LiveBench:
    session = FakeSession()
    told = (Quantity.POSITION, Quantity.CURRENT)
    session.capabilities = replace(session.capabilities, quantities=told)
    made = bench_of(qtbot, tmp_path, make_window, session)
    return LiveBench(made.window, made.session, qtbot, tmp_path)


def test_the_first_look_shows_deflection_and_torque_of_all_joints(bench: LiveBench) -> None:
    page = bench.watch()
    assert page.view.chips.chosen == (Watched.DEFLECTION, Watched.TORQUE)
    assert page.view.side.joints.chosen == tuple(range(JOINTS))
    assert [chart.isVisible() for chart in page.view.charts.all_charts] == [True, True, False]
    assert page.view.window_choice.seconds == 10.0
    assert page.view.below.loops.has_loops
    assert page.view.below.tab == LOOPS
    bench.until_live()


def test_the_rail_makes_room_on_the_live_page_alone(bench: LiveBench) -> None:
    bench.watch()
    assert not bench.window.rail.isVisible()
    bench.window.footer.back.emit()
    assert bench.window.step is Step.CONNECT
    assert bench.window.rail.isVisible()
    assert list(bench.window.rail.buttons) == [Step.CONNECT, Step.LIVE]


def test_a_fourth_quantity_takes_the_place_of_the_first_and_that_is_said(bench: LiveBench) -> None:
    page = bench.watch()
    chips = page.view.chips.buttons
    chips[Watched.RATE].click()
    chips[Watched.LINK_ANGLE].click()
    assert page.view.chips.chosen == (Watched.LINK_ANGLE, Watched.RATE, Watched.TORQUE)
    assert page.view.charts.signals == page.view.chips.chosen
    assert "Deflection made room" in page._sentence.text()
    assert not chips[Watched.DEFLECTION].isChecked()


def test_the_last_quantity_stays(bench: LiveBench) -> None:
    page = bench.watch()
    for quantity in (Watched.TORQUE, Watched.DEFLECTION):
        page.view.chips.buttons[quantity].click()
    assert page.view.chips.chosen == (Watched.DEFLECTION,)
    assert page.view.chips.buttons[Watched.DEFLECTION].isChecked()


def test_the_first_deflection_counts_as_none_until_somebody_wants_it_raw(bench: LiveBench) -> None:
    page = bench.watch()
    bench.qtbot.waitUntil(lambda: page.view.zeroed_at is not None, timeout=SOON_MS)
    bench.until_seen()
    assert page.view.newest is not None
    assert np.abs(page.view.newest.now[Watched.DEFLECTION]).max() < 1e-9
    page.tools.clear_zero.click()
    assert page.tools.zero.text() == "Zero"
    assert not page.tools.clear_zero.isVisible()
    bench.until_seen()
    assert page.view.newest.now[Watched.DEFLECTION] == pytest.approx(TWIST_RAD)


def test_zero_says_when_and_offers_to_do_it_again_where_the_arm_moved(bench: LiveBench) -> None:
    page = bench.watch()
    bench.feed(standing=True)
    bench.until_seen()  # swings
    page.tools.zero.click()
    assert page.tools.zero.text() == "Zero again"
    assert "moved while zero was taken" in page._sentence.text()
    with bench.qtbot.waitSignal(page.view.frames.arrived, timeout=SOON_MS):
        bench.feed(standing=True)
    page.tools.zero.click()
    assert page.view.zeroed_at is not None
    assert page.tools.zero.text() == f"Zeroed {page.view.zeroed_at:%H:%M:%S}"


def test_holding_the_picture_holds_nothing_else(bench: LiveBench) -> None:
    page = bench.watch()
    primary = bench.window.footer.primary_button
    assert primary.text() == "Pause"
    primary.click()
    assert primary.text() == "Go on"
    assert bench.said.startswith("Paused at ")
    assert bench.said.endswith("The stream goes on.")
    held = page.view.newest
    assert all(chart.is_frozen for chart in page.view.charts.charts)
    bench.feed(twist=3.0 * TWIST_RAD)
    bench.qtbot.wait(150)
    assert page.view.newest is held
    primary.click()
    bench.qtbot.waitUntil(lambda: page.view.newest is not held, timeout=SOON_MS)
    assert page.view.newest is not None
    assert page.view.newest.time[0] == pytest.approx(-(2 * STREAMED - 1) / RATE_HZ), "all of it is there"
    bench.until_live()
    assert not any(chart.is_frozen for chart in page.view.charts.charts)


def test_a_held_picture_says_that_the_recording_goes_on(bench: LiveBench) -> None:
    bench.watch()
    assert bench.session.acquisition is not None
    bench.session.acquisition.recording = SimpleNamespace(sample_count=1, missing=(), duration=1.0)
    bench.window.footer.primary_button.click()
    assert bench.said.endswith("Recording goes on.")
    bench.session.acquisition.recording = None


def test_a_silent_stream_is_told_with_the_time_and_goes_on_by_itself(bench: LiveBench) -> None:
    page = bench.watch()
    bench.qtbot.waitUntil(lambda: bench.said.startswith("No data since "), timeout=SOON_MS)
    heard_at = page.view.newest.heard_at if page.view.newest is not None else None
    assert heard_at is not None
    assert bench.said == f"No data since {heard_at:%H:%M:%S}"
    assert all(chart.is_stale for chart in page.view.charts.charts)
    bench.until_live()
    assert not any(chart.is_stale for chart in page.view.charts.charts)


def test_an_arm_with_one_encoder_a_joint_gets_the_page_without_deflection(one_encoder: LiveBench) -> None:
    page = one_encoder.watch()
    assert Watched.DEFLECTION not in page.view.chips.buttons
    assert page.view.chips.chosen[0] is Watched.POSITION
    assert len(page.view.chips.chosen) == 2
    assert not page.view.below.loops.has_loops
    assert page.view.below.loops.why.isVisible()
    assert "one encoder per joint" in page.view.below.loops.why.text()
    assert not page.tools.zero.isVisible()
    page.view.zero()  # as its key would
    assert page.view.zeroed_at is None


class Answer(QObject):
    """A job that is done when a test says so."""

    succeeded = Signal(object)


def test_the_visit_s_lag_counts_once_it_has_been_read(
    bench: LiveBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, visit = bench.watch(), bench.window.visit
    asked: list[tuple[object, Answer]] = []

    def look_beside(task: Task[object]) -> Answer:
        asked.append((task.function, Answer()))
        return asked[-1][1]

    monkeypatch.setattr(visit, "look_beside", look_beside)
    for key in ("elasticity-001", "elasticity-001", "elasticity-002"):
        assert visit.summary is not None
        visit.summary = replace(visit.summary, products={Product.ELASTICITY: Made(key)})
        visit.changed.emit()
    assert [function for function, _ in asked] == [channel_lags_of_visit] * 2
    old, new = (answer for _, answer in asked)
    lags = page.view.frames.signals.lag
    old.succeeded.emit((np.full(JOINTS, 9e-3), 1e-5))
    assert lags.taken is None
    new.succeeded.emit((np.full(JOINTS, 4e-3), 1e-5))
    assert lags.taken == pytest.approx(4e-3)

    def is_said() -> bool:
        bench.feed(5)
        return "taken out" in page.view.side.lag.words.text()

    bench.qtbot.waitUntil(is_said, timeout=SOON_MS)
    page.view.side.lag.raw.click()
    assert lags.taken is None
    visit.summary = replace(visit.summary, products={})
    visit.changed.emit()
    page.view.side.lag.raw.click()
    assert lags.taken is None or lags.taken == pytest.approx(0.0, abs=1e-9), "what the stream shows by itself"


def test_the_tool_s_way_is_told_by_axes_where_it_is_told(bench: LiveBench) -> None:
    page = bench.watch()
    page.tools.clear_zero.click()

    def is_told() -> bool:
        bench.feed(5)
        page._forget_note()  # which is in front of it for some seconds
        return page._sentence.toolTip().startswith("x ")

    bench.qtbot.waitUntil(is_told, timeout=SOON_MS)
    assert "tool" in page._sentence.text()
    assert page._sentence.accessibleDescription() == page._sentence.toolTip()


def test_an_arm_with_one_encoder_has_no_lag_to_show(one_encoder: LiveBench) -> None:
    page = one_encoder.watch()
    assert not page.view.side.lag.isVisible()


def test_keys_pause_zero_measure_and_save(bench: LiveBench) -> None:
    page, qtbot = bench.watch(), bench.qtbot
    page.tools.clear_zero.click()
    qtbot.keyClick(bench.window, Qt.Key.Key_Z)
    assert page.view.zeroed_at is not None
    qtbot.keyClick(bench.window, Qt.Key.Key_C)
    assert page.view.charts.cursors.is_shown
    qtbot.keyClick(bench.window, Qt.Key.Key_S)
    menus = [menu for menu in page.findChildren(QMenu) if menu.isVisible()]
    assert [len(menu.actions()) for menu in menus] == [3]
    menus[0].close()
    assert bench.window.focusWidget() is bench.window.footer.primary_button
    qtbot.keyClick(bench.window.focusWidget(), Qt.Key.Key_Return)
    assert page.view.is_paused


def test_keys_are_letters_in_a_field(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.below.tabs.press(MOTION)
    field = page.form.seconds.edit
    field.setFocus()
    page.tools.clear_zero.click()
    bench.qtbot.keyClicks(field, "zc")
    assert page.view.zeroed_at is None
    assert not page.view.charts.cursors.is_shown
    assert field.text().endswith("zc")


def test_nothing_is_saved_while_an_arm_may_move(bench: LiveBench) -> None:
    page = bench.watch()
    popup_rule().forbid()
    page.tools.save.click()
    assert not [menu for menu in page.findChildren(QMenu) if menu.isVisible()]
    popup_rule().allow()


def test_statistics_tell_what_is_visible_with_the_cursors(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.below.tabs.press(STATISTICS)
    page.tools.cursors.click()
    page.view.charts.cursors.move(-1.0, -0.5)
    rows = [row for place in range(2) for row in page.view.charts.numbers_of(place)]
    assert [row.name for row in rows][:2] == ["1 · Deflection", "2 · Deflection"]
    assert len(rows) == 2 * JOINTS
    assert all(row.found.count == STREAMED for row in rows)
    wave = np.sin((bench.fed - 1 - np.array([100, 50])) / 20.0)
    torque = rows[JOINTS]
    assert torque.at_b / torque.at_a == pytest.approx(wave[1] / wave[0], rel=1e-6)
    assert "Δt 0.500 s" in page.view.below.readout.words.text()


def test_a_motion_is_worked_out_only_where_it_is_looked_at(bench: LiveBench) -> None:
    page = bench.watch()
    asked: list[str] = []
    bench.procedure.name = "record"
    page.run.make_procedure = lambda: asked.append("asked") or bench.procedure  # type: ignore[func-returns-value]
    page.entered()
    page.run.look_again()
    assert not asked
    page.view.below.tabs.press(MOTION)
    bench.qtbot.waitUntil(lambda: page.run.is_prepared, timeout=SOON_MS)
    assert asked == ["asked"]


def test_a_motion_shows_in_the_foot_and_its_outcome_in_the_tab_and_as_a_message(bench: LiveBench) -> None:
    page = bench.watch()
    bench.procedure.name = "record"
    bench.procedure.outcome = Outcome("record", ("record-1",), seconds=2.0, samples=2000)
    page.run.make_procedure = lambda: bench.procedure
    page.view.below.tabs.press(MOTION)
    bench.qtbot.waitUntil(lambda: page.run.is_prepared, timeout=SOON_MS)
    page.motion.hold.held.emit()
    assert page.view.below.tab == LOOPS, "one looks at what the motion does"
    bench.link.progressed.emit(0.34, "move 2 of 8")
    assert page.place_words == "Recording, motion 2 of 8 · 34 %"
    assert bench.window.footer._place.text() == page.place_words
    bench.procedure.finish.set()
    bench.qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
    assert "Saved on disk as “record-1”" in page.motion.words
    assert "Saved on disk as “record-1”" in bench.window.banner.text
    assert page.place_words == ""
    assert bench.window.footer._place.text() == "Step 2 of 2"


def test_nobody_looks_no_frames(bench: LiveBench) -> None:
    page = bench.watch()
    assert page.view.frames.is_running
    bench.window.open_step(Step.CONNECT)
    assert not page.view.frames.is_running
    bench.window.open_step(Step.LIVE)
    assert page.view.frames.is_running
    bench.window.show_start()
    assert not page.view.frames.is_running
    bench.qtbot.waitUntil(lambda: bench.link.session is None, timeout=SOON_MS)
    assert page.view.newest is None


def test_connecting_to_watch_stays_on_its_guide(bench: LiveBench) -> None:
    window = bench.window
    window.visit.close_visit()
    window.start_page.live_card.click()
    assert window.guide is GuideName.LIVE
    window.visits._make_for_robot("ec66", Step.CONNECT)
    assert window.visits._wanted == (GuideName.LIVE, Step.CONNECT)
    assert isinstance(window.visits, Visits)


def test_a_lost_robot_is_looked_for_until_somebody_wants_that_no_more(bench: LiveBench) -> None:
    page = bench.watch()
    assert not page.find_button.isVisible()
    bench.session.is_away.set()
    bench.session.lose()
    bench.qtbot.waitUntil(lambda: bench.link.state is LinkState.SEARCHING, timeout=SOON_MS)
    assert page.find_button.text() == "Stop looking"
    bench.qtbot.waitUntil(lambda: "Try 2" in page._sentence.text(), timeout=SOON_MS)
    bench.qtbot.waitUntil(lambda: bench.said.startswith("No data since "), timeout=SOON_MS)
    page.find_button.click()
    bench.qtbot.waitUntil(lambda: bench.link.state is LinkState.LOST, timeout=SOON_MS)
    assert page.find_button.text() == "Reconnect"
    bench.session.is_away.clear()
    page.find_button.click()
    bench.qtbot.waitUntil(lambda: bench.link.state is LinkState.READY, timeout=SOON_MS)
    assert not page.find_button.isVisible()
    bench.quiet()


def test_everything_fits_below_a_message_at_the_first_size(bench: LiveBench) -> None:
    page = bench.watch()
    bench.window.resize(*FIRST_SIZE)
    bench.window.bus.show("One line above the page.", "And another that says what to do about it.")
    for tab in (LOOPS, STATISTICS):
        page.view.below.tabs.press(tab)
        bench.qtbot.wait(50)
        scroll = page.view.parentWidget().parentWidget()
        assert isinstance(scroll, QScrollArea)
        assert page.view.height() == scroll.viewport().height()
        assert page.view.width() == scroll.viewport().width()
