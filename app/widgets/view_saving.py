"""*Save this view*: the menu, the question where to, and the file, for whatever is drawn.

A view is taken when it is asked for: what runs on while somebody looks for a folder is not saved.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QRectF
from PySide6.QtGui import QPainter, QPixmap
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
from app.widgets.popups import popup_rule
from core.recording import FloatArray

WRITE_GRACE_S = 5.0

Taken = Callable[[Path], Task[None]]
"""What the worker does once it is known where to."""
Take = Callable[[str], Taken]
"""Takes a view as it is now, for the ending ``csv``, ``png`` or ``svg``."""


class ViewSaving(QObject):
    """Offers the menu of a view, and has its file written by the worker."""

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

    def open_menu(self, view: QWidget, place: QPoint, take: Take) -> None:
        """Open the menu of a view; it does not wait, and stays away while an arm is moving."""
        if not popup_rule().permits():
            return
        menu = QMenu(view)
        for words, ending in (
            (self.tr("Save this view as CSV …"), "csv"),
            (self.tr("Save this view as PNG …"), "png"),
            (self.tr("Save this view as SVG …"), "svg"),
        ):
            action = menu.addAction(words)
            action.triggered.connect(lambda _checked=False, ending=ending: self._ask(view, ending, take))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def keep(self, path: Path, take: Take) -> None:
        """Write a view as it is now; the file's ending says how."""
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
        """Columns with a heading each."""
        return lambda path: Task(write_table, path=path, header=header, columns=columns)

    def as_png(self, view: QWidget, image: QPixmap) -> Taken:
        """The image of a view, with the mark across it."""
        painter = QPainter(image)
        paint_ribbon(painter, QRectF(view.rect()), self.mark())
        painter.end()
        return _file_of(png_bytes(image))

    def as_svg(self, view: QWidget, paint: Callable[[QPainter], None]) -> Taken:
        """A view as lines and text, with the mark across it."""
        store = QBuffer()
        store.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(store)
        generator.setSize(view.size())
        generator.setViewBox(view.rect())
        generator.setTitle(view.accessibleName())
        painter = QPainter(generator)
        painter.fillRect(view.rect(), current_theme().colour("surface"))
        paint(painter)
        paint_ribbon(painter, QRectF(view.rect()), self.mark())
        painter.end()
        return _file_of(bytes(store.data().data()))


def marked(header: Sequence[str], mark: str) -> tuple[str, ...]:
    """Headings that carry the mark of what no real arm measured."""
    return tuple(f"{mark} {name}" if mark else name for name in header)


def _file_of(content: bytes) -> Taken:
    return lambda path: Task(write_bytes, path=path, content=content)
