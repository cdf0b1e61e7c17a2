"""The window's side of a robot: owns the session and its thread, and turns what happens into signals.

Nothing in here waits, but for ``leave`` when the window closes. ``stop`` goes straight to
the session on the thread that called it. The pulse is ticked by the window's own event
loop: when that stands still, the heartbeats to the controller end and the arm decelerates.
"""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.jobs.runner import JobRunner
from app.link_state import OF_LIFECYCLE, LinkState
from app.remote_compute import RemoteCompute
from app.robot_thread import Done, Found, GaveUp, News, Reported, RobotThread, WentWrong
from core.monitor import Monitor
from core.recording import Mark
from devices.controller import ControllerStatus, Lifecycle
from devices.errors import DeviceError
from devices.open_arm.pulse import Pulse

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, Prepared, Procedure
    from app.procedures.session import RobotSession
    from devices.acquisition.acquisition import Acquisition
    from devices.capabilities import Identity
    from devices.safety.readiness import ReadinessLine

log = logging.getLogger(__name__)

PULSE_MS = 33
REPLAY_ENDED = "replay-ended"
LEAVE_DEADLINE_S = 6.0
DISARM_DEADLINE_S = 1.0
_LOOK_S = 0.01
_CONNECT, _RECONNECT, _READINESS = "connect", "reconnect", "readiness"
_CLEAR, _PREPARE, _RUN, _CLOSE = "clear-fault", "prepare", "run", "close"


@dataclass(frozen=True)
class Place:
    """What to connect to: how the controller is named, and the visit that takes what is recorded."""

    uri: str
    visit: Path


MakeSession = Callable[[Place, Pulse, RemoteCompute, Monitor], "RobotSession"]


def make_session(place: Place, pulse: Pulse, compute: RemoteCompute, monitor: Monitor) -> "RobotSession":
    """A session with the robot that the visit describes; runs in the robot's thread."""
    from app.procedures.session import RobotSession

    robot = compute("app.work.tasks:robot_of_visit", {"path": place.visit}, monitor)
    return RobotSession(place.uri, robot, pulse=pulse, compute=compute, visit=place.visit)


