"""The page that repeats the sweeps of the reference with the payload on the flange.

``Sweeping`` is what it shares with the page of the reference: the run, its rows, the coverage, the virtual
flange.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.analyse_recordings import payload_from_recordings, roles_words
from app.features.payload.form import PayloadForm
from app.features.payload.measure_words import (
    centre_facts,
    found_words,
    mass_digits,
    moment_words,
    next_sentence,
    note_sentences,
    plan_sentence,
    reference_sentence,
    spread_words,
    sweep_columns,
    sweep_rows,
    sweeps_done,
)
from app.features.payload.progress_charts import CoverageChart, MassBand
from app.features.payload.sweep_run import PayloadFound, PayloadMoment, PayloadSoFar, PayloadUnderWay
from app.guide.motion_rows import MotionRows
from app.guide.page import MotionFolds, Page
from app.guide.procedure_answers import Answers
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import RunEnd, recorded_words
from app.guide.virtual_flange import VirtualFlange
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.speech.units import KILOGRAM
from app.visit.open_visit import OpenVisit
from app.visit.payload import PayloadRun
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, bare_row, keep_size
from app.widgets.moving_view import MovingView, Reading
from app.widgets.table import Cell, RowsTable
from app.widgets.text import paragraph
from core.payload.methods import PayloadOfLogs
from core.payload.plan import Coverage, PayloadPlan
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import SweepKey

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion, Prepared, Procedure
    from app.features.payload.pendant import PendantProcedure, Watching
    from app.visit.payload import ReferenceChoice
    from core.payload.result import PayloadEstimate

_WIDTHS = (0, 112, 176, 112, 96)
_COVERAGE_WIDTH = 368


class Sweeping(QObject):
    """The run of payload sweeps on a page: preview, rows one by one, coverage.

    ``ended`` words the outcome for the card; its second argument is the finding, None without one.
    """

    def __init__(
        self,
        page: Page,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        *,
        form: PayloadForm,
        procedure: Callable[[], "Procedure | None"],
        ended: Callable[["Outcome", PayloadFound | None], tuple[Glyph, str, str]],
    ) -> None:
        super().__init__(page)
        self._page, self._visit, self._form, self._words_of_end = page, visit, form, ended
        self._link = link
        self._watching: Watching | None = None
        """What was seen last of strokes that are jogged; None where the sweeps are driven."""
        self._weighed: PayloadEstimate | None = None
        """The payload by the jogged sweeps so far."""
        self._is_reference = form.load is PayloadRun.UNLOADED
        self._under_way: PayloadUnderWay | None = None
        self._so_far: list[PayloadSoFar] = []
        self.only: tuple[int, ...] = ()
        """Numbers of the sweeps that run next, which complete or repeat the last run; empty for all."""
        visit.opened.connect(self._forget_only)
        self.band = MassBand(parent=page)
        answers = Answers(
            procedure=lambda: self._jogged() or procedure(),
            ended=self._ended,
            follow=self._follow,
            names=self._name,
            heading=self.tr("Sweeping the empty arm")
            if self._is_reference
            else self.tr("Weighing the payload"),
            reading=self._reading,
            facts=self._centre,
            parts=sweeps_done,
            parts_before=self._rows_before,
            goes_on=lambda: bool(self.only) or self._jogged() is not None,
            dress=self._dress,
        )
        self.run = ProcedureRun(page, link, visit, bus, answers=answers, form=form)
        self.motion = self.run.card
        self.run.found.connect(self._take_found)
        self.run.begun.connect(self._begin)
        self.flange = VirtualFlange(link, is_for_reference=self._is_reference)
        self.flange.asked.connect(self.run.forget_look)
        self.flange.changed.connect(self._flange_changed)
        self.run.begun.connect(self.flange.show_state)
        self.coverage = CoverageChart(self.tr("What the sweeps cover"))
        self._next = paragraph()
        self._next.setAccessibleName(self.tr("What helps most next"))
        table = RowsTable(self.tr("Sweeps, one after the other"), sweep_columns(), widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.below_motion = self._lay_out()

    @property
    def plan(self) -> PayloadPlan | None:
        """Plan of the prepared sweeps; None before the preview."""
        return self._under_way.plan if self._under_way is not None else None

    @property
    def next_words(self) -> str:
        """The shown sentence about the sweep that helps most next."""
        return self._next.text()

    def show_coverage(self, coverage: Coverage | None) -> None:
        """Show the coverage of the finished sweeps, and the sweep that helps most next."""
        self.coverage.show_coverage(coverage)
        self._next.setText(next_sentence(coverage, self.plan))

    def say_plan(self) -> None:
        """Describe the planned sweeps below the title of the page."""
        if self.plan is not None:
            self._page.say(" ".join((plan_sentence(self.plan), *note_sentences(self.plan))))

    def _jogged(self) -> "PendantProcedure | None":
        """Watch strokes that a person jogs, where the connected arm is only read."""
        from app.features.payload.pendant import PendantProcedure

        session = self._link.session
        if session is None or session.capabilities.can_move:
            return None
        return PendantProcedure(load=self._form.load)

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        from app.features.payload.pendant import PendantFound

        if isinstance(outcome.found, PendantFound) and (result := outcome.found.result) is not None:
            next_words = self.tr("The next step says what that rests on.")
            return VERDICT_GLYPHS[result.overall.verdict], found_words(result), next_words
        found = outcome.found if isinstance(outcome.found, PayloadFound) else None
        self.flange.show_state()
        self.show_coverage(None if found is None else found.coverage)
        if outcome.is_complete:
            self.only = ()
        elif outcome.recordings:  # the next run completes this one
            self.only = () if found is None or found.coverage is None else found.missing_sweeps
        return self._words_of_end(outcome, found)

    @property
    def missing_words(self) -> str:
        """The rows that are kept, and that only the missing ones come next; empty after a complete run."""
        if not self.only or self.plan is None:
            return ""
        rows = len({(sweep.joint, sweep.orientation) for sweep in self.plan.sweeps})
        missing = {(one.joint, one.orientation) for one in self.plan.sweeps if one.number in self.only}
        words = self.tr("{done} of {count} sweeps are kept; only the others come next.")
        return words.format(done=rows - len(missing), count=rows)

    @Slot()
    def _forget_only(self) -> None:
        self.only = ()

    @Slot()
    def _flange_changed(self) -> None:
        """Copy the mass on the virtual flange into the form, and preview the motions again."""
        if self.flange.hung_mass and not self._is_reference:
            self._form.payload.show_text(self.flange.mass.edit.text())
        self.run.look_where_seen()

    @Slot()
    def _begin(self) -> None:
        """Forget the masses of the run before."""
        self._so_far = []
        self._watching = self._weighed = None
        self.band.show_masses((), rows=0)

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Show the coverage after each sweep with the payload so far, and later its known part."""
        from app.features.payload.pendant import Watching
        from app.features.payload.pendant_words import watching_words

        if isinstance(result, PayloadSoFar) and self._under_way is not None:
            self._so_far.append(result)
            self.band.show_masses(self._so_far, rows=self._rows_before() + len(self._under_way.rows))
            self.run.show_reading()
        elif isinstance(result, Watching):
            self._watching, self._weighed = result, result.estimate or self._weighed
            self.run.moving.show_doing(watching_words(result))
            self.run.show_reading()
        elif isinstance(result, Coverage):
            self.show_coverage(result)
        elif isinstance(result, PayloadResult):
            self.run.moving.show_doing(found_words(result))

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the prepared sweeps, and show the coverage of those that were done before."""
        if prepared is None:
            self._under_way = None
            self.coverage.show_plan(None)
            self.show_coverage(None)
            return
        from app.features.payload.pendant import PreparedPendant
        from app.features.payload.pendant_words import jog_sentence
        from app.features.payload.procedure import PreparedPayload

        if isinstance(prepared, PreparedPendant):
            said = jog_sentence(prepared.before.joints, load=self._form.load)
            if (shown := self.motion.preview) is not None:
                self.motion.show_preview(
                    replace(shown, headline=self.tr("Jog with the pendant"), sentence=said)
                )
        if not isinstance(prepared, PreparedPayload):
            return
        self._under_way = PayloadUnderWay(prepared.motions, prepared.plan)
        self.coverage.show_plan(prepared.plan)
        self.show_coverage(prepared.staged.before)
        self.say_plan()

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """A row per joint and way of holding the flange."""
        summary, under_way = self._visit.summary, self._under_way
        if summary is None or under_way is None:
            return ()
        return sweep_rows(under_way, prismatic=summary.prismatic, now=now, end=end)

    def _follow(self, fraction: float) -> str | None:
        """Words of the present motion, which is also marked in its row and in the chart."""
        from app.arm.sweeping import MOVING_SHARE

        if self._under_way is None:
            return None
        if fraction >= MOVING_SHARE:
            self.coverage.show_now(0)
            return (
                self.tr("Looking at the sweeps") if self._is_reference else self.tr("Working out the payload")
            )
        moment = self._under_way.at(fraction / MOVING_SHARE)
        if moment is None:
            return ""
        self.rows.begins(moment.row)
        self.coverage.show_now(0 if moment.is_on_the_way else moment.number)
        return moment_words(moment, self._under_way.plan)

    def _rows_before(self) -> int:
        """Number of rows of the plan that are not swept this time."""
        under_way = self._under_way
        if under_way is None:
            return 0
        return len({(one.joint, one.orientation) for one in under_way.plan.sweeps}) - len(under_way.rows)

    def _reading(self) -> Reading:
        """The mass so far; of the empty arm, which weighs nothing, the sweeps so far."""
        if (now := self._watching) is not None and not self._is_reference:
            left = sum(now.lacking.values())
            words = spread_words(self._weighed.mass_std, 0) if self._weighed is not None else ""
            caption = self.tr("Mass so far, {count} sweeps left").format(count=left)
            return Reading(
                caption, mass_digits(self._weighed) if self._weighed else "–", KILOGRAM.symbol, words
            )
        if self._is_reference or self.plan is None:
            done = self.run.moving.cells.steps.done if now is None else len(now.tally.sweeps)
            words = self.tr("nothing is weighed yet")
            return Reading(self.tr("Sweeps so far"), str(done), "", words)
        caption = self.tr("Mass so far")
        if not self._so_far:
            return Reading(caption, "–", "", self.tr("the mass needs sweeps of both joints"))
        found = self._so_far[-1].estimate
        return Reading(caption, mass_digits(found), KILOGRAM.symbol, spread_words(found.mass_std, 0))

    def _centre(self) -> tuple[tuple[str, str, str], ...]:
        """The centre of mass so far, as far as it is known."""
        return centre_facts(self._so_far[-1].estimate) if self._so_far else ()

    def _dress(self, view: MovingView) -> None:
        """Put the masses after each row in the place of the torque."""
        view.leave_curve_out()
        if not self._is_reference:
            view.aside.addWidget(self.band)
            self.band.show()

    def _name(self, planned: "PlannedMotion") -> str:
        """Joint and way of a sweep."""
        number = planned.facts.get("number")
        if self.plan is None or not isinstance(number, int):
            return ""
        return moment_words(PayloadMoment(0, number, is_on_the_way=False), self.plan)

    def _lay_out(self) -> QWidget:
        covered = Card(margin=GRID)
        covered.column.addWidget(self.coverage)
        covered.column.addWidget(self._next)
        covered.column.addStretch(1)
        below = QWidget()
        keep_size(covered, width=_COVERAGE_WIDTH)
        bare_row((self.rows, 1), covered, of=below, spacing=2 * GRID)
        return below


class PayloadSweepsPage(Page):
    """Runs the loaded sweeps; the next page shows their result."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(self.tr("Measure with the payload on"), "", primary_text=self.tr("Show the payload"))
        self._visit = visit
        self.form = PayloadForm(PayloadRun.LOADED)
        self.sweeping = Sweeping(
            self,
            link,
            visit,
            bus,
            form=self.form,
            procedure=lambda: self.form.procedure(self._reference, only=self.sweeping.only),
            ended=self._ended,
        )
        self.motion, self.run = self.sweeping.motion, self.sweeping.run
        self.head.addStretch(1)
        sweeping = self.sweeping
        self.column.addLayout(MotionFolds(self.run, sweeping.below_motion).column(kept=sweeping.flange), 1)
        payload_from_recordings(self, visit, self.run.take_recorded)

    @property
    def primary_enabled(self) -> bool:
        """True once the visit has a payload, even an older one."""
        return super().primary_enabled and self._visit.payload is not None

    @property
    def only(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are repeated; empty for all."""
        return self.sweeping.only

    def repeat(self, sweeps: tuple[int, ...]) -> None:
        """Measure the sweeps with these numbers again; without numbers all of them."""
        self.sweeping.only = tuple(sweeps)
        self.run.forget_look()
        if self.isVisible():
            self.run.look_again()

    def repeat_keys(self, keys: tuple[SweepKey, ...]) -> None:
        """Measure the sweeps that a result names again, both ways of each."""
        plan = self._visit.payload_plan
        wanted = {(key.joint, key.orientation) for key in keys}
        sweeps = plan.sweeps if plan is not None else ()
        self.repeat(tuple(each.number for each in sweeps if (each.joint, each.orientation) in wanted))

    def entered(self) -> None:
        """Show the reference, and preview its sweeps."""
        reference = self._reference
        has_plan = reference is not None and reference.kind is ReferenceKind.THIS_VISIT
        self.form.show_plan(self._visit.payload_plan if has_plan else None)
        self.say(reference_sentence(reference))
        self.sweeping.flange.show_state()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """The payload's field: it is changed most often, and the start button takes a pointer."""
        return self.form.payload.edit

    @property
    def _reference(self) -> "ReferenceChoice | None":
        summary = self._visit.summary
        return summary.payload_reference if summary is not None else None

    def _ended(self, outcome: "Outcome", sweeps: PayloadFound | None) -> tuple[Glyph, str, str]:
        """The payload in words; without one the state of the recording, and the missing sweeps."""
        if isinstance(outcome.found, PayloadOfLogs):
            result = outcome.found.result
            return VERDICT_GLYPHS[result.overall.verdict], found_words(result), roles_words(outcome.found)
        found = None if sweeps is None else sweeps.result
        if found is None:
            glyph, words, line = recorded_words(outcome)
            return glyph, words, self.sweeping.missing_words or line
        next_words = self.tr("The next step says what that rests on.")
        return VERDICT_GLYPHS[found.overall.verdict], found_words(found), next_words
