"""Heading of a chapter in the list of steps: it folds the steps away, and shows their state."""

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.shell.step_words import chapter_word, state_word
from app.widgets.glyphs import STEP_GLYPHS, paint_glyph
from app.widgets.painting import round_pen
from app.widgets.text import BOLD
from core.workflow import StepState

_MARGIN, _GAP, _GLYPH_SIZE, _ARROW_SIZE = 6, 8, 18, 8


def common_state(states: Collection[StepState]) -> StepState:
    """State of a chapter by those of its steps: what needs a person first, else how far it is."""
    for found in (StepState.NOW, StepState.OUT_OF_DATE, StepState.PARTLY):
        if found in states:
            return found
    if set(states) == {StepState.DONE}:
        return StepState.DONE
    return StepState.NOT_YET


class ChapterButton(QAbstractButton):
    """Name of a chapter after the sign of its state; checked while its steps are shown."""

    def __init__(self, chapter: str) -> None:
        super().__init__()
        self._word, self._state, self._done, self._count = chapter_word(chapter), StepState.NOT_YET, 0, 0
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(self._show_words)
        current_theme().changed.connect(self.updateGeometry)
        self._show_words()

    def show_states(self, states: Collection[StepState]) -> None:
        """Show the state of the steps of the chapter."""
        self._state, self._count = common_state(states), len(states)
        self._done = sum(state is StepState.DONE for state in states)
        self._show_words()

    def sizeHint(self) -> QSize:
        """Height of a target."""
        return QSize(0, max(TARGET_HEIGHT, current_theme().line_height() + 2 * _GAP))

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint."""
        return self.sizeHint()

    def _show_words(self) -> None:
        shown = self.tr("open") if self.isChecked() else self.tr("folded")
        words = self.tr("Chapter {name}, {shown}: {done} of {count} steps done")
        words = words.format(name=self._word, shown=shown, done=self._done, count=self._count)
        self.setAccessibleName(words)
        self.setToolTip("" if self._state is StepState.NOW else state_word(self._state, parts=self._parts))
        self.update()

    @property
    def _parts(self) -> tuple[int, int]:
        return self._done, self._count

    def paintEvent(self, _event: object) -> None:
        """Paint the sign, the name, how many steps are done, and the arrow."""
        theme = current_theme()
        line, glyph = theme.line_height(), theme.scaled(_GLYPH_SIZE)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
            upper = (self.height() - line) / 2.0
            sign = QRectF(_MARGIN, upper + (line - glyph) / 2.0, glyph, glyph)
            paint_glyph(painter, sign, STEP_GLYPHS[self._state], theme.tokens)
            left = _MARGIN + glyph + _GAP
            place = QRectF(left, upper, self.width() - left - _MARGIN, line)
            self._paint_arrow(painter, place)
            place.setRight(place.right() - _ARROW_SIZE - _GAP)
            painter.setFont(theme.font())
            painter.setPen(theme.colour("muted"))
            name = QFontMetricsF(theme.font(weight=BOLD)).horizontalAdvance(self._word)
            done = f"{self._done}/{self._count}"
            if name + _GAP / 2.0 + painter.fontMetrics().horizontalAdvance(done) <= place.width():
                # beside a scroll bar only the name has room; the count is in the accessible name
                aside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(place, aside, done)
            painter.setFont(theme.font(weight=BOLD))
            painter.setPen(theme.colour("text"))
            begin = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(place, begin, self._word)

    def _paint_arrow(self, painter: QPainter, place: QRectF) -> None:
        """Paint an arrow down while the steps are shown, else to the side."""
        x, y, half = place.right() - _ARROW_SIZE / 2.0, place.center().y(), _ARROW_SIZE / 2.0
        down = ((x - half, y - half / 2.0), (x, y + half / 2.0), (x + half, y - half / 2.0))
        aside = ((x - half / 2.0, y - half), (x + half / 2.0, y), (x - half / 2.0, y + half))
        painter.setPen(round_pen(current_theme().colour("muted"), 1.6))
        painter.drawPolyline(
            QPolygonF([QPointF(*corner) for corner in (down if self.isChecked() else aside)])
        )
