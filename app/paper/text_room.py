"""Text that has to fit a place of a page: cut at its end with an ellipsis."""

from reportlab.pdfbase.pdfmetrics import stringWidth

from app.paper.fonts import REGULAR, printable

_ELLIPSIS = "…"


def fitted(text: str, width: float, *, size: float, font: str = REGULAR) -> str:
    """The text in letters of the font, shortened where it is wider than ``width`` points."""
    shown = printable(text)
    if stringWidth(shown, font, size) <= width:
        return shown
    while shown and stringWidth(shown + _ELLIPSIS, font, size) > width:
        shown = shown[:-1]
    return shown.rstrip() + _ELLIPSIS
