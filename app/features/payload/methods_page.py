"""The page of a payload from excitation runs, and of all methods side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.payload.diagram_view import payload_cards
from app.features.payload.presentation import DETAIL_SECTIONS, PICTURE, present, present_methods, values
from app.features.payload.tasks import analyse_dynamic_payload, compare_payload_methods
from app.guide.calculation import Calculation
from app.guide.page import Page
from app.guide.paired_runs import PairedRuns
from app.guide.primary_action import Primary, Stage, Turn
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import REASONS, Figure, Series
from app.speech.units import expanded, number
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import SignedText, ViewStack, fill, in_card, in_column, in_row, keep_least
from app.widgets.painting import smooth_painter
from app.widgets.presentation_view import SectionsView, ValueCards
from app.widgets.segmented import Segmented
from app.widgets.text import BOLD, Button, muted
from core.payload.methods import MethodsCompared
from core.payload.result import PayloadResult
from core.payload.settings import PayloadMethod

_ROW, _HEAD, _FOOT = 34, 30, 26
"""Heights of a line, of a caption and of the numbers below, at a scale of 100 %, px."""
_LEAST_PANEL = 110
"""Narrower than this at a scale of 100 %, the figures are in two rows."""
_DOT_PX, _END_PX = 5.0, 6.0
_ROOM = 0.08
"""Room left and right of all intervals, as a share of their range."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class PayloadMethodsPage(Page):
    """Runs without and with the payload are ticked; the payload is worked out from them, or compared."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Payload by other methods"), "")
        self._visit = visit
        self.setup = PairedRuns(self._advice, work=self.tr("Progress of the payload"))
        self.result = MethodsResult()
        self.calculation = Calculation(self, visit, bus, setup=self.setup, result=self.result)
        self.column.addWidget(self.calculation.stack, 1)
        self.compare_button = Button(self.tr("Compare the methods"))
        self.compare_button.clicked.connect(self._compare)
        self.head.addWidget(self.compare_button)
        self.setup.changed.connect(self._show_state)
        self.calculation.changed.connect(self._show_state)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._forget)
        self._show_visit()

    @property
    def primary_text(self) -> str:
        """Words of the button: work the payload out, or go on."""
        return self.tr("Work out the payload") if self._has_work else self.tr("Next")

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True while the button works the payload out, and once that is done."""
        return self._has_work or not is_undone

    @property
    def primary_enabled(self) -> bool:
        """True while nothing runs, and with runs of both kinds where there is work."""
        return not self._visit.is_busy and (self.setup.is_pair or not self._has_work)

    @property
    def help_now(self) -> Primary | None:
        """The tick that is missing."""
        return self.setup.help_now

    def primary(self) -> None:
        """Work the payload out from the ticked runs, or go on."""
        if not self._has_work:
            self.next_asked.emit()
            return
        task = Task(analyse_dynamic_payload, visit=self._visit.path, **self._pair)
        self.calculation.begin(task, self.tr("Working out the payload"), self._take_payload)

    @property
    def by_itself(self) -> Turn:
        """A guide that goes on by itself leaves this page out."""
        return Turn(Stage.PASS)

    def entered(self) -> None:
        """Show the newest payload of the visit where it is one from runs."""
        found = self._visit.payload
        if found is None or found is self.result.found or found.method is not PayloadMethod.DYNAMIC:
            return
        self.result.show_payload(found)
        self.calculation.show_result()

    @property
    def _has_work(self) -> bool:
        return self.setup.has_runs and not self.calculation.shows_result

    @property
    def _pair(self) -> dict[str, tuple[str, ...]]:
        return {"unloaded": self.setup.unloaded, "loaded": self.setup.loaded}

    @property
    def _has_sweeps(self) -> bool:
        return any(one.is_payload for one in self._visit.recordings)

    @Slot()
    def _compare(self) -> None:
        task = Task(compare_payload_methods, visit=self._visit.path, **self._pair)
        self.calculation.look(task, self.tr("Comparing the methods"), self._take_methods)

    def _take_payload(self, found: PayloadResult) -> None:
        self._visit.payloads.take_found(found)
        self.result.show_payload(found)
        self.calculation.show_result()

    def _take_methods(self, compared: MethodsCompared) -> None:
        summary = self._visit.summary
        if summary is not None:
            self.result.show_methods(compared, robot=summary.robot)
            self.calculation.show_result()

    @Slot()
    def _forget(self) -> None:
        self.result.forget()
        self.calculation.forget()

    @Slot()
    def _show_visit(self) -> None:
        self.setup.show_recordings(self._visit.recordings)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        """Show the sentence below the title, and whether the methods can be compared."""
        self.compare_button.setVisible(not self._visit.is_busy and (self.setup.is_pair or self._has_sweeps))
        self.say(
            ""
            if self.calculation.shows_result
            else self.tr(
                "Two runs of a rich motion, one without and one with the load, give its mass, its centre and "
                "its inertia. Slow sweeps give the other methods; all can be compared."
            )
        )
        self.state_changed.emit()

    def _advice(self) -> tuple[Glyph, str]:
        """Sign and sentence on the present ticks."""
        if not self.setup.has_runs:
            words = self.tr(
                "The visit has no two runs of a rich motion. Run the planned motion without the load and "
                "with it, or import such recordings."
            )
            return Glyph.NOTE, words
        if not self.setup.unloaded:
            return Glyph.FAIR, self.tr("Tick at least one run under Without.")
        if not self.setup.loaded:
            return Glyph.FAIR, self.tr("Tick at least one run under With.")
        return Glyph.CHECK, self.tr("Ready. The runs may follow the same motion or different ones.")


