"""Line edits with a button that empties them."""

from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget


class ClearedField(QLineEdit):
    """A line edit with a clear button, which has a name for screen readers."""

    def __init__(self, name: str, *, clear_words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(clear_words or self.tr("Empty the field"))


class SearchField(ClearedField):
    """A line edit for the words of a search."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, clear_words=self.tr("Empty the search"), parent=parent)
