"""A recording: what one run of an arm left behind, with where it came from and what was dropped.

The columns are joint-wise quantities in SI units on the device's own clock. They
may live in memory (NumPy) or in a file (an HDF5 dataset): anything that slices
like an array serves, so that an hour at 1 kHz is read block by block.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.errors import Fact

FloatArray = npt.NDArray[np.float64]


class Quantity(StrEnum):
    """What a column group of a recording measures, one column per joint."""

    POSITION = "position"
    """Joint position as the controller reports it, rad or m."""
    VELOCITY = "velocity"
    ACCELERATION = "acceleration"
    MOTOR_POSITION = "motor_position"
    """Motor encoder; divided by the gear ratio unless the robot says it is at the motor shaft."""
    MOTOR_VELOCITY = "motor_velocity"
    LINK_POSITION = "link_position"
    """Link-side encoder; NaN in the columns of joints that carry none."""
    CURRENT = "current"
    """Motor current, A."""
    MOTOR_TORQUE = "motor_torque"
    """Torque at the motor shaft, N·m."""
    TORQUE = "torque"
    """Torque at the link side of the gear, N·m (N for a prismatic joint)."""
    CURRENT_REFERENCE = "current_reference"
    """The controller's own complete prediction of the current, A."""
    TORQUE_REFERENCE = "torque_reference"
    """The controller's own rigid-body torque, N·m."""
    TEMPERATURE = "temperature"
    """K."""


class TorqueKind(StrEnum):
    """Where the torque channel of a recording comes from."""

    MOTOR_CURRENT = "motor-current"
    MOTOR_TORQUE = "motor-torque"
    LINK_SENSOR = "link-sensor"
    MODEL = "model"
    UNKNOWN = "unknown"


class Column(Protocol):
    """Anything that slices like an array of shape (N, joints)."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(N, joints)."""

    def __getitem__(self, rows: slice, /) -> Any:
        """The rows, as something NumPy understands."""


@dataclass(frozen=True)
class Dropped:
    """Rows that an importer left out: the reason's code, how many, and where the first was."""

    code: str
    rows: int
    first_row: int
    detail: str = ""


class Mark(StrEnum):
    """What stands behind a recording where it is no real arm; shown on every page and paper."""

    NONE = ""
    SYNTHETIC = "synthetic"
    """Computed from a seed, without a controller."""
    VIRTUAL = "virtual"
    """Recorded on the virtual robot."""
    REPLAY = "replay"
    """Recorded from a replay of an earlier recording."""
    SAID = "said-virtual"
    """Recorded on a device that says it is no real arm; it counts as one all the same."""


@dataclass(frozen=True)
class Event:
    """Something that happened during a recording: when on the device clock, a stable code, facts."""

    time: float
    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class MissingSamples:
    """A hole found while recording: after which sample, how many are missing, and why."""

    index: int
    missing: int
    cause: str
    """``sequence`` (lost on the way), ``clock`` (the device's clock jumped), ``overflow`` (this computer),
    ``damage`` (what was written was damaged on the disk)."""


@dataclass(frozen=True)
class Origin:
    """Where a recording came from, so that a result can say which run and which rows."""

    file: str = ""
    sha256: str = ""
    layout: str = ""
    first_row: int = 0
    """First row used, 1-based, counted in the file before any cleaning; 0 when it has none."""
    last_row: int = 0
    imported_at: str = ""
    software: str = ""
    synthetic_seed: int | None = None
    """Seed of a recording computed rather than measured; such a recording is always marked."""
    mark: Mark = Mark.NONE
    device: str = ""
    """How the controller was named that made it, such as ``virtual:ec66``."""
    serial: str = ""
    model: str = ""
    """What the controller calls itself; empty for a file."""
    firmware: str = ""
    """Version of the controller's own program as it told it."""
    power_on: str = ""
    """Which power-on of the controller; encoder offsets hold within one only."""
    recorded_at: str = ""
    gear_ratio: tuple[float, ...] = ()
    """Motor turns per joint turn as the controller told them; empty where it told none."""
    announcement_sha256: str = ""
    """Digest of the bytes in which the controller said what it is; empty where there were none."""


@dataclass(frozen=True)
class Recording:
    """One run: a clock, columns, and their history.

    ``time`` has shape (N,) in s on the device clock, strictly increasing but not
    necessarily uniform; each column has shape (N, joints).
    """

    label: str
    time: FloatArray
    columns: Mapping[Quantity, Column]
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    payload_mass: float | None = None
    """Payload on the flange in kg when it was weighed; None when nobody said."""
    origin: Origin = field(default_factory=Origin)
    dropped: tuple[Dropped, ...] = ()
    host_time: FloatArray | None = None
    """(N,) s, this computer's clock at arrival, for recordings made by this program."""
    missing: tuple[MissingSamples, ...] = ()
    """Holes found while recording; never filled."""
    events: tuple[Event, ...] = ()
    incomplete: str = ""
    """Why it ended early (an error's code), empty for a recording that ended as planned."""

    @property
    def sample_count(self) -> int:
        """Number of samples N."""
        return int(self.time.shape[0])

    @property
    def joint_count(self) -> int:
        """Number of joints, from the first column group."""
        return int(next(iter(self.columns.values())).shape[1])

    @property
    def duration(self) -> float:
        """Seconds from the first to the last sample."""
        return float(self.time[-1] - self.time[0]) if self.sample_count else 0.0

    def block(self, first: int, last: int) -> "Recording":
        """The samples [first, last) read into memory."""
        rows = slice(first, last)
        return replace(
            self,
            time=np.asarray(self.time[rows], dtype=np.float64),
            host_time=None if self.host_time is None else np.asarray(self.host_time[rows], dtype=np.float64),
            columns={
                quantity: np.asarray(column[rows], dtype=np.float64)
                for quantity, column in self.columns.items()
            },
        )
