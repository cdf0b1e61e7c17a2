"""A search field with a button that empties it."""

from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget


class SearchField(QLineEdit):
    """A line edit with a clear button, which has a name for screen readers."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Empty the search"))
