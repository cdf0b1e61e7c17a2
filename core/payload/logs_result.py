"""Result of a payload from any logs: that of the best method, and all methods that were tried."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import Fact
from core.payload.result import PayloadResult
from core.payload.settings import ComplianceKnowledge, GainKnowledge, PayloadMethod
from core.quality import Judgement
from core.recording import FloatArray


class ToldBy(StrEnum):
    """Rule that distinguishes recordings without and with the payload."""

    NAMED = "named"
    WEIGHED = "weighed"
    """By the weighed mass that is stored with them, zero for nothing."""
    TORQUE = "torque"


@dataclass(frozen=True)
class MethodTried:
    """A method that was tried: its recordings, and its mass or the code and facts of why it cannot serve."""

    method: PayloadMethod
    recordings: tuple[str, ...]
    code: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()
    mass: float = float("nan")
    mass_std: float = float("nan")
    is_chosen: bool = False


@dataclass(frozen=True, eq=False)
class PayloadOfLogs:
    """The result of the method that served best, and all that were tried."""

    result: PayloadResult
    told_by: ToldBy
    unloaded: tuple[str, ...]
    loaded: tuple[str, ...]
    tried: tuple[MethodTried, ...]

    @property
    def judgement(self) -> Judgement:
        """The judgement of the result."""
        return self.result.judgement


@dataclass(frozen=True, eq=False)
class Drives:
    """Knowledge of the drives and gears that turn currents into torques."""

    gains: GainKnowledge | None = None
    drive_gain: FloatArray | None = None
    """(n,) N·m/A; the description's where None."""
    compliance: ComplianceKnowledge | None = None
