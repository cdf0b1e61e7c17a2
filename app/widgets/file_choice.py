"""File dialogs that do not block: they call back when the user has chosen.

None opens while an arm is armed or moving.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.widgets.popups import popup_rule


def ask_where_to_save(
    parent: QWidget, title: str, name: str, chosen: Callable[[Path], None], *, folder: str = ""
) -> QFileDialog | None:
    """Ask for the path of a new file; return None if no dialog may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    # with the suffix, so that the question about an existing file is asked for the whole name
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return _show(dialog)


def ask_for_files(
    parent: QWidget, title: str, filters: Sequence[str], chosen: Callable[[list[Path]], None], *, folder: str
) -> QFileDialog | None:
    """Ask for existing files; return None if no dialog may open now."""
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
    """Ask for a folder; return None if no dialog may open now."""
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
