"""Lines on a live page: the same values in one piece or many, after another zero, and at full rate."""

import numpy as np
import pytest

from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signal_rows import line_key
from core.errors import BadRequest
from core.robot.library import load_robot
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of

ROBOT = load_robot("ec66")
LINES = {"difference": "twist_2 - twist_3", "smooth": "low(rate(position_1), 5 Hz)", "tool_z": "tool_z"}


def live(stream, pieces, lines=LINES):
    """Signals after a stream that came in so many pieces; their curves have every sample."""
    count = stream[0].size
    found = LiveSignals(ROBOT, USUAL, rate_hz=RATE_HZ, window_s=count / RATE_HZ, buckets=count)
    found.set_lines(lines)
    for rows in np.array_split(np.arange(count), pieces):
        found.feed(*rows_of(stream, slice(rows[0], rows[-1] + 1)))
    return found


def curve(signals, name):
    return signals.curves()[1][line_key(name)]


def test_pieces_agree_with_the_whole_and_with_full_rate():
    stream = made_up(600)
    whole = live(stream, 1)
    for name in LINES:
        pieces = curve(live(stream, 13), name)
        assert pieces == pytest.approx(curve(whole, name), nan_ok=True, abs=1e-12), name
        full = whole.line_values(name, stream[1], stream[2])
        known = np.isfinite(full)
        assert np.nanmax(curve(whole, name)) == pytest.approx(full[known].max(), rel=1e-6), name
    motor, link = (stream[2][one] for one in USUAL[1:3])
    twist = ROBOT.reported_from_motor(motor) - link
    assert whole.line_values("difference", stream[1], stream[2]) == pytest.approx(twist[:, 1] - twist[:, 2])


def test_twists_in_lines_count_from_the_zero():
    stream = made_up(600)
    signals = live(stream, 1, {"twice": "2 * twist_2"})
    zero = signals.set_zero()
    signals.restart(window_s=0.6, sequence=stream[0], time=stream[1], columns=stream[2])
    _, curves = signals.curves()
    assert curves[line_key("twice")] == pytest.approx(2.0 * curves["deflection"][:, 1])
    assert float(signals.now()[line_key("twice")]) == pytest.approx(2.0 * signals.now()["deflection"][1])
    assert zero[1] != 0.0


def test_a_line_begins_again_with_the_curves():
    stream = made_up(600)
    signals = live(stream, 1, {"speed": "rate(position_1)"})
    before = curve(signals, "speed")
    signals.restart(window_s=0.6, sequence=stream[0], time=stream[1], columns=stream[2])
    assert curve(signals, "speed") == pytest.approx(before, nan_ok=True), "no jump back in time is a rate"


def test_a_line_that_cannot_be_read_leaves_those_before():
    signals = live(made_up(50), 1)
    with pytest.raises(BadRequest, match="expression-units"):
        signals.set_lines({"wrong": "twist_1 + current_1"})
    assert set(signals.lines) == set(LINES)
