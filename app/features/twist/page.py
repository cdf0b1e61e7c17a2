"""Page of the twist: choose recordings, analyse the gears, read the result of each."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.features.twist.result_view import TwistResult
from app.features.twist.sentences import arm_sentence
from app.features.twist.setup_view import TwistSetup
from app.features.twist.tasks import analyse_twist, elasticity_of_visit
from app.features.twist.tool_twist import ToolTwist, tool_twist_of_visit
from app.guide.from_recordings import FromRecordings
from app.guide.page import Page
from app.guide.run_list import Ticks
from app.guide.turn import Stage, Turn
from app.guide.two_views import TwoViews
from app.guide.undo_button import UndoButton
from app.guide.visit_look import VisitLook
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from core.elasticity.result import Elasticity
from core.quality import Verdict
from core.workflow import Journey, Product


class TwistPage(Page):
    """Stiffness, play and wear of each gear, from recordings with both encoders."""

    def __init__(
        self, visit: OpenVisit, runner: JobRunner, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Analyse the twist of the gears"), "", parent=parent)
        self._visit, self._bus = visit, bus
        self._running = False
        self._stored = VisitLook(visit, self._take_stored, parent=self)
        self.setup = TwistSetup()
        self.setup.changed.connect(self.state_changed)
        self.setup.runs.chosen.connect(self._note_choice)
        self.setup.work.cancel_asked.connect(visit.cancel)
        self.result = TwistResult(visit, runner, bus)
        self.views = TwoViews(self, self.setup, self.result, other=self.tr("Other recordings"))
        self.views.turned.connect(self._turned)
        self.undo_button = UndoButton(visit.undoing)
        self.head.addStretch(1)
        self.head.addWidget(self.undo_button)
        self.head.addWidget(self.views.button)
        FromRecordings(
            self,
            visit,
            purpose=self.tr("Twist of the gears"),
            find=lambda labels: Task(analyse_twist, visit=visit.path, fit=tuple(labels)),
            show=lambda outcome: self._take_new(outcome.found),
            suits=lambda one: one.has_twist,
        )
        self.column.addWidget(self.views.stack, 1)
        visit.changed.connect(self._show_visit)
        visit.opened.connect(self._forget)
        visit.progressed.connect(self._show_progress)
        self._show_visit()

    @property
    def shows_result(self) -> bool:
        """True while the result is in front, False while the recordings are."""
        return self.views.shows_result

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

    def primary(self) -> None:
        """Analyse the gears, or go on to the next step."""
        if self.shows_result or not self.setup.has_recordings:
            self.next_asked.emit()
        else:
            self._look()

    @property
    def by_itself(self) -> Turn:
        """State: it analyses gears with both encoders recorded; a worn gear is a finding, no failure."""
        if self._running or self._visit.is_busy:
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
        self.views.show(result=True)
        path = self._visit.path
        job = self._visit.look_beside(Task(tool_twist_of_visit, path=path))
        job.succeeded.connect(lambda twists: self._take_tool(found, twists))

    @Slot(object, object)
    def _note_choice(self, before: Ticks, now: Ticks) -> None:
        """Note the change of a tick, which can be undone."""
        self._visit.undoing.did(
            self.tr("choice of runs"),
            undo=lambda: self.setup.tick(*before),
            redo=lambda: self.setup.tick(*now),
        )

    def _look(self) -> None:
        self._running = True
        words = self.tr("Looking at the gears")
        runs = self.setup.runs
        task = Task(analyse_twist, visit=self._visit.path, fit=runs.fit, validate=runs.validate)
        job = self._visit.find(task, words, then=self._take_new)
        job.cancelled.connect(lambda _best: self._bus.show(self.tr("Stopped. Nothing was changed.")))
        job.ended.connect(self._ended)
        self.setup.show_running(is_running=True)
        self.setup.work.begin(words)
        self.state_changed.emit()

    @Slot()
    def _ended(self) -> None:
        self._running = False
        self.setup.show_running(is_running=False)
        self.state_changed.emit()

    @Slot(float, str)
    def _show_progress(self, fraction: float, text: str) -> None:
        if self._running:
            words = self.tr("Looking at the gears: {what}").format(what=text) if text else ""
            self.setup.work.show_progress(fraction, words)

    def _take_new(self, found: object) -> None:
        summary = self._visit.summary
        assert summary is not None
        assert isinstance(found, Elasticity)
        self._stored.asked = (self._visit.path, summary.key(Product.ELASTICITY))
        self.show_elasticity(found)

    def _take_stored(self, found: object) -> None:
        if isinstance(found, Elasticity) and not self._running:
            self.show_elasticity(found)

    def _take_tool(self, found: Elasticity, twists: tuple[ToolTwist, ...]) -> None:
        if self.result.found is found:
            self.result.show_tool(twists)

    @Slot()
    def _turned(self) -> None:
        self._say()
        self.state_changed.emit()

    @Slot()
    def _forget(self) -> None:
        """Clear the result: another visit is open."""
        self.result.found = None
        self.views.show(result=False)

    @Slot()
    def _show_visit(self) -> None:
        self.setup.show_recordings(self._visit.recordings)
        self._say()
        self.state_changed.emit()

    def _say(self) -> None:
        found = self.result.found
        self.views.button.setVisible(found is not None and not self._running)
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
