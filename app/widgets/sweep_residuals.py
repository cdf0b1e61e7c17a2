"""Delegates of a table of sweeps: the residual as a bar against noise, and a tick box."""

from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.look.theme import current_theme
from app.widgets.choice import BOX, paint_tick
from app.widgets.glyphs import VERDICT_GLYPHS, paint_glyph
from core.quality import Verdict

CELL_ROLE = Qt.ItemDataRole.UserRole
"""Role of the ``ResidualCell`` of a cell."""
_Index = QModelIndex | QPersistentModelIndex
_PAD, _BAR_HEIGHT, _SIGN_PX = 8.0, 12.0, 16.0
_NOISE_OVERHANG = 4.0
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class ResidualCell:
    """A residual: ``rms`` and ``expected`` noise as shares of the longest bar, and its number as text."""

    rms: float
    expected: float
    words: str
    verdict: Verdict = Verdict.GOOD
    is_used: bool = True
    is_worst: bool = False
    """True for the sweep with the largest residual relative to noise."""


class ResidualDelegate(QStyledItemDelegate):
    """Paints a residual as a bar with a number, a mark at the expected noise, and a sign if too large."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the residual."""
        super().paint(painter, option, index)  # the ground of the row; the cell has no text
        cell = index.data(CELL_ROLE)
        if isinstance(cell, ResidualCell):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place: QRectF = QRectF(option.rect).adjusted(_PAD, 0.0, -_PAD, 0.0)
            _paint_residual(painter, place, cell)
            painter.restore()


def _paint_residual(painter: QPainter, place: QRectF, cell: ResidualCell) -> None:
    theme = current_theme()
    painter.setFont(theme.font())
    painter.setPen(theme.colour("text" if cell.is_used else "muted"))
    painter.drawText(place, _RIGHT, cell.words)
    text = QFontMetricsF(painter.font()).horizontalAdvance(cell.words)
    track = place.adjusted(0.0, 0.0, -max(text, 44.0) - _PAD - _SIGN_PX, 0.0)
    if cell.verdict is not Verdict.GOOD:
        sign = QRectF(track.right() + 2.0, place.center().y() - _SIGN_PX / 2.0, _SIGN_PX, _SIGN_PX)
        paint_glyph(painter, sign, VERDICT_GLYPHS[cell.verdict], theme.tokens)
    if not isfinite(cell.rms) or track.width() <= 0.0:
        return
    top = round(place.center().y() - _BAR_HEIGHT / 2.0)
    colour = theme.colour("measured" if cell.is_used else "muted")
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(colour if cell.is_used else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(track.left(), top, track.width() * min(cell.rms, 1.0), _BAR_HEIGHT), 2, 2)
    if isfinite(cell.expected):
        x = track.left() + track.width() * min(cell.expected, 1.0)
        painter.setPen(QPen(theme.colour("surface"), 4.0))
        ends = (top - _NOISE_OVERHANG, top + _BAR_HEIGHT + _NOISE_OVERHANG)
        painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))
        painter.setPen(QPen(theme.colour("model"), 2.0))
        painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))


class TickDelegate(QStyledItemDelegate):
    """Paints a tick box; a click anywhere in its cell turns it."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Remove the tick box of the style."""
        super().initStyleOption(option, index)
        option.features &= ~QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the box in the middle of the cell."""
        super().paint(painter, option, index)  # the ground of the row
        rect: QRectF = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(rect.center().x() - BOX / 2.0, rect.center().y() - BOX / 2.0, BOX, BOX)
        paint_tick(painter, box, is_ticked=_is_ticked(index))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """At least the size of a target."""
        return super().sizeHint(option, index).expandedTo(QSize(44, 44))

    def editorEvent(self, event: QEvent, _model: object, _option: object, index: _Index) -> bool:
        """Turn the tick on a click anywhere in the cell."""
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        return turn_tick(index)


def _is_ticked(index: _Index) -> bool:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked


def turn_tick(index: _Index) -> bool:
    """Turn the tick of a cell; return True if the model accepted it."""
    if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
        return False
    state = Qt.CheckState.Unchecked if _is_ticked(index) else Qt.CheckState.Checked
    model = index.model()
    return bool(
        model.setData(model.index(index.row(), index.column()), state, Qt.ItemDataRole.CheckStateRole)
    )
