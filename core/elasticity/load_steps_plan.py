"""Load steps, set and planned: which joint moves where, and which joints gravity cannot load."""

from dataclasses import dataclass
from enum import StrEnum
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
from core.friction.sweeps.settings import DEGREE, joints_of_arm
from core.recording import FloatArray
from core.setting import required_setting, setting

RIPPLE_CYCLES = 4.0
"""Highest order of a gear's ripple, cycles per motor turn, that strokes must keep slow."""
RIPPLE_HZ = 5.0
"""Largest frequency of that ripple, Hz, far below the arm's own resonances."""
FASTEST = 4.0 * DEGREE
"""Largest speed of a stroke, rad/s, also for an unknown gear ratio; inertia is negligible at this speed."""
LEAST_TURNS = 3.0
"""Fewest motor turns of a stroke for separating ripple from load."""
ROUNDS = Bounds(lower=2, upper=100, whole=True)
"""Range of the number of rounds; a hysteresis loop is complete only after a second round."""
STEPS = Bounds(lower=1, upper=1000, whole=True)
SOFT_RAMP_S = 0.3
"""Shortest time to accelerate a joint, s, to avoid vibration."""


@dataclass(frozen=True)
class LoadStepSettings:
    """The settings of load steps.

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
    """Numbered from 0 here, from 1 on screen."""
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
    """Duration of each standstill, s."""
    tool_speed: ToolSpeed | None = None
    """Largest speed of tool point and elbow, m/s."""
    longest_s: Duration | None = None
    """Longest duration of a single move between standstills, s."""
    ramp_s: tuple[Ramp, ...] | None = None
    """Duration (n,) of each joint's ramps, if the controller makes them, s; None for ramps planned here."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)

    def checked_joints(self, count: int) -> tuple[int, ...]:
        """The joints to look at of an arm with so many.

        Raises
        ------
        BadRequest
            ``load-step-joint`` with one the arm does not have (from 1).
        """
        return joints_of_arm(self.joints, count, code="load-step-joint")


def slow_speed(gear_ratio: float) -> float:
    """Speed in rad/s (m/s) at which four cycles per motor turn come at 5 Hz.

    Infinite for an unknown ratio.
    """
    if abs(gear_ratio) <= 1.0:
        return float("inf")
    return 2.0 * np.pi * RIPPLE_HZ / (RIPPLE_CYCLES * abs(gear_ratio))


@dataclass(frozen=True)
class KnownPayload:
    """The payload on the flange: ``mass`` kg, ``center`` (3,) m of mass in the flange frame.

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
        """Raise an error for impossible values."""
        check_bounds(self)

    @property
    def place(self) -> FloatArray:
        """``center`` as an array (3,), m."""
        return np.array(self.center, dtype=np.float64)


class LoadObstacle(StrEnum):
    """Reason for an insufficient gravity load of a joint."""

    VERTICAL_AXIS = "vertical-axis"
    """The axis is vertical in every pose: no payload changes that, tilting the base would."""
    SLIDES = "slides"
    """The joint slides: gravity's force is constant along the way."""
    BALANCED = "balanced"
    """The carried mass is too small or on the axis: a payload off the axis would load the joint."""
    NO_ROOM = "no-room"
    """Some poses load the joint, but none of them is free of collisions."""


@dataclass(frozen=True)
class PoorLoad:
    """A joint with an insufficient gravity load; loads in N·m (N).

    ``torque`` is the largest that gravity puts on it anywhere, ``span`` the widest change over one
    range, ``needed`` the change that would be enough. ``payload_mass`` kg at ``payload_distance`` m
    off the axis would give it; None where no payload does. ``is_run`` if it was requested by name.
    """

    joint: int
    obstacle: LoadObstacle
    torque: float
    span: float
    needed: float
    payload_mass: float | None = None
    payload_distance: float | None = None
    is_run: bool = False


@dataclass(frozen=True)
class LoadStroke:
    """One way over a joint's range: ``places`` rad (m) of the standstills, the first is the start.

    ``round`` counts from 1, ``way`` is +1 or −1.
    """

    round: int
    way: int
    places: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class LoadStepBlock:
    """All strokes of one joint.

    ``pose`` (n,) is where it begins and, but for the joint itself, stays. From ``low`` to ``high``
    rad (m) gravity's torque runs from ``load_low`` to ``load_high`` N·m, the least and the most.
    """

    joint: int
    pose: FloatArray
    low: float
    high: float
    speed: float
    """Steady speed, rad/s (m/s)."""
    ramp_s: float
    stop_s: float
    strokes: tuple[LoadStroke, ...]
    load_low: float
    load_high: float
    needed: float
    """Smallest sufficient change of the load, N·m."""
    motor_turns: float | None
    """Motor turns of one stroke; None if the gear ratio is unknown."""
    tool_speed: float
    """Speed of the arm's fastest point, m/s."""

    @property
    def load_span(self) -> float:
        """Change of gravity's torque over the range, N·m."""
        return self.load_high - self.load_low

    @property
    def is_enough(self) -> bool:
        """True if the change of load is sufficient to measure the deflection."""
        return self.load_span >= self.needed

    @property
    def reverses(self) -> bool:
        """True if the load changes sign, so that backlash is measurable."""
        return self.load_low < 0.0 < self.load_high

    @property
    def seconds(self) -> float:
        """Total time of all strokes with their standstills, s."""
        return sum(self.stroke_seconds(stroke) for stroke in self.strokes)

    def stroke_seconds(self, stroke: LoadStroke) -> float:
        """Duration of one stroke, s."""
        way = abs(stroke.places[-1] - stroke.places[0])
        return way / self.speed + (len(stroke.places) - 1) * (self.ramp_s + self.stop_s)


@dataclass(frozen=True, eq=False)
class LoadStepPlan:
    """The joints in the order of execution, and those that gravity does not load enough.

    ``seconds`` includes the moves between them. ``masses_known`` is False if the description has no
    masses: then assumed masses rank the poses, and the torques here are not real.
    """

    settings: LoadStepSettings
    blocks: tuple[LoadStepBlock, ...]
    poor: tuple[PoorLoad, ...]
    seconds: float
    masses_known: bool
    payload: KnownPayload | None = None

    @property
    def left_out(self) -> tuple[PoorLoad, ...]:
        """The joints that are not run."""
        return tuple(found for found in self.poor if not found.is_run)
