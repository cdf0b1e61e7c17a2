"""The parts of a plot: a view of the curves, an axis below it and one at its left. No menus."""

import math

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsGridLayout, QSizePolicy

from app.look.theme import current_theme

_AXES_Z = 0.5
"""Layer of the axes: above pictures, below items that cover the axes."""
_MARGIN = 1.0
_LINES_APART = 0.9
"""Least distance of two numbers at an axis, in lines of text."""
_STEPS = (1.0, 2.0, 4.0, 5.0, 10.0)


class UprightAxis(pg.AxisItem):
    """An axis at the left whose numbers do not lie on each other in a low plot."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        """Distances of the numbers, and of the lines between them, in the axis's own numbers."""
        levels: list[tuple[float, float]] = super().tickSpacing(low, high, size)
        least = abs(high - low) / max(size, 1.0) * _LINES_APART * current_theme().line_height()
        if not levels or levels[0][0] >= least:
            return levels
        decade = 10.0 ** math.floor(math.log10(least))
        return [(next(step * decade for step in _STEPS if step * decade >= least), 0.0)]


class PlotArea(pg.GraphicsWidget):
    """The used parts of pyqtgraph's plot.

    ``pyqtgraph.PlotItem`` also makes two more axes, a title, a button and six menus: sixty widgets for each
    plot, which took a fifth of the time in which the window is built.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.box = pg.ViewBox(parent=self, enableMenu=False)
        self.axes = {"left": UprightAxis("left", parent=self), "bottom": pg.AxisItem("bottom", parent=self)}
        self.grid = QGraphicsGridLayout()
        self.grid.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.grid.setSpacing(0.0)
        self.grid.addItem(self.box, 0, 1)
        self.grid.addItem(self.axes["left"], 0, 0)
        self.grid.addItem(self.axes["bottom"], 1, 1)
        self.grid.setRowStretchFactor(0, 100)
        self.grid.setColumnStretchFactor(1, 100)
        self.setLayout(self.grid)
        for axis in self.axes.values():
            axis.linkToView(self.box)
            axis.setZValue(_AXES_Z)
            axis.setFlag(axis.GraphicsItemFlag.ItemNegativeZStacksBehindParent)
