"""Page that chooses the recordings to fit and to judge the model, and the settings."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from app.guide.actions import UndoButton
from app.guide.page import Page
from app.guide.primary_action import Primary, Stage, Turn, helping
from app.guide.run_list import RunList
from app.look.tokens import GRID
from app.speech.entries import Entry, entry_of
from app.speech.model_words import estimator_word, friction_word
from app.speech.words import feature_word, residual_word
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.widgets.glyphs import Glyph
from app.widgets.layouts import FoldOut, SignedText, fill, in_card
from app.widgets.scrolled import scrolled_page
from app.widgets.setting_fields import SettingFields, reset_button, setting_field
from core.identification.settings import (
    CHOSEN_BY_DATA,
    EstimatorKind,
    FeatureKind,
    FrictionKind,
    IdentificationSettings,
    ResidualKind,
)
from core.setting import declared


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
    def help_now(self) -> Primary | None:
        """The tick or the field that is missing."""
        if self._visit.choice.fit:
            return super().help_now
        return helping(self.tr("Tick a run under Fit"), partial(self.runs.point_to, fit=True))

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


_COLUMNS = 3
_SHOWN_DIGITS = 1e-5
"""Relative difference below which a gain in the field is the one that was shown."""
_SHORT_FIELDS = (
    "friction",
    "estimator",
    "moving_only",
    "residual",
    "features",
    "physical",
    "filter_hz",
    "rotor_inertia",
)


class IdentificationOptions(QWidget):
    """Fields of an identification, all with good defaults."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._given = CHOSEN_BY_DATA
        self._fields = SettingFields(CHOSEN_BY_DATA)
        self._add_friction()
        self._add_filter()
        self._fields.choice("estimator", [(kind, estimator_word(kind)) for kind in EstimatorKind])
        self._fields.choice(
            "moving_only",
            (
                (None, self.tr("As the friction model can explain")),
                (False, self.tr("Use all samples")),
                (True, self.tr("Leave out joints at rest")),
            ),
        )
        self._fields.choice("residual", [(kind, residual_word(kind)) for kind in ResidualKind])
        self._fields.choice("features", [(kind, feature_word(kind)) for kind in FeatureKind])
        self._fields.choice(
            "physical",
            ((False, self.tr("As the data say")), (True, self.tr("Also the nearest real bodies"))),
        )
        self._fields.choice(
            "rotor_inertia",
            ((True, self.tr("A column for each motor")), (False, self.tr("No columns"))),
        )
        self._fields.field("drive_gain")
        self._fields.changed.connect(self.changed)
        self._lay_out()

    @property
    def is_understood(self) -> bool:
        """True if every field can be read."""
        return self._fields.is_understood

    @property
    def settings(self) -> IdentificationSettings | None:
        """Settings of the form; None while a field cannot be read."""
        return self._with_gains(self._fields.settings) if self.is_understood else None

    def show_settings(self, settings: IdentificationSettings) -> None:
        """Show these settings, without a signal."""
        self._given = settings
        self._fields.show(settings)

    def _with_gains(self, settings: IdentificationSettings) -> IdentificationSettings:
        """The settings with all digits and the source of gains that were handed in and are still there."""
        shown, typed = self._given.drive_gain, settings.drive_gain
        if shown is None or typed is None or typed.shape != shown.shape:
            return settings
        if not np.allclose(typed, shown, rtol=_SHOWN_DIGITS):
            return settings
        return replace(settings, drive_gain=shown, drive_gain_source=self._given.drive_gain_source)

    def _add_friction(self) -> None:
        """One list for both settings: the models, and none of them to have it chosen."""
        models = [(kind, friction_word(kind)) for kind in FrictionKind]
        choice = self._fields.choice("friction", [(None, self.tr("Chosen by data")), *models])
        usual = CHOSEN_BY_DATA.friction
        self._fields.add("friction", choice, value=lambda: choice.value or usual, show=choice.choose)
        self._fields.add(
            "auto_friction",
            choice,
            value=lambda: choice.value is None,
            show=lambda by_data: choice.choose(None) if by_data else None,
        )

    def _add_filter(self) -> None:
        """One field for both settings: empty to have the cut-off chosen."""
        one = declared(IdentificationSettings)["filter_hz"]
        typed = entry_of(one)
        entry = Entry(lambda text: typed.parse(text) if text.strip() else None, typed.show)
        field = setting_field(one, entry, placeholder=self.tr("Chosen by data"))
        field.offer_emptying(self.tr("Chosen by data"))
        field.changed.connect(self._fields.notify)
        usual = CHOSEN_BY_DATA.filter_hz

        def show(value: float) -> None:
            if not field.is_understood or field.value != value:
                field.show_text(typed.show(value))

        self._fields.add("filter_hz", field, value=lambda: field.value or usual, show=show)
        self._fields.add(
            "auto_filter",
            field,
            value=lambda: field.value is None,
            show=lambda by_data: field.show_text("") if by_data else None,
        )

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        for place, name in enumerate(_SHORT_FIELDS):
            grid.addWidget(self._fields.captioned(name), place // _COLUMNS, place % _COLUMNS)
        grid.addWidget(self._fields.captioned("drive_gain"), 3, 0, 1, 2)
        grid.addWidget(reset_button(self._fields), 4, 0)
        for column in range(_COLUMNS):
            grid.setColumnStretch(column, 1)
        self.setLayout(grid)
