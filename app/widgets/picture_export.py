"""*Save this view* of a hand-painted picture: as CSV with units, as PNG or as SVG."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, SignalInstance
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.widgets.picture import SavedTable
from app.widgets.view_saving import Taken, ViewSaving, marked


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
