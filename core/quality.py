"""Verdicts: one vocabulary for the reliability of a result, always with its reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Fact


class Verdict(StrEnum):
    """Reliability of a result, from best to worst."""

    GOOD = "good"
    USABLE = "usable"
    REPEAT = "repeat"
    NOT_MEASURABLE = "not-measurable"


class Word(StrEnum):
    """Five words that people read for a verdict, from best to worst; ``app.speech.words`` names them.

    A result in a file or a JSON document has one of the four verdicts. *Needs care* is added where the
    result is also compared with what is usual or with what is set in the controller.
    """

    GOOD = "good"
    USABLE = "usable"
    NOT_MEASURED = "not-measured"
    MEASURE_AGAIN = "measure-again"
    NEEDS_CARE = "needs-care"


WORDS: Mapping[Verdict, Word] = {
    Verdict.GOOD: Word.GOOD,
    Verdict.USABLE: Word.USABLE,
    Verdict.REPEAT: Word.MEASURE_AGAIN,
    Verdict.NOT_MEASURABLE: Word.NOT_MEASURED,
}
"""The word of a verdict, where nothing needs care."""
UNREADABLE = "unreadable"
"""In the place of a verdict, for a file that cannot be read."""
_ORDER = tuple(Verdict)
UNDETERMINED = 1.0
"""Relative standard deviation above which a parameter is *not determined*: it may as well be zero."""


def is_determined(value: float, std: float) -> bool:
    """False if the standard deviation of a parameter exceeds its value; True where it is unknown (NaN).

    For parameters alone: zero is a result for a backlash, a coordinate or a change.
    """
    return not std > UNDETERMINED * abs(value)


@dataclass(frozen=True)
class Reason:
    """Reason for a verdict that is not better: a stable code and facts, worded by ``app.errors.text``."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    verdict: Verdict = Verdict.USABLE


@dataclass(frozen=True)
class Judgement:
    """A verdict with its reasons; no reasons means that nothing is deficient."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def of(cls, reasons: Iterable[Reason]) -> "Judgement":
        """The worst verdict among the reasons, or *good* where there is none."""
        found = tuple(reasons)
        return cls(worst(reason.verdict for reason in found), found)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of the verdicts; *good* if there is none."""
    return max(verdicts, key=_ORDER.index, default=Verdict.GOOD)


def word_of(verdict: Verdict | Word, *, needs_care: bool = False) -> Word:
    """The word of a verdict; only what is measured well can need care."""
    word = verdict if isinstance(verdict, Word) else WORDS[verdict]
    return Word.NEEDS_CARE if needs_care and word in {Word.GOOD, Word.USABLE} else word


def worst_word(words: Iterable[Word]) -> Word:
    """The worst of some words; *good* without one."""
    return max(words, key=list(Word).index, default=Word.GOOD)
