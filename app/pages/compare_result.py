"""What a comparison says: in words, joint by joint with the loops over each other, and over the visits."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.compare_rows import change_columns, change_rows, friction_row, quantity_unit, quantity_word
from app.compare_words import Told, changes_told, date_word, day_word, doubts_told, headline, trend_told
from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.result_plots import JointView
from app.theme import TextSize
from app.tokens import GRID
from app.views.card import Card, SignedText
from app.views.choice import Choice
from app.views.compared_loops import BEFORE_PEN, NOW_PEN, ComparedLoops
from app.views.legend import Legend
from app.views.plot_export import PlotExport
from app.views.rows_table import RowsTable
from app.views.text import Text, muted
from app.views.trend_chart import TrendChart
from app.visit import OpenVisit
from app.work.compared_visits import ComparedPair, ComparedVisits
from core.elasticity.result import HysteresisLoop
from core.elasticity.trend import QuantityTrend

_TABLE_SHARE, _LOOPS_SHARE = 7, 4


class ChangesView(Card):
    """What changed, in words: the headline, how far it can be trusted, and a sentence each."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._headline = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._verdict, self._about = SignedText(), muted(self.tr("The comparison itself:"))
        self._sentences: list[SignedText] = []
        self._doubts = Text(role="muted", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(GRID)
        inside = QWidget()
        inside.setProperty("role", "page")  # as clear as the card below it
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(2 * GRID)
        column.addLayout(self._list)
        column.addWidget(self._doubts)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("What changed"))
        area.setWidget(inside)
        trust = QHBoxLayout()
        trust.addWidget(self._about)
        trust.addWidget(self._verdict)
        trust.addStretch(1)
        self.column.addWidget(self._headline)
        self.column.addLayout(trust)
        self.column.addSpacing(GRID)
        self.column.addWidget(area, 1)

    @property
    def words(self) -> str:
        """All that is said, for tests and screen readers."""
        shown = [one.accessibleName() for one in self._sentences if not one.isHidden()]
        verdict = self._verdict.accessibleName()
        return " ".join((self._headline.accessibleName(), verdict, *shown, self._doubts.text()))

    def show_pair(self, found: ComparedVisits, pair: ComparedPair) -> None:
        """Show what changed since one of the visits."""
        head = headline(found, pair)
        self._headline.show_text(head.glyph, head.words)
        self._verdict.show_verdict(pair.verdict)
        self._show_sentences(changes_told(found, pair))
        self._doubts.setText("\n".join(doubts_told(pair)))

    def _show_sentences(self, told: tuple[Told, ...]) -> None:
        while len(self._sentences) < len(told):
            sentence = SignedText(wrap=True)
            self._list.addWidget(sentence)
            self._sentences.append(sentence)
        for place, sentence in enumerate(self._sentences):
            sentence.setVisible(place < len(told))
            if place < len(told):
                sentence.show_text(told[place].glyph, told[place].words)


