"""Views of a model: measured against model, friction, both loops, tables, and the fault of the set-up."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.errors.text import reason_text
from app.features.identification.parameters import in_one, parameter_columns, parameters
from app.features.identification.presentation import (
    RELATIVE,
    RMS_CURRENT,
    RMS_TORQUE,
    identified_curve,
)
from app.features.identification.sentences import compensation_sentence, dynamics_sentence, friction_sentence
from app.guide.joint_views import JointView, torque_unit
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import Table
from app.speech.language import tr, translate
from app.speech.units import (
    NEWTON,
    SECOND,
    number,
    percent,
    with_std,
)
from app.visit.open_visit import OpenVisit
from app.visit.summaries import MeasuredAgainstModel
from app.widgets.figure_view import FigurePlot
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.layouts import Card, SignedText, fill, in_row
from app.widgets.legend import Curve, Legend
from app.widgets.painting import faded
from app.widgets.plot import Plot
from app.widgets.presentation_view import show_table, shown_cells, shown_column
from app.widgets.segmented import Segmented
from app.widgets.table import RowsModel, RowsTable
from app.widgets.table import Table as TableView
from app.widgets.text import Button, Text, paragraph
from app.widgets.view_saving import PlotExport
from core.identification.result import IdentificationResult, JointFriction, Parameter
from core.identification.setup_checks.correction import Correction, correctable
from core.identification.setup_checks.result import SetupChecks
from core.recording import FloatArray

_PENS = ("measured", "model")


@dataclass(frozen=True)
class LoopPicture:
    """Words and curves of one loop, for a joint along a recording."""

    name: str
    """Part of the names of saved files."""
    title: str
    words: tuple[str, str]
    """Names of the two curves."""
    say: Callable[[IdentificationResult, int], str]
    """Sentence above the curves of a joint, counted from 0."""
    lines: Callable[[MeasuredAgainstModel, int], tuple[FloatArray, FloatArray]]
    """The two curves of a joint, each (N,) in N·m."""


def dynamics_picture() -> LoopPicture:
    """Plot of the measured torque less friction, over the torque of gravity and inertia."""

    def lines(curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        rigid = curves.rigid[:, joint]
        # modelled − rigid is the joint's own friction
        return curves.measured[:, joint] - (curves.modelled[:, joint] - rigid), rigid

    return LoopPicture(
        name="dynamics",
        title=tr("Torque without friction over time"),
        words=(tr("measured, friction taken out"), tr("gravity and inertia")),
        say=lambda result, _joint: dynamics_sentence(result),
        lines=lines,
    )


def compensation_picture() -> LoopPicture:
    """Plot of the torque that friction and dynamics leave, over that of the learner."""

    def lines(curves: MeasuredAgainstModel, joint: int) -> tuple[FloatArray, FloatArray]:
        learned = curves.learned[:, joint]
        return curves.measured[:, joint] - (curves.modelled[:, joint] - learned), learned

    return LoopPicture(
        name="compensation",
        title=tr("What is left of the torque over time"),
        words=(tr("left over"), tr("what the learner expects")),
        say=compensation_sentence,
        lines=lines,
    )


class OverTimeView(JointView):
    """Two curves of one joint along a recording, under a sentence."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, picture: LoopPicture) -> None:
        super().__init__(visit, Legend(tuple(zip(_PENS, picture.words, strict=True))))
        self._picture = picture
        self._label = ""
        self._result: IdentificationResult | None = None
        self._shown: tuple[int, int] | None = None
        self.sentence = paragraph()
        self.sentence.setContentsMargins(GRID, 0, GRID, 0)
        self.plot = Plot(picture.title)
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self.column.addWidget(self.sentence)
        self.column.addWidget(self.plot, 1)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the sentence and the curves of another result."""
        self._result = result
        self.offer_joints(len(result.friction))
        self._show_joint()

    def show_recording(self, label: str) -> None:
        """Show the curves of a recording where they have been computed; the view beside asks for them."""
        self._label = label
        self._show_joint()

    @Slot()
    def _show_joint(self) -> None:
        joint = self.joint.index
        if self._result is None or not 0 <= joint < len(self._result.friction):
            return
        self.sentence.setText(self._picture.say(self._result, joint))
        curves = self._visit.curves(self._label)
        if curves is None:
            self._shown = None
            self.plot.show_curves(())
            return
        if self._shown == (id(curves), joint):
            return
        self._shown = (id(curves), joint)
        unit = torque_unit(self._visit, joint)
        quantity = self.tr("Force") if unit is NEWTON else self.tr("Torque")
        self.plot.label_axes(self.tr("Time"), SECOND.symbol, quantity, unit.symbol)
        lines, words = self._picture.lines(curves, joint), self._picture.words
        self.plot.show_curves(
            tuple(
                Curve(name, unit.symbol, curves.time, line, pen)
                for name, line, pen in zip(words, lines, _PENS, strict=True)
            ),
            summary=self.tr("Joint {joint} in {label}: {first}, up to {size} {unit}, and {second}.").format(
                joint=joint + 1,
                label=curves.recording,
                first=words[0],
                second=words[1],
                size=number(float(abs(lines[0]).max())),
                unit=unit.symbol,
            ),
        )

    def _name(self) -> str:
        return f"{self._label}-{self._picture.name}-joint-{self.joint.index + 1}"


class FrictionView(JointView):
    """Friction over speed, and the coefficients with their ±."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            visit,
            Legend(
                (("measured", self.tr("measured, with ±")), ("model", self.tr("model"))), dots=("measured",)
            ),
        )
        self._friction: tuple[JointFriction, ...] = ()
        self.plot = FigurePlot(self.tr("Friction over speed"))
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self._sentence = paragraph()
        self._sentence.setContentsMargins(GRID, 0, GRID, 0)
        self._coefficients = Text(role="muted", wrap=True)
        self._coefficients.setContentsMargins(GRID, 0, GRID, 0)
        self.column.addWidget(self._sentence)
        self.column.addWidget(self.plot, 1)
        self.column.addWidget(self._coefficients)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the friction of another result."""
        self._friction = result.friction
        self.offer_joints(len(result.friction))
        self._show_joint()

    def _show_joint(self) -> None:
        joint = self.joint.index
        if not 0 <= joint < len(self._friction):
            return
        friction = self._friction[joint]
        torque = torque_unit(self._visit, joint)
        self.plot.show_figure(identified_curve(friction, slides=torque is NEWTON))
        self._sentence.setText(friction_sentence(friction, unit=torque.symbol))
        self._coefficients.setText("     ".join(_coefficient(friction, one) for one in friction.coefficients))

    def _name(self) -> str:
        return f"friction-joint-{self.joint.index + 1}"


def _coefficient(friction: JointFriction, found: Parameter) -> str:
    """A coefficient on one line; the joint is named by the chooser above."""
    name = found.expression.removesuffix(f" of {friction.joint}")
    unit = found.unit.removeprefix("1")
    return f"{name} {with_std(found.value, found.std)} {unit}".strip().replace(" ", "\N{NO-BREAK SPACE}")


_WIDTHS = (0, 184, 124, 104, 104, 164)


class ParametersView(Card):
    """Every parameter with its uncertainty and verdict."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        heads = [shown_column(one, stretches=place == 0) for place, one in enumerate(parameter_columns())]
        self.model = RowsModel(heads)
        self.table = TableView(self.tr("Parameters"))
        self.table.setModel(self.model)
        # Given widths: measuring every cell of a long table takes longer than a frame.
        self.table.fit_columns(heads, widths=_WIDTHS)
        self.column.addWidget(self.table)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the parameters of another result."""
        table = in_one(parameters(result))
        self.model.show_rows([shown_cells(line.cells, table.columns) for line in table.lines])


class ComparisonView(Card):
    """Every recording against the model, joint by joint."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._errors: Table | None = None
        self.quantity = Segmented(self.tr("Quantity"))
        self.quantity.chosen.connect(lambda _index: self._show())
        self.table = RowsTable(self.tr("Recordings compared"), (), widths=())
        self.model = self.table.rows_model
        fill(self.column, in_row(self.quantity, 1, margins=(GRID, 0, 0, 0)), (self.table, 1))

    def show_errors(self, errors: Table | None) -> None:
        """Show the errors of another result."""
        self._errors = errors
        self.quantity.show_words([words for _, words in self._quantities()])
        self._show()

    def _quantities(self) -> list[tuple[str, str]]:
        """Quantities that the errors have: names of lines, with words."""
        words = {
            RMS_TORQUE: self.tr("RMS torque"),
            RELATIVE: self.tr("Relative error"),
            RMS_CURRENT: self.tr("RMS current"),
        }
        there = {line.name for line in self._errors.lines} if self._errors is not None else set()
        return [(name, text) for name, text in words.items() if name in there]

    def _show(self) -> None:
        offered = self._quantities()
        if self._errors is None or not 0 <= self.quantity.index < len(offered):
            return
        wanted = offered[self.quantity.index][0]
        lines = tuple(line for line in self._errors.lines if line.name == wanted)
        show_table(self.table, replace(self._errors, lines=lines))


