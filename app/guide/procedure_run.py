"""The run of a page's procedure: preview, hold to start, progress, outcome.

Nothing moves without a preview that is valid for the present pose of the arm, and a button that was held.
The page passes its own functions as ``Answers``; news is reported by signals. To *look* means to work the
preview out.
"""

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from math import inf, isfinite
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.arm.link_state import LinkState, Return
from app.errors.text import error_text
from app.guide.motion_feed import MotionFeed
from app.guide.motion_names import part_of
from app.guide.previews import GONE, HELD_UP, TO_BE_FOUND, look_words, preview_text, waiting_words
from app.guide.primary_action import Meaning, Primary, Stage, Turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm
from app.jobs.messages import MessageBus
from app.speech.units import whole_seconds
from app.speech.words import reported_words
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.moving_view import MovingView, Reading, Steps
from app.widgets.piece_by_piece import TURN_MS
from core.monitor import Cancelled
from devices.errors import DeviceError

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure

_SETTLE_MS = 400
"""Time without a change of the form after which the preview is worked out again, ms."""
_READING_MS = 500
"""Time between two values of the large number, ms: it has to be read."""


@runtime_checkable
class _WholePage(Protocol):
    """A page that can be given to the arm that moves."""

    state_changed: ClassVar[Signal]

    def show_arm_alone(self, view: QWidget | None) -> None:
        """Give the whole page to this view; with None the page is as before."""


