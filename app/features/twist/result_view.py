"""Result of the twist analysis: sentence, values, loop and ripple of each joint, and a table of all."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.features.twist.explained_chart import RAW_OPACITY, ExplainedChart, bar_brush, bar_colour
from app.features.twist.gear_plots import BAND_OPACITY, RipplePlot, TwistLoopPlot
from app.features.twist.presentation import LOOPS, present
from app.features.twist.quantities import GEARS, VERDICT, joint_values
from app.features.twist.results import ToolTwist
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import Figure, Presentation, value_text
from app.speech.language import listed
from app.speech.units import expanded
from app.speech.words import WORD_GLYPHS
from app.visit.open_visit import OpenVisit
from app.widgets.facts import ValueList
from app.widgets.layouts import Card, SignedText, ViewStack
from app.widgets.legend import Paint, PaintedSample, curve_pen
from app.widgets.piece_by_piece import PieceByPiece
from app.widgets.plot import Plot
from app.widgets.presentation_view import shown_cells, shown_column
from app.widgets.reasons_view import ReasonsView
from app.widgets.scrolled import scrolled
from app.widgets.segmented import Segmented, VerdictButtons
from app.widgets.table import RowsModel, Table
from app.widgets.text import Button, Text
from app.widgets.view_saving import PlotExport
from core.catalogue.arm_state import Subject, subject_of
from core.catalogue.fleet import Care
from core.elasticity.result import Elasticity, JointElasticity
from core.quality import Word, word_of

LOOP, RIPPLE, EXPLAINED, TABLE, REASONS = range(5)
_SIDE_WIDTH = 304
_ROW_HEIGHT = 29
"""Rows that cannot be edited."""
_SENTENCE_HEIGHT = 40
"""Two lines, so that nothing moves from joint to joint."""
_WIDE, _LEGEND_PLACE = 900, 2
"""From this width on, tabs and legend share one line, with the legend after a stretch."""


class TwistResult(QWidget):
    """Views of the result; the chosen joint stays chosen in all of them."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__()
        self.found: Elasticity | None = None
        self._figures: tuple[Figure, ...] = ()
        self._tool: ToolTwist | None = None
        self.words_of: dict[str, Word] = {}
        """Word of each joint, by its name."""
        self.hidden_views = PieceByPiece(self)
        self.joints = VerdictButtons(self.tr("Joint"))
        self.joints.chosen.connect(self._show_joint)
        self._sentence = SignedText(wrap=True)
        self._sentence.setMinimumHeight(_SENTENCE_HEIGHT)
        self.values = ValueList(self.tr("Values of the joint"))
        self.loop = TwistLoopPlot(self.tr("Twist over load"))
        self.ripple = RipplePlot(self.tr("Ripple over motor turns"))
        self.explained = ExplainedChart(self.tr("What the parts explain of the twist"))
        self.plots: tuple[Plot, ...] = (self.loop, self.ripple, self.explained)
        self.model = RowsModel(())
        self.table = Table(self.tr("All joints and quantities"))
        self.table.setModel(self.model)
        self.table.set_row_height(_ROW_HEIGHT)
        self.reasons = ReasonsView()
        self.reasons.setProperty("role", "")  # it is in a card already
        self.tabs = Segmented(self.tr("View"))
        self._name_tabs(0)
        self.tabs.chosen.connect(self.show_view)
        self._save = Button(self.tr("Save view …"), role="quiet")
        export = PlotExport(self.plots, name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._save.clicked.connect(lambda: export.open_menu(self._plot, self._below_save()))
        self._lay_out()
        self.show_view(LOOP)

    @property
    def words(self) -> str:
        """Sentence and values of the joint that is shown, for tests and screen readers."""
        return f"{self._sentence.accessibleName()} {self.values.words}".strip()

    @property
    def joint(self) -> JointElasticity | None:
        """Joint that is chosen; None where there is none."""
        place = self.joints.index
        if self.found is None or not 0 <= place < len(self.found.joints):
            return None
        return self.found.joints[place]

    def show_elasticity(self, found: Elasticity) -> None:
        """Show a result: the chosen joint at once, the views behind other tabs one after the other.

        The first result of a visit has the joint with most play in front.
        """
        is_first = self.found is None
        self.found, self._tool = found, None
        self._name_joints(found, ())
        if is_first:
            self.joints.choose(_with_most_play(found))
        shown = present(found)
        loops = shown.figures(LOOPS)
        assert loops is not None
        self._figures = loops.figures
        self._name_tabs(len(shown.reasons))
        self._show_joint()
        self.hidden_views.clear()
        self.hidden_views.add(
            lambda: self.explained.show_elasticity(found),
            lambda: self._show_table(shown),
            lambda: self._show_reasons(shown),
        )

    def show_care(self, care: Sequence[Care]) -> None:
        """Show which joints need care, being worse than is usual."""
        if self.found is not None:
            self._name_joints(self.found, care)
            self._show_joint()

    def _name_joints(self, found: Elasticity, care: Sequence[Care]) -> None:
        worn = {one.joint for one in care if subject_of(one) is Subject.GEARS}
        self.words_of = {
            one.joint: word_of(one.judgement.verdict, needs_care=one.joint in worn) for one in found.joints
        }
        self.joints.show_verdicts([(one.number, one.joint, self.words_of[one.joint]) for one in found.joints])

    def show_tool(self, twists: Sequence[ToolTwist]) -> None:
        """Show the shift of the flange in the recording in which it is largest."""
        known = [one for one in twists if isfinite(one.largest)]
        self._tool = max(known, key=lambda one: one.largest, default=None)
        self._show_values()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring one of the views to the front."""
        self.tabs.choose(index)
        self._column.setEnabled(False)  # lay out once, not for every part that is shown or hidden
        self._views.setCurrentIndex(index)
        self._show_legend(min(index, TABLE))
        self._side.setVisible(index in {LOOP, RIPPLE})
        self._save.setVisible(index < len(self.plots))
        self._show_plot()
        self._column.setEnabled(True)
        self._column.activate()

    def _show_legend(self, index: int) -> None:
        """Show one legend, and let the stack be as wide as that legend."""
        for place, legend in enumerate(self._each_legend):
            wide = QSizePolicy.Policy.Preferred if place == index else QSizePolicy.Policy.Ignored
            legend.setSizePolicy(wide, QSizePolicy.Policy.Preferred)
        self._legends.setCurrentIndex(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the legend to a line of its own where the page is narrow."""
        super().resizeEvent(event)
        row = self._head if self.width() >= _WIDE else self._below_head
        if row.indexOf(self._legends) < 0:
            row.insertWidget(_LEGEND_PLACE if row is self._head else 0, self._legends)

    @Slot()
    def _show_joint(self) -> None:
        joint = self.joint
        if joint is None:
            return
        sentence = value_text(self._figures[self.joints.index].summary.value)
        self._sentence.show_text(WORD_GLYPHS[self.words_of[joint.joint]], sentence)
        self._show_values()
        self._show_plot()

    def _show_plot(self) -> None:
        """Show the joint in the plot in front; the other plots follow when their tab is chosen."""
        joint, view = self.joint, self._views.currentIndex()
        if joint is None:
            return
        if view == LOOP:
            self.loop.show_joint(joint, self._figures[self.joints.index])
            self._loop_stack.setCurrentIndex(0 if self.loop.has_loop else 1)
            self._loop_legend.show_stiffness(is_known=joint.stiffness is not None)
        elif view == RIPPLE:
            self.ripple.show_joint(joint)
            self._ripple_stack.setCurrentIndex(0 if self.ripple.has_spectrum else 1)

    def _show_values(self) -> None:
        joint = self.joint
        if joint is not None:
            self.values.show_rows(joint_values(joint, self._tool).rows)

    def _show_table(self, shown: Presentation) -> None:
        """Fill the table of all quantities; the verdicts are on the buttons of the joints."""
        gears = shown.table(GEARS)
        assert gears is not None
        columns = [shown_column(one, stretches=place == 0) for place, one in enumerate(gears.columns)]
        rows = [shown_cells(line.cells, gears.columns) for line in gears.lines if line.name != VERDICT]
        self.model.show_rows(rows, columns=columns)
        self.table.fit_columns(columns)

    def _show_reasons(self, shown: Presentation) -> None:
        self.reasons.show_lines(
            [(value_text(row.value), row.verdict) for row in shown.reasons if row.verdict is not None],
            unseen=self.found.unseen if self.found is not None else (),
        )

    def _name_tabs(self, reasons: int) -> None:
        self.tabs.show_words(
            (
                self.tr("Loop"),
                self.tr("Ripple"),
                self.tr("Explained"),
                self.tr("Table"),
                self.tr("Reasons ({count})").format(count=reasons),
            )
        )

    @property
    def _plot(self) -> Plot:
        return self.plots[min(self._views.currentIndex(), len(self.plots) - 1)]

    def _below_save(self) -> QPoint:
        return self._save.mapToGlobal(QPoint(0, self._save.height()))

    def _name(self) -> str:
        joint = self.joint
        what = ("twist-loop", "twist-ripple", "twist-explained")[self.plots.index(self._plot)]
        return what if joint is None or self._plot is self.explained else f"{what}-joint-{joint.number + 1}"

    def _lay_out(self) -> None:
        self._legends = ViewStack()
        self._loop_legend = LoopLegend()
        self._each_legend = (self._loop_legend, RippleLegend(), ExplainedLegend(), QWidget())
        for legend in self._each_legend:
            self._legends.addWidget(legend)
        none = self.tr("There is none of this joint to see. The sentence above or the reasons say why.")
        self._loop_stack, self._ripple_stack = _or_words(self.loop, none), _or_words(self.ripple, none)
        self._views = ViewStack()
        for view in (self._loop_stack, self._ripple_stack, self.explained, self.table, self.reasons):
            self._views.addWidget(view)
        self._side = scrolled(self.values, width=_SIDE_WIDTH)
        self._head, self._below_head = QHBoxLayout(), QHBoxLayout()
        self._head.setSpacing(GRID)
        self._head.addWidget(self.tabs)
        self._head.addStretch(1)
        self._head.addWidget(self._legends)
        self._head.addWidget(self._save)
        card = Card(margin=GRID)
        card.column.addWidget(self._views, 1)
        body = QHBoxLayout()
        body.setSpacing(GRID)
        body.addWidget(self._side)
        body.addWidget(card, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID + 4)
        for widget in (self.joints, self._sentence):
            self._column.addWidget(widget)
        self._column.addLayout(self._head)
        self._column.addLayout(self._below_head)
        self._column.addLayout(body, 1)


def _or_words(plot: Plot, words: str) -> QStackedWidget:
    """Stack of the plot and of words that are shown in its place."""
    text = Text(words, role="muted", wrap=True)
    text.setAlignment(Qt.AlignmentFlag.AlignCenter)
    text.setContentsMargins(4 * GRID, 0, 4 * GRID, 0)
    stack = ViewStack()
    stack.addWidget(plot)
    stack.addWidget(text)
    return stack


_WIDTH, _SHORT, _HEIGHT = 30, 16, 16
_BAND_HEIGHT = 10.0


class _Legend(QWidget):
    """Painted samples, each followed by its words."""

    def __init__(self, entries: Sequence[tuple[Paint, str]], *, short: Sequence[Paint] = ()) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addStretch(1)
        self.entries: list[tuple[QWidget, QWidget]] = []
        for paint, words in entries:
            pair = (PaintedSample(paint, size=(_SHORT if paint in short else _WIDTH, _HEIGHT)), Text(words))
            self.entries.append(pair)
            for widget in pair:
                row.addWidget(widget)
            row.addSpacing(GRID)
        self.setAccessibleName(listed(words for _, words in entries))


class LoopLegend(_Legend):
    """Legend of the loop: the measured deflection, and that of the stiffness with its band."""

    def __init__(self) -> None:
        super().__init__(((_line("measured"), self.tr("measured")), (_banded, self.tr("stiffness ±"))))

    def show_stiffness(self, *, is_known: bool) -> None:
        """Hide the entry of the stiffness where none is drawn."""
        for widget in self.entries[1]:
            widget.setVisible(is_known)


class RippleLegend(_Legend):
    """Legend of the ripple: the spectrum, and the lines found in it."""

    def __init__(self) -> None:
        super().__init__(((_line("measured"), self.tr("spectrum")), (_line("model"), self.tr("line found"))))


class ExplainedLegend(_Legend):
    """Legend of the explained parts: all deflection pale, the rest strong, for fit and check."""

    def __init__(self) -> None:
        fitted, checked = _left(is_check=False), _left(is_check=True)
        super().__init__(
            (
                (_pale, self.tr("twist")),
                (fitted, self.tr("unexplained")),
                (checked, self.tr("in a check")),
            ),
            short=(fitted, checked),
        )


def _line(pen: str) -> Paint:
    def paint(painter: QPainter, room: QRectF) -> None:
        drawn = curve_pen(pen)
        drawn.setWidthF(2.0)
        painter.setPen(drawn)
        middle = room.center().y()
        painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))

    return paint


