"""Progress of work: present activity, completed share, remaining time, and a button to cancel."""

import time

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar

from app.look.tokens import GRID
from app.speech.units import seconds
from app.widgets.layouts import Card, bare_row
from app.widgets.text import Button, emphasis, muted

_STEPS = 1000
_FIRST_ESTIMATE_S = 1.0
_FIRST_ESTIMATE_FRACTION = 0.05


class WorkCard(Card):
    """A card with the progress of work, and its remaining time once that can be estimated."""

    cancel_asked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
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
        self.column.addLayout(bare_row(self._left, None, self.cancel_button, spacing=-1))

    @property
    def words(self) -> str:
        """The shown words, for tests and screen readers."""
        return f"{self._doing.text()} {self._left.text()}"

    def begin(self, doing: str) -> None:
        """Show the begin of work."""
        self._started_s = time.monotonic()
        self._doing.setText(doing)
        self.show_progress(0.0)

    def show_progress(self, fraction: float, doing: str = "") -> None:
        """Show the completed share; empty words keep the last ones."""
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
