"""Evaluation of a joint's strokes: its points, its fitted models and its verdict."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.friction.forms import FORMS
from core.friction.kinds import FrictionKind
from core.friction.sweeps.choice import best_for_joint, simplest_first
from core.friction.sweeps.fits import curve_speeds, fit_friction, stroke_rows
from core.friction.sweeps.judgement import FEWEST_PAIRS, JudgedSweeps, sweep_reasons
from core.friction.sweeps.pairs import StrokePair, pair_strokes
from core.friction.sweeps.result import FrictionFit, JointSweeps, SweepPoints
from core.friction.sweeps.separation import Gravity, Separation, load_varies, separate
from core.friction.sweeps.strokes import SteadyStroke
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement
from core.recording import FloatArray

_BLOCKS = 4
"""Number of blocks of a stroke whose means give the scatter; neighbouring positions are correlated."""


def measure_joint(  # noqa: PLR0913  # independent arguments
    strokes: Sequence[SteadyStroke],
    *,
    joint: int,
    name: str,
    is_prismatic: bool,
    starts: Sequence[float],
    refused: Mapping[str, int],
    warming: float | None = None,
    gravity: Gravity | None = None,
    monitor: Monitor | None = None,
) -> JointSweeps:
    """The friction result of one joint from its steady strokes.

    Parameters
    ----------
    strokes
        Steady strokes in order of time.
    starts
        s on one clock at which each recording began.
    refused
        Number of strokes left out before, by cause.
    warming
        K between the first and the last stroke.
    gravity
        Load profile by a model; computed from the half-sum where None.
    """
    watched = monitor or NullMonitor()
    pairs, unpaired = pair_strokes(strokes, joint=joint, starts=starts)
    causes = {cause: refused.get(cause, 0) + unpaired.get(cause, 0) for cause in {*refused, *unpaired}}
    order = np.argsort([pair.speed for pair in pairs], kind="stable")
    pairs = tuple(pairs[place] for place in order)
    separation = separate(pairs, joint=joint, gravity=gravity) if pairs else None
    points = _points(pairs, separation)
    fits, curve = _fits(pairs, separation, watched)
    chosen = best_for_joint(fits) if fits else None
    fit = next((fit for fit in fits if fit.kind is chosen), None)
    reasons = sweep_reasons(JudgedSweeps(name, points, separation, fit, causes))
    return JointSweeps(
        joint=name,
        number=joint,
        is_prismatic=is_prismatic,
        points=points,
        fits=fits,
        chosen=chosen,
        load_coefficient=None if separation is None else separation.load_coefficient,
        load_coefficient_std=None if separation is None else separation.load_std,
        load_span=0.0 if separation is None else separation.load_span,
        drift=None if separation is None else separation.drift,
        drift_std=None if separation is None else separation.drift_std,
        warming=warming,
        curve_speed=curve,
        mean_load=0.0 if separation is None else separation.mean_load,
        judgement=Judgement.of(reasons),
    )


def _points(pairs: Sequence[StrokePair], separation: Separation | None) -> SweepPoints:
    if separation is None:
        return SweepPoints(*(np.empty(0) for _ in range(8)))
    slope = separation.load_coefficient or 0.0
    within = np.array([_scatter(pair.odd - slope * np.abs(pair.even)) for pair in pairs])
    extra = np.nan_to_num(separation.between) ** 2 - float(np.mean(within**2))
    return SweepPoints(
        speed=np.array([pair.speed for pair in pairs]),
        torque=np.array([pair.odd.mean() for pair in pairs]),
        std=np.sqrt(within**2 + max(extra, 0.0)),
        even=separation.even,
        load=np.array([np.abs(pair.even).mean() for pair in pairs]),
        count=np.array([float(pair.odd.size) for pair in pairs]),
        pose=np.array([float(pair.pose) for pair in pairs]),
        time=np.array([pair.time for pair in pairs]),
        temperature=np.array([pair.temperature for pair in pairs]),
    )


def _scatter(values: FloatArray) -> float:
    """Standard deviation of the mean of values along a stroke, from the means of its blocks."""
    blocks = np.array([block.mean() for block in np.array_split(values, min(_BLOCKS, values.size))])
    return float(blocks.std(ddof=1) / np.sqrt(blocks.size))


def _fits(
    pairs: Sequence[StrokePair], separation: Separation | None, monitor: Monitor
) -> tuple[tuple[FrictionFit, ...], FloatArray]:
    """Every model, simplest first, and the speeds (K,) of their curves."""
    if separation is None or len(pairs) < FEWEST_PAIRS:
        return (), np.empty(0)
    rows = stroke_rows(pairs, separation.profile)
    curve = curve_speeds(max(pair.speed for pair in pairs))
    fits = [
        fit_friction(
            kind,
            rows,
            load_varies=load_varies(separation),
            mean_load=separation.mean_load,
            curve_speed=curve,
            monitor=monitor,
        )
        for kind in FrictionKind
        if not FORMS[kind].uses_stirring
    ]
    return simplest_first(fits), curve
