"""A disk error at any write of a recording: complete blocks stay readable, and the end has the reason."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.storage.journal import JournalHeader, joined, parts_of
from core.storage.journal_reading import read_journal
from core.storage.visit import Visit
from devices.acquisition import recorder as module
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DeviceError
from tests.campaigns._disk_faults import Fault, FaultyDisk
from tests.devices.acquisition.fake_controller import QUANTITIES, pieces, stream

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts the writes by /proc")

ROWS = 2200
EMPTY = ("recording-disk-full", ())
"""Code of the error, and the parts beside the visit."""


@contextmanager
def no_sleep(_: str) -> Iterator[None]:
    yield


def record(visit: Path) -> RecordingInProgress:
    """A whole recording of 2.2 s, as fast as it can be written."""
    header = JournalHeader("run", QUANTITIES, joint_count=2)
    recording = RecordingInProgress.begin(visit, header, period=1e-3)
    for piece in pieces(stream(ROWS)):
        recording.take(piece)
    recording.note("stage", speed=0.5)
    recording.finish()
    return recording


@pytest.mark.parametrize("fault", [Fault.FULL, Fault.FULL_ONCE, Fault.LIMIT])
def test_a_disk_error_at_any_write_keeps_the_samples_recorded_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(module, "kept_awake", no_sleep)
    visit = tmp_path / "cell.h5"
    Visit.create(visit, robot_toml="").close()
    with FaultyDisk(tmp_path) as disk:
        record(visit)
    with Visit.open(visit) as opened:
        assert opened.labels == ("run",)
    ended = {"refused at the start": 0, "ended early": 0, "as planned": 0}
    for at in range(1, len(disk.operations) + 1):
        visit.unlink()
        with Visit.create(visit, robot_toml="") as opened:
            assert opened.labels == ()
        with FaultyDisk(tmp_path, at=at, fault=fault):
            ended[judged(visit)] += 1
        with Visit.open(visit) as opened:
            assert opened.left_behind == ()
            assert len(opened.labels) <= 1
        assert [file.name for file in tmp_path.iterdir()] == ["cell.h5"]
    assert ended["refused at the start"] >= 2
    assert ended["ended early"] >= 3


def judged(visit: Path) -> str:
    """Record, read the file, and return how the recording ended."""
    try:
        recording = record(visit)
    except DeviceError as refused:
        return "refused at the start" if (refused.code, parts_of(visit)) == EMPTY else "wrongly refused"
    content = read_journal(recording.part_path)
    assert content.lost_inside_bytes == content.lost_tail_bytes == 0
    found = joined(list(content.rows())).sequence.tolist() if content.sample_count else []
    assert found == list(range(len(found)))
    if recording.error is None:
        assert (len(found), recording.incomplete) == (ROWS, "")
        return "as planned"
    assert (recording.error.code, recording.incomplete) == ("recording-disk-full", "disk-full")
    assert recording.error.facts["samples"] == len(found)
    assert content.end is None or content.end.incomplete in {"", "disk-full"}
    return "ended early"
