"""A motion from its preview to its outcome: a picture at the left, words and buttons at the right.

Before the motion the right side shows a sentence, the findings, and the button to hold; during it the
progress; after it the outcome, and a button to do it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.hold_button import HoldButton
from app.widgets.layouts import bare_row
from app.widgets.motion_view import MotionView
from app.widgets.text import BOLD, Button, Text, emphasis, muted, paragraph
from app.widgets.tick_box import TickBox
from app.widgets.view_stack import ViewStack
from core.recording import FloatArray
from core.robot.model import RobotModel

SIDE_WIDTH = 352
LINES = 12.7
"""Height of the card in lines of text; constant, so that nothing jumps when the right side changes."""
LINES_WITH_QUESTION = 15.6
"""The same for a motion that may be so fast that the clear cell has to be confirmed."""
_LEAST_PICTURE = 136
"""Least width of the picture, for the headings of its views, pixels."""
_SHOWN_NOTES = 1
"""Number of shown notes, the gravest first; the others are in a tooltip."""
_STEPS = 1000
_BEFORE, _MEANWHILE, _AFTERWARDS = range(3)


@dataclass(frozen=True, eq=False)
class PreviewMotion:
    """The motion of a preview: the arm with its poses (K, n) rad or m, evenly over ``duration`` s."""

    robot: RobotModel
    poses: FloatArray
    duration: float


@dataclass(frozen=True, eq=False)
class PreviewText:
    """A preview in words, with the motion for the picture."""

    headline: str
    sentence: str
    start_words: str
    motion: PreviewMotion | None = None
    """None where nothing moves."""
    notes: Sequence[tuple[Glyph, str]] = ()
    """Findings about the motion, the gravest first."""
    allowed: bool = True
    needs_clear_cell: bool = False
    mark: str = ""


class MotionCard(Card):
    """A card with the picture of a motion at the left, words and buttons at the right.

    A page that knows more about its motion than a preview gives its own picture, and shows the motion in it.
    """

    held = Signal(bool)
    """Emitted when the button was held for a second; carries True if the clear cell was confirmed."""
    again_asked = Signal()
    """Emitted when the user wants a new preview."""

    def __init__(
        self,
        *,
        lines: float = LINES,
        picture: MotionView | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._lines = lines
        self.picture = picture if picture is not None else MotionView(is_in_card=True)
        self._shows_preview = picture is None
        self._headline, self._sentence = Text(weight=BOLD, wrap=True), paragraph()
        self._notes = [SignedText(wrap=True) for _ in range(_SHOWN_NOTES)]
        self._more_notes = muted()
        self.clear_cell = TickBox()
        self.clear_cell.setAccessibleName(
            self.tr("Nobody is inside the fence, guards are closed, automatic mode is on")
        )
        self.clear_cell.toggled.connect(self._show_button)
        self.hold = HoldButton(self.tr("Hold to start"))
        self.hold.held.connect(lambda: self.held.emit(self.clear_cell.isChecked()))
        self.look_button = Button(self.tr("Check the start pose"))
        self.look_button.clicked.connect(self.again_asked)
        self._doing, self._share = emphasis(), muted()
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self._result, self._result_line = SignedText(size=TextSize.EMPHASIS, wrap=True), paragraph()
        self.again_button = Button(self.tr("Do it again"))
        self.again_button.clicked.connect(self.again_asked)
        self._text: PreviewText | None = None
        self._lay_out()
        current_theme().changed.connect(self._take_height)
        self._take_height()
        self.show_waiting("")

    @property
    def is_before(self) -> bool:
        """True if no motion was started since the last preview."""
        return self._side.currentIndex() == _BEFORE

    @property
    def fraction(self) -> float:
        """Completed share of the running motion, 0 to 1."""
        return self.progress.value() / _STEPS

    @property
    def words(self) -> str:
        """The shown sentences, for tests and screen readers."""
        if self.is_before:
            return f"{self._headline.text()} {self._sentence.text()}".strip()
        if self._side.currentIndex() == _MEANWHILE:
            return self._doing.text()
        return f"{self._result.accessibleName()} {self._result_line.text()}".strip()

    def show_waiting(self, words: str, *, look: str = "") -> None:
        """Show the reason why nothing can be started yet; ``look`` is the caption of a button that helps."""
        self._text = None
        self._show_before(words, "", ())
        if self._shows_preview:
            self.picture.show_nothing("")
        self.look_button.set_text(look or self.tr("Look again"))
        self.look_button.setVisible(bool(look))
        self._show_confirmation(needed=False)

    def show_preview(self, text: PreviewText) -> None:
        """Show a preview; the clear cell has to be confirmed again."""
        self._text = text
        self._show_before(text.headline, text.sentence, text.notes)
        self.picture.set_mark(text.mark)
        if self._shows_preview:
            self._show_motion(text.motion)
        self.hold.set_text(text.start_words)
        self.look_button.set_text(self.tr("Look again"))
        self.look_button.setVisible(not text.allowed)
        self._show_confirmation(needed=text.needs_clear_cell)

    def show_running(self, fraction: float, doing: str) -> None:
        """Show the progress; empty words keep the last ones."""
        self._side.setCurrentIndex(_MEANWHILE)
        self.progress.setValue(round(fraction * _STEPS))
        self._share.setText(f"{round(100 * fraction)} %")
        if doing and doing != self._doing.text():
            self._doing.setText(doing)

    def show_result(self, glyph: Glyph, sentence: str, line: str, *, again: str) -> None:
        """Show the outcome."""
        self._side.setCurrentIndex(_AFTERWARDS)
        self._result.show_text(glyph, sentence)
        self._result_line.setText(line)
        self.again_button.set_text(again)

    def _show_motion(self, motion: PreviewMotion | None) -> None:
        if motion is None or not len(motion.poses):
            self.picture.show_nothing(self.tr("The arm is not moved."))
            return
        self.picture.set_robot(motion.robot, floor_height=0.0)
        self.picture.show_motion(motion.poses, np.linspace(0.0, motion.duration, len(motion.poses)))

    def _take_height(self) -> None:
        """Set the height to the usual lines, or more if the present words need more."""
        theme = current_theme()
        side = self._side.currentWidget()
        layout = side.layout() if side is not None else None
        least = layout.totalMinimumSize().width() if layout is not None else 0
        width = max(round(SIDE_WIDTH * (1.0 + max(theme.scale, 1.0)) / 2.0), least)
        self._side.setFixedWidth(width)
        self.picture.setMinimumWidth(theme.scaled(_LEAST_PICTURE))
        needed = layout.totalMinimumHeightForWidth(width) if layout is not None else 0
        lines = round(self._lines * theme.line_height())
        self.setFixedHeight(max(lines, needed + 2 * GRID + 2))

    def event(self, event: QEvent) -> bool:
        """Set the height again when words have changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._take_height()
        return bool(super().event(event))

    def _show_before(self, headline: str, sentence: str, notes: Sequence[tuple[Glyph, str]]) -> None:
        self.hold.cancel()
        self._side.setCurrentIndex(_BEFORE)
        self._headline.setText(headline)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        for number, view in enumerate(self._notes):
            view.setVisible(number < len(notes))
            if number < len(notes):
                view.show_text(*notes[number])
        rest = [words for _, words in notes[_SHOWN_NOTES:]]
        self._more_notes.setVisible(bool(rest))
        self._more_notes.setText(
            self.tr("and 1 more note")
            if len(rest) == 1
            else self.tr("and {count} more notes").format(count=len(rest))
        )
        self._more_notes.setToolTip("\n".join(rest))

    def _show_confirmation(self, *, needed: bool) -> None:
        self.clear_cell.setChecked(False)
        self._clear_row.setVisible(needed)
        self._show_button()

    def _show_button(self) -> None:
        text = self._text
        allowed = text is not None and text.allowed
        confirmed = text is not None and (self.clear_cell.isChecked() or not text.needs_clear_cell)
        self.hold.setVisible(allowed)
        self.hold.setEnabled(allowed and confirmed)

    def _lay_out(self) -> None:
        self._side = ViewStack()
        for side in (self._before(), self._meanwhile(), self._afterwards()):
            self._side.addWidget(side)
        self.column.addLayout(bare_row((self.picture, 1), self._side))

    def _before(self) -> QWidget:
        side, column = _column()
        column.addWidget(self._headline)
        column.addWidget(self._sentence)
        for note in (*self._notes, self._more_notes):
            column.addWidget(note)
        column.addStretch(1)
        self._clear_row = QWidget()
        row = bare_row(of=self._clear_row, spacing=0)
        row.addWidget(self.clear_cell, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(paragraph(f"{self.clear_cell.accessibleName()}."), 1)
        column.addWidget(self._clear_row)
        for button in (self.look_button, self.hold):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
        return side

    def _meanwhile(self) -> QWidget:
        side, column = _column()
        column.addStretch(1)
        for widget in (self._doing, self.progress, self._share):
            column.addWidget(widget)
        column.addSpacing(GRID)
        self.details = QHBoxLayout()
        self.details.setSpacing(3 * GRID)
        column.addLayout(self.details)
        column.addStretch(1)
        return side

    def _afterwards(self) -> QWidget:
        side, column = _column()
        column.addStretch(1)
        column.addWidget(self._result)
        column.addWidget(self._result_line)
        column.addStretch(1)
        column.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignRight)
        return side


def _column() -> tuple[QWidget, QVBoxLayout]:
    side = QWidget()
    column = QVBoxLayout(side)
    column.setContentsMargins(GRID, GRID, GRID, GRID)
    column.setSpacing(GRID)
    return side, column
