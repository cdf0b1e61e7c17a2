"""Recording the stream, whatever page is shown: until a person ends it, or around a condition.

Each has a thread of its own, so that motions and pages go on meanwhile, and ends with the robot. A robot that
was lost and found again is watched again for the condition; what a person began to record is kept and over.
"""

import math
import threading
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.arm.link import RobotLink
from core.errors import TorsionError
from core.monitor import Cancelled, NullMonitor
from devices.errors import TransportError

if TYPE_CHECKING:
    from app.arm.condition_watch import Watch
    from app.arm.procedure import Outcome
    from app.arm.session import RobotSession

BEFORE_S, AFTER_S = 10.0, 20.0
LABEL = "record"
"""Label of what a person recorded; a number follows where there is one already."""


class _WhileStreaming(NullMonitor):
    """Ends a watch with the stream that it began with."""

    def __init__(self, session: "RobotSession") -> None:
        self._session, self._acquisition = session, session.acquisition

    def report(self, _fraction: float, _text: str = "") -> None:
        """Raise ``Cancelled`` once another stream, or none, is there."""
        if self._session.acquisition is not self._acquisition:
            raise Cancelled


class ByHand(QObject):
    """Records from a press to the next one, and puts the recording into the visit."""

    changed = Signal()
    """Emitted when a recording was begun, or is over."""
    ended = Signal(object)
    """Carries the ``Outcome``."""
    failed = Signal(object)
    """Carries the error for which nothing was recorded."""
    _over = Signal(object)

    def __init__(self, link: RobotLink, parent: QObject) -> None:
        super().__init__(parent)
        self._link = link
        self._ending: threading.Event | None = None
        self._over.connect(self._take)

    @property
    def is_recording(self) -> bool:
        """True from the press that begins it until the recording is in the visit."""
        return self._ending is not None

    @property
    def can_end(self) -> bool:
        """True while it records and no person has ended it yet."""
        return self._ending is not None and not self._ending.is_set()

    @Slot()
    def begin(self) -> None:
        """Record from now on."""
        session = self._link.session
        if session is not None and self._ending is None:
            self._ending = threading.Event()
            work = partial(self._run, session, self._ending)
            threading.Thread(target=work, name="record", daemon=True).start()
            self.changed.emit()

    @Slot()
    def end(self) -> None:
        """End the recording; ``ended`` follows."""
        if self._ending is not None:
            self._ending.set()
            self.changed.emit()

    def _run(self, session: "RobotSession", ending: threading.Event) -> None:
        from app.arm.recorded_procedure import record_until

        try:
            self._over.emit(record_until(session, ending, label=LABEL))
        except (TorsionError, OSError) as error:
            self._over.emit(error)
        except Cancelled:  # the window closes; what was written is found when the visit is opened again
            return

    @Slot(object)
    def _take(self, found: "Outcome | Exception") -> None:
        self._ending = None
        self.changed.emit()
        if isinstance(found, Exception):
            self.failed.emit(found)
        else:
            self.ended.emit(found)


class Trigger(QObject):
    """Arms a condition on the stream of whatever robot is connected."""

    changed = Signal()
    """Emitted when it was armed or disarmed, or has fired."""
    fired = Signal(object)
    """Carries a ``Fired``, whose recording is in the visit."""
    failed = Signal(object)
    """Carries the error that ended it, or for which it could not see."""
    _over = Signal(object, object)
    _fired = Signal(object, object)

    def __init__(self, link: RobotLink, parent: QObject) -> None:
        super().__init__(parent)
        self._link = link
        self._watch: Watch | None = None
        self.line = ""
        """The condition that is waited for; empty while none is."""
        self.count = 0
        """Number of times it fired since it was armed."""
        self._over.connect(self._ended)
        self._fired.connect(self._count)
        link.closed.connect(self.disarm)
        link.came_back.connect(self._watch_again)

    def arm(self, line: str) -> None:
        """Wait for this condition from now on.

        Raises
        ------
        BadRequest
            As ``core.signals.expression.read_condition``.
        ConfigurationError, TransportError
            ``no-visit`` that would take the recordings, ``not-connected``.
        """
        from app.arm.condition_watch import Watch
        from core.diagnostics.named_signals import named_signals
        from core.signals.expression import read_condition

        session = self._link.session
        if session is None or session.acquisition is None:
            raise TransportError("not-connected", uri="")
        session.visit_file  # noqa: B018  # raises where there is none
        condition = read_condition(line, named_signals(session.robot, session.capabilities.quantities))
        self.disarm()
        self.line, self.count = condition.line, 0
        self._watch = watch = Watch(
            session,
            condition,
            before=BEFORE_S,
            after=AFTER_S,
            on_fired=lambda fired: self._fired.emit(watch, fired),
        )
        work = partial(self._run, watch, _WhileStreaming(session))
        threading.Thread(target=work, name="trigger", daemon=True).start()
        self.changed.emit()

    @Slot()
    def disarm(self) -> None:
        """Wait for nothing any more; a recording under way ends and is kept."""
        watch, self._watch, self.line = self._watch, None, ""
        if watch is not None:
            watch.stop()
            self.changed.emit()

    def _run(self, watch: "Watch", monitor: NullMonitor) -> None:
        """Watch, in a thread of its own."""
        error: Exception | None = None
        try:
            watch.run(math.inf, monitor)
        except (TorsionError, OSError) as found:
            error = found
        except Cancelled:  # the window closes
            return
        self._over.emit(watch, error or watch.blindness)

    @Slot(object, object)
    def _ended(self, watch: "Watch", error: Exception | None) -> None:
        """Say why a watch ended or could not see; that of a lost robot goes on when it is back."""
        if error is not None and (watch is not self._watch or not isinstance(error, TransportError)):
            self.failed.emit(error)
        if watch is self._watch and not isinstance(error, TransportError):
            self.disarm()

    @Slot(object, object)
    def _count(self, watch: "Watch", fired: object) -> None:
        if watch is self._watch:
            self.count += 1
        self.fired.emit(fired)
        self.changed.emit()

    @Slot()
    def _watch_again(self) -> None:
        """Go on with a robot that was lost and is back."""
        if not self.line:
            return
        count = self.count
        try:
            self.arm(self.line)
        except TorsionError as error:
            self.disarm()
            self.failed.emit(error)
        self.count = count
        self.changed.emit()
