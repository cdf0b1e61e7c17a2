"""What is about to happen, before it does: a picture, a sentence, what was found, and hold to start."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.tokens import GRID
from app.views.arm_picture import ArmPicture, SweptVolume
from app.views.card import Card, SignedText
from app.views.glyphs import Glyph
from app.views.hold_button import HoldButton
from app.views.text import BOLD, Button, Text, paragraph
from app.views.tick_box import TickBox

_SIDE_WIDTH = 320
_SHOWN_NOTES = 3


@dataclass(frozen=True, eq=False)
class PreviewText:
    """A preview in words, with what is to be painted."""

    headline: str
    sentence: str
    start_words: str
    swept: SweptVolume | None = None
    notes: Sequence[tuple[Glyph, str]] = ()
    """What was found about the motion."""
    allowed: bool = True
    needs_clear_cell: bool = False
    mark: str = ""


class PreviewCard(Card):
    """Picture at the left; words and the button at the right."""

    held = Signal(bool)
    """Held for a second; whether the clear cell was confirmed."""
    again_asked = Signal()
    """Somebody wants it to be worked out anew."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.picture = ArmPicture()
        self._headline = Text(weight=BOLD, wrap=True)
        self._sentence = paragraph()
        self._notes = [SignedText(wrap=True) for _ in range(_SHOWN_NOTES)]
        self.clear_cell = TickBox()
        self.clear_cell.setAccessibleName(
            self.tr("Nobody is inside the fence, the guards are closed, the robot is in automatic mode")
        )
        self.clear_cell.toggled.connect(self._show_button)
        self._clear_words = paragraph(f"{self.clear_cell.accessibleName()}.")
        self.hold = HoldButton(self.tr("Hold to start"))
        self.hold.held.connect(lambda: self.held.emit(self.clear_cell.isChecked()))
        self.again_button = Button(self.tr("Look again"))
        self.again_button.clicked.connect(self.again_asked)
        self._text: PreviewText | None = None
        self._lay_out()
        self.show_waiting("")

    def show_waiting(self, words: str) -> None:
        """Nothing can be started yet, for the reason that is given."""
        self._text = None
        self.hold.cancel()
        self.again_button.hide()
        self._headline.setText(words)
        self._sentence.setText("")
        self._show_notes(())
        self.picture.show_swept(None)
        self._show_confirmation(needed=False)

    def show_preview(self, text: PreviewText) -> None:
        """Show what would happen; a confirmation is never taken over from before."""
        self._text = text
        self.hold.cancel()
        self.again_button.hide()
        self._headline.setText(text.headline)
        self._sentence.setText(text.sentence)
        self._show_notes(text.notes)
        summary = f"{text.headline} {text.sentence}"
        self.picture.show_swept(text.swept, summary=summary, mark=text.mark)
        self.hold.set_text(text.start_words)
        self._show_confirmation(needed=text.needs_clear_cell)

    def offer_again(self, words: str) -> None:
        """Offer to work it out anew."""
        self.again_button.set_text(words)
        self.again_button.show()

    def _show_confirmation(self, *, needed: bool) -> None:
        self.clear_cell.setChecked(False)
        self._clear_row.setVisible(needed)
        self._show_button()

    def _show_button(self) -> None:
        text = self._text
        self.hold.setVisible(text is not None and text.allowed)
        self.hold.setEnabled(
            text is not None and text.allowed and (self.clear_cell.isChecked() or not text.needs_clear_cell)
        )

    def _show_notes(self, notes: Sequence[tuple[Glyph, str]]) -> None:
        for number, view in enumerate(self._notes):
            view.setVisible(number < len(notes))
            if number < len(notes):
                view.show_text(*notes[number])

    def _lay_out(self) -> None:
        side = QWidget()
        side.setFixedWidth(_SIDE_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self._headline)
        column.addWidget(self._sentence)
        for note in self._notes:
            column.addWidget(note)
        column.addStretch(1)
        self._clear_row = QWidget()
        row = QHBoxLayout(self._clear_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.clear_cell, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._clear_words, 1)
        column.addWidget(self._clear_row)
        for button in (self.again_button, self.hold):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
        whole = QHBoxLayout()
        whole.setSpacing(GRID)
        whole.addWidget(self.picture, 1)
        whole.addWidget(side)
        self.column.addLayout(whole)
