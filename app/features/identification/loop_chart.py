"""Chart of the three loops: the torque that each leaves unexplained, joint by joint."""

from collections.abc import Sequence

import numpy as np

from app.features.identification.sentences import loop_shares, loop_word, loops_sentence
from app.widgets.curve import Curve
from app.widgets.plot import Plot
from core.identification.result import LoopRecord

_LEAST_HEIGHT = 180
_ROOM = 0.08


class LoopChart(Plot):
    """Residual of each joint over the loops, in percent of that of the first fit."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self.label_axes("", "", self.tr("Left of the torque"), "%")
        self.x_label = self.tr("Loop"), ""
        self.setMinimumHeight(_LEAST_HEIGHT)

    def show_loops(self, loops: Sequence[LoopRecord]) -> None:
        """Show the residuals of the loops so far."""
        shares = 100.0 * loop_shares(loops) if loops else np.empty((0, 0))
        places = np.arange(len(loops), dtype=np.float64)
        curves = tuple(
            Curve(
                self.tr("joint {number}").format(number=joint + 1),
                "%",
                places,
                np.ascontiguousarray(shares[:, joint]),
                f"joint {joint + 1}",
            )
            for joint in range(shares.shape[1])
        )
        self.show_curves(curves, summary=loops_sentence(loops))
        ticks = [(float(place), loop_word(record)) for place, record in enumerate(loops)]
        self.axis("bottom").setTicks([ticks])
        self.setXRange(0.0, max(len(loops) - 1.0, 1.0), padding=_ROOM)
        finite = shares[np.isfinite(shares)]
        self.setYRange(0.0, max(float(finite.max()), 100.0) if finite.size else 100.0, padding=_ROOM)

    def _set_limits(self) -> None:
        """Do nothing: ``show_loops`` sets the ranges."""
