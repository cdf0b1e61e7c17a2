"""The quality of a network in words, with what a motion needs of it."""

from typing import TYPE_CHECKING

from app.errors.text import reason_text
from app.speech.language import joined_sentences, tr
from app.speech.units import number
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.quality import Verdict

if TYPE_CHECKING:
    from devices.safety.network_quality import NetworkQuality

_MS_PER_S = 1e3


def network_line(found: "NetworkQuality") -> tuple[Glyph, str]:
    """The measured values and the verdict, with the reasons where it is not good."""
    verdict = found.judgement.verdict
    if verdict is Verdict.NOT_MEASURABLE:
        return VERDICT_GLYPHS[verdict], joined_sentences(*map(reason_text, found.judgement.reasons))
    values = tr("Network: round trip {trip} ms, at most {worst} ms; packets up to {delay} ms late.").format(
        trip=_ms(found.round_trip), worst=_ms(found.worst_round_trip), delay=_ms(found.worst_delay)
    )
    said = [*map(reason_text, found.judgement.reasons)] or [_good(found)]
    return VERDICT_GLYPHS[verdict], joined_sentences(values, *said)


def _good(found: "NetworkQuality") -> str:
    if not found.needs_cycle:
        return tr("Good for motion.")
    return tr("Good for reading. Whether it is even enough for motion is measured when the arm is prepared.")


def _ms(seconds: float) -> str:
    return number(seconds * _MS_PER_S, digits=2)
