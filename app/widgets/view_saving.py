"""*Save this view*: the menu, the choice of the file, and writing it, for plots and pictures.

A view is taken when it is requested; changes while the user chooses the file are not saved.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from app.jobs.files import write_bytes, write_table
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import current_theme
from app.widgets.file_choice import ask_where_to_save
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.picture_bytes import png_bytes
from app.widgets.popups import Entry, open_menu
from core.recording import FloatArray

WRITE_GRACE_S = 5.0

Taken = Callable[[Path], Task[None]]
"""Makes the task that writes the file, from its path."""
Take = Callable[[str], Taken]
"""Takes the present view, for the ending ``csv``, ``png`` or ``svg``."""


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
