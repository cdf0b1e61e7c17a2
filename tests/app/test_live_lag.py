"""The lag between the encoders' channels on the live page: known from visit or stream, switched, said."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.features.live.frames import LiveFrame, LiveFrames
from app.features.live.side import LagRow
from app.features.live.words import shift_axes_words
from core.diagnostics.channel_lag import LagSource, ShownLag
from core.diagnostics.signals import Signal
from core.recording import Quantity
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.fake_robot import JOINTS, RATE_HZ, FakeSession
from tests.app.no_worker import NoWorker
from tests.waiting import LIMIT_MS, wait_until

LAG_S, TWIST = 4e-3, 1e-3
LAGS = np.full(JOINTS, LAG_S)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def frames(qtbot: QtBot, session: FakeSession, tmp_path: Path) -> Iterator[LiveFrames]:
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    assert session.acquisition is not None
    session.acquisition.ring.clear()
    frames = LiveFrames(link)
    yield frames
    frames.stop()
    assert link.leave()


def come(session: FakeSession, count: int) -> None:
    """More of an arm that sways, its link channels late."""
    assert session.acquisition is not None
    ring = session.acquisition.ring
    newest = ring.newest_block(0.0).sequence
    first = int(newest[-1]) + 1 if newest.size else 0
    block = fake_robot.samples(first, count)
    phase = np.outer(np.arange(first, first + count) / RATE_HZ, np.linspace(2.0, 5.0, JOINTS))
    motor, link = (0.3 * np.sin(phase - each * np.linspace(2.0, 5.0, JOINTS)) for each in (0.0, LAG_S))
    columns = {
        **block.columns,
        Quantity.POSITION: motor,
        Quantity.MOTOR_POSITION: motor + TWIST,
        Quantity.LINK_POSITION: link,
    }
    ring.append(SampleBlock(block.sequence, block.device_time, block.host_time, columns))


def looked(qtbot: QtBot, frames: LiveFrames) -> LiveFrame:
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.start()
    return blocker.args[0]


def left(frame: LiveFrame) -> float:
    """The largest deflection of the last moment, less what is twisted indeed."""
    return float(np.abs(frame.now[Signal.DEFLECTION] - TWIST).max())


def shown_with(qtbot: QtBot, frames: LiveFrames, *, taken_out: bool) -> LiveFrame:
    """The first frame that says so."""
    with qtbot.waitSignal(
        frames.arrived,
        timeout=LIMIT_MS,
        check_params_cb=lambda frame: frame.lag is not None and frame.lag.is_taken_out is taken_out,
    ) as blocker:
        frames.start()
    return blocker.args[0]


def test_the_stream_s_own_lag_is_taken_out_after_some_motion(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    come(session, 100)
    first = looked(qtbot, frames)
    assert first.lag is None
    assert left(first) > 1e-3
    come(session, 900)
    frame = shown_with(qtbot, frames, taken_out=True)
    assert frame.lag is not None
    assert frame.lag.source is LagSource.RUNNING
    assert frame.lag.value == pytest.approx(LAG_S, abs=5e-5)
    assert left(frame) < 1e-4
    time, values = frames.values(Signal.DEFLECTION)
    recent = values[(time < 0.0) & (time > -3.0)]
    assert np.abs(recent - TWIST).max() < 1e-4


def test_what_the_visit_knows_counts_from_the_first_frame(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    frames.use_lag((LAGS, 1e-5))
    come(session, 100)
    frame = looked(qtbot, frames)
    assert frame.lag == ShownLag(LAG_S, 1e-5, LagSource.VISIT, is_taken_out=True)
    assert left(frame) < 2e-5
    assert frame.tool_axes is not None
    assert frame.tool_shift == pytest.approx(float(np.linalg.norm(frame.tool_axes)))


def test_lags_of_another_arm_are_none_of_this_one_s(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    frames.use_lag((np.full(JOINTS + 1, LAG_S), 1e-5))
    come(session, 100)
    assert looked(qtbot, frames).lag is None


def test_the_raw_difference_comes_and_goes(qtbot: QtBot, frames: LiveFrames, session: FakeSession) -> None:
    frames.use_lag((LAGS, 1e-5))
    come(session, 300)
    looked(qtbot, frames)
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.leave_lag_in(is_left_in=True)
    raw: LiveFrame = blocker.args[0]
    assert raw.lag is not None
    assert not raw.lag.is_taken_out
    assert np.nanmax(np.abs(raw.curves[Signal.DEFLECTION] - TWIST)) > 3e-3
    with qtbot.waitSignal(frames.arrived, timeout=LIMIT_MS) as blocker:
        frames.leave_lag_in(is_left_in=False)
    assert left(blocker.args[0]) < 2e-5


def test_a_zero_taken_in_motion_holds_when_the_lag_goes(
    qtbot: QtBot, frames: LiveFrames, session: FakeSession
) -> None:
    come(session, 100)
    looked(qtbot, frames)
    frames.zero()
    assert frames.signals is not None
    assert frames.signals.zero is not None
    assert np.abs(frames.signals.zero - TWIST).max() > 5e-4
    frames.use_lag((LAGS, 1e-5))
    assert frames.signals.zero == pytest.approx(TWIST, abs=1e-4)


def test_a_held_picture_changes_only_by_hand(qtbot: QtBot, frames: LiveFrames, session: FakeSession) -> None:
    come(session, 100)
    looked(qtbot, frames)
    frames.pause()
    come(session, 900)
    assert frames.signals is not None
    wait_until(lambda: frames.signals is not None and frames.signals.lag.is_due)
    assert frames.signals.lag.taken is None
    with qtbot.waitSignal(frames.frozen, timeout=LIMIT_MS):
        frames.use_lag((LAGS, 1e-5))
    assert np.nanmax(np.abs(frames.values(Signal.DEFLECTION)[1][-50:] - TWIST)) < 2e-5


def test_the_row_says_how_late_and_who_says_so(qtbot: QtBot) -> None:
    row = LagRow()
    qtbot.addWidget(row)
    assert "once joints have moved" in row.words.text()
    row.show_lag(ShownLag(3.012e-3, 4e-5, LagSource.RUNNING, is_taken_out=True))
    assert row.words.text() == "Channel lag, taken out\n3.012 ± 0.080 ms"
    assert "last seconds" in row.words.toolTip()
    with qtbot.waitSignal(row.left_in, timeout=LIMIT_MS) as blocker:
        row.raw.click()
    assert blocker.args == [True]
    row.show_lag(ShownLag(3.012e-3, 4e-5, LagSource.VISIT, is_taken_out=False))
    assert "left in" in row.words.text()
    assert "this visit" in row.words.toolTip()


def test_the_tool_is_told_axis_by_axis(qtbot: QtBot, frames: LiveFrames, session: FakeSession) -> None:
    frames.use_lag((LAGS, 1e-5))
    come(session, 100)
    words = shift_axes_words(looked(qtbot, frames))
    assert words.startswith("x ")
    assert words.count("mm") == 3
