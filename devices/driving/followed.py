"""The moving arm of a controller that carries a motion out by itself: begun from here, followed, stopped.

The thread of the link calls ``on_state`` and ``on_lost``; ``stop`` may be called from any thread,
takes no lock and waits for nothing.
"""

import math
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from devices.controller import StopLevel
from devices.driving.motion_in_progress import MotionReport, Request, UnderWay
from devices.driving.moving import Condition, MovingArm, first_missing
from devices.driving.stopping import LEAST_S, Stopping
from devices.errors import DeviceError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd

STILL_RAD_S = 0.01
"""A joint below this speed counts as standing; elastic gears swing on below it."""
STANDS_S = 0.1
"""The arm is at rest once motion and joints have stood for this long."""
BEGIN_TIMEOUT_S = 3.0
"""A motion of which nothing is seen by then was not begun."""
CONFIRMED_S = 1.0
"""A motion that has not begun this long after a stop is not going to."""
LEAVE_TIMEOUT_S = 1.5
STOPPED_TIMEOUT_S = 6.0
"""Longest wait before the arm is armed again after a stop."""
LOOK_S = 0.02


class FollowedState(Protocol):
    """State that a controller reports, as far as a motion is followed by it."""

    @property
    def timestamp(self) -> float:
        """By the controller's clock, s."""

    @property
    def speed(self) -> float | None:
        """Of the fastest joint, rad/s; None where the controller does not tell it."""

    @property
    def is_program_under_way(self) -> bool:
        """True while the controller carries something out."""


State = TypeVar("State", bound=FollowedState)
_State_co = TypeVar("_State_co", covariant=True)


class _Intake(Protocol[_State_co]):
    @property
    def state(self) -> _State_co | None: ...


class Followed(Protocol[_State_co]):
    """The link whose states are followed."""

    @property
    def error(self) -> DeviceError | None:
        """The error that ended the connection."""

    @property
    def intake(self) -> _Intake[_State_co]:
        """Keeps the newest state."""


