"""Side by side: torque predicted live, chunk by chunk, against NumPy and Pinocchio sample by sample.

``torsion bench online`` runs ``measure``. A stream of six joints at 1 kHz (position, velocity, torque) is
fed in chunks as a window of 60 and of 30 frames a second gets them. Both sides low-pass the motion,
work out rigid torque, load-dependent friction with its presliding state, filter measured and expected
torque alike, and observe the torque from outside; the peer is the loop that one would write, arrays
of six joints at a time. What the processor works on it is counted, in a child process with one thread
for linear algebra. Ratios above one mean that ours needs less.
"""

from typing import Any

from tests.benchmarks._processes import race

STREAM_S = 20.0
CHUNKS = (16, 33)
"""Samples a frame at 1 kHz: 60 and 30 frames a second."""


def measure(*, stream_s: float = STREAM_S) -> dict[str, Any]:
    """Share of a core in per cent and ratio to the peer for each size of chunks; what JSON can hold."""
    return {f"chunks of {chunk} ms": race("_online_race.py", stream_s, chunk) for chunk in CHUNKS}
