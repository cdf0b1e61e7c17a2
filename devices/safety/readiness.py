"""Whether it is safe to start: one line for each thing that must be so, with the reason and the way out."""

from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Fact
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.controller import ControllerStatus, LinkCounters


class ReadinessState(StrEnum):
    """How one line of the list stands."""

    READY = "ready"
    LIMITED = "limited"
    """May start, with the limits that the line names."""
    NOT_READY = "not-ready"


@dataclass(frozen=True)
class ReadinessLine:
    """One line: a stable code, its state, facts, and the code of what would help (empty for nothing)."""

    code: str
    state: ReadinessState
    facts: dict[str, Fact] = field(default_factory=dict)
    fix: str = ""


@dataclass(frozen=True, eq=False)
class ReadinessFacts:
    """Everything that is known when the question is asked."""

    robot: RobotModel
    capabilities: Capabilities
    status: ControllerStatus
    counters: LinkCounters
    identity: Identity | None = None
    visit_serial: str = ""
    """Serial number of the visit's robot; empty for a new visit."""
    stream_rate: float = 0.0
    """Hz, as measured."""
    stream_age: float = float("inf")
    """s since the last sample."""
    velocity_ratio: float | None = None
    """Reported velocity over the position's own rate of change; None where it cannot be told."""
    encoders_checked: bool = False
    """Whether the two encoders were checked in this power-on."""
    free_disk: int | None = None
    """Bytes where the recording goes."""
    top_speed: float = 0.0
    """m/s of the motion that is meant; 0 for none."""
    clear_cell_confirmed: bool = False


def readiness(facts: ReadinessFacts) -> tuple[ReadinessLine, ...]:
    """The list, in the order in which things are to be put right."""
    raise NotImplementedError(facts)
