"""What the window may ask about its robot at any time: state of the link, and what is under way.

Nothing in here changes anything; ``app.arm.link`` does.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.arm.link_state import LinkState
from app.arm.reconnecting import Search
from app.arm.thread_work import Place
from core.recording import Mark
from devices.controller import ControllerStatus
from devices.errors import DeviceError

if TYPE_CHECKING:
    from app.arm.session import RobotSession
    from devices.acquisition.acquisition import Acquisition
    from devices.capabilities import Identity
    from devices.safety.readiness import ReadinessLine

CONNECT, RECONNECT, READINESS = "connect", "reconnect", "readiness"
CLEAR, PREPARE, RUN, CLOSE, HANG = "clear-fault", "prepare", "run", "close", "hang"
OPENING = {CONNECT, RECONNECT}


class LinkedRobot(QObject):
    """The session with a robot, as the window sees it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: RobotSession | None = None
        self._working = ""
        self._state = LinkState.OFF
        self._search = Search()
        self.identity: Identity | None = None
        self.readiness: tuple[ReadinessLine, ...] = ()
        self.place: Place | None = None

    @property
    def state(self) -> LinkState:
        """State of the link."""
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
    def tries(self) -> int:
        """How often a lost robot has been looked for by now."""
        return self._search.tries

    @property
    def is_giving_up(self) -> bool:
        """Whether the user stopped the search while its last try is still under way."""
        return self._search.is_given_up and self._working == RECONNECT

    @property
    def is_running(self) -> bool:
        """Whether a procedure is under way."""
        return self._working == RUN

    @property
    def is_preparing(self) -> bool:
        """Whether what a procedure would do is being worked out."""
        return self._working == PREPARE

    @property
    def may_move(self) -> bool:
        """Whether the arm is armed or moving, or a procedure may make it so at any moment."""
        return self.is_running or self._state in {LinkState.ARMED, LinkState.MOVING}

    @property
    def acquisition(self) -> "Acquisition | None":
        """The stream; the one that ended until a lost robot is found; None while there is none."""
        session = self._session
        return session.acquisition if session is not None else None

    @property
    def stream_error(self) -> DeviceError | None:
        """What ended the stream."""
        acquisition = self.acquisition
        return acquisition.error if acquisition is not None else None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marks of a controller without a real arm: virtual, replay."""
        session = self._session
        mark = session.capabilities.mark if session is not None else Mark.NONE
        return () if mark is Mark.NONE else (mark,)

    @property
    def status(self) -> ControllerStatus | None:
        """The last that the controller said about itself."""
        return self._session.controller.status if self._session is not None else None
