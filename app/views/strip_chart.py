"""A strip chart: one signal of the chosen joints, running from right to left at 30 frames a second.

Live, it paints finished points: grid, curves and cursors are one item on the scene, so that a new
frame costs neither new axes nor new bounds. Held, it has every sample, to zoom and to pan.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.units import DisplayUnit
from app.views.plot import Plot
from core.recording import FloatArray

FullRate = Callable[[], tuple[FloatArray, FloatArray]]
"""Time (N,) s before the newest sample and values (N, n) in SI units: every sample that is visible."""


class StripChart(Plot):
    """One signal over the last seconds, a curve for each chosen joint."""

    cursor_dragged = Signal(int, float)
    """Which cursor, 0 for A and 1 for B, and where to: s before the newest sample."""
    cursor_stepped = Signal(int, bool)
    """By how many steps, and whether large ones, the arrow keys move the cursor in use."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.full_rate: FullRate | None = None
        """Where saving takes every sample from while the chart runs; without it, the drawn points."""

    def watch(
        self, name: str, *, joints: Sequence[int], units: Sequence[DisplayUnit], least_span: float
    ) -> None:
        """Show this signal of these joints from now on.

        ``units`` has one for each of ``joints``; the axis never shows less than ``least_span``, in
        display units, so that noise does not look like motion.
        """
        raise NotImplementedError

    def set_window(self, seconds: float) -> None:
        """Show the last ``seconds``."""
        raise NotImplementedError

    def show_frame(self, time: FloatArray, values: FloatArray, *, is_stale: bool = False) -> None:
        """Show running curves: time (M,) s before the newest, values (M, n) of all joints in SI units."""
        raise NotImplementedError

    def show_frozen(self, time: FloatArray, values: FloatArray) -> None:
        """Hold every sample, to zoom and to pan: time (N,) s, values (N, n) of all joints in SI units."""
        raise NotImplementedError

    def show_nothing(self) -> None:
        """No stream."""
        raise NotImplementedError

    def show_cursors(self, places: tuple[float, float] | None, *, current: int = 0) -> None:
        """Show the cursors A and B at these moments, or none."""
        raise NotImplementedError
