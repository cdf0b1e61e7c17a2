"""The figures of an identification: torque over time and friction over speed, one plot per joint."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from reportlab.graphics.shapes import Drawing
from reportlab.platypus import Flowable, Table, TableStyle

from app.paper.plot import Curve, LegendEntry, PlotText, Points, legend, plot
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, GRID, MEASURED, MODEL
from core.identification.result import JointFriction
from core.recording import FloatArray

_DEGREES = 180.0 / np.pi
_MILLIMETRES = 1000.0
_PLOT_HEIGHT = 88.0


class TorqueComparison(Protocol):
    """Torques along one recording: ``time`` (N,) s, the others (N, joints) in N·m or N."""

    @property
    def recording(self) -> str:
        """Its label."""

    @property
    def time(self) -> FloatArray:
        """Seconds from the first sample."""

    @property
    def measured(self) -> FloatArray:
        """What was measured, filtered like the model."""

    @property
    def modelled(self) -> FloatArray:
        """What the model expects."""


def torque_figures(
    comparison: TorqueComparison, *, joints: Sequence[str], slides: Sequence[bool]
) -> Iterator[Flowable]:
    """Measured against modelled torque, with the legend above."""
    yield legend(
        (LegendEntry(tr("measured"), MEASURED), LegendEntry(tr("model"), MODEL, dashed=True)),
        width=CONTENT_WIDTH,
    )
    columns = 2
    width = column_width(columns)
    yield grid(
        [
            plot(
                PlotText(name, tr("N over s") if slides[joint] else tr("N·m over s")),
                curves=(
                    Curve(comparison.time, comparison.measured[:, joint], MEASURED),
                    Curve(comparison.time, comparison.modelled[:, joint], MODEL, dashed=True),
                ),
                width=width,
                height=_PLOT_HEIGHT,
            )
            for joint, name in enumerate(joints)
        ],
        columns=columns,
    )


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


def column_width(columns: int) -> float:
    """Of one of so many plots beside each other."""
    return (CONTENT_WIDTH - (columns - 1) * GRID) / columns


def grid(drawings: Sequence[Drawing], *, columns: int) -> Table:
    """Plots in rows of so many."""
    rows = [list(drawings[first : first + columns]) for first in range(0, len(drawings), columns)]
    rows[-1] += [""] * (columns - len(rows[-1]))
    width = column_width(columns)
    table = Table(rows, colWidths=[width + GRID] * (columns - 1) + [width], hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table
