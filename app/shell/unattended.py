"""Goes through the steps of a guide by itself: opens pages, begins their work, waits for a person.

It never starts a motion: a page that moves the arm gets as far as its preview, and a person holds
the button. A page reports its state and its abilities itself (``app.guide.primary_action``); the steps
that take part are listed in ``core.workflow.unattended``.
"""

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.arm.link import RobotLink
from app.errors.text import Message
from app.guide.page import Page
from app.guide.primary_action import Stage, Turn
from app.jobs.messages import MessageBus, Severity
from app.shell.step_words import blocking_word
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.visit.steps import GuideName, Step
from core.workflow import Capability, Journey, StepState, Unattended, unattended


class TurnsPages(Protocol):
    """The window, as far as the parts beside it need it."""

    guide: GuideName
    pages: dict[Step, Page]

    @property
    def step(self) -> Step | None:
        """The open step; None without one."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the guide."""

    @property
    def journey(self) -> Journey:
        """State of the steps, with the robot that is connected."""

    def open_step(self, step: Step) -> None:
        """Open the page of a step."""


class GoingOn(QObject):
    """Turns the pages of a guide by itself while ``is_going``."""

    changed = Signal()
    """Emitted when it goes on, has stopped, or waits for something else."""

    def __init__(
        self, window: TurnsPages, visit: OpenVisit, link: RobotLink, bus: MessageBus, *, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._visit, self._link, self._bus = window, visit, link, bus
        self.is_going = False
        self.is_finished = False
        self._is_turning = False
        self._begun: Step | None = None
        """The step whose work was begun here; a second time means that it was stopped."""
        self._reported = (Stage.WORKING, False)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._consider)
        for page in window.pages.values():
            page.state_changed.connect(self._look_soon)
        for signal in (visit.changed, visit.busy, link.state_changed, link.busy_changed):
            signal.connect(self._look_soon)
        visit.opened.connect(self._forget)
        link.closed.connect(self._forget)
        bus.posted.connect(self._take_message)

    @property
    def is_offered(self) -> bool:
        """True if it can go on from here: by guide, moving arm and step."""
        step, plan = self._window.step, self._plan
        if step is None or plan is None or step.value == plan.guide.keys[0]:
            return False
        is_at_the_end = self.is_finished and plan.following(self._window.journey, step) is None
        return self.can_begin and not is_at_the_end

    @property
    def can_begin(self) -> bool:
        """True with an arm that moves and a guide that goes by itself."""
        there = self._window.journey.situation.capabilities
        return self._plan is not None and Capability.MOTION in there

    @property
    def seconds_ahead(self) -> float:
        """Usual time of everything after the open step when it goes by itself, s."""
        step, plan = self._window.step, self._plan
        return 0.0 if step is None or plan is None else plan.seconds_left(self._window.journey, step)

    @property
    def words(self) -> str:
        """Words in the footer while it goes on; empty while it does not."""
        step, plan = self._window.step, self._plan
        if not self.is_going or step is None or plan is None:
            return ""
        page = self._window.pages[step]
        turn = page.by_itself
        seconds = plan.seconds_left(self._window.journey, step, in_hand=page.seconds_left)
        return going_words(turn, minutes=round(seconds / 60.0), waits=turn.stage is Stage.HOLD)

    @Slot()
    def begin(self) -> None:
        """Go on from the step that is open: its own work, its acceptance, or what comes after it."""
        step = self._window.step
        if step is None or not self.can_begin or self._link.may_move:
            return
        self.is_going, self.is_finished, self._begun = True, False, None
        self._bus.clear()
        plan, page, journey = self._plan, self._window.pages[step], self._window.journey
        assert plan is not None
        turn = page.by_itself
        is_accepted = turn.stage is Stage.DECIDE or (
            journey.state(step) is StepState.DONE and step.value != plan.guide.keys[-1]
        )
        if is_accepted or not plan.takes(step):
            self._go_on(step)
        elif turn.stage is Stage.AGAIN:
            self._begin(step, page)
        else:
            self._soon.start()
        self.changed.emit()

    @Slot()
    def toggle(self) -> None:
        """Go on by itself, or stay: the button was pressed."""
        if self.is_going:
            self.pause(is_known=True)
        else:
            self.begin()

    def pause(self, why: str = "", *, is_known: bool = False) -> None:
        """Stay on this page; show why, unless the person knows (``is_known``)."""
        if not self.is_going:
            return
        self.is_going = False
        if not is_known:
            self._bus.show(*paused_words(why), severity=Severity.WARNING)
        self.changed.emit()

    @Slot()
    def stopped(self) -> None:
        """Stay: STOP was pressed, which is shown already."""
        self.pause(is_known=True)

    def step_opened(self) -> None:
        """Go on with a page that was opened here; stay on one that a person opened."""
        self._begun = None
        if self._is_turning:
            self._soon.start()
        else:
            self.pause(is_known=True)

    @property
    def _plan(self) -> Unattended | None:
        return unattended(self._visit.guide)

    @Slot()
    def _look_soon(self) -> None:
        if self.is_going:
            self._soon.start()

    @Slot()
    def _forget(self) -> None:
        self.is_going = self.is_finished = False
        self._begun = None
        self.changed.emit()

    @Slot(object, object)
    def _take_message(self, message: Message, severity: Severity) -> None:
        """Stay on the page after any error that is shown."""
        if severity is Severity.ERROR:
            self.pause(message.title, is_known=True)

    @Slot()
    def _consider(self) -> None:
        step = self._window.step
        if not self.is_going or step is None or self._link.is_running or self._visit.is_busy:
            self._report(Turn(Stage.WORKING))
            return
        page = self._window.pages[step]
        turn = page.by_itself
        if turn.needs_person:
            self.pause(turn.why)
        elif turn.stage is Stage.READY:
            self._begin(step, page)
        elif turn.stage is Stage.PASS or (turn.goes_on and self._is_done(step)):
            self._go_on(step)
        self._report(turn)

    def _is_done(self, step: Step) -> bool:
        """True once the visit holds the result of the step, of all parts that could be measured."""
        return self._window.journey.state(step) in (StepState.DONE, StepState.PARTLY)

    def _begin(self, step: Step, page: Page) -> None:
        if self._begun is step:
            self.pause(stopped_before_the_end())
            return
        self._begun = step
        page.begin_by_itself()

    def _go_on(self, step: Step) -> None:
        plan, journey = self._plan, self._window.journey
        assert plan is not None
        key = plan.following(journey, step)
        if key is None:
            self._finish()
            return
        blocking = journey.blocking(key)
        self._is_turning = True
        try:
            self._window.open_step(Step(blocking.step if blocking and blocking.step else key))
        finally:
            self._is_turning = False
        if blocking is not None:
            self.pause(not_by_itself() if blocking.step else blocking_word(blocking))

    def _finish(self) -> None:
        self.is_going, self.is_finished = False, True
        self._bus.show(*finished_words(), severity=Severity.GOOD)
        self.changed.emit()

    def _report(self, turn: Turn) -> None:
        now = (turn.stage, turn.wants_clear_cell)
        if self.is_going and now != self._reported:
            self._reported = now
            self.changed.emit()


