"""File dialogs that never block: they show, and call back when somebody has chosen.

While an arm is armed or moving none opens.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.widgets.popups import popup_rule


def ask_where_to_save(
    parent: QWidget, title: str, name: str, chosen: Callable[[Path], None], *, folder: str = ""
) -> QFileDialog | None:
    """Ask for a new file's place; None where nothing may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))  # asked about under its whole name
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return _show(dialog)


def ask_for_files(
    parent: QWidget, title: str, filters: Sequence[str], chosen: Callable[[list[Path]], None], *, folder: str
) -> QFileDialog | None:
    """Ask for files that exist; None where nothing may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(list(filters))
    dialog.filesSelected.connect(lambda paths: chosen([Path(path) for path in paths]))
    return _show(dialog)


def ask_for_folder(
    parent: QWidget, title: str, chosen: Callable[[Path], None], *, folder: str
) -> QFileDialog | None:
    """Ask for a folder; None where nothing may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return _show(dialog)


def _show(dialog: QFileDialog) -> QFileDialog:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(False)
    dialog.show()
    return dialog
