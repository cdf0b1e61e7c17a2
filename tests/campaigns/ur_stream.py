"""Ten minutes of every channel of an arm of Universal Robots at 500 Hz, with every core busy.

``torsion run record`` reads an emulated controller that runs in a process of its own and notes each package
that it sends. Heavy loads run beside, and the controller leaves packages out now and then, as one that is
short of time. Every package that was sent has to be in the file, and every one left out has to be counted.
The processor time is that of the whole program that records, with all its threads.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import _load
import numpy as np
from _measurement import REPOSITORY, write_measurement
from _stops import heavy_load
from recording_process import process_seconds, wait_for_recording

from core.storage.visit import Visit
from devices.emulated.sockets import Peer
from devices.emulated.ur import EmulatedUr
from devices.emulated.ur_rtde import RtdeSession
from devices.emulated.ur_settings import EmulatedUrSettings, PolyScope

ROBOT, SEED, STEP_S = "ur10e", 0, 0.002
SECONDS, QUICK_SECONDS = 600.0, 6.0
SKIPS, QUICK_SKIPS, MOST_SKIPPED = 40, 2, 8
"""How often the controller leaves packages out, and how many at most at a time."""
ENDS_WELL = (0, 1)
"""A recording with many gaps is saved all the same, and reported by 1."""
MARGIN_S = 1.0
QUIT_S = 300.0


def main() -> int:
    """Run the campaign; ``--quick`` records for some seconds and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some seconds instead of ten minutes")
    parser.add_argument(
        "--serve", type=Path, metavar="FILE", help="be the controller; the packages go to FILE"
    )
    arguments = parser.parse_args()
    if arguments.serve is not None:
        return serve(arguments.serve)
    seconds, loads, skips = (QUICK_SECONDS, 0, QUICK_SKIPS) if arguments.quick else (SECONDS, 2, SKIPS)
    with tempfile.TemporaryDirectory() as folder, heavy_load(_load.LOADS[:loads]):
        numbers = recorded(Path(folder), seconds, skips=skips)
    print(json.dumps(numbers, indent=2))
    if not arguments.quick:
        write_measurement("ur_stream", seed=SEED, numbers=numbers)
    return 0 if numbers["sent_and_lost"] == 0 and numbers["left_out_and_not_counted"] == 0 else 1


def recorded(folder: Path, seconds: float, *, skips: int) -> dict[str, float]:
    """Record, and compare the file with what was sent."""
    visit, sent_file = folder / "visit.h5", folder / "sent.npy"
    serving = [sys.executable, __file__, "--serve", str(sent_file)]
    with subprocess.Popen(serving, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as controller:
        assert controller.stdin is not None
        assert controller.stdout is not None
        uri = controller.stdout.readline().strip()
        program = subprocess.Popen(
            [
                *(sys.executable, "-m", "app", "run", "record", str(seconds + 2.0 * MARGIN_S)),
                *("--motion", "still", "--controller", uri, "--robot", ROBOT),
                *("--into", str(visit), "--json", str(folder / "said.json")),
            ],
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
        )
        wait_for_recording(visit, program)
        time.sleep(MARGIN_S)
        before, began = process_seconds(program.pid), time.monotonic()
        random = np.random.default_rng(SEED)
        for moment in np.sort(random.uniform(0.0, seconds, skips)):
            time.sleep(max(began + moment - time.monotonic(), 0.0))
            controller.stdin.write(f"{random.integers(1, MOST_SKIPPED + 1)}\n")
            controller.stdin.flush()
        time.sleep(max(began + seconds - time.monotonic(), 0.0))
        spent, passed = process_seconds(program.pid) - before, time.monotonic() - began
        if program.wait(timeout=QUIT_S) not in ENDS_WELL:
            raise RuntimeError(f"the recording ended with {program.returncode}")
        controller.communicate("quit\n", timeout=QUIT_S)
    return {"seconds": round(passed, 1), **_compared(visit, np.load(sent_file)),
            "process_percent_of_a_core": round(100.0 * spent / passed, 1)}  # fmt: skip


def _compared(visit: Path, sent: np.ndarray) -> dict[str, float]:
    """Numbers of samples, by the controller's own clock."""
    with Visit.open(visit, recover=False) as opened:
        recording = opened.recording(opened.labels[0])
        time_s, columns = np.asarray(recording.time[:]), len(recording.columns)
        counted = sum(hole.missing for hole in recording.missing)
        joints = sum(np.shape(column)[1] for column in recording.columns.values())
    steps = np.rint(time_s / STEP_S).astype(np.int64)
    meant = np.rint(sent / STEP_S).astype(np.int64)
    meant = meant[(meant >= steps[0]) & (meant <= steps[-1])]
    left_out = int(steps[-1] - steps[0] + 1 - meant.size)
    return {
        "channels": float(columns),
        "values_per_sample": float(joints),
        "samples_sent": float(meant.size),
        "samples_in_the_file": float(steps.size),
        "sent_and_lost": float(np.setdiff1d(meant, steps).size),
        "left_out_by_the_controller": float(left_out),
        "left_out_and_not_counted": float(abs(left_out - counted)),
    }


class NotedPeer:
    """Notes the controller's time of every package that a client is really sent."""

    def __init__(self) -> None:
        self.stamps: list[float] = []

    def install(self, controller: EmulatedUr) -> None:
        """Note from now on."""
        offer = Peer.offer

        def noted(peer: Peer, content: bytes, *, leaves_out: bool) -> None:
            before = peer.left_out
            offer(peer, content, leaves_out=leaves_out)
            if leaves_out and isinstance(peer.session, RtdeSession) and peer.left_out == before:
                self.stamps.append(controller.controller.timestamp)

        Peer.offer = noted  # type: ignore[method-assign]


def serve(file: Path) -> int:
    """Be the controller, until ``quit``; a number leaves out as many packages."""
    with contextlib.suppress(OSError):  # a real controller has a computer of its own
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    controller = EmulatedUr(EmulatedUrSettings(ROBOT, seed=SEED, polyscope=PolyScope("5.23")), port=0)
    notes = NotedPeer()
    notes.install(controller)
    print(controller.uri, flush=True)
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while (line := input().strip()) != "quit":
            controller.skip(int(line))
    controller.close()
    np.save(file, np.array(notes.stamps))
    return 0


if __name__ == "__main__":
    sys.exit(main())
