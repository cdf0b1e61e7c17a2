"""A planned payload measurement: joints, ranges and flange orientations, with the expected accuracy."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, Duration, Length, Payload, Ramp, Seed, Speed, ToolSpeed, check_bounds
from core.payload.settings import SweepKey
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.capsules import PAYLOAD_RADIUS_M
from core.setting import setting


class PayloadMode(StrEnum):
    """Robot time allowed for the measurement."""

    QUICK = "quick"
    """At most 90 s of robot time."""
    THOROUGH = "thorough"
    """At most 6 minutes of robot time."""


WIDTH = Bounds("rad", 0.0, 4.0 * np.pi, above=True)
LONGEST_S = {PayloadMode.QUICK: 90.0, PayloadMode.THOROUGH: 360.0}
"""Longest robot time by mode, s, moves between the sweeps included."""


@dataclass(frozen=True)
class PayloadPlanSettings:
    """Settings of the sweeps; values of None follow from the mode and the arm.

    ``tool_speed`` m/s that nothing exceeds, ``longest_s`` of one motion and ``ramp_s`` (n,) s that the
    controller takes to reach its speed are filled in for controllers that run single moves.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    mode: PayloadMode = setting(
        PayloadMode.THOROUGH,
        "Robot time that is spent: at most 90 s (quick) or 6 min (thorough).",
        caption="How thoroughly",
    )
    speed: Speed | None = setting(
        None,
        "Speed of the swept joints.",
        caption="Speed, °/s",
        auto="what the time allows",
        example="7.5 °/s",
    )
    width: Annotated[float, WIDTH] | None = setting(
        None,
        "Angle that each sweep covers.",
        caption="Range, °",
        auto="what the time allows",
        example="55°",
    )
    both_directions: bool = True
    tool_speed: ToolSpeed | None = 0.25
    longest_s: Duration | None = None
    ramp_s: tuple[Ramp, ...] | None = None
    payload_mass: Payload = setting(
        0.0,
        "Mass that is expected on the flange, for torques and clearances beforehand.",
        auto="all that the arm may carry",
        option="expected-kg",
    )
    """Mass in kg; 0 where it is unknown."""
    tool_length: Length = setting(
        PAYLOAD_RADIUS_M,
        "Length of the tool that is kept clear, roughly.",
        caption="Tool reaches, about",
        option="tool-length",
    )
    """m along the flange's z axis."""
    payload_radius: Length = PAYLOAD_RADIUS_M
    """Radius around the flange that a payload occupies, m."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)


class ParallelKind(StrEnum):
    """Relation of the two swept joints' axes."""

    PARALLEL = "parallel"
    """Parallel in every pose: both give the mass independently of the centre of mass."""
    NOT_PARALLEL = "not-parallel"
    """Never parallel: the three steps are impossible, the joint fit is not."""


@dataclass(frozen=True)
class SweptJoints:
    """The swept joints, from 0; ``sign`` ±1 is the product of their axes where they are parallel.

    ``tilt`` rad is the first axis' angle from horizontal.
    """

    first: int
    second: int
    kind: ParallelKind
    sign: int
    tilt: float


class FlangeAim(StrEnum):
    """Purpose of an orientation of the flange."""

    X_ALONG = "x-along"
    """Flange z along the swept axis, x along the forearm: gives x and y together."""
    Y_ALONG = "y-along"
    """The same turned by a quarter turn about z."""
    Z_ALONG = "z-along"
    """Flange z along the forearm: gives z, once x and y are known."""
    Z_ALONG_TURNED = "z-along-turned"
    OTHER = "other"


@dataclass(frozen=True, eq=False)
class FlangeOrientation:
    """One orientation: its ``number`` (from 1), aim, and the wrist's joints (n,), NaN elsewhere."""

    number: int
    aim: FlangeAim
    pose: FloatArray
    off_by: float = 0.0
    """Deviation from the exact alignment, rad, where the wrist's limits allow no better."""


@dataclass(frozen=True, eq=False)
class PayloadSweep:
    """One joint over a range in one direction, with stops at ``places`` (rad, ends included).

    ``pose`` (n,) is the start, ``way`` ±1 the direction. A controller that runs only short moves stops
    at each place, any other only at the ends.
    """

    number: int
    joint: int
    orientation: int
    way: int
    pose: FloatArray
    places: tuple[float, ...]
    speed: float
    """Steady speed, rad/s."""
    ramp_s: float
    steady_s: float
    """Total time of all its parts at steady speed, s."""

    @property
    def low(self) -> float:
        """Lower end of the range, rad."""
        return min(self.places)

    @property
    def high(self) -> float:
        """Upper end of the range, rad."""
        return max(self.places)


@dataclass(frozen=True, eq=False)
class Expected:
    """Expected standard deviations from noise alone: ``mass_std`` kg, ``center_std`` (3,) m.

    Infinite for quantities that the sweeps do not determine. ``mass`` is the mass for which they hold,
    kg.
    """

    mass: float
    mass_std: float
    center_std: FloatArray


@dataclass(frozen=True, eq=False)
class Coverage:
    """Sufficiency of the finished sweeps: a verdict on mass, x, y and z, and the best next sweeps.

    ``next_sweeps`` are the numbers of planned sweeps not done yet, the most informative first.
    """

    verdicts: tuple[Verdict, ...]
    expected: Expected
    next_sweeps: tuple[int, ...]
    done: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class PayloadPlan:
    """The whole measurement in order: ``sweeps`` one after the other, with moves between them as needed.

    ``seconds`` with those moves. ``notes`` say what was not possible: codes with joints, such as
    ``no-parallel-joints``, ``axis-too-steep``, ``wrist-cannot-align``, ``time-exceeded``.
    """

    settings: PayloadPlanSettings
    joints: SweptJoints
    orientations: tuple[FlangeOrientation, ...]
    sweeps: tuple[PayloadSweep, ...]
    seconds: float
    expected: Expected
    notes: tuple[str, ...] = ()
    repeats: tuple[SweepKey, ...] = field(default_factory=tuple)
