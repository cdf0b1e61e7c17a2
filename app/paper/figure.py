"""Figures of a report as vector plots: frame, ticks, curves, points with bars, legend and sentence."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from reportlab.graphics.shapes import Circle, Drawing, Group, Line, PolyLine, Rect, String
from reportlab.lib.colors import Color
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable
from reportlab.platypus import Table as Grid

from app.paper.fonts import BOLD, REGULAR, printable
from app.paper.page import fitted
from app.paper.section_tables import sentence
from app.paper.style import CONTENT_WIDTH, GRID, HAIRLINE, MEASURED, MODEL, MUTED, SURFACE, TEXT, TEXT_SIZE
from app.presentation import Column, Figure, Figures, Series
from app.speech.language import tr
from app.speech.units import expanded
from core.recording import FloatArray
from core.signals.decimation import minmax, thinned_curve

LEAST_HEIGHT, MOST_HEIGHT = 84.0, 150.0
"""Heights of a plot: what a page has room for."""
_SMALL_COLUMNS = 3
_SMALL_WIDTH = (CONTENT_WIDTH - (_SMALL_COLUMNS - 1) * GRID) / _SMALL_COLUMNS
_LARGE_DOT = 2.4
"""Radius of a point in a large plot, points."""
_GRAIN = 150.0
"""Steps in the reach of a line; points of the same step are drawn once."""
_COLOURS = {"limit": MODEL, "model": MODEL, "measured": MEASURED, "other": MUTED}
_ROOM = 2.0
"""A limit is drawn this many times as far as the measured points."""
BUCKETS = 300
"""Groups that a curve is reduced to; each keeps its smallest and largest sample."""
_LABEL_SIZE, _DOT = 6.0, 1.2
_APART = 6.0
"""Least room between title and units."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 26.0, 4.0, 13.0, 12.0
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Curve:
    """A line through (K,) points; not-a-number leaves a gap."""

    x: FloatArray
    y: FloatArray
    colour: Color
    dashed: bool = False


@dataclass(frozen=True)
class Points:
    """Separate points (P,) with a bar of ± ``spread``."""

    x: FloatArray
    y: FloatArray
    spread: FloatArray
    colour: Color


@dataclass(frozen=True)
class PlotText:
    """Words around a plot: title and units."""

    title: str
    units: str


class _Scale:
    """Maps the values of one axis onto the paper, with a little room at both ends."""

    def __init__(self, values: Sequence[FloatArray], *, first: float, last: float, room: float) -> None:
        finite = [array[np.isfinite(array)] for array in values]
        filled = [array for array in finite if array.size]
        low = min((float(array.min()) for array in filled), default=0.0)
        high = max((float(array.max()) for array in filled), default=1.0)
        if low == high:
            low, high = low - 1.0, high + 1.0
        margin = room * (high - low)
        self.low, self.high = low - margin, high + margin
        self._first, self._span = first, last - first

    def __call__(self, value: float) -> float:
        return self._first + self._span * (value - self.low) / (self.high - self.low)

    def ticks(self, count: int) -> list[float]:
        """Round values inside the scale, about ``count`` of them."""
        # the smallest of 1, 2, 2.5, 5, 10 times a power of ten that gives no more than ``count`` ticks
        rough = (self.high - self.low) / count
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in _STEPS if power * factor >= rough * (1 - 1e-9))
        begin = math.ceil(self.low / step - 1e-9)
        end = math.floor(self.high / step + 1e-9)
        return [step * number for number in range(begin, end + 1)]


def plot(
    text: PlotText,
    *,
    curves: Sequence[Curve] = (),
    points: Sequence[Points] = (),
    width: float,
    height: float,
    dot: float = _DOT,
) -> Drawing:
    """A plot of ``width`` by ``height`` points; measured points of radius ``dot`` lie under the curves."""
    drawing = Drawing(width, height)
    across = _Scale(
        [*(c.x for c in curves), *(p.x for p in points)], first=_LEFT, last=width - _RIGHT, room=0.0
    )
    upright = _Scale(
        [*(c.y for c in curves), *(edge for p in points for edge in (p.y - p.spread, p.y + p.spread))],
        first=_BOTTOM,
        last=height - _TOP,
        room=0.06,
    )
    drawing.add(_frame(across, upright, width=width, height=height))
    for group in points:
        drawing.add(_dots(group, across, upright, dot))
    for curve in curves:
        for line in _lines(curve, across, upright):
            drawing.add(line)
    drawing.add(_labels(text, width=width, height=height))
    return drawing


