"""A figure of a presentation as a small vector plot with its legend and its sentence."""

from collections.abc import Iterator

import numpy as np
from reportlab.platypus import Flowable

from app.paper.plot import Curve, LegendEntry, PlotText, Points, legend, plot
from app.paper.section_tables import sentence
from app.paper.style import HAIRLINE, MEASURED, MODEL
from app.presentation import Column, Figure
from app.speech.values import NORMAL_95
from core.recording import FloatArray

_HEIGHT = 92.0
_COLOURS = {"limit": MODEL, "measured": MEASURED}
_ROOM = 2.0
"""How many times as far as the measured points a limit is drawn."""


def figure(section: Figure, width: float) -> Iterator[Flowable]:
    """Without any series there is only the sentence."""
    if section.series_of("limit") is not None:
        marks = [
            LegendEntry(one.label, _COLOURS[one.role], dot=one.y_std is not None) for one in section.series
        ]
        yield legend(marks, width=width)
        yield _plot(section, width)
    yield sentence(section.summary)


def _plot(section: Figure, width: float) -> Flowable:
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
    return plot(text, curves=curves, points=points, width=width, height=_HEIGHT)


def _farthest(section: Figure) -> float:
    """Where a limit is cut off, so that the measured points are seen well."""
    measured = [float(one.x.max()) for one in section.series if one.y_std is not None]
    least = max((float(one.x.max()) for one in section.series if one.y_std is None), default=0.0)
    return min(least, max(_ROOM * max(measured), 0.4 * least)) if measured else least


def _shown(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else values * axis.unit.per_si
