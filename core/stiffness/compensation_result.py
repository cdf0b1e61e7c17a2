"""Result of correcting a tool for its load: gear twist without and with it, and corrected positions.

All values are in SI and in the model's terms: rad (m) at the link side, m at the tool. The corrected
positions are for a program of the robot's own; they do not track a moving arm.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from core.quality import Judgement, Verdict
from core.recording import FloatArray, Mark
from core.stiffness.correction import ControlLoop

COMPENSATION = "compensation"
COMPENSATION_REFERENCE = "compensation-reference"
"""Kinds under which the results are stored in a visit."""
_TRUSTED = (Verdict.GOOD, Verdict.USABLE)


class CompensationRun(StrEnum):
    """Load of the flange during a run."""

    UNLOADED = "unloaded"
    """No load, or only the permanent one: the reference."""
    LOADED = "loaded"
    """The load for which the tool is corrected."""


@dataclass(frozen=True, eq=False)
class ReferencePlace:
    """One place without the load; arrays (n,) rad (m).

    Attributes
    ----------
    goal
        Commanded joint positions.
    before
        Positions from which the place is always approached.
    deflection
        Motor minus link position of the arm at rest, ``std`` the standard deviation of this mean;
        NaN for joints without a link encoder.
    temperature
        (n,) K, NaN where unknown.
    """

    goal: FloatArray
    before: FloatArray
    deflection: FloatArray
    std: FloatArray
    temperature: FloatArray


@dataclass(frozen=True, eq=False)
class CompensationReference:
    """Gear twist at several places without the load; another power-on has other encoder zeros."""

    robot: str
    places: tuple[ReferencePlace, ...]
    recording: str
    """Label of the recording in the visit."""
    serial: str = ""
    power_on: str = ""
    created_at: str = ""
    software: str = ""
    mark: Mark = Mark.NONE


@dataclass(frozen=True, eq=False)
class CorrectionTaken:
    """One average at a standstill under load, and the correction after it; arrays (n,) rad (m).

    Attributes
    ----------
    number
        From 0, which is before the first correction.
    commanded
        Commanded joint positions.
    deflection, std
        Motor minus link position under the load, minus that without it, and its standard deviation.
    change
        Commanded change of the joint positions; zeros after the last.
    shift
        m of the tool by that change.
    remaining_shift
        Remaining error of the tool here by the reduced model, m.
    """

    number: int
    commanded: FloatArray
    deflection: FloatArray
    std: FloatArray
    change: FloatArray
    shift: float
    remaining_shift: float


@dataclass(frozen=True, eq=False)
class CompensatedPlace:
    """One place under load; arrays (n,) rad (m).

    Attributes
    ----------
    number
        From 1, among the places of the reference.
    goal
        Commanded joint positions without a correction.
    unloaded
        Motor minus link position without the load.
    loaded
        The same under it, before any correction.
    taken
        One entry per average.
    corrected
        Joint positions to command so that the tool is where it was without the load.
    end
        Reason for the end: ``done``, ``steps-used-up``, or the code of a refusal.
    """

    number: int
    goal: FloatArray
    unloaded: FloatArray
    loaded: FloatArray
    taken: tuple[CorrectionTaken, ...]
    corrected: FloatArray
    end: str
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def shift_before(self) -> float:
        """Shift of the tool by the load, by the reduced model, m."""
        return self.taken[0].remaining_shift

    @property
    def shift_after(self) -> float:
        """Remaining shift at ``corrected`` by the reduced model, m, without the error of that model."""
        return min(one.remaining_shift for one in self.taken)

    @property
    def change(self) -> FloatArray:
        """Sum of all corrections, (n,) rad (m)."""
        return self.corrected - self.goal


@dataclass(frozen=True, eq=False)
class CompensationResult:
    """Corrected positions at several places; ``places`` in the order in which the arm was there."""

    robot: str
    joint_names: tuple[str, ...]
    places: tuple[CompensatedPlace, ...]
    factor: FloatArray
    """Factor (n,) on the twist; 1 for a joint that uses its own spring alone."""
    tool: tuple[float, float, float]
    """The corrected point in the flange frame, m."""
    loop: ControlLoop
    """Encoder on which the controller closes its loop, as assumed here."""
    reference: CompensationReference
    recording: str
    model_share: float = float("nan")
    """Mean error of the reduced model relative to the shift, over all poses; NaN if unknown."""
    stiffness_created_at: str = ""
    """Creation time of the reduced stiffness that was used."""
    serial: str = ""
    power_on: str = ""
    created_at: str = ""
    software: str = ""
    mark: Mark = Mark.NONE
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def corrected(self) -> tuple[CompensatedPlace, ...]:
        """The places whose corrected positions can be used."""
        return tuple(place for place in self.places if place.judgement.verdict in _TRUSTED)
