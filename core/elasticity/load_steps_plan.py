"""Planned load steps: which joint moves where under which load, and which joints gravity cannot load."""

from dataclasses import dataclass
from enum import StrEnum

from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings
from core.recording import FloatArray


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
