"""*Save this view*: what a plot shows as CSV with units, as PNG or as SVG."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from app.jobs.runner import JobRunner
from app.messages import MessageBus, Severity
from app.views.file_choice import ask_where_to_save
from app.views.mark_ribbon import paint_ribbon
from app.views.plot import Curve, Plot
from app.views.popups import popup_rule
from core.recording import FloatArray

WRITE_GRACE_S = 5.0


class PlotExport(QObject):
    """Offers the export menu of some plots and has the files written by the worker."""

    def __init__(
        self,
        plots: Sequence[Plot],
        *,
        name: Callable[[], str],
        mark: Callable[[], str],
        runner: JobRunner,
        bus: MessageBus,
    ) -> None:
        super().__init__(plots[0])
        self._name, self._mark, self._runner, self._bus = name, mark, runner, bus
        for plot in plots:
            plot.menu_asked.connect(lambda place, plot=plot: self.open_menu(plot, place))

    def open_menu(self, plot: Plot, place: QPoint) -> None:
        """Open the menu of a plot; it does not wait, and stays away while an arm is moving."""
        if not popup_rule().permits():
            return
        menu = QMenu(plot)
        for words, ending, save in (
            (self.tr("Save this view as CSV …"), "csv", self.save_csv),
            (self.tr("Save this view as PNG …"), "png", self.save_png),
            (self.tr("Save this view as SVG …"), "svg", self.save_svg),
        ):
            action = menu.addAction(words)
            action.triggered.connect(
                lambda _checked=False, ending=ending, save=save: self._ask(plot, ending, save)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def save_csv(self, plot: Plot, path: Path) -> None:
        """Write the visible samples, every one of them, with units in the header."""
        header, columns = view_table(plot, mark=self._mark())
        self._write("app.work.files:write_table", path, {"header": header, "columns": columns})

    def save_png(self, plot: Plot, path: Path) -> None:
        """Write the plot as it looks, at twice the resolution of the screen."""
        image = plot.grab()
        painter = QPainter(image)
        paint_ribbon(painter, QRectF(plot.rect()), self._mark())
        painter.end()
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(store, "PNG", 80)
        self._write("app.work.files:write_bytes", path, {"content": bytes(store.data().data())})

    def save_svg(self, plot: Plot, path: Path) -> None:
        """Write the plot as lines and text."""
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(store)
        generator.setSize(plot.size())
        generator.setViewBox(plot.rect())
        generator.setTitle(plot.accessibleName())
        painter = QPainter(generator)
        plot.render(painter, QRectF(plot.rect()))
        paint_ribbon(painter, QRectF(plot.rect()), self._mark())
        painter.end()
        self._write("app.work.files:write_bytes", path, {"content": bytes(store.data().data())})

    def _ask(self, plot: Plot, ending: str, save: Callable[[Plot, Path], None]) -> None:
        window = plot.window()
        assert isinstance(window, QWidget)
        ask_where_to_save(
            window, self.tr("Save this view"), f"{self._name()}.{ending}", lambda path: save(plot, path)
        )

    def _write(self, function: str, path: Path, arguments: dict[str, object]) -> None:
        job = self._runner.start(function, {"path": path, **arguments}, grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(
            lambda _: self._bus.tell(
                self.tr("The view was saved as {file}.").format(file=path), severity=Severity.GOOD
            )
        )


def view_table(plot: Plot, *, mark: str = "") -> tuple[tuple[str, ...], tuple[FloatArray, ...]]:
    """The visible part of every curve as columns; curves with the same clock share it.

    What no real arm measured carries its ``mark`` in the heading of every column.
    """
    low, high = plot.visible_range()
    header: list[str] = []
    columns: list[FloatArray] = []
    clock: FloatArray | None = None
    for curve in (*plot.curves, *plot.extra_curves):
        seen = _visible(curve, low, high)
        if clock is None or not np.array_equal(clock, curve.x):
            clock = curve.x
            header.append(_column_name(*plot.x_label))
            columns.append(curve.x[seen])
        header.append(_column_name(curve.name, curve.unit))
        columns.append(curve.y[seen])
    return tuple(f"{mark} {name}" if mark else name for name in header), tuple(columns)


def _visible(curve: Curve, low: float, high: float) -> slice:
    first, last = np.searchsorted(curve.x, [low, high])
    return slice(int(first), int(last) + 1)


def _column_name(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit else name
