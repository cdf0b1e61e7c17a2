"""Verdicts on an identified model and on each of its parameters.

The rules check whether the motion excites all parameters, whether the model explains the torque of every
joint, whether it predicts motion that it was not fitted to, and whether such motion was given.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.estimation import Estimate
from core.identification.choosing.result import Choice
from core.identification.result import Parameter, Validation
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.result import SetupChecks
from core.quality import Judgement, Reason, Verdict, is_determined
from core.recording import FloatArray, Recording

WELL_DETERMINED = 0.1
"""Relative standard deviation up to which a parameter is *good*."""
POORLY_DETERMINED = 0.2
"""Relative standard deviation from which a parameter must not be used by itself."""
NEGLIGIBLE_EFFECT = 0.15
"""Torque effect of a parameter's uncertainty, in residuals, below which the parameter is small."""
OPEN_TORQUE_USABLE = 0.02
OPEN_TORQUE_REPEAT = 0.05
"""Uncertainty of the torque from the parameters' covariance, as a share of the torque."""
GENERALISATION_USABLE = 1.5
GENERALISATION_REPEAT = 2.5
"""Error on held-out motion over error on fitted motion, both relative to the torque."""
ERROR_SMALL = 0.02
"""Error on held-out motion below which its ratio to the fitted error does not matter."""
ERROR_USABLE = 0.1
ERROR_REPEAT = 0.2
"""Relative torque error on held-out motion, over joints in motion."""
JOINT_ERROR_USABLE = 0.3
JOINT_ERROR_REPEAT = 0.6
"""Relative error of a single joint on held-out motion, if it was far smaller in the fit.

It counts too where the error exceeds ``JOINT_ERROR_REPEAT`` of what the torque varies by: a fit may be as
wrong, because a reversed torque spoils both.
"""
LARGE_SHARE_BEYOND = 0.02
"""Share of a recording in which a joint may be faster than in the fit without a reason being given."""
SHORT_MOTION_S = 20.0
"""Shortest motion for 50 to 80 parameters: one usual excitation period, s."""


def parameter_judgement(value: float, std: float, *, effect: float | None) -> Judgement:
    """The verdict on one parameter by itself.

    ``effect`` is the torque uncertainty that it causes, in residual standard
    deviations; None if it was not computed.
    """
    if not np.isfinite(std):
        return Judgement.of([Reason("parameter-undetermined", {}, Verdict.NOT_MEASURABLE)])
    relative = std / abs(value) if value else float("inf")
    if relative <= WELL_DETERMINED:
        return Judgement(Verdict.GOOD)
    facts: dict[str, Fact] = {"relative_std": relative}
    if relative <= POORLY_DETERMINED:
        return Judgement.of([Reason("parameter-uncertain", facts, Verdict.USABLE)])
    determined = is_determined(value, std)
    if effect is not None and effect <= NEGLIGIBLE_EFFECT:
        verdict = Verdict.USABLE if determined else Verdict.NOT_MEASURABLE
        return Judgement.of([Reason("parameter-too-small-to-tell", facts, verdict)])
    if not determined:
        return Judgement.of([Reason("parameter-undetermined", facts, Verdict.NOT_MEASURABLE)])
    return Judgement.of([Reason("parameter-poorly-determined", facts, Verdict.REPEAT)])


def model_judgement(  # noqa: PLR0913  # independent findings
    estimate: Estimate,
    *,
    fitted: Sequence[Recording],
    validation: Sequence[Validation],
    open_torque: float | None,
    joints: Sequence[str],
    behind_gear: bool = False,
    setup: SetupChecks | None = None,
    parameters: Sequence[Parameter] = (),
    choice: Choice | None = None,
) -> Judgement:
    """The verdict on the whole model, with all its reasons.

    ``open_torque`` is the torque uncertainty from the covariance as a share of the torque, on held-out
    motion if there is any; None if it was not computed. ``behind_gear``: the torque was measured behind
    the gears. ``setup``: the checks of the set-up. ``parameters``: those of the model. ``choice``: that of
    the friction model and the cut-off.
    """
    return Judgement.of(
        [
            *(setup.reasons if setup is not None else ()),
            *estimate.reasons,
            *_excitation(open_torque, fitted),
            *([Reason("friction-behind-sensor", {}, Verdict.USABLE)] if behind_gear else []),
            *_held_out(validation, joints),
            *_unexplained(validation, joints),
            *_systematic(parameters),
            *(_noisy_motion(choice) if setup is None or not setup.reasons else ()),
            *_late_velocity(choice),
        ]
    )


