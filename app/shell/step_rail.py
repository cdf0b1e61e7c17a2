"""The left rail: one row for each step or chapter, with shape and word for its state; others under *More*."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QVBoxLayout, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.shell.step_words import chapter_word, state_word, step_word
from app.visit.steps import Step
from app.widgets.glyphs import STEP_GLYPHS, paint_glyph
from app.widgets.layouts import Card
from app.widgets.text import BOLD, Button
from core.workflow import GuideStep, StepState

WIDTH = 220
COMPACT_WIDTH = 80
"""Width with room for signs and numbers alone, px."""
_AROUND_LINES, _AROUND_LOW_LINES = 16, 6
"""Room around both lines of a step, px: usual, and where a guide has more steps than fit."""
_GLYPH_SIZE = 18
_MARGIN, _GAP = 6, 8


def _row_height(around: int) -> int:
    return max(2 * current_theme().line_height() + around, TARGET_HEIGHT)


class StepButton(QAbstractButton):
    """A row: sign, number and name, and the word of its state below; a step of a chapter has one line."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word, self._number, self._state = word, "", StepState.NOT_YET
        self._parts = (0, 0)
        self._is_inside = self._is_compact = False
        self._is_row = True
        self._reason = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        current_theme().changed.connect(self._take_size)
        self._take_size()
        self._show_words()

    @property
    def state(self) -> StepState:
        """State that is shown."""
        return self._state

    def show_place(self, number: str, *, is_inside: bool = False, is_row: bool = True) -> None:
        """Show the number of a row; a step below a row is in one line (``is_inside``)."""
        if (number, is_inside, is_row) != (self._number, self._is_inside, self._is_row):
            self._number, self._is_inside, self._is_row = number, is_inside, is_row
            self._show_words()
            self._take_size()

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

    @property
    def _has_one_line(self) -> bool:
        return self._is_compact or self._is_inside

    def _take_size(self) -> None:
        low = TARGET_HEIGHT if self._has_one_line else _row_height(_AROUND_LOW_LINES)
        self.setMinimumHeight(low)
        self.updateGeometry()
        self.update()

    def _show_words(self) -> None:
        state = state_word(self._state, parts=self._parts)
        name = self.tr("Step {number}, {name}: {state}").format(
            number=self._number, name=self._word, state=state
        )
        self.setAccessibleName(name)
        self.setToolTip("\n".join(filter(None, (name, self._reason))) if self._has_one_line else self._reason)
        self.update()

    def sizeHint(self) -> QSize:
        """Width of the rail, and height of both lines."""
        if self._has_one_line:
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
        upper = (self.height() - line * (1 if self._has_one_line else 2)) / 2.0
        begin = _MARGIN + (glyph + _GAP if self._is_inside and not self._is_compact else 0)
        left = begin + glyph + _GAP
        sign = QRectF(begin, upper + (line - glyph) / 2.0, glyph, glyph)
        paint_glyph(painter, sign, STEP_GLYPHS[self._state], theme.tokens)
        self._paint_words(painter, QRectF(left, upper, self.width() - left, line))
        painter.end()

    def _paint_words(self, painter: QPainter, place: QRectF) -> None:
        theme = current_theme()
        begin = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.colour("text" if self.isEnabled() else "muted"))
        painter.setFont(theme.font(weight=BOLD) if self._state is StepState.NOW else theme.font())
        if self._has_one_line:
            painter.drawText(place, begin, self._number if self._is_compact else self._word)
            return
        painter.drawText(place, begin, f"{self._number}. {self._word}" if self._is_row else self._word)
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font())
        painter.drawText(
            place.translated(0.0, place.height()), begin, state_word(self._state, parts=self._parts)
        )


