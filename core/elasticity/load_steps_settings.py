"""What a person can choose about load steps, and what the controller makes of them."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.bounds import (
    Bounds,
    Duration,
    JointNumber,
    Mass,
    Period,
    Place,
    Ramp,
    Seed,
    Speed,
    ToolSpeed,
    check_bounds,
)
from core.errors import BadRequest
from core.friction.sweeps.settings import DEGREE
from core.recording import FloatArray
from core.setting import required_setting, setting

RIPPLE_CYCLES = 4.0
"""Per motor turn: the fastest line of a gear's ripple that strokes should leave slow."""
RIPPLE_HZ = 5.0
"""How fast that line may come: far below what the arm's own flexibility answers to."""
FASTEST = 4.0 * DEGREE
"""rad/s of a stroke, also where nobody knows the gear ratio: at this pace inertia counts for nothing."""
LEAST_TURNS = 3.0
"""Of the motor, that a stroke must cover for its ripple to be told from the load."""
ROUNDS = Bounds(lower=2, upper=100, whole=True)
"""A loop that is not seen to close says nothing about what it costs to run through it."""
STEPS = Bounds(lower=1, upper=1000, whole=True)
SOFT_RAMP_S = 0.3
"""At least this long a joint takes to get to its speed, so that it does not shake."""


@dataclass(frozen=True)
class LoadStepSettings:
    """How load steps are run.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    joints: tuple[JointNumber, ...] | None = setting(
        None,
        "Joints that are loaded, numbered from 1; these are loaded in any case.",
        caption="Joints",
        auto="all that gravity loads",
        example="2 3",
    )
    """Numbered from 0 here."""
    speed: Speed | None = setting(
        None, "Speed of the strokes.", auto="four cycles per motor turn at 5 Hz, 4 °/s at most"
    )
    seconds: Duration = setting(
        60.0, "Time that a joint takes, about; its range follows from that.", caption="Time of each joint"
    )
    rounds: Annotated[int, ROUNDS] = setting(2, "Number of strokes there and back.")
    steps: Annotated[int, STEPS] = setting(
        5, "Number of standstills of each stroke, the one at its end among them."
    )
    stop_s: Period = 0.5
    """How long each of them lasts."""
    tool_speed: ToolSpeed | None = None
    """m/s that tool point and elbow must not exceed."""
    longest_s: Duration | None = None
    """That a single move from standstill to standstill may last."""
    ramp_s: tuple[Ramp, ...] | None = None
    """(n,) that each joint's ramps last, where the controller makes them; None for ramps of our own."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        check_bounds(self)

    def checked_joints(self, count: int) -> tuple[int, ...]:
        """The joints to look at of an arm with so many.

        Raises
        ------
        BadRequest
            ``load-step-joint`` with one the arm does not have (from 1).
        """
        for joint in self.joints or ():
            if not 0 <= joint < count:
                raise BadRequest("load-step-joint", joint=joint + 1, joints=count)
        return tuple(range(count)) if self.joints is None else tuple(dict.fromkeys(self.joints))


def slow_speed(gear_ratio: float) -> float:
    """rad/s (m/s) at which four cycles per motor turn come at 5 Hz; infinite where nobody knows the ratio."""
    if abs(gear_ratio) <= 1.0:
        return float("inf")
    return 2.0 * np.pi * RIPPLE_HZ / (RIPPLE_CYCLES * abs(gear_ratio))


@dataclass(frozen=True)
class KnownPayload:
    """What hangs on the flange: ``mass`` kg, ``center`` (3,) m of mass in the flange frame.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    mass: Mass
    center: tuple[Place, Place, Place] = required_setting(
        "Centre of the payload's mass, in the flange's directions; it counts as load then.",
        caption="Centre of its mass x y z",
        example="0 80 120 mm",
        option="payload-com",
    )

    def __post_init__(self) -> None:
        """Refuse what hangs nowhere."""
        check_bounds(self)

    @property
    def place(self) -> FloatArray:
        """(3,) ``center`` as an array."""
        return np.array(self.center, dtype=np.float64)