FOUND, COMPARED = range(2)
_TABLE_HEIGHT = 180
"""With room for a heading and some lines, at a scale of 100 %, px."""


class MethodsResult(QWidget):
    """Two views: one payload with all that it rests on, and the methods side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.found: PayloadResult | None = None
        self.compared: MethodsCompared | None = None
        self.cards = ValueCards(payload_cards())
        self.details = SectionsView(self.tr("What the numbers rest on"))
        self.chart = IntervalChart(self.tr("Payload by several methods"))
        self.table = SectionsView(self.tr("Method by method"))
        self._said, self._agreement = SignedText(wrap=True), SignedText(wrap=True)
        self._no_payload = muted(self.tr("No payload was worked out yet."))
        self._no_methods = muted(self.tr("The methods were not compared yet."))
        self.tabs = Segmented(self.tr("View"), (self.tr("Payload"), self.tr("Side by side")))
        self.tabs.chosen.connect(self.show_view)
        self._views = ViewStack()
        keep_least(self.table, height=_TABLE_HEIGHT)
        self._lay_out()
        self.forget()

    @property
    def words(self) -> str:
        """The sentence of the view in front, for tests and screen readers."""
        shown = self._agreement if self._views.currentIndex() == COMPARED else self._said
        return shown.accessibleName()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring a view to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)

    def forget(self) -> None:
        """Show nothing of the visit that was open before."""
        self.found, self.compared = None, None
        self._show()

    def show_payload(self, found: PayloadResult | None) -> None:
        """Show a payload."""
        self.found = found
        self._show()
        if found is not None:
            self.show_view(FOUND)

    def show_methods(self, compared: MethodsCompared, *, robot: str) -> None:
        """Show the methods side by side."""
        self.compared = compared
        shown = present_methods(compared, robot=robot)
        self._agreement.show_text(shown.sign or VERDICT_GLYPHS[shown.verdict], shown.headline)
        picture = shown.figures(PICTURE)
        self.chart.show_figures(picture.figures if picture is not None and compared.results else ())
        self.table.show_sections([one for one in shown.sections if one.name != PICTURE])
        self._show()
        self.show_view(COMPARED)

    def _show(self) -> None:
        found = self.found
        self._no_payload.setVisible(found is None)
        self._no_methods.setVisible(self.compared is None)
        for part in (self._said, self.cards, self.details):
            part.setVisible(found is not None)
        for one in (self._agreement, self._picture, self.table):
            one.setVisible(self.compared is not None)
        if found is None:
            return
        shown = present(found)
        sections = {one.name: one for one in shown.sections}
        self._said.show_text(VERDICT_GLYPHS[shown.verdict], shown.headline)
        self.cards.show_rows(values(found))
        self.details.show_sections(
            [sections[name] for name in (*DETAIL_SECTIONS, REASONS) if name in sections]
        )

    def _lay_out(self) -> None:
        payload, methods = QWidget(), QWidget()
        found = (self._no_payload, self._said, self.cards, (self.details, 1))
        in_column(*found, of=payload, spacing=2 * GRID)
        legend = muted(self.tr("Each point is one method's value, its line the 95 % interval."))
        self._picture = in_card(legend, self.chart)
        compared = (self._no_methods, self._agreement, self._picture, (self.table, 1))
        in_column(*compared, of=methods, spacing=2 * GRID)
        for view in (payload, methods):
            self._views.addWidget(view)
        fill(in_column(of=self, spacing=2 * GRID), in_row(self.tabs, 1), (self._views, 1))


@dataclass(frozen=True)
class Interval:
    """A value with the half width of its 95 % interval, in the unit of the axis; NaN where unknown."""

    name: str
    value: float
    half: float

    @property
    def is_known(self) -> bool:
        """True with a value and an interval."""
        return isfinite(self.value + self.half)


class IntervalChart(QWidget):
    """The same series in several figures, each quantity on an axis of its own."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._figures: tuple[Figure, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)
        current_theme().changed.connect(self.update)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show other figures; their summaries are for screen readers."""
        self._figures = tuple(figures)
        said = (f"{one.title}: {one.summary.value}." for one in self._figures)
        self.setAccessibleDescription(" ".join(said))
        self.updateGeometry()
        self.update()

    def intervals(self, figure: Figure) -> tuple[Interval, ...]:
        """Intervals of one figure, line by line."""
        return tuple(_interval(figure, one) for one in figure.series)

    def sizeHint(self) -> QSize:
        """Height of all rows of figures at the present width."""
        return QSize(4 * _LEAST_PANEL, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """The height for the present width, and room for two figures in a row."""
        return QSize(2 * _LEAST_PANEL, self.heightForWidth(self.width()))

    def hasHeightForWidth(self) -> bool:
        """True: a narrow chart is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the rows of figures that fit this width."""
        rows = -(-len(self._figures) // self._in_a_row(width)) if self._figures else 0
        return round(rows * self._panel_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the names at the left of each row of figures, and the figures."""
        columns, height, names = self._in_a_row(self.width()), self._panel_height(), self._names_width()
        width = (self.width() - names) / columns
        with smooth_painter(self) as painter:
            painter.setFont(current_theme().font())
            for place, figure in enumerate(self._figures):
                row, column = divmod(place, columns)
                room = QRectF(names + column * width, row * height, width - 2 * GRID, height)
                if column == 0:
                    self._paint_names(painter, figure, QRectF(0.0, row * height, names, height))
                self._paint_figure(painter, figure, room)

    def _in_a_row(self, width: int) -> int:
        count = max(len(self._figures), 1)
        fits = (width - self._names_width()) / current_theme().scaled(_LEAST_PANEL) >= count
        return count if fits else -(-count // 2)

    def _names_width(self) -> float:
        metrics = QFontMetricsF(current_theme().font())
        names = (series.label for figure in self._figures[:1] for series in figure.series)
        return max((metrics.horizontalAdvance(name) for name in names), default=0.0) + 2 * GRID

    def _panel_height(self) -> float:
        lines = max((len(figure.series) for figure in self._figures), default=0)
        return float(current_theme().scaled(_HEAD + lines * _ROW + _FOOT))

    def _paint_names(self, painter: QPainter, figure: Figure, room: QRectF) -> None:
        painter.setPen(current_theme().colour("text"))
        for row, series in enumerate(figure.series):
            painter.drawText(_line(room, row), _LEFT, series.label)

    def _paint_figure(self, painter: QPainter, figure: Figure, room: QRectF) -> None:
        theme, shown = current_theme(), self.intervals(figure)
        painter.setFont(theme.font(weight=BOLD))
        painter.setPen(theme.colour("text"))
        head = QRectF(room.left(), room.top(), room.width(), theme.scaled(_HEAD))
        painter.drawText(head, _LEFT, figure.x.head)
        painter.setFont(theme.font())
        known = [one for one in shown if one.is_known]
        if not known:
            return
        low, high = min(one.value - one.half for one in known), max(one.value + one.half for one in known)
        spare = _ROOM * max(high - low, 1e-9 * max(abs(high), 1.0))
        low, high = low - spare, high + spare
        for row, one in enumerate(shown):
            _paint_interval(painter, one, _line(room, row), low, high)
        foot = QRectF(room.left(), room.bottom() - theme.scaled(_FOOT), room.width(), theme.scaled(_FOOT))
        painter.setPen(theme.colour("muted"))
        painter.drawText(foot, _LEFT, number(low, digits=3))
        painter.drawText(foot, _RIGHT, number(high, digits=3))


def _interval(figure: Figure, series: Series) -> Interval:
    unit, std = figure.x.unit, series.x_std
    value, half = float(series.x[0]), float("nan") if std is None else expanded(float(std[0]))
    if unit is None:
        return Interval(series.label, value, half)
    return Interval(series.label, unit.shown(value), half * unit.per_si)


def _line(room: QRectF, row: int) -> QRectF:
    """Room of one line of a figure, below its caption."""
    theme = current_theme()
    top = room.top() + theme.scaled(_HEAD) + row * theme.scaled(_ROW)
    return QRectF(room.left(), top, room.width(), theme.scaled(_ROW))


def _paint_interval(painter: QPainter, one: Interval, room: QRectF, low: float, high: float) -> None:
    theme, middle = current_theme(), room.center().y()
    painter.setPen(QPen(theme.colour("hairline"), 1.0))
    painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))
    if not one.is_known:
        painter.setPen(theme.colour("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "–")
        return

    def at(value: float) -> float:
        return room.left() + room.width() * (value - low) / (high - low)

    first, last = at(one.value - one.half), at(one.value + one.half)
    painter.setPen(QPen(theme.colour("measured"), 2.0))
    painter.drawLine(QPointF(first, middle), QPointF(last, middle))
    for end in (first, last):
        painter.drawLine(QPointF(end, middle - _END_PX), QPointF(end, middle + _END_PX))
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(theme.colour("measured"))
    painter.drawEllipse(QPointF(at(one.value), middle), _DOT_PX, _DOT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
