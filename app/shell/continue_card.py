"""Card on the start screen after the program ended unexpectedly: the time, the step, and *Continue*."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot

from app.health.running import Run
from app.look.tokens import GRID
from app.shell.step_words import step_word
from app.speech.dates import moment_word
from app.visit.steps import step_named
from app.widgets.card import Card
from app.widgets.glyphs import Glyph, GlyphView
from app.widgets.layouts import in_column, in_row
from app.widgets.text import BOLD, Button, Text


class ContinueCard(Card):
    """Offers to go on at the step that was open."""

    continue_asked = Signal(object)
    """RunPlace."""
    report_asked = Signal()
    closed = Signal()
    """Emitted when the card was closed."""

    def __init__(self) -> None:
        super().__init__(margin=GRID + 4)
        self._run: Run | None = None
        self._title, self._body = Text(weight=BOLD, wrap=True), Text(wrap=True)
        self.continue_button = Button(self.tr("Continue"), role="primary")
        self.report_button = Button(self.tr("Problem report"), role="quiet")
        self.close_button = Button(self.tr("Close"), role="quiet")
        self.continue_button.clicked.connect(self._go_on)
        self.report_button.clicked.connect(self.report_asked)
        self.close_button.clicked.connect(self._close)
        self._lay_out()
        self.hide()

    @property
    def text(self) -> str:
        """The text that is shown, as one line; empty while there is none."""
        return "" if self.isHidden() else f"{self._title.text()} {self._body.text()}"

    def show_run(self, run: Run) -> None:
        """Show a run that ended unexpectedly."""
        self._run = run
        when = moment_word(run.moment)
        step = step_named(run.place.step) if run.place is not None else None
        is_there = run.place is not None and Path(run.place.visit).is_file()
        if step is None:
            self._title.setText(self.tr("Torsion ended unexpectedly after {when}.").format(when=when))
        else:
            words = self.tr("Torsion ended unexpectedly after {when}, at the step “{step}”.")
            self._title.setText(words.format(when=when, step=step_word(step)))
        if is_there and run.place is not None:
            body = self.tr(
                "Everything measured is in the visit {file}. Look whether the robot stands still, then go on"
                " at that step."
            ).format(file=Path(run.place.visit).stem)
        elif run.place is not None:
            body = self.tr("The visit {file} is no longer where it was. Open it from its new place.").format(
                file=Path(run.place.visit).name
            )
        else:
            body = self.tr("No visit was open, so nothing is lost.")
        self._body.setText(body)
        self.continue_button.setVisible(is_there)
        self.setAccessibleName(f"{self._title.text()} {body}")
        self.show()

    @Slot()
    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    @Slot()
    def _go_on(self) -> None:
        run = self._run
        self._close()
        if run is not None and run.place is not None:
            self.continue_asked.emit(run.place)

    def _lay_out(self) -> None:
        words = in_column(self._title, self._body, spacing=2)
        buttons = (self.close_button, self.report_button, self.continue_button)
        sign = GlyphView(Glyph.WARNING, size=24)
        self.column.addLayout(in_row(sign, (words, 1), *buttons, spacing=2 * GRID))
