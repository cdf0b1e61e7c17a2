"""Spectra in pieces are the spectra in one."""

import numpy as np
import pytest

from app.features.live import loops as live_spectra
from app.features.live.loops import LiveSpectra
from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signals import Signal
from core.recording import Quantity
from core.robot.library import load_robot
from devices.samples import SampleBlock

RATE_HZ, SECONDS, JOINTS = 500.0, 8.0, 6
RATIO = np.full(JOINTS, 100.0)


def _block(*, moves: bool) -> SampleBlock:
    """Links that sway slowly; the motors ripple six times a turn on top of it."""
    number = np.arange(round(RATE_HZ * SECONDS))
    time = number / RATE_HZ
    link = (
        (0.4 if moves else 0.0)
        * np.sin(2.0 * np.pi * time / 4.0)[:, np.newaxis]
        * np.linspace(0.5, 1.0, JOINTS)
    )
    ripple = 1e-4 * np.sin(6.0 * RATIO * link) + 1e-5 * np.sin(2.0 * np.pi * 20.0 * time)[:, np.newaxis]
    columns = {Quantity.POSITION: link, Quantity.MOTOR_POSITION: link + ripple, Quantity.LINK_POSITION: link}
    return SampleBlock(number, time, time, columns)


@pytest.fixture
def signals() -> LiveSignals:
    quantities = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
    return LiveSignals(load_robot("ec66"), quantities, rate_hz=RATE_HZ, gear_ratio=RATIO)


@pytest.mark.parametrize("at_once", [100, 9_000, 1_000_000])
@pytest.mark.parametrize("over_turns", [False, True])
def test_pieces_make_the_whole(
    signals: LiveSignals, monkeypatch: pytest.MonkeyPatch, at_once: int, *, over_turns: bool
) -> None:
    monkeypatch.setattr(live_spectra, "ROWS_AT_ONCE", at_once)
    block = _block(moves=True)
    work = LiveSpectra(signals, block, signal=Signal.DEFLECTION, joints=(0, 2, 5), over_turns=over_turns)
    steps = 0
    while not work.is_complete:
        work.go_on()
        steps += 1
    assert steps == {100: 4, 9_000: 3, 1_000_000: 1}[at_once]
    ask = signals.order_spectra if over_turns else signals.spectra
    whole = ask(Signal.DEFLECTION, (0, 2, 5), block.device_time, block.columns)
    assert set(work.found) == {0, 2, 5}
    for joint, spectrum in whole.items():
        piece = work.found[joint]
        assert spectrum is not None
        assert piece is not None
        np.testing.assert_allclose(piece.amplitude, spectrum.amplitude)
    assert work.nearest is None


def test_too_little_motion_names_the_joint_that_came_nearest(signals: LiveSignals) -> None:
    block = _block(moves=True)
    few = SampleBlock(
        block.sequence[:40],
        block.device_time[:40],
        block.host_time[:40],
        {quantity: column[:40] for quantity, column in block.columns.items()},
    )
    work = LiveSpectra(signals, few, signal=Signal.DEFLECTION, joints=(0, 2, 5), over_turns=True)
    while not work.is_complete:
        work.go_on()
    assert not any(work.found.values())
    assert work.nearest is not None
    joint, turns = work.nearest
    assert joint == 5, "it sways farthest"
    assert turns > 0.0
