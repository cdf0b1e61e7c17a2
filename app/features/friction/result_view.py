"""Result of the friction sweeps: a plot of the points, the fitted models and a sentence for each joint."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.features.friction.presentation import CURVES, MODELS, alone, coefficients, curves_of, present
from app.features.friction.sentences import sweeps_sentence
from app.guide.joint_views import JointView
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import value_text
from app.speech.language import joined_sentences, listed
from app.speech.units import NO_BREAK
from app.visit.open_visit import OpenVisit
from app.widgets.card import SignedText
from app.widgets.figure_view import FigurePlot
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import keep_size
from app.widgets.legend import Legend
from app.widgets.presentation_view import show_table
from app.widgets.table import RowsTable
from app.widgets.text import Button, Text, paragraph
from app.widgets.view_saving import PlotExport
from core.friction.sweeps.result import FrictionSweeps, JointSweeps

_SIDE_WIDTH = 568


class FrictionResult(JointView):
    """Result of the sweeps, one joint at a time; empty before the first sweeps."""

    replaced_asked = Signal(object, int)
    """Labels (a tuple) of the earlier recordings that shall count for a joint, from 0."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            visit,
            Legend(
                (
                    ("measured", self.tr("measured ±")),
                    ("model", self.tr("marked model")),
                    ("stale", self.tr("others")),
                ),
                dots=("measured",),
            ),
        )
        self.found: FrictionSweeps | None = None
        self._verdict = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._sentence = paragraph()
        self._reasons = Text(role="muted", wrap=True)
        self._coefficients = Text(role="muted", wrap=True)
        self.plot = FigurePlot(self.tr("Friction over speed"))
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self.table = RowsTable(self.tr("Models of the joint's friction"), (), widths=())
        self.model = self.table.rows_model
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._bring_to_front(now.row()))
        self.replaced_button = Button(self.tr("Let the earlier count instead"), role="quiet")
        self.replaced_button.clicked.connect(self._ask_replaced)
        self._lay_out()
        self.show_sweeps(None)

    @property
    def words(self) -> str:
        """Verdict, sentence and reasons of the joint that is shown, for tests and screen readers."""
        texts = (self._sentence, self._reasons)
        return " ".join(filter(None, (self._verdict.accessibleName(), *(text.text() for text in texts))))

    def show_sweeps(self, found: FrictionSweeps | None) -> None:
        """Show the sweeps, or for None that the friction was not measured yet."""
        self.found = found
        shown = found is not None and bool(found.joints)
        for widget in (self.plot, self._side, self._chooser, self._sentence):
            widget.setVisible(shown)
        self.replaced_button.setVisible(False)
        if found is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The friction has not been measured yet."))
            return
        self._verdict.show_text(VERDICT_GLYPHS[found.judgement.verdict], sweeps_sentence(found))
        self.joint.show_words([str(joint.number + 1) for joint in found.joints])
        self._show_joint()

    @property
    def shown_joint(self) -> JointSweeps | None:
        """Joint that is chosen; None where there is none."""
        place = self.joint.index
        if self.found is None or not 0 <= place < len(self.found.joints):
            return None
        return self.found.joints[place]

    def _show_joint(self) -> None:
        joint = self.shown_joint
        if joint is None or self.found is None:
            return
        shown = present(alone(self.found, joint))
        curves, models = shown.figures(CURVES), shown.table(MODELS)
        assert curves is not None
        self._sentence.setText(value_text(curves.figure(joint.joint).summary.value))
        reasons = joined_sentences(*(value_text(row.value) for row in shown.reasons))
        self._reasons.setText(reasons)
        self._reasons.setVisible(bool(reasons))
        self._offer_replaced(joint)
        if models is not None:
            show_table(self.table, models.only("model", "error", "choice"))
        self.table.setVisible(models is not None)
        rows = self.table.verticalHeader().defaultSectionSize() * len(joint.fits)
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(head + rows + 2 * self.table.frameWidth())
        chosen = next((row for row, fit in enumerate(joint.fits) if fit.kind is joint.chosen), None)
        if chosen is None:
            self._bring_to_front(-1)
        else:
            self.table.selectRow(chosen)

    def _offer_replaced(self, joint: JointSweeps) -> None:
        """Offer the earlier recordings of a joint that was measured again."""
        present_labels = {one.label for one in self._visit.recordings}
        self.replaced_button.setVisible(bool(joint.replaced) and present_labels.issuperset(joint.replaced))
        words = self.tr("Let {recordings} count instead").format(recordings=listed(joint.replaced))
        self.replaced_button.set_text(words)

    def _ask_replaced(self) -> None:
        joint = self.shown_joint
        if joint is not None and not self._visit.is_busy:
            self.replaced_asked.emit(joint.replaced, joint.number)

    def _bring_to_front(self, row: int) -> None:
        """Show the model of this row in front of the others, with its coefficients; -1 for no model."""
        joint = self.shown_joint
        if joint is None:
            return
        fit = joint.fits[row] if 0 <= row < len(joint.fits) else None
        self.plot.show_figure(curves_of(joint, front=None if fit is None else fit.kind))
        shown = () if fit is None else coefficients(fit)
        words = (f"{label} {value_text(value)}".replace(" ", NO_BREAK) for label, value in shown)
        self._coefficients.setText("     ".join(words))

    def _name(self) -> str:
        joint = self.shown_joint
        return "friction" if joint is None else f"friction-sweeps-joint-{joint.number + 1}"

    def _lay_out(self) -> None:
        self._side = QWidget()
        keep_size(self._side, width=_SIDE_WIDTH)
        beside = QVBoxLayout(self._side)
        beside.setContentsMargins(GRID, 0, GRID, 0)
        beside.setSpacing(GRID)
        beside.addWidget(self.table)
        for text in (self._coefficients, self._reasons):
            beside.addWidget(text)
        beside.addWidget(self.replaced_button)
        beside.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.plot, 1)
        row.addWidget(self._side)
        self.column.insertWidget(0, self._verdict)
        self.column.insertWidget(1, self._sentence)
        self.column.addLayout(row, 1)
        self.column.addStretch(0)
