"""The window's side of a robot: owns the session and its thread, and turns what happens into signals.

Nothing in here waits, but for ``leave`` when the window closes. ``stop`` goes straight to
the session on the thread that called it. The pulse is ticked by the window's own event
loop: when that stands still, the heartbeats to the controller end and the arm decelerates.
A robot that is lost is looked for as soon as nothing else is under way, to be read only.
"""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.arm.link_state import LinkState
from app.arm.linked_robot import (
    CLEAR,
    CLOSE,
    CONNECT,
    HANG,
    OPENING,
    PREPARE,
    READINESS,
    RECONNECT,
    RUN,
    LinkedRobot,
)
from app.arm.reconnecting import Return, Search, loss_of, state_of
from app.arm.remote_compute import RemoteCompute
from app.arm.thread import RobotThread
from app.arm.thread_work import MakeSession, Place, carried_out, make_session
from app.jobs.protocol import Failed, Kept, News, Progress, Stopped, Succeeded
from app.jobs.runner import JobRunner
from core.monitor import Monitor
from devices.driving.pulse import Pulse

if TYPE_CHECKING:
    from app.arm.procedure import Prepared, Procedure
    from app.arm.session import RobotSession
    from devices.capabilities import Identity

log = logging.getLogger(__name__)

PULSE_MS = 33
LEAVE_DEADLINE_S = 6.0
_IS_LOST = {LinkState.LOST, LinkState.SEARCHING}


