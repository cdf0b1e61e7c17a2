"""What came of correcting a tool for its load: gears' twist without and with it, and corrected positions.

Everything in SI and in the model's terms: rad (m) at the link side, m at the tool. The corrected
positions are for a program of the robot's own; nothing here follows a moving arm.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from core.quality import Judgement, Verdict
from core.recording import FloatArray, Mark
from core.stiffness.correction import ControlLoop

COMPENSATION = "compensation"
COMPENSATION_REFERENCE = "compensation-reference"
"""Under these kinds the results are stored in a visit."""
_TRUSTED = (Verdict.GOOD, Verdict.USABLE)


class CompensationRun(StrEnum):
    """What hangs on the flange."""

    UNLOADED = "unloaded"
    """Nothing, or what always does: the reference."""
    LOADED = "loaded"
    """What the tool is corrected for."""


@dataclass(frozen=True, eq=False)
class ReferencePlace:
    """One place without the load; arrays (n,) rad (m).

    Attributes
    ----------
    goal
        Where the joints are told to be.
    before
        From where they come to it, always.
    deflection
        Motor less link position of the standing arm, ``std`` the standard deviation of this mean; NaN
        for joints without a link encoder.
    temperature
        (n,) K, NaN where nobody tells it.
    """

    goal: FloatArray
    before: FloatArray
    deflection: FloatArray
    std: FloatArray
    temperature: FloatArray


@dataclass(frozen=True, eq=False)
class CompensationReference:
    """Gears' twist at several places without the load; another power-on counts from other zeros."""

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
    """One average at a standstill under load, and what was done about it; arrays (n,) rad (m).

    Attributes
    ----------
    number
        From 0, which is before the first correction.
    commanded
        Where the joints were told to be.
    deflection, std
        Motor less link position under the load, less that without it, and the standard deviation of that.
    change
        What the joints were told to go on from here; zeros after the last.
    shift
        m of the tool by that change.
    remaining_shift
        m by which the tool was off here, by the reduced model.
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
        Where the joints were told to be without a correction.
    unloaded
        Motor less link position without the load.
    loaded
        The same under it, before any correction.
    taken
        Average by average.
    corrected
        Where the joints have to be told to be so that the tool is where it was without the load.
    end
        Why no more was done: ``done``, ``steps-used-up``, or the code of a refusal.
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
        """M by which the load moved the tool, by the reduced model."""
        return self.taken[0].remaining_shift

    @property
    def shift_after(self) -> float:
        """M that are left at ``corrected``, by the reduced model; how far that is right is another matter."""
        return min(one.remaining_shift for one in self.taken)

    @property
    def change(self) -> FloatArray:
        """(n,) of all corrections together."""
        return self.corrected - self.goal


@dataclass(frozen=True, eq=False)
class CompensationResult:
    """Corrected positions at several places; ``places`` in the order in which the arm was there."""

    robot: str
    joint_names: tuple[str, ...]
    places: tuple[CompensatedPlace, ...]
    factor: FloatArray
    """(n,) by which twist was taken; 1 for a joint whose own spring alone counts."""
    tool: tuple[float, float, float]
    """m in the flange frame: the point that is corrected."""
    loop: ControlLoop
    """On which encoder the controller was taken to close its loop."""
    reference: CompensationReference
    recording: str
    model_share: float = float("nan")
    """Of a shift, by which the reduced model is wrong on average over all poses; NaN where nobody knows."""
    stiffness_created_at: str = ""
    """When the reduced stiffness was made that was used."""
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
