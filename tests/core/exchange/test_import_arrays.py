"""npz and mat files: names, clocks, shapes, absent encoders, and files that are something else."""

from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.io import savemat

from core.errors import BadFile
from core.exchange.import_recording import import_recording
from core.recording import Dropped, Quantity, Recording, TorqueKind

N = 40


def arrays(**more: object) -> dict[str, object]:
    time = np.arange(N) * 0.01
    wave = np.sin(time[:, np.newaxis] + np.arange(3))
    return {"t": time, "q": wave, "dq": np.cos(time[:, np.newaxis] + np.arange(3)), **more}


def from_npz(folder: Path, content: dict[str, object], **options: object) -> Recording:
    np.savez(folder / "a.npz", **content)
    return import_recording(folder / "a.npz", layout="npz", **options)


def test_every_name_has_its_quantity(tmp_path: Path) -> None:
    names = {
        "q": Quantity.POSITION,
        "dq": Quantity.VELOCITY,
        "ddq": Quantity.ACCELERATION,
        "q_mot": Quantity.MOTOR_POSITION,
        "dq_mot": Quantity.MOTOR_VELOCITY,
        "q_link": Quantity.LINK_POSITION,
        "current": Quantity.CURRENT,
        "tau_motor": Quantity.MOTOR_TORQUE,
        "tau": Quantity.TORQUE,
    }
    random = np.random.default_rng(0)
    content = {name: np.cumsum(random.normal(size=(N, 2)), axis=0) * 1e-4 for name in names}
    recording = from_npz(tmp_path, {"t": np.arange(N) * 0.01, **content})
    assert recording.dropped == ()
    assert set(recording.columns) == set(names.values())
    for name, quantity in names.items():
        np.testing.assert_array_equal(recording.columns[quantity][:], content[name])


def test_the_other_name_of_the_motor_encoder(tmp_path: Path) -> None:
    recording = from_npz(tmp_path, {"fs": 100.0, "q_motor": arrays()["q"]})
    assert set(recording.columns) == {Quantity.MOTOR_POSITION}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tau", TorqueKind.UNKNOWN),
        ("tau_motor", TorqueKind.MOTOR_TORQUE),
        ("current", TorqueKind.MOTOR_CURRENT),
    ],
)
def test_the_torque_kind_is_what_the_file_shows(tmp_path: Path, name: str, kind: TorqueKind) -> None:
    assert from_npz(tmp_path, arrays(**{name: np.ones((N, 3))})).torque_kind is kind


@pytest.mark.parametrize("rate", [np.float64(250.0), np.array([[250.0]])])
def test_a_rate_makes_the_clock(tmp_path: Path, rate: object) -> None:
    recording = from_npz(tmp_path, {"fs": rate, "q": arrays()["q"]}, rows=(11, 20))
    np.testing.assert_allclose(recording.time, np.arange(10, 20) / 250.0, rtol=1e-15)


def test_turned_arrays_are_turned_back(tmp_path: Path) -> None:
    content = arrays()
    turned = {"t": content["t"], "q": np.asarray(content["q"]).T, "dq": content["dq"]}
    recording = from_npz(tmp_path, turned)
    np.testing.assert_array_equal(recording.columns[Quantity.POSITION][:], content["q"])


def test_an_absent_encoder_is_no_measurement(tmp_path: Path) -> None:
    link = np.array(arrays()["q"])
    link[:, 1] = 0.0
    recording = from_npz(tmp_path, {"t": arrays()["t"], "q_mot": arrays()["q"], "q_link": link})
    assert recording.dropped == (Dropped("no-link-encoder", 0, 0, "joints=2"),)
    assert recording.sample_count == N
    stored = np.asarray(recording.columns[Quantity.LINK_POSITION][:])
    assert np.isnan(stored[:, 1]).all()
    np.testing.assert_array_equal(stored[:, [0, 2]], link[:, [0, 2]])


def test_an_encoder_at_zero_on_a_motor_at_rest_is_a_measurement(tmp_path: Path) -> None:
    motor, link = np.array(arrays()["q"]), np.array(arrays()["q"])
    motor[:, 1] = link[:, 1] = 0.0
    recording = from_npz(tmp_path, {"t": arrays()["t"], "q_mot": motor, "q_link": link})
    assert recording.dropped == ()


def test_whether_an_encoder_is_absent_is_judged_on_the_whole_file(tmp_path: Path) -> None:
    motor, link = np.array(arrays()["q"]), np.array(arrays()["q"])
    link[:20, 1] = 0.0
    content = {"t": arrays()["t"], "q_mot": motor, "q_link": link}
    recording = from_npz(tmp_path, content, rows=(1, 20))
    assert recording.dropped == ()


