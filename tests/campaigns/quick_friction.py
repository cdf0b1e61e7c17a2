"""Quick friction over emulated controllers of three makers, on a real clock and a busy computer.

``torsion emulate`` plays each controller in real time; ``torsion run friction --quick`` is typed again and
again. A slow stroke and the fast move that follows it in the same direction come as one motion from a
controller that smooths its set-points. All cores are kept busy meanwhile.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from _emulated_cell import LATE, TRIES, Cell, Numbers, cell
from _measurement import REPOSITORY, write_measurement

TIMES = 10
BUSY = 4
"""Load of the computer meanwhile: where it has less to do, processes are added that only compute."""
JOINT = "6"
CONTROLLERS: Mapping[str, tuple[str, str, str]] = {
    "ur": ("ur:ur10e", "ur10e", "20000000000"),
    "elite-cs": ("elite-cs:cs66", "cs66", "EMULATED-0"),
    "elite-ec": ("elite-ec:ec66", "ec66", "EMULATED-0"),
}
"""Name of the emulator, robot and serial number of each."""
WITHOUT_LIMITS = "cs66"
"""Its shipped description has no speed limits: a user adds them from the data sheet."""
SPEED_LIMIT = "velocity_deg = 150"
ENDED = LATE | {"motion-not-seen"}
"""Ends of a step that an overloaded computer brings about; the emulated arm lags behind its program then."""
NOT_READY = "(D-048)"
"""Code of the refusal of an arm whose stream the computer keeps waiting."""
GOOD = {"good", "usable"}


def main() -> int:
    """Run the campaign; ``--quick`` asks each controller once and leaves the computer alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="once each, on a quiet computer")
    quick = parser.parse_args().quick
    asked = 1 if quick else TIMES
    with tempfile.TemporaryDirectory() as folder, _busy(0 if quick else BUSY - round(os.getloadavg()[0])):
        found = [ask(name, asked, folder=Path(folder)) for name in CONTROLLERS]
    numbers: Numbers = {what: value for each in found for what, value in each.items()}
    numbers["load"] = round(os.getloadavg()[1], 1)
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("quick_friction", seed=0, numbers=numbers)
    return 0 if all(numbers[f"{name}: good or usable"] == asked for name in CONTROLLERS) else 1


def ask(name: str, times: int, *, folder: Path) -> Numbers:
    """How often the verdict on the friction is good or usable, and how far apart the results lie."""
    emulated, robot, serial = CONTROLLERS[name]
    described = _with_limits(robot, folder) if robot == WITHOUT_LIMITS else robot
    good, slow = 0, []
    with cell(emulated, robot=described, serial=serial) as made:
        for number in range(times):
            told = _measured(made, f"visit-{number}")
            (joint,) = told["joints"]
            print(name, number, joint["verdict"], joint["friction"], flush=True)
            good += joint["verdict"] in GOOD
            slow.append(joint["friction"][0] if joint["friction"] else np.nan)
        repeated = made.numbers["steps_repeated"]
    return {
        f"{name}: asked": float(times),
        f"{name}: good or usable": float(good),
        f"{name}: spread of the slowest": round(float(np.ptp(slow) / np.mean(slow)), 4),
        f"{name}: steps repeated": repeated,
    }


def _measured(made: Cell, visit: str) -> dict[str, Any]:
    """The friction; a controller that is not ready because the computer is too busy is asked again."""
    for _ in range(TRIES):
        try:
            found: dict[str, Any] = made.run(
                "friction", "--quick", "--joints", JOINT, visit=visit, late=ENDED
            )["friction"]
        except RuntimeError as refused:
            if NOT_READY not in str(refused):
                raise
            made.numbers["steps_repeated"] += 1.0
        else:
            return found
    raise RuntimeError("the computer is too busy")


def _with_limits(robot: str, folder: Path) -> str:
    text = (REPOSITORY / "resources" / "robots" / f"{robot}.toml").read_text("utf-8")
    path = folder / f"{robot}.toml"
    path.write_text(re.sub(r"(\[\[joints\]\]\n)", rf"\1{SPEED_LIMIT}\n", text), encoding="utf-8")
    return str(path)


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Processes that compute for as long as this lasts."""
    work = "import sys\nwhile True:\n    sum(range(10000))\n"
    busy = [subprocess.Popen([sys.executable, "-c", work]) for _ in range(max(count, 0))]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


if __name__ == "__main__":
    raise SystemExit(main())
