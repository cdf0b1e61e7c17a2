"""The curves of a plot and their legends: a sample of each line with its name, and bars of residuals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import cosmetic_pen, current_theme
from app.look.tokens import GRID
from app.speech.language import listed, tr
from app.widgets.layouts import Flow, bare_column, bare_row
from app.widgets.painting import smooth_painter
from app.widgets.text import Text, muted
from core.recording import FloatArray

_SAMPLE_WIDTH = 36
_SIZE = (22, 16)

Paint = Callable[[QPainter, QRectF], None]


_SAMPLE, _GAP, _LEAST_SAMPLE = 18.0, 12.0, 7.0
_LINE_PX = 2.5


@dataclass(frozen=True)
class Curve:
    """A curve in display units; ``pen`` is the name of its token or joint."""

    name: str
    unit: str
    x: FloatArray
    y: FloatArray
    pen: str
    """``measured``, ``model``, ``stale``, ``earlier``, or ``joint 1`` …"""


def curve_pen(name: str) -> QPen:
    """Pen of a curve in the present theme; those of a model and of expected values are dashed."""
    theme = current_theme()
    if name == "stale":
        return theme.stale_pen()
    if name == "earlier":
        return cosmetic_pen(theme.tokens.muted)
    if name in {"measured", "model"}:
        return cosmetic_pen(getattr(theme.tokens, name), is_dashed=name == "model")
    kind, _, place = name.rpartition(" ")
    return cosmetic_pen(theme.tokens.joint(int(place) - 1), is_dashed=kind == "expected joint")


class PaintedSample(QWidget):
    """A small painted sample; after a change of ``paint`` call ``update``."""

    def __init__(self, paint: Paint, *, size: tuple[int, int] = _SIZE) -> None:
        super().__init__()
        self.paint = paint
        self.setFixedSize(*size)
        current_theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the sample over its whole area."""
        with smooth_painter(self) as painter:
            self.paint(painter, QRectF(self.rect()))


class PaintedLegend(QWidget):
    """Samples from left to right, each followed by its words."""

    def __init__(self, entries: Sequence[tuple[Paint, str]]) -> None:
        super().__init__()
        row = bare_row(of=self)
        for paint, words in entries:
            row.addWidget(PaintedSample(paint))
            row.addWidget(muted(words))
            row.addSpacing(GRID)
        row.addStretch(1)
        self.setAccessibleName(listed(words for _, words in entries))


def _line(name: str) -> PaintedSample:
    def paint(painter: QPainter, _room: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
        pen = curve_pen(name)
        pen.setWidthF(2.0)
        painter.setPen(pen)
        painter.drawLine(0, 8, _SAMPLE_WIDTH, 8)

    return PaintedSample(paint, size=(_SAMPLE_WIDTH, 16))


def _dot(name: str) -> PaintedSample:
    def paint(painter: QPainter, _room: QRectF) -> None:
        painter.setPen(curve_pen(name))
        painter.setBrush(curve_pen(name).color())
        painter.drawLine(9, 0, 9, 16)
        painter.drawEllipse(6, 5, 6, 6)

    return PaintedSample(paint, size=(_SAMPLE_WIDTH // 2, 16))


class Legend(QWidget):
    """Samples and names of the lines of a plot; the pens in ``dots`` are of points with error bars."""

    def __init__(self, entries: Sequence[tuple[str, str]], *, dots: Sequence[str] = ()) -> None:
        super().__init__()
        lines = Flow(spacing=2 * GRID)
        bare_column(None, lines, None, of=self, spacing=-1)  # in the middle of a higher row
        for pen, name in entries:
            entry = QWidget()
            bare_row(_dot(pen) if pen in dots else _line(pen), Text(name), of=entry)
            lines.addWidget(entry)
        self.setAccessibleName(listed(name for _, name in entries))


def _bar(painter: QPainter, room: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(current_theme().colour("measured"))
    painter.drawRoundedRect(QRectF(room.left(), room.center().y() - 5.0, room.width(), 10.0), 2, 2)


def _noise(painter: QPainter, room: QRectF) -> None:
    painter.setPen(QPen(current_theme().colour("model"), 2.0))
    painter.drawLine(QPointF(room.center().x(), room.top()), QPointF(room.center().x(), room.bottom()))


class ResidualLegend(PaintedLegend):
    """The legend above a table of residuals."""

    def __init__(self) -> None:
        entries = ((_bar, tr("left over")), (_noise, tr("noise alone")))
        super().__init__(entries)


class JointLegend(QWidget):
    """A piece of line and the number for every joint; the pieces shrink with the width."""

    def __init__(self) -> None:
        super().__init__()
        self._joints: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Size with the longest pieces."""
        metrics = QFontMetricsF(current_theme().font())
        return QSize(
            round(len(self._joints) * (_SAMPLE + _GAP + metrics.horizontalAdvance(" 0"))),
            round(metrics.height()),
        )

    def minimumSizeHint(self) -> QSize:
        """No size: the legend may vanish."""
        return QSize(0, 0)

    def show_joints(self, joints: Sequence[int]) -> None:
        """Show these joints, counted from 0."""
        if tuple(joints) == self._joints:
            return
        self._joints = tuple(joints)
        numbers = listed(str(joint + 1) for joint in joints)
        self.setAccessibleName(self.tr("Joints {numbers}").format(numbers=numbers) if joints else "")
        self.updateGeometry()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the entries from the left."""
        if not self._joints:
            return
        theme = current_theme()
        font = theme.font()
        figure = QFontMetricsF(font).horizontalAdvance(" 0")
        step = min(self.width() / len(self._joints), _SAMPLE + _GAP + figure)
        sample = min(_SAMPLE, 0.6 * (step - figure))
        if sample < _LEAST_SAMPLE:
            return
        middle = self.height() / 2.0
        with smooth_painter(self) as painter:
            painter.setFont(font)
            for place, joint in enumerate(self._joints):
                left = place * step
                painter.setPen(QPen(theme.joint_pen(joint).color(), _LINE_PX))
                painter.drawLine(QPointF(left, middle), QPointF(left + sample, middle))
                painter.setPen(theme.colour("text"))
                room = QRectF(left + sample, 0.0, figure + 2.0, float(self.height()))
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, f" {joint + 1}")
