"""A visit's tag (name, customer or cell, serial, note), and the panels that change it or delete visits."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.language import translate
from app.visit.known_visits import ListedVisit
from app.visit.summaries import usual_visit_name
from app.widgets.fields import ClearedField
from app.widgets.layouts import Card, captioned, fill, in_row
from app.widgets.setting_fields import caption_of, help_of
from app.widgets.text import Button, Text, emphasis, in_lines
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

    def __init__(self) -> None:
        super().__init__()
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


class TagPanel(Card):
    """Name, customer, serial number and note of one listed visit."""

    edited = Signal(object, object, object)
    """Emitted with the path, the former and the wanted ``VisitTag``."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._visit: ListedVisit | None = None
        self._tag = VisitTag()
        self._heading = emphasis()
        self.form = TagForm()
        self.form.edited.connect(self._edited)
        self.done_button = Button(self.tr("Done"))
        self.done_button.clicked.connect(self.close_panel)
        fill(self.column, in_row((self._heading, 1), self.done_button), self.form)
        self.hide()

    def show_visit(self, visit: ListedVisit) -> None:
        """Show the tag of a visit that can be read."""
        outline = visit.outline
        assert outline is not None
        self._visit, self._tag = visit, outline.tag
        usual = usual_visit_name(outline.robot, serial=outline.serial, recorded_at=outline.recorded_at)
        self._heading.setText(outline.tag.name or usual)
        known = "" if outline.serial == outline.tag.serial else outline.serial
        self.form.show_tag(outline.tag, usual_name=usual, serial=known)
        self.show()

    @Slot()
    def close_panel(self) -> None:
        """Take over what is being typed, and close."""
        if self._visit is not None:
            self.form.commit()
            self._visit = None
            self.hide()
            self.closed.emit()

    @Slot(object)
    def _edited(self, tag: object) -> None:
        if self._visit is not None and isinstance(tag, VisitTag):
            before, self._tag = self._tag, tag
            self.edited.emit(Path(self._visit.path), before, tag)


class BinPanel(Card):
    """Asks before visits are moved to the bin."""

    confirmed = Signal(object)
    """Emitted with the paths of the visits."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._paths: tuple[Path, ...] = ()
        self._question = Text(wrap=True)
        self.move_button = Button(self.tr("Move to the bin"))
        self.move_button.clicked.connect(self._confirm)
        self.keep_button = Button(self.tr("Keep"))
        self.keep_button.clicked.connect(self.close_panel)
        fill(self.column, in_row((self._question, 1), self.move_button, self.keep_button, spacing=2 * GRID))
        self.hide()

    @property
    def words(self) -> str:
        """The question that is shown."""
        return self._question.text()

    def ask(self, paths: Sequence[Path], *, name: str) -> None:
        """Ask about these visits; ``name`` is that of a single one."""
        self._paths = tuple(paths)
        words = self.tr("Move {count} visits with their recordings and results to the bin?")
        if len(paths) == 1:
            words = self.tr("Move the visit “{name}” with its recordings and results to the bin?")
        self._question.setText(words.format(count=len(paths), name=name))
        self.show()
        self.keep_button.setFocus()

    @Slot()
    def close_panel(self) -> None:
        """Close; nothing is moved."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    @Slot()
    def _confirm(self) -> None:
        self.close_panel()
        self.confirmed.emit(self._paths)
