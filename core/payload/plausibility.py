"""A payload against what is known: the set-up of its recordings, and its reference.

A result may be precise and absurd: an effort in another unit makes a load ten times too heavy with a small ±.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.encoders.channel_sense import encoder_reasons, torque_reasons
from core.errors import Fact
from core.identification.setup_checks.check import check_recordings
from core.identification.setup_checks.result import COMMON_GAIN, SetupChecks, Weights
from core.identification.setup_checks.unseen import unseen_in_sweeps, unseen_in_twist
from core.monitor import Monitor
from core.payload.result import PayloadEstimate, PayloadResult, Reference, ReferenceKind
from core.payload.settings import PayloadMethod
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

BEYOND = 1.1
"""Share of the rated load up to which a load is taken as carried: arms are overloaded a little."""
_SIGMAS = 2.0
NOT_AS_WEIGHED, _WEIGHED_SIGMAS = 0.1, 4.0
"""Share of a weighed mass, and standard deviations, by which a result must differ from it to be wrong."""
ANOTHER_SCALE = 0.08
"""Share by which torques with a load may be larger or smaller, beside what a body on the flange explains."""
NO_LOAD_MAKES = (1.0 / 3.0, 10.0)
"""Factors between the torques with and without a load beyond which the load is not the cause."""


WARMER_K, MUCH_WARMER_K = 5.0, 15.0
"""Temperature differences, K; a drive loses about 0.1 % of its torque per K, of the arm's own weight too."""
OLD_S = 30.0 * 86400.0
"""Age of a reference after which a hose, a tool changer or oil may have changed, s."""


def weighed(
    result: PayloadResult,
    robot: RobotModel,
    recordings: Mapping[str, Recording],
    *,
    unloaded: Sequence[str],
    is_scaled: bool = False,
    drive_gain: FloatArray | None,
    filter_hz: float,
    monitor: Monitor,
) -> PayloadResult:
    """The result with the verdict *repeat* where the set-up or the load is not what is known, causes first.

    Where no load is rated, a reason that makes nothing worse says what the mass was compared with instead.
    The set-up is asked of the ``unloaded`` runs of a result from excitation, and of the loaded ones where
    there are none; of sweeps of single joints, whose fit says little, only unit and weight of the torques,
    and not even these where a load of known mass has said what a torque is worth (``is_scaled``). The loaded
    runs are asked whether their torques have the scale of those without it. In every run torques that stay
    at a limit are named. ``unseen`` then says what the recordings could not have shown.
    """
    chosen = [recordings[label] for label in unloaded or result.recordings]
    every = [recordings[label] for label in (*unloaded, *result.recordings)]
    by_twist = result.settings.method is PayloadMethod.DEFLECTION
    reasons_of = encoder_reasons if by_twist else torque_reasons
    causes = [reason for run in every for reason in reasons_of(run, robot)][:1]
    loaded = [recordings[label] for label in result.recordings]
    unseen = unseen_in_twist() if by_twist else unseen_in_sweeps(None)
    if is_scaled:
        unseen = tuple(one for one in unseen if one.code not in COMMON_GAIN)
    if not (causes or by_twist or is_scaled):

        def checked(runs: Sequence[Recording], *, is_whole: bool) -> SetupChecks:
            return check_recordings(
                runs, robot, drive_gain=drive_gain, filter_hz=filter_hz, is_whole=is_whole, monitor=monitor
            )

        setup = checked(chosen, is_whole=result.settings.method is PayloadMethod.DYNAMIC)
        unseen, causes = setup.unseen, [*setup.reasons]
        if unloaded and not causes:
            causes += other_scale(setup.weights, checked(loaded, is_whole=False).weights, result.recordings)
    causes += not_as_weighed(result.estimate, [one.payload_mass for one in loaded])
    beyond = beyond_known(result.estimate, robot) or compared_instead(robot)
    result = replace(result, unseen=unseen)
    if not causes and not beyond:
        return result
    return replace(
        result,
        estimate=_beyond(result.estimate, robot, causes),
        steps=tuple(replace(step, estimate=_beyond(step.estimate, robot, causes)) for step in result.steps),
        judgement=Judgement.of((*causes, *beyond, *result.judgement.reasons)),
    )


