"""A planned payload measurement: which joints sweep where, with the flange how, and what it will tell."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, Duration, Length, Payload, Ramp, Seed, Speed, ToolSpeed, check_bounds
from core.payload.settings import SweepKey
from core.quality import Verdict
from core.recording import FloatArray
from core.setting import setting


class PayloadMode(StrEnum):
    """How much robot time is spent."""

    QUICK = "quick"
    """At most 2.5 minutes."""
    THOROUGH = "thorough"
    """At most 6 minutes."""


WIDTH = Bounds("rad", 0.0, 4.0 * np.pi, above=True)
LONGEST_S = {PayloadMode.QUICK: 150.0, PayloadMode.THOROUGH: 360.0}
"""Robot time, moves between the sweeps included."""


@dataclass(frozen=True)
class PayloadPlanSettings:
    """How sweeps are planned; what is None follows from the mode and the arm.

    ``tool_speed`` m/s that nothing exceeds, ``longest_s`` of one motion and ``ramp_s`` (n,) s that the
    controller takes to reach its speed are filled in for controllers that run single moves.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    mode: PayloadMode = setting(
        PayloadMode.THOROUGH,
        "Robot time that is spent: at most 2.5 min (quick) or 6 min (thorough).",
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
    """0 where it is unknown."""
    payload_radius: Length = 0.1
    """m around the flange that a payload takes up."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_bounds(self)


class ParallelKind(StrEnum):
    """How the two swept joints lie to each other."""

    PARALLEL = "parallel"
    """In every pose: mass alone comes from both, whatever the centre of mass."""
    NOT_PARALLEL = "not-parallel"
    """Nowhere: three steps cannot be done, everything together can."""


@dataclass(frozen=True)
class SweptJoints:
    """The joints that sweep, from 0; ``sign`` ±1 is the product of their axes where they are parallel.

    ``tilt`` rad is that of the first axis against the horizontal.
    """

    first: int
    second: int
    kind: ParallelKind
    sign: int
    tilt: float


class FlangeAim(StrEnum):
    """What an orientation of the flange is for."""

    X_ALONG = "x-along"
    """Flange z along the swept axis, x along the forearm: x and y together."""
    Y_ALONG = "y-along"
    """The same turned by a quarter about z."""
    Z_ALONG = "z-along"
    """Flange z along the forearm: z alone, once x and y are known."""
    Z_ALONG_TURNED = "z-along-turned"
    OTHER = "other"


@dataclass(frozen=True, eq=False)
class FlangeOrientation:
    """One orientation: its ``number`` (from 1), what for, and the wrist's joints (n,), NaN elsewhere."""

    number: int
    aim: FlangeAim
    pose: FloatArray
    off_by: float = 0.0
    """rad from the exact alignment, where the wrist's limits do not let it come closer."""


@dataclass(frozen=True, eq=False)
class PayloadSweep:
    """One joint over a range there, or back: ``places`` (rad, first and last included) where it may stand.

    ``pose`` (n,) where it begins. ``way`` ±1. A controller that runs only short moves stands at each
    place, any other only at the ends.
    """

    number: int
    joint: int
    orientation: int
    way: int
    pose: FloatArray
    places: tuple[float, ...]
    speed: float
    """rad/s while it is steady."""
    ramp_s: float
    steady_s: float
    """s of all its parts at a steady speed."""

    @property
    def low(self) -> float:
        """In rad, where it begins or ends."""
        return min(self.places)

    @property
    def high(self) -> float:
        """In rad, the other end."""
        return max(self.places)


@dataclass(frozen=True, eq=False)
class Expected:
    """What sweeps will tell: standard deviations of noise alone, ``mass_std`` kg, ``center_std`` (3,) m.

    Infinite where they do not determine it. ``mass`` kg for which that holds.
    """

    mass: float
    mass_std: float
    center_std: FloatArray


@dataclass(frozen=True, eq=False)
class Coverage:
    """Whether the sweeps that were done suffice: a verdict of mass, x, y and z, and what helps most next.

    ``next_sweeps`` numbers of planned sweeps that are not done, the most helpful first.
    """

    verdicts: tuple[Verdict, ...]
    expected: Expected
    next_sweeps: tuple[int, ...]
    done: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class PayloadPlan:
    """Everything the arm will do, in order: ``sweeps`` one after the other, moves between them as needed.

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
