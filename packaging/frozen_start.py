"""Runs first in the frozen program, in the window's process and in every worker.

It sets the folder of compiled kernels, and gives a program without console a place to write to.
"""

import os
import sys
from pathlib import Path

import torsion_kernels

for _stream in ("stdout", "stderr"):
    if getattr(sys, _stream) is None:  # a windowed program on Windows has neither
        setattr(sys, _stream, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115

# the mixture fit leaves one core to the window; with this set, joblib starts no program to count the cores
os.environ.setdefault("LOKY_MAX_CPU_COUNT", str(max(1, (os.cpu_count() or 1) - 1)))
torsion_kernels.settle()