@dataclass(frozen=True)
class LegendEntry:
    """A kind of mark in the legend: its look and its word."""

    text: str
    colour: Color
    dashed: bool = False
    dot: bool = False


def legend(entries: Sequence[LegendEntry], *, width: float) -> Drawing:
    """One line of marks with their words, for the place above the plots."""
    height, sample, gap, size = 12.0, 18.0, 5.0, TEXT_SIZE - 1
    drawing = Drawing(width, height)
    x, middle = 0.0, height / 2
    for entry in entries:
        if entry.dot:
            drawing.add(_bar_and_dot(x + sample / 2, middle, reach=4.0, colour=entry.colour))
        else:
            ends = [x, middle, x + sample, middle]
            drawing.add(_stroke(ends, entry.colour, dashed=entry.dashed, width=1.4))
        text = printable(entry.text)
        x += sample + gap
        drawing.add(String(x, middle - 3, text, fontName=REGULAR, fontSize=size, fillColor=TEXT))
        x += stringWidth(text, REGULAR, size) + 3 * gap
    return drawing


def _frame(across: _Scale, upright: _Scale, *, width: float, height: float) -> Group:
    left, right, bottom, top = _LEFT, width - _RIGHT, _BOTTOM, height - _TOP
    frame = Group(
        Rect(
            left, bottom, right - left, top - bottom, fillColor=SURFACE, strokeColor=HAIRLINE, strokeWidth=0.6
        )
    )
    for value in upright.ticks(4):
        y = upright(value)
        frame.add(Line(left, y, right, y, strokeColor=HAIRLINE, strokeWidth=0.4))
        frame.add(_small(left - 3, y - 2, f"{value:.6g}", anchor="end"))
    for value in across.ticks(5):
        x = across(value)
        frame.add(Line(x, bottom, x, bottom - 2, strokeColor=MUTED, strokeWidth=0.4))
        frame.add(_small(x, bottom - 8.5, f"{value:.6g}", anchor="middle"))
    return frame


def _labels(text: PlotText, *, width: float, height: float) -> Group:
    """Title and units on one line above the frame; a long title is shortened."""
    size = TEXT_SIZE - 1
    room = width - _LEFT - _RIGHT - stringWidth(printable(text.units), REGULAR, _LABEL_SIZE) - _APART
    title = fitted(text.title, room, size=size, font=BOLD)
    return Group(
        String(_LEFT, height - 8, title, fontName=BOLD, fontSize=size, fillColor=TEXT),
        _small(width - _RIGHT, height - 8, text.units, anchor="end"),
    )


def _small(x: float, y: float, text: str, *, anchor: str) -> String:
    return String(
        x, y, printable(text), fontName=REGULAR, fontSize=_LABEL_SIZE, fillColor=MUTED, textAnchor=anchor
    )


def _lines(curve: Curve, across: _Scale, upright: _Scale) -> Iterator[PolyLine]:
    x, y = minmax(curve.x, curve.y, buckets=BUCKETS)
    finite = np.isfinite(x) & np.isfinite(y)
    # runs of finite points: where ``finite`` turns on and off
    edges = np.flatnonzero(np.diff(np.concatenate(([False], finite, [False])).astype(int)))
    for begin, end in edges.reshape(-1, 2):
        if end - begin > 1:
            places = [
                place
                for a, b in zip(x[begin:end].tolist(), y[begin:end].tolist(), strict=True)
                for place in (round(across(a), 2), round(upright(b), 2))
            ]
            yield _stroke(places, curve.colour, dashed=curve.dashed, width=0.8)


def _stroke(places: Sequence[float], colour: Color, *, dashed: bool, width: float) -> PolyLine:
    line = PolyLine(list(places), strokeColor=colour, strokeWidth=width, strokeLineJoin=1)
    if dashed:
        line.strokeDashArray = [3.0, 1.6]
    return line


