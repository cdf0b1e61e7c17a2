"""The left rail: numbered steps with shape and word for their state."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.shell.chapter_button import ChapterButton
from app.shell.step_words import state_word, step_word
from app.visit.steps import Step
from app.widgets.card import Card
from app.widgets.glyphs import STEP_GLYPHS, paint_glyph
from app.widgets.text import BOLD, Text
from core.workflow import StepState

WIDTH = 220
COMPACT_WIDTH = 80
"""Width with room for signs and numbers alone, px."""
_AROUND_LINES, _AROUND_LOW_LINES = 16, 6
"""Room around both lines of a step, px: usual, and where a guide has more steps than fit."""
_GLYPH_SIZE = 18
_MARGIN, _GAP = 6, 8
_MOST_IN_A_CHAPTER = 5


def _row_height(around: int) -> int:
    return max(2 * current_theme().line_height() + around, TARGET_HEIGHT)


class StepButton(QAbstractButton):
    """One step: sign, number and name, and the word of its state below."""

    def __init__(self, step: Step, *, number: int) -> None:
        super().__init__()
        self._step, self._number, self._state = step, number, StepState.NOT_YET
        self._parts = (0, 0)
        self._indent = 0
        self._is_compact = False
        self._reason = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        current_theme().changed.connect(self._take_size)
        self._take_size()
        self._show_words()

    @property
    def state(self) -> StepState:
        """State that is shown."""
        return self._state

    def show_in_chapter(self, *, is_in_one: bool) -> None:
        """Stand a little to the right of the heading of a chapter."""
        self._indent = _GAP if is_in_one else 0
        self.update()

    def show_number(self, number: int) -> None:
        """Show the number of the step in the guide."""
        if number != self._number:
            self._number = number
            self._show_words()

    def show_state(self, state: StepState, *, parts: tuple[int, int]) -> None:
        """Show the state of the step; ``parts`` are those that are done, and how many there are."""
        if (state, parts) != (self._state, self._parts):
            self._state, self._parts = state, parts
            self._show_words()

    def show_reason(self, reason: str) -> None:
        """Show why the step cannot be opened; empty where it can."""
        if reason != self._reason:
            self._reason = reason
            self.setAccessibleDescription(reason)
            self._show_words()

    def show_compact(self, *, compact: bool) -> None:
        """Show sign and number alone; the tooltip has the rest."""
        if compact is not self._is_compact:
            self._is_compact = compact
            self._show_words()
            self._take_size()

    def _take_size(self) -> None:
        low = TARGET_HEIGHT if self._is_compact else _row_height(_AROUND_LOW_LINES)
        self.setMinimumHeight(low)
        self.updateGeometry()
        self.update()

    def _show_words(self) -> None:
        name = self.tr("Step {number}, {name}: {state}").format(
            number=self._number, name=step_word(self._step), state=self._state_word()
        )
        self.setAccessibleName(name)
        self.setToolTip("\n".join(filter(None, (name, self._reason))) if self._is_compact else self._reason)
        self.update()

    def _state_word(self) -> str:
        return state_word(self._state, parts=self._parts)

    def sizeHint(self) -> QSize:
        """Width of the rail, and height of both lines."""
        if self._is_compact:
            return QSize(COMPACT_WIDTH - 4 * GRID, TARGET_HEIGHT)
        return QSize(WIDTH - 4 * GRID, _row_height(_AROUND_LINES))

    def paintEvent(self, _event: object) -> None:
        """Draw sign and words; the current step is bold."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        line, glyph = theme.line_height(), theme.scaled(_GLYPH_SIZE)
        upper = (self.height() - line * (1 if self._is_compact else 2)) / 2.0
        begin = _MARGIN + (0 if self._is_compact else self._indent)
        left = begin + glyph + _GAP
        sign = QRectF(begin, upper + (line - glyph) / 2.0, glyph, glyph)
        paint_glyph(painter, sign, STEP_GLYPHS[self._state], theme.tokens)
        self._paint_words(painter, QRectF(left, upper, self.width() - left, line))
        painter.end()

    def _paint_words(self, painter: QPainter, place: QRectF) -> None:
        theme = current_theme()
        begin = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.colour("muted" if self._state is StepState.NOT_YET else "text"))
        painter.setFont(theme.font(weight=BOLD) if self._state is StepState.NOW else theme.font())
        if self._is_compact:
            painter.drawText(place, begin, str(self._number))
            return
        painter.drawText(place, begin, f"{self._number}. {step_word(self._step)}")
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font())
        painter.drawText(place.translated(0.0, place.height()), begin, self._state_word())


