"""Raw and unexplained deflection of every joint, as bars per joint and recording."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QTransform

from app.look.theme import current_theme
from app.speech.language import listed, translate
from app.speech.units import number, twist_unit
from app.speech.words import with_joint_numbers
from app.widgets.legend import Curve
from app.widgets.marked_plot import MarkedLines, MarkedPlot, whole_range
from app.widgets.painting import faded
from app.widgets.text import BOLD
from core.elasticity.result import Elasticity
from core.recording import FloatArray

RAW_OPACITY = 0.22
_GROUP = 0.76
"""Share of a joint's width that its bars fill together."""
_GAP_PX, _LABEL_GAP_PX = 3.0, 3.0
_ROOM = 1.32
"""Height of the axis over the highest bar, for the numbers above it."""


@dataclass(frozen=True)
class Bar:
    """A bar of one recording and joint in the units of the axes; ``is_check`` if it was not fitted."""

    middle: float
    width: float
    raw: float
    explained: float
    is_check: bool


class BarLines(MarkedLines):
    """Paints bars instead of curves."""

    bars: tuple[Bar, ...] = ()

    def _paint_labels(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_labels(painter, onto, view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own
        for bar in self.bars:
            _paint_bar(painter, bar, onto)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for bar in self.bars:
            _paint_numbers(painter, bar, onto)


def _place(bar: Bar, height: float, onto: QTransform) -> QRectF:
    left = onto.map(QPointF(bar.middle - bar.width / 2.0, height))
    right = onto.map(QPointF(bar.middle + bar.width / 2.0, 0.0))
    return QRectF(left, right).normalized().adjusted(_GAP_PX, 0.0, -_GAP_PX, 0.0)


def bar_colour(*, is_check: bool) -> QColor:
    """Colour of a recording; ``is_check`` if it was not fitted."""
    return current_theme().colour("model" if is_check else "measured")


def bar_brush(*, is_check: bool) -> QBrush:
    """Brush of the unexplained part: solid for a fitted recording, hatched for another."""
    style = Qt.BrushStyle.BDiagPattern if is_check else Qt.BrushStyle.SolidPattern
    return QBrush(bar_colour(is_check=is_check), style)


def _paint_bar(painter: QPainter, bar: Bar, onto: QTransform) -> None:
    colour = bar_colour(is_check=bar.is_check)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(_place(bar, bar.raw, onto), faded(colour, RAW_OPACITY))
    left = _place(bar, bar.explained, onto)
    painter.fillRect(left, bar_brush(is_check=bar.is_check))
    painter.setPen(QPen(colour, 1.0))
    painter.drawRect(left)


def _paint_numbers(painter: QPainter, bar: Bar, onto: QTransform) -> None:
    """Paint the unexplained deflection, and below it the raw one; nothing on a bar too narrow for them."""
    theme = current_theme()
    metrics = QFontMetricsF(theme.font())
    bold, quiet = number(bar.explained), _of(bar.raw)
    whole = _place(bar, max(bar.raw, bar.explained), onto)
    if metrics.horizontalAdvance(quiet) > whole.width() + 2.0 * _GAP_PX:
        return
    line = QRectF(whole.left() - _GAP_PX, 0.0, whole.width() + 2.0 * _GAP_PX, metrics.height())
    middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
    line.moveBottom(whole.top() - _LABEL_GAP_PX)
    painter.setFont(theme.font())
    painter.setPen(theme.colour("muted"))
    painter.drawText(line, middle, quiet)
    line.moveBottom(line.top())
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    painter.drawText(line, middle, bold)


def _of(raw: float) -> str:
    return translate("ExplainedChart", "of {raw}").format(raw=number(raw))


class ExplainedChart(MarkedPlot):
    """Bars of every turning joint, or of all joints if all slide."""

    lines_kind = BarLines
    lines: BarLines

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.leave_room_above()
        self._unit = twist_unit(0.0, slides=False)
        self.lines.names_at_right = True

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The shown bars."""
        return self.lines.bars

    def show_elasticity(self, found: Elasticity) -> None:
        """Show the fitted recordings together, and beside them each recording that was not fitted."""
        slides = all(joint.is_prismatic for joint in found.joints)
        shown = [place for place, joint in enumerate(found.joints) if joint.is_prismatic == slides]
        sets = _sets(found)
        # always arcmin or µm, so that all bars of a picture have the same unit
        self._unit = twist_unit(0.0, slides=slides)
        per_si = self._unit.per_si
        self.name_axes("", "", self.tr("Twist, rms"), self._unit.symbol)
        self.x_label = (self.tr("Joint"), "")
        numbers = np.array([found.joints[place].number + 1.0 for place in shown])
        self.curves = tuple(
            Curve(f"{label} {words}", self._unit.symbol, numbers, values[shown] * per_si, "measured")
            for label, *pair, _ in sets
            for words, values in zip((self.tr("raw"), self.tr("left")), pair, strict=True)
        )
        self._show_bars(
            tuple(
                Bar(place + offset, _GROUP / len(sets), float(raw[joint] * per_si),
                    float(explained[joint] * per_si), is_check=is_check)
                for place, joint in enumerate(shown)
                for offset, (_, raw, explained, is_check) in zip(_offsets(len(sets)), sets, strict=True)
                if isfinite(raw[joint]) and isfinite(explained[joint])
            )
        )  # fmt: skip
        names = [with_joint_numbers(found.joints[joint].joint) for joint in shown]
        ticks = [(float(place), name) for place, name in enumerate(names)]
        self.axis("bottom").setTicks([ticks])
        self.setXRange(-0.5, len(shown) - 0.5, padding=0)
        self.setAccessibleDescription(self._summary(found))

    def visible_range(self) -> tuple[float, float]:
        """Range of all curves, because all joints are saved."""
        return whole_range(self.curves)

    def _show_bars(self, bars: tuple[Bar, ...]) -> None:
        self.lines.bars = bars
        self.lines.update()
        top = max((max(bar.raw, bar.explained) for bar in bars), default=1.0)
        self.setYRange(0.0, _ROOM * top, padding=0)

    def _summary(self, found: Elasticity) -> str:
        words = self.tr("{joint}: {left} of {raw} {unit} left unexplained.")
        return " ".join(
            words.format(
                joint=joint.joint,
                left=number(joint.rms_explained * self._unit.per_si),
                raw=number(joint.rms_raw * self._unit.per_si),
                unit=self._unit.symbol,
            )
            for joint in found.joints
            if isfinite(joint.rms_raw) and isfinite(joint.rms_explained)
        )


_Set = tuple[str, FloatArray, FloatArray, bool]
"""Name of recordings, raw and unexplained deflection (n,) rad (m), and True if they were not fitted."""


def _sets(found: Elasticity) -> list[_Set]:
    raw = np.array([joint.rms_raw for joint in found.joints])
    explained = np.array([joint.rms_explained for joint in found.joints])
    fitted = (listed(found.recordings), raw, explained, False)
    return [fitted, *((one.recording, one.rms_raw, one.rms_explained, True) for one in found.validation)]


def _offsets(count: int) -> list[float]:
    """Middles of ``count`` bars relative to that of their joint."""
    return [_GROUP * ((place + 0.5) / count - 0.5) for place in range(count)]
