"""Motor encoders that are announced and never come: not shown, not watched, and not in the visit."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest

from core.recording import Quantity
from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import FakeController
from tests.waiting import wait_until

ROWS = 50


def block(number, *, away, motor_counts):
    """Two joints, the first at 0.5 rad and further by ``away``; one encoder each may count from zero."""
    sequence = np.arange(ROWS) + ROWS * number
    position = np.tile([0.5, -1.0], (ROWS, 1))
    position[:, 0] += away
    motor = position - [0.5, -1.0] if motor_counts else np.zeros_like(position)
    columns = {
        Quantity.POSITION: position,
        Quantity.MOTOR_POSITION: motor,
        Quantity.LINK_POSITION: position + 1e-6,
        Quantity.CURRENT: np.ones_like(position),
    }
    return SampleBlock(sequence, sequence / 1000.0, sequence / 1000.0, columns)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "cell.h5"
    Visit.create(path, robot_toml="").close()
    return path


def drained(controller, path, *, seen):
    """The stream at rest and in motion, with a recording of both."""
    with contextlib.closing(Acquisition(controller, watchers=[seen.append])) as acquisition:
        acquisition.start()
        recording = acquisition.start_recording(path, label="run")
        yield acquisition
        wait_until(lambda: recording.sample_count == 2 * ROWS)
        with Visit.open(path, recover=False) as opened:
            opened.adopt(recording.finish())


@pytest.mark.parametrize("motor_counts", [False, True])
def test_what_stays_zero_in_motion_is_left_out_and_what_counts_is_not(path, motor_counts):
    seen = []
    controller = FakeController()
    for acquisition in drained(controller, path, seen=seen):
        controller.feed(block(0, away=0.0, motor_counts=motor_counts))
        wait_until(lambda: len(seen) == 1)
        assert acquisition.doubtful == (Quantity.MOTOR_POSITION,), (
            "zero at rest, and the joints are elsewhere"
        )
        assert acquisition.not_delivered == ()
        controller.feed(block(1, away=0.1, motor_counts=motor_counts))
        wait_until(lambda: len(seen) == 2)
        missing = () if motor_counts else (Quantity.MOTOR_POSITION,)
        assert acquisition.not_delivered == acquisition.doubtful == missing
    assert Quantity.MOTOR_POSITION in seen[0].columns
    assert (Quantity.MOTOR_POSITION in seen[1].columns) is motor_counts
    with Visit.open(path) as opened:
        recording = opened.recording("run")
        assert (Quantity.MOTOR_POSITION in recording.columns) is motor_counts
        assert ("not-delivered" in [event.code for event in recording.events]) is not motor_counts
        assert Quantity.LINK_POSITION in recording.columns
        if motor_counts:
            found = np.asarray(recording.columns[Quantity.MOTOR_POSITION][:])
            assert found[[0, -1], 0] == pytest.approx([0.0, 0.1]), "from its first sample on"


def test_capabilities_lose_the_second_encoder():
    announced = FakeController().capabilities
    assert announced.has_link_encoders
    assert not announced.without((Quantity.MOTOR_POSITION,)).has_link_encoders
    assert replace(announced, quantities=(Quantity.POSITION,)).without(()).quantities == (Quantity.POSITION,)
