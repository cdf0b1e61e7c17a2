"""*Save this view* of a picture that is painted by hand: as CSV with units, as PNG or as SVG."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF, SignalInstance
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from app.jobs.files import write_table
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import current_theme
from app.widgets.file_choice import ask_where_to_save
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.picture import SavedTable
from app.widgets.picture_bytes import png_bytes
from app.widgets.plot_export import WRITE_GRACE_S, Taken, file_of
from app.widgets.popups import popup_rule


class Saveable(Protocol):
    """A widget that can be saved as what it shows."""

    menu_asked: SignalInstance

    def saved_table(self) -> SavedTable:
        """What it shows, for a file."""


class PictureExport(QObject):
    """Offers the menu of some pictures, and has the files written by the worker."""

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
        self._name, self._mark, self._runner, self._bus = name, mark, runner, bus
        for picture in pictures:
            _saveable(picture).menu_asked.connect(
                lambda place, picture=picture: self.open_menu(picture, place)
            )

    def open_menu(self, picture: QWidget, place: QPoint) -> None:
        """Open the menu of a picture; it does not wait, and stays away while an arm is moving."""
        if not popup_rule().permits():
            return
        menu = QMenu(picture)
        for words, ending in (
            (self.tr("Save this view as CSV …"), "csv"),
            (self.tr("Save this view as PNG …"), "png"),
            (self.tr("Save this view as SVG …"), "svg"),
        ):
            action = menu.addAction(words)
            action.triggered.connect(lambda _checked=False, ending=ending: self._ask(picture, ending))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def save(self, picture: QWidget, path: Path) -> None:
        """Write what a picture shows now; the file's ending says how: csv, png or svg."""
        self._write(path, self._take(picture, path.suffix.lower().removeprefix(".")))

    def _ask(self, picture: QWidget, ending: str) -> None:
        taken = self._take(picture, ending)
        ask_where_to_save(
            picture.window(),
            self.tr("Save this view"),
            f"{self._name()}.{ending}",
            lambda path: self._write(path, taken),
        )

    def _take(self, picture: QWidget, ending: str) -> Taken:
        return {"csv": self._as_csv, "png": self._as_png, "svg": self._as_svg}[ending](picture)

    def _as_csv(self, picture: QWidget) -> Taken:
        table, mark = _saveable(picture).saved_table(), self._mark()
        header = tuple(f"{mark} {name}" if mark else name for name in table.header)
        return lambda path: Task(write_table, path=path, header=header, columns=table.columns)

    def _as_png(self, picture: QWidget) -> Taken:
        image = QPixmap(picture.size())
        image.fill(current_theme().colour("surface"))
        picture.render(image)
        painter = QPainter(image)
        paint_ribbon(painter, QRectF(picture.rect()), self._mark())
        painter.end()
        return file_of(png_bytes(image))

    def _as_svg(self, picture: QWidget) -> Taken:
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(store)
        generator.setSize(picture.size())
        generator.setViewBox(picture.rect())
        generator.setTitle(picture.accessibleName())
        painter = QPainter(generator)
        painter.fillRect(picture.rect(), current_theme().colour("surface"))
        picture.render(painter, QPoint(0, 0))
        paint_ribbon(painter, QRectF(picture.rect()), self._mark())
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


def _saveable(picture: QWidget) -> Saveable:
    assert hasattr(picture, "saved_table")
    found: Saveable = picture  # type: ignore[assignment]  # said by the line above
    return found
