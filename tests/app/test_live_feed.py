"""The live feed: only while a person looks, decimated, and honest about a stream that has gone silent."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.arm.channels import LiveQuantity, channel, display_unit, offered
from app.arm.link import RobotLink
from app.arm.live_feed import BUCKETS, STALE_AFTER_S, LiveFeed, Snapshot
from app.speech.units import ARCMINUTE
from app.widgets.running_curve import RunningCurve
from core.encoders.twist import twist
from core.recording import Quantity
from tests.app import fake_robot
from tests.app.fake_robot import FakeSession
from tests.app.no_worker import NoWorker
from tests.waiting import LIMIT_MS, settle, wait_for_ticks, wait_until


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def feed(qtbot: QtBot, session: FakeSession, tmp_path: Path) -> Iterator[LiveFeed]:
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    feed = LiveFeed(link)
    feed.show(channel(LiveQuantity.POSITION, session.robot, 1, standing=None))
    yield feed
    feed.stop()
    assert link.leave()


def test_newest_samples_arrive_decimated(qtbot: QtBot, feed: LiveFeed, session: FakeSession) -> None:
    assert session.acquisition is not None
    session.acquisition.ring.append(fake_robot.samples(50, 900))
    with qtbot.waitSignal(feed.arrived, timeout=LIMIT_MS) as blocker:
        feed.start()
    snapshot: Snapshot = blocker.args[0]
    assert not snapshot.is_stale
    assert snapshot.time[-1] == 0.0
    assert snapshot.time[0] == pytest.approx(-9.49)
    assert snapshot.values.size <= 2 * BUCKETS
    assert snapshot.newest == pytest.approx(np.sin(949 / 20.0))


def test_it_rests_while_nobody_looks_or_nothing_is_new(
    qtbot: QtBot, feed: LiveFeed, session: FakeSession
) -> None:
    seen: list[Snapshot] = []
    feed.arrived.connect(seen.append)
    settle()
    assert seen == []
    feed.start()
    wait_for_ticks(feed._timer, 4)
    assert len(seen) == 1, "the same samples are shown once"
    feed.stop()
    assert session.acquisition is not None
    session.acquisition.ring.append(fake_robot.samples(50, 10))
    assert not feed._timer.isActive()
    settle()
    assert len(seen) == 1


def test_a_silent_stream_is_greyed_and_time_stamped(
    qtbot: QtBot, feed: LiveFeed, session: FakeSession
) -> None:
    plot = RunningCurve("Live signal")
    qtbot.addWidget(plot)
    plot.watch("Position", display_unit(LiveQuantity.POSITION, session.robot, 1, ()), least_span=1.0)
    feed.arrived.connect(plot.show_snapshot)
    feed.start()
    wait_until(lambda: plot.state.accessibleName() == "Live")
    assert plot.plot.curves[0].pen == "measured"
    heard = time.strftime("%H:%M")
    assert session.acquisition is not None
    session.acquisition.ring.fall_silent()
    wait_until(lambda: plot.is_stale)
    assert plot.plot.curves[0].pen == "stale"
    assert plot.state.accessibleName().startswith("No data since ")
    assert heard[:2] in plot.state.accessibleName()
    assert not plot._value.isEnabled()
    session.acquisition.ring.append(fake_robot.samples(50, 10))
    wait_until(lambda: not plot.is_stale)
    assert plot.state.accessibleName() == "Live"
    assert STALE_AFTER_S <= 1.0


def test_channels_are_those_that_are_streamed(session: FakeSession) -> None:
    both = session.capabilities.quantities
    assert offered(both) == tuple(LiveQuantity)
    assert offered((Quantity.POSITION, Quantity.CURRENT)) == (LiveQuantity.POSITION, LiveQuantity.TORQUE)
    unit = display_unit(LiveQuantity.TORQUE, session.robot, 0, both)
    assert unit.symbol == "A", "without a drive gain a current stays a current"
    assert display_unit(LiveQuantity.TWIST, session.robot, 0, both) is ARCMINUTE


def test_twist_is_motor_less_link_less_what_stands(session: FakeSession) -> None:
    block = fake_robot.samples(0, 20)
    motor, link = block.columns[Quantity.MOTOR_POSITION], block.columns[Quantity.LINK_POSITION]
    standing = np.full(fake_robot.JOINTS, 0.0004)
    found = twist(motor, link, session.robot, standing=standing)
    assert np.allclose(found, 0.0006)
    assert np.allclose(twist(motor, link, session.robot), 0.001)
    curve = channel(LiveQuantity.TWIST, session.robot, 2, standing=standing)(block.columns)
    assert np.allclose(curve, found[:, 2])
