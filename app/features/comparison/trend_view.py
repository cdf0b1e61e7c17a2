"""The view of one arm over its visits: a quantity of a joint or of the payload, and its trend."""

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout

from app.features.comparison.history_lines import PAYLOAD, HistoryLine, history_lines
from app.guide.joint_views import JointView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize
from app.speech.dates import day_word
from app.speech.units import expanded
from app.visit.open_visit import OpenVisit
from app.widgets.card import SignedText
from app.widgets.choice import Choice
from app.widgets.curve import Curve
from app.widgets.legend import Legend
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from app.widgets.view_saving import PlotExport
from core.comparison import ComparedVisits
from core.recording import FloatArray

_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM = 0.12
_LEAST_BETWEEN = 0.14
"""Share of the width: a date nearer than this to the one before is not written."""


class TrendChart(Plot):
    """Values over the days since the first visit; the axis shows the dates of the visits."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self._points = MeasuredPoints(self, size=_DOT_SIZE)

    def show_line(self, one: HistoryLine) -> None:
        """Show a quantity over the visits that measured it."""
        found, unit = one.trend, one.unit
        days, y, std = found.time / _DAY_S, found.value * unit.per_si, expanded(found.std) * unit.per_si
        self._points.show_points(days, y, std)
        self.label_axes("", "", one.name, unit.symbol)
        self.x_label = self.tr("Time since the first visit"), "d"
        line = found.line * unit.per_si
        curves = (Curve(self.tr("trend"), unit.symbol, days, line, "model"),) if line.size else ()
        self.show_curves(curves, summary=one.sentence)
        measured = Curve(one.name, unit.symbol, days, y, "measured")
        self.extra_curves = (measured, Curve(self.tr("±"), unit.symbol, days, std, "measured"))
        dates = [day_word(one.recorded_at[visit]) for visit in found.visit]
        self._fit(days, np.concatenate([y - std, y + std]), dates)

    def read_curves(self) -> tuple[Curve, ...]:
        """The line and the measured points."""
        return (*self.curves, *self.extra_curves[:1])

    def _set_limits(self) -> None:
        """Keep the ranges of ``show_line``: the shown curves do not set them."""

    def _fit(self, days: FloatArray, y: FloatArray, dates: Sequence[str]) -> None:
        self.setXRange(float(days.min()), float(days.max()), padding=_ROOM)
        self.setYRange(float(y.min()), float(y.max()), padding=_ROOM)
        span, last = max(float(np.ptp(days)), 1.0), -np.inf
        ticks = []
        for day, date in zip(days.tolist(), dates, strict=True):
            if day - last >= _LEAST_BETWEEN * span:
                ticks.append((day, date))
                last = day
        self.axis("bottom").setTicks([ticks])


class TrendView(JointView):
    """One quantity of one joint, or of the payload, over the visits."""

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, mark: Callable[[], str]
    ) -> None:
        super().__init__(
            visit,
            Legend((("measured", self.tr("measured ±")), ("model", self.tr("trend"))), dots=("measured",)),
        )
        self._lines: tuple[HistoryLine, ...] = ()
        self.quantity = Choice(self.tr("Quantity"))
        self.quantity.setMinimumWidth(280)
        self.quantity.picked.connect(self._show_chart)
        self._sentence = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self.chart = TrendChart(self.tr("Values over the visits"))
        export = PlotExport((self.chart,), name=self._name, mark=mark, runner=runner, bus=bus)
        self._export_by_button(export, self.chart)
        head = QHBoxLayout()
        head.addWidget(self.quantity)
        head.addWidget(self._sentence, 1)
        self.column.addLayout(head)
        self.column.addWidget(self.chart, 1)

    @property
    def words(self) -> str:
        """The sentence above the chart, for tests and screen readers."""
        return self._sentence.accessibleName()

    def show_visits(self, found: ComparedVisits) -> None:
        """Show the quantities over the visits, first one that changes by more than noise."""
        self._lines = history_lines(found)
        numbers = self._numbers()
        self.joint.show_words(
            [self.tr("Payload") if number == PAYLOAD else str(number + 1) for number in numbers]
        )
        moving = [one for one in self._lines if one.trend.is_beyond_noise]
        if moving:
            self.joint.choose(numbers.index(moving[0].number))
        self._show_joint()
        if moving:
            self.quantity.choose(moving[0].key)
            self._show_chart()

    def _numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(one.number for one in self._lines))

    def _of_joint(self) -> tuple[HistoryLine, ...]:
        numbers = self._numbers()
        if not 0 <= self.joint.index < len(numbers):
            return ()
        return tuple(one for one in self._lines if one.number == numbers[self.joint.index])

    @Slot()
    def _show_joint(self) -> None:
        if lines := self._of_joint():
            self.quantity.offer([(one.key, one.name) for one in lines])
            self._show_chart()

    @Slot()
    def _show_chart(self) -> None:
        one = next((one for one in self._of_joint() if one.key == self.quantity.value), None)
        if one is None:
            return
        self._sentence.show_text(one.sign, one.sentence)
        self.chart.show_line(one)

    def _name(self) -> str:
        numbers = self._numbers()
        number = numbers[self.joint.index] if 0 <= self.joint.index < len(numbers) else 0
        return "trend-payload" if number == PAYLOAD else f"trend-joint-{number + 1}"
