"""Two processes that need the same kernel at the same time compile it once."""

import subprocess
import sys

import pytest

KERNEL = """
import sys
import tests.kernels_once
from numba import njit

@njit(cache=True)
def total(values):
    found = 0.0
    for value in values:
        found += value
    return found

print("ready", flush=True)
sys.stdin.readline()
import numpy as np
assert total(np.ones(3)) == 3.0
print(sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there each process compiles for itself")
def test_one_compiles_and_the_other_reads(tmp_path, repository):
    script = tmp_path / "kernel.py"
    script.write_text(KERNEL, "utf-8")
    both = [
        subprocess.Popen(
            [sys.executable, script],
            env={"PYTHONPATH": str(repository)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in both:
        assert process.stdout.readline() == "ready\n"
    for process in both:
        process.stdin.write("\n")
        process.stdin.flush()
    assert sorted(process.communicate()[0] for process in both) == ["0 1\n", "1 0\n"]
