"""Side by side: the regressor against Pinocchio, the streaming fit against a dense one.

``torsion bench dynamics`` runs ``measure``. Everything is timed in child processes with
one thread for linear algebra, the two sides taking turns; medians are reported, and
ratios above one mean that ours needs less.
"""

from statistics import median
from typing import Any

from app.shell.commands.bench import left_out
from tests.benchmarks._processes import race

SAMPLE_COUNTS = (200, 2_000, 100_000)
FIT_SAMPLES = 60_000
REPETITIONS = 3


def measure(
    *,
    sample_counts: tuple[int, ...] = SAMPLE_COUNTS,
    fit_samples: int = FIT_SAMPLES,
    repetitions: int = REPETITIONS,
) -> dict[str, Any]:
    """Both races; plain values that JSON can hold."""
    return {
        "regressor": measure_regressor(sample_counts=sample_counts),
        "weighted_least_squares": measure_fit(samples=fit_samples, repetitions=repetitions),
    }


def measure_regressor(*, sample_counts: tuple[int, ...]) -> dict[str, Any]:
    """Seconds of both sides and their ratio for each number of samples, or what to install for it."""
    try:
        return {str(count): race("_regressor_race.py", count) for count in sample_counts}
    except ModuleNotFoundError as missing:
        return left_out(missing)


def measure_fit(*, samples: int, repetitions: int) -> dict[str, Any]:
    """Time and memory of a weighted fit, streamed and dense, each in processes of its own.

    Counted in both times: computing the rows (the same function, block by block) and
    solving. Streamed is the whole estimator: weights found by iteration, uncertainty by
    the jackknife. Dense is one ``numpy.linalg.lstsq`` on the stacked matrix with the
    right weights given. Counted as memory: the highest resident size during the fit above
    that of the same process just before it, so for dense the stacked matrix and lstsq's
    own copies. Neither side is charged for the motion and the imports.
    """
    runs: dict[str, list[dict[str, Any]]] = {"streamed": [], "dense": []}
    for _ in range(repetitions):
        for side, found in runs.items():
            found.append(race("_fit_race.py", side, samples))
    streamed, dense = runs["streamed"], runs["dense"]
    seconds = {side: median(run["seconds"] for run in found) for side, found in runs.items()}
    generation = median(run["generation_seconds"] for run in streamed + dense)
    memory = {side: median(run["extra_bytes"] for run in found) for side, found in runs.items()}
    return {
        "rows": streamed[0]["rows"],
        "columns": streamed[0]["columns"],
        "streamed_seconds": seconds["streamed"],
        "dense_seconds": seconds["dense"],
        "generation_seconds": generation,
        "time_ratio": seconds["dense"] / seconds["streamed"],
        "time_ratio_without_generation": (seconds["dense"] - generation)
        / max(seconds["streamed"] - generation, 1e-9),
        "streamed_extra_megabytes": memory["streamed"] / 1e6,
        "dense_extra_megabytes": memory["dense"] / 1e6,
        "memory_share": memory["streamed"] / memory["dense"],
        "largest_difference_in_std": _largest_difference(streamed[0], dense[0]),
    }


def _largest_difference(streamed: dict[str, Any], dense: dict[str, Any]) -> float:
    """Between the two estimates, in standard deviations of the parameters."""
    parts = zip(streamed["estimate"], dense["estimate"], streamed["white_noise_std"], strict=True)
    return float(max(abs(ours - theirs) / std for ours, theirs, std in parts))
