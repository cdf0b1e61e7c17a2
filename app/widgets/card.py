"""Cards: a framed surface, and one that shows a value with its unit and verdict."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.speech.words import verdict_word
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, GlyphView
from app.widgets.text import BOLD, NORMAL, Text, muted
from core.quality import Verdict


class Card(QFrame):
    """A surface with a 1-px line and rounded corners; ``column`` is its layout."""

    def __init__(self, *, margin: int = 2 * GRID, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(GRID)


class SignedText(QWidget):
    """A sign and the word that says the same."""

    def __init__(
        self,
        *,
        glyph_size: int = 18,
        size: TextSize = TextSize.BODY,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self._glyph = GlyphView(Glyph.NOTE, size=glyph_size)
        weight = NORMAL if size is TextSize.BODY else BOLD
        self._text = Text(size=size, weight=weight, wrap=wrap)
        row.addWidget(self._glyph)
        row.addWidget(self._text, 1)

    def show_text(self, glyph: Glyph, text: str) -> None:
        """Show a sign with its word."""
        self._glyph.show_glyph(glyph)
        self._text.setText(text)
        self.setAccessibleName(text)

    def show_verdict(self, verdict: Verdict) -> None:
        """Show a verdict."""
        self.show_text(VERDICT_GLYPHS[verdict], verdict_word(verdict))


class ValueCard(Card):
    """Caption, big value, unit, and a line below; read out as one sentence."""

    def __init__(self, caption: str, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=2 * GRID, parent=parent)
        self.column.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.column.setSpacing(2)
        self._caption = muted(caption)
        self._value = Text(size=TextSize.TITLE, weight=BOLD)
        self._unit = muted()
        self._line = muted()
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self._value)
        row.addWidget(self._unit)
        row.addStretch(1)
        self.column.addWidget(self._caption)
        self.column.addLayout(row)
        self.column.addWidget(self._line)

    def show_value(self, value: str, unit: str, line: str, *, caption: str | None = None) -> None:
        """Show a value; every part may be empty."""
        if caption is not None:
            self._caption.setText(caption)
        self._value.setText(value)
        self._unit.setText(unit)
        self._line.setText(line)
        shown = " ".join(filter(None, (value, unit)))
        self.setAccessibleName(f"{self._caption.text()}: {shown}. {line}".strip())
