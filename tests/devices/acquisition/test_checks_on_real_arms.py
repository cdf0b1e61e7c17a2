"""The stream checks find nothing wrong with recordings of healthy arms."""

from pathlib import Path

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.robot.library import load_robot
from devices.acquisition.stream_checks import StreamChecks
from devices.errors import DataQualityError
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import FakeController, pieces


@pytest.mark.parametrize(
    ("file", "layout", "robot"),
    [
        ("ur10e/20_02_12-40sec_12harm.csv", "ur10e-31", "ur10e"),
        ("ur10e/19_09_27-11_32_02.csv", "ur10e-31", "ur10e"),
        ("ur10e/20_01_22-joint_2.csv", "ur10e-31", "ur10e"),
        ("lwr4/lwr4_1.npz", "npz", "lwr4"),
        ("tx40/tx40.npz", "npz", "tx40"),
    ],
)
def test_nothing_is_found_in_a_healthy_recording(
    shared_data: Path, file: str, layout: str, robot: str
) -> None:
    recording = import_recording(shared_data / file, layout=layout)
    moment = recording.time
    columns = {quantity: np.asarray(column[:]) for quantity, column in recording.columns.items()}
    whole = SampleBlock(np.arange(recording.sample_count), moment, moment, columns)
    rate = 1.0 / float(np.median(np.diff(moment)))
    found: list[DataQualityError] = []
    controller = FakeController(joints=recording.joint_count, rate=rate)
    checks = StreamChecks(controller, load_robot(robot), on_finding=found.append, on_note=found.append)
    for piece in pieces(whole, 20):
        checks(piece)
    assert found == []
