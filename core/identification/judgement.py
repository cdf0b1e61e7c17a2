"""Verdicts on an identified model and on each of its parameters.

The rules look at what the data can tell: whether the motion separated the parameters,
whether the model holds on motion that it was not fitted to, whether it was given any.
"""

from collections.abc import Sequence

import numpy as np

from core.estimation import Estimate
from core.identification.result import Validation
from core.quality import Judgement, Reason, Verdict
from core.recording import Recording, TorqueKind

WELL_DETERMINED = 0.1
"""Relative standard deviation up to which a parameter is *good*."""
POORLY_DETERMINED = 0.3
"""Relative standard deviation from which on a parameter is not to be used by itself."""
MOST_POOR_SHARE = 0.5
"""With more than this share of the base parameters poor, the motion was not enough."""
GENERALISATION_USABLE = 1.5
GENERALISATION_REPEAT = 2.5
"""Error on held-out motion over error on fitted motion, both relative to the torque."""
ERROR_USABLE = 0.1
ERROR_REPEAT = 0.25
"""Relative torque error on held-out motion, joints in motion."""
SHORT_MOTION_S = 20.0
"""Motion shorter than one usual excitation period says little about 50 to 80 parameters."""


def parameter_judgement(value: float, std: float) -> Judgement:
    """How far one parameter can be used by itself."""
    if not np.isfinite(std):
        return Judgement.of([Reason("parameter-undetermined", {}, Verdict.NOT_MEASURABLE)])
    relative = std / abs(value) if value else float("inf")
    if relative <= WELL_DETERMINED:
        return Judgement(Verdict.GOOD)
    if relative <= POORLY_DETERMINED:
        reason = Reason("parameter-uncertain", {"relative_std": relative}, Verdict.USABLE)
    else:
        reason = Reason("parameter-poorly-determined", {"relative_std": relative}, Verdict.REPEAT)
    return Judgement.of([reason])


def model_judgement(
    estimate: Estimate,
    *,
    base: Sequence[Judgement],
    fitted: Sequence[Recording],
    validation: Sequence[Validation],
) -> Judgement:
    """The verdict on the whole model, with everything that stands against it."""
    return Judgement.of(
        [
            *estimate.reasons,
            *_excitation(base, fitted),
            *_sensor(fitted),
            *_held_out(validation),
        ]
    )


def _excitation(base: Sequence[Judgement], fitted: Sequence[Recording]) -> list[Reason]:
    reasons = []
    poor = sum(judgement.verdict in (Verdict.REPEAT, Verdict.NOT_MEASURABLE) for judgement in base)
    if base and poor / len(base) > MOST_POOR_SHARE:
        facts = {"poor": poor, "parameters": len(base)}
        reasons.append(Reason("excitation-too-weak", {**facts}, Verdict.REPEAT))
    duration = sum(recording.duration for recording in fitted)
    if duration < SHORT_MOTION_S:
        facts = {"duration_s": duration, "wanted_s": SHORT_MOTION_S}
        reasons.append(Reason("short-motion", {**facts}, Verdict.USABLE))
    return reasons


def _sensor(fitted: Sequence[Recording]) -> list[Reason]:
    if all(recording.torque_kind is not TorqueKind.LINK_SENSOR for recording in fitted):
        return []
    return [Reason("friction-behind-sensor", {}, Verdict.USABLE)]


def _held_out(validation: Sequence[Validation]) -> list[Reason]:
    inside = [item.moving_relative_error for item in validation if item.used_in_fit]
    outside = [item for item in validation if not item.used_in_fit]
    if not outside:
        return [Reason("not-validated", {}, Verdict.USABLE)]
    worst = max(outside, key=lambda item: item.moving_relative_error)
    facts = {"recording": worst.recording, "relative_error": worst.moving_relative_error}
    reasons = []
    if worst.moving_relative_error > ERROR_USABLE:
        verdict = Verdict.REPEAT if worst.moving_relative_error > ERROR_REPEAT else Verdict.USABLE
        reasons.append(Reason("large-error-on-held-out-motion", {**facts}, verdict))
    ratio = worst.moving_relative_error / max(float(np.mean(inside)), 1e-12)
    if ratio > GENERALISATION_USABLE and worst.moving_relative_error > ERROR_USABLE / 5.0:
        verdict = Verdict.REPEAT if ratio > GENERALISATION_REPEAT else Verdict.USABLE
        reasons.append(Reason("does-not-generalise", {**facts, "ratio": ratio}, verdict))
    return reasons