class RobotLink(LinkedRobot):
    """One robot at a time; every signal comes on the window's thread."""

    state_changed = Signal(object)
    """LinkState."""
    connected = Signal(object)
    """Identity."""
    lost = Signal(object)
    """DeviceError: the link broke; once for each loss."""
    searched = Signal(int)
    """How often a lost robot has been looked for by now."""
    came_back = Signal(object)
    """Return: a lost robot answers again; ``connected`` came before."""
    readiness_found = Signal(object)
    """The readiness list."""
    prepared = Signal(object)
    """What a procedure would do, with its previews."""
    progressed = Signal(float, str)
    found = Signal(object)
    """What a running procedure has found so far."""
    ended = Signal(object)
    """Outcome of a procedure."""
    gave_up = Signal(str)
    """Work that was cancelled, by its name."""
    failed = Signal(str, object)
    """Work that failed, by its name, and the error."""
    answered = Signal(str, object)
    """What the controller was asked for beside motions, by its name, and what it said."""
    hung = Signal()
    """Something else hangs on the virtual robot's flange; whatever was prepared is void."""
    closed = Signal()
    busy_changed = Signal()
    """Work has begun or ended."""

    _told = Signal(object, str, object)

    def __init__(
        self, runner: JobRunner, *, session: MakeSession = make_session, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make_session = session
        self._compute = RemoteCompute(runner, self)
        self._runner = runner
        self.pulse = Pulse()
        self._thread: RobotThread | None = None
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._beat_timer = QTimer(self)
        self._beat_timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._beat_timer.setInterval(PULSE_MS)
        self._beat_timer.timeout.connect(self._beat)

    def stop(self) -> bool:
        """STOP, now, on this thread, without waiting; whether there was a robot to stop."""
        session = self._session
        if session is None:
            return False
        session.stop()
        if self._thread is not None and self._working == PREPARE:  # what it works out is void now
            self._thread.cancel()
        return True

    def connect_to(self, place: Place) -> None:
        """Connect; ``connected`` or ``failed`` follows."""
        if self._working or self._session is not None:
            return
        self.place = place
        self._beat_timer.start()
        self._thread = RobotThread(lambda work, news: self._told.emit(place, work, news))
        self._do(CONNECT, self._open)
        self._show(LinkState.CONNECTING)

    def disconnect_robot(self) -> None:
        """Stop a motion and close; ``closed`` follows."""
        thread = self._thread
        if thread is None or self._working == CLOSE:
            return
        self.stop()
        thread.cancel()
        session = self._session
        if session is not None:
            session.give_up()
        self._do(CLOSE, self._close)
        self._show(LinkState.CLOSING)

    def reconnect(self) -> None:
        """Find the way back to a lost robot, for reading; ``connected`` or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            is_lost = self._state in _IS_LOST
            self._search.begin(session)
            self._do(RECONNECT, session.reconnect)
            self._show(LinkState.SEARCHING if is_lost else LinkState.CONNECTING)

    def stop_looking(self) -> None:
        """Look for the lost robot no more; ``gave_up`` follows."""
        session, thread = self._session, self._thread
        if session is None or thread is None or self._working != RECONNECT:
            return
        self._search.give_up(session)
        thread.cancel()
        self.searched.emit(self.tries)

    def ask_readiness(self) -> None:
        """Have the readiness list made again; ``readiness_found`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(READINESS, lambda _monitor: session.readiness())

    def clear_fault(self) -> None:
        """Leave a fault whose cause is gone; a new readiness list or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(CLEAR, lambda _monitor: session.controller.clear_fault())

    def ask(self, name: str, question: "Callable[[RobotSession, Monitor], object]") -> None:
        """Ask the controller for something that moves nothing; ``answered`` or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(name, lambda monitor: question(session, monitor))

    def hang_on_virtual(self, mass: float, center: tuple[float, float, float]) -> None:
        """Hang kg, its centre (3,) m, on a virtual flange, 0 for nothing; ``hung`` or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(HANG, lambda _monitor: session.hang_on_virtual(mass, center))

    def prepare(self, procedure: "Procedure") -> None:
        """Work out what a procedure would do; ``prepared`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(PREPARE, lambda monitor: procedure.prepare(session, monitor))

    def run(self, procedure: "Procedure", prepared: "Prepared") -> None:
        """Let a procedure move the arm; ``found`` and ``ended`` follow."""
        session = self._session
        if session is not None and not self._working:
            self._do(RUN, lambda monitor: carried_out(session, procedure, prepared, monitor))
            self._beat()

    def begin_to_leave(self) -> None:
        """The window closes: stop the motion first, and end every wait."""
        self.stop()
        if self._session is not None:
            self._session.give_up()
        self._compute.close()

    def leave(self, deadline_s: float = LEAVE_DEADLINE_S) -> bool:
        """End the procedure, stop the recorder, close the port; return whether all ended in time."""
        self.begin_to_leave()
        thread, self._thread = self._thread, None
        gone = True
        if thread is not None:
            thread.cancel()
            if self._working != CLOSE:
                thread.do(CLOSE, self._close)
            thread.end()
            gone = thread.join(deadline_s)
            if not gone:
                log.error("The robot's thread did not end in time.")
        self._beat_timer.stop()
        self._session, self.identity, self._working = None, None, ""
        return gone

    def _do(self, name: str, work: Callable[[Monitor], object]) -> None:
        assert self._thread is not None
        self._working = name
        self._thread.do(name, work)
        self.busy_changed.emit()

    def _open(self, monitor: Monitor) -> object:
        assert self.place is not None
        session = self._make_session(self.place, self.pulse, self._compute, monitor)
        self._session = session  # from here on STOP reaches it
        return session.open(monitor)

    def _close(self, _monitor: Monitor) -> None:
        session = self._session
        if session is not None:
            session.close()

    @Slot(object, str, object)
    def _take(self, place: Place, work: str, news: News) -> None:
        if place is not self.place or self._thread is None:
            return  # the last words of a robot that is gone
        match news:
            case Progress(fraction, text):
                self.progressed.emit(fraction, text)
            case Kept(result):
                self.found.emit(result)
            case Succeeded(result):
                self._done(work, result)
            case Stopped():
                self._gave_up(work)
            case Failed(error):
                self._went_wrong(work, error)

    def _done(self, work: str, result: object) -> None:
        if work in OPENING and self._working == CLOSE:
            return  # given up meanwhile; closing follows
        if work in OPENING:
            self._answered(work, result)  # type: ignore[arg-type]
            return
        self._over(work)
        if work == READINESS:
            self.readiness = result  # type: ignore[assignment]
            self.readiness_found.emit(result)
        elif work == CLEAR:
            self.ask_readiness()
        elif work == PREPARE:
            self.prepared.emit(result)
        elif work == RUN:
            self.ended.emit(result)
        elif work == HANG:
            self.hung.emit()
        elif work == CLOSE:
            self._forget()
            self.closed.emit()
        else:
            self.answered.emit(work, result)

    def _answered(self, work: str, identity: "Identity") -> None:
        before, session = self.identity, self._session
        was_lost = self._state is LinkState.SEARCHING
        assert session is not None
        self.identity = identity
        self._search.robot_is_there(session)
        self._over(work)
        self.connected.emit(identity)
        if was_lost and before is not None:
            self.came_back.emit(Return(identity, was_off=identity.power_on != before.power_on))

    def _went_wrong(self, work: str, error: BaseException) -> None:
        if work in OPENING and self._working == CLOSE:
            return  # given up meanwhile; closing follows
        is_given_up = self.is_giving_up
        if work == RECONNECT:
            self._search.ended_in_vain()
        self._over(work)
        if work == CONNECT:
            self._do(CLOSE, self._close)  # whatever was opened half is closed again
        elif work == CLOSE:
            self._forget()
        if work == RECONNECT and is_given_up:
            self.gave_up.emit(work)
        else:
            self.failed.emit(work, error)

    def _gave_up(self, work: str) -> None:
        if work in OPENING and self._working == CLOSE:
            return  # closing follows
        self._over(work)
        self.gave_up.emit(work)

    def _over(self, work: str) -> None:
        if self._working == work:
            self._working = ""
            self.busy_changed.emit()
        if work != CLOSE:  # what is closed was not lost
            self._look()

    def _forget(self) -> None:
        if self._thread is not None:
            self._thread.end()
        self._thread, self._session, self.identity, self.readiness = None, None, None, ()
        self._search = Search()
        self._beat_timer.stop()
        self._show(LinkState.OFF)

    @Slot()
    def _beat(self) -> None:
        """Tick the pulse, look at what the controller last said, look for it where it is lost."""
        self.pulse.tick()
        self._look()
        session = self._session
        if session is None:
            return
        if self._working == RECONNECT:
            if self._search.has_new_tries(session):
                self.searched.emit(self.tries)
        elif self._state is LinkState.LOST and self._search.is_wanted:
            self.reconnect()

    def _look(self) -> None:
        """Update the state of the link."""
        session = self._session
        if session is None or self.identity is None or self._working in {*OPENING, CLOSE}:
            return
        state = state_of(session)
        is_new_loss = state is LinkState.LOST and self._state not in _IS_LOST
        self._show(state)
        if is_new_loss:
            self.lost.emit(loss_of(session))

    def _show(self, state: LinkState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)
