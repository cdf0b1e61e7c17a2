"""The views of a comparison: changes in words, and joint by joint with loops and friction of both visits."""

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPoint, Slot
from PySide6.QtWidgets import QHBoxLayout

from app.features.comparison.figures import FRICTION, LOOPS, figures
from app.features.comparison.history_lines import PAYLOAD, HistoryLine, history_lines
from app.features.comparison.numbers import compared_joints, joint_line
from app.features.comparison.presentation import VISITS, lines_of
from app.guide.joint_views import JointView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize
from app.presentation import Presentation, Rows, value_text
from app.speech.dates import day_word
from app.speech.units import expanded
from app.visit.open_visit import OpenVisit
from app.widgets.choice import Choice
from app.widgets.figure_view import FigurePlot
from app.widgets.layouts import Card, SignedText, bare_row
from app.widgets.legend import Curve, Legend
from app.widgets.plot import MeasuredPoints, Plot
from app.widgets.presentation_view import SectionsView, show_table
from app.widgets.segmented import Segmented
from app.widgets.table import RowsTable
from app.widgets.text import Text, muted
from app.widgets.view_saving import PlotExport
from core.comparison import ComparedPair, ComparedVisits
from core.recording import FloatArray

_NUMBERS, _LOOP, _FRICTION = range(3)


_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM = 0.12
_LEAST_BETWEEN = 0.14
"""Share of the width: a date nearer than this to the one before is not written."""


class ChangesView(Card):
    """The changes in words: headline, verdict on the comparison, and a sentence each."""

    def __init__(self) -> None:
        super().__init__()
        self._headline = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._verdict, self._about = SignedText(), muted(self.tr("The comparison itself:"))
        self.sections = SectionsView(self.tr("What changed"))
        trust = QHBoxLayout()
        trust.addWidget(self._about)
        trust.addWidget(self._verdict)
        trust.addStretch(1)
        self.column.addWidget(self._headline)
        self.column.addLayout(trust)
        self.column.addWidget(self.sections, 1)
        self._shown: Presentation | None = None

    @property
    def words(self) -> str:
        """The headline with its verdict, and all sentences, for tests and screen readers."""
        shown = self._shown
        rows = [row for section in (shown.sections if shown else ()) for row in getattr(section, "rows", ())]
        texts = [value_text(row.value) for row in rows]
        return " ".join((self._headline.accessibleName(), self._verdict.accessibleName(), *texts))

    def show_changes(self, shown: Presentation) -> None:
        """Show the changes since one of the visits."""
        self._shown = shown
        if shown.sign is not None:
            self._headline.show_text(shown.sign, shown.headline)
        self._verdict.show_verdict(shown.verdict)
        self.sections.show_sections(
            [one for one in shown.sections if isinstance(one, Rows) or one.name == VISITS]
        )


class JointChanges(JointView):
    """One joint: a row per quantity, and loops or friction of both visits over each other."""

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, mark: Callable[[], str]
    ) -> None:
        super().__init__(visit, Legend((("model", self.tr("before")), ("measured", self.tr("now")))))
        self._found: ComparedVisits | None = None
        self._pair: ComparedPair | None = None
        self._shown: Presentation | None = None
        self.table = RowsTable(self.tr("What changed in the joint"), (), widths=())
        self.loops = FigurePlot(self.tr("Twist over load, before and now"))
        self.friction = FigurePlot(self.tr("Friction over speed, before and now"))
        self.picture = Segmented(
            self.tr("Picture"), (self.tr("Numbers"), self.tr("Loop"), self.tr("Friction"))
        )
        self.picture.chosen.connect(lambda _index: self._show_picture())
        self._no_loops = Text(
            self.tr("Neither visit has a loop of this joint."), role="muted", wrap=True, size=TextSize.BODY
        )
        self._no_friction = Text(
            self.tr("The visits swept this joint at no speed in common."), role="muted", wrap=True
        )
        export = PlotExport((self.loops, self.friction), name=self._name, mark=mark, runner=runner, bus=bus)
        self._save.clicked.connect(
            lambda: export.open_menu(self._plot, self._save.mapToGlobal(QPoint(0, self._save.height())))
        )
        self.column.addLayout(bare_row(self.picture, None))
        for widget in (self.table, self.loops, self.friction, self._no_loops, self._no_friction):
            self.column.addWidget(widget, 1)

    def show_pair(self, found: ComparedVisits, pair: ComparedPair, shown: Presentation) -> None:
        """Show the changes of the joints since one of the visits."""
        self._found, self._pair, self._shown = found, pair, shown
        self.joint.show_words([str(number + 1) for number in compared_joints(pair)])
        self._show_joint()

    @property
    def _number(self) -> int | None:
        """The chosen joint, from 0; None without one."""
        numbers = compared_joints(self._pair) if self._pair is not None else ()
        return numbers[self.joint.index] if 0 <= self.joint.index < len(numbers) else None

    @Slot()
    def _show_joint(self) -> None:
        self._show_picture()

    def _show_numbers(self, number: int) -> None:
        if self._shown is not None:
            show_joint(self.table, self._shown, number)

    def _show_figure(self, plot: FigurePlot, name: str, number: int) -> None:
        if self._pair is None or self._found is None:
            return
        offered = (one for one in figures(self._found, self._pair) if one.name == name)
        joint = joint_line(number)
        plot.show_figure(next((each for one in offered for each in one.figures if each.name == joint), None))

    @property
    def _plot(self) -> FigurePlot:
        """The plot that *Save view* saves."""
        return self.friction if self.picture.index == _FRICTION else self.loops

    def _show_picture(self) -> None:
        """Show the chosen picture of the chosen joint; the others are made when they are chosen."""
        shown, number = self.picture.index, self._number
        if number is None:
            self.table.rows_model.show_rows(())
            return
        if shown == _NUMBERS:
            self._show_numbers(number)
        elif shown == _LOOP:
            self._show_figure(self.loops, LOOPS, number)
        else:
            self._show_figure(self.friction, FRICTION, number)
        self._save.setEnabled(shown != _NUMBERS and not self._plot.is_empty)
        self.table.setVisible(shown == _NUMBERS)
        for place, plot, missing in (
            (_LOOP, self.loops, self._no_loops),
            (_FRICTION, self.friction, self._no_friction),
        ):
            plot.setVisible(shown == place and not plot.is_empty)
            missing.setVisible(shown == place and plot.is_empty)

    def _name(self) -> str:
        return f"changes-joint-{self.joint.index + 1}"


def show_joint(table: RowsTable, shown: Presentation, number: int) -> None:
    """Fill a table with the lines of a joint (from 0)."""
    found = lines_of(shown, joint_line(number))
    if found is None:
        table.rows_model.show_rows(())
    else:
        show_table(table, found)


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
