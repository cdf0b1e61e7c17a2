"""Fonts of a report: the shipped one in two weights, of which a file holds the letters that it shows.

One font for all languages, since an English report may name an operator, a robot or a recording in
Chinese. It has the signs of measurements too (±, σ, τ, √, ≤), which the built-in fonts lack.
"""

import re

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from resources import path

REGULAR, BOLD = "NotoSansSC", "NotoSansSC-Bold"
_FILES = {REGULAR: "fonts/NotoSansSC-Regular.ttf", BOLD: "fonts/NotoSansSC-Bold.ttf"}
_FIRST_OF_EAST_ASIA = "\u2e80"
_OTHER_SIGNS = {
    "•": "·", "∙": "·", "⋅": "·", "\u202f": "\u00a0", "\u2009": "\u00a0",
}  # fmt: skip
"""Signs that the font lacks, each with one of the same meaning."""
_RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_EXPONENT = re.compile(f"[{_RAISED}]+")
_LOWERED = str.maketrans(_RAISED, "−0123456789")
_UNKNOWN = "?"


def register() -> None:
    """Register the fonts with ReportLab, once in a process."""
    known = pdfmetrics.getRegisteredFontNames()
    for name, file in _FILES.items():
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(path(file))))


def has_letter(letter: str) -> bool:
    """True if the font has the letter."""
    return ord(letter) in pdfmetrics.getFont(REGULAR).face.charToGlyph


def printable(text: str) -> str:
    """Text in the letters of the font; one that it lacks and that has no substitute is a question mark."""
    return "".join(_shown(letter) for letter in _EXPONENT.sub(_exponent, text))


def breaks_anywhere(text: str) -> bool:
    """True for a text with letters between which a line may end without a space."""
    return any(letter >= _FIRST_OF_EAST_ASIA for letter in text)


def _exponent(match: re.Match[str]) -> str:
    """Raised signs as they are where the font has all of them, else behind a caret: 10^−7 is not 10−7."""
    raised = match[0]
    return raised if all(has_letter(sign) for sign in raised) else f"^{raised.translate(_LOWERED)}"


def _shown(letter: str) -> str:
    if letter == "\n" or has_letter(letter):
        return letter
    return _OTHER_SIGNS.get(letter, _UNKNOWN)


register()
