"""Verdicts on an identified model and on each of its parameters.

The rules look at what the data can tell: whether the motion separated the parameters,
whether the model holds on motion that it was not fitted to, whether it was given any.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.estimation import Estimate
from core.identification.result import Validation
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording

WELL_DETERMINED = 0.1
"""Relative standard deviation up to which a parameter is *good*."""
POORLY_DETERMINED = 0.2
"""Relative standard deviation from which on a parameter is not to be used by itself."""
NEGLIGIBLE_EFFECT = 0.15
"""A parameter whose uncertainty moves the torque by less than this share of the residual is
known to be small, however wide its interval is against its value."""
OPEN_TORQUE_USABLE = 0.02
OPEN_TORQUE_REPEAT = 0.05
"""Share of the torque that the parameters' covariance leaves open."""
GENERALISATION_USABLE = 1.5
GENERALISATION_REPEAT = 2.5
"""Error on held-out motion over error on fitted motion, both relative to the torque."""
ERROR_SMALL = 0.02
"""Below this error on held-out motion nobody asks how much smaller it was on the fitted one."""
ERROR_USABLE = 0.1
ERROR_REPEAT = 0.2
"""Relative torque error on held-out motion, joints in motion."""
JOINT_ERROR_USABLE = 0.3
JOINT_ERROR_REPEAT = 0.6
"""Relative error of a single joint on held-out motion, where it was far smaller in the fit."""
LARGE_SHARE_BEYOND = 0.02
"""Share of a recording in which a joint may be faster than in the fit before anybody has to know."""
SHORT_MOTION_S = 20.0
"""Motion shorter than one usual excitation period says little about 50 to 80 parameters."""


def parameter_judgement(value: float, std: float, *, effect: float | None) -> Judgement:
    """How far one parameter can be used by itself.

    ``effect`` is the torque that its uncertainty leaves open, in residual standard
    deviations; None where that was not worked out.
    """
    if not np.isfinite(std):
        return Judgement.of([Reason("parameter-undetermined", {}, Verdict.NOT_MEASURABLE)])
    relative = std / abs(value) if value else float("inf")
    if relative <= WELL_DETERMINED:
        return Judgement(Verdict.GOOD)
    facts: dict[str, Fact] = {"relative_std": relative}
    if relative <= POORLY_DETERMINED:
        return Judgement.of([Reason("parameter-uncertain", facts, Verdict.USABLE)])
    if effect is not None and effect <= NEGLIGIBLE_EFFECT:
        return Judgement.of([Reason("parameter-too-small-to-tell", facts, Verdict.USABLE)])
    return Judgement.of([Reason("parameter-poorly-determined", facts, Verdict.REPEAT)])


def model_judgement(
    estimate: Estimate,
    *,
    fitted: Sequence[Recording],
    validation: Sequence[Validation],
    open_torque: float | None,
    joints: Sequence[str],
    behind_gear: bool = False,
) -> Judgement:
    """The verdict on the whole model, with everything that stands against it.

    ``open_torque`` is the share of the torque that the covariance leaves open, on motion
    held back where there is any; None where that was not worked out. ``behind_gear``: the
    torque was measured behind the gears.
    """
    return Judgement.of(
        [
            *estimate.reasons,
            *_excitation(open_torque, fitted),
            *([Reason("friction-behind-sensor", {}, Verdict.USABLE)] if behind_gear else []),
            *_held_out(validation, joints),
        ]
    )


def verification_judgement(
    fitted: Sequence[Validation], fresh: Sequence[Validation], *, joints: Sequence[str]
) -> Judgement:
    """The verdict on a stored model against fresh recordings, from its errors alone.

    ``fitted`` are the validations of the runs it was fitted to, ``fresh`` those of others.
    """
    inside = [item for item in fitted if item.used_in_fit]
    return Judgement.of(_held_out([*inside, *fresh], joints))


