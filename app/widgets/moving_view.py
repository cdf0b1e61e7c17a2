"""The arm while it moves, on the whole page: picture, one large number, cells of progress; no buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.widgets.layouts import Card, in_column, in_row
from app.widgets.motion_view import MotionView
from app.widgets.painting import smooth_painter
from app.widgets.running_curve import RunningCurve
from app.widgets.text import BOLD, Text, muted, title

CAP_HEIGHT = 92.0
"""Height of the large digits at any scale, px: they are read from two metres."""
_SPREAD = 32
"""Height of the letters of the ±, px; of its capitals about 24."""
_NARROWEST = 0.6
"""Least width of the digits, over their usual one; their height stays."""
_PICTURE, _ASIDE = 62, 38
"""Shares of the width for the picture, and for the number."""
_CELL = (24, 48)
"""Least width, and height, of a cell, px."""
_MOST_CELL = 160
_TICK = ((-6.0, 0.0), (-2.0, 4.0), (6.0, -5.0))


@dataclass(frozen=True)
class Reading:
    """A value while the arm moves: its caption, digits, unit, and its ± or another line below it."""

    caption: str
    value: str
    unit: str
    below: str = ""


@dataclass(frozen=True)
class Steps:
    """Parts of a procedure: ``done`` of ``count``, and the completed share (0 to 1) of the present one."""

    count: int
    done: int
    share: float
    words: str
    """What they are, such as ``sweeps done``."""


class LargeNumber(QWidget):
    """Digits as high as a thumb, with their unit."""

    def __init__(self) -> None:
        super().__init__()
        self._value, self._unit = "–", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The shown digits."""
        return self._value

    @property
    def cap_height(self) -> float:
        """Height of the painted digits, px."""
        return QFontMetricsF(self._font()).capHeight()

    def show_value(self, value: str, unit: str) -> None:
        """Show digits and their unit."""
        if (value, unit) != (self._value, self._unit):
            self._value, self._unit = value, unit
            self.update()

    def sizeHint(self) -> QSize:
        """Height of the digits, with some room around."""
        return QSize(round(2.5 * CAP_HEIGHT), round(CAP_HEIGHT + 3 * GRID))

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint."""
        return self.sizeHint()

    def paintEvent(self, _event: object) -> None:
        """Paint the digits, narrower where they would not fit, and the unit at their foot."""
        theme, digits = current_theme(), self._font()
        small = theme.font(TextSize.TITLE, weight=BOLD)
        base = self.height() - GRID
        unit = QFontMetricsF(small).horizontalAdvance(self._unit) + GRID if self._unit else 0.0
        wide = QFontMetricsF(digits).horizontalAdvance(self._value)
        squeeze = min(1.0, max((self.width() - unit) / max(wide, 1.0), _NARROWEST))
        with smooth_painter(self) as painter:
            painter.setPen(theme.colour("text"))
            painter.setFont(digits)
            painter.save()
            painter.scale(squeeze, 1.0)
            painter.drawText(0, base, self._value)
            painter.restore()
            painter.setFont(small)
            painter.drawText(round(wide * squeeze + GRID), base, self._unit)

    def _font(self) -> QFont:
        font = current_theme().font(TextSize.TITLE, weight=BOLD)
        font.setPixelSize(200)
        font.setPixelSize(round(200.0 * CAP_HEIGHT / QFontMetricsF(font).capHeight() + 0.5))
        return font


class Cells(QWidget):
    """A cell for each part of a procedure: done, under way, or to come."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = Steps(0, 0, 0.0, "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_CELL[1])

    def show_steps(self, steps: Steps) -> None:
        """Show how far the procedure has come."""
        if steps != self.steps:
            self.steps = steps
            self.setAccessibleName(f"{steps.done} / {steps.count} {steps.words}")
            self.update()

    def paintEvent(self, _event: object) -> None:
        """Paint the cells from the left."""
        count, theme = self.steps.count, current_theme()
        if not count:
            return
        gap = GRID if count * (_CELL[0] + GRID) <= self.width() else 2
        width = min((self.width() - gap * (count - 1)) / count, _MOST_CELL)
        left = self.width() - count * width - gap * (count - 1)
        with smooth_painter(self) as painter:
            for number in range(count):
                cell = QRectF(left + number * (width + gap), 1.0, width, self.height() - 2.0)
                is_done, is_now = number < self.steps.done, number == self.steps.done
                edge = theme.colour("accent" if is_done or is_now else "control_border")
                painter.setPen(QPen(edge, 2.0 if is_now else 1.0))
                painter.setBrush(edge if is_done else theme.colour("surface"))
                painter.drawRoundedRect(cell, 4.0, 4.0)
                if is_done:
                    middle = cell.center()
                    painter.setPen(QPen(theme.colour("on_accent"), 2.0))
                    painter.drawPolyline([middle + type(middle)(x, y) for x, y in _TICK])
                elif is_now and isfinite(self.steps.share):
                    part = QRectF(cell)
                    part.setWidth(cell.width() * min(max(self.steps.share, 0.0), 1.0))
                    painter.fillRect(part.adjusted(1, 1, -1, -1), theme.colour("accent", 0.4))


