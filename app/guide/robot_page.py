"""What the pages that move an arm share: look at it first, hold to start, follow it, read what came of it."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.arm.reconnecting import Return
from app.arm.search_words import search_words
from app.errors.text import error_text
from app.guide.page import Page
from app.guide.previews import preview_text
from app.guide.turn import Stage, Turn
from app.jobs.messages import MessageBus
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import LINES, MotionCard
from app.widgets.planned_picture import PlannedPicture
from core.monitor import Cancelled
from core.quality import Verdict

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure

_TO_BE_FOUND = {LinkState.LOST, LinkState.ENDED}
_HELD_UP = {*_TO_BE_FOUND, LinkState.SEARCHING, LinkState.FAULT}
"""Something has to happen before the next look, and a button says what."""
_GONE = {*_HELD_UP, LinkState.OFF, LinkState.CLOSING}


class RobotPage(Page):
    """A page around one procedure; subclasses say which, and show what it finds."""

    outcome_arrived = Signal(object)
    """Outcome: what was recorded or found is in the visit."""

    def __init__(
        self,
        link: RobotLink,
        bus: MessageBus,
        heading: str,
        sentence: str,
        *,
        lines: float = LINES,
        picture: PlannedPicture | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(heading, sentence, parent=parent)
        self._link, self._bus = link, bus
        self._procedure: Procedure | None = None
        self._prepared: Prepared | None = None
        self._wants_look = False
        self._is_running = False
        self._is_complete = False
        """Whether the procedure that is over came to its end."""
        self._will_do = False
        """Whether what came of it can be used."""
        self._lasts_s = 0.0
        self.motion = MotionCard(lines=lines, picture=picture)
        self.motion.held.connect(self._start)
        self.motion.again_asked.connect(self._again)
        link.prepared.connect(self._take_prepared)
        link.progressed.connect(self._take_progress)
        link.found.connect(self._take_found)
        link.ended.connect(self._take_outcome)
        link.failed.connect(self._take_failure)
        link.gave_up.connect(self._take_cancel)
        link.busy_changed.connect(self._go_on)
        link.state_changed.connect(self._take_state)
        link.searched.connect(self._show_search)
        link.came_back.connect(self.robot_is_back)

    @abstractmethod
    def make_procedure(self) -> "Procedure | None":
        """What is to be done with what is set; None while a field cannot be read."""

    @abstractmethod
    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Sign, sentence and a line below for a procedure that ended."""

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to start")

    @property
    def is_running(self) -> bool:
        """Whether this page's procedure is under way."""
        return self._is_running

    @property
    def is_prepared(self) -> bool:
        """Whether a preview is shown that can be started."""
        return self._prepared is not None

    @property
    def wants_look(self) -> bool:
        """Whether what would happen is still to be worked out."""
        return self._wants_look

    @property
    def by_itself(self) -> Turn:
        """It prepares the motion; a person holds. What came of it has to do."""
        if self._is_running or self._wants_look or self._link.is_preparing:
            return Turn(Stage.WORKING)
        if not self.motion.is_before:
            if not self._is_complete:
                return Turn(Stage.AGAIN, self.motion.words)
            return Turn(Stage.DONE) if self._will_do else Turn(Stage.DECIDE, self.motion.words)
        prepared = self._prepared
        if prepared is None or not prepared.allowed:
            return Turn(Stage.AGAIN, self.motion.words)
        return Turn(Stage.HOLD, wants_clear_cell=prepared.needs_clear_cell)

    def begin_by_itself(self) -> None:
        """Look anew at what would happen; only a person starts it."""
        self.look_again()

    @property
    def seconds_left(self) -> float | None:
        """Of the motion that is prepared or under way; nothing of one that is over."""
        if self._is_running:
            return max(self._lasts_s * (1.0 - self.motion.fraction), 0.0)
        if not self.motion.is_before and self._is_complete:
            return 0.0
        return self._prepared.duration if self._prepared is not None else None

    def will_do(self, outcome: "Outcome") -> bool:
        """Whether what came of it can be used without somebody's decision."""
        return outcome.verdict in {Verdict.GOOD, Verdict.USABLE}

    def entered(self) -> None:
        """Work the preview out when there is none, or it is no longer true."""
        if self.motion.is_before and not self._is_running and not self._holds():
            self.look_again()

    @Slot()
    def look_again(self) -> None:
        """Work out anew what would happen, from where the arm stands now."""
        self._prepared = None
        self._wants_look = True
        self._say_why_not()
        if self._link.state is LinkState.FAULT:
            self._link.clear_fault()  # then the look follows
        elif self._link.state in _TO_BE_FOUND:
            self._link.reconnect()  # likewise
        self._go_on()
        self.state_changed.emit()

    @Slot()
    def _again(self) -> None:
        """The button that helps: another look, or no more looking for the robot."""
        if self._link.state is LinkState.SEARCHING:
            self._link.stop_looking()
        else:
            self.look_again()

    @Slot(object)
    def robot_is_back(self, _back: Return) -> None:
        """The robot is there again: look anew, for reading; nothing is taken over from before."""
        if self.isVisible() and self.motion.is_before and not self._is_running:
            self.look_again()

    def start_over(self) -> None:
        """Another visit or another connection: nothing of before is shown."""
        self._is_running = False
        self.forget_look()

    def forget_look(self) -> None:
        """What is set has changed: nothing can be started until it was looked at."""
        self._prepared, self._procedure, self._wants_look = None, None, False
        self._say_why_not()
        self.state_changed.emit()

    def begun(self) -> None:
        """The procedure begins: make room for what it finds."""

    def show_prepared(self, prepared: "Prepared") -> None:
        """Show more of what would happen than the motion's picture and sentence."""

    def show_found(self, result: object) -> None:
        """Show what the running procedure has found so far."""

    def doing_words(self, text: str) -> str:
        """What is being done, for what the procedure calls it."""
        return text[:1].upper() + text[1:]

    @Slot()
    def motion_stopped(self) -> None:
        """STOP was pressed: what was looked at is void, and a new look is offered."""
        self.motion.hold.cancel()
        if not self._is_running and self.motion.is_before:
            self._prepared, self._wants_look = None, False
            if self._link.state is LinkState.SEARCHING:
                self._say_why_not()
                return
            words = self.tr("After a STOP the start pose has to be checked again. Nothing moves until then.")
            self.motion.show_waiting(words, look=self._look_words() if self._link.is_connected else "")

    def _holds(self) -> bool:
        session, prepared = self._link.session, self._prepared
        if session is None or prepared is None or session.acquisition is None:
            return False
        now = (session.connection_count, session.safe.stop_count)
        return (prepared.connection, prepared.stop_count) == now

    def _look_words(self) -> str:
        if self._link.state is LinkState.FAULT:
            return self.tr("Clear the fault and look again")
        if self._link.state in _TO_BE_FOUND:
            return self.tr("Reconnect")
        if self._link.state is LinkState.SEARCHING:
            return self.tr("Stop looking")
        return self.tr("Check the start pose")

    def _again_words(self) -> str:
        """What helps after a procedure that is over."""
        again = self._is_complete and self._link.state not in _HELD_UP
        return self.tr("Do it again") if again else self._look_words()

    def _say_why_not(self) -> None:
        """Say why nothing can be started, with the button that ends a search."""
        is_searching = self._link.state is LinkState.SEARCHING and not self._link.is_giving_up
        self.motion.show_waiting(self._waiting_words(), look=self._look_words() if is_searching else "")

    def _waiting_words(self) -> str:
        if self._link.state is LinkState.FAULT:
            return self.tr("The controller holds a fault. Nothing moves until it is cleared.")
        if self._link.state is LinkState.LOST:
            return self.tr("The connection was lost. Nothing moves until the robot is found again.")
        if self._link.state is LinkState.ENDED:
            return self.tr("The replay has come to its end.")
        if self._link.state is LinkState.SEARCHING:
            return search_words(self._link)
        if self._link.state is LinkState.CONNECTING:
            return self.tr("Connecting …")
        if not self._link.is_connected:
            return self.tr("No robot is connected. Go back and connect it first.")
        return self.tr("Working out what the arm would pass through …")

    @Slot()
    def _go_on(self) -> None:
        """Begin what waits, once the robot's thread is free."""
        if not self._wants_look or self._link.is_working or not self._link.is_connected:
            return
        if self._link.state is LinkState.FAULT:
            return
        if not self.isVisible():
            return
        procedure = self.make_procedure()
        if procedure is None:
            self.motion.show_waiting(self.tr("One of the fields cannot be read yet."))
            return
        self._wants_look = False
        self._procedure = procedure
        self._link.prepare(procedure)

    @Slot(object)
    def _take_prepared(self, prepared: "Prepared") -> None:
        if self._procedure is None or prepared.procedure != self._procedure.name or self._wants_look:
            return
        if self._link.is_working:  # a newer look has begun already
            return
        self._prepared = prepared
        self.motion.show_preview(preview_text(prepared, start_words=self.start_words, marks=self._link.marks))
        self.show_prepared(prepared)
        self.state_changed.emit()

    @Slot(bool)
    def _start(self, clear_cell: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        prepared, procedure, identity = self._prepared, self._procedure, self._link.identity
        if prepared is None or procedure is None or identity is None or self._link.is_working:
            return
        if not prepared.allowed or (prepared.needs_clear_cell and not clear_cell):
            return  # the safety layer would refuse it too
        self._prepared, self._lasts_s = None, prepared.duration
        self._is_running = True
        self.motion.show_running(0.0, self.tr("Starting"))
        self._bus.clear()
        self.begun()
        self._link.run(procedure, prepared.confirmed(clear_cell=clear_cell, serial=identity.serial))
        self.state_changed.emit()

    @Slot(float, str)
    def _take_progress(self, fraction: float, text: str) -> None:
        if self._is_running:
            self.motion.show_running(fraction, self.doing_words(text) if text else "")

    @Slot(object)
    def _take_found(self, result: object) -> None:
        if self._is_running:
            self.show_found(result)

    @Slot(object)
    def _take_outcome(self, outcome: "Outcome") -> None:
        if not self._is_running:
            return
        self._is_running = False
        self._is_complete, self._will_do = outcome.is_complete, self.will_do(outcome)
        glyph, sentence, line = self.outcome_words(outcome)
        self.motion.show_result(glyph, sentence, line, again=self._again_words())
        if outcome.error is not None:
            self._bus.show_error(outcome.error)
        self.outcome_arrived.emit(outcome)
        self.state_changed.emit()

    @Slot(str, object)
    def _take_failure(self, work: str, error: BaseException) -> None:
        message = error_text(error)
        if work == "prepare" and self.isVisible() and self._prepared is None and not self._is_running:
            self.motion.show_waiting(message.title, look=self._look_words())
            self._bus.show_error(error)
        elif work in {"clear-fault", "reconnect"} and self._wants_look:
            self._wants_look = False
            self.motion.show_waiting(self._waiting_words(), look=self._look_words())
        elif work == "run" and self._is_running:
            self._is_running = self._is_complete = False
            again = self._again_words()
            self.motion.show_result(Glyph.CROSS, message.title, message.action, again=again)
            self._bus.show_error(error)
            self.begun_in_vain()
        self.state_changed.emit()

    def begun_in_vain(self) -> None:
        """The procedure ended without an outcome."""

    @Slot(str)
    def _take_cancel(self, work: str) -> None:
        if work == "run":
            self._take_failure(work, Cancelled())
        elif work == "reconnect":
            self._wants_look = False

    @Slot(object)
    def _take_state(self, state: LinkState) -> None:
        if state in _GONE:
            self._prepared = None
            if self.motion.is_before and not self._is_running:
                look = self._look_words() if state in _HELD_UP else ""
                self.motion.show_waiting(self._waiting_words(), look=look)
        self._name_again()

    @Slot()
    def _show_search(self) -> None:
        """Say how often the robot has been looked for."""
        if self._link.state is LinkState.SEARCHING and self.motion.is_before and not self._is_running:
            self._say_why_not()
        self._name_again()

    def _name_again(self) -> None:
        """The button below a result says what it leads to now."""
        if not self.motion.is_before and not self._is_running:
            self.motion.again_button.set_text(self._again_words())
            self.motion.again_button.setEnabled(not self._link.is_giving_up)
