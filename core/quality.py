"""Verdicts: one vocabulary for how far a result can be trusted, always with its reasons."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Fact


class Verdict(StrEnum):
    """From best to worst."""

    GOOD = "good"
    USABLE = "usable"
    REPEAT = "repeat"
    NOT_MEASURABLE = "not-measurable"


_ORDER = tuple(Verdict)


@dataclass(frozen=True)
class Reason:
    """Why a verdict is not better: a stable code and facts (``app.errors.text`` words it)."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    verdict: Verdict = Verdict.USABLE


@dataclass(frozen=True)
class Judgement:
    """A verdict and what led to it; no reasons means nothing was found wanting."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def of(cls, reasons: Iterable[Reason]) -> "Judgement":
        """The worst verdict among the reasons, or *good* where there is none."""
        found = tuple(reasons)
        return cls(worst(reason.verdict for reason in found), found)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The least trustworthy of the verdicts; *good* for none at all."""
    return max(verdicts, key=_ORDER.index, default=Verdict.GOOD)
