"""Page of the twist: choose recordings, analyse the gears, read the result of each."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.features.twist.result_view import TwistResult
from app.features.twist.results import ToolTwist, tool_twist_of_visit
from app.features.twist.sentences import arm_sentence
from app.features.twist.tasks import analyse_twist, elasticity_of_visit
from app.guide.actions import UndoButton
from app.guide.calculation import Calculation, WorkSetup
from app.guide.page import Page, VisitLook
from app.guide.primary_action import Primary, Stage, Turn, helping
from app.guide.recordings_button import RecordingsButton
from app.guide.run_list import RunList, Ticks
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import joined_sentences, listed
from app.visit.contents import joints_loaded_twice, replaced_load_steps
from app.visit.known_visits import care_of_visit
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecordingSummary
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText
from app.widgets.text import Text, paragraph
from core.catalogue.fleet import Care
from core.elasticity.result import Elasticity
from core.quality import Verdict
from core.workflow import Journey, Product


class TwistPage(Page):
    """Stiffness, play and wear of each gear, from recordings with both encoders."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(self.tr("Analyse the twist of the gears"), "")
        self._visit, self._bus = visit, bus
        self._stored = VisitLook(visit, self._take_stored, parent=self)
        self.setup = TwistSetup()
        self.setup.changed.connect(self.state_changed)
        self.setup.runs.chosen.connect(self._note_choice)
        self.result = TwistResult(visit, runner, bus)
        self.undo_button = UndoButton(visit.undoing)
        self.calculation = Calculation(
            self,
            visit,
            bus,
            self.undo_button,
            setup=self.setup,
            result=self.result,
            stays=True,
            progress=self._doing,
        )
        self.calculation.changed.connect(self._say)
        RecordingsButton(
            self,
            visit,
            purpose=self.tr("Twist of the gears"),
            find=lambda labels: Task(analyse_twist, visit=visit.path, fit=tuple(labels)),
            show=lambda outcome: self._take_new(outcome.found),
            suits=lambda one: one.has_twist,
        )
        self.column.addWidget(self.calculation.stack, 1)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._forget)
        self._show_visit()

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the recordings are."""
        return self.calculation.shows_result

    @property
    def primary_text(self) -> str:
        """Words of the button: analyse, or go on with a result or without usable recordings."""
        if self.shows_result or not self.setup.has_recordings:
            return self.tr("Next")
        return self.tr("Look at the gears")

    @property
    def primary_enabled(self) -> bool:
        """True while nothing runs and there is a recording to fit, or a next step."""
        return not self._visit.is_busy and (self.primary_text == self.tr("Next") or bool(self.setup.runs.fit))

    @property
    def help_now(self) -> Primary | None:
        """The tick or the field that is missing."""
        if self.setup.runs.fit or not self.setup.has_recordings:
            return super().help_now
        return helping(self.tr("Tick a run under Fit"), partial(self.setup.runs.point_to, fit=True))

    def primary(self) -> None:
        """Analyse the gears, or go on to the next step."""
        if self.shows_result or not self.setup.has_recordings:
            self.next_asked.emit()
        else:
            self._look()

    @property
    def by_itself(self) -> Turn:
        """State: it analyses gears with both encoders recorded; a worn gear is a finding, no failure."""
        if self.calculation.is_running or self._visit.is_busy:
            return Turn(Stage.WORKING)
        if not self.setup.has_recordings:
            return Turn(Stage.PASS)
        found = self.result.found
        if found is None or Journey(self._visit.progress).is_out_of_date(Product.ELASTICITY):
            return Turn(Stage.READY) if self.setup.runs.fit else Turn(Stage.DECIDE, self.setup.words)
        is_poor = found.judgement.verdict is Verdict.REPEAT
        return Turn(Stage.DECIDE, arm_sentence(found)) if is_poor else Turn(Stage.DONE)

    def begin_by_itself(self) -> None:
        """Analyse the gears of the ticked recordings."""
        self._look()

    def entered(self) -> None:
        """Show the newest analysis that the visit holds."""
        summary = self._visit.summary
        if summary is not None and (key := summary.key(Product.ELASTICITY)):
            self._stored.ask(elasticity_of_visit, key=key)

    def show_elasticity(self, found: Elasticity) -> None:
        """Show a result, and look up the shift of the tool."""
        self.result.show_elasticity(found)
        self.calculation.show_result()
        path = self._visit.path
        job = self._visit.look_beside(Task(tool_twist_of_visit, path=path))
        job.succeeded.connect(lambda twists: self._take_tool(found, twists))
        if path is not None:
            of_arm = self._visit.look_beside(Task(care_of_visit, visit=path))
            of_arm.succeeded.connect(lambda known: self._take_care(found, known[0]))

    @Slot(object, object)
    def _note_choice(self, before: Ticks, now: Ticks) -> None:
        """Note the change of a tick, which can be undone."""
        self._visit.undoing.did(
            self.tr("choice of runs"),
            undo=lambda: self.setup.tick(*before),
            redo=lambda: self.setup.tick(*now),
        )

    def _look(self) -> None:
        runs = self.setup.runs
        task = Task(analyse_twist, visit=self._visit.path, fit=runs.fit, validate=runs.validate)
        self.calculation.begin(task, self.tr("Looking at the gears"), self._take_new)

    def _doing(self, text: str) -> str:
        return self.tr("Looking at the gears: {what}").format(what=text) if text else ""

    def _take_new(self, found: object) -> None:
        summary = self._visit.summary
        assert summary is not None
        assert isinstance(found, Elasticity)
        self._stored.asked = (self._visit.path, summary.key(Product.ELASTICITY))
        self.show_elasticity(found)

    def _take_stored(self, found: object) -> None:
        if isinstance(found, Elasticity) and not self.calculation.is_running:
            self.show_elasticity(found)

    def _take_tool(self, found: Elasticity, twists: tuple[ToolTwist, ...]) -> None:
        if self.result.found is found:
            self.result.show_tool(twists)

    def _take_care(self, found: Elasticity, care: Sequence[Care]) -> None:
        if self.result.found is found:
            self.result.show_care(care)

    @Slot()
    def _forget(self) -> None:
        """Clear the result: another visit is open."""
        self.result.found = None
        self.calculation.forget()

    @Slot()
    def _show_visit(self) -> None:
        self.setup.show_recordings(self._visit.recordings)
        self._say()
        self.state_changed.emit()

    @Slot()
    def _say(self) -> None:
        found = self.result.found
        if not self.shows_result:
            self.say(
                self.tr(
                    "A gear that gives way sets motor and link encoder apart. One recording under Validate "
                    "shows whether what is found holds."
                )
            )
        elif Journey(self._visit.progress).is_out_of_date(Product.ELASTICITY):
            self.say(self.tr("Out of date: the model was renewed since. Look at the gears again."))
        elif found is not None:
            self.say(arm_sentence(found))


def suggested_for_twist(
    recordings: Sequence[RecordingSummary],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels to fit and to check with: all runs of the bare arm, the last of several is kept to check.

    Sweeps and load steps are slow and load one gear at a time: good for a fit, but no motion to check
    it with. A check of the encoders moves too little for either. Load steps that were all run again are left
    out: the latest count.
    """
    usable = [one for one in recordings if not one.is_check]
    usable = [one for one in usable if not one.incomplete] or usable
    bare = [one for one in usable if not one.payload_mass] or usable
    replaced = replaced_load_steps([(one.label, one.load_joints) for one in bare if one.is_load_steps])
    bare = [one for one in bare if one.label not in replaced]
    judging = [one for one in bare if not (one.is_sweeps or one.is_load_steps)]
    check = judging[-1:] if len(bare) > 1 else []
    return tuple(one.label for one in bare if one not in check), tuple(one.label for one in check)


