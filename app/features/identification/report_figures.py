"""The figures of an identification: torque over time and friction over speed, one plot per joint."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from reportlab.platypus import Flowable

from app.paper.figure_grid import column_width, grid
from app.paper.plot import Curve, LegendEntry, PlotText, legend, plot
from app.paper.speech import tr
from app.paper.style import CONTENT_WIDTH, MEASURED, MODEL
from core.recording import FloatArray

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