def _systematic(parameters: Sequence[Parameter]) -> list[Reason]:
    """A remark where most parameters have a ± that longer recordings do not reduce."""
    known = [one for one in parameters if one.systematic is not None and np.isfinite(one.std)]
    mostly = sum(one.is_mostly_systematic for one in known)
    if mostly <= len(known) / 2:
        return []
    return [Reason("mostly-systematic", {"count": mostly, "all": len(known)}, Verdict.GOOD)]


def _noisy_motion(choice: Choice | None) -> list[Reason]:
    """A remark where noise of position and velocity kept the cut-off low.

    A wrong set-up, such as a late torque, does that too; then the set-up is to be put right first.
    """
    if choice is None or choice.noisy_from_hz is None:
        return []
    facts: dict[str, Fact] = {"noisy_hz": choice.noisy_from_hz, "chosen_hz": choice.filter_hz}
    return [Reason("noisy-motion", facts, Verdict.GOOD)]


def _late_velocity(choice: Choice | None) -> list[Reason]:
    """A remark where velocities were taken from the positions, because the recorded ones are late."""
    if choice is None or choice.velocity_late_s is None:
        return []
    return [Reason("late-velocity", {"late_ms": 1e3 * choice.velocity_late_s}, Verdict.GOOD)]


def verification_judgement(
    fitted: Sequence[Validation], fresh: Sequence[Validation], *, joints: Sequence[str]
) -> Judgement:
    """The verdict on a stored model against fresh recordings, from its errors alone.

    ``fitted`` are the validations of the runs it was fitted to, ``fresh`` those of others.
    """
    inside = [item for item in fitted if item.used_in_fit]
    return Judgement.of([*_held_out([*inside, *fresh], joints), *_unexplained(fresh, joints)])


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
    # a recording without motion does not test the dynamics
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
    """Reasons for joints that moved faster than in the fit of their friction."""
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
    """Reasons for joints with a large error on held-out motion that the total does not show."""
    inside = np.mean([_joint_error(item) for item in validation if item.used_in_fit], axis=0)
    reasons = []
    for item in validation:
        error = _joint_error(item)
        unlike_fit = (error > GENERALISATION_REPEAT * inside) | (_share_left(item) > JOINT_ERROR_REPEAT)
        off = (error > JOINT_ERROR_USABLE) & unlike_fit & _moves(item)
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


def _unexplained(validation: Sequence[Validation], joints: Sequence[str]) -> list[Reason]:
    """The reason for joints of whose torque the model explains too little, whatever the fit reached.

    No other error is needed to compare with, so that data that spoil the fit as well are noticed.
    """
    left = {item.recording: _share_left(item) for item in validation}
    if not left:
        return []
    off = np.max(list(left.values()), axis=0) > LIMITS.explained
    if not np.any(off):
        return []
    worst = max(left, key=lambda recording: float(left[recording].max()))
    facts: dict[str, Fact] = {
        "recording": worst,
        "joints": tuple(joint for joint, is_off in zip(joints, off, strict=True) if is_off),
        "unexplained": float(left[worst].max()),
        "limit": LIMITS.explained,
    }
    is_most = float(left[worst].max()) > JOINT_ERROR_REPEAT
    return [Reason("joint-unexplained", facts, Verdict.REPEAT if is_most else Verdict.USABLE)]


def _share_left(validation: Validation) -> FloatArray:
    """RMS residual over the torque's standard deviation per joint; 0 where it hardly moves or is unknown."""
    if validation.unexplained is None:
        return np.zeros(validation.moving_rms_torque.shape)
    return np.nan_to_num(validation.unexplained, nan=0.0, posinf=np.inf)


def _joint_error(validation: Validation) -> FloatArray:
    """Relative error per joint, in motion if known; at rest stiction hides the torque."""
    moving = validation.moving_joint_error
    return validation.relative_error if moving is None else moving


def _moves(validation: Validation) -> npt.NDArray[np.bool_]:
    """Mask of the joints that move in a recording; at rest stiction hides the torque."""
    return validation.moving_rms_torque > 0.0
