"""View of a search under way: the best condition number so far, the time left, and *Cancel*."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar

from app.features.excitation.presentation import condition_text
from app.features.excitation.search_chart import SearchChart
from app.speech.units import seconds
from app.widgets.arranged import fill
from app.widgets.card import Card
from app.widgets.text import Button, Text, emphasis, muted

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan

_STEPS = 1000
_NOTHING = np.empty((0, 2))


class PlanSearch(Card):
    """Best condition number as number and as curve over time, progress, and *Cancel*."""

    cancel_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 1.0
        self._best: ExcitationPlan | None = None
        self._doing, self._value, self._left = emphasis(), Text(), muted()
        self.chart = SearchChart(self.tr("Best condition number so far"))
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the planning"))
        self.cancel_button = Button(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancel_asked)
        self._lay_out()

    @property
    def words(self) -> str:
        """All sentences of the view, for tests and screen readers."""
        return f"{self._doing.text()} {self._value.text()} {self._left.text()}"

    @property
    def fraction(self) -> float:
        """Share of the search that is done, 0 to 1."""
        return self.progress.value() / _STEPS

    def begin(self, seconds: float) -> None:
        """Show a search that begins, and takes about ``seconds``."""
        self._seconds, self._best = seconds, None
        self._doing.setText(self.tr("Searching for the best motion"))
        self._value.setText(self.tr("Nothing found yet."))
        self.cancel_button.setEnabled(True)
        self.cancel_button.set_text(self.tr("Cancel"))
        self.show_progress(0.0)

    def show_progress(self, fraction: float) -> None:
        """Show the share of the search that is done, 0 to 1."""
        self.progress.setValue(round(fraction * _STEPS))
        left = seconds(self._seconds * (1.0 - fraction))
        self._left.setText(self.tr("about {left} left").format(left=left))
        history = _NOTHING if self._best is None else self._best.history
        self.chart.show_history(history, seconds=self._seconds * fraction)

    def show_best(self, plan: "ExcitationPlan") -> None:
        """Show the best plan so far, which *Cancel* would keep."""
        self._best = plan
        value = condition_text(plan.condition_number)
        self._value.setText(self.tr("Condition number {value} so far").format(value=value))
        self.cancel_button.set_text(self.tr("Stop and keep the best"))

    def show_saving(self) -> None:
        """Show that the search is over and the plan is being stored."""
        self.progress.setValue(_STEPS)
        self._doing.setText(self.tr("Saving the plan"))
        self._left.setText("")
        self.cancel_button.setEnabled(False)

    def _lay_out(self) -> None:
        right = (self.cancel_button, 0, Qt.AlignmentFlag.AlignRight)
        fill(self.column, self._doing, self._value, (self.chart, 1), self.progress, self._left, right)
