"""The readiness list in words: for each line a sign, its state, its reason, and a remedy."""

from collections.abc import Sequence

from app.errors.text import readiness_text
from app.speech.language import tr
from app.widgets.glyphs import Glyph
from app.widgets.readiness_list import ReadinessRow
from devices.safety.readiness import ReadinessLine, ReadinessState

_GLYPHS = {
    ReadinessState.READY: Glyph.CHECK,
    ReadinessState.LIMITED: Glyph.WARNING,
    ReadinessState.NOT_READY: Glyph.CROSS,
}


def state_words(state: ReadinessState) -> str:
    """State of a readiness line in words."""
    return {
        ReadinessState.READY: tr("Ready"),
        ReadinessState.LIMITED: tr("Ready with limits"),
        ReadinessState.NOT_READY: tr("Not ready"),
    }[state]


def _fix_words(fix: str) -> str:
    """Caption of the button for a remedy; empty for one that can only be done at the robot."""
    return {
        "clear-fault": tr("Clear the fault"),
        "reconnect": tr("Reconnect"),
        "check-encoders": tr("Go to the check"),
    }.get(fix, "")


def _reason(line: ReadinessLine) -> str:
    """The sentence of a line; with its short code only if a user may want to quote it."""
    sentence = readiness_text(line)
    return sentence.rpartition(" (")[0] if line.state is ReadinessState.READY else sentence


def readiness_rows(lines: Sequence[ReadinessLine]) -> tuple[ReadinessRow, ...]:
    """The readiness list as rows for the page."""
    return tuple(
        ReadinessRow(
            code=line.code,
            glyph=_GLYPHS[line.state],
            word=state_words(line.state),
            reason=_reason(line),
            fix=line.fix,
            fix_words=_fix_words(line.fix),
        )
        for line in lines
    )