class TwistSetup(WorkSetup):
    """Recordings with both encoders, with suggested ticks; advice where there is no such recording."""

    def __init__(self) -> None:
        super().__init__(self.tr("Progress of the analysis"))
        self._recordings: tuple[RecordingSummary, ...] = ()
        self.runs = RunList()
        self.runs.changed.connect(self._advise)
        self._advice = SignedText(wrap=True)
        self._again = Text(role="muted", wrap=True)
        self._lacking = Card()
        self._none = SignedText(wrap=True)
        self._why_none = paragraph()
        self._lacking.column.addWidget(self._none)
        self._lacking.column.addWidget(self._why_none)
        self._lay_out()

    @property
    def has_recordings(self) -> bool:
        """True where some recording has both encoders."""
        return bool(self._recordings)

    @property
    def words(self) -> str:
        """Advice that is shown, for tests and screen readers."""
        if not self.has_recordings:
            return self._none.accessibleName()
        return joined_sentences(self._advice.accessibleName(), self._again.text())

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """Offer the recordings with both encoders; ticks are kept while these recordings stay the same."""
        usable = tuple(one for one in recordings if one.has_twist)
        if usable != self._recordings:
            self._recordings = usable
            self.runs.show_recordings(usable)
            self.runs.tick(*suggested_for_twist(usable))
        self._card.setVisible(bool(usable))
        self._advice.setVisible(bool(usable))
        self._lacking.setVisible(not usable)
        self._say_why_none(has_recordings=bool(recordings))
        self._advise()

    def _say_why_none(self, *, has_recordings: bool) -> None:
        """Tell an arm without link encoders from one that was not recorded yet."""
        if not has_recordings:
            self._none.show_text(Glyph.WARNING, self.tr("No recording of this visit has both encoders."))
            self._why_none.setText(
                self.tr(
                    "The twist of a gear is its motor angle less its link angle, so both have to be "
                    "recorded. Record with a controller that tells both encoders, or import a file that "
                    "has them. This step may be left out."
                )
            )
            return
        self._none.show_text(Glyph.NOTE, self.tr("The recordings of this visit have one encoder per joint."))
        self._why_none.setText(
            self.tr(
                "The twist of a gear is its motor angle less its link angle. Without a link encoder, as on "
                "arms of Universal Robots, the twist, the play and the hysteresis of the gears stay "
                "unseen. Friction, dynamics and payload need none. If the arm has both, record with a "
                "controller that tells both encoders, or import a file that has them. This step may be left "
                "out."
            )
        )

    def tick(self, fit: Sequence[str], validate: Sequence[str]) -> None:
        """Tick the recordings of these labels."""
        self.runs.tick(fit, validate)
        self._advise()

    def show_running(self, *, is_running: bool) -> None:
        """Show the progress and lock the ticks while the analysis runs."""
        super().show_running(is_running=is_running)
        self._advice.setVisible(not is_running and self.has_recordings)
        self._card.setEnabled(not is_running)

    @Slot()
    def _advise(self) -> None:
        if not self.runs.fit:
            self._advice.show_text(Glyph.FAIR, self.tr("Tick at least one recording under Fit."))
        elif not self.runs.validate:
            words = self.tr(
                "No recording is kept to check. It stays unknown whether the result holds elsewhere."
            )
            self._advice.show_text(Glyph.FAIR, words)
        else:
            self._advice.show_text(Glyph.CHECK, self.tr("Ready. The gears are judged on motion kept aside."))
        again = self._again_words()
        self._again.setText(again)
        self._again.setVisible(bool(again) and self.has_recordings)
        self.changed.emit()

    def _again_words(self) -> str:
        """Which of the load steps count where a joint was loaded more than once."""
        steps = [(one.label, one.load_joints) for one in self._recordings if one.is_load_steps]
        ticked = [run for run in steps if run[0] in self.runs.fit]
        if both := joints_loaded_twice(ticked):
            numbers = listed([f"J{joint + 1}" for joint in both])
            return self.tr("{joints}: loaded more than once, and all ticked load steps count.").format(
                joints=numbers
            )
        if replaced_load_steps(steps) and ticked:
            return self.tr(
                "Load steps were repeated: the latest count. The earlier ones stay in the visit; tick them "
                "to let them count."
            )
        return ""

    def _lay_out(self) -> None:
        self._card = Card(margin=GRID)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        inside = QWidget()
        inside.setProperty("role", "page")
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.runs)
        rows.addStretch(1)
        scroll.setWidget(inside)
        self._card.column.addWidget(scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(self._lacking)
        column.addWidget(self._card, 1)
        column.addWidget(self._advice)
        column.addWidget(self._again)
        column.addWidget(self.work)
        column.addStretch(0)
