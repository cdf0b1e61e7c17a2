"""The clock of a joined file in a sentence. No Qt."""

from app.speech.language import translate
from app.speech.units import MILLISECOND, DisplayUnit, two_digits, write
from app.speech.words import meaning_word
from core.exchange.joining import Alignment

_PPM = DisplayUnit("ppm", 1e6)


def clock_sentence(name: str, clock: Alignment) -> str:
    """Sentence on the shift and stretch of the clock of file ``name`` to that of the first, with evidence."""
    sentence = translate(
        "JoinedWords",
        "{name}: its clock was shifted by {offset} and stretched by {drift} onto that of the first file, "
        "found by the {common} (correlation {correlation}).",
    )
    return sentence.format(
        name=name,
        offset=write(two_digits(clock.offset, MILLISECOND, clock.offset_std)).text,
        drift=write(two_digits(clock.drift, _PPM, clock.drift_std)).text,
        common=meaning_word(clock.common.value),
        correlation=f"{clock.correlation:.3f}",
    )
