"""The settings of the sweeps, and the law of motion of a stroke."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated

import numpy as np

from core.bounds import (
    Bounds,
    Duration,
    JointNumber,
    Period,
    Ramp,
    Seed,
    Share,
    Speed,
    ToolSpeed,
    check_bounds,
)
from core.errors import BadRequest
from core.recording import FloatArray
from core.setting import setting

DEGREE = float(np.radians(1.0))
METRES_PER_RAD = 0.25
"""Length in m of a sliding joint that corresponds to 1 rad where settings are angles."""
SPEEDS = Bounds(lower=3, upper=100, whole=True)
POSES = Bounds(lower=1, upper=100, whole=True)
WARM_UP = Bounds(lower=0, upper=1000, whole=True)
SPAN = Bounds("rad", 0.0, 100.0, above=True)
SHORTEST_WAY = 1.5 * DEGREE
"""Shortest stroke: enough for friction to settle after the reversal and for several positions."""


@dataclass(frozen=True)
class SweepSettings:
    """Speeds, poses and bounds of the sweeps.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    joints: tuple[JointNumber, ...] | None = setting(
        None, "Joints that are swept, numbered from 1.", caption="Joints", auto="all", example="1 2 3"
    )
    """Numbered from 0 here, from 1 on screen."""
    speeds: Annotated[int, SPEEDS] = setting(
        7, "Number of speeds of each joint, evenly spaced on a logarithmic scale.", caption="Speeds"
    )
    slowest: Speed = setting(0.5 * DEGREE, "Lowest speed.")
    speed_share: Share = setting(
        0.8,
        "Share of the joints' speed limits that may be used; their range may allow less.",
        option="speed",
    )
    poses: Annotated[int, POSES] = setting(
        2, "Number of poses of the other joints, with different gravity loads.", caption="Poses"
    )
    """Number of poses; the second one has every other speed."""
    span: Annotated[float, SPAN] = 80.0 * DEGREE
    """Length of the widest stroke, rad."""
    steady_s: Period = 0.5
    """Shortest wanted time at steady speed in a stroke, s."""
    warm_up: Annotated[int, WARM_UP] = 1
    """Number of stroke pairs before a joint is measured."""
    tool_speed: ToolSpeed | None = None
    """Largest speed of tool point and elbow, m/s."""
    longest_s: Duration | None = None
    """Longest duration of a single stroke, s."""
    ramp_s: tuple[Ramp, ...] | None = None
    """Duration (n,) of each joint's ramps at any speed, if the controller makes them, s.

    Such a controller reduces its acceleration in proportion to the speed. None for ramps planned here.
    """
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)

    def checked_joints(self, count: int) -> tuple[int, ...]:
        """The joints to sweep of an arm with so many.

        Raises
        ------
        BadRequest
            ``sweep-joint`` with one the arm does not have (from 1).
        """
        return joints_of_arm(self.joints, count, code="sweep-joint")


def joints_of_arm(asked: Sequence[int] | None, count: int, *, code: str) -> tuple[int, ...]:
    """The asked joints of an arm with so many, each once; all of them where None are asked for.

    Raises
    ------
    BadRequest
        ``code`` with one the arm does not have (from 1).
    """
    for joint in asked or ():
        if not 0 <= joint < count:
            raise BadRequest(code, joint=joint + 1, joints=count)
    return tuple(range(count)) if asked is None else tuple(dict.fromkeys(asked))


QUICK = SweepSettings(
    speeds=4, slowest=2.0 * DEGREE, poses=1, span=60.0 * DEGREE, steady_s=0.85, warm_up=1, speed_share=0.5
)
"""A short measurement: a quarter of the time, without the load-dependent part."""


def quick(settings: SweepSettings) -> SweepSettings:
    """The short form, with the bounds of these settings."""
    kept = {"joints", "tool_speed", "longest_s", "ramp_s", "seed"}
    return replace(
        QUICK, **{item.name: getattr(settings, item.name) for item in fields(settings) if item.name in kept}
    )


@dataclass(frozen=True, eq=False)
class StrokeLaw:
    """Duration and length of one joint's strokes.

    ``acceleration`` rad/s² applies to ramps planned here, ``ramp_s`` to ramps made by a controller.
    """

    acceleration: float
    ramp_s: float | None = None

    def ramp(self, speed: float) -> float:
        """Seconds from rest to a speed, along a smooth step."""
        return self.ramp_s if self.ramp_s is not None else RAMP_PEAK * speed / self.acceleration

    def seconds(self, way: float, speed: float) -> float:
        """Duration from rest to rest, s."""
        return way / speed + self.ramp(speed)

    def fitting(self, way: float, speed: float) -> float:
        """Largest speed at which a stroke of length ``way`` contains both ramps."""
        if self.ramp_s is not None:
            return min(speed, way / self.ramp_s)
        return min(speed, float(np.sqrt(way * self.acceleration / RAMP_PEAK)))


RAMP_PEAK = 1.5
"""Peak slope of the smooth step 3u² − 2u³ that a stroke uses to accelerate."""


@dataclass(frozen=True, eq=False)
class SpeedChoice:
    """Speeds (K,) rad/s, slowest first, with the way (K,) rad of the strokes at each."""

    speed: FloatArray
    way: FloatArray

    def within(self, *, span: float, limit: float) -> "SpeedChoice":
        """The speeds that fit into ``span`` and do not exceed ``limit``."""
        fits = (self.way <= span * (1.0 + _ROUNDING)) & (self.speed <= limit * (1.0 + _ROUNDING))
        return SpeedChoice(self.speed[fits], self.way[fits])


_ROUNDING = 1e-9
