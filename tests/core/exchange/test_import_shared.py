"""The recordings of real arms: every row is accounted for."""

from pathlib import Path

import numpy as np
import pytest

from core.exchange.clock import clock_report
from core.exchange.import_parts import import_recordings
from core.exchange.import_recording import import_recording
from core.recording import Dropped, Quantity, TorqueKind
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import assert_same_recording

UR10E_ROWS = {
    "19_10_01-13_51_41": 660,
    "19_10_01-14_04_13": 759,
    "19_10_01-14_04_41": 912,
    "20_01_17-p1": 918,
    "20_01_17-p2": 768,
    "20_01_17-p3": 841,
    "20_01_17-p4": 896,
    "20_01_17-p5": 875,
    "20_01_22-joint_2": 6030,
    "20_01_22-joint_5": 6384,
    "20_02_05-20sec_8harm": 2506,
    "20_02_10-30sec_12harm": 3691,
    "20_02_12-40sec_12harm": 4639,
    "20_02_12-50sec_12harm": 5457,
    "20_02_19_14harm50sec": 5375,
    "20_02_19_14harm50secLoad": 5307,
}


@pytest.mark.parametrize("name", UR10E_ROWS)
def test_clean_ur10e_files_lose_nothing(shared_data: Path, name: str) -> None:
    recording = import_recording(shared_data / "ur10e" / f"{name}.csv", layout="ur10e-31", joint_count=6)
    assert recording.dropped == ()
    assert recording.sample_count == UR10E_ROWS[name]
    assert set(recording.columns) == {
        Quantity.POSITION,
        Quantity.VELOCITY,
        Quantity.CURRENT,
        Quantity.CURRENT_REFERENCE,
        Quantity.TORQUE_REFERENCE,
    }
    clock = clock_report(recording.time)
    assert clock.period == pytest.approx(0.010, abs=1e-9)
    assert clock.gaps == ()


def test_the_dirty_ur10e_file_loses_its_garbled_head(shared_data: Path) -> None:
    recording = import_recording(shared_data / "ur10e" / "19_09_27-11_32_02.csv", layout="ur10e-31")
    assert recording.dropped == (
        Dropped("impossible-value", 13, 2),
        Dropped("position-jump", 6, 5),
        Dropped("isolated", 1, 1),
    )
    assert recording.sample_count == 1139 - 20
    assert recording.time[0] == 0.727  # row 21 is the first true one
    np.testing.assert_allclose(
        recording.columns[Quantity.POSITION][0:1], [[0, -1.5707, 0, -1.5708, 0, 0]], atol=1e-12
    )
    assert clock_report(recording.time).gaps == ()


def test_chosen_rows_of_a_real_file(shared_data: Path) -> None:
    file = shared_data / "ur10e" / "20_02_10-30sec_12harm.csv"
    recording = import_recording(file, layout="ur10e-31", rows=(635, 3510))
    assert recording.sample_count == 3510 - 635 + 1
    table = np.loadtxt(file, delimiter=",")
    np.testing.assert_array_equal(recording.time, table[634:3510, 0])
    np.testing.assert_array_equal(recording.columns[Quantity.TORQUE_REFERENCE][:], table[634:3510, 25:31])


@pytest.mark.parametrize("name", ["A", "B"])
def test_kr300(shared_data: Path, name: str) -> None:
    recording = import_recording(shared_data / "kr300" / f"kr300_{name}.npz", layout="npz")
    assert recording.sample_count == 2501
    assert recording.torque_kind is TorqueKind.MOTOR_TORQUE
    assert [entry.code for entry in recording.dropped] == ["no-link-encoder", "not-imported"]
    assert recording.dropped[0] == Dropped("no-link-encoder", 0, 0, "joints=4,5,6")
    link = np.asarray(recording.columns[Quantity.LINK_POSITION][:])
    np.testing.assert_array_equal(np.isnan(link).all(axis=0), [False] * 3 + [True] * 3)
    assert np.isfinite(link[:, :3]).all()


@pytest.mark.parametrize("name", ["lwr4_1", "lwr4_3"])
def test_lwr4(shared_data: Path, name: str) -> None:
    recording = import_recording(shared_data / "lwr4" / f"{name}.npz", layout="npz", joint_count=7)
    assert recording.dropped == ()
    assert recording.sample_count == 5027
    assert set(recording.columns) == {
        Quantity.POSITION,
        Quantity.VELOCITY,
        Quantity.ACCELERATION,
        Quantity.TORQUE,
    }


def test_tx40(shared_data: Path) -> None:
    recording = import_recording(shared_data / "tx40" / "tx40.npz", layout="npz")
    assert recording.sample_count == 27000
    assert recording.duration == pytest.approx(26999 / 5000)
    assert set(recording.columns) == {Quantity.MOTOR_POSITION, Quantity.MOTOR_TORQUE}
    assert sum(entry.rows for entry in recording.dropped) == 0


def test_cycloid_keeps_every_row_between_the_ticks_of_its_clock(shared_data: Path) -> None:
    (file,) = (shared_data / "cycloid").glob("*.npz")
    recording = import_recording(file, layout="npz")
    with np.load(file) as arrays:
        stamps = arrays["t"].astype(np.float64)
    assert recording.sample_count == stamps.size == 34248
    assert Dropped("coarse-clock", 0, 0, "tick=0.016 s") in recording.dropped
    assert np.all(np.diff(recording.time) > 0.0)
    late = recording.time - stamps
    assert np.all(late >= 0.0)
    assert late.max() < 0.017  # every row within its tick
    assert set(recording.columns) == {Quantity.MOTOR_POSITION, Quantity.TORQUE}


def test_cycloid_comes_apart_into_its_tests(shared_data: Path) -> None:
    (file,) = (shared_data / "cycloid").glob("*.npz")
    recordings = import_recordings(file, layout="npz", label="cycloid", joint_count=1)
    assert [recording.label for recording in recordings] == [
        f"cycloid-{number:03d}" for number in (0, 1, 2, 3, 4, 100, 101, 102)
    ]
    assert sum(recording.sample_count for recording in recordings) == 34248
    assert recordings[0].duration == pytest.approx(4.06, abs=0.01)
    assert recordings[-1].duration == pytest.approx(20.06, abs=0.01)


def test_a_real_visit_keeps_every_bit(shared_data: Path, tmp_path: Path) -> None:
    names = ("19_09_27-11_32_02", "20_02_12-50sec_12harm")
    originals = [import_recording(shared_data / "ur10e" / f"{name}.csv", layout="ur10e-31") for name in names]
    with Visit.create(tmp_path / "v.h5", robot_toml="") as visit, visit.change() as draft:
        for original in originals:
            draft.add_recording(original)
    with Visit.open(tmp_path / "v.h5") as visit:
        assert visit.labels == names
        for original in originals:
            assert_same_recording(visit.recording(original.label), original)