class MovingView(QWidget):
    """Title, what the arm does, its picture, the number so far, and the cells of progress."""

    def __init__(self, heading: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self.picture, self.curve = MotionView(), RunningCurve(self.tr("The joint that moves"), is_small=True)
        self.number, self.cells = LargeNumber(), Cells()
        self._heading, self._doing = title(heading), muted()
        self._caption = Text(weight=BOLD)
        self._below = Text(weight=BOLD, wrap=True)
        self._done, self._done_words = Text(size=TextSize.EMPHASIS, weight=BOLD), muted()
        self._coming = muted()
        self.curve.show_bare()  # the number says it
        self.aside = QVBoxLayout()
        """Column below the number, for what is particular to a procedure."""
        self._lay_out()
        current_theme().changed.connect(self._take_theme)
        self._take_theme()
        self.show_reading(None)

    @property
    def words(self) -> str:
        """What the arm does, for tests and screen readers."""
        return self._doing.text()

    @property
    def number_words(self) -> str:
        """The number with its caption, unit and ±, for tests and screen readers."""
        return self.number.accessibleName()

    @property
    def coming_words(self) -> str:
        """Words on what comes next."""
        return self._coming.text()

    @property
    def steps_words(self) -> str:
        """How far it has come, such as ``3 of 8 sweeps done``."""
        return f"{self._done.text()} {self._done_words.text()}".strip()

    def leave_curve_out(self) -> None:
        """Leave out the live signal, where the number is another one."""
        self._curve_place.hide()

    def show_doing(self, words: str) -> None:
        """Say what the arm does; empty words keep the last ones."""
        if words and words != self._doing.text():
            self._doing.setText(words)

    def show_coming(self, words: str) -> None:
        """Say what comes next."""
        self._coming.setText(words)
        self._coming.setVisible(bool(words))

    def show_steps(self, steps: Steps | None) -> None:
        """Show how far the procedure has come; None for one without parts."""
        self._steps_card.setVisible(steps is not None)
        if steps is not None:
            self.cells.show_steps(steps)
            self._done.setText(
                self.tr("{done} of {count}").format(done=min(steps.done, steps.count), count=steps.count)
            )
            self._done_words.setText(steps.words)

    def show_reading(self, reading: Reading | None) -> None:
        """Show the number so far; a dash without one."""
        now = Reading("", "–", "") if reading is None else reading
        self._caption.setText(now.caption)
        self.number.show_value(now.value, now.unit)
        self._below.setText(now.below)
        words = " ".join(filter(None, (now.caption, now.value, now.unit, now.below)))
        self.number.setAccessibleName(words)

    def show_facts(self, facts: Sequence[tuple[str, str, str]]) -> None:
        """Show smaller values below: caption, value, and its ± with the unit."""
        while len(self._fact_texts) < len(facts):
            texts = muted(), Text(size=TextSize.EMPHASIS, weight=BOLD), muted()
            self._fact_texts.append(texts)
            self._facts.addLayout(in_column(*texts, spacing=2), 1)
        for place, texts in enumerate(self._fact_texts):
            for text, words in zip(texts, facts[place] if place < len(facts) else ("", "", ""), strict=True):
                text.setText(words)

    def _lay_out(self) -> None:
        picture, number, self._steps_card = Card(margin=1), Card(margin=3 * GRID), Card(margin=2 * GRID)
        picture.column.addWidget(self.picture)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        done = in_column(self._done, self._done_words, spacing=0)
        self._steps_card.column.addLayout(in_row(done, (self.cells, 1), spacing=3 * GRID))
        self._facts = QHBoxLayout()
        self._facts.setSpacing(2 * GRID)
        self._fact_texts: list[tuple[Text, Text, Text]] = []
        for part in (self._caption, self.number, self._below):
            number.column.addWidget(part)
        number.column.addLayout(self.aside, 1)
        self._curve_place = QWidget()
        in_column((self.curve, 1), of=self._curve_place)
        number.column.addWidget(self._curve_place, 1)
        number.column.addLayout(self._facts)
        number.column.addStretch()
        number.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        left = in_column((picture, 1), self._steps_card, spacing=2 * GRID)
        foot = Qt.AlignmentFlag.AlignBottom
        head = in_row(self._heading, (self._doing, 0, foot), (self._coming, 0, foot), 1, spacing=2 * GRID)
        body = in_row((left, _PICTURE), (number, _ASIDE), spacing=2 * GRID)
        in_column(head, (body, 1), of=self, spacing=GRID)

    def _take_theme(self) -> None:
        font = current_theme().font(TextSize.TITLE, weight=BOLD)
        font.setPixelSize(max(font.pixelSize(), current_theme().scaled(_SPREAD)))
        self._below.setFont(font)
        palette = self._below.palette()
        palette.setColor(self._below.foregroundRole(), current_theme().colour("accent"))
        self._below.setPalette(palette)
