"""One arm of the fleet: what needs care, a figure over its visits with what is usual, its visits."""

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Signal, Slot
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.errors.text import error_text
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.fleet_chart import FleetChart
from app.shell.fleet_parts import PAGE, FollowedPart
from app.shell.fleet_words import (
    care_line,
    check_words,
    figure_sentence,
    figure_word,
    visit_words,
)
from app.shell.pager import Pager
from app.speech.dates import day_word
from app.widgets.card import SignedText, in_card
from app.widgets.choice import Choice
from app.widgets.flow import Flow
from app.widgets.glyphs import Glyph
from app.widgets.layouts import clear, fill, in_column, in_row
from app.widgets.legend import Legend, PaintedLegend
from app.widgets.rows_table import RowsTable
from app.widgets.table import Cell, Column, Signed
from app.widgets.text import Text
from core.catalogue.fleet import CARE, FollowedFigure, ListedVisit
from core.errors import BadFile
from core.quality import Verdict

_MOST_CARE = 3
"""Sentences that are shown above the chart; the tooltip has all."""
_BAND_OPACITY = 0.3


class FleetArmView(QWidget):
    """An arm of the fleet over its visits."""

    visit_changed = Signal()
    """Emitted when another visit has the keyboard."""
    open_asked = Signal(object)
    """Emitted with the path of a visit."""
    part_asked = Signal(int)
    """Emitted with the first visit of another part of the list."""

    def __init__(self) -> None:
        super().__init__()
        self.part: FollowedPart | None = None
        self._check = SignedText(wrap=True)
        self._care = in_column(spacing=GRID // 2)
        self.figure = Choice(self.tr("Figure"))
        self.joint = Choice(self.tr("Joint"))
        for choice in (self.figure, self.joint):
            choice.setMinimumWidth(150)
            choice.picked.connect(self._show_figure)
        self._sentence = Text(role="muted", wrap=True)
        self.chart = FleetChart(self.tr("Figure over the visits"))
        self._none = Text(role="muted", wrap=True)
        columns = (
            Column(self.tr("Date")),
            Column(self.tr("Verdict")),
            Column(self.tr("Visit"), stretches=True),
        )
        self.table = RowsTable(self.tr("Visits to this arm"), columns, widths=(124, 96))
        self.table.activated.connect(lambda _index: self._open())
        self.table.selectionModel().currentChanged.connect(lambda *_: self.visit_changed.emit())
        self.pager = Pager()
        self.pager.asked.connect(self.part_asked)
        self._lay_out()

    @property
    def visit(self) -> ListedVisit | None:
        """The visit with the keyboard, else the newest; None without one."""
        visits = () if self.part is None else self.part.followed.visits
        row = max(self.table.currentIndex().row(), 0)
        return visits[row] if row < len(visits) else None

    @property
    def words(self) -> str:
        """Care, next check and figure, for tests."""
        cares = [] if self.part is None else [care_line(care) for care in self.part.robot.care]
        return "\n".join((*cares, self._check.accessibleName(), self._sentence.text()))

    def show_part(self, part: FollowedPart) -> None:
        """Show an arm, first the figure that needs care most."""
        is_other = self.part is None or self._key(part) != self._key(self.part)
        self.part = part
        followed = part.followed
        check = check_words(followed.check)
        self._check.show_text(check.glyph, check.words)
        self._show_care()
        if is_other:
            self._offer_figures()
        self._show_figure()
        self.table.rows_model.show_rows([_visit_row(visit) for visit in followed.visits])
        self.pager.show_part(part.first, len(followed.visits), followed.count, page=PAGE)
        if followed.visits:
            self.table.setCurrentIndex(self.table.rows_model.index(0, 0))
        self.visit_changed.emit()

    def _key(self, part: FollowedPart) -> tuple[str, str]:
        return part.robot.robot, part.robot.serial

    def _show_care(self) -> None:
        assert self.part is not None
        clear(self._care)
        cares = self.part.robot.care
        for care in cares[:_MOST_CARE]:
            line = SignedText(elides=True)
            line.show_text(Glyph.WARNING, care_line(care))
            self._care.addWidget(line)
        if len(cares) > _MOST_CARE:
            more = Text(self.tr("and {count} more").format(count=len(cares) - _MOST_CARE), role="muted")
            more.setToolTip("\n".join(map(care_line, cares[_MOST_CARE:])))
            self._care.addWidget(more)

    def _offer_figures(self) -> None:
        figures = self._figures()
        kinds = dict.fromkeys(one.code for one in figures)
        self.figure.offer([(code, figure_word(code)) for code in kinds])
        self.joint.offer(list({one.number: (one.number, one.joint) for one in figures}.values()))
        codes = {name: code for code, name in CARE.items()}
        cares = () if self.part is None else self.part.robot.care
        first = next((care for care in cares if care.code in codes), None)
        if first is not None:
            self.figure.choose(codes[first.code])
            self.joint.choose(first.number)

    def _figures(self) -> tuple[FollowedFigure, ...]:
        return () if self.part is None else self.part.followed.figures

    def _shown(self) -> FollowedFigure | None:
        wanted = (self.figure.value, self.joint.value)
        return next((one for one in self._figures() if (one.code, one.number) == wanted), None)

    @Slot()
    def _show_figure(self) -> None:
        one, has_any = self._shown(), bool(self._figures())
        for widget in (self.figure, self.joint, self._legends):
            widget.setVisible(has_any)
        self.chart.setVisible(one is not None)
        self._sentence.setVisible(one is not None)
        self._none.setVisible(one is None)
        if one is not None:
            self._sentence.setText(figure_sentence(one))
            self.chart.show_figure(one)
            return
        words = self.tr("This figure was not measured on this joint.")
        if not has_any:
            words = self.tr("No visit to this arm measured the twist of its gears, or friction.")
            if self.part is not None and not self.part.robot.serial:
                words = self.tr("These visits have no serial number, so that nothing can be followed.")
        self._none.setText(words)

    def _open(self) -> None:
        visit = self.visit
        if visit is not None:
            self.open_asked.emit(Path(visit.path))

    def _lay_out(self) -> None:
        points = Legend(
            (("measured", self.tr("measured ±")), ("model", self.tr("trend"))), dots=("measured",)
        )
        usual = PaintedLegend(((_paint_band, self.tr("usual for the model")),))
        limit = PaintedLegend(((_paint_limit, self.tr("needs care from here on")),))
        self._legends, samples = QWidget(), Flow(spacing=GRID)
        for legend in (points, usual, limit):
            samples.addWidget(legend)
        self._legends.setLayout(samples)
        left = in_card(
            in_row(self.figure, self.joint, 1, spacing=GRID),
            self._sentence,
            self._legends,
            (self.chart, 1),
            (self._none, 1),
        )
        right = QWidget()
        in_column((in_card(self.table), 1), self.pager, of=right, spacing=GRID)
        body = in_row((left, 5), (right, 4), spacing=2 * GRID)
        column = in_column(of=self, spacing=GRID)
        fill(column, self._care, self._check, (body, 1))


def _visit_row(visit: ListedVisit) -> tuple[Cell, ...]:
    verdict: Cell = Verdict(visit.verdict) if visit.verdict in set(Verdict) else "–"
    if visit.error:
        title = error_text(BadFile(visit.error, file=visit.path)).title
        return ("–", Signed(Glyph.CROSS, title), visit_words(visit))
    return (day_word(visit.recorded_at) or "–", verdict, visit_words(visit))


def _paint_band(painter: QPainter, room: QRectF) -> None:
    painter.fillRect(room, current_theme().colour("good", _BAND_OPACITY))


def _paint_limit(painter: QPainter, room: QRectF) -> None:
    painter.setPen(QPen(current_theme().colour("error"), 2.0))
    middle = room.center().y()
    painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))
