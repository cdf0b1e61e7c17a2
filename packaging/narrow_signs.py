"""Gives signs of the shipped fonts the width that they need beside Latin letters and numbers.

A Chinese font makes ``·``, ``×`` and ``±`` as wide as a character, which spreads ``N·m`` and
``2.41 ± 0.03 kg``. Run it once after the fonts were reduced: ``python packaging/narrow_signs.py``; a
second run changes nothing.
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "fonts"
SIGNS = "·×±÷‐"
SIDE = 60
"""Free space on both sides of a sign, in font units (1000 per em)."""
DOT_SIDE = 80


def narrow(font: TTFont) -> int:
    """Narrow the signs of a font; return the number of changed glyphs."""
    changed = 0
    glyphs, names = font["glyf"], font.getBestCmap()
    for sign in SIGNS:
        name = names.get(ord(sign))
        if name is None:
            continue
        glyph = glyphs[name]
        side = DOT_SIDE if sign == "·" else SIDE
        width = glyph.xMax - glyph.xMin + 2 * side
        if font["hmtx"][name] == (width, side):
            continue
        glyph.coordinates.translate((side - glyph.xMin, 0))
        glyph.recalcBounds(glyphs)
        font["hmtx"][name] = (width, side)
        changed += 1
    return changed


def main() -> int:
    """Change both font files in place."""
    for path in sorted(FOLDER.glob("*.ttf")):
        font = TTFont(path, recalcTimestamp=False)
        count = narrow(font)
        if count:
            font.save(path)
        print(f"{path.name}: {count} signs narrowed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
