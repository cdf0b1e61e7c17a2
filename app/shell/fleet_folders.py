"""Panel with the folders of the fleet: they are scanned, and can be taken out again."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.widgets.arranged import fill, in_column, in_row
from app.widgets.card import Card
from app.widgets.layouts import clear
from app.widgets.text import Button, ElidedText, emphasis


class FoldersPanel(Card):
    """The folders, each with a button to take it out; and buttons to add one and to close."""

    add_asked = Signal()
    remove_asked = Signal(object)
    """Emitted with a folder."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.add_button = Button(self.tr("Add a folder …"))
        self.add_button.clicked.connect(lambda _checked=False: self.add_asked.emit())
        self.done_button = Button(self.tr("Done"))
        self.done_button.clicked.connect(lambda _checked=False: self.close_panel())
        self._rows = in_column(spacing=GRID)
        heading = emphasis(self.tr("Folders of the fleet"))
        fill(self.column, in_row((heading, 1), self.add_button, self.done_button, spacing=GRID), self._rows)
        self.hide()

    def show_folders(self, folders: Sequence[Path]) -> None:
        """Show these folders."""
        clear(self._rows)
        for folder in folders:
            row = QWidget()
            remove = Button(self.tr("Take out"), role="quiet")
            remove.setAccessibleName(self.tr("Take {folder} out of the fleet").format(folder=str(folder)))
            remove.setToolTip(self.tr("Its visits leave the list; the files stay where they are."))
            remove.clicked.connect(partial(self._remove, folder))
            in_row((ElidedText(str(folder)), 1), remove, of=row, spacing=GRID)
            self._rows.addWidget(row)

    def close_panel(self) -> None:
        """Close the panel."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _remove(self, folder: Path, _checked: bool = False) -> None:  # noqa: FBT001, FBT002  Qt's argument
        self.remove_asked.emit(folder)