class ProcedureRun(QObject):
    """Holds the state of a procedure on its page, and shows it on the page's motion card."""

    changed = Signal()
    """Emitted when the state of the page has changed."""
    progressed = Signal()
    """Emitted when the running procedure has come further."""
    looked = Signal(object)
    """Carries the ``Prepared`` procedure when its preview is shown."""
    begun = Signal()
    found = Signal(object)
    """Carries an intermediate result of the running procedure."""
    outcome_arrived = Signal(object)
    """Carries the ``Outcome``, whose recordings and result are in the visit."""
    failed = Signal()
    """Emitted when the procedure ended without an outcome."""
    started_over = Signal()
    """Emitted for another visit or another connection: earlier results are not valid."""

    def __init__(
        self,
        page: QWidget,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        *,
        answers: Answers,
        form: ProcedureForm | None = None,
        lines: float = LINES_WITH_QUESTION,
    ) -> None:
        super().__init__(page)
        self._page, self._link, self._visit, self._bus = page, link, visit, bus
        card = self.card = MotionCard(lines=lines)
        self.form = form
        self.make_procedure, self._answers = answers.procedure, answers
        self._feed: MotionFeed | None = None
        self._moving: MovingView | None = None
        self._part_of: list[int] = []
        self._end_s: list[float] = []
        self._stopped = ""
        """Words on the run that was stopped and is still to be done; empty without one."""
        self.fraction = 0.0
        """Completed share of the running procedure, 0 to 1."""
        self._reading = QTimer(self, interval=_READING_MS)
        self._reading.timeout.connect(self.show_reading)
        self._procedure: Procedure | None = None
        self._prepared: Prepared | None = None
        self.wants_look = False
        """True if a preview still has to be worked out."""
        self.is_refused = False
        """True if the arm cannot do this procedure at all: another look would not help."""
        self.is_running = False
        """True while the procedure runs."""
        self.is_complete = False
        """True if the last procedure reached its planned end."""
        self._will_do = False
        self._lasts_s = 0.0
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.look_again)
        # a page that was just opened is laid out first
        self._soon = QTimer(self, singleShot=True, interval=TURN_MS)
        self._soon.timeout.connect(self.go_on)
        if form is not None:
            form.changed.connect(self._form_changed)
        card.held.connect(self._start)
        card.again_asked.connect(self._again)
        card.turned.connect(self.changed)
        visit.changed.connect(self.changed)
        if isinstance(page, _WholePage):
            self.changed.connect(page.state_changed)
        self._follow_link()

    def _follow_link(self) -> None:
        link = self._link
        link.prepared.connect(self._take_prepared)
        link.progressed.connect(self._take_progress)
        link.found.connect(self._take_found)
        link.ended.connect(self._take_outcome)
        link.failed.connect(self._take_failure)
        link.gave_up.connect(self._take_cancel)
        link.busy_changed.connect(self.go_on)
        link.state_changed.connect(self._take_state)
        link.searched.connect(self._show_search)
        link.came_back.connect(self._come_back)

    @property
    def is_prepared(self) -> bool:
        """True if a shown preview can be started."""
        return self._prepared is not None

    @property
    def is_free(self) -> bool:
        """True if no procedure runs, and no job of the visit."""
        return not self.is_running and not self._visit.is_busy

    @property
    def is_seen(self) -> bool:
        """True while the page is in front."""
        return self._page.isVisible()

    @property
    def turn(self) -> Turn:
        """State for a guide that goes on by itself; it prepares the motion, a person holds the button."""
        if self.is_running or self.wants_look or self._link.is_preparing or self._settle.isActive():
            return Turn(Stage.WORKING)
        if not self.card.is_before:
            if not self.is_complete:
                return Turn(Stage.AGAIN, self.card.words)
            return Turn(Stage.DONE) if self._will_do else Turn(Stage.DECIDE, self.card.words)
        prepared = self._prepared
        if prepared is None or not prepared.allowed:
            return Turn(Stage.AGAIN, self.card.words)
        return Turn(Stage.HOLD, wants_clear_cell=prepared.needs_clear_cell)

    @property
    def seconds_left(self) -> float | None:
        """Remaining time of the prepared or running motion, s; 0 after a complete one."""
        if self.is_running:
            left = self._lasts_s * (1.0 - self.fraction)
            return max(left, 0.0) if isfinite(left) else None
        if not self.card.is_before and self.is_complete:
            return 0.0
        lasts_s = self._prepared.duration if self._prepared is not None else inf
        return lasts_s if isfinite(lasts_s) else None

    @property
    def moving(self) -> MovingView:
        """The page while the arm moves; made when first needed."""
        if self._moving is None:
            heading = self._answers.heading or self._page.accessibleName()
            self._moving = MovingView(heading, parent=self._page)
            self._moving.hide()
            self._answers.dress(self._moving)
        return self._moving

    def primary(self, *, goes_on: bool) -> Primary | None:
        """What the rectangle at the foot is for; None where it is the page's own action.

        ``goes_on`` is True if the page can be left for the next step.
        """
        card = self.card
        if self.is_running:
            return self._busy()
        is_seen = self._answers.is_wanted() and card.isVisibleTo(self._page)
        if not is_seen or (not card.is_before and self.is_complete and goes_on):
            return None  # nothing is started whose preview is out of sight
        if not card.is_before and self.is_complete and self._visit.is_busy:
            return Primary(Meaning.BUSY, self.tr("Working it out"), fraction=1.0)
        if not card.is_before:
            able = not self._link.is_giving_up
            return Primary(Meaning.HELP, card.again_button.text(), button=card.again_button, is_enabled=able)
        if card.look_words:
            reason = card.words if self._prepared is None else self._why_not_allowed()
            return Primary(Meaning.HELP, card.look_words, reason=reason, button=card.look_button)
        if self._prepared is None:
            return self._not_prepared()
        if card.wants_tick:
            words = self.tr("Tick that the cell is clear")
            reason = self.tr("It may be too fast for anybody inside the fence.")
            return Primary(Meaning.HELP, words, reason=reason)
        return Primary(Meaning.HOLD, card.hold.text(), button=card.hold)

    def help(self) -> None:
        """Act on a press of the rectangle where it only points to what has to be done."""
        if self.card.wants_tick:
            self.card.point_to_tick()
        elif self.form is not None and not self.form.is_understood:
            self.form.point_to_wrong()
        elif self._link.is_connected:
            self.look_again()

    def _busy(self) -> Primary:
        from app.arm.sweeping import MOVING_SHARE

        if not isfinite(self._lasts_s):
            line, reason = self.tr("STOP or Esc ends it"), self.tr("Nothing is sent to the arm.")
            return Primary(Meaning.BUSY, self.tr("Watching"), line, reason=reason, fraction=self.fraction)
        left = self.seconds_left or 0.0
        is_under_way = left >= 1.0 and self.fraction < MOVING_SHARE
        words = self.tr("Moving · {left} left") if self._part_of else self.tr("Recording · {left} left")
        return Primary(
            Meaning.BUSY,
            words.format(left=whole_seconds(left)) if is_under_way else self.tr("Working it out"),
            self.tr("STOP or Esc ends it"),
            reason=self.tr("Keep clear. What is measured is kept if you stop."),
            fraction=self.fraction,
        )

    def _not_prepared(self) -> Primary:
        """Words while there is no preview: it is being worked out, or something is missing."""
        if self.form is not None and not self.form.is_understood:
            return Primary(Meaning.HELP, self.tr("Show the field that cannot be read"))
        if self._link.is_connected and (
            self.wants_look or self._link.is_preparing or self._link.is_working or self._settle.isActive()
        ):
            return Primary(Meaning.BUSY, self.tr("Planning the motion"), self.tr("the arm does not move"))
        if self._link.is_connected:
            return Primary(Meaning.HELP, look_words(self._link))
        return Primary(Meaning.HELP, self.tr("Connect the robot"), reason=self.card.words, opens=True)

    def _why_not_allowed(self) -> str:
        """The gravest finding about the motion."""
        notes = self.card.notes
        return notes[0].accessibleName() if notes else ""

    def entered(self) -> None:
        """Work the preview out if there is none, or it is not valid any more."""
        if self.is_running:
            return
        if (self.card.is_before and not self._holds()) or (not self.card.is_before and self._stopped):
            self.look_again()

    @Slot()
    def look_again(self) -> None:
        """Work the preview out again, from the present pose."""
        if not self._answers.is_wanted():
            return
        self._prepared = None
        self.wants_look, self.is_refused = True, False
        self._say_why_not()
        if self._link.state is LinkState.FAULT:
            self._link.clear_fault()  # then the look follows
        elif self._link.state in TO_BE_FOUND:
            self._link.reconnect()  # likewise
        self._soon.start()
        self.changed.emit()

    @Slot()
    def look_where_seen(self) -> None:
        """Work the preview out again if the page is in front and nothing moves."""
        if self.is_seen and not self.is_running:
            self.look_again()

    @Slot()
    def forget_look(self) -> None:
        """Discard the preview, because a setting has changed; without one nothing can be started."""
        self._prepared, self._procedure, self.wants_look, self.is_refused = None, None, False, False
        self._say_why_not()
        self.changed.emit()

    def start_over(self) -> None:
        """Forget everything, because another visit or another connection is open."""
        self._end_moving()
        self.is_running, self._stopped = False, ""
        self.forget_look()
        self._settle.stop()
        self._let_set(may=True)
        self.started_over.emit()

    @Slot()
    def motion_stopped(self) -> None:
        """Discard the preview, because STOP was pressed, and offer a new one."""
        self.card.hold.cancel()
        if not self.is_running and self.card.is_before:
            self._prepared, self.wants_look = None, False
            if self._link.state is LinkState.SEARCHING:
                self._say_why_not()
                return
            words = self.tr("After a STOP the start pose has to be checked again. Nothing moves until then.")
            self.card.show_waiting(words, look=look_words(self._link) if self._link.is_connected else "")

    @Slot()
    def go_on(self) -> None:
        """Start to prepare the wanted preview, as soon as the robot's thread is free."""
        if not self.wants_look or self._link.is_working or not self._link.is_connected:
            return
        if self._link.state is LinkState.FAULT or not self.is_seen:
            return
        procedure = self.make_procedure()
        if procedure is None:
            self.card.show_waiting(self.tr("One of the fields cannot be read yet."))
            return
        self.wants_look = False
        self._procedure = procedure
        self._link.prepare(procedure)

    @Slot()
    def _form_changed(self) -> None:
        """Work the preview out again once the form has not changed for a moment."""
        if not self.is_running:
            self.forget_look()
            self._settle.start()

    def _let_set(self, *, may: bool) -> None:
        """Let settings be changed; while the arm moves, the picture takes the place of the form."""
        if self.form is not None:
            self.form.setEnabled(may)
            self.form.setVisible(may)

    @Slot()
    def _again(self) -> None:
        """Act on the button that helps: another preview, or the end of the search."""
        if self._link.state is LinkState.SEARCHING:
            self._link.stop_looking()
        else:
            self.look_again()

    @Slot(object)
    def _come_back(self, _back: Return) -> None:
        """Work the preview out again for a robot that is back; an old one is never used."""
        if self.card.is_before:
            self.look_where_seen()

    def _holds(self) -> bool:
        """True if the preview is of this connection, and no STOP came after it."""
        session, prepared = self._link.session, self._prepared
        if session is None or prepared is None or session.acquisition is None:
            return False
        now = (session.connection_count, session.safe.stop_count)
        return (prepared.connection, prepared.stop_count) == now

    def _again_words(self) -> str:
        """Caption of the button below an outcome."""
        if self.is_complete and (words := self._answers.again_words()):
            return words
        again = self.is_complete and self._link.state not in HELD_UP
        return self.tr("Do it again") if again else look_words(self._link)

    def _say_why_not(self) -> None:
        """Show why nothing can be started, with a button that ends a search."""
        is_searching = self._link.state is LinkState.SEARCHING and not self._link.is_giving_up
        words = f"{self._stopped} {waiting_words(self._link)}".strip()
        self.card.show_waiting(words, look=look_words(self._link) if is_searching else "")

    @Slot(object)
    def _take_prepared(self, prepared: "Prepared") -> None:
        session = self._link.session
        if self._procedure is None or prepared.procedure != self._procedure.name or self.wants_look:
            return
        if self._link.is_working or session is None:  # a newer preview is being worked out already
            return
        self._prepared = prepared
        text = preview_text(
            prepared,
            robot=session.robot,
            start_words=self._start_words(),
            standing=self._link.pose_now,
            reports=reported_words(session.capabilities),
        )
        self.card.show_preview(replace(text, sentence=self._stopped) if self._stopped else text)
        self.looked.emit(prepared)
        self.changed.emit()

    @Slot(bool)
    def _start(self, clear_cell: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        prepared, procedure, identity = self._prepared, self._procedure, self._link.identity
        if prepared is None or procedure is None or identity is None or self._link.is_working:
            return
        if not prepared.allowed or (prepared.needs_clear_cell and not clear_cell):
            return  # the safety layer would refuse it too
        self._prepared, self._lasts_s, self.fraction = None, prepared.duration, 0.0
        self.is_running, self._stopped = True, ""
        self.card.begin()
        self._bus.clear()
        self._let_set(may=False)
        self._begin_moving(prepared)
        self.begun.emit()
        self._link.run(procedure, prepared.confirmed(clear_cell=clear_cell, serial=identity.serial))
        self.changed.emit()

    @Slot(float, str)
    def _take_progress(self, fraction: float, text: str) -> None:
        if not self.is_running:
            return
        words = self._answers.follow(fraction)
        if words is None:
            words = self._answers.doing(text) if text else ""
        self.fraction = fraction
        self.moving.show_doing(words)
        self.moving.show_steps(self._steps())
        self.progressed.emit()

    def _start_words(self) -> str:
        """Caption of the hold."""
        if not self._stopped:
            return self.tr("Hold 1 s to start")
        return self.tr("Hold 1 s to go on") if self._answers.goes_on() else self.tr("Hold 1 s to start again")

    def _begin_moving(self, prepared: "Prepared") -> None:
        """Show the arm that moves, on the whole page."""
        view, preview = self.moving, self.card.preview
        if preview is not None and preview.motion is not None:
            preview.motion.show_on(view.picture)
        self._part_of = part_of(prepared.motions)
        self._end_s = list(accumulate(one.preview.duration for one in prepared.motions))
        view.show_doing(self.tr("Starting"))
        view.show_coming("")
        view.show_steps(self._steps())
        if self._feed is None:
            answers = self._answers
            self._feed = MotionFeed(
                self._link, view, watched=answers.watched, names=answers.names, parent=self
            )
        if (page := self._whole_page) is not None:
            page.show_arm_alone(view)
        self._feed.begin(prepared)
        self.show_reading()
        self._reading.start()

    def _end_moving(self) -> None:
        """Show the page again as it is while nothing moves."""
        self._reading.stop()
        if self._feed is not None:
            self._feed.end()
            last = self.moving.picture
            if last.pose is not None:  # the arm stands there now
                self.card.picture.show_pose(last.pose, joint=last.joint, is_stale=last.is_stale)
        if (page := self._whole_page) is not None:
            page.show_arm_alone(None)

    @property
    def _whole_page(self) -> "_WholePage | None":
        """The page that this run is on, or part of."""
        widget: QWidget | None = self._page
        while widget is not None:
            if isinstance(widget, _WholePage):
                return widget
            widget = widget.parentWidget()
        return None

    def _steps(self) -> Steps | None:
        """How far the parts of the procedure have come, by the time of their motions."""
        if not self._part_of or not self._end_s[-1]:
            return None
        from app.arm.sweeping import MOVING_SHARE

        before, count = self._answers.parts_before(), max(self._part_of) + 1
        words = self._answers.parts(before + count)
        passed_s = self.fraction / MOVING_SHARE * self._end_s[-1]
        place = bisect_right(self._end_s, passed_s)
        if place >= len(self._part_of):
            return Steps(before + count, before + count, 0.0, words)
        part = self._part_of[place]
        own = [number for number, each in enumerate(self._part_of) if each == part]
        begin_s, end_s = (self._end_s[own[0] - 1] if own[0] else 0.0), self._end_s[own[-1]]
        share = (passed_s - begin_s) / max(end_s - begin_s, 1e-9)
        return Steps(before + count, before + part, share, words)

    @Slot()
    def show_reading(self) -> None:
        """Show the large number: that of the procedure, or the live signal of the joint that moves."""
        view = self.moving
        reading = self._answers.reading()
        if reading is None:
            caption, value, unit = view.curve.reading
            reading = Reading(caption, value or "–", unit if value else "")
        view.show_reading(reading)
        view.show_facts(self._answers.facts())

    @Slot(object)
    def _take_found(self, result: object) -> None:
        if self.is_running:
            self.found.emit(result)

    @Slot(object)
    def _take_outcome(self, outcome: "Outcome") -> None:
        if not self.is_running:
            return
        self.is_running = False
        self._show_outcome(outcome)

    def take_recorded(self, outcome: "Outcome") -> None:
        """Show an outcome that recordings gave in place of the arm."""
        if not self.is_running:
            self.forget_look()
            self._show_outcome(outcome)

    def _show_outcome(self, outcome: "Outcome") -> None:
        self.is_complete, self._will_do = outcome.is_complete, self._answers.will_do(outcome)
        self._end_moving()
        self._let_set(may=True)
        glyph, sentence, line = self._answers.ended(outcome)
        if self.is_complete:
            self.card.take_back(self.card.again_button)
        self.card.show_result(glyph, sentence, line, again=self._again_words())
        if outcome.error is not None:
            self._bus.show_error(outcome.error)
        self.outcome_arrived.emit(outcome)
        if outcome.stopped:
            self._stopped = f"{sentence} {line}".strip()
            if self.is_seen and self._link.state not in HELD_UP:
                self.look_again()  # the next hold goes on
        self.changed.emit()

    @Slot(str, object)
    def _take_failure(self, work: str, error: BaseException) -> None:
        message = error_text(error)
        if work == "prepare":
            self.is_refused = not isinstance(error, DeviceError)
        if work == "prepare" and self.is_seen and self._prepared is None and not self.is_running:
            self.card.show_waiting(message.title, look=look_words(self._link))
            self._bus.show_error(error)
        elif work in {"clear-fault", "reconnect"} and self.wants_look:
            self.wants_look = False
            self.card.show_waiting(waiting_words(self._link), look=look_words(self._link))
        elif work == "run" and self.is_running:
            self.is_running = self.is_complete = False
            self._end_moving()
            again = self._again_words()
            self.card.show_result(Glyph.CROSS, message.title, message.action, again=again)
            self._bus.show_error(error)
            self._let_set(may=True)
            self.failed.emit()
        self.changed.emit()

    @Slot(str)
    def _take_cancel(self, work: str) -> None:
        if work == "run":
            self._take_failure(work, Cancelled())
        elif work == "reconnect":
            self.wants_look = False

    @Slot(object)
    def _take_state(self, state: LinkState) -> None:
        if state in GONE:
            self._prepared = None
            if self.card.is_before and not self.is_running:
                look = look_words(self._link) if state in HELD_UP else ""
                self.card.show_waiting(waiting_words(self._link), look=look)
        self._name_again()

    @Slot()
    def _show_search(self) -> None:
        """Show the number of attempts to find the robot."""
        if self._link.state is LinkState.SEARCHING and self.card.is_before and not self.is_running:
            self._say_why_not()
        self._name_again()

    def _name_again(self) -> None:
        """Update the caption and the state of the button below an outcome."""
        if not self.card.is_before and not self.is_running:
            self.card.again_button.set_text(self._again_words())
            self.card.again_button.setEnabled(not self._link.is_giving_up)
