"""State of the window's robot, readable at any time: the link, and the work under way.

Nothing in here changes anything; ``app.arm.link`` does.
"""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.arm.link_state import LinkState, Search
from app.arm.thread import Place
from core.recording import FloatArray, Mark
from core.robot.measured_joints import joint_position
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
    """The session with a robot, for reading only."""

    def __init__(self) -> None:
        super().__init__()
        self._session: RobotSession | None = None
        self._working = ""
        self._state = LinkState.OFF
        self._search = Search()
        self.identity: Identity | None = None
        self.readiness: tuple[ReadinessLine, ...] = ()
        self.place: Place | None = None

    @property
    def state(self) -> LinkState:
        """The present state of the link."""
        return self._state

    @property
    def session(self) -> "RobotSession | None":
        """The session; None while nothing is connected."""
        return self._session

    @property
    def is_connected(self) -> bool:
        """True if a robot answered and the link has not been lost."""
        return self.identity is not None and self._state in {
            LinkState.READY, LinkState.ARMED, LinkState.MOVING, LinkState.FAULT,
        }  # fmt: skip

    @property
    def is_working(self) -> bool:
        """True while connecting, a procedure, closing or other work is under way."""
        return bool(self._working)

    @property
    def tries(self) -> int:
        """Number of attempts so far to reconnect to a lost robot."""
        return self._search.tries

    @property
    def is_giving_up(self) -> bool:
        """True if the user stopped the search while its last attempt is still under way."""
        return self._search.is_given_up and self._working == RECONNECT

    @property
    def is_running(self) -> bool:
        """True while a procedure runs."""
        return self._working == RUN

    @property
    def is_preparing(self) -> bool:
        """True while a procedure is being prepared."""
        return self._working == PREPARE

    @property
    def may_move(self) -> bool:
        """True if the arm is armed or moving, or a procedure runs that may arm it at any moment."""
        return self.is_running or self._state in {LinkState.ARMED, LinkState.MOVING}

    @property
    def pose_now(self) -> FloatArray | None:
        """Joint positions (n,) of the newest sample while no procedure runs, rad or m; None where unknown."""
        session, acquisition = self._session, self.acquisition
        if session is None or acquisition is None or self._state not in {LinkState.READY, LinkState.ARMED}:
            return None
        time, columns = acquisition.ring.newest(0.0)
        pose = joint_position(session.robot, columns) if time.size else None
        return None if pose is None else np.array(pose[-1])

    @property
    def acquisition(self) -> "Acquisition | None":
        """The stream; after a loss the one that ended, until the robot is found; None without a stream."""
        session = self._session
        return session.acquisition if session is not None else None

    @property
    def stream_error(self) -> DeviceError | None:
        """Error that ended the stream; None while it runs."""
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
        """The state that the controller reported last."""
        return self._session.controller.status if self._session is not None else None
