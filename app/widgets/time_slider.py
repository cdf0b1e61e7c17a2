"""A slider over the time of a motion, large enough for gloves; the keyboard moves it by 0.1 s."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.widgets.painting import smooth_painter

_PER_SECOND = 1000
_STEP_S, _PAGE_S = 0.1, 1.0
_GROOVE_PX, _HANDLE_PX, _SIGN_PX = 6.0, 11.0, 5.0
_LEAST_WIDTH = 120


class TimeSlider(QSlider):
    """A slider for the shown time of a motion; a press anywhere goes there."""

    moved_to = Signal(float)
    """Carries the time in s when a person moves the slider."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sign_s: float | None = None
        self._emits = True
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSingleStep(round(_STEP_S * _PER_SECOND))
        self.setPageStep(round(_PAGE_S * _PER_SECOND))
        self.valueChanged.connect(self._emit_moved)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Usual size, as high as a target."""
        return QSize(3 * _LEAST_WIDTH, TARGET_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Least size, as high as a target."""
        return QSize(_LEAST_WIDTH, TARGET_HEIGHT)

    @property
    def seconds(self) -> float:
        """Shown time, s."""
        return self.value() / _PER_SECOND

    def set_duration(self, seconds: float, *, sign: float | None) -> None:
        """Set the range to 0 … ``seconds``, and the time ``sign`` to mark."""
        self._sign_s = sign
        self._emits = False
        self.setRange(0, round(seconds * _PER_SECOND))
        self._emits = True
        self.show_at(0.0)
        self.update()

    def show_at(self, seconds: float) -> None:
        """Show a time in s without emitting ``moved_to``."""
        self._emits = False
        self.setValue(round(seconds * _PER_SECOND))
        self._emits = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the pressed place, and follow the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End following the pointer."""
        self.setSliderDown(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the groove, its part up to the shown time, the mark and the handle."""
        theme = current_theme()
        left, right, middle = _HANDLE_PX, self.width() - _HANDLE_PX, self.height() / 2.0
        here = self._place(self.seconds)
        with smooth_painter(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("hairline"))
            _groove(painter, left, right, middle)
            painter.setBrush(theme.colour("accent"))
            _groove(painter, left, here, middle)
            if self._sign_s is not None:
                self._paint_sign(painter, QPointF(self._place(self._sign_s), middle))
            painter.setPen(QPen(theme.colour("accent"), 3.0 if self.hasFocus() else 2.0))
            painter.setBrush(theme.colour("surface"))
            painter.drawEllipse(QPointF(here, middle), _HANDLE_PX - 2.0, _HANDLE_PX - 2.0)

    def _paint_sign(self, painter: QPainter, place: QPointF) -> None:
        """Paint the mark, a diamond on the groove."""
        theme = current_theme()
        size = _SIGN_PX
        corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        painter.setPen(QPen(theme.colour("surface"), 1.5))
        painter.setBrush(theme.colour("text"))
        painter.drawPolygon(QPolygonF([place + corner for corner in corners]))

    def _place(self, seconds: float) -> float:
        span = max(self.maximum(), 1) / _PER_SECOND
        return _HANDLE_PX + (self.width() - 2.0 * _HANDLE_PX) * min(max(seconds / span, 0.0), 1.0)

    def _follow(self, event: QMouseEvent) -> None:
        share = (event.position().x() - _HANDLE_PX) / max(self.width() - 2.0 * _HANDLE_PX, 1.0)
        self.setValue(round(min(max(share, 0.0), 1.0) * self.maximum()))
        event.accept()

    def _emit_moved(self) -> None:
        if self._emits:
            self.moved_to.emit(self.seconds)


def _groove(painter: QPainter, left: float, right: float, middle: float) -> None:
    place = QRectF(left, middle - _GROOVE_PX / 2.0, max(right - left, 0.0), _GROOVE_PX)
    painter.drawRoundedRect(place, _GROOVE_PX / 2.0, _GROOVE_PX / 2.0)
