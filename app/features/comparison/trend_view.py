"""The view of one arm over its visits: a quantity of a joint or of the payload, and its trend."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout

from app.features.comparison.history_lines import PAYLOAD, HistoryLine, history_lines
from app.features.comparison.trend_chart import TrendChart
from app.guide.joint_views import JointView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize
from app.visit.open_visit import OpenVisit
from app.widgets.card import SignedText
from app.widgets.choice import Choice
from app.widgets.legend import Legend
from app.widgets.plot_export import PlotExport
from core.comparison import ComparedVisits


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
