"""A figure of a presentation on the screen: lines and points with their uncertainty, or a limit and its area.

Paper draws the same figures; what they show and in which order is decided once, in their presentation.
"""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform

from app.look.theme import current_theme
from app.presentation import Column, Figure, Role, Series, value_text
from app.speech.units import NO_BREAK, PURE, Value, expanded, write
from app.widgets.glyphs import Glyph, paint_glyph
from app.widgets.legend import Curve
from app.widgets.marked_plot import MarkedLines, MarkedPlot, whole_range
from app.widgets.plot import MeasuredPoints, Plot
from app.widgets.strip_lines import Stroke
from app.widgets.text import BOLD
from core.quality import Verdict
from core.recording import FloatArray
from core.signals.decimation import thinned_curve

_ROOM = 1.18
"""Length of an axis over its largest value."""
_FILL_OPACITY, _HATCH_OPACITY, _SPREAD_OPACITY = 0.10, 0.35, 0.25
_POINT_PX, _LEAST_PX = 6.0, 7.0
_SIGN_PX, _BESIDE_PX = 16.0, 6.0
_GROUND_OPACITY = 0.8

_PENS: dict[Role, str] = {"measured": "measured", "model": "model", "limit": "model", "other": "stale"}
_MARGIN_SHARE = 0.04
"""Space beyond the outermost points, as a share of the range, so that their dots are complete."""


@dataclass(frozen=True)
class Point:
    """A measured point in the units of the axes, with spreads of two standard deviations and its label."""

    x: float
    y: float
    x_spread: float
    y_spread: float
    is_refused: bool
    words: str


