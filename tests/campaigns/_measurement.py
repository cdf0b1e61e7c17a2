"""Where campaigns leave their numbers: with the commit, the machine, the seed and the day."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path

from core.stamp import software_name, time_stamp

REPOSITORY = Path(__file__).resolve().parents[2]


def write_measurement(name: str, *, seed: int, numbers: Mapping[str, object]) -> Path:
    """Write ``resources/measurements/NAME.json``, which the README and the help quote."""
    path = REPOSITORY / "resources" / "measurements" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    written = {**stamp(seed=seed), "numbers": dict(numbers)}
    path.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return path


def stamp(*, seed: int) -> dict[str, object]:
    """The commit, the machine, the seed and the day."""
    return {
        "commit": _commit(),
        "software": software_name(),
        "measured_at": time_stamp(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "seed": seed,
    }


def measured_before(name: str, *, but: str) -> dict[str, object]:
    """The numbers of a measurement whose names do not begin with ``but``; none where there is no file."""
    path = REPOSITORY / "resources" / "measurements" / f"{name}.json"
    if not path.exists():
        return {}
    numbers: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))["numbers"]
    return {what: value for what, value in numbers.items() if not what.startswith(but)}


def _commit() -> str:
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"