def going_words(turn: Turn, *, minutes: int, waits: bool) -> str:
    """Words in the footer: the guide waits for a person, or its progress."""
    if waits:
        words = (
            tr("Waiting for you: clear the cell, tick it, then hold to start · about {minutes} min left")
            if turn.wants_clear_cell
            else tr("Waiting for you: look at the cell, then hold to start · about {minutes} min left")
        )
        return words.format(minutes=max(minutes, 1))
    if minutes < 1:
        return tr("Goes on by itself")
    return tr("Goes on by itself · about {minutes} min left").format(minutes=minutes)


def paused_words(why: str) -> tuple[str, str]:
    """Message that it no longer goes on by itself: the reason, and what to do."""
    title = tr("The steps no longer go on by themselves: {why}").format(why=why[:1].lower() + why[1:])
    return title if why else tr("The steps no longer go on by themselves."), what_to_do()


def what_to_do() -> str:
    """Advice after a stop: two ways to go on."""
    return tr("Mend it or accept it here, then press “Go on by itself”. Or turn the pages yourself.")


def not_by_itself() -> str:
    """Reason: the step needs a choice by a person."""
    return tr("This step needs a choice by a person.")


def stopped_before_the_end() -> str:
    """Reason: the work of the step was stopped."""
    return tr("This step was stopped before its end.")


def button_words(*, is_going: bool) -> str:
    """Words on the button in the footer."""
    return tr("Stop after this step") if is_going else tr("Go on by itself")


def finished_words() -> tuple[str, str]:
    """Message after the last step."""
    return tr("The commissioning is done, and its report is written."), tr(
        "The report tells what to do next. Every step can be opened again."
    )
