"""Usual values of a model of arm, and arms that stand out: a hierarchical estimate over arms and visits.

A figure of arm i at visit j is ``y_ij = m + a_i + b·(T_ij - T0) + e_ij``: the model's usual value m, the
arm's own difference a_i with variance A, the effect of temperature b, and an error with the variance
``s_ij² + R``, of which s_ij is the figure's own standard deviation and R what measurements on one arm differ
beyond it. m, A, b and R are estimated from all arms of the model by medians, which a few worn arms do not
move. Each arm's expected value is then its model's, drawn to its own earlier visits as far as these say
more (empirical Bayes: Efron and Morris 1975). One visit of a new arm can be judged so, and two visits whose
± are too small raise no false alarm.

How large a difference may be by chance follows from the number of arms and visits that A and R were found
from (``freedom_of``). With few visits, R is found from the changes of all joints too (``Scatter``), so that
a few arms, or a single one, are followed by their own visits.

Stiffness and friction are compared by their logarithms: arms of a model differ by percents.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.catalogue.key_figures import POSITIVE, FigureCode
from core.recording import FloatArray

LEAST_FREEDOM, MOST_FREEDOM = 3, 200
"""Degrees of freedom with which a variance of very few numbers still counts, and from which one is known."""
FEWEST_ARMS = 5
"""Arms of one model from which on what is usual for the model is known."""
_LEAST_TEMPERATURE_CHANGE_K = 2.0
_FEWEST_CHANGES = 20
"""Changes between visits from which on a joint's own scatter and effect of temperature are known."""
_STD_OF_MEDIAN = 1.2533
"""Standard deviation of the median of Gaussian numbers, in those of their mean."""
TINY = 1e-30
"""Smallest variance of what is usual, for arms that are all alike."""
_MAD = 1.4826
"""Standard deviations in a median absolute deviation of Gaussian numbers."""
_WIDE_SHARE, _WIDE_STDS = 0.8, 1.2816
"""Share of all changes that tells their scatter, and how many standard deviations hold it.

More than half, since the joints of an arm do not scatter alike, and less than all, since some of them wear.
"""
_EFFICIENCY_OF_MAD = 0.37
"""Share of the numbers by which a mean square would give the variance as well."""
WORSE: Mapping[FigureCode, float] = {
    FigureCode.STIFFNESS: -1.0,
    FigureCode.BACKLASH: 1.0,
    FigureCode.LOOP_WIDTH: 1.0,
    FigureCode.LOST_MOTION: 1.0,
    FigureCode.FRICTION: 1.0,
}
"""Direction in which wear moves a figure."""


@dataclass(frozen=True, eq=False)
class ArmFigures:
    """One figure of one joint of one arm over its visits (V,), oldest first; SI units.

    ``temperature`` is NaN where it is not known.
    """

    arm: str
    value: FloatArray
    std: FloatArray
    temperature: FloatArray


@dataclass(frozen=True)
class Usual:
    """Usual value of a figure on arms of one model, in the scale in which it is compared."""

    arms: int
    mean: float
    mean_std: float
    between: float
    """Standard deviation between arms; infinite with too few of them."""
    beyond: float
    """Standard deviation of visits to one arm beyond the figures' own."""
    changes: int
    """Number of changes between neighbouring visits that ``beyond`` was found from."""
    per_kelvin: float
    temperature: float
    """K, to which the figures are brought."""


@dataclass(frozen=True)
class Scatter:
    """Changes between neighbouring visits, in their own standard deviations, over all joints of a model."""

    factor: float
    """Standard deviation; at least 1."""
    changes: int


@dataclass(frozen=True)
class Standing:
    """Deviation of an arm's latest visits from what was expected of them; SI units.

    ``stds`` counts standard deviations in the direction of wear, over the visits from ``since`` on, and
    ``freedom`` the degrees of freedom with which these are known.
    """

    arm: str
    since: int
    value: float
    std: float
    usual: float
    usual_std: float
    stds: float
    freedom: int


def standings(
    code: FigureCode, arms: Sequence[ArmFigures], usual: Usual | None = None
) -> tuple[Standing, ...]:
    """Deviation of each arm among those of its model; arms of which nothing can be expected are left out.

    ``usual`` is what ``usual_for`` found of the same arms; without it that is found first.
    """
    scaled = [in_scale(code, arm) for arm in arms if arm.value.size]
    if not scaled:
        return ()
    normal = usual or usual_of(scaled)
    found = (_standing(code, at_one_temperature(arm, normal), normal) for arm in scaled)
    return tuple(one for one in found if one is not None)


def scatter_of(code: FigureCode, joints: Sequence[Sequence[ArmFigures]]) -> Scatter | None:
    """Scatter of a figure over all joints; None where each has visits enough of its own."""
    if all(_changes(arms) >= _FEWEST_CHANGES for arms in joints):
        return None
    scaled = [in_scale(code, arm) for arms in joints for arm in arms]
    changes = np.concatenate([np.diff(arm.value) / np.hypot(arm.std[1:], arm.std[:-1]) for arm in scaled])
    if not changes.size:
        return Scatter(1.0, 0)
    wide = float(np.quantile(np.abs(changes), _WIDE_SHARE)) / _WIDE_STDS
    return Scatter(max(1.0, wide), changes.size)


def _changes(arms: Sequence[ArmFigures]) -> int:
    return sum(max(arm.value.size - 1, 0) for arm in arms)


def usual_for(code: FigureCode, arms: Sequence[ArmFigures], *, scatter: Scatter | None = None) -> Usual:
    """Usual value of a figure on arms of one model, of which at least one has a value."""
    return usual_of([in_scale(code, arm) for arm in arms if arm.value.size], scatter=scatter)


