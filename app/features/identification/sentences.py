"""The sentences about a model that are more than a label and a value."""

from collections.abc import Iterator, Sequence

import numpy as np

from app.errors.text import reason_text
from app.speech.language import joined_sentences, tr
from app.speech.model_words import estimator_word, friction_word
from app.speech.units import expanded, number, percent
from core.estimation.solution import CONDITION_CONVENTION
from core.friction.models import FORMS
from core.identification.result import IdentificationResult, JointFriction, Loop, LoopRecord
from core.identification.settings import GainSource, IdentificationSettings
from core.quality import Verdict
from core.recording import FloatArray

_LEAST_LOAD_SHARE = 0.002
"""Share of the load below which it hardly changes the friction of a gear."""
_LEAST_COST = 0.001
"""Rise of the error that counts as none."""


def headline(result: IdentificationResult) -> str:
    """Size of the model, and its error on recordings that it was not fitted to."""
    found = tr("{count} base parameters and the friction of {joints} joints.").format(
        count=result.base_parameter_count, joints=len(result.friction)
    )
    kept = [judged for judged in result.validation if not judged.used_in_fit]
    missed = tr("On motion that was kept back it misses {share} of the torque.")
    return joined_sentences(found, *(missed.format(share=percent(one.moving_relative_error)) for one in kept))


def judged_on(result: IdentificationResult) -> str:
    """Counts of the recordings that the model was fitted to and judged on."""
    kept = sum(not judged.used_in_fit for judged in result.validation)
    words = tr("Recordings the model was fitted to: {fitted}; others it was judged on: {kept}.")
    return words.format(fitted=len(result.provenance.recordings), kept=kept)


def loop_word(record: LoopRecord) -> str:
    """A loop of one round, short enough for an axis."""
    if record.round == 0:
        return tr("first fit")
    return {
        Loop.FRICTION: tr("friction"),
        Loop.DYNAMICS: tr("dynamics"),
        Loop.LEARNING: tr("learned"),
    }[record.loop]


def loop_shares(loops: Sequence[LoopRecord]) -> FloatArray:
    """(loops, joints) residual over what the first fit left; NaN for a joint that it left nothing of."""
    left = np.array([record.residual for record in loops], dtype=np.float64)
    first = left[:1]
    return np.divide(left, first, out=np.full(left.shape, np.nan), where=first > 0.0)


def loops_sentence(loops: Sequence[LoopRecord]) -> str:
    """Sentence on the residual after the rounds so far."""
    if not loops:
        return tr("Nothing was fitted yet.")
    rounds = max(record.round for record in loops)
    if rounds == 0:
        return tr("First fit done. Friction and dynamics take turns from here.")
    total = np.sqrt(np.nanmean(loop_shares(loops)[-1] ** 2))
    return tr("Round {rounds}: what the model leaves is down to {share} of the first fit.").format(
        rounds=rounds, share=percent(float(total))
    )


def friction_sentence(friction: JointFriction, *, unit: str) -> str:
    """The friction of one joint: slow, fast, and what the load adds."""
    if friction.curve_speed.size == 0:
        return tr("The fit was stopped before the friction was drawn.")
    speed, torque = friction.curve_speed, friction.curve_torque
    slow = float(np.abs(torque[np.argmin(np.abs(speed))]))
    fast = float(np.max(np.abs(torque[[0, -1]])))
    words = tr("Turning slowly without load takes {slow} {unit}, at its fastest here {fast} {unit}.").format(
        slow=number(slow), fast=number(fast), unit=unit
    )
    load = [one for one in friction.coefficients if one.expression.startswith("load-dependent")]
    if not load or not np.isfinite(load[0].std):
        return words
    share, std = load[0].value, load[0].std
    if abs(share) < max(_LEAST_LOAD_SHARE, 2.0 * std):
        return f"{words} " + tr("The load on the gear does not change it noticeably.")
    return f"{words} " + tr("Of the load on the gear, {share} ± {std} come on top.").format(
        share=percent(share), std=percent(expanded(std))
    )


def dynamics_sentence(result: IdentificationResult) -> str:
    """Sentence on the parameters of the links that are known, and on bodies that can have them."""
    count = len(result.base_parameters)
    known = sum(one.judgement.verdict in {Verdict.GOOD, Verdict.USABLE} for one in result.base_parameters)
    words = tr("{known} of {count} parameters of the links are known well enough to be used.").format(
        known=known, count=count
    )
    physical = result.physical
    if physical is None:
        return words
    if not physical.feasible:
        return f"{words} " + tr("No real links with such parameters were found.")
    cost = physical.held_out_cost if physical.held_out_cost is not None else physical.cost
    if cost < _LEAST_COST:
        return f"{words} " + tr("Real links with these parameters exist.")
    return f"{words} " + tr("The nearest real links raise the error by {cost}.").format(cost=percent(cost))


