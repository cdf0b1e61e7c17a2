"""*More options* of an identification: friction, estimator, standstill, learner, bodies, filter, gains."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.look.tokens import GRID
from app.speech.model_words import estimator_word, friction_word
from app.speech.words import feature_word, residual_word
from app.widgets.setting_fields import SettingFields, reset_button
from core.identification.settings import (
    EstimatorKind,
    FeatureKind,
    FrictionKind,
    IdentificationSettings,
    ResidualKind,
)

_COLUMNS = 3


class IdentificationOptions(QWidget):
    """Fields of an identification, all with good defaults."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._fields = SettingFields(IdentificationSettings())
        self._fields.choice("friction", [(kind, friction_word(kind)) for kind in FrictionKind])
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
        self._fields.field("filter_hz")
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
        return self._fields.settings if self.is_understood else None

    def show_settings(self, settings: IdentificationSettings) -> None:
        """Show these settings, without a signal."""
        self._fields.show(settings)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        for place, name in enumerate(
            ("friction", "estimator", "moving_only", "residual", "features", "physical", "filter_hz")
        ):
            grid.addWidget(self._fields.captioned(name), place // _COLUMNS, place % _COLUMNS)
        grid.addWidget(self._fields.captioned("drive_gain"), 2, 1, 1, 2)
        grid.addWidget(reset_button(self._fields), 3, 0)
        for column in range(_COLUMNS):
            grid.setColumnStretch(column, 1)
        self.setLayout(grid)