_RAW_OPACITY = 0.3
_BAR_PX, _NAME_PX, _BARS_PX = 7.0, 96.0, 160.0
_LINE = 1.5
"""Height of a row in heights of its text."""


class SetupView(Card):
    """The fault with its sentence, the error of each joint with and without it, and the correction."""

    correction_asked = Signal(tuple)
    """Emitted with the corrections when the button is pressed."""

    def __init__(self) -> None:
        super().__init__(margin=2 * GRID)
        self._corrections: tuple[Correction, ...] = ()
        self.reason = SignedText(wrap=True)
        self.correct_button = Button(self.tr("Correct and identify again"))
        self.correct_button.clicked.connect(lambda: self.correction_asked.emit(self._corrections))
        self.picture = SetupPicture()
        fill(self.column, in_row((self.reason, 1), self.correct_button, spacing=2 * GRID), self.picture)
        self.hide()

    def show_setup(self, setup: SetupChecks | None, joints: tuple[str, ...]) -> None:
        """Show the fault of another result; hidden where there is none."""
        self.setVisible(setup is not None and bool(setup.reasons))
        self._corrections = correctable(setup)
        self.correct_button.setVisible(bool(self._corrections))
        if setup is not None and setup.reasons:
            reason = setup.reasons[0]
            self.reason.show_text(VERDICT_GLYPHS[reason.verdict], reason_text(reason))
            self.picture.show_errors(setup, joints)
            self.picture.setVisible(setup.compares)