def compensation_sentence(result: IdentificationResult, joint: int) -> str:
    """Sentence on the learner of a joint: on or off, and the proof."""
    if result.residual_model is None:
        return tr("No learner was asked for. Choose one under More options of Choose runs.")
    found = result.residual_model.joints[joint]
    gain = 1.0 - found.error_with / found.error_without if found.error_without > 0.0 else 0.0
    reasons = " ".join(reason_text(reason) for reason in found.judgement.reasons)
    if not found.active:
        return " ".join(filter(None, (tr("Off for this joint."), reasons)))
    proven = tr("On: on runs left out one after the other, the error fell by {gain}.").format(
        gain=percent(gain)
    )
    return " ".join(filter(None, (proven, reasons)))


def cost(result: IdentificationResult) -> str:
    """Accuracy that bodies cost which can exist; empty where there are none."""
    physical = result.physical
    if physical is None or not physical.feasible:
        return ""
    words = tr("They raise the error by {cost} in the fit.")
    if physical.held_out_cost is not None:
        words = tr("They raise the error by {cost} in the fit, {kept} on motion kept back.")
    kept = percent(physical.held_out_cost or 0.0)
    return words.format(cost=percent(physical.cost), kept=kept)


def undetermined(result: IdentificationResult) -> str:
    """Parameters of the bodies that the data do not determine."""
    names = result.physical.undetermined if result.physical is not None else ()
    words = tr(
        "{count} of their parameters are open in the data and chosen near the robot description: {names}."
    )
    return words.format(count=len(names), names=", ".join(names) or tr("none"))


def fitted_with(result: IdentificationResult) -> str:
    """Settings of the fit in one sentence."""
    settings = result.settings
    words = tr(
        "Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, all samples, "
        "uncertainty from blocks of {block} s, drive gains: {gains}."
    )
    if _is_moving_only(settings):
        words = tr(
            "Friction {friction}, estimator {estimator}, low-pass at {cutoff} Hz without phase, moving "
            "samples only, uncertainty from blocks of {block} s, drive gains: {gains}."
        )
    return words.format(
        friction=friction_word(settings.friction),
        estimator=estimator_word(settings.estimator),
        cutoff=f"{settings.filter_hz:g}",
        block=f"{settings.block_s:g}",
        gains=_gains_word(result.gain_source),
    )


def conditioned(result: IdentificationResult) -> str:
    """Rows, rank and condition number of the regression in one sentence."""
    words = tr(
        "{rows} regression rows, {columns} columns of rank {rank}, condition number {condition} "
        "({convention})."
    )
    return words.format(
        rows=result.provenance.row_count,
        columns=len(result.column_names),
        rank=result.rank,
        condition=number(result.condition_number, digits=4),
        convention=convention(result.condition_convention),
    )


def corrections(result: IdentificationResult) -> Iterator[str]:
    """Sentences on the corrections of the set-up that the model was fitted with."""
    settings = result.settings
    if settings.gravity is not None:
        described = ", ".join(f"{one:.3f}" for one in settings.gravity)
        yield tr("Corrected: gravity is {gravity} m/s² in the base frame.").format(gravity=described)
    if settings.torque_lag is not None:
        late = ", ".join(
            f"{friction.joint} {1e3 * lag:.1f} ms"
            for friction, lag in zip(result.friction, settings.torque_lag, strict=True)
            if lag
        )
        yield tr("Corrected: torques are taken as late as they were recorded: {late}.").format(late=late)
    if settings.reported_zero is not None:
        zeros = ", ".join(f"{np.degrees(zero):.1f}°" for zero in settings.reported_zero)
        yield tr("Corrected: the joints read zero at {zeros}.").format(zeros=zeros)
    if settings.coupled is not None:
        coupled = ", ".join(
            friction.joint for friction, share in zip(result.friction, settings.coupled, strict=True) if share
        )
        yield tr("Corrected: {joints} is counted from the horizon.").format(joints=coupled)
    if settings.velocity_from_position:
        yield tr("Corrected: velocities are computed from the positions.")


def _is_moving_only(settings: IdentificationSettings) -> bool:
    """True if rows of joints at rest were left out; without a choice the friction model decides."""
    if settings.moving_only is None:
        return not FORMS[settings.friction].uses_presliding
    return settings.moving_only


def _gains_word(source: GainSource) -> str:
    return tr(
        {
            GainSource.MANUFACTURER: "the manufacturer's",
            GainSource.GIVEN: "as given",
            GainSource.IDENTIFIED: "identified with a known payload",
            GainSource.NOT_NEEDED: "not needed",
        }[source]
    )


def convention(text: str) -> str:
    """Definition of the condition number, translated where it is the usual one."""
    known = tr(
        "largest over smallest singular value of the weighted regressor with all its columns, columns "
        "unscaled, SI units"
    )
    return known if text == CONDITION_CONVENTION else text
