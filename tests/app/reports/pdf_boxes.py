"""Where the text of a PDF is: a box around each piece, as a viewer places it; and what overlaps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth

from app.paper.fonts import BOLD, REGULAR
from tests.app.reports.pdf_text import bold_fonts, decoded, fonts_and_pages

_TOKEN = re.compile(rb"\((?:\\.|[^\\()])*\)|\[[^\]]*\]|[^\s()\[\]]+", re.DOTALL)
_ASCENT, _DESCENT = 0.7, 0.12
"""Height of letters above and below their line, in sizes of the font."""
_TOUCHING = 0.4
"""Points by which boxes may reach into one another: rounding."""
_MOVES, _STATES = {b"Tm", b"Td", b"T*"}, {b"q", b"Q", b"cm", b"Tf", b"TL"}
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Box:
    """A piece of text with its edges in points from the lower left corner of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: "Box") -> bool:
        """True if both cover some of the same area."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > _TOUCHING
            and min(self.top, other.top) - max(self.bottom, other.bottom) > _TOUCHING
        )


def page_boxes(path: Path) -> list[list[Box]]:
    """Boxes of every page; pieces of blanks alone have none."""
    (fonts, pages), bold = fonts_and_pages(path), bold_fonts(path)
    return [list(_Page(fonts, bold).boxes(page)) for page in pages]


def overlapping(boxes: list[Box]) -> list[tuple[str, str]]:
    """Pairs of texts of one page that are drawn over each other."""
    return [(one.text, other.text) for one, other in combinations(boxes, 2) if one.overlaps(other)]


def _times(one: Matrix, other: Matrix) -> Matrix:
    """The transformation ``one``, then ``other``."""
    a, b, c, d, e, f = one
    A, B, C, D, E, F = other
    return a*A + b*C, a*B + b*D, c*A + d*C, c*B + d*D, e*A + f*C + E, e*B + f*D + F  # fmt: skip


class _Page:
    """Follows the drawing instructions of a page that move and write text."""

    def __init__(self, fonts: dict[bytes, dict[int, str]], bold: set[bytes]) -> None:
        self._fonts, self._bold = fonts, bold
        self._current: Matrix = _SAME
        self._line: Matrix = _SAME
        self._kept: list[Matrix] = []
        self._font, self._size, self._leading = b"", 0.0, 0.0
        self._written = 0.0
        """Width of what was written on the line since it was moved."""

    def boxes(self, page: bytes) -> Iterator[Box]:
        """The boxes of a page."""
        operands: list[bytes] = []
        for token in _TOKEN.findall(page):
            if token == b"Tj":
                yield from self._write(decoded(operands[-1][1:-1], self._fonts.get(self._font)))
            elif token in _MOVES:
                self._move(token, [] if token == b"T*" else operands)
            elif token in _STATES:
                self._set(token, operands)
            else:
                operands.append(token)
                continue
            operands = []

    def _write(self, text: str) -> Iterator[Box]:
        name = BOLD if self._font in self._bold else REGULAR
        start = _times((1.0, 0.0, 0.0, 1.0, self._written, 0.0), self._line)
        place = _times(start, self._current)
        self._written += stringWidth(text, name, self._size)
        if shown := text.rstrip(" "):
            size, x, y = self._size * place[3], place[4], place[5]
            wide = stringWidth(shown, name, size)
            yield Box(shown, x, y - _DESCENT * size, x + wide, y + _ASCENT * size)

    def _move(self, token: bytes, operands: list[bytes]) -> None:
        self._written = 0.0
        if token == b"Tm":
            self._line = _matrix(operands)
            return
        x, y = (float(operands[-2]), float(operands[-1])) if operands else (0.0, -self._leading)
        self._line = _times((1.0, 0.0, 0.0, 1.0, x, y), self._line)

    def _set(self, token: bytes, operands: list[bytes]) -> None:
        if token == b"q":
            self._kept.append(self._current)
        elif token == b"Q":
            self._current = self._kept.pop()
        elif token == b"cm":
            self._current = _times(_matrix(operands), self._current)
        elif token == b"Tf":
            self._font, self._size = operands[-2][1:], float(operands[-1])
        else:
            self._leading = float(operands[-1])


def _matrix(operands: list[bytes]) -> Matrix:
    a, b, c, d, e, f = (float(one) for one in operands[-6:])
    return a, b, c, d, e, f
