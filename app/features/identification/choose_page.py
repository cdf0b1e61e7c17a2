"""Page that chooses the recordings to fit and to judge the model, and the settings."""

from dataclasses import replace

from PySide6.QtCore import Slot

from app.features.identification.options_view import IdentificationOptions
from app.guide.page import Page
from app.guide.run_list import RunList
from app.guide.turn import Stage, Turn
from app.guide.undo_button import UndoButton
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.widgets.arranged import fill, in_card
from app.widgets.card import SignedText
from app.widgets.fold_out import FoldOut
from app.widgets.glyphs import Glyph
from app.widgets.scrolled import scrolled_page


class ChoosePage(Page):
    """List of runs with ticks, and the options; defaults are good enough for *Next*."""

    def __init__(self, visit: OpenVisit, settings: SettingsStore) -> None:
        super().__init__(
            self.tr("Choose runs to fit and to validate"),
            self.tr(
                "The model is fitted on the runs under Fit. A run under Validate is kept back "
                "and shows what the model is worth."
            ),
        )
        self._visit, self._settings = visit, settings
        self._labels: tuple[str, ...] = ()
        self.runs = RunList()
        self.runs.changed.connect(self._choose)
        self.options = IdentificationOptions()
        self.options.changed.connect(self._choose)
        self._advice = SignedText(wrap=True)
        self.undo_button = UndoButton(visit.undoing)
        self.head.addWidget(self.undo_button)
        self.fold_out = FoldOut(self.options)
        self.fold_out.set_open(settings.current.more_options_open)
        self.fold_out.toggled.connect(self._remember)
        self._lay_out()
        visit.changed.connect(self._show_visit)

    @property
    def primary_enabled(self) -> bool:
        """True with at least one run to fit, and every option readable."""
        return bool(self._visit.choice.fit) and self.options.is_understood and not self._visit.is_busy

    @property
    def by_itself(self) -> Turn:
        """Turn of the page: the suggestion is used; a person has to tick a run where none fits."""
        if self.primary_enabled:
            return Turn(Stage.DONE)
        busy = self._visit.is_busy
        return Turn(Stage.WORKING) if busy else Turn(Stage.DECIDE, self._advice.accessibleName())

    @Slot()
    def _show_visit(self) -> None:
        labels = tuple(recording.label for recording in self._visit.recordings)
        if labels != self._labels:
            self._labels = labels
            self.runs.show_recordings(self._visit.recordings)
        self.runs.tick(self._visit.choice.fit, self._visit.choice.validate)
        self.options.show_settings(self._visit.choice.settings)
        self._advise()
        self.state_changed.emit()

    @Slot()
    def _choose(self) -> None:
        settings = self.options.settings
        if settings is not None:
            self._visit.choose(
                replace(self._visit.choice, fit=self.runs.fit, validate=self.runs.validate, settings=settings)
            )
        self._advise()
        self.state_changed.emit()

    def _advise(self) -> None:
        choice = self._visit.choice
        chosen = [found for found in self._visit.recordings if found.label in choice.fit]
        if not choice.fit:
            self._advice.show_text(Glyph.FAIR, self.tr("Tick at least one run under Fit."))
        elif any(recording.payload_mass for recording in chosen):
            self._advice.show_text(
                Glyph.FAIR,
                self.tr(
                    "A run with a payload is under Fit. The model will be that of the arm with its load."
                ),
            )
        elif not choice.validate:
            self._advice.show_text(
                Glyph.FAIR,
                self.tr("No run is kept back. The model will only be judged on what it was fitted to."),
            )
        else:
            self._advice.show_text(Glyph.CHECK, self.tr("Ready. The settings suit most arms."))

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        fill(self.column, (in_card(scrolled_page(self.runs)), 1), self._advice, self.fold_out)
