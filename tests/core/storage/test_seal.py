"""The seal behind a visit: it fits what was written, and nothing else but the samples' own blocks."""

from pathlib import Path

import h5py
import pytest

from core.storage.recordings import sample_places
from core.storage.seal import SealState, seal_of
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording())
    return path


def test_every_changed_byte_except_samples_breaks_the_seal(path: Path) -> None:
    with h5py.File(path, "r") as file:
        places = sample_places(file)
    whole = path.read_bytes()
    assert places
    assert seal_of(path).state is SealState.FITS
    outside = [at for at in range(len(whole)) if not any(begin <= at < end for begin, end in places)]
    for at in (*outside[:: len(outside) // 40], outside[-1]):
        content = bytearray(whole)
        content[at] ^= 4
        path.write_bytes(content)
        assert seal_of(path).state is not SealState.FITS, at
    content = bytearray(whole)
    content[places[0][0]] ^= 4  # its block has a checksum of its own
    path.write_bytes(content)
    assert seal_of(path).state is SealState.FITS


def test_a_cut_file_and_one_that_another_program_wrote_have_no_seal(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert seal_of(path).state is SealState.MISSING
    path.write_bytes(whole)
    with h5py.File(path, "r+") as file:
        file.attrs["note"] = 1
    assert seal_of(path).state is SealState.MISSING
