"""A slider over the seconds of a motion: thick enough for a glove, by keyboard in tenths of a second."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT

_PER_SECOND = 1000
_STEP_S, _PAGE_S = 0.1, 1.0
_GROOVE_PX, _HANDLE_PX, _SIGN_PX = 6.0, 11.0, 5.0
_LEAST_WIDTH = 120


class TimeSlider(QSlider):
    """Where in a motion somebody looks; a press anywhere goes there."""

    moved_to = Signal(float)
    """s; only when a person moves it."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sign_s: float | None = None
        self._tells = True
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSingleStep(round(_STEP_S * _PER_SECOND))
        self.setPageStep(round(_PAGE_S * _PER_SECOND))
        self.valueChanged.connect(self._tell)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """High enough to be touched."""
        return QSize(3 * _LEAST_WIDTH, TARGET_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The same, shorter."""
        return QSize(_LEAST_WIDTH, TARGET_HEIGHT)

    @property
    def seconds(self) -> float:
        """Where it stands."""
        return self.value() / _PER_SECOND

    def set_duration(self, seconds: float, *, sign: float | None) -> None:
        """From 0 to ``seconds``; ``sign`` is a moment that is marked."""
        self._sign_s = sign
        self._tells = False
        self.setRange(0, round(seconds * _PER_SECOND))
        self.setValue(0)
        self._tells = True
        self.update()

    def show_at(self, seconds: float) -> None:
        """Stand there without telling anybody."""
        self._tells = False
        self.setValue(round(seconds * _PER_SECOND))
        self._tells = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there, and follow the finger."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow it."""
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Stay where it is."""
        self.setSliderDown(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the groove, what is past, the marked moment and the handle."""
        theme = current_theme()
        left, right, middle = _HANDLE_PX, self.width() - _HANDLE_PX, self.height() / 2.0
        here = self._place(self.seconds)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
        """A diamond on the groove."""
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

    def _tell(self) -> None:
        if self._tells:
            self.moved_to.emit(self.seconds)


def _groove(painter: QPainter, left: float, right: float, middle: float) -> None:
    place = QRectF(left, middle - _GROOVE_PX / 2.0, max(right - left, 0.0), _GROOVE_PX)
    painter.drawRoundedRect(place, _GROOVE_PX / 2.0, _GROOVE_PX / 2.0)
