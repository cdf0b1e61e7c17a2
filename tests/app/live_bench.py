"""The live page in front of a stream that a test feeds."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.features.live.page import LivePage
from app.visit.steps import GuideName, Step
from core.recording import Quantity
from devices.samples import SampleBlock
from tests.app import fake_robot
from tests.app.fake_robot import JOINTS, FakeSession
from tests.app.robot_bench import Bench, MakeWindow, bench_of
from tests.waiting import LIMIT_MS, wait_until

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
        with self.qtbot.waitSignal(self.page.view.frames.arrived, timeout=LIMIT_MS):
            self.feed()

    def fall_silent(self) -> None:
        """No more samples come."""
        assert self.session.acquisition is not None
        self.session.acquisition.ring.fall_silent()

    def until_live(self) -> None:
        """Feed until the page says so."""

        def is_live() -> bool:
            self.feed(5)
            return self.said == "Live"

        wait_until(is_live)

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
