"""Cards: a framed surface, one with a value and its unit; and a text with a sign."""

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.speech.words import verdict_word, with_joint_numbers
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, GlyphView
from app.widgets.layouts import Part, bare_row, fill
from app.widgets.text import BOLD, NORMAL, ElidedText, Text, muted
from core.quality import Verdict, Word


class Card(QFrame):
    """A framed surface with rounded corners; ``column`` is its layout."""

    def __init__(self, *, margin: int = 2 * GRID, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(GRID)


def in_card(*parts: Part, margin: int = GRID) -> Card:
    """Parts one below the other on a card."""
    card = Card(margin=margin)
    fill(card.column, *parts)
    return card


class SignedText(QWidget):
    """A sign with words of the same meaning."""

    def __init__(
        self,
        *,
        glyph_size: int = 18,
        size: TextSize = TextSize.BODY,
        wrap: bool = False,
        elides: bool = False,
    ) -> None:
        super().__init__()
        self._glyph = GlyphView(Glyph.NOTE, size=glyph_size)
        weight = NORMAL if size is TextSize.BODY else BOLD
        kind = ElidedText if elides else Text  # shortened where the room is too narrow
        self._text = kind(size=size, weight=weight, wrap=wrap)
        bare_row(self._glyph, (self._text, 1), of=self)

    def show_text(self, glyph: Glyph, text: str) -> None:
        """Show a sign with its words."""
        self._glyph.show_glyph(glyph)
        self._text.setText(text)
        self.setAccessibleName(with_joint_numbers(text))

    def show_verdict(self, verdict: Verdict | Word) -> None:
        """Show a verdict as sign and word."""
        self.show_text(VERDICT_GLYPHS[verdict], verdict_word(verdict))


class ValueCard(Card):
    """A card with a caption, a large value with its unit, and a line below."""

    def __init__(self, caption: str, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=2 * GRID, parent=parent)
        self.column.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.column.setSpacing(2)
        self._caption = muted(caption)
        self._value = Text(size=TextSize.TITLE, weight=BOLD)
        self._unit = muted()
        self._line = muted()
        self.column.addWidget(self._caption)
        self.column.addLayout(bare_row(self._value, self._unit, None))
        self.column.addWidget(self._line)

    def show_value(self, value: str, unit: str, line: str, *, caption: str | None = None) -> None:
        """Show a value with its unit and a line below; each may be empty."""
        if caption is not None:
            self._caption.setText(caption)
        self._value.setText(value)
        self._unit.setText(unit)
        self._line.setText(line)
        shown = " ".join(filter(None, (value, unit)))
        self.setAccessibleName(f"{self._caption.text()}: {shown}. {line}".strip())
