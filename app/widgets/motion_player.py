"""Plays the animation of a motion: play, pause, time slider, speed."""

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QHideEvent,
    QIcon,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QSlider, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.speech.units import NO_BREAK, SECOND, number
from app.widgets.glyphs import Glyph, glyph_pixmap
from app.widgets.layouts import bare_column
from app.widgets.motion_view import MotionView
from app.widgets.painting import smooth_painter
from app.widgets.segmented import Segmented
from app.widgets.text import Button, Text
from core.drawing.swept_volume import ClosestApproach
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

SPEEDS = (1, 2, 4)
_FRAME_MS = 34
"""Time per frame, ms: slightly less than 30 frames a second."""
_ICON_PX = 18
_TWO_ROWS_BELOW = 640
"""Width below which the controls are in two rows, pixels."""
_ONE_ROW = ((0, 0, 1), (0, 1, 1), (0, 2, 1), (0, 3, 1))
_TWO_ROWS = ((1, 0, 1), (0, 0, 3), (0, 3, 1), (1, 2, 2))
"""Row, column and columns of button, slider, time and speed."""
_MS = 1000.0

_PER_SECOND = 1000
_STEP_S, _PAGE_S = 0.1, 1.0
_GROOVE_PX, _HANDLE_PX, _SIGN_PX = 6.0, 11.0, 5.0
_LEAST_WIDTH = 120


