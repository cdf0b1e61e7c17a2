"""The verdict on a trajectory, from its condition number and its shortfalls."""

import math
from collections.abc import Iterator, Sequence

from core.errors import Fact
from core.excitation.keep_outs.keep_out import Shortfall
from core.quality import Judgement, Reason, Verdict

WELL_CONDITIONED = 100.0
POORLY_CONDITIONED = 300.0
"""Condition numbers up to which a trajectory is *good*, and from which on it must not be used."""


def excitation_judgement(
    *, condition_number: float, limit_use: float, shortfalls: Sequence[Shortfall]
) -> Judgement:
    """The verdict from the base regressor's condition number, the share of the limits and the shortfalls."""
    return Judgement.of([*_conditioning(condition_number), *_limits(limit_use), *_forbidden(shortfalls)])


def _conditioning(condition_number: float) -> Iterator[Reason]:
    facts: dict[str, Fact] = {"condition_number": condition_number}
    if not math.isfinite(condition_number):
        yield Reason("excitation-rank-short", {}, Verdict.NOT_MEASURABLE)
    elif condition_number > POORLY_CONDITIONED:
        yield Reason("excitation-poor", {**facts, "limit": POORLY_CONDITIONED}, Verdict.REPEAT)
    elif condition_number > WELL_CONDITIONED:
        yield Reason("excitation-fair", {**facts, "limit": WELL_CONDITIONED}, Verdict.USABLE)


def _limits(limit_use: float) -> Iterator[Reason]:
    if limit_use > 1.0:
        yield Reason("excitation-beyond-limits", {"limit_use": limit_use}, Verdict.REPEAT)


def _forbidden(shortfalls: Sequence[Shortfall]) -> Iterator[Reason]:
    """A reason if any shortfall forbids the motion; the shortfalls themselves have the details."""
    blocking = sum(shortfall.blocking for shortfall in shortfalls)
    if blocking:
        yield Reason("excitation-forbidden", {"count": blocking}, Verdict.REPEAT)
