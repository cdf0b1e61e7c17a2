"""Verdicts on a joint's values, with their reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from core.elasticity.joint_fit import JointFit
from core.elasticity.joint_parts import ARCSECOND, PartValues
from core.elasticity.result import JointElasticity, Measured
from core.elasticity.ripple import lowest_order
from core.encoders.channel_sense import ENCODER_CODES
from core.errors import Fact
from core.quality import Judgement, Reason, Verdict

GOOD_STIFFNESS = 0.03
"""Relative standard deviation up to which a stiffness is *good*."""
USABLE_STIFFNESS = 0.10
"""Relative standard deviation up to which a stiffness is *usable*."""
MOST_STIFFNESS = 0.25
"""Relative standard deviation up to which a stiffness is reported at all."""
MOST_LAG_STD_S = 1e-3
"""Largest standard deviation of a reported lag, s; above it the joint hardly moved."""
LATE_S = 10e-3
"""Lag between the encoders from which the recording is at fault; it is removed, but not without a trace."""
TOLD_SPREAD_S = 5e-5
"""Smallest spread of lags that is reported, s; less has no effect."""
OPEN_LOOP = 0.12
"""Share of a stiffness that friction elements beyond the load's range may add; more makes it invalid."""
SURE = 3.0
"""Standard deviations from which a spring is more than noise."""
OCTAVE_WIDTH = 7.5 * ARCSECOND
"""Usual loop width added by the friction elements of one octave, rad.

Loops of 20 to 60 arcsec consist of four octaves and more. Elements of an octave that the load does not
make slip act as additional stiffness.
"""
NOT_SEPARABLE = 0.35
"""Smallest share of the load's size that must remain after removing speed and acceleration."""
SLIP = 60.0 * ARCSECOND
"""Step of the deflection after a slip, rad; the widest loops of healthy gears have that width."""
FEWEST_BEFORE_A_SLIP = 20
"""Smallest number of rows on either side of a slip."""
LIKELY_STIFFNESS = (1e2, 1e7)
"""Stiffness of gears, N·m/rad, where the rated torque of the joint is not known."""
LIKELY_RATIO = (10.0, 1e4)
"""Stiffness over the rated torque of the joint, 1/rad: a gear winds up by 0.1 to 100 mrad under it."""
UNLIKELY = "twist-stiffness-unlikely"
OPEN_LOAD = 0.03
"""Share of a load from undetermined parameters above which the load counts as unknown."""
POOR_MODEL = 0.2
"""Relative error of the torque model on a joint from which it is reported."""
UNEXPLAINED = 0.7
"""Share of the rms after lag, offset and ripple that may stay unexplained."""


def closing_doubt(load_span: float, stiffness: float) -> float:
    """Relative uncertainty of a stiffness from friction elements that the load did not make slip."""
    return OCTAVE_WIDTH * stiffness / load_span if load_span > 0.0 else float("inf")


def lag_spread(fits: Sequence[JointFit | None]) -> float:
    """Scatter of the joints' lags beyond their own uncertainty, s; 0 if they agree.

    The channels' lag is equal for all joints, and wind-up by friction behind the gears differs by
    joint. The scatter between joints therefore shows how far the two may be confused.
    """
    lags = [found.measured(PartValues.lag) for found in fits if found is not None]
    lags = [lag for lag in lags if 0.0 < lag.std <= MOST_LAG_STD_S]
    if len(lags) < 2:
        return 0.0
    value = np.array([lag.value for lag in lags])
    variance = np.square([lag.std for lag in lags])
    common = np.average(value, weights=1.0 / variance)
    # DerSimonian and Laird: the weighted scatter minus the joints' own uncertainty
    weights = 1.0 / variance
    scatter = float(weights @ np.square(value - common))
    scale = weights.sum() - np.square(weights).sum() / weights.sum()
    return float(np.sqrt(max(scatter - (value.size - 1.0), 0.0) / scale)) if scale > 0.0 else 0.0


