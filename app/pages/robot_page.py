"""What the pages that move an arm share: look at it first, hold to start, follow it, read what came of it."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedWidget, QWidget

from app.error_text import error_text
from app.link_state import LinkState
from app.messages import MessageBus, Severity
from app.pages.page import Page
from app.previews import preview_text
from app.robot_link import RobotLink
from app.tokens import GRID
from app.views.card import Card, SignedText
from app.views.glyphs import Glyph
from app.views.preview_card import PreviewCard
from app.views.text import Button, emphasis, muted
from core.monitor import Cancelled

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, Prepared, Procedure

_STEPS = 1000


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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(heading, sentence, parent=parent)
        self._link, self._bus, self._sentence_before = link, bus, sentence
        self._procedure: Procedure | None = None
        self._prepared: Prepared | None = None
        self._wants_preview = False
        self._is_running = False
        self.preview = PreviewCard()
        self.preview.held.connect(self._start)
        self.preview.again_asked.connect(self.look_again)
        self._doing = emphasis()
        self._share = muted()
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self._result = SignedText(wrap=True)
        self._result_line = muted()
        self._result_line.setWordWrap(True)
        self.again_button = Button(self.tr("Do it again"))
        self.again_button.clicked.connect(self.look_again)
        self.upper = QStackedWidget()
        for card in (self.preview, self._running_card(), self._result_card()):
            self.upper.addWidget(card)
        link.prepared.connect(self._take_prepared)
        link.progressed.connect(self._take_progress)
        link.found.connect(self._take_found)
        link.ended.connect(self._take_outcome)
        link.failed.connect(self._take_failure)
        link.gave_up.connect(self._take_cancel)
        link.busy_changed.connect(self._go_on)
        link.state_changed.connect(self._take_state)

    @abstractmethod
    def make_procedure(self) -> "Procedure | None":
        """What is to be done with what is set; None while a field cannot be read."""

    @abstractmethod
    def show_found(self, result: object) -> None:
        """Show what the running procedure has found so far."""

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

    def entered(self) -> None:
        """Work the preview out when there is none, or it is no longer true."""
        if self.upper.currentWidget() is self.preview and not self._is_running and not self._holds():
            self.look_again()

    @Slot()
    def look_again(self) -> None:
        """Work out anew what would happen, from where the arm stands now."""
        self._prepared = None
        self._wants_preview = True
        self.upper.setCurrentWidget(self.preview)
        self.preview.show_waiting(self._waiting_words())
        self.say(self._sentence_before)
        self._go_on()
        self.state_changed.emit()

    def _holds(self) -> bool:
        session = self._link.session
        prepared = self._prepared
        if session is None or prepared is None or session.acquisition is None:
            return False
        return (prepared.connection, prepared.stop_count) == (
            session.connection_count,
            session.safe.stop_count,
        )

    def _waiting_words(self) -> str:
        if not self._link.is_connected:
            return self.tr("No robot is connected.")
        return self.tr("Working out what the arm would pass through …")

    @Slot()
    def _go_on(self) -> None:
        """Begin what waits, once the robot's thread is free."""
        if not self._wants_preview or self._link.is_working or not self._link.is_connected:
            return
        procedure = self.make_procedure()
        if procedure is None or not self.isVisible():
            return
        self._wants_preview = False
        self._procedure = procedure
        self._link.prepare(procedure)

    @Slot(object)
    def _take_prepared(self, prepared: "Prepared") -> None:
        if self._procedure is None or prepared.procedure != self._procedure.name or self._wants_preview:
            return
        self._prepared = prepared
        marks = self._link.marks
        self.preview.show_preview(preview_text(prepared, start_words=self.start_words, marks=marks))
        self.state_changed.emit()

    @Slot(bool)
    def _start(self, clear_cell: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        prepared, procedure, identity = self._prepared, self._procedure, self._link.identity
        if prepared is None or procedure is None or identity is None or self._link.is_working:
            return
        self._prepared = None
        self._is_running = True
        self.upper.setCurrentIndex(1)
        self._take_progress(0.0, "")
        self._bus.clear()
        self.begun()
        self._link.run(procedure, prepared.confirmed(clear_cell=clear_cell, serial=identity.serial))
        self.state_changed.emit()

    def begun(self) -> None:
        """The procedure begins: make room for what it finds."""

    @Slot(float, str)
    def _take_progress(self, fraction: float, text: str) -> None:
        if self._is_running:
            self.progress.setValue(round(fraction * _STEPS))
            self._share.setText(f"{round(100 * fraction)} %")
            if text:
                self._doing.setText(text[:1].upper() + text[1:])

    @Slot(object)
    def _take_found(self, result: object) -> None:
        if self._is_running:
            self.show_found(result)

    @Slot(object)
    def _take_outcome(self, outcome: "Outcome") -> None:
        if not self._is_running:
            return
        self._is_running = False
        self._result.show_text(*self.outcome_words(outcome)[:2])
        self._result_line.setText(self.outcome_words(outcome)[2])
        self.again_button.set_text(self._again_words(outcome))
        self.upper.setCurrentIndex(2)
        if outcome.error is not None:
            self._bus.show_error(outcome.error)
        self.outcome_arrived.emit(outcome)
        self.state_changed.emit()

    def _again_words(self, outcome: "Outcome") -> str:
        if outcome.is_complete:
            return self.tr("Do it again")
        return self.tr("Check the start pose")

    @Slot(str, object)
    def _take_failure(self, work: str, error: BaseException) -> None:
        if work == "prepare" and self._procedure is not None and self._prepared is None and self.isVisible():
            self.preview.show_waiting(error_text(error).title)
            self._bus.show_error(error)
        elif work == "run" and self._is_running:
            self._is_running = False
            self._result.show_text(Glyph.CROSS, error_text(error).title)
            self._result_line.setText(error_text(error).action)
            self.upper.setCurrentIndex(2)
            self._bus.show_error(error)
        self.state_changed.emit()

    @Slot(str)
    def _take_cancel(self, work: str) -> None:
        if work == "run":
            self._take_failure(work, Cancelled())
        elif work == "prepare" and self.isVisible():
            self.look_again()

    @Slot(object)
    def _take_state(self, state: LinkState) -> None:
        if state in {LinkState.LOST, LinkState.OFF, LinkState.ENDED, LinkState.FAULT}:
            self._prepared = None
            if self.upper.currentWidget() is self.preview:
                self.preview.show_waiting(self._waiting_words())

    @Slot()
    def motion_stopped(self) -> None:
        """STOP was pressed: what was looked at is void, and a new look is needed."""
        self.preview.hold.cancel()
        if not self._is_running and self.upper.currentWidget() is self.preview:
            self._prepared = None
            self.preview.show_waiting(self.tr("After a STOP the start pose has to be checked again."))
            self.preview.offer_again(self.tr("Check the start pose"))

    def _running_card(self) -> QWidget:
        card = Card()
        card.column.setSpacing(2 * GRID)
        card.column.addStretch(1)
        card.column.addWidget(self._doing)
        card.column.addWidget(self.progress)
        card.column.addWidget(self._share)
        details = self.running_details()
        if details is not None:
            card.column.addWidget(details)
        card.column.addStretch(1)
        return card

    def running_details(self) -> QWidget | None:
        """What else is shown while the procedure runs."""
        return None

    def _result_card(self) -> QWidget:
        card = Card()
        card.column.addStretch(1)
        card.column.addWidget(self._result)
        card.column.addWidget(self._result_line)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.again_button)
        card.column.addStretch(1)
        card.column.addLayout(row)
        return card

    def _tell_stopped(self) -> None:
        self._bus.tell(
            self.tr("The motion was stopped."),
            self.tr("What was recorded until then is kept. Check the start pose before the next motion."),
            severity=Severity.WARNING,
        )
