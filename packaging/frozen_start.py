"""Runs in the frozen program before anything else, in the window's process and in every worker.

Settles where compiled kernels are kept, and gives a program without a console somewhere to write.
"""

import os
import sys
from pathlib import Path

import torsion_kernels

for _stream in ("stdout", "stderr"):
    if getattr(sys, _stream) is None:  # a windowed program on Windows has neither
        setattr(sys, _stream, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115

# the mixture fit leaves one core to the window; told so, it starts no other programs to count the cores
os.environ.setdefault("LOKY_MAX_CPU_COUNT", str(max(1, (os.cpu_count() or 1) - 1)))
torsion_kernels.settle()
