"""The window's side of a robot: owns the session and its thread, and emits news as signals.

Nothing in here waits, except ``leave`` when the window closes. ``stop`` goes straight to the session on the
thread that called it. The pulse is ticked by the window's event loop: if that blocks, the heartbeats to the
controller end and the arm decelerates. The search for a lost robot begins as soon as no other work is under
way; a robot that is found is only read.

``RemoteCompute`` runs the long computations of a procedure in the window's worker process: called from the
robot's thread, the request travels to the window's thread, which starts the job; its outcome comes back
through the request. The window itself never waits.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.arm.link_state import LinkState, Return, Search, loss_of, state_of
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
from app.arm.thread import MakeSession, Place, RobotThread, carried_out, make_session
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Failed, Kept, News, Progress, Stopped, Succeeded, Task
from app.speech.language import tr
from core.monitor import Cancelled, Monitor
from devices.driving.pulse import Pulse
from devices.virtual.lockstep import LockstepClock

if TYPE_CHECKING:
    from app.arm.procedure import Prepared, Procedure
    from app.arm.session import RobotSession
    from devices.capabilities import Identity

CANCEL_GRACE_S = 1.0
"""Time for a computation to react to a cancellation before its process is killed, s."""
_LOOK_S = 0.05
_CANCEL_DEADLINE_S = 3.0


R = TypeVar("R")


@dataclass(eq=False)
class _Asked:
    task: Task[Any]
    monitor: Monitor
    over: threading.Event = field(default_factory=threading.Event)
    job: Job[Any] | None = None
    ended: Succeeded | Failed | Stopped | None = None

    def end(self, ended: Succeeded | Failed | Stopped) -> None:
        self.ended = ended
        self.over.set()


class RemoteCompute(QObject):
    """Runs tasks of a procedure in the worker process."""

    _asked = Signal(object)
    _withdrawn = Signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._closed = threading.Event()
        self._asked.connect(self._start, Qt.ConnectionType.QueuedConnection)
        self._withdrawn.connect(self._cancel, Qt.ConnectionType.QueuedConnection)

    def __call__(self, task: Task[R], monitor: Monitor) -> R:
        """Compute and wait; raises the error of the task, ``Cancelled`` if it was stopped."""
        asked = _Asked(task, monitor)
        self._asked.emit(asked)
        self._wait(asked)
        match asked.ended:
            case Succeeded(result):
                return cast("R", result)
            case Failed(error):
                raise error
        raise Cancelled

    def close(self) -> None:
        """End every wait, present and later, with ``Cancelled``."""
        self._closed.set()

    def _wait(self, asked: _Asked) -> None:
        while not asked.over.wait(_LOOK_S):
            if self._closed.is_set():
                raise Cancelled
            try:
                asked.monitor.check()
            except Cancelled:
                self._withdrawn.emit(asked)
                asked.over.wait(_CANCEL_DEADLINE_S)
                raise

    @Slot(object)
    def _start(self, asked: _Asked) -> None:
        if self._closed.is_set():
            asked.end(Stopped())
            return
        job = asked.job = self._runner.start(asked.task, grace_s=CANCEL_GRACE_S)
        job.progressed.connect(asked.monitor.report)
        job.kept.connect(asked.monitor.keep)
        job.succeeded.connect(lambda result: asked.end(Succeeded(result)))
        job.failed.connect(lambda error: asked.end(Failed(error, "")))
        job.cancelled.connect(lambda _best: asked.end(Stopped()))

    @Slot(object)
    def _cancel(self, asked: _Asked) -> None:
        if asked.job is not None:
            asked.job.cancel()
        else:
            asked.end(Stopped())


log = logging.getLogger(__name__)

PULSE_MS = 33
LEAVE_DEADLINE_S = 6.0
_IS_LOST = {LinkState.LOST, LinkState.SEARCHING}


class RobotLink(LinkedRobot):
    """The link to one robot at a time; emits every signal on the window's thread."""

    state_changed = Signal(object)
    """Carries the ``LinkState``."""
    connected = Signal(object)
    """Carries the ``Identity``."""
    lost = Signal(object)
    """Carries the ``DeviceError`` that broke the link; once for each loss."""
    searched = Signal(int)
    """Carries the number of attempts so far to find a lost robot."""
    came_back = Signal(object)
    """Carries the ``Return`` of a lost robot; ``connected`` was emitted before."""
    readiness_found = Signal(object)
    """Carries the readiness list."""
    prepared = Signal(object)
    """Carries the prepared procedure with its previews."""
    progressed = Signal(float, str)
    found = Signal(object)
    """Carries an intermediate result of the running procedure."""
    ended = Signal(object)
    """Carries the outcome of a procedure."""
    gave_up = Signal(str)
    """Carries the name of work that was cancelled."""
    failed = Signal(str, object)
    """Carries the name of work that failed, and the error."""
    answered = Signal(str, object)
    """Carries the name of other work, as given to ``ask``, and its result."""
    hung = Signal()
    """Emitted when the load on the virtual robot's flange was changed; prepared motions are void."""
    closed = Signal()
    busy_changed = Signal()
    """Emitted when work has begun or ended."""

    _news = Signal(object, str, object)

    def __init__(self, runner: JobRunner, *, session: MakeSession = make_session) -> None:
        super().__init__()
        self._make_session = session
        self._compute = RemoteCompute(runner, self)
        self._runner = runner
        self.pulse = Pulse()
        self._thread: RobotThread | None = None
        self._news.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._beat_timer = QTimer(self)
        self._beat_timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._beat_timer.setInterval(PULSE_MS)
        self._beat_timer.timeout.connect(self._beat)

    def stop(self) -> bool:
        """STOP, now, on this thread, without waiting; return True if there was a robot to stop."""
        session = self._session
        if session is None:
            return False
        if (clock := virtual_clock(session)) is not None:
            clock.go_on()  # an arm whose time is held could not come to rest
        session.stop()
        if self._thread is not None and self._working == PREPARE:  # its result would be void
            self._thread.cancel()
        return True

    def connect_to(self, place: Place) -> None:
        """Connect to a controller; ``connected`` or ``failed`` follows."""
        if self._working or self._session is not None:
            return
        self.place = place
        self._beat_timer.start()
        self._thread = RobotThread(lambda work, news: self._news.emit(place, work, news))
        self._do(CONNECT, self._open)
        self._show(LinkState.CONNECTING)

    def disconnect_robot(self) -> None:
        """Stop a motion and close; ``closed`` follows."""
        thread = self._thread
        if thread is None or self._working == CLOSE:
            return
        self.stop()
        thread.cancel()
        if self._session is not None:
            self._session.connection.give_up()
        self._do(CLOSE, self._close)
        self._show(LinkState.CLOSING)

    def reconnect(self) -> None:
        """Reconnect to a lost robot, for reading; ``connected`` or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            is_lost = self._state in _IS_LOST
            self._search.begin(session)
            self._do(RECONNECT, session.reconnect)
            self._show(LinkState.SEARCHING if is_lost else LinkState.CONNECTING)

    def stop_looking(self) -> None:
        """End the search for the lost robot; ``gave_up`` follows."""
        session, thread = self._session, self._thread
        if session is None or thread is None or self._working != RECONNECT:
            return
        self._search.give_up(session)
        thread.cancel()
        self.searched.emit(self.tries)

    def ask(self, name: str, work: "Callable[[RobotSession, Monitor], object]") -> None:
        """Run ``work`` with the session, unless other work is under way.

        ``failed``, ``gave_up`` or the signal of the result follows; for any other name it is ``answered``.
        """
        session = self._session
        if session is not None and not self._working:
            self._do(name, lambda monitor: work(session, monitor))

    def ask_readiness(self) -> None:
        """Make the readiness list again; ``readiness_found`` follows."""
        self.ask(READINESS, lambda session, _monitor: session.readiness())

    def clear_fault(self) -> None:
        """Clear a fault whose cause is removed; a new readiness list or ``failed`` follows."""
        self.ask(CLEAR, lambda session, _monitor: session.controller.clear_fault())

    def hang_on_virtual(self, mass: float, center: tuple[float, float, float]) -> None:
        """Attach kg, centre (3,) m, to the virtual flange, 0 for none; ``hung`` or ``failed`` follows."""
        self.ask(HANG, lambda session, _monitor: session.hang_on_virtual(mass, center))

    def prepare(self, procedure: "Procedure") -> None:
        """Prepare a procedure; ``prepared`` follows."""
        self.ask(PREPARE, procedure.prepare)

    def run(self, procedure: "Procedure", prepared: "Prepared") -> None:
        """Run a procedure, which moves the arm; ``found`` and ``ended`` follow."""
        self.ask(RUN, lambda session, monitor: carried_out(session, procedure, prepared, monitor))
        if self.is_running:
            self._beat()

    def cancel_work(self) -> None:
        """Cancel the work under way, as after STOP; ``gave_up`` or its result follows."""
        if self._thread is not None:
            self._thread.cancel()

    def begin_to_leave(self) -> None:
        """Stop the motion first, and end every wait, because the window closes."""
        self.stop()
        if self._session is not None:
            self._session.connection.give_up()
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
            thread.fall_silent()
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
            return  # late news of a robot that was disconnected
        match news:
            case Progress(fraction, text):
                self.progressed.emit(fraction, text)
            case Kept(result):
                self.found.emit(result)
            case _ if work in OPENING and self._working == CLOSE:
                return  # given up meanwhile; closing follows
            case Succeeded(result):
                self._done(work, result)
            case Stopped():
                self._over(work)
                self.gave_up.emit(work)
            case Failed(error):
                self._went_wrong(work, error)

    def _done(self, work: str, result: object) -> None:
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
        is_given_up = self.is_giving_up
        if work == RECONNECT:
            self._search.ended_in_vain()
        self._over(work)
        if work == CONNECT:
            self._do(CLOSE, self._close)  # what was opened so far is closed again
        elif work == CLOSE:
            self._forget()
        if work == RECONNECT and is_given_up:
            self.gave_up.emit(work)
        else:
            self.failed.emit(work, error)

    def _over(self, work: str) -> None:
        if self._working == work:
            self._working = ""
            self.busy_changed.emit()
        if work != CLOSE:  # a closed link was not lost
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
        """Tick the pulse, update the state of the link, and search for a lost robot."""
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
        """Update the state of the link; emit ``lost`` at a new loss."""
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


def virtual_clock(session: "RobotSession | None") -> LockstepClock | None:
    """The clock of a virtual robot; None for every other arm, and without one."""
    clock: object = None if session is None else getattr(session, "clock", None)
    return clock if isinstance(clock, LockstepClock) else None


def search_words(link: RobotLink) -> str:
    """State of the search for a lost robot, in words."""
    if link.is_giving_up:
        return tr("Looking for the robot ends with this try …")
    words = tr("Looking for the robot … Nothing moves until you start it.")
    if link.tries:
        words = f"{words} {tr('Try {number}.').format(number=link.tries)}"
    return words


def return_words(back: Return) -> tuple[str, str]:
    """Title and meaning of the message that the robot is back."""
    meaning = tr("Nothing moves until you start it.")
    if back.was_off:
        meaning += " " + tr("It was switched off in between: its encoders have to be checked again.")
    return tr("The robot is back."), meaning
