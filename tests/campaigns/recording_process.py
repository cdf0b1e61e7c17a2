"""Processor time of a program that does nothing but record a serial arm: the whole process, all threads.

``torsion run record`` reads an emulated arm through a pseudo-terminal that is as slow as its 2 Mbaud,
at 1 kHz with six channels of six joints. The arm runs in a process of its own and is not counted.
The time is what the system has booked for the process between two moments of the recording.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _measurement import REPOSITORY, write_measurement

from core.storage.visit import Visit
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import Stream, VirtualSettings

ROBOT, SERIAL, SEED = "ec66", "V-ec66-0003", 3
SECONDS, QUICK_SECONDS = 60.0, 3.0
STARTED_S = 120.0
"""The program is given this long to load, connect and begin."""
MARGIN_S = 2.0
"""Of the recording, before and after what is counted."""
_TICK_HZ = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def main() -> int:
    """Run the campaign; ``--quick`` counts for some seconds and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some seconds instead of a minute")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as name:
        numbers = recorded(Path(name), QUICK_SECONDS if quick else SECONDS)
    print(json.dumps(numbers, indent=2))
    if quick:  # a busy computer loses samples
        return 0 if numbers["samples_in_the_file"] > 0.0 else 1
    write_measurement("recording_process", seed=SEED, numbers=numbers)
    return 0 if numbers["samples_missing_in_the_file"] == 0.0 else 1


def recorded(folder: Path, seconds: float) -> dict[str, float]:
    """Record the arm and count the program's processor time meanwhile."""
    visit = folder / "visit.h5"
    settings = VirtualSettings(ROBOT, seed=SEED, stream=Stream.FULL)
    with EmulatedArm.start(settings, link=folder / "arm") as arm:
        program = subprocess.Popen(
            [
                *(sys.executable, "-m", "app", "run", "record", str(seconds + 2.0 * MARGIN_S)),
                *("--motion", "still", "--controller", f"serial:{arm.port}", "--robot", ROBOT),
                *("--confirm", SERIAL, "--into", str(visit), "--json", str(folder / "said.json")),
            ],
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
        )
        wait_for_recording(visit, program)
        time.sleep(MARGIN_S)
        before, began = process_seconds(program.pid), time.monotonic()
        time.sleep(seconds)
        spent, passed = process_seconds(program.pid) - before, time.monotonic() - began
        if program.wait(timeout=60.0):
            raise RuntimeError(f"the recording ended with {program.returncode}")
    with Visit.open(visit, recover=False) as opened:
        recording = opened.recording(opened.labels[0])
        return {
            "seconds": passed,
            "process_percent_of_a_core": 100.0 * spent / passed,
            "samples_in_the_file": float(recording.time.shape[0]),
            "samples_missing_in_the_file": float(sum(hole.missing for hole in recording.missing)),
            "load_average_of_the_machine": os.getloadavg()[0],
        }


def process_seconds(process: int) -> float:
    """Processor time in s that a process has had, in all its threads, for itself and in the system."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICK_HZ


def wait_for_recording(visit: Path, program: "subprocess.Popen[bytes]") -> None:
    """Until the journal of the recording has been begun beside the visit."""
    deadline = time.monotonic() + STARTED_S
    while not list(visit.parent.glob(f"{visit.name}.recording-*.part")):
        if program.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("the recording did not begin")
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
