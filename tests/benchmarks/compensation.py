"""Side by side: compiled mixture regression against NumPy; and how long a learner takes to learn.

``torsion bench compensation`` runs ``measure``. The peer is the formula of [Liu] section 5 in vectorised
NumPy, every constant worked out before, fading included; the same numbers to 1e-10. ``whitened`` is
that peer rewritten for speed. Each race has a process of its own with one thread, the sides taking
turns; medians, and ratios above one mean that ours needs less. One sample, a chunk of sixteen as
live prediction has them, and a recording.
"""

from typing import Any

from tests.benchmarks._processes import race

SAMPLE_COUNTS = (1, 16, 10_000)
SIZES = (4, 8, 16)
DIMENSIONS = (2, 4)


def measure(
    *, sizes: tuple[int, ...] = SIZES, sample_counts: tuple[int, ...] = SAMPLE_COUNTS
) -> dict[str, Any]:
    """Both benchmarks; plain values that JSON can hold."""
    return {"prediction": measure_prediction(sizes, sample_counts), "learning": measure_learning()}


def measure_prediction(sizes: tuple[int, ...], sample_counts: tuple[int, ...]) -> dict[str, Any]:
    """Seconds of both sides and their ratio by inputs, components and samples."""
    return {
        f"{dimension} inputs, {size} components, {count} samples": race(
            "_mixture_race.py", size, dimension, count
        )
        for dimension in DIMENSIONS
        for size in sizes
        for count in sample_counts
    }


def measure_learning() -> dict[str, Any]:
    """Seconds to learn six joints from 20 s of excitation at 1 kHz, by learner and inputs.

    The rows come at the rate of an identification at its usual cut-off; the residual follows the
    deflection on three joints and is noise on the others.
    """
    return race("_learning_time.py")
