"""Painted samples with words, for the legends above pictures."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import listed
from app.widgets.layouts import bare_row
from app.widgets.painting import smooth_painter
from app.widgets.text import muted

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
