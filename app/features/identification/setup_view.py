"""The fault of the set-up on the page of the results: a picture, and its correction as one press."""

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.errors.text import reason_text
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import translate
from app.speech.units import percent
from app.widgets.arranged import fill, in_row
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.painting import faded
from app.widgets.text import Button
from core.identification.setup_checks.correction import Correction, correctable
from core.identification.setup_checks.result import SetupChecks

_RAW_OPACITY = 0.3
_BAR_PX, _NAME_PX, _BARS_PX = 7.0, 96.0, 160.0
_LINE = 1.5
"""Height of a row in heights of its text."""


class SetupView(Card):
    """The fault with its sentence, the error of each joint with and without it, and the correction."""

    correction_asked = Signal(tuple)
    """Emitted with the corrections when the button is pressed."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=2 * GRID, parent=parent)
        self._corrections: tuple[Correction, ...] = ()
        self.reason = SignedText(wrap=True)
        self.correct_button = Button(self.tr("Correct and identify again"))
        self.correct_button.clicked.connect(lambda: self.correction_asked.emit(self._corrections))
        self.picture = SetupPicture()
        fill(self.column, in_row((self.reason, 1), self.correct_button, spacing=2 * GRID), self.picture)
        self.hide()

    def show_setup(self, setup: SetupChecks | None, joints: tuple[str, ...]) -> None:
        """Show the fault of another result; hidden where there is none."""
        self.setVisible(setup is not None and bool(setup.reasons))
        self._corrections = correctable(setup)
        self.correct_button.setVisible(bool(self._corrections))
        if setup is not None and setup.reasons:
            reason = setup.reasons[0]
            self.reason.show_text(VERDICT_GLYPHS[reason.verdict], reason_text(reason))
            self.picture.show_errors(setup, joints)


class SetupPicture(QWidget):
    """A bar for each joint: the share of the torque unexplained, and in it what stays once put right."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, float, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("SetupView", "Share of the torque that stays unexplained"))

    def show_errors(self, setup: SetupChecks, joints: tuple[str, ...]) -> None:
        """Show the errors of each joint as described and put right."""
        given, right = np.nan_to_num(setup.unexplained), np.nan_to_num(setup.corrected)
        self._rows = list(zip(joints, given.tolist(), right.tolist(), strict=True))
        self.setAccessibleDescription(". ".join(f"{name}: {self._words(a, b)}" for name, a, b in self._rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # Qt's own
        """Room for a line per joint."""
        return QSize(int(_NAME_PX + _BARS_PX + self.words_width), int(self._row * len(self._rows)))

    @property
    def words_width(self) -> float:
        """Width in px of the longest numbers beside a bar."""
        metrics = QFontMetricsF(current_theme().font())
        return max(
            (metrics.horizontalAdvance(self._words(*row[1:])) + 1.0 for row in self._rows), default=0.0
        )

    @property
    def _row(self) -> float:
        return max(_LINE * QFontMetricsF(current_theme().font()).height(), 2.0 * _BAR_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt's own
        """Paint name, bars and numbers of each joint."""
        theme, painter = current_theme(), QPainter(self)
        painter.setFont(theme.font())
        metrics = QFontMetricsF(theme.font())
        words_width, row = self.words_width, self._row
        width = max(self.width() - _NAME_PX - words_width - GRID, 1.0)
        largest = max((max(given, right) for _, given, right in self._rows), default=0.0) or 1.0
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for place, (name, given, right) in enumerate(self._rows):
            top = place * row
            painter.setPen(theme.colour("text"))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, _NAME_PX - GRID)
            painter.drawText(QRectF(0.0, top, _NAME_PX, row), left, shown)
            middle = top + row / 2.0
            colour = theme.colour("measured")
            whole = QRectF(_NAME_PX, middle - _BAR_PX, width * given / largest, 2.0 * _BAR_PX)
            painter.fillRect(whole, faded(colour, _RAW_OPACITY))
            rest = QRectF(_NAME_PX, middle - _BAR_PX / 2.0, width * right / largest, _BAR_PX)
            painter.fillRect(rest, colour)
            painter.setPen(theme.colour("muted"))
            words = QRectF(_NAME_PX + width + GRID, top, words_width, row)
            painter.drawText(words, left, self._words(given, right))
        painter.end()

    @staticmethod
    def _words(given: float, right: float) -> str:
        words = translate("SetupView", "{given}, put right {right}")
        return words.format(given=percent(given), right=percent(right))
