"""Live frames: what is new and nothing else, honest about silence, held without holding the stream."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.features.live.frames import MOST_ROWS, LiveFrame, LiveFrames
from core.diagnostics.signals import Signal
from core.recording import Quantity
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.fake_robot import JOINTS, SILENT_S, FakeSession, FedRing
from tests.app.no_worker import NoWorker
from tests.waiting import LIMIT_MS, settle, wait_for_ticks, wait_until

RATE_HZ = fake_robot.RATE_HZ


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def frames(qtbot: QtBot, session: FakeSession, tmp_path: Path) -> Iterator[LiveFrames]:
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    frames = LiveFrames(link)
    yield frames
    frames.stop()
    assert link.leave()


@pytest.fixture
def seen(frames: LiveFrames) -> list[LiveFrame]:
    seen: list[LiveFrame] = []
    frames.arrived.connect(seen.append)
    return seen


def ring_of(session: FakeSession) -> FedRing:
    assert session.acquisition is not None
    return session.acquisition.ring


def newest(session: FakeSession) -> int:
    return int(ring_of(session).newest_block(0.0).sequence[-1])


def come(session: FakeSession, count: int) -> None:
    ring_of(session).append(fake_robot.samples(newest(session) + 1, count))


def twisted(first: int, count: int, *, twist: float) -> SampleBlock:
    block = fake_robot.samples(first, count)
    columns = dict(block.columns)
    columns[Quantity.MOTOR_POSITION] = columns[Quantity.LINK_POSITION] + twist
    return SampleBlock(block.sequence, block.device_time, block.host_time, columns)


def looked(qtbot: QtBot, frames: LiveFrames) -> LiveFrame:
    """The next frame."""
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.start()
    return blocker.args[0]


def test_a_frame_says_all_the_page_shows(qtbot: QtBot, frames: LiveFrames, session: FakeSession) -> None:
    begun: list[object] = []
    frames.begun.connect(begun.append)
    come(session, 10)
    frame = looked(qtbot, frames)
    assert begun == [frames.signals]
    assert Signal.DEFLECTION in frame.curves
    assert frame.curves[Signal.DEFLECTION].shape == (frame.time.size, JOINTS)
    assert np.allclose(frame.now[Signal.DEFLECTION], 0.001)
    assert frame.time[-1] == 0.0
    assert frame.time[0] == pytest.approx(-0.59)
    assert not frame.is_stale
    assert frame.heard_at is not None
    assert datetime.now(UTC) - frame.heard_at < timedelta(seconds=5)
    lever = frame.tool / frame.now[Signal.DEFLECTION]
    assert lever.shape == frame.pose.shape == (JOINTS,)
    assert 0.0 < frame.tool_shift < 1.0
    assert frames.look_s > 0.0


def test_looks_take_what_is_new_and_together_all(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    looked(qtbot, frames)
    for _ in range(8):
        before = len(seen)
        come(session, 7)
        wait_until(lambda before=before: len(seen) > before)
    wait_until(lambda: seen[-1].time[0] < -1.0)
    moment, values = frames.values(Signal.LINK_ANGLE)
    whole = fake_robot.samples(0, 106)
    assert np.array_equal(frames.visible().sequence, whole.sequence)
    assert np.array_equal(values, whole.columns[Quantity.LINK_POSITION])
    assert moment[-1] == 0.0
    curve = seen[-1].curves[Signal.LINK_ANGLE][:, 0]
    assert np.isin(curve, values[:, 0]).all(), "at 100 Hz no sample is left out"
    assert curve.size == 106


def test_points_of_the_past_stay_where_they_are(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    """A running curve does not shimmer: buckets are bound to sample numbers, not to the window."""
    session.acquisition = fake_robot.acquisition(FedRing(6000))
    ring_of(session).append(fake_robot.samples(0, 4000))
    frames.window_s = 30.0
    looked(qtbot, frames)
    frames.stop()
    drawn = []
    for _ in range(5):
        come(session, 13)
        frames._look()
        moment, curves = frames.signals.curves()
        end_s = newest(session) / RATE_HZ
        points = zip((moment + end_s).round(6), curves[Signal.POSITION][:, 2], strict=True)
        drawn.append({(float(at), float(value)) for at, value in points})
    for before, after in pairwise(drawn):
        oldest = min(at for at, _ in after)
        growing = sorted(before)[-4:]
        kept = {point for point in before if point[0] > oldest + 0.1 and point not in growing}
        assert len(kept) > 900
        assert kept <= after


def test_it_rests_while_nobody_looks_or_nothing_is_new(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    come(session, 10)
    assert not frames.is_running
    settle()
    assert seen == []
    looked(qtbot, frames)
    shown = len(seen)
    wait_for_ticks(frames._timer, 4)
    assert len(seen) == shown, "the same samples are shown once"
    frames.stop()
    come(session, 10)
    assert not frames.is_running
    settle()
    assert len(seen) == shown


def test_silence_is_told_once_with_its_moment_and_again_when_it_ends(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    come(session, 20)
    heard = datetime.now(UTC)
    looked(qtbot, frames)
    ring_of(session).fall_silent()
    wait_until(lambda: seen[-1].is_stale)
    told = len(seen)
    wait_for_ticks(frames._timer, 4)
    assert len(seen) == told
    assert seen[-1].heard_at is not None
    assert heard <= seen[-1].heard_at + timedelta(seconds=SILENT_S) <= datetime.now(UTC)
    assert np.array_equal(seen[-1].curves[Signal.POSITION], seen[-2].curves[Signal.POSITION])
    come(session, 5)
    wait_until(lambda: not seen[-1].is_stale)


def test_a_held_picture_holds_neither_ring_nor_curves(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    looked(qtbot, frames)
    with qtbot.waitSignal(frames.frozen, timeout=LIMIT_MS) as blocker:
        frames.pause()
    held: SampleBlock = blocker.args[0]
    kept = {quantity: column.copy() for quantity, column in held.columns.items()}
    shown = len(seen)
    for _ in range(5):
        come(session, 30)
        wait_for_ticks(frames._timer, 2)
    assert frames.is_paused
    assert len(seen) == shown
    assert frames.visible() is held
    assert held.count == 50
    assert all(np.array_equal(held.columns[quantity], column) for quantity, column in kept.items())
    assert newest(session) == 199, "the ring took it all meanwhile"
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.resume()
    wait_until(lambda: frames.visible().count == 200)
    curve = seen[-1].curves[Signal.POSITION][:, 0]
    assert np.array_equal(curve, fake_robot.samples(0, 200).columns[Quantity.POSITION][:, 0])
    assert not np.isnan(curve).any()


def test_zero_counts_for_curves_numbers_and_samples(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    ring_of(session).append(twisted(50, 100, twist=0.002))
    looked(qtbot, frames)
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.zero()
    zeroed: LiveFrame = blocker.args[0]
    assert np.allclose(zeroed.now[Signal.DEFLECTION], 0.0, atol=1e-12)
    assert np.allclose(zeroed.curves[Signal.DEFLECTION][0], -0.001)
    assert np.allclose(frames.values(Signal.DEFLECTION)[1][-1], 0.0, atol=1e-12)
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.clear_zero()
    assert np.allclose(blocker.args[0].now[Signal.DEFLECTION], 0.002)
    frames.pause()
    with qtbot.waitSignal(frames.frozen, timeout=LIMIT_MS):
        frames.zero()
    assert np.allclose(frames.values(Signal.DEFLECTION)[1][-1], 0.0, atol=1e-12)


def test_another_window_is_filled_from_memory_at_once(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    come(session, 900)
    assert looked(qtbot, frames).time[0] == pytest.approx(-9.49)
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.set_window(2.0)
    assert blocker.args[0].time[0] >= -2.0 - 1.0 / RATE_HZ
    assert frames.visible().count == 201
    frames.set_window(10.0)
    assert seen[-1].time[0] == pytest.approx(-9.49)


def test_a_long_window_is_filled_look_by_look(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    session.capabilities = type(session.capabilities)(**{**vars(session.capabilities), "sample_rate": 1000.0})
    ring = FedRing(60_000)
    ring.append(fake_robot.samples(0, 3 * MOST_ROWS + 500, rate_hz=1000.0))
    session.acquisition = fake_robot.acquisition(ring)
    frames.set_window(60.0)
    frame = looked(qtbot, frames)
    assert len(seen) == 1, "nothing half filled is shown"
    assert frame.time[0] == pytest.approx(-(3 * MOST_ROWS + 499) / 1000.0)
    assert frames.visible().count == 3 * MOST_ROWS + 500
    loops = frames.signals.loop.points(0)[0].size
    frames.set_window(10.0)
    wait_until(lambda: seen[-1].time[0] > -10.1)
    assert frames.signals.loop.points(0)[0].size == loops, "another window leaves the loops alone"


def test_a_clock_that_goes_back_begins_anew(qtbot: QtBot, frames: LiveFrames, session: FakeSession) -> None:
    ring_of(session).append(fake_robot.samples(5000, 300))
    looked(qtbot, frames)
    ring_of(session).append(fake_robot.samples(10, 40))
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        pass
    assert blocker.args[0].time[0] == pytest.approx(-0.39)
    assert frames.visible().count == 40


def test_a_new_connection_goes_on_by_itself_and_keeps_the_zero(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    looked(qtbot, frames)
    frames.zero()
    begun: list[object] = []
    frames.begun.connect(begun.append)
    session.open()
    shown = len(seen)
    wait_until(lambda: len(seen) > shown)
    come(session, 5)
    wait_until(lambda: seen[-1].time[0] <= -0.54 + 1e-9)
    assert np.allclose(seen[-1].now[Signal.DEFLECTION], 0.0, atol=1e-12)
    assert begun == [], "the same arm in the same power-on"


def test_the_arm_after_another_power_on_is_new(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession, seen: list[LiveFrame]
) -> None:
    looked(qtbot, frames)
    frames.zero()
    frames.pause()
    link = frames._link
    assert link.identity is not None
    link.identity = type(link.identity)(**{**vars(link.identity), "power_on": "second"})
    with qtbot.waitSignal(frames.begun, timeout=LIMIT_MS):
        session.open()
    wait_until(lambda: np.allclose(seen[-1].now[Signal.DEFLECTION], 0.001))
    assert not frames.is_paused


def test_nothing_is_left_of_a_robot_that_was_let_go(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    looked(qtbot, frames)
    with qtbot.waitSignal(frames._link.closed, timeout=LIMIT_MS):
        frames._link.disconnect_robot()
    assert frames.signals is None
    assert frames.visible().count == 0
    assert frames.values(Signal.POSITION)[0].size == 0
