"""*Save this view* of a plot, or of all plots of a page: as CSV with units, as PNG or as SVG."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.widgets.curve import Curve
from app.widgets.plot import Plot
from app.widgets.popups import Entry
from app.widgets.view_saving import Taken, ViewSaving, marked
from core.recording import FloatArray

View = tuple[QWidget, tuple[Plot, ...]]
"""A widget for the picture, and the plots on it."""


class PlotExport(QObject):
    """Opens the export menu of plots, and saves them.

    ``stack`` is the widget that contains all plots, for pictures of all together.
    """

    def __init__(
        self,
        plots: Sequence[Plot],
        *,
        name: Callable[[], str],
        mark: Callable[[], str],
        runner: JobRunner,
        bus: MessageBus,
        stack: QWidget | None = None,
    ) -> None:
        super().__init__(plots[0])
        self._plots, self._stack = tuple(plots), stack
        self._saving = ViewSaving(self, name=name, mark=mark, runner=runner, bus=bus)
        for plot in plots:
            plot.menu_asked.connect(lambda place, plot=plot: self.open_menu(plot, place))

    def open_menu(self, plot: Plot, place: QPoint) -> None:
        """Open the menu of a plot, unless an arm is armed or moving; it does not block."""
        self._open_menu((plot, (plot,)), place, first=plot.menu_entries())

    def open_menu_for_all(self, place: QPoint) -> None:
        """Open the menu for all shown plots together."""
        self._open_menu(self._everything(), place)

    def save_all(self, path: Path) -> None:
        """Write all shown plots into one file; its ending is csv, png or svg."""
        self._saving.keep(path, lambda ending: self._take(self._everything(), ending))

    def _everything(self) -> View:
        stack = self._stack if self._stack is not None else self._plots[0]
        return stack, tuple(plot for plot in self._plots if plot.isVisibleTo(stack))

    def _open_menu(self, view: View, place: QPoint, *, first: Sequence[Entry] = ()) -> None:
        self._saving.open_menu(view[0], place, lambda ending: self._take(view, ending), first=first)

    def _take(self, view: View, ending: str) -> Taken:
        whole, plots = view
        if ending == "csv":
            return self._saving.as_csv(*view_table(*plots, mark=self._saving.mark()))
        if ending == "png":
            return self._saving.as_png(whole, whole.grab())

        def paint(painter: QPainter) -> None:
            for plot in plots:
                plot.render(painter, QRectF(plot.rect()).translated(plot.mapTo(whole, QPoint(0, 0))))

        return self._saving.as_svg(whole, paint)


def view_table(*plots: Plot, mark: str = "") -> tuple[tuple[str, ...], tuple[FloatArray, ...]]:
    """Headings and columns of the visible part of every curve; curves with equal x share a column for it."""
    header: list[str] = []
    columns: list[FloatArray] = []
    clock: FloatArray | None = None
    for plot in plots:
        low, high = plot.visible_range()
        for curve in plot.saved_curves():
            seen = _visible(curve, low, high)
            x = curve.x[seen]
            if clock is None or not np.array_equal(clock, x):
                clock = x
                header.append(_column_name(*plot.x_label))
                columns.append(x)
            header.append(_column_name(curve.name, curve.unit))
            columns.append(curve.y[seen])
    return marked(header, mark), tuple(columns)


def _visible(curve: Curve, low: float, high: float) -> slice:
    first, last = np.searchsorted(curve.x, [low, high])
    return slice(int(first), int(last) + 1)


def _column_name(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit else name
