"""An hour at 1 kHz × 6 joints identified from the visit file, chunk by chunk.

Writes an hour of synthetic motion (one minute repeated, with fresh current noise) into a
visit and identifies it in a process of its own that reads the file in chunks, then in
another one with the recording in memory, taken in one piece. Reported: peak memory above
the idle process, seconds, and how far the two estimates are apart.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from _measurement import write_measurement

from core.identification import synthetic
from core.identification.chunks import CHUNK_SAMPLES
from core.identification.identify import identify
from core.identification.settings import FrictionKind, IdentificationSettings
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import parse_toml, write_toml
from core.storage.visit import Visit

ROBOT = "ur10e"
SEED = 20
RATE_HZ = 1000.0
PIECE_S = 60.0
WARM_UP_SAMPLES = 20_000
IN_ONE_PIECE = 10**9
QUICK_FRICTION = FrictionKind.COULOMB_VISCOUS
MOST_EXTRA_MB = 200.0
LARGEST_DIFFERENCE = 1e-9


@dataclass(frozen=True)
class Run:
    """One identification in a process of its own."""

    estimate: FloatArray
    std: FloatArray
    seconds: float
    extra_mb: float


def main() -> int:
    """Run the campaign; ``--quick`` takes two minutes of motion, and the friction that needs no search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two minutes of motion instead of sixty")
    quick = parser.parse_args().quick
    minutes = 2 if quick else 60
    settings = (
        replace(IdentificationSettings(), friction=QUICK_FRICTION) if quick else IdentificationSettings()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hour.h5"
        write_visit(path, minutes=minutes)
        streamed = _in_own_process(path, CHUNK_SAMPLES, settings)
        whole = _in_own_process(path, IN_ONE_PIECE, settings)
    scale = np.maximum(np.abs(whole.estimate), whole.std)
    difference = float(np.max(np.abs(streamed.estimate - whole.estimate) / scale))
    numbers = {
        "minutes": float(minutes),
        "streamed_extra_MB": streamed.extra_mb,
        "streamed_seconds": streamed.seconds,
        "whole_extra_MB": whole.extra_mb,
        "whole_seconds": whole.seconds,
        "largest_relative_difference": difference,
    }
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("hour_long", seed=SEED, numbers=numbers)
    return 0 if difference < LARGEST_DIFFERENCE and streamed.extra_mb < MOST_EXTRA_MB else 1


def write_visit(path: Path, *, minutes: int) -> None:
    """One minute of synthetic motion, again and again, each time with noise of its own."""
    robot = load_robot(ROBOT)
    minute = synthetic.synthesize(robot, seed=SEED, duration_s=PIECE_S, label="hour", rate_hz=RATE_HZ)
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        visit.add_recording_blocks("hour", _repeated(minute, minutes))


def _repeated(minute: Recording, times: int) -> Iterator[Recording]:
    random = np.random.default_rng(SEED)
    current = np.asarray(minute.columns[Quantity.CURRENT])
    for number in range(times):
        noisy = current + random.normal(scale=0.02, size=current.shape)
        columns = {**minute.columns, Quantity.CURRENT: noisy}
        yield replace(minute, time=minute.time + number * PIECE_S, columns=columns)


def _in_own_process(path: Path, chunk_samples: int, settings: IdentificationSettings) -> Run:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_identify, (path, chunk_samples, settings))


def _identify(path: Path, chunk_samples: int, settings: IdentificationSettings) -> Run:
    with Visit.open(path) as visit:
        robot = parse_toml(visit.robot_toml)
        stored = visit.recording("hour")
        warm = stored.block(0, WARM_UP_SAMPLES)
        identify({"warm": warm}, robot, fit=["warm"], settings=settings)  # compiles, and fills the caches
        idle = _resident_mb()
        recording = stored if chunk_samples == CHUNK_SAMPLES else stored.block(0, stored.sample_count)
        start = time.perf_counter()
        result = identify(
            {"hour": recording}, robot, fit=["hour"], settings=settings, chunk_samples=chunk_samples
        )
        seconds = time.perf_counter() - start
    std = np.sqrt(np.diag(result.covariance))
    return Run(result.estimate, std, seconds, _peak_mb() - idle)


def _resident_mb() -> float:
    """Resident size of this process now, MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _peak_mb() -> float:
    """Largest resident size of this process so far, MB (the campaign runs on Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


if __name__ == "__main__":
    sys.exit(main())
