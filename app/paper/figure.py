"""A figure of a presentation as a vector plot with its legend and its sentence; several as a grid."""

from collections.abc import Iterator, Sequence

import numpy as np
from reportlab.graphics.shapes import Drawing
from reportlab.platypus import Flowable
from reportlab.platypus import Table as Grid

from app.paper.plot import Curve, LegendEntry, PlotText, Points, legend, plot
from app.paper.section_tables import sentence
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, GRID, HAIRLINE, MEASURED, MODEL
from app.presentation import Column, Figure, Figures, Series
from app.speech.values import NORMAL_95
from core.recording import FloatArray
from core.signals.path_thinning import thinned

LEAST_HEIGHT, MOST_HEIGHT = 84.0, 150.0
"""Heights of a plot: what a page has room for."""
_SMALL_COLUMNS = 3
_SMALL_WIDTH = (CONTENT_WIDTH - (_SMALL_COLUMNS - 1) * GRID) / _SMALL_COLUMNS
_LARGE_DOT = 2.4
"""Radius of a point in a large plot, points."""
_GRAIN = 150.0
"""Steps in the reach of a line; points of the same step are drawn once."""
_COLOURS = {"limit": MODEL, "model": MODEL, "measured": MEASURED}
_ROOM = 2.0
"""A limit is drawn this many times as far as the measured points."""


def figure(section: Figure, width: float, *, height: float = LEAST_HEIGHT) -> Iterator[Flowable]:
    """A plot with its legend and sentence; the sentence alone without a limit."""
    if section.series_of("limit") is not None:
        yield _legend(section.series, width)
        yield _plot(section, width, height)
    yield sentence(section.summary)


def small_plots(section: Figures, *, height: float = LEAST_HEIGHT) -> Iterator[Flowable]:
    """The figures that have a line, side by side below one legend; bars are one standard deviation."""
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
            points.append(Points(x, y, _shown(section.y, one.y_std), colour))
        else:
            step_x, step_y = (float(np.nanmax(np.abs(part))) / _GRAIN or 1.0 for part in (x, y))
            thin = thinned(x, y, step_x=step_x, step_y=step_y)
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
            points.append(Points(x, y, NORMAL_95 * _shown(section.y, one.y_std), colour))
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
