"""The legend above a plot: a piece of each line and its name."""

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import listed
from app.widgets.flow import Flow
from app.widgets.plot import curve_pen
from app.widgets.text import Text

_SAMPLE_WIDTH = 36


class _LineSample(QWidget):
    def __init__(self, pen: str) -> None:
        super().__init__()
        self._pen = pen
        self.setFixedSize(_SAMPLE_WIDTH, 16)
        current_theme().changed.connect(self.update)

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        pen = curve_pen(self._pen)
        pen.setWidthF(2.0)
        painter.setPen(pen)
        painter.drawLine(0, 8, _SAMPLE_WIDTH, 8)
        painter.end()


class _DotSample(QWidget):
    def __init__(self, pen: str) -> None:
        super().__init__()
        self._pen = pen
        self.setFixedSize(_SAMPLE_WIDTH // 2, 16)
        current_theme().changed.connect(self.update)

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(curve_pen(self._pen))
        painter.setBrush(curve_pen(self._pen).color())
        painter.drawLine(9, 0, 9, 16)
        painter.drawEllipse(6, 5, 6, 6)
        painter.end()


class Legend(QWidget):
    """What each line of a plot is, in as many lines as it takes; a dot stands for points with error bars."""

    def __init__(
        self, entries: Sequence[tuple[str, str]], *, dots: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        lines = Flow(spacing=2 * GRID)
        column = QVBoxLayout(self)  # in the middle of what is higher
        column.setContentsMargins(0, 0, 0, 0)
        column.addStretch(1)
        column.addLayout(lines)
        column.addStretch(1)
        for pen, name in entries:
            entry = QWidget()
            row = QHBoxLayout(entry)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(GRID)
            row.addWidget(_DotSample(pen) if pen in dots else _LineSample(pen))
            row.addWidget(Text(name))
            lines.addWidget(entry)
        self.setAccessibleName(listed(name for _, name in entries))
