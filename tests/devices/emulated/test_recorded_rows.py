"""Recorded rows are served once, in order, none left out, bit by bit as they were recorded."""

import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.import_recording import import_recording
from core.recording import Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.controller import Lifecycle
from devices.driving import stream_link
from devices.emulated.recorded_rows import RecordedRows
from tests.devices.emulated.controllers import emulated_ur
from tests.devices.replay.recorded import visit_with
from tests.devices.universal_robots.conftest import driven
from tests.devices.universal_robots.samples import error_of_stream, samples_of

COUNT = 60


def visit_of(folder, recording):
    path = folder / "recorded.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("ur10e"))) as visit:
        visit.add_recording(recording)
    return path


def made_up(samples=COUNT):
    """Rows at the uneven clock of a recorder that logs every fifth or sixth cycle of 2 ms."""
    random = np.random.default_rng(7)
    columns = (Quantity.POSITION, Quantity.VELOCITY, Quantity.CURRENT, Quantity.TORQUE_REFERENCE)
    return Recording(
        label="run",
        time=386.46 + np.cumsum(random.choice([0.010, 0.012], size=samples)),
        columns={quantity: random.normal(size=(samples, 6)) for quantity in columns},
        torque_kind=TorqueKind.MOTOR_CURRENT,
    )


def test_every_row_arrives_bit_by_bit_and_then_the_stream_is_silent(tmp_path, monkeypatch):
    recorded = made_up()
    with Visit.open(visit_of(tmp_path, recorded)) as visit:
        rows = RecordedRows(visit, label="run")
        with emulated_ur(rows=rows, arm=None) as emulated, driven(emulated.uri) as arm:
            arm.connect()
            # the clock's own steps are the rate, not the 500 Hz that were asked for
            assert arm.capabilities.sample_rate == pytest.approx(92.0, rel=0.1)
            block = samples_of(arm, COUNT)
            assert np.array_equal(block.device_time, recorded.time)
            for quantity, column in recorded.columns.items():
                assert np.array_equal(block.columns[quantity], column)
            assert (block.columns[Quantity.CURRENT_REFERENCE] == 0.0).all()
            assert arm.counters.missed == 0
            monkeypatch.setattr(stream_link, "SILENT_S", 0.3)
            assert error_of_stream(arm).code == "link-lost"
            assert arm.status.lifecycle is Lifecycle.LOST


def test_rows_of_a_real_arm_agree_with_the_import_of_their_file(tmp_path, shared_data):
    file = shared_data / "ur10e" / "20_02_05-20sec_8harm.csv"
    imported = import_recording(file, layout="ur10e-31", label="run")
    with Visit.open(visit_of(tmp_path, imported)) as visit:
        rows = RecordedRows(visit, label="run")
        with emulated_ur(rows=rows, arm=None) as emulated, driven(emulated.uri) as arm:
            arm.connect()
            block = samples_of(arm, 100)
    count = block.count
    assert np.array_equal(block.device_time, imported.time[:count])
    for quantity, column in imported.columns.items():
        assert np.array_equal(block.columns[quantity], column[:count]), quantity


def test_rows_of_another_arm_are_refused(tmp_path):
    from tests.devices.replay.recorded import recorded_run

    with Visit.open(visit_with(tmp_path, recorded_run(samples=20))) as visit:
        with pytest.raises(BadRequest) as raised:
            RecordedRows(visit, label="run")
        assert raised.value.code == "not-six-joints"
