"""A large card that is a button: sign, heading, one sentence; as high as its words need."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.look.theme import TextSize, current_theme
from app.look.tokens import CARD_RADIUS, GRID
from app.widgets.glyphs import Glyph, paint_glyph
from app.widgets.text import BOLD

_GLYPH_SIZE, _BELOW_GLYPH = 28, 12
_SIDE, _EDGE, _BETWEEN = 2 * GRID, 12, 4
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_ONE_LINE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_USUAL_WIDTH, _LEAST_WIDTH = 320, 120
_ENDLESS = 1e6


_PICTURE = 104


@dataclass(frozen=True)
class Picture:
    """A small picture at the right of a card, and what it shows in words."""

    paint: Callable[[QPainter, QRectF], None]
    words: str


class StartCard(QAbstractButton):
    """A card whose sentence wraps; without a sign the sentence is one line, shortened at its end."""

    def __init__(
        self,
        heading: str,
        sentence: str,
        *,
        glyph: Glyph | None,
        height: int,
        picture: Picture | None = None,
    ) -> None:
        super().__init__()
        self.picture = picture
        self._sentence, self._glyph, self._least = sentence, glyph, height
        self.setText(heading)
        self.setAccessibleName(heading)
        self.setAccessibleDescription(sentence if picture is None else f"{picture.words}. {sentence}")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if glyph is None:
            self.setToolTip(sentence)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        current_theme().changed.connect(self.updateGeometry)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Usual width; cards share that of the page."""
        return QSize(_USUAL_WIDTH, self.heightForWidth(_USUAL_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """Least width; the height follows from the width."""
        return QSize(_LEAST_WIDTH, self._least)

    def heightForWidth(self, width: int) -> int:
        """Height of heading and sentence where they wrap at this width."""
        inside = width - 2 * _SIDE - self._beside()
        words = self._high(self.text(), bold=True, width=inside) + _BETWEEN
        words += self._high(self._sentence, bold=False, width=inside if self._glyph else _ENDLESS)
        return max(self._least, math.ceil(2 * _EDGE + self._upper() + words))

    def paintEvent(self, _event: object) -> None:
        """Draw surface, line, sign and words."""
        theme = current_theme()
        marked = self.hasFocus() or self.underMouse()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent" if marked else "hairline"), 2 if marked else 1))
        painter.setBrush(theme.colour("window" if self.isDown() else "surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CARD_RADIUS, CARD_RADIUS)
        place = QRectF(self.rect()).adjusted(_SIDE, _EDGE, -_SIDE, -_EDGE)
        if self._glyph is not None:
            size = theme.scaled(_GLYPH_SIZE)
            paint_glyph(painter, QRectF(place.left(), place.top(), size, size), self._glyph, theme.tokens)
        if self.picture is not None:
            left = place.right() - self._beside() + _SIDE
            self.picture.paint(painter, QRectF(left, place.top(), place.right() - left, place.height()))
        self._paint_words(painter, place.adjusted(0, self._upper(), -self._beside(), 0))
        painter.end()

    def _paint_words(self, painter: QPainter, place: QRectF) -> None:
        theme = current_theme()
        painter.setFont(theme.font(self._heading_size(), weight=BOLD))
        painter.setPen(theme.colour("text"))
        painter.drawText(place, int(_WRAPPED), self.text())
        place.adjust(0, self._high(self.text(), bold=True, width=place.width()) + _BETWEEN, 0, 0)
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        if self._glyph is not None:
            painter.drawText(place, int(_WRAPPED), self._sentence)
            return
        metrics = QFontMetricsF(painter.font())
        line = metrics.elidedText(self._sentence, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(_ONE_LINE), line)

    def _beside(self) -> int:
        """Width of the picture beside the words, px."""
        return 0 if self.picture is None else current_theme().scaled(_PICTURE) + _SIDE

    def _upper(self) -> int:
        """Height of the sign above the words, px."""
        return 0 if self._glyph is None else current_theme().scaled(_GLYPH_SIZE) + _BELOW_GLYPH

    def _heading_size(self) -> TextSize:
        return TextSize.BODY if self._glyph is None else TextSize.EMPHASIS

    def _high(self, text: str, *, bold: bool, width: float) -> float:
        theme = current_theme()
        font = theme.font(self._heading_size(), weight=BOLD) if bold else theme.font()
        return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, _ENDLESS), int(_WRAPPED), text).height()
