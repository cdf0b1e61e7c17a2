"""Criterion for using a learner for a joint, from the errors on motions left out."""

from collections.abc import Sequence

import numpy as np

from core.errors import Fact
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

MOST_HARM = 0.02
"""Largest relative increase of the error on any motion left out."""
LEAST_GAIN = 0.15
"""Smallest mean relative decrease of the error on motions left out.

On virtual arms and on a real one some joints with 10 to 15 % were worse on further motions, by up to 4
%; of those with more, none.
"""
LEAST_GAIN_DIVIDED = 0.25
"""The same for stretches of one motion, which resemble each other."""


def usable_gain(
    without: FloatArray, with_: FloatArray, *, joint: str, motions: Sequence[str], divided: bool
) -> tuple[bool, Judgement]:
    """The verdict on one joint's learner.

    Parameters
    ----------
    without, with_
        (M,) RMS in N·m on each motion left out, before and after.
    divided
        The motions are stretches of one.

    Returns
    -------
    True if it is used, and the verdict with its reasons.
    """
    change = with_ / np.maximum(without, np.finfo(float).tiny) - 1.0
    gain = -float(change.mean())
    wanted = LEAST_GAIN_DIVIDED if divided else LEAST_GAIN
    worst = int(change.argmax())
    facts: dict[str, Fact] = {"joint": joint, "gain": gain, "wanted": wanted}
    if gain <= 0.0:
        return False, Judgement.of([Reason("residual-nothing-to-learn", {"joint": joint}, Verdict.GOOD)])
    if gain < wanted:
        return False, Judgement.of([Reason("residual-gains-too-little", facts, Verdict.GOOD)])
    if change[worst] > MOST_HARM:
        harm: dict[str, Fact] = {"joint": joint, "motion": motions[worst], "harm": float(change[worst])}
        return False, Judgement.of([Reason("residual-worse-on-a-motion", harm, Verdict.USABLE)])
    scatter = float(change.std(ddof=1) / np.sqrt(change.shape[0])) if change.shape[0] > 1 else np.inf
    if change[worst] > 0.0 and gain < 2.0 * scatter:
        facts = {"joint": joint, "gain": gain, "scatter": scatter}
        return False, Judgement.of([Reason("residual-gain-uncertain", facts, Verdict.USABLE)])
    if divided:
        facts = {"joint": joint, "stretches": len(motions)}
        return True, Judgement.of([Reason("residual-proven-within-one-motion", facts, Verdict.USABLE)])
    return True, Judgement(Verdict.GOOD)
