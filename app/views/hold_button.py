"""Hold to start: a button that must be held down for one second, with pointer or finger only.

Letting go, leaving the button, or losing it for any other reason cancels. A key never
starts a motion. A window that was frozen in between gives no credit for that time.
"""

import time

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.theme import current_theme
from app.tokens import CARD_RADIUS, GRID, STOP_SIZE
from app.views.text import BOLD

HOLD_TIME_S = 1.0
_TICK_MS = 33
_LARGEST_CREDIT_S = 0.1
"""The most that one tick adds, however late it comes."""
_PADDING = 4 * GRID


class HoldButton(QAbstractButton):
    """``held`` comes after one second of uninterrupted pressing; ``let_go`` when that was too short."""

    held = Signal()
    let_go = Signal()

    def __init__(self, text: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("pointer_only", True)  # noqa: FBT003  # Qt's own order
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._held_s, self._last_tick_s = 0.0, 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self.set_text(text)
        current_theme().changed.connect(self.updateGeometry)
        current_theme().changed.connect(self.update)

    @property
    def is_held(self) -> bool:
        """Whether somebody is holding it now."""
        return self._timer.isActive()

    @property
    def fraction(self) -> float:
        """How much of the second is over, 0 to 1."""
        return min(self._held_s / HOLD_TIME_S, 1.0)

    def set_text(self, text: str) -> None:
        """Name what holding starts."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(self.tr("Hold for one second with the pointer or a finger."))
        self.updateGeometry()

    def cancel(self) -> None:
        """Take the hold back, as if the pointer had left."""
        if not self._timer.isActive():
            return
        self._timer.stop()
        self._held_s = 0.0
        self.setDown(False)
        self.update()
        self.let_go.emit()

    def sizeHint(self) -> QSize:
        """As wide as its words, as high as STOP."""
        width = QFontMetrics(current_theme().font(weight=BOLD)).horizontalAdvance(self.text())
        return QSize(max(width + 2 * _PADDING, STOP_SIZE[0]), STOP_SIZE[1])

    def minimumSizeHint(self) -> QSize:
        """Never smaller."""
        return self.sizeHint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to count."""
        if event.button() is not Qt.MouseButton.LeftButton or not self.isEnabled():
            event.ignore()
            return
        self._begin()
        event.accept()

    def _begin(self) -> None:
        self._held_s, self._last_tick_s = 0.0, time.monotonic()
        self.setDown(True)
        self._timer.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Leaving the button cancels."""
        if not self.rect().contains(event.position().toPoint()):
            self.cancel()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Letting go cancels."""
        self.cancel()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key starts a motion."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """No key starts a motion."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Leaving, being hidden or disabled, or another window in front: all of them cancel."""
        if event.type() in _CANCELLING:
            self.cancel()
        return bool(super().event(event))

    def paintEvent(self, _event: object) -> None:
        """Draw the ground, how much of the second is over, and the words over both."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        outline = QPainterPath()
        outline.addRoundedRect(place, CARD_RADIUS, CARD_RADIUS)
        enabled = self.isEnabled()
        is_plain = enabled or theme.tokens.hairline == theme.tokens.muted  # else words on their own colour
        painter.fillPath(outline, theme.colour("surface" if is_plain else "hairline"))
        painter.setFont(theme.font(weight=BOLD))
        self._paint_words(painter, place, "accent" if enabled else "muted")
        done = QRectF(place.left(), place.top(), place.width() * self.fraction, place.height())
        if done.width() > 0:
            painter.save()
            painter.setClipRect(done)
            painter.fillPath(outline, theme.colour("accent"))
            self._paint_words(painter, place, "on_accent")
            painter.restore()
        painter.setPen(QPen(theme.colour("accent" if enabled else "hairline"), 2))
        painter.drawPath(outline)
        painter.end()

    def _paint_words(self, painter: QPainter, place: QRectF, colour: str) -> None:
        painter.setPen(current_theme().colour(colour))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.text())

    def _tick(self) -> None:
        now_s = time.monotonic()
        self._held_s += min(now_s - self._last_tick_s, _LARGEST_CREDIT_S)
        self._last_tick_s = now_s
        self.update()
        if self._held_s >= HOLD_TIME_S:
            self._timer.stop()
            self._held_s = 0.0
            self.setDown(False)
            self.held.emit()


_CANCELLING = {
    QEvent.Type.Leave,
    QEvent.Type.Hide,
    QEvent.Type.EnabledChange,
    QEvent.Type.WindowDeactivate,
    QEvent.Type.TouchCancel,
    QEvent.Type.UngrabMouse,
}
