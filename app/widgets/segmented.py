"""A row of buttons of which exactly one is chosen; one with the verdict of each joint."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import CARD_RADIUS
from app.speech.words import WORD_GLYPHS, verdict_word, with_joint_numbers
from app.widgets.glyphs import paint_glyph
from app.widgets.layouts import Flow, bare_row
from app.widgets.painting import ink_on, smooth_painter
from app.widgets.text import BOLD, Button
from core.quality import Verdict, Word, word_of

_AROUND_LINES = 20
_DISC, _GLYPH, _PAD, _GAP = 22.0, 15.0, 10.0, 6.0
_TINT = 0.10


class ButtonRow(QWidget):
    """Buttons of which exactly one is chosen; subclasses add the buttons to ``_group``."""

    chosen = Signal(int)
    """Carries the number of the button that a person chose."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self.chosen.emit)

    @property
    def index(self) -> int:
        """Number of the chosen button; -1 without one."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Choose a button without emitting ``chosen``."""
        button = self._group.button(index)
        if button is not None:
            button.setChecked(True)

    def press(self, index: int) -> None:
        """Choose a button as a person does, emitting ``chosen``."""
        button = self._group.button(index)
        if button is not None:
            button.click()


class Segmented(ButtonRow):
    """Choice of one of a few words; arrow keys move between them."""

    def __init__(self, name: str, words: Sequence[str] = ()) -> None:
        super().__init__(name)
        self._row = Flow(parent=self)
        self._words: tuple[str, ...] = ()
        self.show_words(words)

    @property
    def count(self) -> int:
        """Number of buttons."""
        return len(self._words)

    def show_words(self, words: Sequence[str]) -> None:
        """Set the captions; the number of the choice is kept if it still exists."""
        if tuple(words) == self._words:
            return
        same_count = len(words) == len(self._words)
        kept = max(self.index, 0)
        self._words = tuple(words)
        if same_count:  # making new widgets takes about a frame
            self._rename(words)
        else:
            self._rebuild(words, chosen=min(kept, len(words) - 1))

    def _rename(self, words: Sequence[str]) -> None:
        for number, word in enumerate(words):
            button = self._group.button(number)
            assert isinstance(button, Button)
            button.set_text(word)

    def _rebuild(self, words: Sequence[str], *, chosen: int) -> None:
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()  # now, because it is deleted later
            button.deleteLater()
        for number, word in enumerate(words):
            button = Button(word, role="segment")
            button.setCheckable(True)
            self._group.addButton(button, number)
            self._row.addWidget(button)
        self.choose(chosen)


class VerdictButton(QAbstractButton):
    """A button with the joint's number on its colour, its name, and its verdict."""

    def __init__(self) -> None:
        super().__init__()
        self._joint, self._name, self._word = 0, "", Word.GOOD
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)
        current_theme().changed.connect(self.update)

    def show_verdict(self, joint: int, name: str, verdict: Verdict | Word) -> None:
        """Show a joint, counted from 0, with its name and verdict."""
        name = with_joint_numbers(name)
        self._joint, self._name, self._word = joint, name, word_of(verdict)
        self.setAccessibleName(f"{name}: {verdict_word(self._word)}")
        self.setToolTip(self.accessibleName())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Size with the whole name and the word of the verdict."""
        theme = current_theme()
        name = QFontMetricsF(theme.font(weight=BOLD)).horizontalAdvance(self._name)
        word = QFontMetricsF(theme.font()).horizontalAdvance(verdict_word(self._word))
        width = max(_DISC + name, _GLYPH + word) + _GAP + 2.0 * _PAD
        return QSize(math.ceil(width), _height())

    def minimumSizeHint(self) -> QSize:
        """Size of number and sign; name and word can be shortened."""
        return QSize(round(_DISC + _GAP + 2.0 * _PAD), _height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button; the chosen one has a strong border and a tint."""
        theme = current_theme()
        with smooth_painter(self) as painter:
            self._paint_frame(painter)
            line = float(theme.line_height())
            upper, lower = self.height() / 2.0 - line / 2.0 - 2.0, self.height() / 2.0 + line / 2.0 + 2.0
            disc = QRectF(_PAD, upper - _DISC / 2.0, _DISC, _DISC)
            colour = QColor(theme.tokens.joint(self._joint))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(disc)
            painter.setPen(ink_on(colour))
            painter.setFont(theme.font(weight=BOLD))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._joint + 1))
            painter.setPen(theme.colour("text"))
            self._paint_line(painter, _PAD + _DISC + _GAP, upper, self._name)
            sign = QRectF(_PAD, lower - _GLYPH / 2.0, _GLYPH, _GLYPH)
            paint_glyph(painter, sign, WORD_GLYPHS[self._word], theme.tokens)
            painter.setFont(theme.font())
            painter.setPen(theme.colour("muted"))
            self._paint_line(painter, _PAD + _GLYPH + _GAP, lower, verdict_word(self._word))

    def _paint_frame(self, painter: QPainter) -> None:
        theme = current_theme()
        is_chosen = self.isChecked()
        width = 2.0 if is_chosen else 1.0
        frame = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.setPen(QPen(theme.colour("accent" if is_chosen else "hairline"), width))
        painter.setBrush(theme.colour("surface"))
        painter.drawRoundedRect(frame, CARD_RADIUS, CARD_RADIUS)
        if is_chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent", _TINT))
            painter.drawRoundedRect(frame, CARD_RADIUS, CARD_RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("text"), 2.0))
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), CARD_RADIUS - 1, CARD_RADIUS - 1)

    def _paint_line(self, painter: QPainter, left: float, middle: float, words: str) -> None:
        line = float(current_theme().line_height())
        place = QRectF(left, middle - line / 2.0, self.width() - left - _GAP, line)
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, math.ceil(place.width()))
        painter.drawText(place, side, shown)


def _height() -> int:
    """Height of two lines with their margins, pixels."""
    return 2 * current_theme().line_height() + _AROUND_LINES


class VerdictButtons(ButtonRow):
    """A row of verdict buttons, which are reused; arrow keys move between them."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._buttons: list[VerdictButton] = []
        self._row = bare_row(of=self)

    def show_verdicts(self, entries: Sequence[tuple[int, str, Verdict | Word]]) -> None:
        """Show these joints (counted from 0) with name and verdict; the number of the choice is kept."""
        while len(self._buttons) < len(entries):
            button = VerdictButton()
            self._group.addButton(button, len(self._buttons))
            self._row.addWidget(button)
            self._buttons.append(button)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(entries))
            if place < len(entries):
                button.show_verdict(*entries[place])
        self.choose(min(max(self.index, 0), len(entries) - 1))
