"""A part of a page that can be shown and hidden: *More options*, or sentences behind their title."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.presentation import Rows, value_text
from app.widgets.layouts import bare_column
from app.widgets.text import Button, Text


class FoldOut(QWidget):
    """A button, and the content that it shows or hides; the caption is *More options* if none is given."""

    toggled = Signal(bool)

    def __init__(self, content: QWidget, *, caption: str = "") -> None:
        super().__init__()
        self._content, self._caption = content, caption
        self._button = Button(role="quiet")
        self._button.setCheckable(True)
        self._button.toggled.connect(self._show)
        bare_column(self._button, content, of=self)
        self._button.setSizePolicy(
            self._button.sizePolicy().Policy.Maximum, self._button.sizePolicy().verticalPolicy()
        )
        self._show(False)  # noqa: FBT003  # Qt's own slot

    def set_open(self, state: bool) -> None:  # noqa: FBT001  # as QAbstractButton.setChecked
        """Show or hide the content."""
        self._button.setChecked(state)

    def _show(self, state: bool) -> None:  # noqa: FBT001  # slot of QAbstractButton.toggled
        self._content.setVisible(state)
        if self._caption:
            self._button.setText(f"{'⌄' if state else '›'}  {self._caption}")
            self._button.setAccessibleName(self._caption)
        else:
            self._button.set_text(self.tr("Fewer options") if state else self.tr("More options"))
        self.toggled.emit(state)


def folded(section: Rows) -> FoldOut:
    """The sentences of a section, folded into one line with its title and their count."""
    sentences = QWidget()
    bare_column(*(Text(value_text(row.value), role="muted", wrap=True) for row in section.rows), of=sentences)
    return FoldOut(sentences, caption=f"{section.title} ({len(section.rows)})")
