"""What live signals cost on the thread of the window: seven joints, all signals, 30 times a second."""

import time as clock

import numpy as np
import pytest

from core.diagnostics.live import LiveSignals
from core.diagnostics.signals import Signal
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of

pytestmark = pytest.mark.alone
FEED_S, CURVES_S, RESTART_S, SPECTRA_S = 0.5e-3, 0.5e-3, 40e-3, 50e-3


def typical(times):
    """The median: other programs may interrupt some."""
    return float(np.median(times))


def timed(action):
    began = clock.perf_counter()
    action()
    return clock.perf_counter() - began


@pytest.fixture(scope="module")
def stream():
    return made_up(60_000, joints=7)


def new_live(window_s):
    robot = load_robot("lwr4")
    return LiveSignals(robot, USUAL, rate_hz=RATE_HZ, window_s=window_s, drive_gain=np.full(7, 10.0))


@pytest.mark.parametrize("window_s", [2.0, 10.0, 60.0])
def test_a_frame_costs_less_than_a_millisecond(stream, window_s):
    live = new_live(window_s)
    assert len(live.offered) == 8
    live.feed(*rows_of(stream, slice(0, 50_000)))
    pieces = [rows_of(stream, slice(first, first + 33)) for first in range(50_000, 59_900, 33)]
    assert typical([timed(lambda piece=piece: live.feed(*piece)) for piece in pieces]) < FEED_S
    assert typical([timed(live.curves) for _ in range(100)]) < CURVES_S


def test_another_window_of_a_minute_costs_less_than_a_frame_and_a_half(stream):
    live = new_live(10.0)
    live.feed(*stream)
    sequence, time, columns = stream
    times = [
        timed(lambda: live.restart(window_s=60.0, sequence=sequence, time=time, columns=columns))
        for _ in range(9)
    ]
    assert min(times) < RESTART_S


@pytest.mark.parametrize("seconds", [10, 60])
def test_spectra_of_six_joints_fit_between_two_frames(stream, seconds):
    live = new_live(10.0)
    _, time, columns = rows_of(stream, slice(0, 1000 * seconds))
    sway = 0.3 * np.sin(2.0 * np.pi * 0.25 * time)[:, np.newaxis] * np.ones(7)
    columns = {**columns, Quantity.MOTOR_POSITION: sway}
    for ask in (live.spectra, live.order_spectra):
        found = ask(Signal.DEFLECTION, range(6), time, columns)
        assert None not in found.values()
        times = [timed(lambda ask=ask: ask(Signal.DEFLECTION, range(6), time, columns)) for _ in range(7)]
        assert min(times) < SPECTRA_S
