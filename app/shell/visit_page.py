"""Page of the open visit: its tag, and where its file is."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.guide.undo_button import UndoButton
from app.look.tokens import GRID
from app.shell.tag_form import TagForm
from app.speech.dates import moment_word
from app.visit.open_visit import OpenVisit
from app.visit.summaries import VisitSummary
from app.widgets.card import in_card
from app.widgets.layouts import fill
from app.widgets.text import Button, Text


class VisitPage(Page):
    """Name, customer, serial number and note of the open visit, or of the one that is made next."""

    state_wanted = Signal()
    """Emitted to show the state of the visit's arm."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__(
            self.tr("Name the visit"),
            self.tr("Nothing has to be entered. The visit is found by all of it in the list of visits."),
            primary_text=self.tr("Done"),
        )
        self._visit = visit
        self.form = TagForm()
        self.form.edited.connect(visit.tags.change)
        self.undo_button = UndoButton(visit.undoing)
        self.head.addWidget(self.undo_button)
        self.state_button = Button(self.tr("State of this arm"))
        self.state_button.clicked.connect(self.state_wanted)
        self.head.addWidget(self.state_button)
        self.about = Text(role="muted", wrap=True)
        fill(self.column, in_card(self.form, margin=2 * GRID), self.about, 1)
        visit.changed.connect(self._show_visit)

    def entered(self) -> None:
        """Show the open visit."""
        self._show_visit()

    def primary(self) -> None:
        """Take over what is being typed, and close."""
        self.form.commit()
        super().primary()

    def initial_focus(self) -> QWidget:
        """The name."""
        return self.form.lines["name"]

    @Slot()
    def _show_visit(self) -> None:
        summary, tag = self._visit.summary, self._visit.tags.now
        self.state_button.setVisible(summary is not None)
        self.form.show_tag(
            tag,
            usual_name="" if summary is None else summary.usual_name,
            serial="" if summary is None else summary.serial,
        )
        self.about.setText(self._about(summary))

    def _about(self, summary: VisitSummary | None) -> str:
        if summary is None:
            return self.tr("The visit is made as soon as a robot is connected or a recording is imported.")
        return self.tr("{robot} · begun {when} · {count} recordings · {file}").format(
            robot=summary.robot,
            when=moment_word(summary.recorded_at),
            count=len(summary.recordings),
            file=summary.path,
        )