def _dots(points: Points, across: _Scale, upright: _Scale, dot: float) -> Group:
    group = Group()
    rows = zip(points.x.tolist(), points.y.tolist(), points.spread.tolist(), strict=True)
    for x, y, spread in rows:
        if not (math.isfinite(x) and math.isfinite(y)):
            continue
        reach = upright(y + spread) - upright(y) if math.isfinite(spread) else 0.0
        group.add(_bar_and_dot(across(x), upright(y), reach=reach, colour=points.colour, dot=dot))
    return group


def _bar_and_dot(x: float, y: float, *, reach: float, colour: Color, dot: float = _DOT) -> Group:
    return Group(
        Line(x, y - reach, x, y + reach, strokeColor=colour, strokeWidth=0.4),
        Circle(x, y, dot, fillColor=colour, strokeColor=None, strokeWidth=0),
    )


def figure(section: Figure, width: float, *, height: float = LEAST_HEIGHT) -> Iterator[Flowable]:
    """A plot with its legend and sentence; the sentence alone without a limit."""
    if section.series_of("limit") is not None:
        yield _legend(section.series, width)
        yield _plot(section, width, height)
    yield sentence(section.summary)


def small_plots(section: Figures, *, height: float = LEAST_HEIGHT) -> Iterator[Flowable]:
    """The figures that have a line, side by side below one legend; bars are the expanded uncertainty."""
    drawn = [one for one in section.figures if one.series]
    if drawn:
        kinds = {one.label: one for figure in drawn for one in figure.series}
        yield _legend(list(kinds.values()), CONTENT_WIDTH)
        yield _side_by_side([_small_plot(one, height) for one in drawn])


def _side_by_side(drawings: Sequence[Drawing]) -> Flowable:
    rows = [
        list(drawings[first : first + _SMALL_COLUMNS]) for first in range(0, len(drawings), _SMALL_COLUMNS)
    ]
    rows[-1] += [""] * (_SMALL_COLUMNS - len(rows[-1]))
    return Grid(
        rows,
        colWidths=[_SMALL_WIDTH + GRID] * (_SMALL_COLUMNS - 1) + [_SMALL_WIDTH],
        hAlign="LEFT",
        style=[
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ],
    )


def _legend(series: Sequence[Series], width: float) -> Flowable:
    marks = [
        LegendEntry(one.label, _COLOURS[one.role], dashed=one.role == "model", dot=one.y_std is not None)
        for one in series
    ]
    return legend(marks, width=width)


def _small_plot(section: Figure, height: float) -> Drawing:
    curves: list[Curve] = []
    points: list[Points] = []
    for one in section.series:
        x, y, colour = _shown(section.x, one.x), _shown(section.y, one.y), _COLOURS[one.role]
        if one.y_std is not None:
            points.append(Points(x, y, expanded(_shown(section.y, one.y_std)), colour))
        else:
            step_x, step_y = (float(np.nanmax(np.abs(part))) / _GRAIN or 1.0 for part in (x, y))
            thin = thinned_curve(x, y, step_x=step_x, step_y=step_y)
            curves.append(Curve(*thin, colour, dashed=one.role == "model"))
    units = [one.unit.symbol if one.unit is not None else "" for one in (section.y, section.x)]
    text = PlotText(section.title, tr("{y} over {x}").format(y=units[0], x=units[1]))
    return plot(text, curves=curves, points=points, width=_SMALL_WIDTH, height=height)


def _plot(section: Figure, width: float, height: float) -> Flowable:
    curves: list[Curve] = []
    points: list[Points] = []
    far = _farthest(section)
    for one in section.series:
        x, y, colour = _shown(section.x, one.x), _shown(section.y, one.y), _COLOURS[one.role]
        if one.y_std is not None:
            points.append(Points(x, y, expanded(_shown(section.y, one.y_std)), colour))
        else:
            near = one.x <= far
            curves += [Curve(x[near][[0, -1]], np.zeros(2), HAIRLINE), Curve(x[near], y[near], colour)]
    text = PlotText("", f"{section.y.head} · {section.x.head}")
    return plot(text, curves=curves, points=points, width=width, height=height, dot=_LARGE_DOT)


def _farthest(section: Figure) -> float:
    """Place at which a limit is cut off, so that the measured points are seen well."""
    measured = [float(one.x.max()) for one in section.series if one.y_std is not None]
    least = max((float(one.x.max()) for one in section.series if one.y_std is None), default=0.0)
    return min(least, max(_ROOM * max(measured), 0.4 * least)) if measured else least


def _shown(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else values * axis.unit.per_si