def usual_of(arms: Sequence[ArmFigures], *, scatter: Scatter | None = None) -> Usual:
    """Usual value on arms of one model; ``arms`` are in the scale in which they are compared.

    ``scatter`` is that of all joints, for a joint with few visits.
    """
    known = np.concatenate([arm.temperature for arm in arms])
    known = known[np.isfinite(known)]
    temperature = float(np.median(known)) if known.size else float("nan")
    slope = _per_kelvin(arms)
    usual = Usual(len(arms), 0.0, 0.0, math.inf, 0.0, 0, slope, temperature)
    brought = [at_one_temperature(arm, usual) for arm in arms]
    beyond, changes = _beyond(brought), _changes(brought)
    if scatter is not None and changes < _FEWEST_CHANGES:
        own = float(np.median(np.concatenate([arm.std for arm in brought])))
        beyond, changes = max(beyond, own * math.sqrt(scatter.factor**2 - 1.0)), scatter.changes
    means, variances = np.array([_weighted(arm.value, arm.std, beyond) for arm in brought]).T
    mean, mean_std, between = float(np.median(means)), 0.0, math.inf
    if len(arms) >= FEWEST_ARMS:
        spread = (_MAD * float(np.median(np.abs(means - mean)))) ** 2
        between = math.sqrt(max(0.0, spread - float(np.median(variances))))
        mean_std = _STD_OF_MEDIAN * math.sqrt(spread / len(arms))
    return Usual(len(arms), mean, mean_std, between, beyond, changes, slope, temperature)


def in_scale(code: FigureCode, arm: ArmFigures) -> ArmFigures:
    """The figures in the scale in which they are compared."""
    if code not in POSITIVE:
        return arm
    return ArmFigures(arm.arm, np.log(arm.value), arm.std / arm.value, arm.temperature)


def _per_kelvin(arms: Sequence[ArmFigures]) -> float:
    """Median slope over temperature between neighbouring visits of an arm; 0 where too few differ."""
    slopes: list[float] = []
    for arm in arms:
        change = np.diff(arm.temperature)
        is_far = np.abs(change) > _LEAST_TEMPERATURE_CHANGE_K
        slopes += (np.diff(arm.value)[is_far] / change[is_far]).tolist()
    return float(np.median(slopes)) if len(slopes) >= _FEWEST_CHANGES else 0.0


def at_one_temperature(arm: ArmFigures, usual: Usual) -> ArmFigures:
    """Figures in their scale, brought to the temperature of what is usual."""
    away = np.where(np.isfinite(arm.temperature), arm.temperature - usual.temperature, 0.0)
    return ArmFigures(arm.arm, arm.value - usual.per_kelvin * away, arm.std, arm.temperature)


def _beyond(arms: Sequence[ArmFigures]) -> float:
    """Standard deviation per visit by which neighbouring visits to one arm differ beyond their own."""
    changes = np.concatenate([np.diff(arm.value) for arm in arms])
    own = np.concatenate([arm.std[:-1] ** 2 + arm.std[1:] ** 2 for arm in arms])
    if changes.size < FEWEST_ARMS:
        return 0.0
    spread = (_MAD * float(np.median(np.abs(changes)))) ** 2
    return math.sqrt(max(0.0, 0.5 * (spread - float(np.median(own)))))


def _weighted(value: FloatArray, std: FloatArray, beyond: float) -> tuple[float, float]:
    """Weighted mean of visits and its variance."""
    weight = 1.0 / (std**2 + beyond**2)
    return float(weight @ value / weight.sum()), float(1.0 / weight.sum())


def _standing(code: FigureCode, arm: ArmFigures, usual: Usual) -> Standing | None:
    """The latest visits, from the one on that differs most, against what was expected before them."""
    weight = 1.0 / (arm.std**2 + usual.beyond**2)
    sums, weighted = np.cumsum(weight), np.cumsum(weight * arm.value)
    before, own = sums - weight, weighted - weight * arm.value  # of the visits before each one
    now_variance = 1.0 / (sums[-1] - before)
    now = (weighted[-1] - own) * now_variance
    prior = weight_of_model(usual)
    known = before + prior
    first = 0 if prior else 1  # nothing is expected of the first visit of an arm of few
    if first >= arm.value.size:
        return None
    expected = (own[first:] + prior * usual.mean) / known[first:]
    variance = now_variance[first:] + 1.0 / known[first:]
    stds = WORSE[code] * (now[first:] - expected) / np.sqrt(variance)
    best = int(stds.argmax())
    since = best + first
    freedom = freedom_of(usual, of_model=prior / known[since])
    values = float(now[since]), float(expected[best])
    spreads = math.sqrt(now_variance[since]), math.sqrt(1.0 / known[since])
    if code in POSITIVE:
        values = math.exp(values[0]), math.exp(values[1])
        spreads = values[0] * spreads[0], values[1] * spreads[1]
    return Standing(arm.arm, since, values[0], spreads[0], values[1], spreads[1], float(stds[best]), freedom)


def freedom_of(usual: Usual, *, of_model: float) -> int:
    """Degrees of freedom of what is expected of an arm, of which the share ``of_model`` is its model's."""
    visits, arms = (
        max(_EFFICIENCY_OF_MAD * count, LEAST_FREEDOM) for count in (usual.changes, usual.arms - 1)
    )
    return min(int(1.0 / ((1.0 - of_model) / visits + of_model / arms)), MOST_FREEDOM)


def weight_of_model(usual: Usual) -> float:
    """Weight of what is usual for the model in what is expected of an arm; 0 with too few arms."""
    return 0.0 if math.isinf(usual.between) else 1.0 / max(usual.between**2 + usual.mean_std**2, TINY)