class StepRail(Card):
    """All steps of a guide; a step that can be opened reacts to a click. A low window scrolls them."""

    chosen = Signal(object)
    """Step."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._is_compact = False
        self.setAccessibleName(self.tr("Steps"))
        self.column.setSpacing(0)
        self.buttons: dict[Step, StepButton] = {}
        self.chapters: dict[str, ChapterButton] = {}
        """Headings of the present guide; a short one has none."""
        self._headings: dict[str, ChapterButton] = {}
        self._chapter_of: Mapping[Step, str] = {}
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
        current_theme().changed.connect(self._take_width)
        self._take_width()

    def show_compact(self, *, compact: bool) -> None:
        """Show signs and numbers alone, or names and states too."""
        if compact is self._is_compact:
            return
        self._is_compact = compact
        for button in self._made.values():
            button.show_compact(compact=compact)
        self._fold()
        self._take_width()

    def _take_width(self) -> None:
        self.setFixedWidth(current_theme().scaled(COMPACT_WIDTH if self._is_compact else WIDTH))
        self._fit_note()

    def show_guide(self, steps: Sequence[Step], *, chapters: Mapping[Step, str]) -> None:
        """Offer the steps of another guide, under the headings of their ``chapters``."""
        if tuple(self.buttons) == tuple(steps):
            return
        self._steps.setEnabled(False)  # else every button that comes or goes lays the whole window out
        for step, button in self.buttons.items():
            self._steps.removeWidget(button)
            button.setVisible(step in steps)
        self.buttons = {step: self._button(step, number) for number, step in enumerate(steps, start=1)}
        for chapter in self.chapters.values():
            self._steps.removeWidget(chapter)
            chapter.hide()
        self._chapter_of, self._now = chapters, None
        self.chapters = {name: self._heading(name) for name in dict.fromkeys(chapters.values())}
        last = ""
        for step, button in self.buttons.items():
            if (name := chapters.get(step, "")) != last and name:
                self._steps.insertWidget(self._steps.count() - 1, self.chapters[name])
            self._steps.insertWidget(self._steps.count() - 1, button)
            button.show_in_chapter(is_in_one=bool(name))
            last = name
        self._fold()
        self._steps.setEnabled(True)
        self._steps.activate()
        self._fit_note()

    def _heading(self, chapter: str) -> ChapterButton:
        """Heading of a chapter, made once as the buttons are."""
        if chapter not in self._headings:
            self._headings[chapter] = heading = ChapterButton(chapter)
            heading.toggled.connect(self._fold)
        return self._headings[chapter]

    @Slot()
    def _fold(self) -> None:
        """Show the steps of the open chapters; a narrow rail has all numbers and no headings."""
        for heading in self.chapters.values():
            heading.setVisible(not self._is_compact)
        for step, button in self.buttons.items():
            of = self.heading_of(step)
            button.setVisible(of is None or self._is_compact or of.isChecked())

    def _open_chapter(self, step: Step) -> None:
        """Open the chapter of the step in front, and fold the others."""
        for name, heading in self.chapters.items():
            heading.setChecked(name == self._chapter_of.get(step, ""))

    def heading_of(self, step: Step) -> ChapterButton | None:
        """Heading of the chapter of a step; None for a step without a chapter."""
        return self.chapters.get(self._chapter_of.get(step, ""))

    def show_chapters(self) -> None:
        """Show the state of the chapters, once the states of their steps are shown."""
        for name, heading in self.chapters.items():
            heading.show_states(
                [button.state for step, button in self.buttons.items() if self._chapter_of.get(step) == name]
            )

    def _button(self, step: Step, number: int) -> StepButton:
        """Button of a step, made once: a new widget takes longer than the rest of turning the guide."""
        if step not in self._made:
            self._made[step] = button = StepButton(step, number=number)
            button.clicked.connect(lambda: self.chosen.emit(step))
            button.show_compact(compact=self._is_compact)
        self._made[step].show_number(number)
        return self._made[step]

    def show_note(self, text: str) -> None:
        """Show a note at the foot of the rail, where the steps leave room for it."""
        if text != self._note.text():
            self._note.setText(text)
            self._fit_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the note, which a low window has no room for."""
        super().resizeEvent(event)
        self._fit_note()
        self._show_now()

    def _fit_note(self) -> None:
        rows = len(self.buttons) if not self.chapters else len(self.chapters) + _MOST_IN_A_CHAPTER
        steps = rows * _row_height(_AROUND_LINES) + 2 * GRID
        room = self.height() - steps
        fits = room >= self._note.heightForWidth(self.width() - 2 * GRID)
        self._note.setVisible(fits and not self._is_compact and bool(self._note.text()))

    def show_step(
        self,
        step: Step,
        state: StepState,
        *,
        can_open: bool,
        reason: str = "",
        parts: tuple[int, int] = (0, 0),
    ) -> None:
        """Show one step, with the reason where it cannot be opened."""
        button = self.buttons[step]
        button.show_state(state, parts=parts)
        button.show_reason(reason)
        button.setEnabled(can_open or state is StepState.NOW)
        if state is StepState.NOW and step is not self._now:
            self._now = step
            self._open_chapter(step)
            self._show_now()

    def _show_now(self) -> None:
        """Scroll to the open step."""
        button = self.buttons.get(self._now) if self._now is not None else None
        if button is not None:
            self._scroll.ensureWidgetVisible(button, 0, TARGET_HEIGHT)
