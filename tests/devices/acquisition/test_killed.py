"""kill -9 while recording: the visit opens, at most a second is gone, earlier recordings are untouched."""

import multiprocessing
import random
import signal
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from devices.samples import SampleBlock
from tests.core.storage.recordings_examples import assert_same_recording, example_recording
from tests.devices.acquisition.fake_controller import FakeController, stream

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


class RealTime(FakeController):
    """Tells a sample every millisecond of this computer's clock."""

    def __init__(self) -> None:
        super().__init__(joints=6)
        self.begun, self.taken = time.monotonic(), 0

    def read(self, timeout: float) -> SampleBlock:
        due = self.begun + 1e-3 * (self.taken + 10)
        time.sleep(max(due - time.monotonic(), 0.0))
        count = int((time.monotonic() - self.begun) * 1e3) - self.taken
        block = stream(count, joints=6, first=self.taken)
        self.taken += count
        return replace(block, host_time=np.full(count, time.monotonic()))


def record(path: Path, tell: Connection) -> None:
    """In a process of its own: one recording that ends well, and one that is under way when it is killed."""
    acquisition = Acquisition(RealTime())
    acquisition.start()
    first = acquisition.start_recording(path, label="first")
    deadline = time.monotonic() + 30.0
    while first.duration < 0.2 and time.monotonic() < deadline:
        time.sleep(0.01)
    part = first.finish()
    with Visit.open(path) as visit:
        visit.adopt(part)
    acquisition.start_recording(path, label="killed")
    tell.send("recording")
    time.sleep(60.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_killed_recording_loses_less_than_a_second(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    delay = random.Random(seed).uniform(0.0, 1.5)
    told, tell = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("spawn").Process(target=record, args=(path, tell))
    child.start()
    tell.close()
    try:
        assert told.recv() == "recording"
        began = time.monotonic()
        time.sleep(delay)
    finally:
        child.kill()
        killed = time.monotonic()
        child.join()
    with Visit.open(path) as visit:
        assert visit.left_behind == ()
        assert_same_recording(visit.recording("old"), example_recording("old"))
        assert visit.recording("first").incomplete == ""
        assert visit.recording("first").duration > 0.1
        last = began
        if visit.recovered:
            stored = visit.recording("killed")
            assert stored.incomplete == "program-ended"
            assert stored.host_time is not None
            last = float(stored.host_time[-1])
            first = round((stored.time[0] - 3.0) * 1e3)
            expected = stream(stored.sample_count, joints=6, first=first)
            assert stored.missing == ()
            assert np.allclose(stored.time, expected.device_time, rtol=0.0, atol=1e-9)
            for quantity in ("position", "motor_position", "link_position"):
                assert np.array_equal(stored.columns[quantity][:], expected.columns[quantity])
        assert killed - last <= 1.0
    assert [file.name for file in tmp_path.iterdir()] == ["cell.h5"]
