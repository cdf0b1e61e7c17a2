"""Time and memory of large recordings: a CSV of a million rows, a bag of a gigabyte, against libraries alone.

Each reading is a process of its own; its peak memory is that of the whole process. The files are written in
a temporary folder from a seed and removed. Processor time is compared, because others use the machine too.

``python tests/campaigns/bulk_files.py [--quick]``
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from _measurement import REPOSITORY, write_measurement

SEED, ROWS, COLUMNS = 1, 1_000_000, 25
MESSAGES, NAMES = 1_000_000, tuple(f"joint_{number}_of_the_left_arm_{'x' * 80}" for number in range(1, 8))
QUICK = 2_000

READINGS: Mapping[str, str] = {
    "csv": """
from pathlib import Path
from core.recognition.reading import read_recordings
(found,) = read_recordings(Path(sys.argv[1]))
count = found.sample_count
""",
    "csv, pandas": """
import pandas
count = len(pandas.read_csv(sys.argv[1]))
""",
    "csv, numpy": """
import numpy
count = len(numpy.loadtxt(sys.argv[1], delimiter=",", skiprows=1))
""",
    "bag": """
from pathlib import Path
from core.recognition.reading import read_recordings
(found,) = read_recordings(Path(sys.argv[1]))
count = found.sample_count
""",
    "bag, rosbags": """
from pathlib import Path
from rosbags.highlevel import AnyReader
with AnyReader([Path(sys.argv[1])]) as reader:
    count = sum(reader.deserialize(raw, one.msgtype) is not None for one, _, raw in reader.messages())
""",
}
_MEASURED = """
import json, os, sys, time
if sys.platform == "win32":
    raise SystemExit("the peak of the memory is not known here")
import resource
{body}
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({{"rows": count, "seconds": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}}))
"""


def write_csv(path: Path, rows: int) -> None:
    """Clock, and positions, speeds, currents and temperatures of six joints, as a logger writes them."""
    random, per_block = np.random.default_rng(SEED), 50_000
    groups = {"q": "rad", "dq": "rad/s", "current": "A", "temperature": "°C"}
    names = [f"{group}{joint} [{unit}]" for group, unit in groups.items() for joint in range(1, 7)]
    assert len(names) + 1 == COLUMNS
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(["t", *names]) + "\n")
        for first in range(0, rows, per_block):
            time = np.arange(first, min(first + per_block, rows)) * 1e-3
            phase = 0.7 * time[:, np.newaxis] + np.arange(6)
            motion = (
                np.sin(phase),
                0.7 * np.cos(phase),
                3 + np.sin(phase) + 0.1 * random.normal(size=phase.shape),
            )
            np.savetxt(file, np.column_stack([time, *motion, np.full(phase.shape, 31.5)]), "%.6f", ",")


def write_bag(path: Path, messages: int) -> None:
    """JointState messages with seven long names, by the library itself."""
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC)
    state, header = store.types["sensor_msgs/msg/JointState"], store.types["std_msgs/msg/Header"]
    stamp = store.types["builtin_interfaces/msg/Time"]
    with Writer(path) as writer:
        connection = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)
        for number in range(messages):
            moment = number * 1_000_000
            phase = 0.7e-3 * number + np.arange(7)
            message = state(
                header(number, stamp(*divmod(moment, 1_000_000_000)), "base"),
                list(NAMES),
                np.sin(phase),
                0.7 * np.cos(phase),
                20.0 * np.cos(phase),
            )
            raw = store.serialize_ros1(message, "sensor_msgs/msg/JointState")
            writer.write(connection, moment, raw)


def reading(name: str, path: Path) -> dict[str, float]:
    """Rows, processor time and peak memory in MB of one reading; empty where its library is missing."""
    code = _MEASURED.format(body=READINGS[name])
    asked = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in done.stderr:
        return {}
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    """Write both files, read them, and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} rows; stores nothing")
    is_quick = parser.parse_args().quick
    writers: tuple[tuple[str, Callable[[Path, int], None], int], ...] = (
        ("csv", write_csv, ROWS), ("bag", write_bag, MESSAGES),
    )  # fmt: skip
    numbers: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, write, rows in writers:
            path = Path(folder) / f"large.{kind}"
            write(path, QUICK if is_quick else rows)
            numbers[f"{kind}: size, MB"] = path.stat().st_size / 2**20
            for name in (name for name in READINGS if name.split(",")[0] == kind):
                found = reading(name, path)
                print(name, found, flush=True)
                if found:
                    assert found["rows"] == (QUICK if is_quick else rows)
                    numbers |= {f"{name}: {key}": value for key, value in found.items()}
            path.unlink()
    if not is_quick:
        write_measurement("bulk_files", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
