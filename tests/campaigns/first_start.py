"""A fresh clone: seconds of the set-up, of the first demonstration, of a second one, and of the window.

The clone is prepared by ``packaging/run.py setup`` with packages from the network. The set-up goes on
compiling in the background; the first demonstration begins at once, as that of somebody who cannot wait. A
window counts from the start of the program until its start screen is shown, drawn in memory, and until all
pages behind it are built. Processor time is that of the command with all its processes.

``python tests/campaigns/first_start.py [--quick]``
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from _measurement import REPOSITORY, write_measurement

from app.shell.gui import UP, WHOLE

SEED = 0
WINDOWS, QUICK_WINDOWS = 7, 1
WINDOW_S = 60.0


def run(folder: Path, *command: str) -> tuple[float, float]:
    """Seconds and processor seconds of a command in the clone."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=folder, env=surroundings(), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        time.perf_counter() - began,
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
    )


def surroundings(**more: str) -> dict[str, str]:
    """The environment without what this campaign was started with, and with byte code kept as usual."""
    left_out = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in left_out} | more


def window_seconds(folder: Path, program: str, *, until: bytes) -> tuple[float, float]:
    """Seconds and processor seconds from the start of the program until its window has come so far."""
    mark = folder / "window-is-up"
    mark.unlink(missing_ok=True)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    variables = surroundings(QT_QPA_PLATFORM="offscreen", TORSION_STARTED_FILE=str(mark))
    with subprocess.Popen([program], cwd=folder, env=variables, stderr=subprocess.DEVNULL) as process:
        try:
            while not mark.exists() or not mark.read_bytes().startswith(until):
                if process.poll() is not None or time.perf_counter() - began > WINDOW_S:
                    raise RuntimeError("the window was not shown")
                time.sleep(0.005)
            passed = time.perf_counter() - began
        finally:
            process.kill()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Clone, prepare, and start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one window, no demonstration; stores nothing")
    is_quick = parser.parse_args().quick
    numbers: dict[str, float] = {}

    def note(what: str, spent: tuple[float, float]) -> None:
        numbers[f"{what}, s"], numbers[f"{what}, processor s"] = (round(one, 1) for one in spent)
        print(what, spent, flush=True)

    with tempfile.TemporaryDirectory(prefix="torsion-first-") as name:
        clone = Path(name, "torsion")
        subprocess.run(["git", "clone", "--quiet", str(REPOSITORY), str(clone)], check=True)
        note("set-up", run(clone, sys.executable, "packaging/run.py", "setup"))
        torsion = str(clone / ".venv" / "bin" / "torsion")
        if not is_quick:
            note("first demonstration", run(clone, torsion, "demo", "--out", "first"))
            note("second demonstration", run(clone, torsion, "demo", "--out", "second"))
        for what, until in (("window", UP), ("window with all pages", WHOLE)):
            window_seconds(clone, torsion, until=until)
            count = QUICK_WINDOWS if is_quick else WINDOWS
            found = [window_seconds(clone, torsion, until=until) for _ in range(count)]
            seconds, processor = (median(values) for values in zip(*found, strict=True))
            numbers[f"{what}, s"], numbers[f"{what}, processor s"] = round(seconds, 2), round(processor, 2)
        numbers["load average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(numbers, indent=2))
    if not is_quick:
        write_measurement("first_start", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
