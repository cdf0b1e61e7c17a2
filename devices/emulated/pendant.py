"""The pendant of an emulated controller: somebody jogs one joint after the other, and changes the load."""

import math
import queue
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.emulated.arm import Arm

APPROACH_RAD_S = math.radians(30.0)
"""Speed at which a jog first goes to where it begins, as far as the joint can."""
PUSH_RAD_S2 = math.radians(60.0)
"""Acceleration of a jog: it has its steady speed within a degree of where it begins."""
REST_S = 0.5
"""Rest between two moves: a person looks before the next arrow is pressed."""


@dataclass(frozen=True)
class Jog:
    """Joint (from 0) that goes from ``start`` to ``end``, reported rad, at ``speed`` rad/s."""

    joint: int
    start: float
    end: float
    speed: float


@dataclass(frozen=True)
class Outcome:
    """A jog that has ended; ``is_done`` is False where the controller would not let it go on."""

    jog: Jog
    is_done: bool


class Pendant:
    """Jogs one after the other, in the controller's own thread; ``ended`` is for other threads.

    Parameters
    ----------
    arm
        The arm; other joints keep their set-points.
    robot
        Its description.
    may_jog
        False while the controller or a program has the arm; a jog under way ends then.
    """

    def __init__(self, arm: Arm, robot: RobotModel, *, may_jog: Callable[[], bool]) -> None:
        self._arm, self._may_jog = arm, may_jog
        ends = np.stack([robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)])
        self.lower: FloatArray = ends.min(axis=0)
        """Reported limits (n,), rad."""
        self.upper: FloatArray = ends.max(axis=0)
        limit = robot.velocity_limit
        self.speed: FloatArray = np.where(np.isfinite(limit), limit, math.pi)
        """Largest speeds (n,), rad/s."""
        self._waiting: deque[tuple[Jog, float, float]] = deque()
        """Moves to come: the jog, where it goes and how fast; the way to its beginning is one of its own."""
        self._now: tuple[Jog, float] | None = None
        self._rest = 0.0
        self._ended: queue.SimpleQueue[Outcome] = queue.SimpleQueue()

    @property
    def joint_count(self) -> int:
        """Number of joints n."""
        return int(self.lower.size)

    @property
    def may_jog(self) -> bool:
        """True while nothing but the pendant has the arm."""
        return self._may_jog()

    @property
    def is_busy(self) -> bool:
        """True while a jog is under way or waits."""
        return bool(self._waiting) or self._now is not None

    def jog(self, jog: Jog) -> None:
        """Jog after those that wait."""
        approach = min(APPROACH_RAD_S, float(self.speed[jog.joint]))
        self._waiting.append((jog, jog.start, approach))
        self._waiting.append((jog, jog.end, jog.speed))

    def ended(self) -> list[Outcome]:
        """The jogs that have ended since the last call; from any thread."""
        found: list[Outcome] = []
        while not self._ended.empty():
            found.append(self._ended.get_nowait())
        return found

    def step(self, seconds: float) -> None:
        """Begin the next move once the arm rests; called once in each control period."""
        if not self.is_busy:
            return
        if not self._may_jog():
            self._give_up()
            return
        if self._arm.is_commanded:
            return
        if self._now is not None:
            jog, target = self._now
            self._now, self._rest = None, REST_S
            if target == jog.end and not (self._waiting and self._waiting[0][0] is jog):
                self._ended.put(Outcome(jog, is_done=True))
            return
        self._rest -= seconds
        if self._rest <= 0.0 and self._waiting:
            self._begin(*self._waiting.popleft())

    def _begin(self, jog: Jog, target: float, speed: float) -> None:
        pose = self._arm.row().target_position.copy()
        pose[jog.joint] = target
        self._now = (jog, target)
        self._arm.move(pose, speed=speed, acceleration=PUSH_RAD_S2)

    def _give_up(self) -> None:
        """Forget all jogs, because the controller or somebody else has the arm now."""
        jogs = [] if self._now is None else [self._now[0]]
        jogs += [jog for jog, target, _ in self._waiting if target == jog.end and jog not in jogs]
        self._waiting.clear()
        self._now = None
        for jog in jogs:
            self._ended.put(Outcome(jog, is_done=False))