class SetupPicture(QWidget):
    """A bar for each joint: the share of the torque unexplained, and in it what stays once put right."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, float, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("SetupView", "Share of the torque that stays unexplained"))

    def show_errors(self, setup: SetupChecks, joints: tuple[str, ...]) -> None:
        """Show the errors of each joint as described and put right."""
        given, right = np.nan_to_num(setup.unexplained), np.nan_to_num(setup.corrected)
        self._rows = list(zip(joints, given.tolist(), right.tolist(), strict=True))
        self.setAccessibleDescription(". ".join(f"{name}: {self._words(a, b)}" for name, a, b in self._rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # Qt's own
        """Room for a line per joint."""
        return QSize(int(_NAME_PX + _BARS_PX + self.words_width), int(self._row * len(self._rows)))

    @property
    def words_width(self) -> float:
        """Width in px of the longest numbers beside a bar."""
        metrics = QFontMetricsF(current_theme().font())
        return max(
            (metrics.horizontalAdvance(self._words(*row[1:])) + 1.0 for row in self._rows), default=0.0
        )

    @property
    def _row(self) -> float:
        return max(_LINE * QFontMetricsF(current_theme().font()).height(), 2.0 * _BAR_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt's own
        """Paint name, bars and numbers of each joint."""
        theme, painter = current_theme(), QPainter(self)
        painter.setFont(theme.font())
        metrics = QFontMetricsF(theme.font())
        words_width, row = self.words_width, self._row
        width = max(self.width() - _NAME_PX - words_width - GRID, 1.0)
        largest = max((max(given, right) for _, given, right in self._rows), default=0.0) or 1.0
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for place, (name, given, right) in enumerate(self._rows):
            top = place * row
            painter.setPen(theme.colour("text"))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, _NAME_PX - GRID)
            painter.drawText(QRectF(0.0, top, _NAME_PX, row), left, shown)
            middle = top + row / 2.0
            colour = theme.colour("measured")
            whole = QRectF(_NAME_PX, middle - _BAR_PX, width * given / largest, 2.0 * _BAR_PX)
            painter.fillRect(whole, faded(colour, _RAW_OPACITY))
            rest = QRectF(_NAME_PX, middle - _BAR_PX / 2.0, width * right / largest, _BAR_PX)
            painter.fillRect(rest, colour)
            painter.setPen(theme.colour("muted"))
            words = QRectF(_NAME_PX + width + GRID, top, words_width, row)
            painter.drawText(words, left, self._words(given, right))
        painter.end()

    @staticmethod
    def _words(given: float, right: float) -> str:
        words = translate("SetupView", "{given}, put right {right}")
        return words.format(given=percent(given), right=percent(right))
