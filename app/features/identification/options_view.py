"""*More options* of an identification: friction, estimator, standstill, learner, bodies, filter, gains."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.look.tokens import GRID
from app.speech.model_words import estimator_word, friction_word
from app.speech.setting_entries import Entry, entry_of
from app.speech.words import feature_word, residual_word
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
