"""The small pictures of a payload's report: its place in the load diagram, and what sweeps leave."""

from math import isfinite

import numpy as np
from reportlab.graphics.shapes import Drawing, Line, Rect

from app.reports.plot import Curve, LegendEntry, PlotText, Points, legend, plot
from app.reports.speech import tr
from app.reports.style import HAIRLINE, MEASURED, MODEL, MUTED, TEXT, VERDICT_COLOURS
from core.payload.carried import carried
from core.payload.result import PayloadEstimate, SweepResidual
from core.quality import Verdict
from core.robot.load_envelope import PayloadEnvelope

_MM = 1e3
_PLACES = 80
_ROOM, _LEAST_WIDTH_M = 2.0, 0.2
_NORMAL_95 = 1.96
_BAR_HEIGHT, _BAR_THICK = 8.0, 5.0


def envelope_plot(
    found: PayloadEstimate, envelope: PayloadEnvelope, *, width: float, height: float
) -> Drawing | None:
    """The largest mass over the distance of its centre, and the payload in it; None where nobody knows."""
    if not envelope.distance.size:
        return None
    place = carried(found, envelope)
    known = isfinite(place.distance) and isfinite(found.mass)
    reach = max(_ROOM * place.distance if known else 0.0, _LEAST_WIDTH_M)
    if envelope.distance.size > 1:
        reach = min(reach, float(envelope.distance[-1]))
    distance = np.linspace(0.0, max(reach, place.distance if known else reach), _PLACES)
    mass = np.array([envelope.largest_mass(float(one)) for one in distance])
    points: tuple[Points, ...] = ()
    if known:
        spread = np.array([_NORMAL_95 * found.mass_std])
        points = (Points(np.array([_MM * place.distance]), np.array([found.mass]), spread, MEASURED),)
    floor = Curve(_MM * distance[[0, -1]], np.zeros(2), HAIRLINE)
    curves = (floor, Curve(_MM * distance, mass, MODEL))
    text = PlotText(tr("What may hang there"), tr("kg over mm from the flange"))
    return plot(text, curves=curves, points=points, width=width, height=height)


def envelope_legend(*, width: float) -> Drawing:
    """What the marks of ``envelope_plot`` mean."""
    entries = (LegendEntry(tr("largest mass"), MODEL), LegendEntry(tr("this load, 95 %"), MEASURED, dot=True))
    return legend(entries, width=width)


def residual_bar(sweep: SweepResidual, *, largest: float, width: float) -> Drawing:
    """What a sweep leaves, against the largest of all; the stroke is what noise alone would leave."""
    drawing = Drawing(width, _BAR_HEIGHT)
    bottom = (_BAR_HEIGHT - _BAR_THICK) / 2.0
    per_unit = (width - 1.0) / largest if largest > 0.0 else 0.0
    drawing.add(
        Rect(0.0, bottom, width - 1.0, _BAR_THICK, fillColor=None, strokeColor=HAIRLINE, strokeWidth=0.4)
    )
    if isfinite(sweep.rms):
        colour = _colour(sweep)
        long = per_unit * min(sweep.rms, largest)
        drawing.add(Rect(0.0, bottom, long, _BAR_THICK, fillColor=colour, strokeColor=None))
    if isfinite(sweep.expected) and sweep.expected <= largest:
        x = per_unit * sweep.expected
        drawing.add(Line(x, 0.0, x, _BAR_HEIGHT, strokeColor=TEXT, strokeWidth=0.8))
    return drawing


def _colour(sweep: SweepResidual) -> object:
    if not sweep.is_used:
        return MUTED
    return MEASURED if sweep.judgement.verdict is Verdict.GOOD else VERDICT_COLOURS[sweep.judgement.verdict]
