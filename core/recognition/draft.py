"""An understanding that is not finished: its groups while their units and meanings are settled."""

from dataclasses import dataclass, replace

import numpy as np

from core.exchange.file_units import TIME_UNITS
from core.recognition.understanding import LEAVE, TIME, Evidence, Group, Understanding
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel


@dataclass
class Draft:
    """Groups that are replaced one by one; ``robot`` is the description of the arm, if it is known."""

    found: Understanding
    robot: RobotModel | None

    def __post_init__(self) -> None:
        self.groups = list(self.found.groups)

    def group(self, quantity: Quantity) -> Group | None:
        """The settled columns of a quantity."""
        return next((group for group in self.groups if group.meaning == quantity and not group.is_open), None)

    def values(self, group: Group) -> FloatArray:
        """Values (N, columns) of a group, in its own units."""
        return self.found.table.matrix(group.columns)

    def put(self, group: Group, **changes: object) -> Group:
        """Replace a group; returns the new one."""
        evidence = changes.pop("evidence", None)
        if isinstance(evidence, Evidence):
            changes["evidence"] = (*group.evidence, evidence)
        new = replace(group, **changes)  # type: ignore[arg-type]
        self.groups[self.groups.index(group)] = new
        return new

    def ask(self, group: Group, units: tuple[str, ...], evidence: Evidence) -> None:
        """Leave the meaning of a group to a person."""
        choices = (*(f"{group.meaning} {unit}" for unit in units), LEAVE)
        self.put(group, units=(), choices=choices, evidence=evidence)

    @property
    def time(self) -> FloatArray | None:
        """The clock in s; None where it is not settled."""
        clock = next((group for group in self.groups if group.meaning == TIME and not group.is_open), None)
        if clock is not None:
            factors = np.array([TIME_UNITS[unit] for unit in clock.units])
            stamps = self.found.table.matrix(clock.columns)
            return np.asarray((stamps - stamps[np.isfinite(stamps).all(axis=1)][:1]) @ factors)
        rate = self.found.rate_hz
        return np.arange(self.found.table.channels[0].values.size) / rate if rate else None