def _excitation(open_torque: float | None, fitted: Sequence[Recording]) -> list[Reason]:
    reasons = []
    if open_torque is not None and not open_torque <= OPEN_TORQUE_USABLE:
        verdict = Verdict.USABLE if open_torque <= OPEN_TORQUE_REPEAT else Verdict.REPEAT
        reasons.append(Reason("excitation-too-weak", {"open_torque": open_torque}, verdict))
    duration = sum(recording.duration for recording in fitted)
    if duration < SHORT_MOTION_S:
        facts: dict[str, Fact] = {"duration_s": duration, "wanted_s": SHORT_MOTION_S}
        reasons.append(Reason("short-motion", facts, Verdict.USABLE))
    return reasons


def _held_out(validation: Sequence[Validation], joints: Sequence[str]) -> list[Reason]:
    inside = [item.moving_relative_error for item in validation if item.used_in_fit]
    # a recording in which nothing moves says little about dynamics
    outside = [item for item in validation if not item.used_in_fit and np.any(_moves(item))]
    if not outside:
        return [Reason("not-validated", {}, Verdict.USABLE)]
    worst = max(outside, key=lambda item: item.moving_relative_error)
    facts: dict[str, Fact] = {"recording": worst.recording, "relative_error": worst.moving_relative_error}
    reasons = []
    if worst.moving_relative_error > ERROR_USABLE:
        verdict = Verdict.REPEAT if worst.moving_relative_error > ERROR_REPEAT else Verdict.USABLE
        reasons.append(Reason("large-error-on-held-out-motion", facts, verdict))
    ratio = worst.moving_relative_error / max(float(np.mean(inside)), 1e-12)
    if ratio > GENERALISATION_USABLE and worst.moving_relative_error > ERROR_SMALL:
        far_off = ratio > GENERALISATION_REPEAT and worst.moving_relative_error > ERROR_USABLE
        verdict = Verdict.REPEAT if far_off else Verdict.USABLE
        reasons.append(Reason("does-not-generalise", {**facts, "ratio": ratio}, verdict))
    return [*reasons, *_faster(outside, joints), *_single_joints(validation, joints)]


def _faster(outside: Sequence[Validation], joints: Sequence[str]) -> list[Reason]:
    """Joints that moved faster than their friction is known for."""
    reasons = []
    for item in outside:
        if item.beyond_speed is None or not np.any(item.beyond_speed > LARGE_SHARE_BEYOND):
            continue
        beyond = item.beyond_speed
        facts: dict[str, Fact] = {
            "recording": item.recording,
            "joints": tuple(
                joint for joint, share in zip(joints, beyond, strict=True) if share > LARGE_SHARE_BEYOND
            ),
            "share": float(beyond.max()),
        }
        reasons.append(Reason("faster-than-fitted", facts, Verdict.USABLE))
    return reasons


def _single_joints(validation: Sequence[Validation], joints: Sequence[str]) -> list[Reason]:
    """Joints whose own error on held-out motion the total hides."""
    inside = np.mean([_joint_error(item) for item in validation if item.used_in_fit], axis=0)
    reasons = []
    for item in validation:
        error = _joint_error(item)
        off = (error > JOINT_ERROR_USABLE) & (error > GENERALISATION_REPEAT * inside) & _moves(item)
        if item.used_in_fit or not np.any(off):
            continue
        facts: dict[str, Fact] = {
            "recording": item.recording,
            "joints": tuple(joint for joint, is_off in zip(joints, off, strict=True) if is_off),
            "relative_error": float(error[off].max()),
        }
        verdict = Verdict.REPEAT if error[off].max() > JOINT_ERROR_REPEAT else Verdict.USABLE
        reasons.append(Reason("joint-off-on-held-out-motion", facts, verdict))
    return reasons


def _joint_error(validation: Validation) -> FloatArray:
    """Relative error per joint, in motion where known: stiction hides what a joint at rest carries."""
    moving = validation.moving_joint_error
    return validation.relative_error if moving is None else moving


def _moves(validation: Validation) -> npt.NDArray[np.bool_]:
    """Which joints move in a recording at all; stiction hides what a joint at rest carries."""
    return validation.moving_rms_torque > 0.0
