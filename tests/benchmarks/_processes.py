"""Races in processes of their own, with one thread for linear algebra and for compiled code."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


def race(script: str, *arguments: object, **environment: str) -> dict[str, Any]:
    """Run a script of this folder by itself and read what it printed."""
    finished = subprocess.run(
        [sys.executable, str(FOLDER / script), *map(str, arguments)],
        env={**os.environ, **ONE_THREAD, **environment, "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(finished.stdout)
    return result
