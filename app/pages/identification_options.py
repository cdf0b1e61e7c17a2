"""*More options* of an identification: friction, estimator, standstill, learner, bodies, filter, gains."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.speech.quantities import FREQUENCY, GAIN, NotUnderstood, read_all, read_positive
from app.tokens import GRID
from app.views.choice import Choice
from app.views.fields import CheckedField
from app.views.text import muted
from app.words import estimator_word, feature_word, friction_word, residual_word
from core.bounds import CUTOFF, DRIVE_GAIN
from core.identification.settings import (
    EstimatorKind,
    FeatureKind,
    FrictionKind,
    IdentificationSettings,
    ResidualKind,
)


class IdentificationOptions(QWidget):
    """Everything about a fit that has a good default."""

    changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.friction = Choice(self.tr("Friction model"))
        self.friction.offer([(kind, friction_word(kind)) for kind in FrictionKind])
        self.estimator = Choice(self.tr("Estimator"))
        self.estimator.offer([(kind, estimator_word(kind)) for kind in EstimatorKind])
        self.standstill = Choice(self.tr("Joints at rest"))
        self.standstill.offer(
            [
                ("auto", self.tr("As the friction model can explain")),
                ("use", self.tr("Use all samples")),
                ("leave", self.tr("Leave out joints at rest")),
            ]
        )
        self.residual = Choice(self.tr("Learner for what is left"))
        self.residual.offer([(kind, residual_word(kind)) for kind in ResidualKind])
        self.features = Choice(self.tr("It learns from"))
        self.features.offer([(kind, feature_word(kind)) for kind in FeatureKind])
        self.bodies = Choice(self.tr("Links"))
        self.bodies.offer(
            [
                ("free", self.tr("As the data say")),
                ("physical", self.tr("Also the nearest real bodies")),
            ]
        )
        self.filter = CheckedField(self.tr("Filter"), parse_frequency, bounds=CUTOFF, accepts="6 Hz")
        self.gains = CheckedField(
            self.tr("Drive gains"),
            parse_gains,
            bounds=DRIVE_GAIN,
            accepts=self.tr("from the robot description"),
        )
        for choice in (
            self.friction,
            self.estimator,
            self.standstill,
            self.residual,
            self.features,
            self.bodies,
        ):
            choice.picked.connect(self.changed)
        for field in (self.filter, self.gains):
            field.changed.connect(self.changed)
        self._lay_out()
        self.show_settings(IdentificationSettings())

    @property
    def is_understood(self) -> bool:
        """Whether every field can be read."""
        return self.filter.is_understood and self.gains.is_understood

    @property
    def settings(self) -> IdentificationSettings | None:
        """What is set, or None while a field cannot be read."""
        if not self.is_understood:
            return None
        gains = self.gains.value
        return IdentificationSettings(
            friction=FrictionKind(str(self.friction.value)),
            estimator=EstimatorKind(str(self.estimator.value)),
            filter_hz=float(str(self.filter.value)),
            drive_gain=np.array(gains, dtype=np.float64) if isinstance(gains, tuple) else None,
            moving_only={"auto": None, "use": False, "leave": True}[str(self.standstill.value)],
            residual=ResidualKind(str(self.residual.value)),
            features=FeatureKind(str(self.features.value)),
            physical=self.bodies.value == "physical",
        )

    def show_settings(self, settings: IdentificationSettings) -> None:
        """Show settings without telling anybody; fields in use keep what is being typed."""
        self.blockSignals(True)  # noqa: FBT003  # Qt's own name
        self.friction.choose(settings.friction)
        self.estimator.choose(settings.estimator)
        self.standstill.choose({None: "auto", False: "use", True: "leave"}[settings.moving_only])
        self.residual.choose(settings.residual)
        self.features.choose(settings.features)
        self.bodies.choose("physical" if settings.physical else "free")
        if not self.filter.edit.hasFocus():
            self.filter.show_text(f"{settings.filter_hz:g} Hz")
        if not self.gains.edit.hasFocus():
            gains = () if settings.drive_gain is None else settings.drive_gain.tolist()
            self.gains.show_text("  ".join(f"{gain:g}" for gain in gains))
        self.blockSignals(False)  # noqa: FBT003  # Qt's own name

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        places = (
            (self.tr("Friction model"), self.friction, 0, 0),
            (self.tr("Estimator"), self.estimator, 0, 1),
            (self.tr("Joints at rest"), self.standstill, 0, 2),
            (self.tr("Learner for what is left"), self.residual, 1, 0),
            (self.tr("It learns from"), self.features, 1, 1),
            (self.tr("Links"), self.bodies, 1, 2),
            (self.tr("Low-pass filter"), self.filter, 2, 0),
            (self.tr("Drive gains in N·m/A, one per joint"), self.gains, 2, 1),
        )
        for caption, widget, row, column in places:
            cell = QVBoxLayout()
            cell.setSpacing(2)
            cell.addWidget(muted(caption))
            cell.addWidget(widget)
            cell.addStretch(1)
            span = 2 if widget is self.gains else 1
            grid.addLayout(cell, row, column, 1, span)
        for column in range(3):
            grid.setColumnStretch(column, 1)
        self.setLayout(grid)


def parse_gains(text: str) -> tuple[float, ...] | None:
    """Numbers with blanks or semicolons between them; None for an empty field."""
    if not text.strip():
        return None
    gains = read_all(text.strip().rstrip(","), GAIN)
    if not gains or min(gains) <= 0.0:
        raise NotUnderstood(text)
    return gains


def parse_frequency(text: str) -> float:
    """Hz, above zero."""
    return read_positive(text, FREQUENCY)
