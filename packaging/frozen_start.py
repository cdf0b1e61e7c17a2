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

# a library of the mixture fit would start other programs to count the cores, which not every computer has
os.environ.setdefault("LOKY_MAX_CPU_COUNT", str(os.cpu_count() or 1))
torsion_kernels.settle()
