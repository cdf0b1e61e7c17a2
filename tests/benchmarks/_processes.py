"""Races in processes of their own, with one thread for linear algebra and for compiled code."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
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
_MISSING = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'\s*$")


def race(
    script: str,
    *arguments: object,
    python: str = sys.executable,
    problem: Mapping[str, Any] | None = None,
    **environment: str,
) -> dict[str, Any]:
    """Run a script of this folder by itself and read what it printed.

    Parameters
    ----------
    python
        The interpreter that runs it.
    problem
        Written to its standard input as JSON.

    Raises
    ------
    ModuleNotFoundError
        A package that the script needs is not installed.
    subprocess.CalledProcessError
        It failed otherwise.
    """
    finished = subprocess.run(
        [python, str(FOLDER / script), *map(str, arguments)],
        env={**os.environ, **ONE_THREAD, **environment, "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        check=False,
        input="" if problem is None else json.dumps(problem),
        capture_output=True,
        text=True,
    )
    if missing := _MISSING.search(finished.stderr):
        raise ModuleNotFoundError(finished.stderr.strip().splitlines()[-1], name=missing[1])
    finished.check_returncode()
    result: dict[str, Any] = json.loads(finished.stdout)
    return result
