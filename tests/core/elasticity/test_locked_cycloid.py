"""A real cycloidal actuator with its output locked (JelmerV, CC BY-SA 4.0): a loop, not a line."""

from pathlib import Path

import numpy as np
import pytest

from core.elasticity.locked_output import identify_locked_output
from core.elasticity.result import JointElasticity
from core.exchange.import_parts import import_recordings
from core.recording import Recording
from core.robot.library import load_robot

LOST_MOTION_DEG = (1.3, 5.0)
LOADING_STIFFNESS = (280.0, 2050.0)
"""N·m/rad, depending on the branch; both from the recordings' own description."""
PLAY = tuple(f"cycloid-{number:03d}" for number in range(5))
STIFFNESS = ("cycloid-100", "cycloid-101", "cycloid-102")


@pytest.fixture(scope="module")
def recordings(shared_data: Path) -> dict[str, Recording]:
    (file,) = (shared_data / "cycloid").glob("*.npz")
    found = import_recordings(file, layout="npz", label="cycloid", joint_count=1)
    return {recording.label: recording for recording in found}


def gear(recordings: dict[str, Recording], *labels: str) -> JointElasticity:
    (joint,) = identify_locked_output(recordings, load_robot("gear-bench"), fit=labels).joints
    return joint


@pytest.mark.parametrize("label", [*PLAY, *STIFFNESS])
def test_every_test_has_its_lost_motion_in_the_range(recordings: dict[str, Recording], label: str) -> None:
    found = gear(recordings, label)
    assert found.lost_motion is not None
    assert LOST_MOTION_DEG[0] < np.degrees(found.lost_motion.value) < LOST_MOTION_DEG[1]
    assert found.stiffness is None


@pytest.mark.parametrize("label", STIFFNESS)
def test_every_stiffness_test_has_branches_in_the_range(recordings: dict[str, Recording], label: str) -> None:
    found = gear(recordings, label)
    assert found.branch_stiffness is not None
    softest, stiffest = found.branch_stiffness
    assert LOADING_STIFFNESS[0] < softest < 0.6 * stiffest
    assert stiffest < LOADING_STIFFNESS[1]
    assert [reason.code for reason in found.judgement.reasons] == ["twist-not-a-line"]


@pytest.mark.parametrize("label", PLAY)
def test_play_tests_give_no_stiffness(recordings: dict[str, Recording], label: str) -> None:
    found = gear(recordings, label)
    assert found.branch_stiffness is None
    assert [reason.code for reason in found.judgement.reasons] == ["bench-mostly-play"]


def test_all_tests_give_lost_motion_and_energy_without_a_stiffness(recordings: dict[str, Recording]) -> None:
    found = gear(recordings, *PLAY, *STIFFNESS)
    assert found.lost_motion is not None
    assert np.degrees(found.lost_motion.value) == pytest.approx(2.44, abs=0.15)
    assert 0.1 < np.degrees(found.lost_motion.std) < 0.5  # the tests differ, and that is reported
    assert found.hysteresis_energy is not None
    assert found.hysteresis_energy.value == pytest.approx(0.77, abs=0.05)
    assert (found.load_low, found.load_high) == pytest.approx((-25.1, 25.1), abs=0.5)
    assert found.stiffness is None
    assert found.loop is not None
    assert np.isfinite(found.loop.load).sum() > 1000
    assert found.rms_explained < 0.05 * found.rms_raw


def test_the_energy_is_that_of_the_closed_integral(recordings: dict[str, Recording]) -> None:
    """By another way: torque over the path of the motor, straight from the samples."""
    recording = recordings["cycloid-101"]
    torque, twist = (np.asarray(column)[:, 0] for column in recording.columns.values())
    if np.ptp(torque) < np.ptp(twist):
        torque, twist = twist, torque
    smooth = np.convolve(np.pad(torque, 20, mode="edge"), np.ones(41) / 41, mode="valid")
    area = float(np.trapezoid(smooth, twist))
    found = gear(recordings, "cycloid-101")
    assert found.hysteresis_energy is not None
    assert found.hysteresis_energy.value == pytest.approx(area, rel=0.03)