def _banded(painter: QPainter, room: QRectF) -> None:
    colour = current_theme().colour("model")
    colour.setAlphaF(BAND_OPACITY)
    band = QRectF(room.left(), room.center().y() - _BAND_HEIGHT / 2.0, room.width(), _BAND_HEIGHT)
    painter.fillRect(band, colour)
    _line("model")(painter, room)


def _pale(painter: QPainter, room: QRectF) -> None:
    for place, is_check in enumerate((False, True)):
        colour = bar_colour(is_check=is_check)
        colour.setAlphaF(RAW_OPACITY)
        painter.fillRect(QRectF(room.left() + 15.0 * place, room.top() + 1.0, 13.0, 14.0), colour)


def _left(*, is_check: bool) -> Paint:
    def paint(painter: QPainter, room: QRectF) -> None:
        bar = QRectF(room.right() - 15.0, room.top() + 1.0, 14.0, 13.0)
        painter.fillRect(bar, bar_brush(is_check=is_check))
        painter.setPen(QPen(bar_colour(is_check=is_check), 1.0))
        painter.drawRect(bar)

    return paint


def _with_most_play(found: Elasticity) -> int:
    """Place of the joint whose play is largest beyond its ±; the first one where none has any."""
    plays = (joint.backlash for joint in found.joints)
    beyond = [0.0 if play is None else max(play.value - expanded(play.std), 0.0) for play in plays]
    return beyond.index(max(beyond)) if beyond else 0
