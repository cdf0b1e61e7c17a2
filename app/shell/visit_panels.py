"""Panels of the list of visits: name and note of one visit, and the question before visits are deleted."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.shell.tag_form import TagForm
from app.visit.known_visits import ListedVisit
from app.visit.summaries import usual_visit_name
from app.widgets.card import Card
from app.widgets.layouts import fill, in_row
from app.widgets.text import Button, Text, emphasis
from core.storage.tag import VisitTag


class TagPanel(Card):
    """Name, customer, serial number and note of one listed visit."""

    edited = Signal(object, object, object)
    """Emitted with the path, the former and the wanted ``VisitTag``."""
    closed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
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

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
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