class MotionPlayer(QWidget):
    """The picture of a motion above; button, slider, time and speed below."""

    moment_changed = Signal(float)
    """Carries the shown time of the motion, s, for charts that show the same time."""

    def __init__(self) -> None:
        super().__init__()
        self.view = MotionView()
        self.button = Button()
        self.button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.button.clicked.connect(self.toggle)
        self.slider = TimeSlider(self.tr("Moment of the motion"))
        self.slider.moved_to.connect(self._go_to)
        self.speed = Segmented(self.tr("Speed"), [f"{speed}×" for speed in SPEEDS])
        self.speed.chosen.connect(lambda _index: self._start_clock())
        self.time = Text(role="muted")
        self.is_playing = False
        self._duration = 0.0
        self._in_two_rows: bool | None = None
        self._since, self._from_s = QElapsedTimer(), 0.0
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self._next_frame)
        self._lay_out()
        current_theme().changed.connect(self._take_theme)
        self._take_theme()
        self._show_motion_length()

    @property
    def seconds(self) -> float:
        """Shown time of the motion, s."""
        return self.view.seconds

    @property
    def is_running(self) -> bool:
        """True while frames are painted: only if it plays and is visible."""
        return self._frames.isActive()

    def set_robot(
        self, robot: RobotModel | None, *, floor_height: float | None = None, boxes: Sequence[Box] = ()
    ) -> None:
        """Set the arm, or none, and its surroundings."""
        self.view.set_robot(robot, floor_height=floor_height, boxes=boxes)
        self._duration = 0.0
        self._show_motion_length()

    def show_motion(
        self, poses: FloatArray, times: FloatArray, *, closest: ClosestApproach | None = None
    ) -> None:
        """Show a motion through ``poses`` (K, n) rad or m at ``times`` (K,) s from 0, from its begin.

        Raises
        ------
        BadRequest
            ``motion-shape`` if the poses do not fit the robot.
        """
        self.view.show_motion(poses, times, closest=closest)
        self._duration = float(times[-1]) if len(times) else 0.0
        self._show_motion_length(sign=None if closest is None else closest.time)

    def show_at(self, seconds: float) -> None:
        """Go to a time of the motion, s; playing goes on from there."""
        moment = min(max(seconds, 0.0), self._duration)
        self.slider.show_at(moment)
        self._go_to(moment)

    def toggle(self) -> None:
        """Play, pause, or play again from the begin."""
        if not self.is_playing and self.seconds >= self._duration:
            self.show_at(0.0)
        self.is_playing = not self.is_playing and self._duration > 0.0
        self._start_clock()
        self._take_theme()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the controls for the width."""
        super().resizeEvent(event)
        self._arrange(in_two_rows=self.width() < _TWO_ROWS_BELOW)

    def showEvent(self, event: QShowEvent) -> None:
        """Go on playing."""
        super().showEvent(event)
        self._start_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the frames while the player is hidden."""
        super().hideEvent(event)
        self._frames.stop()

    def _start_clock(self) -> None:
        self._from_s = self.seconds
        self._since.start()
        if self.is_playing and self.isVisible():
            self._frames.start()
        else:
            self._frames.stop()

    def _next_frame(self) -> None:
        """Show the time by the clock, so that a late frame does not slow the motion down."""
        speed = SPEEDS[max(self.speed.index, 0)]
        moment = min(self._from_s + speed * self._since.elapsed() / _MS, self._duration)
        self.slider.show_at(moment)
        self._show(moment)
        if moment >= self._duration:
            self.is_playing = False
            self._frames.stop()
            self._take_theme()

    def _go_to(self, seconds: float) -> None:
        self._show(seconds)
        self._start_clock()

    def _show(self, seconds: float) -> None:
        self.view.show_at(seconds)
        self.time.setText(self._time_words(seconds))
        self.moment_changed.emit(seconds)

    def _time_words(self, seconds: float) -> str:
        now, whole = (number(value, decimals=1) for value in (seconds, self._duration))
        return f"{now} / {whole}{NO_BREAK}{SECOND.symbol}"

    def _show_motion_length(self, *, sign: float | None = None) -> None:
        """Set the controls for a motion of another length, or none; paused at its begin."""
        self.is_playing = False
        self.slider.set_duration(self._duration, sign=sign)
        for control in (self.button, self.slider, self.speed):
            control.setEnabled(self._duration > 0.0)
        self._go_to(0.0)
        self._take_theme()

    def _take_theme(self) -> None:
        """Set word and sign of the button in the present colours; its width never changes."""
        theme = current_theme()
        words = self.tr("Play"), self.tr("Pause")
        word = words[self.is_playing]
        self.button.setText(f"{NO_BREAK}{word}")  # with a gap after the sign
        self.button.setAccessibleName(word)
        glyph = Glyph.PAUSE if self.is_playing else Glyph.PLAY
        ratio = self.devicePixelRatioF()
        self.button.setIcon(QIcon(glyph_pixmap(glyph, _ICON_PX, theme.tokens, ratio=ratio)))
        metrics = QFontMetrics(theme.font())
        widest = max(metrics.horizontalAdvance(word) for word in words)
        self.button.setFixedWidth(widest + _ICON_PX + 6 * GRID)
        self.time.setFixedWidth(metrics.horizontalAdvance(self._time_words(self._duration)) + GRID)

    def _lay_out(self) -> None:
        self._controls = QGridLayout()
        self._controls.setContentsMargins(GRID, 0, GRID, GRID)
        self._controls.setSpacing(GRID)
        bare_column((self.view, 1), self._controls, of=self)
        self._arrange(in_two_rows=False)

    def _arrange(self, *, in_two_rows: bool) -> None:
        """Put all controls in one row, or the slider in a row of its own."""
        if in_two_rows == self._in_two_rows:
            return
        self._in_two_rows = in_two_rows
        places = _TWO_ROWS if in_two_rows else _ONE_ROW
        controls = (self.button, self.slider, self.time, self.speed)
        for control, (row, column, columns) in zip(controls, places, strict=True):
            self._controls.addWidget(control, row, column, 1, columns)
        self._controls.setColumnStretch(1, 1)


class TimeSlider(QSlider):
    """A slider for the shown time of a motion; a press anywhere goes there."""

    moved_to = Signal(float)
    """Carries the time in s when a person moves the slider."""

    def __init__(self, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
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