class FollowedMoving(MovingArm, Generic[State]):
    """Everything about motion in one connection, but for the commands of the maker's controller.

    Parameters
    ----------
    followed
        The link of the connection.
    uri
        Name of the arm.
    ways
        The ways to stop, by name; each is taken in a thread of its own.
    apart_s
        Least time between two tries of a way, s, where a way has one.
    """

    def __init__(
        self,
        followed: Followed[State],
        *,
        uri: str,
        ways: Mapping[str, Callable[[], None]],
        apart_s: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__(leave_s=LEAVE_TIMEOUT_S)
        self._followed, self._uri = followed, uri
        self._under_way: UnderWay | None = None
        self._number = 0
        """Number of the newest motion; 0 before the first."""
        self._moved_at = math.inf
        """Time by the controller's clock at which the arm was last seen to move, s."""
        self._slot = threading.Lock()  # guards the motion's slot; never held while waiting
        self._stopping = Stopping(ways, stands=lambda: self._stands, apart_s=apart_s)

    # What is known

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions of a motion, with those that are missing; empty before the first state."""
        state = self._followed.intake.state
        return () if state is None else self._conditions(state)

    @abstractmethod
    def _conditions(self, state: State) -> tuple[Condition, ...]:
        """Conditions of a motion, in the order in which they are met at the pendant."""

    @property
    def _stands(self) -> bool:
        state = self._followed.intake.state
        return state is not None and state.timestamp - self._moved_at >= STANDS_S

    def _state(self) -> State:
        if self._followed.error is not None:
            raise self._followed.error
        state = self._followed.intake.state
        if state is None:
            raise TransportError("not-connected", uri=self._uri)
        return state

    def _missing(self, state: State) -> RobotStateError | None:
        return first_missing(self._conditions(state))

    def _expect_ready(self) -> None:
        missing = self._missing(self._state())
        if missing is not None:
            raise missing

    # Arming and moving

    def arm(self) -> None:
        """Check every condition; raise the error of the first that is missing.

        Raises
        ------
        RobotStateError
            ``not-at-rest`` after a stop; the code of the condition, and as ``_make_ready``.
        MotionRejected
            ``stopped`` by a STOP meanwhile.
        """
        # a stop that is late would end the next motion
        if not self._stopping.wait_until_done(STOPPED_TIMEOUT_S):
            raise RobotStateError("not-at-rest")
        stopped_at = self._stopping.asked_at
        self._make_ready()
        if self._stopping.asked_at != stopped_at:
            raise MotionRejected("stopped")
        self._before_armed()
        self._permit = object()

    @abstractmethod
    def _make_ready(self) -> None:
        """Look at everything that a motion needs, and raise the error of what is missing."""

    def _before_armed(self) -> None:
        """Begin what must go on while the arm is armed."""

    def _take_up(self, motion: Motion, *, permit: object, before: int) -> UnderWay:
        """Follow a motion from now on; the caller holds the slot."""
        under_way = self._under_way = UnderWay(motion, permit=permit, before=before)
        self._motion = motion
        return under_way

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""
        self.disarm()
        # a program that is not ours is left alone, unless the arm moves after a stop of ours
        if self.is_under_way or (level is StopLevel.ABORT and self._number):
            self._stopping.stop()

    def _wait_for_begin(self, under_way: UnderWay, request: Request, *, code: str) -> None:
        """Wait until the motion is seen; a stop that it does not outlive ends the wait.

        A motion of which nothing is seen is stopped, and fails with ``code``.
        """
        deadline = time.monotonic() + BEGIN_TIMEOUT_S
        while not (request.is_accepted.wait(LOOK_S) or under_way.motion.is_over):
            if self._permit is not under_way.permit and self._stopping.seconds > LEAST_S:
                under_way.give_up(None)
                return
            if time.monotonic() > deadline:
                self.stop()  # it may have been received or not
                under_way.give_up(RobotStateError(code, seconds=BEGIN_TIMEOUT_S))
                return

    # Supervision: called by the thread of the link

    def on_state(self, state: State) -> None:
        """Follow the motion, and disarm an arm that is not ready any more."""
        is_still = state.speed is not None and state.speed <= STILL_RAD_S
        # a time of later belongs to a clock that began again
        if state.is_program_under_way or not is_still or self._moved_at > state.timestamp:
            self._moved_at = state.timestamp
        missing, under_way = self._missing(state), self._under_way
        if under_way is None or under_way.motion.is_over:
            if missing is not None and self._permit is not None:
                self.disarm()
            return
        missing = missing or self._missing_on_the_way(state)
        if missing is not None and under_way.failure is None:
            under_way.failure = missing
            self.stop()
        self._watch_motion(state, under_way)
        under_way.on_report(self._report(state), stop_is_confirmed=self._is_stop_confirmed)
        if under_way.motion.outcome in {MotionEnd.STOPPED, MotionEnd.FAILED}:
            self.disarm()

    def _missing_on_the_way(self, state: State) -> RobotStateError | None:
        """Error of what only a motion that has begun lacks; None if nothing."""
        del state
        return None

    @abstractmethod
    def _watch_motion(self, state: State, under_way: UnderWay) -> None:
        """Look whether the controller carries out this motion and no other."""

    @abstractmethod
    def _report(self, state: State) -> MotionReport:
        """Report of the state on the newest motion."""

    def on_lost(self, error: DeviceError) -> None:
        """Stop what may still move, and end the motion."""
        self.stop()
        super().on_lost(error)

    @property
    def _is_stop_confirmed(self) -> bool:
        return self._permit is None and self._stopping.seconds > CONFIRMED_S and self._stands

    def close(self) -> None:
        """End every thread, each with a deadline, and a motion that has not ended."""
        self.disarm()
        self._stopping.close()
        super().close()
