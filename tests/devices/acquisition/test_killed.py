"""kill -9 while recording: the visit opens, what was written is there, earlier recordings are untouched.

How much a kill costs is bounded by the recorder's intervals (``test_recorder.py``) and measured by
``tests/campaigns/kill_recording.py``.
"""

import multiprocessing
import random
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from core.storage.journal import parts_of
from core.storage.journal_reading import read_journal
from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.samples import SampleBlock
from tests.core.storage.recordings_examples import assert_same_recording, example_recording
from tests.devices.acquisition.fake_controller import FakeController, stream
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
PIECE, MOST_PIECES = 100, 20


class Asked(FakeController):
    """Gives ten blocks of ten samples for every number that comes through a pipe."""

    def __init__(self, asked: Connection) -> None:
        super().__init__(joints=6)
        self.asked, self.taken = asked, 0

    def read(self, timeout: float) -> SampleBlock | None:
        if not self._added and self.asked.poll(timeout):
            self.asked.recv()
            self.feed(*(stream(10, joints=6, first=self.taken + first) for first in range(0, PIECE, 10)))
            self.taken += PIECE
        return super().read(0.0)


def record(path: Path, pipe: Connection) -> None:
    """In a process of its own: one recording that ends well, and one that is under way when it is killed."""
    controller = Asked(pipe)
    acquisition = Acquisition(controller)
    acquisition.start()
    first = acquisition.start_recording(path, label="first")
    pipe.send("recording the first")
    wait_until(lambda: first.sample_count == PIECE)
    part = first.finish()
    with Visit.open(path) as visit:
        visit.adopt(part)
    acquisition.start_recording(path, label="killed")
    pipe.send("recording")
    acquisition._thread.join()


@pytest.mark.parametrize("seed", range(5))
def test_a_killed_recording_keeps_what_was_written(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    written = random.Random(seed).randrange(MOST_PIECES * PIECE)
    ours, its = multiprocessing.Pipe()
    child = multiprocessing.get_context("spawn").Process(target=record, args=(path, its))
    child.start()
    its.close()
    try:
        assert ours.recv() == "recording the first"
        ours.send(0)
        assert ours.recv() == "recording"
        for piece in range(MOST_PIECES):
            ours.send(piece)
        wait_until(lambda: read_journal(parts_of(path)[0]).sample_count >= written)
    finally:
        child.kill()
        child.join()
    with Visit.open(path) as visit:
        assert visit.left_behind == ()
        assert_same_recording(visit.recording("old"), example_recording("old"))
        assert visit.recording("first").incomplete == ""
        assert visit.recording("first").sample_count == PIECE
        assert visit.recovered or not written
        if visit.recovered:
            stored = visit.recording("killed")
            assert stored.incomplete == "program-ended"
            assert stored.sample_count >= written
            expected = stream(stored.sample_count, joints=6, first=PIECE)
            assert stored.missing == ()
            assert np.allclose(stored.time, expected.device_time, rtol=0.0, atol=1e-9)
            for quantity in ("position", "motor_position", "link_position"):
                assert np.array_equal(stored.columns[quantity][:], expected.columns[quantity])
    assert [file.name for file in tmp_path.iterdir()] == ["cell.h5"]
