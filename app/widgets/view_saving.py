"""A picture that can be saved, and *Save this view*: the menu, the choice of the file, and writing it.

A view is taken when it is requested; changes while the user chooses the file are not saved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF, Signal, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.jobs.written_files import write_bytes, write_table
from app.look.theme import current_theme
from app.widgets.choice import ask_where_to_save
from app.widgets.legend import Curve
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.plot import Plot
from app.widgets.popups import Entry, open_menu
from core.recording import FloatArray

WRITE_GRACE_S = 5.0

Taken = Callable[[Path], Task[None]]
"""Makes the task that writes the file, from its path."""
Take = Callable[[str], Taken]
"""Takes the present view, for the ending ``csv``, ``png`` or ``svg``."""

_QUALITY = 80
"""Compression of a PNG, which is lossless."""


def png_bytes(picture: QPixmap) -> bytes:
    """Encode a picture as PNG."""
    store = QBuffer()
    store.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(store, "PNG", _QUALITY)
    return bytes(store.data().data())


@dataclass(frozen=True)
class SavedTable:
    """The content of a picture as columns under headings with units."""

    header: tuple[str, ...]
    columns: tuple[FloatArray, ...]


class Picture(QWidget):
    """A painted widget; a right click and the menu key ask for its menu."""

    menu_asked = Signal(QPoint)
    """Carries the place on the screen."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self.update)

    def saved_table(self) -> SavedTable:
        """The content as a table, for a file."""
        raise NotImplementedError

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu at the pointer, or in the middle for the menu key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.menu_asked.emit(self.mapToGlobal(self.rect().center()) if is_key else event.globalPos())
        event.accept()


class ViewSaving(QObject):
    """Opens the menu of a view, and has its file written by the worker."""

    def __init__(
        self,
        owner: QObject,
        *,
        name: Callable[[], str],
        mark: Callable[[], str],
        runner: JobRunner,
        bus: MessageBus,
    ) -> None:
        super().__init__(owner)
        self._name, self.mark, self._runner, self._bus = name, mark, runner, bus

    def open_menu(self, view: QWidget, place: QPoint, take: Take, *, first: Sequence[Entry] = ()) -> None:
        """Open the menu of a view, unless an arm is armed or moving; it does not block."""
        kinds = (
            (self.tr("Save this view as CSV …"), "csv"),
            (self.tr("Save this view as PNG …"), "png"),
            (self.tr("Save this view as SVG …"), "svg"),
        )
        saving = [(words, partial(self._ask, view, ending, take)) for words, ending in kinds]
        open_menu(view, [*first, *saving], place)

    def keep(self, path: Path, take: Take) -> None:
        """Write the present view; the ending of the file is csv, png or svg."""
        self._write(path, take(path.suffix.lower().removeprefix(".")))

    def _ask(self, view: QWidget, ending: str, take: Take) -> None:
        window = view.window()
        assert isinstance(window, QWidget)
        taken = take(ending)
        ask_where_to_save(
            window,
            self.tr("Save this view"),
            f"{self._name()}.{ending}",
            lambda path: self._write(path, taken),
        )

    def _write(self, path: Path, taken: Taken) -> None:
        job = self._runner.start(taken(path), grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(
            lambda _: self._bus.show(
                self.tr("The view was saved as {file}.").format(file=path), severity=Severity.GOOD
            )
        )

    def as_csv(self, header: tuple[str, ...], columns: tuple[FloatArray, ...]) -> Taken:
        """Take columns with headings as CSV."""
        return lambda path: Task(write_table, path=path, header=header, columns=columns)

    def as_png(self, view: QWidget, image: QPixmap) -> Taken:
        """Take the image of a view as PNG, with the mark."""
        with QPainter(image) as painter:
            paint_ribbon(painter, QRectF(view.rect()), self.mark())
        return _file_of(png_bytes(image))

    def as_svg(self, view: QWidget, paint: Callable[[QPainter], None]) -> Taken:
        """Take a view as SVG, with the mark."""
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(store)
        generator.setSize(view.size())
        generator.setViewBox(view.rect())
        generator.setTitle(view.accessibleName())
        with QPainter(generator) as painter:
            painter.fillRect(view.rect(), current_theme().colour("surface"))
            paint(painter)
            paint_ribbon(painter, QRectF(view.rect()), self.mark())
        return _file_of(bytes(store.data().data()))


def marked(header: Sequence[str], mark: str) -> tuple[str, ...]:
    """Headings with the mark of data that are not from a real arm."""
    return tuple(f"{mark} {name}" if mark else name for name in header)


def _file_of(content: bytes) -> Taken:
    return lambda path: Task(write_bytes, path=path, content=content)


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

    def open_menu_for_all(self, place: QPoint, *, first: Sequence[Entry] = ()) -> None:
        """Open the menu for all shown plots together, below entries of their owner."""
        self._open_menu(self._everything(), place, first=first)

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


class Saveable(Protocol):
    """A widget whose content can be saved."""

    menu_asked: SignalInstance

    def saved_table(self) -> SavedTable:
        """The content as a table, for a file."""


class PictureExport(QObject):
    """Opens the menu of pictures, and has their files written by the worker."""

    def __init__(
        self,
        pictures: Sequence[QWidget],
        *,
        name: Callable[[], str],
        mark: Callable[[], str],
        runner: JobRunner,
        bus: MessageBus,
    ) -> None:
        super().__init__(pictures[0])
        self._saving = ViewSaving(self, name=name, mark=mark, runner=runner, bus=bus)
        for picture in pictures:
            _saveable(picture).menu_asked.connect(
                lambda place, picture=picture: self.open_menu(picture, place)
            )

    def open_menu(self, picture: QWidget, place: QPoint) -> None:
        """Open the menu of a picture, unless an arm is armed or moving; it does not block."""
        self._saving.open_menu(picture, place, lambda ending: self._take(picture, ending))

    def save(self, picture: QWidget, path: Path) -> None:
        """Write the present content of a picture; the ending of the file is csv, png or svg."""
        self._saving.keep(path, lambda ending: self._take(picture, ending))

    def _take(self, picture: QWidget, ending: str) -> Taken:
        if ending == "csv":
            table = _saveable(picture).saved_table()
            return self._saving.as_csv(marked(table.header, self._saving.mark()), table.columns)
        if ending == "png":
            image = QPixmap(picture.size())
            image.fill(current_theme().colour("surface"))
            picture.render(image)
            return self._saving.as_png(picture, image)
        return self._saving.as_svg(picture, lambda painter: picture.render(painter, QPoint(0, 0)))


def _saveable(picture: QWidget) -> Saveable:
    assert hasattr(picture, "saved_table")
    found: Saveable = picture  # type: ignore[assignment]  # said by the line above
    return found
