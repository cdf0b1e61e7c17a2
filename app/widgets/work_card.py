"""Work under way: what is done now, how far it is, how long it still takes, and the way out."""

import time

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.look.tokens import GRID
from app.speech.units import seconds
from app.widgets.card import Card
from app.widgets.text import Button, emphasis, muted

_STEPS = 1000
_FIRST_ESTIMATE_S = 1.0
_FIRST_ESTIMATE_FRACTION = 0.05


class WorkCard(Card):
    """Progress from work done; the time left once enough was done to tell."""

    cancel_asked = Signal()

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._started_s = 0.0
        self._doing, self._left = emphasis(), muted()
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(name)
        self.cancel_button = Button(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancel_asked)
        self.column.setSpacing(2 * GRID)
        self.column.addWidget(self._doing)
        self.column.addWidget(self.progress)
        row = QHBoxLayout()
        row.addWidget(self._left)
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        self.column.addLayout(row)

    @property
    def words(self) -> str:
        """What it says, for tests and screen readers."""
        return f"{self._doing.text()} {self._left.text()}"

    def begin(self, doing: str) -> None:
        """Work begins."""
        self._started_s = time.monotonic()
        self._doing.setText(doing)
        self.show_progress(0.0)

    def show_progress(self, fraction: float, doing: str = "") -> None:
        """So much of it is done."""
        self.progress.setValue(round(fraction * _STEPS))
        if doing:
            self._doing.setText(doing[:1].upper() + doing[1:])
        self._left.setText(self._time_left(fraction))

    def _time_left(self, fraction: float) -> str:
        elapsed_s = time.monotonic() - self._started_s
        share = f"{round(100 * fraction)} %"
        if elapsed_s < _FIRST_ESTIMATE_S or fraction < _FIRST_ESTIMATE_FRACTION:
            return share
        left = seconds(elapsed_s / fraction * (1.0 - fraction))
        return self.tr("{share} · about {left} left").format(share=share, left=left)
