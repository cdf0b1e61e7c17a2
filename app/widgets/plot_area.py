"""The parts of a plot: a view of the curves, an axis below it and one at its left. No menus."""

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsGridLayout, QSizePolicy

_AXES_Z = 0.5
"""Layer of the axes: above pictures, below items that cover the axes."""
_MARGIN = 1.0


class PlotArea(pg.GraphicsWidget):
    """The used parts of pyqtgraph's plot.

    ``pyqtgraph.PlotItem`` also makes two more axes, a title, a button and six menus: sixty widgets for each
    plot, which took a fifth of the time in which the window is built.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.box = pg.ViewBox(parent=self, enableMenu=False)
        self.axes = {side: pg.AxisItem(side, parent=self) for side in ("left", "bottom")}
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
