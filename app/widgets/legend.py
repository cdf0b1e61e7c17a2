"""Legends: a sample of each line with its name above a plot or a picture, bars of residuals in a table."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import listed, tr
from app.widgets.curve import curve_pen
from app.widgets.flow import Flow
from app.widgets.layouts import bare_column, bare_row
from app.widgets.painting import smooth_painter
from app.widgets.text import Text, muted

_SAMPLE_WIDTH = 36
_SIZE = (22, 16)

Paint = Callable[[QPainter, QRectF], None]


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

    def __init__(self, entries: Sequence[tuple[Paint, str]], *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def __init__(
        self, entries: Sequence[tuple[str, str]], *, dots: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
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

    def __init__(self, *, parent: QWidget | None = None) -> None:
        entries = ((_bar, tr("left over")), (_noise, tr("noise alone")))
        super().__init__(entries, parent=parent)
