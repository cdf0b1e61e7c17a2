"""The recorder: every sample reaches the file, and disk errors are reported."""

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadRequest
from core.recording import Event, MissingSamples, Quantity
from core.storage.journal import JournalHeader, JournalWriter, joined, parts_of
from core.storage.journal_reading import JournalContent, read_journal
from devices.acquisition import recorder as module
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DataQualityError, DeviceError
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import QUANTITIES, pieces, rows, stream
from tests.waiting import LIMIT_S, wait_until

HEADER = JournalHeader("run", QUANTITIES, joint_count=2)


@contextmanager
def no_sleep(_: str) -> Iterator[None]:
    yield


def begin(folder: Path, **settings: object) -> RecordingInProgress:
    writer = JournalWriter.create(folder / "cell.h5", JournalHeader("run", QUANTITIES, joint_count=2))
    return RecordingInProgress(writer, period=1e-3, awake=no_sleep, **settings)


def assert_holds(content: JournalContent, block) -> None:
    found = joined(list(content.rows()))
    assert found.sequence.tolist() == block.sequence.tolist()
    assert found.time.tobytes() == block.device_time.tobytes()
    assert found.host_time.tobytes() == block.host_time.tobytes()
    for quantity in QUANTITIES:
        assert found.columns[quantity].tobytes() == np.ascontiguousarray(block.columns[quantity]).tobytes()


def test_every_sample_taken_is_in_the_file(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    whole = stream(3000)
    for piece in pieces(whole):
        recording.take(piece)
    recording.note("stage", speed=0.5)
    path = recording.finish()
    assert path == recording.part_path == tmp_path / "cell.h5.recording-001.part"
    content = read_journal(path)
    assert_holds(content, whole)
    assert (content.incomplete, recording.incomplete, recording.error) == ("", "", None)
    assert recording.sample_count == 3000
    assert recording.duration == pytest.approx(2.999)
    assert recording.is_over
    (event,) = content.events
    assert (event.code, event.facts) == ("stage", {"speed": 0.5})
    assert 5.999 <= event.time <= 7.0
    assert recording.finish() == path  # again changes nothing


class Turned:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_rows_are_written_in_blocks_and_synced_when_their_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill costs less than half a second, a power cut less than one."""
    assert module.APPEND_INTERVAL_S + module.GATHER_S < 0.5
    assert module.SYNC_INTERVAL_S + module.GATHER_S < 1.0
    clock, synced, genuine = Turned(), [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(1) or genuine(descriptor))
    recording = begin(tmp_path, now=clock)
    for second in range(3):
        for number in range(49):  # fewer than are written at once
            recording.take(stream(10, first=490 * second + 10 * number))
        wait_until(lambda: not recording._queue._items, "the writer, which has taken all rows")
        clock.now_s += module.APPEND_INTERVAL_S
        wait_until(lambda second=second: read_journal(recording.part_path).sample_count == 490 * (second + 1))
        done = len(synced)
        clock.now_s += module.SYNC_INTERVAL_S
        wait_until(lambda done=done: len(synced) > done, "a sync")
    content = read_journal(recording.finish())
    assert content.sample_count == 1470
    assert max(block.count for block in content.row_blocks) <= 1000
    assert np.median([block.count for block in content.row_blocks]) >= 100


def test_a_slow_sync_does_not_delay_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = begin(tmp_path)
    syncing, go_on = threading.Event(), threading.Event()

    def endless(_descriptor: int) -> None:
        syncing.set()
        assert go_on.wait(LIMIT_S)

    monkeypatch.setattr(os, "fsync", endless)
    recording.take(stream(10))
    assert syncing.wait(LIMIT_S)
    try:
        recording.take(stream(40, first=10))
        wait_until(lambda: read_journal(recording.part_path).sample_count == 50)
    finally:
        go_on.set()
    recording.finish()


def test_a_disk_that_fails_to_sync_ends_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = begin(tmp_path)

    def failing(_descriptor: int) -> None:
        raise OSError(errno.EIO, "the disk is gone")

    monkeypatch.setattr(os, "fsync", failing)
    recording.take(stream(10))
    wait_until(lambda: recording.is_over)
    assert recording.error is not None
    assert recording.error.code == "disk-error"
    assert recording.incomplete == "disk-error"


def test_holes_are_written_with_their_cause(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    whole = stream(2000)
    kept = np.delete(np.arange(2000), [100, *range(700, 750)])
    for piece in pieces(rows(whole, kept)):
        recording.take(piece)
    content = read_journal(recording.finish())
    expected = (MissingSamples(99, 1, "sequence"), MissingSamples(698, 50, "sequence"))
    assert content.missing == expected
    assert recording.missing == expected
    assert_holds(content, rows(whole, kept))


def test_a_clock_that_goes_back_ends_the_recording_and_keeps_what_came_before(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    whole = stream(1000, first=5000)
    recording.take(whole)
    recording.take(stream(100, first=0))
    wait_until(lambda: recording.is_over)
    assert isinstance(recording.error, DataQualityError)
    assert recording.error.code == "clock-jump"
    recording.take(stream(100, first=7000))
    content = read_journal(recording.finish("stopped"))
    assert_holds(content, whole)
    assert (content.incomplete, recording.incomplete) == ("clock-jump", "clock-jump")


def test_the_first_reason_of_the_end_is_kept(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    recording.take(stream(10))
    recording.end("link-lost")
    assert recording.wait(LIMIT_S)
    assert read_journal(recording.finish("stopped")).incomplete == "link-lost"


class SlowDisk:
    """Writes wait until they are let through; then the genuine ones follow."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        self.waiting = threading.Event()
        genuine = JournalWriter.append

        def append(writer: JournalWriter, appended) -> None:
            self.waiting.set()
            assert self.open.wait(LIMIT_S)
            genuine(writer, appended)

        monkeypatch.setattr(JournalWriter, "append", append)


def test_a_stalled_disk_never_blocks_the_stream_and_the_overflow_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk(monkeypatch)
    row_bytes = HEADER.row_bytes
    recording = begin(tmp_path, queue_bytes=300 * row_bytes)
    recording.take(stream(600, first=0))  # more than the queue holds: refused at once
    assert recording.overflow_count == 600
    for piece in pieces(stream(50, first=600)):
        recording.take(piece)
    assert disk.waiting.wait(LIMIT_S)
    for piece in pieces(stream(1000, first=650)):
        recording.take(piece)  # comes back although the disk does not
    disk.open.set()
    wait_until(lambda: recording.sample_count == 350)
    wait_until(lambda: read_journal(recording.part_path).sample_count == 350)
    recording.take(stream(10, first=1650))
    content = read_journal(recording.finish())
    assert recording.overflow_count == 600 + 700
    assert content.sample_count == 360
    (hole,) = [hole for hole in content.missing if hole.cause == "overflow"]
    assert (hole.index, hole.missing) == (349, 700)
    facts = [event.facts for event in content.events if event.code == "overflow"]
    assert facts == [{"samples": 600}, {"samples": 700}]
    assert recording.part_path.exists()


def full_after(monkeypatch: pytest.MonkeyPatch, room: int, *, number: int = errno.ENOSPC) -> None:
    """A disk that accepts ``room`` more bytes, then fails."""
    genuine = os.write

    def write(descriptor: int, content: memoryview) -> int:
        nonlocal room
        if not room:
            raise OSError(number, os.strerror(number))
        written = genuine(descriptor, content[:room])
        room -= written
        return written

    monkeypatch.setattr(os, "write", write)


@pytest.mark.parametrize(
    ("number", "code", "incomplete"),
    [
        (errno.ENOSPC, "recording-disk-full", "disk-full"),
        (errno.EFBIG, "recording-disk-full", "disk-full"),
        (errno.EIO, "disk-error", "disk-error"),
    ],
)
def test_a_disk_error_ends_the_recording_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, incomplete: str
) -> None:
    recording = begin(tmp_path)
    full_after(monkeypatch, 700 * HEADER.row_bytes, number=number)
    recording.take(stream(5, first=0))
    wait_until(lambda: read_journal(recording.part_path).sample_count > 0)
    taken = 5

    def is_over() -> bool:
        nonlocal taken
        recording.take(stream(5, first=taken))
        taken += 5
        return recording.is_over

    wait_until(is_over, "the end of the recording")
    path = recording.finish()
    assert recording.error is not None
    assert (recording.error.code, recording.incomplete) == (code, incomplete)
    assert recording.error.facts["file"] == str(path)
    content = read_journal(path)
    assert 0 < content.sample_count <= 700
    assert recording.error.facts["samples"] == content.sample_count
    assert content.lost_inside_bytes == 0
    found = joined(list(content.rows()))
    assert found.sequence.tolist() == list(range(content.sample_count))


