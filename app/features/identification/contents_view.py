"""View of the contents of an imported recording, with buttons for the results that it can serve."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.contents_presentation import present, use_words
from app.jobs.task import Task
from app.look.tokens import GRID
from app.visit.contents import SeenRecording, see_in_visit
from app.visit.open_visit import OpenVisit
from app.widgets.arranged import fill, in_column
from app.widgets.flow import Flow
from app.widgets.presentation_view import SectionsView
from app.widgets.text import BOLD, Button, Text

OPENED = ("friction", "payload", "deflection")
"""Uses with a page of their own that a button opens; all others lie on the way of the guide."""


class ContentsView(QWidget):
    """Rate, gaps, ranges, speeds, rests and saturation of one recording, and what it can serve."""

    served = Signal(str, str)
    """Carries a use, such as ``friction``, and the label of the recording."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self._label = ""
        self._seen: dict[str, SeenRecording] = {}
        self.title = Text(weight=BOLD, wrap=True)
        self.sections = SectionsView(self.tr("What is in the recording"))
        self.sections.setMinimumHeight(27 * GRID)
        self.buttons = {use: Button(use_words(use), role="quiet") for use in OPENED}
        uses = Flow()
        for use, button in self.buttons.items():
            button.clicked.connect(lambda *_, use=use: self.served.emit(use, self._label))
            uses.addWidget(button)
        fill(in_column(of=self, spacing=GRID), self.title, uses, (self.sections, 1))
        visit.opened.connect(self._forget)
        self.hide()

    def show_recording(self, label: str) -> None:
        """Show a recording of the visit; an empty label hides the view."""
        self._label = label
        self.setVisible(bool(label) and label in self._seen)
        if not label:
            return
        if label in self._seen:
            self._show()
            return
        path = self._visit.path
        job = self._visit.look_beside(Task(see_in_visit, path=path, label=label), shows_failure=False)
        job.succeeded.connect(lambda seen: self._take(str(path), seen))

    def _take(self, path: str, seen: SeenRecording) -> None:
        if self._visit.summary is None or self._visit.summary.path != path:
            return
        self._seen[seen.label] = seen
        if seen.label == self._label:
            self._show()

    def _show(self) -> None:
        seen = self._seen[self._label]
        shown = present(seen)
        self.title.setText(shown.headline)
        self.sections.show_sections(shown.sections)
        possible = {one.use for one in seen.contents.services if not one.missing}
        for use, button in self.buttons.items():
            button.setVisible(use in possible)
        self.show()

    @Slot()
    def _forget(self) -> None:
        self._seen.clear()
        self.show_recording("")