def likely_stiffness(rated_torque: float) -> tuple[float, float]:
    """Smallest and largest stiffness of a gear of this rated torque, N·m/rad; of any where it is infinite."""
    if not np.isfinite(rated_torque):
        return LIKELY_STIFFNESS
    low, high = LIKELY_RATIO
    return low * rated_torque, min(high * rated_torque, LIKELY_STIFFNESS[1])


def unlikely_stiffness(joint: str, stiffness: Measured, *, rated_torque: float) -> Iterable[Reason]:
    """The reason against a stiffness that no gear of that size has."""
    low, high = likely_stiffness(rated_torque)
    off = SURE * stiffness.std
    if stiffness.value + off < low or stiffness.value - off > high:
        facts: dict[str, Fact] = {
            "joint": joint, "stiffness": stiffness.value, "low": low, "high": high
        }  # fmt: skip
        yield Reason(UNLIKELY, facts, Verdict.REPEAT)


def stiffness_reasons(
    joint: str, stiffness: Measured, *, load_span: float, prismatic: bool, rated_torque: float
) -> Iterable[Reason]:
    """Reasons why a measured stiffness is not better."""
    if not prismatic:
        yield from unlikely_stiffness(joint, stiffness, rated_torque=rated_torque)
    relative = stiffness.std / stiffness.value
    if relative > GOOD_STIFFNESS:
        verdict = Verdict.USABLE if relative <= USABLE_STIFFNESS else Verdict.REPEAT
        yield Reason(
            "twist-uncertain", {"joint": joint, "quantity": "stiffness", "relative": relative}, verdict
        )
    closing = closing_doubt(load_span, stiffness.value)
    if not prismatic and closing > GOOD_STIFFNESS:
        facts: dict[str, Fact] = {
            "joint": joint, "load": load_span, "deflection": load_span / stiffness.value, "share": closing
        }  # fmt: skip
        yield Reason("twist-loop-not-closed", facts, Verdict.USABLE)


def load_unknown_reason(joint: str, share: float) -> Reason:
    """Reason for a joint of whose load the model leaves a share open."""
    return Reason("twist-load-unknown", {"joint": joint, "share": min(share, 1.0)}, Verdict.NOT_MEASURABLE)


def no_stiffness_reason(joint: str, found: JointFit, *, residual_std: float) -> Reason:
    """The reason for a missing stiffness: unknown load, only noise, or load along speed and acceleration.

    ``residual_std`` is the torque that the model misses, N·m; less of uncertain load is no fault of it.
    """
    rows, used = found.rows, found.used
    load = rows.load[used]
    uncertain = rows.load_std
    if uncertain > max(MOST_STIFFNESS * float(np.sqrt(np.mean(load**2))), residual_std):
        return load_unknown_reason(joint, uncertain / float(np.sqrt(np.mean(load**2))))
    size, span = float(np.std(load)), float(np.ptp(load))
    place = found.values.places.load
    measured = found.measured(lambda _, row: float(row[place]))
    compliance, is_sure = measured.value, measured.value > SURE * measured.std
    closing = closing_doubt(span, 1.0 / compliance) if is_sure else 0.0
    if closing > OPEN_LOOP:
        return Reason(
            "twist-loop-not-closed",
            {"joint": joint, "load": span, "deflection": span * compliance, "share": closing},
            Verdict.NOT_MEASURABLE,
        )
    others = np.column_stack(
        [
            (rows.recording[used][:, None] == np.unique(rows.recording[used])),
            rows.velocity[used],
            rows.acceleration[used],
        ]
    )
    left = load - others @ np.linalg.lstsq(others, load, rcond=None)[0]
    share = float(np.std(left)) / size if size > 0.0 else 0.0
    if size > 0.0 and share < NOT_SEPARABLE:
        return Reason(
            "twist-load-not-separable",
            {"joint": joint, "share": share, "load": span},
            Verdict.NOT_MEASURABLE,
        )
    noise = float(np.std(found.fit.residual))
    return Reason(
        "twist-load-too-small", {"joint": joint, "load": span, "noise": noise}, Verdict.NOT_MEASURABLE
    )


