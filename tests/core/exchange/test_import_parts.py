"""Files with parts become several recordings; clocks that tick too slowly are read more finely."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.exchange.import_parts import import_recordings
from core.recording import Dropped, Quantity, Recording

N = 60


def write(folder: Path, **arrays: object) -> Path:
    file = folder / "bench.npz"
    content = {"t": np.arange(N) / 100.0, "theta": np.linspace(0.0, 0.1, N), "tau": np.linspace(-1.0, 1.0, N)}
    np.savez(file, **{**content, **arrays})
    return file


def numbered(*counts: tuple[int, int]) -> np.ndarray:
    return np.concatenate([np.full(count, number, dtype=np.int16) for number, count in counts])


def labels(recordings: tuple[Recording, ...]) -> list[str]:
    return [recording.label for recording in recordings]


def test_each_part_is_a_recording_of_its_own(tmp_path: Path) -> None:
    recordings = import_recordings(write(tmp_path, test=numbered((7, 20), (100, 40))), layout="npz")
    assert labels(recordings) == ["bench-007", "bench-100"]
    assert [recording.sample_count for recording in recordings] == [20, 40]
    assert [(r.origin.first_row, r.origin.last_row) for r in recordings] == [(1, 20), (21, 60)]
    joined = np.concatenate([np.asarray(r.columns[Quantity.TORQUE]) for r in recordings])
    np.testing.assert_array_equal(joined[:, 0], np.linspace(-1.0, 1.0, N))
    assert recordings[0].dropped == ()


def test_a_number_that_comes_again_is_counted(tmp_path: Path) -> None:
    recordings = import_recordings(
        write(tmp_path, test=numbered((1, 20), (2, 20), (1, 20))), layout="npz", label="b"
    )
    assert labels(recordings) == ["b-1", "b-2", "b-1-2"]


def test_the_clock_may_begin_anew_with_each_part(tmp_path: Path) -> None:
    clock = np.concatenate([np.arange(30), np.arange(30)]) / 100.0
    recordings = import_recordings(write(tmp_path, t=clock, test=numbered((0, 30), (1, 30))), layout="npz")
    assert [recording.sample_count for recording in recordings] == [30, 30]


def test_chosen_rows_cut_the_parts(tmp_path: Path) -> None:
    file = write(tmp_path, test=numbered((0, 20), (1, 20), (2, 20)))
    recordings = import_recordings(file, layout="npz", rows=(15, 40))
    assert labels(recordings) == ["bench-0", "bench-1"]
    assert [recording.sample_count for recording in recordings] == [6, 20]


@pytest.mark.parametrize("test", [np.zeros(N, dtype=np.int16), np.array(["x"] * N), None])
def test_a_file_with_one_part_keeps_its_name(tmp_path: Path, test: object) -> None:
    file = write(tmp_path) if test is None else write(tmp_path, test=test)
    assert labels(import_recordings(file, layout="npz")) == ["bench"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="file-missing"):
        import_recordings(tmp_path / "none.npz", layout="npz")


def test_a_coarse_clock_is_spread_between_its_ticks(tmp_path: Path) -> None:
    ticks = np.floor(np.arange(N) / 6.0) * 0.06
    (recording,) = import_recordings(write(tmp_path, t=ticks), layout="npz")
    np.testing.assert_allclose(recording.time, np.arange(N) / 100.0, atol=1e-12)
    assert recording.dropped == (Dropped("coarse-clock", 0, 0, "tick=0.06 s"),)


def test_rows_that_say_the_same_again_are_no_new_rows(tmp_path: Path) -> None:
    ticks, held = np.floor(np.arange(N) / 6.0) * 0.06, np.repeat(np.arange(10.0), 6) / 100.0
    (recording,) = import_recordings(write(tmp_path, t=ticks, theta=held, tau=held), layout="npz")
    assert recording.sample_count == 10
    assert recording.dropped == (Dropped("row-repeated", 50, 2),)


def test_a_hole_between_two_ticks_is_not_filled(tmp_path: Path) -> None:
    ticks = np.floor(np.arange(N) / 6.0) * 0.06
    ticks[30:] += 5.0
    (recording,) = import_recordings(write(tmp_path, t=ticks), layout="npz")
    assert np.diff(recording.time).max() > 4.8
