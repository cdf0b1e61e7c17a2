"""Fields of a visit's tag: name, customer or cell, serial, note; a change holds when a field is left."""

from dataclasses import replace

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import translate
from app.widgets.layouts import captioned
from app.widgets.search_field import ClearedField
from app.widgets.setting_fields import caption_of, help_of
from app.widgets.text import in_lines
from core.setting import Declared, declared
from core.storage.tag import LONGEST_LINE, VisitTag

_LINES = ("name", "customer", "serial")
_SHARES = {"name": 3, "customer": 2, "serial": 2}
"""Shares of the width: the usual name has three parts."""
_NOTE_HEIGHT = 96


class TagForm(QWidget):
    """Shows a tag, and emits the wanted one; it stores nothing itself."""

    edited = Signal(object)
    """Emitted with the wanted ``VisitTag`` when a field with another text is left."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tag = VisitTag()
        self._declared = declared(VisitTag)
        self.lines = {name: ClearedField(caption_of(self._declared[name])) for name in _LINES}
        for name, field in self.lines.items():
            field.setMaxLength(LONGEST_LINE)
            field.setPlaceholderText(_empty_words(self._declared[name]))
            field.setToolTip(in_lines(help_of(self._declared[name])))
            field.editingFinished.connect(self.commit)
        self.note = NoteField(self._declared["note"])
        self.note.left.connect(self.commit)
        self._lay_out()

    def show_tag(self, tag: VisitTag, *, usual_name: str, serial: str) -> None:
        """Show a tag; ``usual_name`` holds while it has no name, ``serial`` is known from the recordings."""
        self._tag = tag
        known = self.lines["serial"]
        known.setReadOnly(bool(serial))
        known.setEnabled(not serial)
        for name, field in self.lines.items():
            text = serial if name == "serial" and serial else getattr(tag, name)
            if field.text() != text:
                field.setText(text)
        self.lines["name"].setPlaceholderText(usual_name or _empty_words(self._declared["name"]))
        if self.note.toPlainText() != tag.note:
            self.note.setPlainText(tag.note)

    @Slot()
    def commit(self) -> None:
        """Ask for the tag in the fields, where it differs from the shown one."""
        lines = {name: field.text() for name, field in self.lines.items() if field.isEnabled()}
        wanted = replace(self._tag, **lines, note=self.note.toPlainText()).cleaned
        if wanted != self._tag:
            self._tag = wanted
            self.edited.emit(wanted)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2 * GRID)
        for column, name in enumerate(_LINES):
            grid.addWidget(captioned(caption_of(self._declared[name]), self.lines[name]), 0, column)
            grid.setColumnStretch(column, _SHARES[name])
        grid.addWidget(captioned(caption_of(self._declared["note"]), self.note), 1, 0, 1, len(_LINES))


class NoteField(QPlainTextEdit):
    """A few lines of text; Tab leaves it."""

    left = Signal()
    """Emitted when the keyboard goes elsewhere."""

    def __init__(self, one: Declared, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(caption_of(one))
        self.setPlaceholderText(_empty_words(one))
        self.setToolTip(in_lines(help_of(one)))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Room for a few lines, at any size of the letters."""
        return QSize(super().sizeHint().width(), current_theme().scaled(_NOTE_HEIGHT))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Note that the text may be complete."""
        super().focusOutEvent(event)
        self.left.emit()


def _empty_words(one: Declared) -> str:
    """Words in an empty field: its meaning when empty, else an example of a text."""
    if one.said.auto:
        return translate("Settings", one.said.auto)
    return translate("TagForm", "e.g. {example}").format(example=one.said.example)