class LimitLines(MarkedLines):
    """Paints the allowed area filled, the rest hatched, and the measured point with its spread."""

    outline: tuple[FloatArray, FloatArray] = (np.empty(0), np.empty(0))
    point: Point | None = None

    def _paint_guides(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_guides(painter, onto, view)
        x, y = self.outline
        if x.size < 2:
            return
        corners = [onto.map(QPointF(float(a), float(b))) for a, b in zip(x, y, strict=True)]
        foot = [onto.map(QPointF(float(x[-1]), 0.0)), onto.map(QPointF(float(x[0]), 0.0))]
        inside = QPolygonF([*corners, *foot])
        self._paint_outside(painter, inside, view)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(current_theme().colour("good", _FILL_OPACITY))
        painter.drawPolygon(inside)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_outside(self, painter: QPainter, inside: QPolygonF, view: QRectF) -> None:
        hatch = current_theme().colour("error", _HATCH_OPACITY)
        outside = QPolygonF(view).subtracted(inside)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        painter.drawPolygon(outside)

    def _paint_labels(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_labels(painter, onto, view)
        if self.point is not None:
            beside = _paint_point(painter, onto, self.point)
            place = self.beside_names(_words_place(beside, self.point), view.adjusted(3.0, 1.0, -3.0, -1.0))
            _paint_words(painter, place, self.point)


def _paint_point(painter: QPainter, onto: QTransform, point: Point) -> QPointF:
    """Paint a point with its spread; returns the place at its right where its label begins."""
    theme = current_theme()
    middle = onto.map(QPointF(point.x, point.y))
    corner = onto.map(QPointF(point.x + point.x_spread, point.y + point.y_spread))
    wide = max(abs(corner.x() - middle.x()), _LEAST_PX)
    high = max(abs(corner.y() - middle.y()), _LEAST_PX)
    colour = theme.colour("measured")
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(theme.colour("measured", _SPREAD_OPACITY))
    painter.drawEllipse(middle, wide, high)
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(colour)
    painter.drawEllipse(middle, _POINT_PX, _POINT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return QPointF(middle.x() + wide + _BESIDE_PX, middle.y())


def _words_place(at: QPointF, point: Point) -> QRectF:
    metrics = QFontMetricsF(current_theme().font(weight=BOLD))
    wide, high = metrics.horizontalAdvance(point.words) + _sign_width(point), metrics.height()
    return QRectF(at.x(), at.y() - high / 2.0, wide, high)


def _sign_width(point: Point) -> float:
    return _SIGN_PX + _BESIDE_PX if point.is_refused else 0.0


def _paint_words(painter: QPainter, place: QRectF, point: Point) -> None:
    """Paint the label of a point on a readable ground, with a sign if the point is above the limit."""
    theme, sign = current_theme(), _sign_width(point)
    painter.setFont(theme.font(weight=BOLD))
    painter.fillRect(place.adjusted(-3.0, -1.0, 3.0, 1.0), theme.colour("surface", _GROUND_OPACITY))
    if sign:
        square = QRectF(place.left(), place.center().y() - _SIGN_PX / 2.0, _SIGN_PX, _SIGN_PX)
        paint_glyph(painter, square, Glyph.CROSS, theme.tokens)
    painter.setPen(theme.colour("text"))
    side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip
    painter.drawText(place.adjusted(sign, 0.0, 0.0, 0.0), side, point.words)


class FigureView(MarkedPlot):
    """A figure with at most one limit and one measured point."""

    lines_kind = LimitLines
    lines: LimitLines

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.leave_room_above()
        self.lines.names_at_right = True

    @property
    def point(self) -> Point | None:
        """The shown measured point; None without one."""
        return self.lines.point

    def show_figure(self, shown: Figure | None) -> None:
        """Show a figure, or none; its summary is for screen readers."""
        lines = self.lines
        lines.point, lines.outline = None, (np.empty(0), np.empty(0))
        self.curves = ()
        self.setAccessibleDescription(str(shown.summary.value) if shown is not None else "")
        if shown is not None:
            self.name_axes(shown.x.label, _symbol(shown.x), shown.y.label, _symbol(shown.y))
            limit = shown.series_of("limit")
            lines.point = _point_of(shown)
            if limit is not None:
                x, y = _on_axis(shown.x, limit.x), _on_axis(shown.y, limit.y)
                lines.outline = (x, y) if y[-1] == 0.0 else lines.outline
                self.curves = (Curve(limit.label, _symbol(shown.y), x, y, "measured"),)
                self._fit(x, y)
        lines.show_strokes(self._strokes())

    def take_theme(self) -> None:
        """Colour everything by the present theme."""
        super().take_theme()
        self.lines.show_strokes(self._strokes())

    def visible_range(self) -> tuple[float, float]:
        """Range of all curves, because all of the figure is saved."""
        return whole_range(self.curves)

    def _strokes(self) -> list[Stroke]:
        pen = QPen(current_theme().colour("good"), 1.0)
        return [Stroke(curve.x, curve.y, pen, is_whole=True) for curve in self.curves]

    def _fit(self, x: FloatArray, y: FloatArray) -> None:
        point = self.point
        far = [float(x.max(initial=0.0))]
        heavy = [float(y.max(initial=0.0))]
        if point is not None:
            far.append(point.x + point.x_spread)
            heavy.append(point.y + point.y_spread)
        self.setXRange(0.0, _ROOM * max(*far, 1.0), padding=0)
        self.setYRange(0.0, _ROOM * max(*heavy, 0.1), padding=0)


def _point_of(shown: Figure) -> Point | None:
    """The first measured point of a figure; None without one."""
    found = shown.series_of("measured")
    if found is None:
        return None
    x, y = _value(shown.x, found.x, found.x_std), _value(shown.y, found.y, found.y_std)
    return Point(
        x.unit.shown(x.si),
        y.unit.shown(y.si),
        x.unit.per_si * expanded(x.std),
        y.unit.per_si * expanded(y.std),
        shown.summary.verdict is Verdict.NOT_MEASURABLE,
        f"{_words(y)} · {_words(x)}",
    )


def _value(axis: Column, values: FloatArray, stds: FloatArray | None) -> Value:
    return Value(float(values[0]), axis.unit or PURE, 0.0 if stds is None else float(stds[0]))


def _words(value: Value) -> str:
    written = write(value)
    return f"{written.value}{NO_BREAK}{written.unit}"


def _symbol(axis: Column) -> str:
    return axis.unit.symbol if axis.unit is not None else ""


def _on_axis(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else axis.unit.shown(values)


class FigurePlot(Plot):
    """A plot of one figure; empty before the first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._points: dict[str, MeasuredPoints] = {}
        self._runs_to_and_fro = False
        """True if some line turns back, as a loop does: it has no order along the horizontal axis."""

    @property
    def is_empty(self) -> bool:
        """True if the figure has neither lines nor points."""
        return not self.curves and not self.extra_curves

    def show_figure(self, figure: Figure | None) -> None:
        """Show another figure; None for none."""
        series = () if figure is None else figure.series
        # what was measured lies over what it is compared with
        lines = sorted((one for one in series if one.y_std is None), key=lambda one: one.role == "measured")
        points = [one for one in series if one.y_std is not None]
        self._runs_to_and_fro = any(not _rises(one.x) for one in lines)
        self.extra_curves = ()
        for place, shown in self._points.items():
            if all(_PENS[one.role] != place for one in points):
                shown.show_points(np.empty(0), np.empty(0), np.empty(0))
        if figure is None:
            self.show_curves(())
            return
        self.label_axes(figure.x.label, _symbol(figure.x), figure.y.label, _symbol(figure.y))
        self.show_curves(
            tuple(self._curve(figure, one) for one in lines), summary=value_text(figure.summary.value)
        )
        self.extra_curves = tuple(curve for one in points for curve in self._with_spread(figure, one))
        self._fit(figure)

    def read_curves(self) -> tuple[Curve, ...]:
        """The lines and the points, without their uncertainties."""
        return (*self.curves, *self.extra_curves[::2])

    def saved_curves(self) -> tuple[Curve, ...]:
        """All lines and points; a line that runs to and fro as both its quantities, point by point."""
        if not self._runs_to_and_fro:
            return super().saved_curves()
        (x_label, x_unit), (y_label, y_unit) = self.x_label, self.y_label
        saved = []
        for line in self.curves:
            number = np.arange(1.0, line.x.size + 1.0)
            for label, unit, values in ((x_label, x_unit, line.x), (y_label, y_unit, line.y)):
                saved.append(Curve(f"{label} {line.name}", unit, number, values, line.pen))
        return tuple(saved)

    def visible_range(self) -> tuple[float, float]:
        """The shown horizontal range; of lines that run to and fro, the numbers of their points."""
        if not self._runs_to_and_fro:
            return super().visible_range()
        return 1.0, float(max(line.x.size for line in self.curves))

    def _curve(self, figure: Figure, one: Series) -> Curve:
        x, y = _shown(figure.x, one.x), _shown(figure.y, one.y)
        return Curve(one.label, _symbol(figure.y), x, y, _PENS[one.role])

    def _with_spread(self, figure: Figure, one: Series) -> tuple[Curve, Curve]:
        """The points of a series, which are painted too, and their expanded uncertainties."""
        assert one.y_std is not None
        pen, unit = _PENS[one.role], _symbol(figure.y)
        x, y = _shown(figure.x, one.x), _shown(figure.y, one.y)
        spread = expanded(_shown(figure.y, one.y_std))
        known = np.isfinite(x) & np.isfinite(y)
        x, y, spread = x[known], y[known], spread[known]
        if pen not in self._points:
            self._points[pen] = MeasuredPoints(self, colour=pen)
        self._points[pen].show_points(x, y, np.nan_to_num(spread))
        name = one.label.removesuffix(" ±")
        return Curve(name, unit, x, y, pen), Curve(f"{name} ±", unit, x, spread, pen)

    def _fit(self, figure: Figure) -> None:
        """Show everything, and zero: a small change does not look large."""
        x = np.concatenate([np.zeros(1), *(_shown(figure.x, one.x) for one in figure.series)])
        y = [np.zeros(1)]
        for one in figure.series:
            middle = _shown(figure.y, one.y)
            spread = 0.0 if one.y_std is None else np.nan_to_num(expanded(_shown(figure.y, one.y_std)))
            y += [middle - spread, middle + spread]
        low, high = float(np.nanmin(x)), float(np.nanmax(x))
        margin = _MARGIN_SHARE * (high - low)
        if low < high:
            self.box.setLimits(xMin=low - margin, xMax=high + margin)
            self.setXRange(low - margin, high + margin, padding=0)
        least, most = float(np.nanmin(np.concatenate(y))), float(np.nanmax(np.concatenate(y)))
        if least < most:
            self.setYRange(least, most, padding=_MARGIN_SHARE)

    def _set_limits(self) -> None:
        """Keep the ranges of ``_fit``, which knows the points too."""

    def _decimated(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The points of a line that lie in another pixel than the one before them."""
        across, upright = self.box.viewPixelSize()
        return thinned_curve(x, y, step_x=float(across), step_y=float(upright))


def _rises(x: FloatArray) -> bool:
    known = x[np.isfinite(x)]
    return bool((np.diff(known) >= 0.0).all())


def _shown(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else values * axis.unit.per_si
