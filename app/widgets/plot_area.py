"""What a plot consists of: a view of the curves, an axis below it and one at its left. No menus."""

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsGridLayout, QSizePolicy

_AXES_Z = 0.5
"""Above pictures, below what wants to lie over the axes."""
_MARGIN = 1.0


class PlotArea(pg.GraphicsWidget):
    """The few parts of pyqtgraph's plot that are used.

    Its own comes with two more axes, a title, a button and six menus with all their boxes, whether
    they are wanted or not: sixty widgets for each plot, which took a fifth of the time in which the
    window is built.
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
