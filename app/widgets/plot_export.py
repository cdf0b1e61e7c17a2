"""*Save this view*: what a plot, or all plots of a page, show as CSV with units, as PNG or as SVG.

A view is taken when it is asked for: what runs on while somebody looks for a folder is not saved.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from app.jobs.files import write_bytes, write_table
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import current_theme
from app.widgets.file_choice import ask_where_to_save
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.picture_bytes import png_bytes
from app.widgets.plot import Curve, Plot
from app.widgets.popups import popup_rule
from core.recording import FloatArray

WRITE_GRACE_S = 5.0

View = tuple[QWidget, tuple[Plot, ...]]
"""What is pictured, and the plots on it."""
Taken = Callable[[Path], Task[None]]
"""What the worker does once it is known where to."""


class PlotExport(QObject):
    """Offers the export menu of some plots and has the files written by the worker.

    ``stack`` is the widget that holds all of them, for pictures of the whole.
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
        self._name, self._mark, self._runner, self._bus = name, mark, runner, bus
        for plot in plots:
            plot.menu_asked.connect(lambda place, plot=plot: self.open_menu(plot, place))

    def open_menu(self, plot: Plot, place: QPoint) -> None:
        """Open the menu of a plot; it does not wait, and stays away while an arm is moving."""
        self._open_menu((plot, (plot,)), place)

    def open_menu_for_all(self, place: QPoint) -> None:
        """Likewise, for everything that is shown."""
        self._open_menu(self._everything(), place)

    def save_all(self, path: Path) -> None:
        """Write all plots that are shown into one file; its ending says how: csv, png or svg."""
        take = {".csv": self._take_csv, ".png": self._take_png, ".svg": self._take_svg}[path.suffix.lower()]
        self._write(path, take(self._everything()))

    def _everything(self) -> View:
        stack = self._stack if self._stack is not None else self._plots[0]
        return stack, tuple(plot for plot in self._plots if plot.isVisibleTo(stack))

    def _open_menu(self, view: View, place: QPoint) -> None:
        if not popup_rule().permits():
            return
        menu = QMenu(view[0])
        for words, ending, take in (
            (self.tr("Save this view as CSV …"), "csv", self._take_csv),
            (self.tr("Save this view as PNG …"), "png", self._take_png),
            (self.tr("Save this view as SVG …"), "svg", self._take_svg),
        ):
            action = menu.addAction(words)
            action.triggered.connect(
                lambda _checked=False, ending=ending, take=take: self._ask(view, ending, take)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _ask(self, view: View, ending: str, take: Callable[[View], Taken]) -> None:
        window = view[0].window()
        assert isinstance(window, QWidget)
        taken = take(view)
        ask_where_to_save(
            window,
            self.tr("Save this view"),
            f"{self._name()}.{ending}",
            lambda path: self._write(path, taken),
        )

    def _take_csv(self, view: View) -> Taken:
        header, columns = view_table(*view[1], mark=self._mark())
        return lambda path: Task(write_table, path=path, header=header, columns=columns)

    def _take_png(self, view: View) -> Taken:
        image = view[0].grab()
        painter = QPainter(image)
        paint_ribbon(painter, QRectF(view[0].rect()), self._mark())
        painter.end()
        return file_of(png_bytes(image))

    def _take_svg(self, view: View) -> Taken:
        whole, plots = view
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(store)
        generator.setSize(whole.size())
        generator.setViewBox(whole.rect())
        generator.setTitle(whole.accessibleName())
        painter = QPainter(generator)
        painter.fillRect(whole.rect(), current_theme().colour("surface"))
        for plot in plots:
            place = QRectF(QRectF(plot.rect()).translated(plot.mapTo(whole, QPoint(0, 0))))
            plot.render(painter, place)
        paint_ribbon(painter, QRectF(whole.rect()), self._mark())
        painter.end()
        return file_of(bytes(store.data().data()))

    def _write(self, path: Path, taken: Taken) -> None:
        job = self._runner.start(taken(path), grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(
            lambda _: self._bus.tell(
                self.tr("The view was saved as {file}.").format(file=path), severity=Severity.GOOD
            )
        )


def file_of(content: bytes) -> Taken:
    """A file that is ready."""
    return lambda path: Task(write_bytes, path=path, content=content)


def view_table(*plots: Plot, mark: str = "") -> tuple[tuple[str, ...], tuple[FloatArray, ...]]:
    """The visible part of every curve as columns; curves with the same clock share it.

    What no real arm measured carries its ``mark`` in the heading of every column.
    """
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
    return tuple(f"{mark} {name}" if mark else name for name in header), tuple(columns)


def _visible(curve: Curve, low: float, high: float) -> slice:
    first, last = np.searchsorted(curve.x, [low, high])
    return slice(int(first), int(last) + 1)


def _column_name(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit else name
