"""Large arrays that threads made and let go do not stay with the program."""

import subprocess
import sys

import pytest

ROUNDS = 8
PROGRAM = """
import sys, threading
import numpy as np
if sys.argv[1] == "yes":
    from app.health.memory import give_large_arrays_back
    give_large_arrays_back()

def resident_mb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6

release, kept = threading.Event(), []

def measure(freed):
    table = np.full(30_000_000 // 8, np.nan)
    kept.append([np.ones(5_000) for _ in range(50)])
    del table
    freed.set()
    release.wait()

for _ in range(int(sys.argv[2])):
    freed = threading.Event()
    threading.Thread(target=measure, args=(freed,), daemon=True).start()
    freed.wait()
print(resident_mb())
"""


def _resident_mb(*, gives_back: bool, rounds: int) -> float:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "yes" if gives_back else "no", str(rounds)],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the allocator is that of Linux")
def test_large_arrays_are_given_back() -> None:
    before = _resident_mb(gives_back=True, rounds=1)
    after = _resident_mb(gives_back=True, rounds=ROUNDS)
    assert after - before < 40.0
