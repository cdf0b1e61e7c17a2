"""Page that shows the model: verdict, numbers, curves, parameters and reasons."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import verdict_text
from app.features.identification.choice import choice_sections
from app.features.identification.identifying import identify
from app.features.identification.presentation import cards, errors, settings
from app.features.identification.result_views import (
    ComparisonView,
    FrictionView,
    OverTimeView,
    ParametersView,
    SetupView,
    compensation_picture,
    dynamics_picture,
)
from app.features.identification.sentences import convention
from app.guide.joint_views import MeasuredView
from app.guide.page import Page
from app.guide.primary_action import Stage, Turn
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.presentation import in_parts
from app.visit.open_visit import OpenVisit
from app.widgets.choice import Choice
from app.widgets.layouts import (
    Card,
    Flow,
    SignedText,
    ValueCard,
    ViewStack,
    bare_row,
    fill,
    in_column,
    keep_least,
)
from app.widgets.piece_by_piece import PieceByPiece
from app.widgets.presentation_view import SectionsView
from app.widgets.reasons_view import ReasonsView, grouped
from app.widgets.segmented import Segmented
from app.widgets.text import muted, paragraph
from core.identification.result import IdentificationResult, Validation
from core.identification.setup_checks.correction import Correction, corrected
from core.quality import Verdict

_VERDICT_WIDTH = 256
_ROOMY_FROM = 900
"""Width of the page, px, from which the verdict is shown in words too: else the curves need their room."""


class ResultsPage(Page):
    """Verdict and numbers on top, one view of the result below."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(self.tr("Review the model"), "")
        self._visit, self._bus = visit, bus
        self._shown: IdentificationResult | None = None
        self.hidden_views = PieceByPiece(self)
        self.recording = Choice(self.tr("Recording"))
        keep_least(self.recording, width=200)
        self.recording.picked.connect(self._show_recording)
        self._verdict = SignedText(glyph_size=22, size=TextSize.EMPHASIS)
        self._verdict_words = paragraph()
        self._cards = {name: ValueCard("") for name in ("relative", "rms", "base")}
        self.measured = MeasuredView(visit, runner, bus)
        self.friction = FrictionView(visit, runner, bus)
        self.dynamics = OverTimeView(visit, runner, bus, picture=dynamics_picture())
        self.compensation = OverTimeView(visit, runner, bus, picture=compensation_picture())
        self.parameters = ParametersView()
        self.comparison = ComparisonView()
        self.choice = SectionsView(self.tr("Choice of friction and filter"))
        self.reasons = ReasonsView()
        self.setup = SetupView()
        self.setup.correction_asked.connect(self._correct)
        self._views: tuple[tuple[tuple[QWidget, str], ...], ...] = (
            (
                (self.measured, self.tr("All of it")),
                (self.dynamics, self.tr("Dynamics")),
                (self.compensation, self.tr("Learned")),
            ),
            ((self.friction, ""),),
            (
                (self.parameters, self.tr("Parameters")),
                (self.comparison, self.tr("Comparison")),
                (self.choice, self.tr("Choice")),
            ),
            ((self.reasons, ""),),
        )
        self.tabs = Segmented(self.tr("View"))
        self._name_views(0)
        self.part = Choice(self.tr("Part"))
        """Which part of a view is shown; hidden where a view is one."""
        self.part.setParent(self)  # shown and hidden before it has its place
        keep_least(self.part, width=200)
        self._stack = ViewStack()
        self.tabs.chosen.connect(self.show_view)
        self.part.picked.connect(self._show_part)
        self._lay_out()
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._offer_joints)

    @Slot()
    def _offer_joints(self) -> None:
        """Make the joints' buttons early, so that a result is shown at once."""
        if self._visit.summary is None:
            return
        count = len(self._visit.summary.joint_names)
        views = (self.measured, self.friction, self.dynamics, self.compensation)
        self.hidden_views.add(*(partial(view.offer_joints, count) for view in views))

    @property
    def primary_text(self) -> str:
        """Name of the main button: go on."""
        return self.tr("Next")

    @property
    def primary_enabled(self) -> bool:
        """True with a result to go on with."""
        return self._visit.result is not None

    @property
    def by_itself(self) -> Turn:
        """Turn of the page: it goes on by itself with a good or usable model."""
        result = self._visit.result
        if result is None:
            return Turn(Stage.WORKING)
        if result.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}:
            return Turn(Stage.DONE)
        return Turn(Stage.DECIDE, self._verdict_words.text())

    def show_view(self, index: int) -> None:
        """Bring one of the views to the front."""
        self.tabs.choose(index)
        parts = self._views[index]
        self.part.offer([(place, words) for place, (_, words) in enumerate(parts)])
        self.part.setVisible(len(parts) > 1)
        self.part.setCurrentIndex(0)
        self._show_part()

    @Slot()
    def _show_part(self) -> None:
        """Show the chosen part of the view."""
        view, _ = self._views[self.tabs.index][max(self.part.currentIndex(), 0)]
        self._stack.setCurrentWidget(view)

    def entered(self) -> None:
        """Compute the curves: the page is visible."""
        self._show_recording()

    @Slot()
    def _show_visit(self) -> None:
        result, summary = self._visit.result, self._visit.summary
        self._show_currency()
        self.state_changed.emit()
        if result is None or summary is None:
            self._shown = None
            return
        if result is not self._shown:
            self._shown = result
            self._show_result(result, summary.joint_names)
        elif self.isVisible():
            self._show_recording()

    def _show_currency(self) -> None:
        if self._visit.result_is_partial:
            self.say(self.tr("Part result: the work was stopped early. It was not judged on any recording."))
        elif self._visit.result is not None and not self._visit.result_is_current:
            self.say(
                self.tr("Out of date: the runs or options were changed since. Identify again to renew it.")
            )
        else:
            self.say(self.tr("Look at the run that was kept back first: it shows what the model is worth."))

    def _show_result(self, result: IdentificationResult, joints: tuple[str, ...]) -> None:
        judgement = result.judgement
        self._verdict.show_verdict(judgement.verdict)
        _, _, meaning = verdict_text(judgement.verdict).replace("：", ": ").partition(": ")
        self._verdict_words.setText(meaning[:1].upper() + meaning[1:])
        self._verdict_card.setToolTip(self._verdict_words.text())
        judged = sorted(result.validation, key=lambda found: found.used_in_fit)
        words = {True: self.tr("{label} (fitted)"), False: "{label}"}
        entries = [(v.recording, words[v.used_in_fit].format(label=v.recording)) for v in judged]
        self.recording.offer(entries or [(label, label) for label in result.provenance.recordings])
        self.recording.setCurrentIndex(0)
        self._cards["base"].setToolTip(convention(result.condition_convention))
        self.hidden_views.add(
            lambda: self.friction.show_result(result),
            lambda: self.dynamics.show_result(result),
            lambda: self.compensation.show_result(result),
            lambda: self.parameters.show_result(result),
            lambda: self.comparison.show_errors(next(errors(result.validation, joints), None)),
            lambda: self.reasons.show_judgement(judgement, unseen=result.unseen),
            lambda: self.choice.show_sections(tuple(choice_sections(result.choice)) or (settings(result),)),
        )
        self.setup.show_setup(result.setup, joints)
        reasons = len(grouped(judgement))
        self._name_views(reasons)
        self._show_recording()

    @Slot(tuple)
    def _correct(self, allowed: tuple[Correction, ...]) -> None:
        """Identify again from the same runs with the set-up put right."""
        result, summary = self._visit.result, self._visit.summary
        if result is None or summary is None or self._visit.is_busy:
            return
        choice = self._visit.choice
        settings = corrected(choice.settings, result.setup, allowed, joints=summary.joint_names)
        if settings is not None:
            self._visit.choose(replace(choice, settings=settings))
            self.setup.correct_button.setEnabled(False)
            job = identify(self._visit, self._bus)
            job.ended.connect(lambda: self.setup.correct_button.setEnabled(True))

    def _name_views(self, reasons: int) -> None:
        self.tabs.show_words(
            (
                self.tr("Torque"),
                self.tr("Friction"),
                self.tr("Parameters"),
                self.tr("Reasons ({count})").format(count=reasons),
            )
        )

    @Slot()
    def _show_recording(self) -> None:
        label, result = self.recording.value, self._visit.result
        if not isinstance(label, str) or result is None:
            return
        validation = next((found for found in result.validation if found.recording == label), None)
        self._show_cards(result, validation)
        if self.isVisible():
            self.measured.show_recording(label)
            self.hidden_views.add(
                lambda: self.dynamics.show_recording(label), lambda: self.compensation.show_recording(label)
            )

    def _show_cards(self, result: IdentificationResult, validation: Validation | None) -> None:
        rows = {row.name: row for row in cards(result, validation)}
        for name, card in self._cards.items():
            card.setVisible(name in rows)
            if name in rows:
                text = in_parts(rows[name].value)
                card.show_value(text.number, text.unit, rows[name].remark, caption=rows[name].label)

    def _lay_out(self) -> None:
        verdict = self._verdict_card = Card()
        verdict.column.setContentsMargins(2 * GRID, 12, 2 * GRID, 12)
        verdict.column.setSpacing(4)
        fill(verdict.column, muted(self.tr("Verdict")), self._verdict, (self._verdict_words, 1))
        cards = Flow(spacing=2 * GRID, fills=True)
        for card in (verdict, *self._cards.values()):
            cards.addWidget(card)
        self.head.addStretch(1)
        self.head.addWidget(self.recording)
        for parts in self._views:
            for view, _ in parts:
                self._stack.addWidget(view)
        self.show_view(0)
        below = in_column(bare_row(self.tabs, None, self.part), (self._stack, 1), spacing=GRID)
        fill(self.column, cards, self.setup, (below, 1))
        current_theme().changed.connect(self._make_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put all cards on one line in a narrow page."""
        super().resizeEvent(event)
        self._make_room()

    @Slot()
    def _make_room(self) -> None:
        theme = current_theme()
        is_roomy = self.width() >= theme.scaled(_ROOMY_FROM)
        self._verdict_words.setVisible(is_roomy)
        self._verdict_card.setMinimumWidth(theme.scaled(_VERDICT_WIDTH) if is_roomy else 0)
