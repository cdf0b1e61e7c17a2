"""Planned load steps: which joint moves where under which load, and which joints gravity cannot load."""

from dataclasses import dataclass
from enum import StrEnum

from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings
from core.recording import FloatArray


class LoadObstacle(StrEnum):
    """Why gravity does not load a joint enough."""

    VERTICAL_AXIS = "vertical-axis"
    """It turns about gravity itself in every pose: no payload changes that, tilting the base would."""
    SLIDES = "slides"
    """It slides: gravity pulls equally all along the way."""
    BALANCED = "balanced"
    """What it carries is too light, or lies on its axis: a payload off the axis would load it."""
    NO_ROOM = "no-room"
    """There are poses that load it, but none that keeps clear."""


@dataclass(frozen=True)
class PoorLoad:
    """A joint that gravity cannot load enough; loads in N·m (N).

    ``torque`` is the largest that gravity puts on it anywhere, ``span`` the widest change over one
    range, ``needed`` the change that would be enough. ``payload_mass`` kg at ``payload_distance`` m
    off the axis would give it; None where no payload does. ``is_run`` where it was asked for by name.
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
    """One way over a joint's range: ``places`` rad (m) where it stands, the first is where it begins.

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
    """rad/s (m/s)"""
    ramp_s: float
    stop_s: float
    strokes: tuple[LoadStroke, ...]
    load_low: float
    load_high: float
    needed: float
    """N·m that the load should change, at least."""
    motor_turns: float | None
    """Of one stroke; None where nobody knows the gear ratio."""
    tool_speed: float
    """m/s of the arm's fastest point."""

    @property
    def load_span(self) -> float:
        """N·m by which gravity's torque changes over the range."""
        return self.load_high - self.load_low

    @property
    def is_enough(self) -> bool:
        """Whether that is enough to see the gear bend."""
        return self.load_span >= self.needed

    @property
    def reverses(self) -> bool:
        """Whether the load goes through zero, so that backlash shows."""
        return self.load_low < 0.0 < self.load_high

    @property
    def seconds(self) -> float:
        """How long all strokes take, the standstills among them."""
        return sum(self.stroke_seconds(stroke) for stroke in self.strokes)

    def stroke_seconds(self, stroke: LoadStroke) -> float:
        """How long one stroke takes."""
        way = abs(stroke.places[-1] - stroke.places[0])
        return way / self.speed + (len(stroke.places) - 1) * (self.ramp_s + self.stop_s)


@dataclass(frozen=True, eq=False)
class LoadStepPlan:
    """The joints in the order in which they run, and those that gravity cannot load.

    ``seconds`` with the moves between them. ``masses_known`` is False where the description has no
    masses: then a stand-in says which pose loads a joint more, and no torque here is to be believed.
    """

    settings: LoadStepSettings
    blocks: tuple[LoadStepBlock, ...]
    poor: tuple[PoorLoad, ...]
    seconds: float
    masses_known: bool
    payload: KnownPayload | None = None

    @property
    def left_out(self) -> tuple[PoorLoad, ...]:
        """Those that are not run."""
        return tuple(found for found in self.poor if not found.is_run)
