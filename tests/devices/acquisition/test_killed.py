"""kill -9 while recording: the visit opens, at most a second is gone, earlier recordings are untouched."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from core.storage.visit import Visit
from tests.core.storage.recordings_examples import assert_same_recording, example_recording
from tests.devices.acquisition.fake_controller import stream

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")

RECORDING = """
import sys, time
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.storage.visit import Visit
from devices.acquisition.acquisition import Acquisition
from tests.devices.acquisition.fake_controller import FakeController, stream

class RealTime(FakeController):
    taken = 0

    def read(self, timeout):
        due = self.begun + 1e-3 * (self.taken + 10)
        time.sleep(max(due - time.monotonic(), 0.0))
        count = int((time.monotonic() - self.begun) * 1e3) - self.taken
        block = stream(count, joints=6, first=self.taken)
        self.taken += count
        return replace(block, host_time=np.full(count, time.monotonic()))

path = Path(sys.argv[1])
controller = RealTime(joints=6)
controller.begun = time.monotonic()
acquisition = Acquisition(controller)
acquisition.start()
first = acquisition.start_recording(path, label="first")
deadline = time.monotonic() + 30.0
while first.duration < 0.2 and time.monotonic() < deadline:
    time.sleep(0.01)
part = first.finish()
with Visit.open(path) as visit:
    visit.adopt(part)
recording = acquisition.start_recording(path, label="killed")
print("recording", flush=True)
time.sleep(60.0)
"""


@pytest.mark.parametrize("seed", range(5))
def test_a_killed_recording_loses_less_than_a_second(tmp_path: Path, repository: Path, seed: int) -> None:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    delay = random.Random(seed).uniform(0.0, 2.5)
    child = subprocess.Popen(
        [sys.executable, "-c", RECORDING, str(path)], cwd=repository, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"recording\n"
        began = time.monotonic()
        time.sleep(delay)
        child.kill()
        killed = time.monotonic()
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
