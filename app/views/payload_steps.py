"""Three cards side by side: mass, then x and y, then z; each fills as its step finishes."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.payload_rows import ShownQuantity, ShownStep
from app.theme import TextSize, current_theme
from app.tokens import GRID
from app.views.card import Card
from app.views.flow import Flow
from app.views.glyphs import VERDICT_GLYPHS, Glyph, GlyphView
from app.views.text import BOLD, Text, muted
from app.words import verdict_word

_SIGN_SIZE = 18
_CARDS = 3
"""Of the cards to each other."""
_ROOMY_FROM = 960
_AXES_FROM = 1
"""Cards from this one on name their axis before the number."""


class QuantityView(QWidget):
    """A number with its ± and unit, and below it its verdict as a sign and a word."""

    def __init__(self, *, is_named: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = Text(size=TextSize.EMPHASIS, role="muted")
        self._name.setVisible(is_named)
        self._value = Text(size=TextSize.TITLE, weight=BOLD)
        self._spread = Text(size=TextSize.EMPHASIS)
        self._unit = muted()
        self._other = muted()
        self._other.hide()
        self._sign, self._word = GlyphView(Glyph.EMPTY, size=_SIGN_SIZE), Text()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._numbers = _row(self._name, self._value, self._spread, self._unit)
        column.addLayout(self._numbers)
        column.addWidget(self._other)
        column.addLayout(_row(self._sign, self._word))

    def show_roomy(self, *, is_roomy: bool) -> None:
        """The number large, or as small as a narrow window needs it."""
        self._value.set_size(TextSize.TITLE if is_roomy else TextSize.EMPHASIS)
        self._spread.set_size(TextSize.EMPHASIS if is_roomy else TextSize.BODY)
        self._numbers.setSpacing(GRID if is_roomy else GRID // 2)

    def show_quantity(self, shown: ShownQuantity, *, is_next: bool) -> None:
        """Show a number, or that it is being worked out now, or later."""
        self._name.setText(shown.name)
        self._value.setText(shown.value)
        self._spread.setText(shown.spread)
        self._unit.setText(shown.unit)
        self._other.setText(shown.other)
        self._other.setVisible(bool(shown.other))
        if shown.verdict is not None:
            self._sign.show_glyph(VERDICT_GLYPHS[shown.verdict])
            self._word.setText(verdict_word(shown.verdict))
        else:
            self._sign.show_glyph(Glyph.CURRENT if is_next else Glyph.EMPTY)
            self._word.setText(self.tr("Working it out") if is_next else self.tr("Not yet"))
        self.setAccessibleName(shown.words)


class StepCard(Card):
    """The numbers of one step, and what would make them better."""

    def __init__(self, count: int, *, is_named: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.column.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.column.setSpacing(4)
        self._caption, self._line = muted(), muted()
        self._has_line, self._is_roomy = False, True
        self._views = tuple(QuantityView(is_named=is_named) for _ in range(count))
        numbers = QHBoxLayout()
        numbers.setSpacing(2 * GRID)
        for view in self._views:
            numbers.addWidget(view, 1)
        self.column.addWidget(self._caption)
        self.column.addLayout(numbers)
        self.column.addWidget(self._line)

    def show_roomy(self, *, is_roomy: bool) -> None:
        """With wide margins, or as small as a narrow window needs it."""
        side = 2 * GRID if is_roomy else GRID
        self.column.setContentsMargins(side, GRID + 4, side, GRID + 4)
        self._is_roomy = is_roomy
        self._show_line()
        for view in self._views:
            view.show_roomy(is_roomy=is_roomy)

    def show_step(self, shown: ShownStep, *, is_next: bool, has_line: bool) -> None:
        """Show what is known of it; the cards have a line below their numbers all or none."""
        self._caption.setText(shown.caption)
        self._line.setText(shown.line)
        self._has_line = has_line
        self._show_line()
        for view, quantity in zip(self._views, shown.quantities, strict=True):
            view.show_quantity(quantity, is_next=is_next)
        self.setAccessibleName(f"{shown.caption}. {shown.words}")
        self.setToolTip(shown.line)

    def _show_line(self) -> None:
        self._line.setVisible(self._has_line and self._is_roomy)


class PayloadSteps(QWidget):
    """The cards in the order in which they fill."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = tuple(
            StepCard(2 if place == 1 else 1, is_named=place >= _AXES_FROM) for place in range(_CARDS)
        )
        self._is_roomy = True
        row = Flow(fills=True, parent=self)
        for card in self.cards:
            row.addWidget(card)

    @property
    def words(self) -> str:
        """All three, for tests and screen readers."""
        return " ".join(card.accessibleName() for card in self.cards)

    def show_steps(self, steps: Sequence[ShownStep], *, is_running: bool = False) -> None:
        """Show the steps; while it is being worked out the first that is not known is the next."""
        waiting = [any(one.verdict is None for one in step.quantities) for step in steps]
        following = waiting.index(True) if is_running and any(waiting) else -1
        has_line = any(step.line for step in steps)
        for place, (card, step) in enumerate(zip(self.cards, steps, strict=True)):
            card.show_step(step, is_next=place == following, has_line=has_line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window has smaller numbers."""
        super().resizeEvent(event)
        is_roomy = self.width() >= current_theme().scaled(_ROOMY_FROM)
        if is_roomy != self._is_roomy:
            self._is_roomy = is_roomy
            for card in self.cards:
                card.show_roomy(is_roomy=is_roomy)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
