"""The live page with a session that does as a test says: the stream that is shown, held and zeroed."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from app.features.live.lower import LOOPS
from app.features.live.page import LivePage
from app.features.twist.tasks import channel_lags_of_visit
from app.jobs.task import Task
from app.visit.steps import Step
from core.diagnostics.signals import Signal as Watched
from core.workflow import Made, Product
from tests.app.fake_robot import JOINTS, RATE_HZ
from tests.app.live_bench import STREAMED, TWIST_RAD, LiveBench, bench, one_encoder
from tests.waiting import LIMIT_MS, wait_for_ticks, wait_until

__all__ = ["bench", "one_encoder"]


def test_the_first_look_shows_deflection_and_torque_of_all_joints(bench: LiveBench) -> None:
    page = bench.watch()
    assert page.view.charts.signals == (Watched.DEFLECTION, Watched.TORQUE)
    assert page.view.charts.joints == tuple(range(JOINTS))
    assert page.view.side.browser.chosen == {
        f"{kind}_{joint + 1}" for kind in ("twist", "torque") for joint in range(JOINTS)
    }
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


def tick(page: LivePage, name: str) -> None:
    """Press the row of a signal."""
    tree = page.view.side.browser.tree
    tree.pressed_at.emit(page.view.side.browser._rows[name])


def test_a_fourth_unit_takes_the_place_of_the_first_and_that_is_said(bench: LiveBench) -> None:
    page = bench.watch()
    tick(page, "velocity_2")
    tick(page, "link_position_2")
    assert page.view.charts.signals == (Watched.TORQUE, Watched.RATE, Watched.LINK_ANGLE)
    assert "Twist made room" in page._sentence.text()
    assert "twist_1" not in page.view.side.browser.chosen
    assert {"velocity_2", "link_position_2", "torque_1"} <= page.view.side.browser.chosen


def test_the_last_signal_stays(bench: LiveBench) -> None:
    page = bench.watch()
    for name in sorted(page.view.side.browser.chosen):
        tick(page, name)
    assert len(page.view.side.browser.chosen) == 1
    assert len(page.view.charts.charts) == 1


def test_the_first_deflection_counts_as_none_until_it_is_wanted_raw(bench: LiveBench) -> None:
    page = bench.watch()
    wait_until(lambda: page.view.zeroed_at is not None)
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
    with bench.qtbot.waitSignal(page.view.frames.arrived, timeout=LIMIT_MS):
        bench.feed(standing=True)
    page.tools.zero.click()
    assert page.view.zeroed_at is not None
    assert page.tools.zero.text() == f"Zeroed {page.view.zeroed_at:%H:%M:%S}"


def test_holding_the_picture_holds_nothing_else(bench: LiveBench) -> None:
    page = bench.watch()
    hold = page.tools.hold
    assert hold.text() == "Pause"
    hold.click()
    assert hold.text() == "Go on"
    assert bench.said.startswith("Paused at ")
    assert bench.said.endswith("The stream goes on.")
    held = page.view.newest
    assert all(chart.is_frozen for chart in page.view.charts.charts)
    bench.feed(twist=3.0 * TWIST_RAD)
    wait_for_ticks(page.view.frames._timer, 4)
    assert page.view.newest is held
    hold.click()
    wait_until(lambda: page.view.newest is not held)
    assert page.view.newest is not None
    assert page.view.newest.time[0] == pytest.approx(-(2 * STREAMED - 1) / RATE_HZ), "all of it is there"
    bench.until_live()
    assert not any(chart.is_frozen for chart in page.view.charts.charts)


def test_a_held_picture_says_that_the_recording_goes_on(bench: LiveBench) -> None:
    page = bench.watch()
    assert bench.session.acquisition is not None
    bench.session.acquisition.recording = SimpleNamespace(sample_count=1, missing=(), duration=1.0)
    page.tools.hold.click()
    assert bench.said.endswith("Recording goes on.")
    bench.session.acquisition.recording = None


def test_a_silent_stream_is_reported_with_the_time_and_goes_on_by_itself(bench: LiveBench) -> None:
    page = bench.watch()
    bench.fall_silent()
    wait_until(lambda: bench.said.startswith("No data since "))
    heard_at = page.view.newest.heard_at if page.view.newest is not None else None
    assert heard_at is not None
    assert bench.said == f"No data since {heard_at:%H:%M:%S}"
    assert all(chart.is_stale for chart in page.view.charts.charts)
    bench.until_live()
    assert not any(chart.is_stale for chart in page.view.charts.charts)


def test_an_arm_with_one_encoder_a_joint_gets_the_page_without_deflection(one_encoder: LiveBench) -> None:
    page = one_encoder.watch()
    assert "twist_1" not in page.view.side.browser.names
    assert page.view.charts.signals[0] is Watched.POSITION
    assert len(page.view.charts.signals) == 2
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

    wait_until(is_said)
    page.view.side.lag.raw.click()
    assert lags.taken is None
    visit.summary = replace(visit.summary, products={})
    visit.changed.emit()
    page.view.side.lag.raw.click()
    assert lags.taken is None or lags.taken == pytest.approx(0.0, abs=1e-9), "what the stream shows by itself"


def test_the_shift_of_the_tool_is_shown_by_axes(bench: LiveBench) -> None:
    page = bench.watch()
    page.tools.clear_zero.click()

    def is_told() -> bool:
        bench.feed(5)
        page._forget_note()  # which is in front of it for some seconds
        return page._sentence.toolTip().startswith("x ")

    wait_until(is_told)
    assert "tool" in page._sentence.text()
    assert page._sentence.accessibleDescription() == page._sentence.toolTip()


def test_an_arm_with_one_encoder_has_no_lag_to_show(one_encoder: LiveBench) -> None:
    page = one_encoder.watch()
    assert not page.view.side.lag.isVisible()


def test_the_arm_is_drawn_in_every_second_frame(bench: LiveBench, monkeypatch: pytest.MonkeyPatch) -> None:
    view, poses = bench.watch().view, Counter[str]()
    monkeypatch.setattr(view.side.arm, "show_pose", lambda *_given, **_more: poses.update(["shown"]))
    frames = [frame for _ in range(40) if (frame := _next_frame(bench)) is not None]
    assert len(frames) == 40
    assert 19 <= poses["shown"] <= 21


def _next_frame(bench: LiveBench) -> object:
    """The next frame of the stream, which stays live."""
    with bench.qtbot.waitSignal(bench.page.view.frames.arrived, timeout=LIMIT_MS) as arrived:
        bench.feed(5)
    return arrived.args[0] if arrived.args else None
