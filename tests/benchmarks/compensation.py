"""Side by side: compiled mixture regression against NumPy; and how long a learner takes to learn.

``torsion bench compensation`` runs ``measure``. The peer is the formula of methods 1.3 in vectorised
NumPy, every constant worked out before, fading included; the same numbers to 1e-10. ``whitened`` is
that peer rewritten for speed. Each race has a process of its own with one thread, the sides taking
turns; medians, and ratios above one mean that ours needs less. One sample, a chunk of sixteen as
live prediction has them, and a recording.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
SAMPLE_COUNTS = (1, 16, 10_000)
SIZES = (4, 8, 16)
DIMENSIONS = (2, 4)
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


def measure(
    *, sizes: tuple[int, ...] = SIZES, sample_counts: tuple[int, ...] = SAMPLE_COUNTS
) -> dict[str, Any]:
    """Both benchmarks; plain values that JSON can hold."""
    return {"prediction": measure_prediction(sizes, sample_counts), "learning": measure_learning()}


def measure_prediction(sizes: tuple[int, ...], sample_counts: tuple[int, ...]) -> dict[str, Any]:
    """Seconds of both sides and their ratio by inputs, components and samples."""
    return {
        f"{dimension} inputs, {size} components, {count} samples": _child(
            "_mixture_race.py", str(size), str(dimension), str(count)
        )
        for dimension in DIMENSIONS
        for size in sizes
        for count in sample_counts
    }


def measure_learning() -> dict[str, Any]:
    """Seconds to learn six joints from 20 s of excitation at 1 kHz, by learner and inputs.

    The rows come at the rate of an identification at its usual cut-off; the residual follows the
    deflection on three joints and is noise on the others.
    """
    found: dict[str, Any] = _child("_learning_time.py")
    return found


def _child(script: str, *arguments: str) -> dict[str, Any]:
    """Run one race in a process of its own and read what it printed."""
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": str(REPOSITORY)}
    finished = subprocess.run(
        [sys.executable, str(FOLDER / script), *arguments],
        env=environment,
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(finished.stdout)
    return result
