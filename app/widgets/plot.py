"""The plot of all pages: themed, thin lines, at most two points per pixel, export by right-click.

Curves keep all their samples. They are decimated for painting, at most 30 times a second, whenever the
visible range or the width changes.
"""

import math
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QMouseEvent
from PySide6.QtWidgets import QGraphicsGridLayout, QSizePolicy, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.widgets.legend import Curve, curve_pen
from app.widgets.plot_reading import PlotReading
from app.widgets.text import Button
from core.recording import FloatArray
from core.signals.decimation import minmax

FRAME_MS = 33
_GRID_OPACITY = 0.18
_USUAL_WIDTH, _USUAL_HEIGHT = 320, 140
_FEWEST_BUCKETS = 200
_SAME = 1e-3
"""Share of the range by which a view may differ from the whole one: less than a pixel."""
_ROOM, _LEAST_FILL = 0.15, 0.25
"""Space above and below a running curve, and the least share of the height that it fills."""
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


class Plot(pg.GraphicsView):
    """Curves over a common horizontal axis."""

    axis_width = 80
    """Width of the vertical axis at a scale of 100 %, pixels."""
    menu_asked = Signal(QPoint)
    """Carries the place on the screen at which the user asked for the export menu."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.area = PlotArea()
        self.setCentralItem(self.area)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.enableMouse(False)  # noqa: FBT003  # pyqtgraph's own signature; the view box has its own
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.x_label, self.y_label = ("", ""), ("", "")
        self._is_stacked, self._is_titled = False, False
        """True if the unit of the vertical axis is on a line of its own, and if the axis has a title."""
        self.curves: tuple[Curve, ...] = ()
        self.extra_curves: tuple[Curve, ...] = ()
        """Curves that a subclass paints itself, saved with the others."""
        self._items: list[pg.PlotCurveItem] = []
        self._whole: list[tuple[float, float] | None] = [None, None]
        """Ranges of both axes as they were set last, not by hand."""
        self._reading: PlotReading | None = None
        """Made when the pointer comes for the first time: most plots are never read."""
        self.whole_view = Button(self.tr("Whole view"), parent=self)
        self.whole_view.setToolTip(self.tr("Show all of the curves again (double click)"))
        self.whole_view.clicked.connect(self.show_whole)
        self.whole_view.hide()
        for side in ("left", "bottom"):
            # The numbers have the unit in the label, without prefix or hidden factor. Disabling prefixes
            # keeps the last factor, so the list of ranges with a prefix is emptied too.
            self.axis(side).setSIPrefixEnableRanges(())
            self.axis(side).enableAutoSIPrefix(False)  # noqa: FBT003  # pyqtgraph's own signature
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.setInterval(FRAME_MS)
        self._fresh.timeout.connect(self._draw)
        self.box.sigXRangeChanged.connect(lambda *_: self._ask_for_drawing())
        self.box.sigRangeChanged.connect(lambda *_: self._offer_whole_view())
        self.scene().sigMouseClicked.connect(self._clicked)
        self.scene().sigMouseMoved.connect(self._pointed)
        current_theme().changed.connect(self.take_theme)
        self._take_colours()

    @property
    def box(self) -> pg.ViewBox:
        """The area between the axes."""
        return self.area.box

    def axis(self, side: str) -> pg.AxisItem:
        """The axis ``left`` or ``bottom``."""
        return self.area.axes[side]

    def setXRange(self, low: float, high: float, *, padding: float) -> None:
        """Set the horizontal range, with ``padding`` as a share of it at either side."""
        self.box.setXRange(low, high, padding=padding)
        self._keep_whole(0)

    def setYRange(self, low: float, high: float, *, padding: float) -> None:
        """Set the vertical range, with ``padding`` as a share of it at either side."""
        self.box.setYRange(low, high, padding=padding)
        self._keep_whole(1)

    def sizeHint(self) -> QSize:
        """A small size, because plots stretch; with pyqtgraph's own hint a plot never gets smaller again."""
        return QSize(_USUAL_WIDTH, current_theme().scaled(_USUAL_HEIGHT))

    def label_axes(
        self, x: str, x_unit: str, y: str, y_unit: str, *, stacked: bool = False, is_titled: bool = True
    ) -> None:
        """Set names and units of the axes; ``stacked`` puts the vertical unit on a line of its own.

        Without ``is_titled`` they are read under the pointer only: words beside the plot have them.
        """
        self.x_label, self.y_label = (x, x_unit), (y, y_unit)
        self._is_stacked, self._is_titled = stacked, is_titled
        self.axis("bottom").setLabel(f"{x} ({x_unit})" if is_titled and x else "")
        self.axis("left").setLabel(self._left_title() if is_titled else "")

    def _left_title(self) -> str:
        """Name and unit of the vertical axis as far as its height holds them: both, the unit, or nothing."""
        (name, unit), height = self.y_label, self.axis("left").height()
        across = QFontMetricsF(current_theme().font(TextSize.BODY)).horizontalAdvance
        lines = (name, f"({unit})") if self._is_stacked else (f"{name} ({unit})",)
        if max(map(across, lines)) <= height:
            return "<br>".join(lines)
        return f"({unit})" if across(f"({unit})") <= height else ""

    def _fit_left_title(self) -> None:
        """Take the title for another height, unless it is the same."""
        axis = self.axis("left")
        if self._is_titled and (title := self._left_title()) != axis.labelText:
            axis.setLabel(title)
            axis.resizeEvent()  # which puts the title into the middle

    def show_curves(self, curves: tuple[Curve, ...], *, summary: str = "") -> None:
        """Show these curves in full; ``summary`` is for screen readers."""
        while len(self._items) < len(curves):
            curve_item = pg.PlotCurveItem(antialias=False, connect="finite")
            self._items.append(curve_item)
            self.box.addItem(curve_item)
        for spare in self._items[len(curves) :]:
            spare.clear()
        self.curves = curves
        self.setAccessibleDescription(summary)
        self._set_limits()
        self._draw()

    def show_running(self, curve: Curve, *, window: float, least_span: float) -> None:
        """Show a running curve: the last ``window`` of its axis, and a height that follows without jitter.

        The curve is already decimated, so it has no samples for other ranges.
        """
        if not self._items:
            self.show_curves((curve,))
        self.curves = (curve,)
        box = self.box
        box.setLimits(xMin=-window, xMax=0.0)
        self.setXRange(-window, 0.0, padding=0)
        finite = curve.y[np.isfinite(curve.y)]
        if finite.size:
            self._follow(float(finite.min()), float(finite.max()), least_span)
        self._items[0].setData(curve.x, curve.y, pen=curve_pen(curve.pen))

    @property
    def is_whole(self) -> bool:
        """False where the user has zoomed or moved the view."""
        for shown, whole in zip(self.box.viewRange(), self._whole, strict=True):
            if whole is not None:
                apart = max(abs(shown[0] - whole[0]), abs(shown[1] - whole[1]))
                if apart > _SAME * (whole[1] - whole[0]):
                    return False
        return True

    @Slot()
    def show_whole(self) -> None:
        """Show what was shown before the user zoomed."""
        for whole, set_range in zip(self._whole, (self.box.setXRange, self.box.setYRange), strict=True):
            if whole is not None:
                set_range(*whole, padding=0)

    @property
    def reading(self) -> PlotReading:
        """Reader of values off this plot."""
        if self._reading is None:
            self._reading = PlotReading(
                self,
                self.box,
                curves=self.read_curves,
                axes=lambda: (self.x_label, self.y_label),
                height=self.height_of,
            )
            self._reading.keep_free(self.whole_view if not self.whole_view.isHidden() else None)
        return self._reading

    def read_curves(self) -> tuple[Curve, ...]:
        """The curves as they are drawn, of which values can be read."""
        return self.curves

    def height_of(self, value: float) -> float:
        """Place of a value on the vertical axis, which may be logarithmic."""
        return value

    def menu_entries(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """Entries of the menu that belong to the plot itself: words, and what they do."""
        measuring = self._reading is not None and self._reading.is_measuring
        words = self.tr("Stop measuring") if measuring else self.tr("Measure between two lines")
        whole = () if self.is_whole else ((self.tr("Whole view"), self.show_whole),)
        return (*whole, (words, lambda: self.reading.measure(on=not measuring)))

    def _keep_whole(self, axis: int) -> None:
        low, high = self.box.viewRange()[axis]
        self._whole[axis] = (float(low), float(high))
        self._offer_whole_view()

    def _offer_whole_view(self) -> None:
        is_offered = not self.is_whole
        if is_offered:
            button = self.whole_view
            button.adjustSize()
            button.move(self.width() - button.width() - GRID, GRID)
            button.raise_()
        if is_offered != self.whole_view.isVisibleTo(self):
            self.whole_view.setVisible(is_offered)
            if self._reading is not None:
                self._reading.keep_free(self.whole_view if is_offered else None)

    def _pointed(self, place: QPointF) -> None:
        self.reading.point_at(place)

    def saved_curves(self) -> tuple[Curve, ...]:
        """The curves to save, at full rate; only their part within ``visible_range`` is saved."""
        return (*self.curves, *self.extra_curves)

    def _follow(self, low: float, high: float, least_span: float, *, is_new: bool = False) -> None:
        """Change the vertical range only if the curve leaves it, fills too little of it, or is a new one."""
        shown_low, shown_high = self.box.viewRange()[1]
        span, shown = max(high - low, least_span), shown_high - shown_low
        inside = shown_low <= low and high <= shown_high
        if not is_new and inside and _LEAST_FILL * shown < span <= shown:
            return
        middle, half = (low + high) / 2.0, (0.5 + _ROOM) * span
        self.setYRange(middle - half, middle + half, padding=0)

    def take_theme(self) -> None:
        """Apply the present theme."""
        self._take_colours()
        self._draw()

    def _take_colours(self) -> None:
        theme = current_theme()
        self.setBackground(theme.colour("surface"))
        self.axis("left").setWidth(theme.scaled(self.axis_width))  # two lines of a title, and numbers
        font = theme.font(TextSize.BODY)
        for side in ("left", "bottom"):
            axis = self.axis(side)
            axis.setPen(theme.colour("control_border"))
            axis.setTextPen(theme.colour("muted"))
            axis.setStyle(tickFont=font, tickLength=-4, maxTickLevel=0)
            axis.label.setFont(font)
            axis.setGrid(round(255 * _GRID_OPACITY))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole view again."""
        self.show_whole()
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the export menu on the menu key, as on a right-click."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_asked.emit(self.mapToGlobal(self.rect().center()))
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Ignore changes of the application's font: the theme sets the fonts."""
        event.accept()

    def resizeEvent(self, event: object) -> None:
        """Decimate the curves again for another width."""
        super().resizeEvent(event)
        if hasattr(self, "_fresh"):  # pyqtgraph resizes during its construction
            self._ask_for_drawing()
            self._fit_left_title()

    def close(self) -> bool:
        """Stop painting."""
        self._fresh.stop()
        return QWidget.close(self)

    def visible_range(self) -> tuple[float, float]:
        """The shown horizontal range."""
        low, high = self.box.viewRange()[0]
        return float(low), float(high)

    def _ask_for_drawing(self) -> None:
        if not self._fresh.isActive():
            self._fresh.start()

    def _clicked(self, event: MouseClickEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            event.accept()
            self.menu_asked.emit(event.screenPos().toPoint())

    def _set_limits(self) -> None:
        drawn = [curve for curve in self.curves if curve.x.size]
        if not drawn:
            return
        x = [edge for curve in drawn for edge in (curve.x[0], curve.x[-1])]
        finite = [curve.y[np.isfinite(curve.y)] for curve in drawn]
        y = [edge for values in finite if values.size for edge in (values.min(), values.max())]
        box = self.box
        if min(x) < max(x):
            box.setLimits(xMin=min(x), xMax=max(x))
        self.setXRange(min(x), max(x), padding=0)
        if y:
            self.setYRange(min(y), max(y), padding=0.06)

    def _draw(self) -> None:
        for item, curve in zip(self._items, self.curves, strict=False):
            x, y = self._decimated(curve.x, curve.y)
            item.setData(x, y, pen=curve_pen(curve.pen))

    def _decimated(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The visible points of a curve with rising x, at most two per pixel, with one beyond each end."""
        low, high = self.visible_range()
        first, last = max(int(np.searchsorted(x, low)) - 1, 0), int(np.searchsorted(x, high)) + 1
        buckets = max(int(self.box.width()), _FEWEST_BUCKETS)
        return minmax(x[first:last], y[first:last], buckets=buckets)


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