def test_a_full_disk_at_the_start_is_an_error_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_after(monkeypatch, 10)
    with pytest.raises(DeviceError) as caught:
        RecordingInProgress.begin(tmp_path / "cell.h5", HEADER, period=1e-3)
    assert caught.value.code == "recording-disk-full"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadRequest, match="label-not-usable"):
        RecordingInProgress.begin(tmp_path / "cell.h5", JournalHeader("", QUANTITIES, 2), period=1e-3)


@pytest.mark.expected_log("the recording run ended")
def test_a_block_with_another_joint_count_ends_the_recording(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    recording.take(stream(10))
    recording.take(stream(10, first=10, joints=3))
    wait_until(lambda: recording.is_over)
    assert recording.error is not None
    assert recording.error.code == "recording-failed"
    assert parts_of(tmp_path / "cell.h5") == (recording.part_path,)


def test_a_column_missing_in_one_block_is_nan_there(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    recording.take(stream(10))
    later = stream(10, first=10)
    without = {name: column for name, column in later.columns.items() if name is not Quantity.CURRENT}
    recording.take(SampleBlock(later.sequence, later.device_time, later.host_time, without))
    found = joined(list(read_journal(recording.finish()).rows()))
    assert np.isnan(found.columns[Quantity.CURRENT][10:]).all()
    assert np.isfinite(found.columns[Quantity.POSITION]).all()


def test_a_disk_that_never_answers_does_not_hang_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk(monkeypatch)
    monkeypatch.setattr(module, "FINISH_TIMEOUT_S", 0.2)
    recording = begin(tmp_path)
    recording.take(stream(10))
    with pytest.raises(DeviceError) as caught:
        recording.finish()
    assert caught.value.code == "recording-not-finished"
    disk.open.set()
    assert recording.finish() == recording.part_path


def test_an_event_before_the_first_sample_has_no_time(tmp_path: Path) -> None:
    recording = begin(tmp_path)
    recording.note("early")
    recording.take(stream(10))
    (event,) = read_journal(recording.finish()).events
    assert isinstance(event, Event)
    assert np.isnan(event.time)