def test_a_missing_value_costs_its_row(tmp_path: Path) -> None:
    content = arrays()
    np.asarray(content["dq"])[7, 1] = np.nan
    recording = from_npz(tmp_path, content)
    assert recording.dropped == (Dropped("not-finite", 1, 8),)


def test_arrays_that_are_not_imported_are_named(tmp_path: Path) -> None:
    recording = from_npz(tmp_path, arrays(gear=np.ones(3), q_ref=np.ones((N, 3)), source="text"))
    assert recording.dropped == (Dropped("not-imported", 0, 0, "gear,q_ref"),)


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ({"q": np.zeros((N, 3))}, {("", "no-clock")}),
        ({"fs": -1.0, "q": np.zeros((N, 3))}, {("", "no-clock")}),
        ({"fs": 100.0, "x": np.zeros(3)}, {("", "no-known-array")}),
        (
            {"t": np.arange(N), "q": np.zeros((N - 1, 3)), "dq": np.array(["a"] * N)},
            {("q", "wrong-length"), ("dq", "not-numeric")},
        ),
    ],
)
def test_every_reason_why_a_file_does_not_fit_is_given(
    tmp_path: Path, content: dict[str, object], problems: set[tuple[str, str]]
) -> None:
    with pytest.raises(BadFile) as caught:
        from_npz(tmp_path, content)
    assert caught.value.code == "layout-does-not-fit"
    assert {(problem.where, problem.code) for problem in caught.value.problems} == problems


def test_quantities_of_different_widths_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        from_npz(tmp_path, arrays(tau=np.zeros((N, 2))))
    assert caught.value.code == "wrong-joint-count"
    assert [problem.where for problem in caught.value.problems] == ["torque"]


@pytest.mark.parametrize("layout", ["npz", "mat"])
@pytest.mark.parametrize("content", [b"", b"t,q\n1,2\n", b"PK\x03\x04broken"])
def test_another_kind_of_file_is_refused(tmp_path: Path, layout: str, content: bytes) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        import_recording(file, layout=layout)
    assert caught.value.code == f"not-{layout}"


def test_a_file_that_could_run_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="not-npz"):
        from_npz(tmp_path, arrays(q=np.array([{"a": 1}] * N, dtype=object)))


@pytest.mark.parametrize("layout", ["npz", "mat"])
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6, 0.95])
def test_a_truncated_file_is_refused(tmp_path: Path, layout: str, share: float, *, compressed: bool) -> None:
    file = tmp_path / "a"
    with file.open("wb") as stream:
        if layout == "mat":
            savemat(stream, arrays(), do_compression=compressed)
        else:
            (np.savez_compressed if compressed else np.savez)(stream, **arrays())
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    with pytest.raises(BadFile, match=f"not-{layout}"):
        import_recording(file, layout=layout)


@given(st.data())
def test_a_damaged_npz_is_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    file = tmp_path_factory.mktemp("damaged") / "a.npz"
    np.savez_compressed(file, **arrays())
    content = bytearray(file.read_bytes())
    start = content.index(b"q.npy") + 60  # inside the first array of positions
    content[data.draw(st.integers(start, start + 400))] ^= data.draw(st.integers(1, 255))
    file.write_bytes(content)
    with pytest.raises(BadFile, match="not-npz"):
        import_recording(file, layout="npz")


def test_mat_files_read_like_npz_files(tmp_path: Path) -> None:
    savemat(tmp_path / "a.mat", arrays())
    with h5py.File(tmp_path / "b.mat", "w") as file:  # as MATLAB 7.3 stores them
        for name, value in arrays().items():
            file[name] = np.atleast_2d(np.asarray(value)).T if name != "t" else np.atleast_2d(value)
    expected = from_npz(tmp_path, arrays())
    for name in ("a.mat", "b.mat"):
        recording = import_recording(tmp_path / name, layout="mat")
        np.testing.assert_array_equal(recording.time, expected.time)
        for quantity, column in expected.columns.items():
            np.testing.assert_array_equal(recording.columns[quantity][:], column[:])


@given(hnp.arrays(np.float64, st.tuples(st.integers(5, 30), st.integers(1, 4)), elements=st.floats(-90, 90)))
def test_any_torques_come_in_as_they_are(
    tmp_path_factory: pytest.TempPathFactory, torque: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> None:
    time = np.arange(torque.shape[0]) * 0.01
    recording = from_npz(tmp_path_factory.mktemp("npz"), {"t": time, "tau": torque})
    assert np.asarray(recording.columns[Quantity.TORQUE][:]).tobytes() == torque.tobytes()
    assert recording.dropped == ()