def other_scale(without: Weights | None, loaded: Weights | None, labels: Sequence[str]) -> tuple[Reason, ...]:
    """The reason against torques that have another scale with the load than without it.

    The arm's own masses are the measure; a body on the flange is free, and adds to the torques. Where the
    sweeps do not tell it from a factor, only a factor that no load makes counts.
    """
    if without is None or loaded is None or not min(without.apart, without.whole) > 0.0:
        return ()
    ratio = loaded.apart / without.apart
    std = (loaded.apart_std + abs(ratio) * without.apart_std) / without.apart
    if not abs(ratio - 1.0) > max(ANOTHER_SCALE, _WEIGHED_SIGMAS * std):
        ratio = loaded.whole / without.whole
        std = (loaded.whole_std + abs(ratio) * without.whole_std) / without.whole
        least, most = NO_LOAD_MAKES
        if not (ratio + _SIGMAS * std < least or ratio - _SIGMAS * std > most):
            return ()
    facts: dict[str, Fact] = {
        "recording": ", ".join(labels), "factor": float(f"{ratio:.3g}"), "std": float(f"{std:.2g}")
    }  # fmt: skip
    return (Reason("payload-other-scale", facts, Verdict.REPEAT),)


def not_as_weighed(estimate: PayloadEstimate, stated: Sequence[float | None]) -> list[Reason]:
    """The reason against a mass that is not the one that was weighed, if the recordings say one."""
    mass, std = float(estimate.mass), float(estimate.mass_std)
    for weighed_kg in stated:
        if weighed_kg is None or mass < 0.0 or not np.isfinite([mass, std]).all():
            continue
        if abs(mass - weighed_kg) > max(_WEIGHED_SIGMAS * std, NOT_AS_WEIGHED * weighed_kg):
            facts: dict[str, Fact] = {"mass": mass, "std": std, "weighed": weighed_kg}
            return [Reason("payload-not-as-weighed", facts, Verdict.REPEAT)]
    return []


def _beyond(estimate: PayloadEstimate, robot: RobotModel, causes: Sequence[Reason]) -> PayloadEstimate:
    """The estimate with the reasons at its mass, and where there is a cause at all of it."""
    if not (causes or beyond_known(estimate, robot)):
        return estimate
    found = list(estimate.judgements)
    if causes:
        found = [_repeat(one) for one in found]
    found[0] = Judgement.of((*causes, *beyond_known(estimate, robot), *found[0].reasons))
    return replace(estimate, judgements=tuple(found))


def _repeat(judgement: Judgement) -> Judgement:
    is_worse = judgement.verdict is Verdict.NOT_MEASURABLE
    return judgement if is_worse else replace(judgement, verdict=Verdict.REPEAT)


def beyond_known(estimate: PayloadEstimate, robot: RobotModel) -> tuple[Reason, ...]:
    """The reason against a mass beyond the rated load; without one, beyond the mass of the arm itself."""
    least = estimate.mass - _SIGMAS * estimate.mass_std
    facts: dict[str, Fact] = {"mass": float(f"{estimate.mass:.3g}")}
    rated = robot.payload_limit.mass
    if rated < float("inf"):
        if least > BEYOND * rated:
            return (Reason("payload-beyond-rated", {**facts, "rated": rated}, Verdict.REPEAT),)
        return ()
    arm = _arm_mass(robot)
    if arm > 0.0 and least > arm:
        return (Reason("payload-beyond-arm", {**facts, "arm": float(f"{arm:.3g}")}, Verdict.REPEAT),)
    return ()


def compared_instead(robot: RobotModel) -> tuple[Reason, ...]:
    """What a mass is compared with where no load is rated: the mass of the arm, or nothing."""
    if robot.payload_limit.mass < float("inf"):
        return ()
    arm = _arm_mass(robot)
    if arm > 0.0:
        return (Reason("payload-compared-with-arm", {"arm": float(f"{arm:.3g}")}, Verdict.GOOD),)
    return (Reason("payload-compared-with-nothing", {}, Verdict.GOOD),)


def _arm_mass(robot: RobotModel) -> float:
    """Mass in kg of the arm itself; 0 where the description states none."""
    stated = robot.inertial_parameters
    return 0.0 if stated is None else float(stated[:, 0].sum())


def reference_reasons(reference: Reference, *, arm_is_known: bool) -> tuple[Reason, ...]:
    """Reasons against a reference; ``arm_is_known`` unless one side has no serial number.

    A model has its own uncertainty instead.
    """
    if reference.kind is ReferenceKind.MODEL:
        return ()
    found: list[Reason] = []
    is_earlier = reference.kind is ReferenceKind.EARLIER_VISIT
    kelvin = abs(reference.warmer_by)
    if kelvin > WARMER_K:
        verdict = Verdict.REPEAT if kelvin > MUCH_WARMER_K else Verdict.USABLE
        found.append(Reason("payload-reference-warmth", {"kelvin": kelvin}, verdict))
    elif is_earlier and not kelvin >= 0.0:
        found.append(Reason("payload-reference-warmth-unknown"))
    if is_earlier and reference.age_s > OLD_S:
        found.append(Reason("payload-reference-old", {"days": round(reference.age_s / 86400.0)}))
    if is_earlier and not arm_is_known:
        found.append(Reason("payload-reference-serial-unknown"))
    return tuple(found)
