"""Words for what every feature speaks of: verdicts, and marks of what is not real. No Qt."""

from collections.abc import Iterable

from app.speech.language import translate
from core.quality import Verdict
from core.recording import Mark


def _tr(text: str) -> str:
    return translate("Words", text)


def verdict_word(verdict: Verdict) -> str:
    """A verdict in one or two words."""
    return _tr(
        {
            Verdict.GOOD: "Good",
            Verdict.USABLE: "Usable",
            Verdict.REPEAT: "Repeat",
            Verdict.NOT_MEASURABLE: "Not measurable",
        }[verdict]
    )


def mark_word(marks: Iterable[Mark]) -> str:
    """What is striped across everything that no real arm stands behind; empty for a real one."""
    words = {
        Mark.SYNTHETIC: "SYNTHETIC",
        Mark.VIRTUAL: "VIRTUAL",
        Mark.REPLAY: "REPLAY",
        Mark.SAID: "SAID TO BE VIRTUAL",
    }
    found = set(marks)
    return " · ".join(_tr(words[mark]) for mark in Mark if mark is not Mark.NONE and mark in found)
