"""A field to search with: what it shows follows while one types, and a button empties it."""

from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget


class SearchField(QLineEdit):
    """A line edit with its button to empty it, named for those who cannot see the cross."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Empty the search"))
