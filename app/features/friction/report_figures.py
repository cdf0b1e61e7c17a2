"""Friction over speed as figures of a report, one for each joint."""

from collections.abc import Iterator, Sequence

import numpy as np
from reportlab.graphics.shapes import Drawing
from reportlab.platypus import Flowable

from app.paper.figure_grid import column_width, grid
from app.paper.plot import Curve, LegendEntry, PlotText, Points, legend, plot
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, MEASURED, MODEL
from core.identification.result import JointFriction

_DEGREES = 180.0 / np.pi
_MILLIMETRES = 1000.0
_PLOT_HEIGHT = 88.0


def friction_figures(frictions: Sequence[JointFriction], *, slides: Sequence[bool]) -> Iterator[Flowable]:
    """Friction over steady speed: the model's curve through the binned measurements."""
    entries = (
        LegendEntry(tr("model at steady speed, without load"), MODEL, dashed=True),
        LegendEntry(tr("measured, mean and spread"), MEASURED, dot=True),
    )
    yield legend(entries, width=CONTENT_WIDTH)
    columns = 3
    width = column_width(columns)
    yield grid(
        [_friction(f, width=width, slides=slides[joint]) for joint, f in enumerate(frictions)],
        columns=columns,
    )


def _friction(friction: JointFriction, *, width: float, slides: bool) -> Drawing:
    scale, units = (_MILLIMETRES, tr("N over mm/s")) if slides else (_DEGREES, tr("N·m over °/s"))
    points = Points(friction.point_speed * scale, friction.point_torque, friction.point_std, MEASURED)
    # zero speed belongs to both branches: without a gap the jump would look like a measured slope
    curves = tuple(
        Curve(friction.curve_speed[side] * scale, friction.curve_torque[side], MODEL, dashed=True)
        for side in (friction.curve_speed < 0.0, friction.curve_speed > 0.0)
    )
    return plot(
        PlotText(friction.joint, units),
        curves=curves,
        points=(points,),
        width=width,
        height=_PLOT_HEIGHT,
    )