class JointChanges(JointView):
    """One joint: a row per quantity, and the loops of both visits over each other."""

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        mark: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        entries = ((BEFORE_PEN, self.tr("before")), (NOW_PEN, self.tr("now")))
        super().__init__(visit, Legend(entries), parent=parent)
        self._found: ComparedVisits | None = None
        self._pair: ComparedPair | None = None
        self.table = RowsTable(self.tr("What changed in the joint"), change_columns(), widths=())
        self.loops = ComparedLoops(self.tr("Deflection over load, before and now"))
        self._no_loops = Text(
            self.tr("Neither visit has a loop of this joint."), role="muted", wrap=True, size=TextSize.BODY
        )
        export = PlotExport((self.loops,), name=self._name, mark=mark, runner=runner, bus=bus)
        self._export_by_button(export, self.loops)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.table, _TABLE_SHARE)
        row.addWidget(self.loops, _LOOPS_SHARE)
        row.addWidget(self._no_loops, _LOOPS_SHARE)
        self.column.addLayout(row, 1)

    def show_pair(self, found: ComparedVisits, pair: ComparedPair) -> None:
        """Show what changed since one of the visits."""
        self._found, self._pair = found, pair
        self.joint.show_words([str(number + 1) for number in self._numbers()])
        self._show_joint()

    def _numbers(self) -> tuple[int, ...]:
        """Joints (from 0) that were compared in some way."""
        pair = self._pair
        if pair is None:
            return ()
        twist = [joint.number for joint in (pair.twist.joints if pair.twist else ())]
        friction = [joint.number for joint in (pair.friction.joints if pair.friction else ())]
        return tuple(sorted({*twist, *friction}))

    @Slot()
    def _show_joint(self) -> None:
        numbers, pair, found = self._numbers(), self._pair, self._found
        if pair is None or found is None or not 0 <= self.joint.index < len(numbers):
            self.table.rows_model.show_rows(())
            return
        number = numbers[self.joint.index]
        rows = [
            row
            for joint in (pair.twist.joints if pair.twist else ())
            if joint.number == number
            for row in change_rows(joint)
        ]
        rows += [
            friction_row(joint)
            for joint in (pair.friction.joints if pair.friction else ())
            if joint.number == number and joint.speeds.speed.size
        ]
        self.table.rows_model.show_rows(rows)
        before, slides = self._loop(found.visits[pair.before].elasticity, number)
        now, _ = self._loop(found.latest.elasticity, number)
        self.loops.show_loops(before, now, slides=slides)
        self.loops.setVisible(self.loops.has_loops)
        self._no_loops.setVisible(not self.loops.has_loops)

    @staticmethod
    def _loop(found: object, number: int) -> tuple[HysteresisLoop | None, bool]:
        joints = getattr(found, "joints", ())
        joint = next((one for one in joints if one.number == number), None)
        return (None, False) if joint is None else (joint.loop, joint.is_prismatic)

    def _name(self) -> str:
        return f"changes-joint-{self.joint.index + 1}"


class TrendView(JointView):
    """One quantity of one joint over the visits."""

    def __init__(
        self,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        mark: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        entries = (("measured", self.tr("measured ±")), ("model", self.tr("trend")))
        super().__init__(visit, Legend(entries, dots=("measured",)), parent=parent)
        self._found: ComparedVisits | None = None
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
        """What is said above the chart, for tests and screen readers."""
        return self._sentence.accessibleName()

    def show_visits(self, found: ComparedVisits) -> None:
        """Show where things are going, first what moves the most."""
        self._found = found
        numbers = self._numbers()
        self.joint.show_words([str(number + 1) for number in numbers])
        moving = found.trend.found if found.trend is not None else ()
        if moving:
            self.joint.choose(numbers.index(moving[0].number))
        self._show_joint()
        if moving:
            self.quantity.choose((moving[0].quantity, moving[0].cycles_per_motor_turn))
            self._show_chart()

    def _quantities(self) -> tuple[QuantityTrend, ...]:
        trend = self._found.trend if self._found is not None else None
        return trend.quantities if trend is not None else ()

    def _numbers(self) -> tuple[int, ...]:
        return tuple(sorted({one.number for one in self._quantities()}))

    @Slot()
    def _show_joint(self) -> None:
        numbers = self._numbers()
        if not 0 <= self.joint.index < len(numbers):
            return
        number = numbers[self.joint.index]
        self.quantity.offer(
            [
                (
                    (one.quantity, one.cycles_per_motor_turn),
                    quantity_word(one.quantity, one.cycles_per_motor_turn),
                )
                for one in self._quantities()
                if one.number == number
            ]
        )
        self._show_chart()

    @Slot()
    def _show_chart(self) -> None:
        numbers, trend = self._numbers(), self._found.trend if self._found else None
        if trend is None or not 0 <= self.joint.index < len(numbers):
            return
        number = numbers[self.joint.index]
        one = next(
            (
                one
                for one in trend.quantities
                if one.number == number and (one.quantity, one.cycles_per_motor_turn) == self.quantity.value
            ),
            None,
        )
        if one is None:
            return
        told = trend_told(one)
        self._sentence.show_text(told.glyph, told.words)
        unit = quantity_unit(one.quantity, float(abs(one.value).max()), slides=one.is_prismatic)
        dates = [day_word(trend.recorded_at[visit]) for visit in one.visit]
        name = quantity_word(one.quantity, one.cycles_per_motor_turn)
        self.chart.show_values(name, unit, one, dates=dates, summary=told.words)

    def _name(self) -> str:
        return f"trend-joint-{self.joint.index + 1}"


def since_entries(found: ComparedVisits) -> list[tuple[object, str]]:
    """The earlier visits, to choose one of."""
    return [(pair.before, date_word(found.visits[pair.before])) for pair in found.pairs]