class StepRail(Card):
    """All steps of a guide; a step that can be opened reacts to a click. A low window scrolls them.

    The steps of a chapter are seen below its row while one of them is in front, those under *More* in place
    of the rows, until they are folded again.
    """

    chosen = Signal(object)
    """Step."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._is_compact = self._shows_more = False
        self.setAccessibleName(self.tr("Steps"))
        self.column.setSpacing(0)
        self.buttons: dict[Step, StepButton] = {}
        self.rows: dict[str, StepButton] = {}
        """Rows of the chapters of the present guide."""
        self._chapter_of: dict[Step, str] = {}
        self._more: frozenset[Step] = frozenset()
        self._entries: dict[str, Step] = {}
        self._made: dict[Step, StepButton] = {}
        self._made_rows: dict[str, StepButton] = {}
        self._shape: object = None
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
        self.more_button = Button(role="quiet")
        self.more_button.setMinimumWidth(TARGET_HEIGHT)  # a narrow rail has room for a sign alone
        self.more_button.clicked.connect(self._turn)
        self.column.addWidget(self.more_button)
        current_theme().changed.connect(self._take_width)
        self._take_width()
        self._show_more_button()

    def show_compact(self, *, compact: bool) -> None:
        """Show signs and numbers alone, or names and states too."""
        if compact is self._is_compact:
            return
        self._is_compact = compact
        for button in (*self._made.values(), *self._made_rows.values()):
            button.show_compact(compact=compact)
        self._show_more_button()
        self._take_width()

    def _take_width(self) -> None:
        self.setFixedWidth(current_theme().scaled(COMPACT_WIDTH if self._is_compact else WIDTH))

    def show_guide(self, rows: Sequence[Sequence[GuideStep]], *, more: Sequence[GuideStep]) -> None:
        """Offer the steps of another guide: one row after the other, and those under *More*."""
        if (shape := (rows, more)) == self._shape:
            return
        self._shape = shape
        self._steps.setEnabled(False)  # else every button that comes or goes lays the whole window out
        for button in (*self.buttons.values(), *self.rows.values()):
            self._steps.removeWidget(button)
            button.hide()
        self.buttons, self.rows, self._chapter_of, self._now = {}, {}, {}, None
        for number, row in enumerate(rows, start=1):
            if len(row) == 1:
                self._add(row[0], str(number))
                continue
            chapter = row[0].chapter
            self.rows[chapter] = self._placed(self._row(chapter))
            self.rows[chapter].show_place(str(number))
            for part, step in enumerate(row, start=1):
                self._add(step, f"{number}.{part}", is_inside=True)
                self._chapter_of[Step(step.key)] = chapter
        for number, step in enumerate(more, start=len(rows) + 1):
            self._add(step, str(number), is_row=False)
        self._more = frozenset(Step(step.key) for step in more)
        self.more_button.setVisible(bool(more))
        self._shows_more = False
        self._arrange()
        self._steps.setEnabled(True)
        self._steps.activate()

    def _add(self, step: GuideStep, number: str, *, is_inside: bool = False, is_row: bool = True) -> None:
        key = Step(step.key)
        self.buttons[key] = button = self._placed(self._button(key))
        button.show_place(number, is_inside=is_inside, is_row=is_row)

    def _placed(self, button: StepButton) -> StepButton:
        """Put a button at the end."""
        self._steps.insertWidget(self._steps.count() - 1, button)
        return button

    def _button(self, step: Step) -> StepButton:
        """Button of a step, made once: a new widget takes longer than the rest of turning the guide."""
        if step not in self._made:
            self._made[step] = button = StepButton(step_word(step))
            button.clicked.connect(lambda: self.chosen.emit(step))
            button.show_compact(compact=self._is_compact)
        return self._made[step]

    def _row(self, chapter: str) -> StepButton:
        """Row of a chapter, made once as the buttons are."""
        if chapter not in self._made_rows:
            self._made_rows[chapter] = button = StepButton(chapter_word(chapter))
            button.clicked.connect(lambda: self.chosen.emit(self._entries[chapter]))
            button.show_compact(compact=self._is_compact)
        return self._made_rows[chapter]

    @Slot()
    def _turn(self) -> None:
        """Show the steps under *More*, or the rows again."""
        self._shows_more = not self._shows_more
        self._arrange()
        self.more_button.setFocus()

    def _arrange(self) -> None:
        """Show what is open."""
        self._show_more_button()
        for row in self.rows.values():
            row.setVisible(not self._shows_more)
        opened = self._chapter_of.get(self._now, "") if self._now is not None else ""
        for step, button in self.buttons.items():
            is_open = self._chapter_of.get(step, opened) == opened
            button.setVisible(self._shows_more if step in self._more else is_open and not self._shows_more)

    def _show_more_button(self) -> None:
        words = self.tr("Back to the steps") if self._shows_more else self.tr("More")
        self.more_button.setText(("‹" if self._shows_more else "›") if self._is_compact else words)
        self.more_button.setAccessibleName(words)
        self.more_button.setToolTip(words if self._is_compact else "")

    def way_to(self, step: Step) -> QAbstractButton | None:
        """What shows the button of a step that is not in sight: the row of its chapter, or *More*."""
        if not self.buttons[step].isHidden():
            return None
        return (
            self.more_button
            if (step in self._more) is not self._shows_more
            else self.rows[self._chapter_of[step]]
        )

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
        _show(self.buttons[step], state, can_open=can_open, reason=reason, parts=parts)
        if state is StepState.NOW and step is not self._now:
            self._now, self._shows_more = step, step in self._more
            self._arrange()
            self._show_now()

    def show_row(
        self,
        chapter: str,
        state: StepState,
        *,
        entry: Step,
        parts: tuple[int, int],
    ) -> None:
        """Show the row of a chapter, which opens the step ``entry``; show its steps before."""
        of = [button for step, button in self.buttons.items() if self._chapter_of.get(step) == chapter]
        first = self.buttons[entry]
        if any(button.state is StepState.NOW for button in of):
            state = StepState.NOW
        _show(
            self.rows[chapter],
            state,
            can_open=first.isEnabled(),
            reason=first.accessibleDescription(),
            parts=parts,
        )
        self._entries[chapter] = entry

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the open step in sight."""
        super().resizeEvent(event)
        self._show_now()

    def _show_now(self) -> None:
        """Scroll to the open step."""
        button = self.buttons.get(self._now) if self._now is not None else None
        if button is not None:
            self._scroll.ensureWidgetVisible(button, 0, TARGET_HEIGHT)


def _show(
    button: StepButton, state: StepState, *, can_open: bool, reason: str, parts: tuple[int, int]
) -> None:
    button.show_state(state, parts=parts)
    button.show_reason(reason)
    button.setEnabled(can_open or state is StepState.NOW)
