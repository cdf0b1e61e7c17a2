"""Measured points on a plot, each with a bar of its expanded uncertainty up and down."""

import pyqtgraph as pg
from PySide6.QtCore import QObject

from app.look.theme import current_theme
from app.widgets.plot import Plot
from core.recording import FloatArray


class MeasuredPoints(QObject):
    """Points of one series; ``colour`` is a token of the theme, ``size`` the diameter of a point in px."""

    def __init__(self, plot: Plot, *, colour: str = "measured", size: int = 7) -> None:
        super().__init__(plot)
        self._colour = colour
        self._bars, self._dots = pg.ErrorBarItem(beam=0.0), pg.ScatterPlotItem(size=size)
        plot.box.addItem(self._bars)
        plot.box.addItem(self._dots)
        current_theme().changed.connect(self._paint)
        self._paint()

    def show_points(self, x: FloatArray, y: FloatArray, spread: FloatArray) -> None:
        """Show other points (N,) with their expanded uncertainties, in the units of the axes."""
        self._bars.setData(x=x, y=y, height=2.0 * spread)
        self._dots.setData(x=x, y=y)

    def _paint(self) -> None:
        colour = current_theme().colour(self._colour)
        self._bars.setOpts(pen=pg.mkPen(colour))
        self._dots.setBrush(pg.mkBrush(colour))
        self._dots.setPen(pg.mkPen(current_theme().colour("surface")))
