"""The quality of a network in words, with what a motion needs of it."""

from typing import TYPE_CHECKING

from app.speech.language import joined_sentences, translate
from app.speech.units import number
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.quality import Reason, Verdict

if TYPE_CHECKING:
    from devices.safety.network_quality import NetworkQuality

_MS_PER_S = 1e3


def _tr(text: str) -> str:
    return translate("Network", text)


def network_line(found: "NetworkQuality") -> tuple[Glyph, str]:
    """The measured values and the verdict, with the reasons where it is not good."""
    verdict = found.judgement.verdict
    if verdict is Verdict.NOT_MEASURABLE:
        return VERDICT_GLYPHS[verdict], _tr("Too few packages came to judge the network.")
    values = _tr("Network: round trip {trip} ms, at most {worst} ms; packages up to {delay} ms late.").format(
        trip=_ms(found.round_trip), worst=_ms(found.worst_round_trip), delay=_ms(found.worst_delay)
    )
    said = [_reason_words(reason) for reason in found.judgement.reasons] or [_tr("Good for motion.")]
    return VERDICT_GLYPHS[verdict], joined_sentences(values, *said)


def _reason_words(reason: Reason) -> str:
    is_refused = reason.verdict is Verdict.REPEAT
    if reason.code == "network-delay":
        words = (
            _tr(
                "Beyond {most} ms the controller misses heartbeats and stops motions for no reason: motion "
                "is not allowed. Use a cable instead of a radio link, and close other programs."
            )
            if is_refused
            else _tr("Beyond {good} ms a heartbeat comes late; the controller bears it up to {most} ms.")
        )
    else:
        words = (
            _tr(
                "Beyond {most} ms a STOP arrives too late: motion is not allowed. Connect this computer to "
                "the same network as the arm."
            )
            if is_refused
            else _tr("Beyond {good} ms a STOP travels noticeably; up to {most} ms motion is allowed.")
        )
    facts = reason.facts
    limits = {name: _ms(float(str(facts[name]))) for name in ("good", "most")}
    return words.format(**limits)


def _ms(seconds: float) -> str:
    return number(seconds * _MS_PER_S, digits=2)
