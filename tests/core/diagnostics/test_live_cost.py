"""CPU time that live signals take in the window's thread, compared with decimating all curves again."""

import time as clock

import numpy as np
import pytest

from core.diagnostics.live import LiveSignals
from core.robot.library import load_robot
from core.signals.decimation import minmax
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of

pytestmark = [pytest.mark.alone, pytest.mark.thorough]
JOINTS, SIGNALS, BUCKETS = 7, 8, 600
LAGS_S = np.linspace(2e-3, 4e-3, JOINTS)
"""Each joint's channel late by its own: the dearest case."""
FRAME_SHARE, RESTART_SHARE = 0.6, 4.0
"""Measured: 0.20 to 0.45 at 2 s, 0.09 at 10 s, 0.03 at 60 s; 1.2 for filling the window of a minute."""


def typical(times):
    """The median: other programs may interrupt some."""
    return float(np.median(times))


def timed(action):
    began = clock.perf_counter()
    action()
    return clock.perf_counter() - began


@pytest.fixture(scope="module")
def stream():
    return made_up(60_000, joints=JOINTS)


def new_live(window_s):
    robot = load_robot("lwr4")
    return LiveSignals(robot, USUAL, rate_hz=RATE_HZ, window_s=window_s, drive_gain=np.full(JOINTS, 10.0))


def decimation_of(stream, window_s):
    """One curve of one window with ``minmax``."""
    _, time, columns = rows_of(stream, slice(0, round(window_s * RATE_HZ)))
    curve = np.ascontiguousarray(next(iter(columns.values()))[:, 0])
    return lambda: minmax(time, curve, buckets=BUCKETS)


def decimating_anew(stream, window_s):
    """Seconds for all curves of one window."""
    decimate = decimation_of(stream, window_s)
    return JOINTS * SIGNALS * typical([timed(decimate) for _ in range(40)])


@pytest.mark.parametrize("lag_s", [None, LAGS_S])
@pytest.mark.parametrize("window_s", [2.0, 10.0, 60.0])
def test_a_frame_costs_less_than_decimating_all_curves_again(stream, window_s, lag_s):
    live = new_live(window_s)
    live.lag.tell(lag_s)
    live.take_lag()
    assert len(live.offered) == SIGNALS
    live.feed(*rows_of(stream, slice(0, 50_000)))
    pieces = [rows_of(stream, slice(first, first + 33)) for first in range(50_000, 59_900, 33)]
    decimate = decimation_of(stream, window_s)
    fed, shown, anew = [], [], []
    for number, piece in enumerate(pieces):  # in turns: what holds one of them up holds up the others
        fed.append(timed(lambda piece=piece: live.feed(*piece)))
        shown.append(timed(live.curves))
        if number % 3 == 0:
            anew.append(timed(decimate))
    assert typical(fed) + typical(shown) < FRAME_SHARE * JOINTS * SIGNALS * typical(anew)


def test_filling_another_window_costs_no_more_than_some_decimations(stream):
    live = new_live(10.0)
    live.feed(*stream)
    sequence, time, columns = stream
    times = [
        timed(lambda: live.restart(window_s=60.0, sequence=sequence, time=time, columns=columns))
        for _ in range(9)
    ]
    assert typical(times) < RESTART_SHARE * decimating_anew(stream, 60.0)