def ripple_reason(joint: str, found: JointFit, *, ratio_known: bool) -> Reason | None:
    """The reason for missing ripple; None if ripple was analysed."""
    if found.ripple is not None:
        return None
    if not ratio_known:
        return Reason("twist-gear-ratio-unknown", {"joint": joint}, Verdict.GOOD)
    turns = found.ripple_range
    if not turns or lowest_order(turns) >= 1.0:
        needed = float(np.ceil(1.0 / lowest_order(1.0)) * lowest_order(1.0))
        return Reason(
            "twist-too-short-for-ripple", {"joint": joint, "turns": turns, "needed": needed}, Verdict.GOOD
        )
    return Reason("twist-too-fast-for-ripple", {"joint": joint}, Verdict.GOOD)


def slip_reason(joint: str, found: JointFit) -> Reason | None:
    """Reason for a step in the residual at one time of a recording: the gear or its clamping slipped."""
    rows, used = found.rows, found.used
    left = (rows.deflection - found.explained)[used]
    for number in np.unique(rows.recording[used]):
        rest = left[rows.recording[used] == number]
        least = rest.size // 10
        if least < FEWEST_BEFORE_A_SLIP:
            continue
        sums, count = np.cumsum(rest), np.arange(1, rest.size + 1)
        before = sums / count
        after = (sums[-1] - sums) / np.maximum(rest.size - count, 1)
        steps = np.abs(after - before)[least:-least]
        place = int(np.argmax(steps)) + least
        scatter = float(np.hypot(np.std(rest[:place]), np.std(rest[place:])))
        if steps.max() > max(SLIP, SURE * scatter):
            return Reason("twist-slipping", {"joint": joint, "step": float(steps.max())}, Verdict.REPEAT)
    return None


def with_causes(joint: JointElasticity, causes: Sequence[Reason]) -> JointElasticity:
    """The joint with the faults of the set-up, which its load is wrong by, as its first reasons."""
    if not causes or joint.judgement.verdict is Verdict.NOT_MEASURABLE:
        return joint
    return replace(joint, judgement=Judgement.of((*causes, *joint.judgement.reasons)))


def whole_judgement(joints: Sequence[JointElasticity], *, causes: Sequence[Reason] = ()) -> Judgement:
    """The verdict on the arm: that of its best joints, with the other joints' reasons.

    An arm with one judged joint has a usable result; joints without a verdict are named. Encoders that do
    not belong together, and a stiffness that no gear has, spoil the whole: their cause is seldom one joint's.
    So do the ``causes``, which are faults of the set-up.
    """
    reasons = tuple(
        reason for joint in joints for reason in joint.judgement.reasons if reason.verdict is not Verdict.GOOD
    )
    reasons = tuple(sorted(reasons, key=lambda reason: reason.code not in ENCODER_CODES))  # causes first
    reasons = (*causes, *reasons)
    measured = [joint for joint in joints if joint.judgement.verdict is not Verdict.NOT_MEASURABLE]
    if not measured:
        return Judgement(Verdict.NOT_MEASURABLE, reasons)
    if not causes and all(joint.judgement.verdict is Verdict.GOOD for joint in joints):
        return Judgement(Verdict.GOOD, reasons)
    if causes or any(reason.code in {*ENCODER_CODES, UNLIKELY} for reason in reasons):
        return Judgement(Verdict.REPEAT, reasons)
    order = tuple(Verdict)
    best = min((joint.judgement.verdict for joint in measured), key=order.index)
    return Judgement(max(best, Verdict.USABLE, key=order.index), reasons)
