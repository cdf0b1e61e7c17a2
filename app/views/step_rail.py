"""The left rail: numbered steps with shape and word for their state."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from app.steps import Step
from app.theme import current_theme
from app.tokens import GRID, TARGET_HEIGHT
from app.views.card import Card
from app.views.glyphs import STEP_GLYPHS, paint_glyph
from app.views.text import BOLD, Text
from app.words import state_word, step_word
from core.workflow import StepState

WIDTH = 220
_ROW_HEIGHT, _LOW_ROW_HEIGHT = 52, TARGET_HEIGHT
"""Usual, and where a guide has more steps than the window has room for."""
_GLYPH_SIZE = 18


class StepButton(QAbstractButton):
    """One step: sign, number and name, and the word of its state below."""

    def __init__(self, step: Step, *, number: int) -> None:
        super().__init__()
        self._step, self._number, self._state = step, number, StepState.NOT_YET
        self.setMinimumHeight(_LOW_ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        current_theme().changed.connect(self.update)
        self._say_state()

    @property
    def state(self) -> StepState:
        """The state shown."""
        return self._state

    def show_number(self, number: int) -> None:
        """Which step of the guide it is."""
        if number != self._number:
            self._number = number
            self._say_state()

    def show_state(self, state: StepState) -> None:
        """Show how the step stands."""
        if state is not self._state:
            self._state = state
            self._say_state()

    def show_reason(self, reason: str) -> None:
        """Show why the step cannot be opened; empty where it can."""
        if reason != self.toolTip():
            self.setToolTip(reason)
            self.setAccessibleDescription(reason)

    def _say_state(self) -> None:
        self.setAccessibleName(
            self.tr("Step {number}, {name}: {state}").format(
                number=self._number, name=step_word(self._step), state=state_word(self._state)
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the rail lets it be."""
        return QSize(WIDTH - 4 * GRID, _ROW_HEIGHT)

    def paintEvent(self, _event: object) -> None:
        """Draw sign and words; the current step is bold."""
        theme = current_theme()
        now = self._state is StepState.NOW
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        upper = 5 - min(_ROW_HEIGHT - self.height(), _ROW_HEIGHT - _LOW_ROW_HEIGHT) / 2
        sign = QRectF(GRID, upper + 3, _GLYPH_SIZE, _GLYPH_SIZE)
        paint_glyph(painter, sign, STEP_GLYPHS[self._state], theme.tokens)
        left, width = GRID + _GLYPH_SIZE + 10, self.width() - GRID - _GLYPH_SIZE - 10
        active = self._state is not StepState.NOT_YET
        painter.setPen(theme.colour("text" if active else "muted"))
        painter.setFont(theme.font(weight=BOLD) if now else theme.font())
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            QRectF(left, upper, width, 24), alignment, f"{self._number}. {step_word(self._step)}"
        )
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font())
        painter.drawText(QRectF(left, upper + 22, width, 20), alignment, state_word(self._state))
        painter.end()


class StepRail(Card):
    """All steps of a guide; a step that can be opened reacts to a click. A low window scrolls them."""

    chosen = Signal(object)
    """Step."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(self.tr("Steps"))
        self.column.setSpacing(0)
        self.buttons: dict[Step, StepButton] = {}
        self._made: dict[Step, StepButton] = {}
        self._now: Step | None = None
        inside = QWidget()
        inside.setProperty("role", "page")
        self._steps = QVBoxLayout(inside)
        self._steps.setContentsMargins(0, 0, 0, 0)
        self._steps.setSpacing(0)
        self._steps.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(inside)
        self.column.addWidget(self._scroll, 1)
        self._note = Text(role="muted", wrap=True)
        self._note.setContentsMargins(GRID, GRID, GRID, GRID)
        self.column.addWidget(self._note)

    def show_guide(self, steps: Sequence[Step]) -> None:
        """Offer the steps of another guide."""
        if tuple(self.buttons) == tuple(steps):
            return
        self._steps.setEnabled(False)  # else every button that comes or goes lays the whole window out
        for step, button in self.buttons.items():
            self._steps.removeWidget(button)
            button.setVisible(step in steps)
        self.buttons = {step: self._button(step, number) for number, step in enumerate(steps, start=1)}
        for place, button in enumerate(self.buttons.values()):
            self._steps.insertWidget(place, button)
            button.setVisible(True)
        self._steps.setEnabled(True)
        self._steps.activate()
        self._fit_note()

    def _button(self, step: Step, number: int) -> StepButton:
        """Made once: a new widget costs more than all the rest of turning to another guide."""
        if step not in self._made:
            self._made[step] = button = StepButton(step, number=number)
            button.clicked.connect(lambda: self.chosen.emit(step))
        self._made[step].show_number(number)
        return self._made[step]

    def show_note(self, text: str) -> None:
        """Show what is said at the foot of the rail, where the steps leave room for it."""
        if text != self._note.text():
            self._note.setText(text)
            self._fit_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low window has room for the steps alone."""
        super().resizeEvent(event)
        self._fit_note()
        self._show_now()

    def _fit_note(self) -> None:
        steps = len(self.buttons) * _ROW_HEIGHT + 2 * GRID
        self._note.setVisible(self.height() - steps >= self._note.heightForWidth(WIDTH - 2 * GRID))

    def show_step(self, step: Step, state: StepState, *, can_open: bool, reason: str = "") -> None:
        """Show one step, with the reason where it cannot be opened."""
        button = self.buttons[step]
        button.show_state(state)
        button.show_reason(reason)
        button.setEnabled(can_open or state is StepState.NOW)
        if state is StepState.NOW and step is not self._now:
            self._now = step
            self._show_now()

    def _show_now(self) -> None:
        """Bring the step that is open into sight."""
        button = self.buttons.get(self._now) if self._now is not None else None
        if button is not None:
            self._scroll.ensureWidgetVisible(button, 0, _LOW_ROW_HEIGHT)
