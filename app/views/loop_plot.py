"""Deflection over torque as a loop that builds up: stiffness is its slope, lost motion its width."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.views.plot import Plot
from core.recording import FloatArray

Loop = tuple[FloatArray, FloatArray]
"""Torque (P,) N·m and deflection (P,) rad of one joint, oldest first."""


class LoopPlot(Plot):
    """The loops of the chosen joints in their colours; the newest point of each is a dot."""

    def show_loops(self, loops: Mapping[int, Loop], *, is_stale: bool = False) -> None:
        """Show the loops of some joints, counted from 0."""


class LoopView(QWidget):
    """Legend and *Start over* above, the loops or words below; ``plot`` is what is exported."""

    start_over = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = LoopPlot(self.tr("Deflection over torque"))

    def show_loops(self, loops: Mapping[int, Loop], *, is_stale: bool = False) -> None:
        """Show the loops of some joints, counted from 0; words where nothing has moved yet."""
