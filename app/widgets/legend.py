"""The legend above a plot: a sample of each line with its name."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.speech.language import listed
from app.widgets.curve import curve_pen
from app.widgets.flow import Flow
from app.widgets.layouts import bare_column, bare_row
from app.widgets.painted_legend import PaintedSample
from app.widgets.text import Text

_SAMPLE_WIDTH = 36


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
