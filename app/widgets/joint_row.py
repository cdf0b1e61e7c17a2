"""One joint with its present values: a tick in its colour, numbers in columns, a bar below."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.widgets.ink import ink_on
from app.widgets.painting import smooth_painter
from app.widgets.text import BOLD

BOX, MARGIN, FIGURE = 20.0, 6.0, 16.0
"""Side of the tick box, space at its left, and width for the joint's number."""
NAME_END = MARGIN + BOX + 6.0 + FIGURE
"""Left end of the space for columns, pixels."""
COLUMN_GAP = 6.0
_BAR_HEIGHT, _TICK = 5.0, 3.0
_TEXT_SHARE = 0.62
"""Share of a row's height for the numbers, above the bar."""
_RING = 4.0


@dataclass(frozen=True)
class RowValues:
    """Values of a row: a text for every column, and the bar from -1 to 1, None for no bar."""

    texts: tuple[str, ...] = ()
    bar: float | None = None


class JointRow(QCheckBox):
    """A row of a joint, ticked while the joint is shown in the charts."""

    step_asked = Signal(int)
    """Carries the direction in which the keyboard leaves the row: down (1) or up (-1)."""

    def __init__(self, joint: int) -> None:
        super().__init__()
        self.joint = joint
        self.values = RowValues()
        self.is_stale = False
        self._ends: tuple[float, ...] = ()
        self._has_bar = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Usual size, at least as high as a target."""
        height = QFontMetricsF(current_theme().font()).height()
        return QSize(200, max(TARGET_HEIGHT, round(height / _TEXT_SHARE) + 4))

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint."""
        return self.sizeHint()

    def set_columns(self, ends: Sequence[float], *, has_bar: bool) -> None:
        """Set the right ends of the columns, pixels, and if there is a bar below them."""
        self._ends, self._has_bar = tuple(ends), has_bar
        self.update()

    def show_values(self, values: RowValues, *, is_stale: bool) -> None:
        """Show other values; equal ones are not painted again."""
        if (values, is_stale) != (self.values, self.is_stale):
            self.values, self.is_stale = values, is_stale
            self.update()

    def hitButton(self, place: QPoint) -> bool:
        """True anywhere on the row."""
        return self.rect().contains(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to a neighbour with up and down; other keys are those of a check box."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.step_asked.emit(step)
            event.accept()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint tick, number, values and bar."""
        theme = current_theme()
        with smooth_painter(self) as painter:
            painter.setPen(QPen(theme.colour("hairline"), 1.0))
            painter.drawLine(QPointF(MARGIN, 0.5), QPointF(self.width() - MARGIN, 0.5))
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent"), 2.0))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _RING, _RING)
            height = self.height() * (_TEXT_SHARE if self._has_bar else 1.0)
            self._paint_tick(painter)
            self._paint_texts(painter, height)
            if self._has_bar:
                self._paint_bar(painter)

    def _paint_tick(self, painter: QPainter) -> None:
        theme = current_theme()
        own = theme.stale_pen().color() if self.is_stale else theme.joint_pen(self.joint).color()
        box = QRectF(MARGIN, (self.height() - BOX) / 2.0, BOX, BOX)
        painter.setPen(QPen(own, 2.0))
        painter.setBrush(own if self.isChecked() else theme.colour("field"))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked():
            pen = QPen(ink_on(own), 2.4)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            marks = ((5.0, 10.5), (8.6, 14.1), (15.0, 6.4))
            painter.drawPolyline(QPolygonF([box.topLeft() + QPointF(x, y) for x, y in marks]))
        painter.setPen(theme.colour("muted" if self.is_stale else "text"))
        painter.setFont(theme.font(weight=BOLD))
        place = QRectF(box.right() + 6.0, 0.0, FIGURE + GRID, float(self.height()))
        painter.drawText(
            place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(self.joint + 1)
        )

    def _paint_texts(self, painter: QPainter, height: float) -> None:
        theme = current_theme()
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted" if self.is_stale or not self.isChecked() else "text"))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        for end, text in zip(self._ends, self.values.texts, strict=False):
            painter.drawText(QRectF(0.0, 1.0, end, height), right | Qt.TextFlag.TextDontClip, text)

    def _paint_bar(self, painter: QPainter) -> None:
        """Paint the bar from the middle, to the right for a positive value, within the scale."""
        theme = current_theme()
        top = self.height() * _TEXT_SHARE + 3.0
        groove = QRectF(NAME_END, top, self.width() - NAME_END - MARGIN - 2.0, _BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(
            theme.colour("hairline" if theme.tokens.hairline != theme.tokens.text else "surface")
        )
        painter.drawRoundedRect(groove, _BAR_HEIGHT / 2.0, _BAR_HEIGHT / 2.0)
        middle = groove.center().x()
        if self.values.bar is not None:
            share = min(max(self.values.bar, -1.0), 1.0)
            end = middle + share * groove.width() / 2.0
            name = "control_border" if self.is_stale else "accent" if share > 0.0 else "model"
            painter.setBrush(theme.colour(name))
            painter.drawRect(QRectF(QPointF(middle, top), QPointF(end, groove.bottom())).normalized())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("control_border"), 1.0))
        x = round(middle) + 0.5
        painter.drawLine(QPointF(x, top - _TICK), QPointF(x, groove.bottom() + _TICK))
