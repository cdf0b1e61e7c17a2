"""What each of the three loops found, in a plain sentence."""

from collections.abc import Sequence

import numpy as np

from app.errors.text import reason_text
from app.speech.language import translate
from app.speech.units import number, percent
from core.identification.result import IdentificationResult, JointFriction, Loop, LoopRecord
from core.quality import Verdict
from core.recording import FloatArray

_LEAST_LOAD_SHARE = 0.002
"""Below this the load on a gear hardly changes its friction."""
_LEAST_COST = 0.001
"""A smaller rise of the error is none."""


def _tr(text: str) -> str:
    return translate("LoopWords", text)


def loop_word(record: LoopRecord) -> str:
    """A loop of one round, short enough for an axis."""
    if record.round == 0:
        return _tr("first fit")
    return {
        Loop.FRICTION: _tr("friction"),
        Loop.DYNAMICS: _tr("dynamics"),
        Loop.LEARNING: _tr("learned"),
    }[record.loop]


def loop_shares(loops: Sequence[LoopRecord]) -> FloatArray:
    """(loops, joints) residual over what the first fit left; NaN for a joint that it left nothing of."""
    left = np.array([record.residual for record in loops], dtype=np.float64)
    first = left[:1]
    return np.divide(left, first, out=np.full(left.shape, np.nan), where=first > 0.0)


def loops_sentence(loops: Sequence[LoopRecord]) -> str:
    """How far the rounds brought the residual down."""
    if not loops:
        return _tr("Nothing was fitted yet.")
    rounds = max(record.round for record in loops)
    if rounds == 0:
        return _tr("First fit done. Friction and dynamics take turns from here.")
    total = np.sqrt(np.nanmean(loop_shares(loops)[-1] ** 2))
    return _tr("Round {rounds}: what the model leaves is down to {share} of the first fit.").format(
        rounds=rounds, share=percent(float(total))
    )


def friction_sentence(friction: JointFriction, *, unit: str) -> str:
    """The friction of one joint: slow, fast, and what the load adds."""
    if friction.curve_speed.size == 0:
        return _tr("The fit was stopped before the friction was drawn.")
    speed, torque = friction.curve_speed, friction.curve_torque
    slow = float(np.abs(torque[np.argmin(np.abs(speed))]))
    fast = float(np.max(np.abs(torque[[0, -1]])))
    words = _tr("Turning slowly without load takes {slow} {unit}, at its fastest here {fast} {unit}.").format(
        slow=number(slow), fast=number(fast), unit=unit
    )
    load = [one for one in friction.coefficients if one.expression.startswith("load-dependent")]
    if not load or load[0].judgement.verdict is Verdict.NOT_MEASURABLE:
        return words
    share, std = load[0].value, load[0].std
    if abs(share) < max(_LEAST_LOAD_SHARE, 2.0 * std):
        return f"{words} " + _tr("The load on the gear does not change it noticeably.")
    return f"{words} " + _tr("Of the load on the gear, {share} ± {std} come on top.").format(
        share=percent(share), std=percent(std)
    )


def dynamics_sentence(result: IdentificationResult) -> str:
    """How well the parameters of the links are known, and whether bodies can have them."""
    count = len(result.base_parameters)
    known = sum(one.judgement.verdict in {Verdict.GOOD, Verdict.USABLE} for one in result.base_parameters)
    words = _tr("{known} of {count} parameters of the links are known well enough to be used.").format(
        known=known, count=count
    )
    physical = result.physical
    if physical is None:
        return words
    if not physical.feasible:
        return f"{words} " + _tr("No real links with such parameters were found.")
    cost = physical.held_out_cost if physical.held_out_cost is not None else physical.cost
    if cost < _LEAST_COST:
        return f"{words} " + _tr("Real links with these parameters exist.")
    return f"{words} " + _tr("The nearest real links raise the error by {cost}.").format(cost=percent(cost))


def compensation_sentence(result: IdentificationResult, joint: int) -> str:
    """Whether the learner is used for a joint, and what proved it."""
    if result.residual_model is None:
        return _tr("No learner was asked for. Choose one under More options of Choose runs.")
    found = result.residual_model.joints[joint]
    gain = 1.0 - found.error_with / found.error_without if found.error_without > 0.0 else 0.0
    reasons = " ".join(reason_text(reason) for reason in found.judgement.reasons)
    if not found.active:
        return " ".join(filter(None, (_tr("Off for this joint."), reasons)))
    proven = _tr("On: on runs left out one after the other, the error fell by {gain}.").format(
        gain=percent(gain)
    )
    return " ".join(filter(None, (proven, reasons)))
