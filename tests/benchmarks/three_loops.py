"""How long the three loops take on 20 s of excitation at 1 kHz, and against one dense solve of NumPy.

``torsion bench three_loops`` runs ``measure``. In a process of its own with one thread, compiled
code loaded before: seconds of each loop over all rounds, of the whole with judging, and of
``numpy.linalg.lstsq`` on the stacked rows of every sample, rows given. The ratio is of the
dynamics loops together, with weights, uncertainty and columns made anew in every round, to that
single solve.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
DURATION_S = 20.0
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


def measure(*, duration_s: float = DURATION_S) -> dict[str, Any]:
    """Seconds and ratios; plain values that JSON can hold."""
    finished = subprocess.run(
        [sys.executable, str(FOLDER / "_loops_race.py"), str(duration_s)],
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(finished.stdout)
    return result