class RobotLink(QObject):
    """One robot at a time; every signal comes on the window's thread."""

    state_changed = Signal(object)
    """LinkState."""
    connected = Signal(object)
    """Identity."""
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
    closed = Signal()
    busy_changed = Signal()
    """Work has begun or ended."""

    _told = Signal(object, object)

    def __init__(
        self, runner: JobRunner, *, session: MakeSession = make_session, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make_session = session
        self._compute = RemoteCompute(runner, self)
        self._runner = runner
        self.pulse = Pulse()
        self._session: RobotSession | None = None
        self._thread: RobotThread | None = None
        self._working = ""
        self._state = LinkState.OFF
        self.identity: Identity | None = None
        self.readiness: tuple[ReadinessLine, ...] = ()
        self.place: Place | None = None
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._beat_timer = QTimer(self)
        self._beat_timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._beat_timer.setInterval(PULSE_MS)
        self._beat_timer.timeout.connect(self._beat)

    @property
    def state(self) -> LinkState:
        """How the link stands."""
        return self._state

    @property
    def session(self) -> "RobotSession | None":
        """The session; None while nothing is connected."""
        return self._session

    @property
    def is_connected(self) -> bool:
        """Whether a robot answered and the link has not been lost."""
        return self.identity is not None and self._state in {
            LinkState.READY, LinkState.ARMED, LinkState.MOVING, LinkState.FAULT,
        }  # fmt: skip

    @property
    def is_working(self) -> bool:
        """Whether connecting, a procedure or closing is under way."""
        return bool(self._working)

    @property
    def is_running(self) -> bool:
        """Whether a procedure is under way."""
        return self._working == _RUN

    @property
    def may_move(self) -> bool:
        """Whether the arm is armed or moving, or a procedure may make it so at any moment."""
        return self.is_running or self._state in {LinkState.ARMED, LinkState.MOVING}

    @property
    def acquisition(self) -> "Acquisition | None":
        """The stream; None while there is none."""
        session = self._session
        return session.acquisition if session is not None else None

    @property
    def stream_error(self) -> DeviceError | None:
        """What ended the stream."""
        acquisition = self.acquisition
        return acquisition.error if acquisition is not None else None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What stands behind the controller where it is no real arm."""
        session = self._session
        mark = session.capabilities.mark if session is not None else Mark.NONE
        return () if mark is Mark.NONE else (mark,)

    @property
    def status(self) -> ControllerStatus | None:
        """The last that the controller said about itself."""
        return self._session.controller.status if self._session is not None else None

    def stop(self) -> bool:
        """STOP, now, on this thread, without waiting; whether there was a robot to stop."""
        session = self._session
        if session is None:
            return False
        session.stop()
        if self._thread is not None and self._working == _PREPARE:  # what it works out is void now
            self._thread.cancel()
        return True

    def connect_to(self, place: Place) -> None:
        """Connect; ``connected`` or ``failed`` follows."""
        if self._working or self._session is not None:
            return
        self.place = place
        self._beat_timer.start()
        self._thread = RobotThread(lambda news: self._told.emit(place, news))
        self._do(_CONNECT, self._open)
        self._show(LinkState.CONNECTING)

    def disconnect_robot(self) -> None:
        """Stop a motion and close; ``closed`` follows."""
        thread = self._thread
        if thread is None or self._working == _CLOSE:
            return
        self.stop()
        thread.cancel()
        session = self._session
        if session is not None:
            session.give_up()
        self._do(_CLOSE, self._close)
        self._show(LinkState.CLOSING)

    def reconnect(self) -> None:
        """Find the way back to a lost robot, for reading; ``connected`` or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(_RECONNECT, session.reconnect)
            self._show(LinkState.CONNECTING)

    def ask_readiness(self) -> None:
        """Have the readiness list made anew; ``readiness_found`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(_READINESS, lambda _monitor: session.readiness())

    def clear_fault(self) -> None:
        """Leave a fault whose cause is gone; a new readiness list or ``failed`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(_CLEAR, lambda _monitor: session.controller.clear_fault())

    def prepare(self, procedure: "Procedure") -> None:
        """Work out what a procedure would do; ``prepared`` follows."""
        session = self._session
        if session is not None and not self._working:
            self._do(_PREPARE, lambda monitor: procedure.prepare(session, monitor))

    def run(self, procedure: "Procedure", prepared: "Prepared") -> None:
        """Let a procedure move the arm; ``found`` and ``ended`` follow."""
        session = self._session
        if session is not None and not self._working:
            self._do(_RUN, lambda monitor: _carried_out(session, procedure, prepared, monitor))
            self._beat()

    def begin_to_leave(self) -> None:
        """The window closes: stop the motion first, and let nobody wait for a computation any more."""
        self.stop()
        self._compute.close()

    def leave(self, deadline_s: float = LEAVE_DEADLINE_S) -> bool:
        """End the procedure, stop the recorder, close the port; whether all is gone in time."""
        self.begin_to_leave()
        thread, self._thread = self._thread, None
        gone = True
        if thread is not None:
            thread.cancel()
            if self._working != _CLOSE:
                thread.do(_CLOSE, self._close)
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

    @Slot(object, object)
    def _take(self, place: Place, news: News) -> None:
        if place is not self.place or self._thread is None:
            return  # the last words of a robot that is gone
        match news:
            case Reported(fraction, text):
                self.progressed.emit(fraction, text)
            case Found(result):
                self.found.emit(result)
            case Done(work, result):
                self._done(work, result)
            case GaveUp(work):
                self._over(work)
                self.gave_up.emit(work)
            case WentWrong(work, error):
                self._went_wrong(work, error)

    def _done(self, work: str, result: object) -> None:
        if work in {_CONNECT, _RECONNECT} and self._working == _CLOSE:
            return  # given up meanwhile; closing follows
        self._over(work)
        if work in {_CONNECT, _RECONNECT}:
            self.identity = result  # type: ignore[assignment]
            self._beat()
            self.connected.emit(result)
        elif work == _READINESS:
            self.readiness = result  # type: ignore[assignment]
            self.readiness_found.emit(result)
        elif work == _CLEAR:
            self.ask_readiness()
        elif work == _PREPARE:
            self.prepared.emit(result)
        elif work == _RUN:
            self.ended.emit(result)
        elif work == _CLOSE:
            self._forget()
            self.closed.emit()

    def _went_wrong(self, work: str, error: BaseException) -> None:
        if work in {_CONNECT, _RECONNECT} and self._working == _CLOSE:
            return  # given up meanwhile; closing follows
        self._over(work)
        if work == _CONNECT:
            self._do(_CLOSE, self._close)  # whatever was opened half is closed again
        elif work == _RECONNECT:
            self._show(LinkState.LOST)
        elif work == _CLOSE:
            self._forget()
        self.failed.emit(work, error)

    def _over(self, work: str) -> None:
        if self._working == work:
            self._working = ""
            self.busy_changed.emit()
        self._beat()

    def _forget(self) -> None:
        if self._thread is not None:
            self._thread.end()
        self._thread, self._session, self.identity, self.readiness = None, None, None, ()
        self._beat_timer.stop()
        self._show(LinkState.OFF)

    @Slot()
    def _beat(self) -> None:
        """Tick the pulse and look at what the controller last said."""
        self.pulse.tick()
        session = self._session
        if session is None or self.identity is None or self._working in {_CONNECT, _RECONNECT, _CLOSE}:
            return
        state = OF_LIFECYCLE[session.controller.status.lifecycle]
        error = self.stream_error
        if error is not None:
            state = LinkState.ENDED if error.code == REPLAY_ENDED else LinkState.LOST
        self._show(state)

    def _show(self, state: LinkState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def sample_age_s(self) -> float:
        """Seconds since the last sample; infinite without any."""
        acquisition = self.acquisition
        return acquisition.ring.age() if acquisition is not None else math.inf


def _carried_out(
    session: "RobotSession", procedure: "Procedure", prepared: "Prepared", monitor: Monitor
) -> "Outcome":
    """Run a procedure; afterwards the arm may not move any more until the next one."""
    try:
        return procedure.run(session, prepared, monitor)
    finally:
        _disarm(session)


def _disarm(session: "RobotSession") -> None:
    """Take the right to move back, and wait until the controller says so: it voids what was prepared."""
    if not _is_armed(session):
        return
    try:
        session.controller.disarm()
    except DeviceError as error:  # the outcome counts; a link that broke shows by itself
        log.info("The arm was not disarmed: %s", error)
        return
    deadline_s = time.monotonic() + DISARM_DEADLINE_S
    while _is_armed(session) and time.monotonic() < deadline_s:
        time.sleep(_LOOK_S)


def _is_armed(session: "RobotSession") -> bool:
    return session.controller.status.lifecycle is Lifecycle.ARMED
