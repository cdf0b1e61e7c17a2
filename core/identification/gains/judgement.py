"""Verdicts on drive gains, joint by joint and as a whole."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.estimation.estimate import ENOUGH_BLOCKS
from core.identification.gains.result import GainScatter
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

WELL_KNOWN = 0.03
"""Relative standard deviation up to which a gain is *good*; a payload inherits it."""
POORLY_KNOWN = 0.1
"""Relative standard deviation from which a gain must not be used."""
UNKNOWN = 0.3
"""Relative standard deviation from which the runs do not determine a gain."""
FAR_FROM_DESCRIPTION = 0.15
"""Relative deviation from the description that is reported; motors of one type differ by some per cent."""


def joint_judgement(relative_std: float) -> Judgement:
    """The verdict on one gain; ``relative_std`` is NaN if it is not determined."""
    if not relative_std <= UNKNOWN:
        return Judgement.of([Reason("gain-undetermined", {}, Verdict.NOT_MEASURABLE)])
    if relative_std <= WELL_KNOWN:
        return Judgement(Verdict.GOOD)
    verdict = Verdict.USABLE if relative_std <= POORLY_KNOWN else Verdict.REPEAT
    return Judgement.of([Reason("gain-uncertain", {"relative_std": relative_std}, verdict)])


def gains_judgement(
    joints: Sequence[Judgement],
    *,
    names: Sequence[str],
    scatter: GainScatter,
    settled: bool,
    block_count: int,
    ratio: FloatArray | None,
) -> Judgement:
    """The verdict on all gains together; one pair of runs is *usable* at best.

    ``ratio`` (n,) is that to the description's gains.
    """
    found = [judgement.verdict for judgement in joints]
    reasons = []
    if scatter is GainScatter.BLOCKS:
        reasons.append(Reason("gain-one-pair", {}, Verdict.USABLE))
    if block_count < ENOUGH_BLOCKS:
        facts: dict[str, Fact] = {"blocks": block_count, "wanted": ENOUGH_BLOCKS}
        reasons.append(Reason("few-time-blocks", facts, Verdict.USABLE))
    if not settled:
        reasons.append(Reason("gain-search-unsettled", {}, Verdict.REPEAT))
    unknown = np.array([verdict is Verdict.NOT_MEASURABLE for verdict in found])
    if unknown.any():
        verdict = Verdict.NOT_MEASURABLE if unknown.all() else Verdict.REPEAT
        reasons.append(Reason("gains-undetermined", {"joints": _named(names, unknown)}, verdict))
    # with one pair every gain is at most usable, which another reason reports
    for verdict in (Verdict.REPEAT,) if scatter is GainScatter.BLOCKS else (Verdict.USABLE, Verdict.REPEAT):
        weak = np.array([verdict is own for own in found])
        if weak.any():
            reasons.append(Reason("gains-uncertain", {"joints": _named(names, weak)}, verdict))
    if ratio is not None:
        far = np.abs(ratio - 1.0) > FAR_FROM_DESCRIPTION
        if far.any():
            reasons.append(
                Reason("gain-far-from-description", {"joints": _named(names, far)}, Verdict.USABLE)
            )
    return Judgement.of(reasons)


def _named(names: Sequence[str], chosen: npt.NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(name for name, own in zip(names, chosen, strict=True) if own)
