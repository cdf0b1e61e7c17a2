"""A recording: the data of one run of an arm, with its origin and the samples left out.

The columns are joint-wise quantities in SI units on the device's own clock. They may be in memory
(NumPy) or in a file (an HDF5 dataset): any object that slices like an array will do, so that an hour at
1 kHz is read block by block.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, Fact

FloatArray = npt.NDArray[np.float64]


class Quantity(StrEnum):
    """Quantity of a column group of a recording, with one column per joint."""

    POSITION = "position"
    """Joint position as the controller reports it, rad or m."""
    VELOCITY = "velocity"
    ACCELERATION = "acceleration"
    MOTOR_POSITION = "motor_position"
    """Motor encoder.

    Divided by the gear ratio unless the robot's description says it is at the motor shaft.
    """
    MOTOR_VELOCITY = "motor_velocity"
    LINK_POSITION = "link_position"
    """Link-side encoder; NaN for joints without one."""
    CURRENT = "current"
    """Current of the motor, A."""
    MOTOR_TORQUE = "motor_torque"
    """Torque at the motor shaft, N·m."""
    TORQUE = "torque"
    """Torque at the link side of the gear, N·m (N for a prismatic joint)."""
    CURRENT_REFERENCE = "current_reference"
    """The controller's own complete prediction of the current, A."""
    TORQUE_REFERENCE = "torque_reference"
    """The controller's own rigid-body torque, N·m."""
    TEMPERATURE = "temperature"
    """Temperature of the joint, K."""


BOTH_ENCODERS = (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
"""Column groups whose difference is the twist of the gears."""


class TorqueKind(StrEnum):
    """Source of a recording's torque channel."""

    MOTOR_CURRENT = "motor-current"
    MOTOR_TORQUE = "motor-torque"
    LINK_SENSOR = "link-sensor"
    MODEL = "model"
    UNKNOWN = "unknown"


class LinkPosition(StrEnum):
    """The kinds of link position that a controller may report."""

    MEASURED = "measured"
    """By an encoder behind the gear."""
    COMPUTED = "computed"
    """By the controller from the motor's position and a torque, wholly or in part."""
    NONE = "none"
    """There is none: the reported one is that of the motor."""
    UNKNOWN = "unknown"


class Column(Protocol):
    """Anything that slices like an array of shape (N, joints)."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array, (N, joints)."""

    def __getitem__(self, rows: slice, /) -> Any:
        """The rows as an array-like object."""


@dataclass(frozen=True)
class Dropped:
    """Rows left out by an importer: the reason's code, their number, and the first of them."""

    code: str
    rows: int
    first_row: int
    detail: str = ""


class Mark(StrEnum):
    """Mark of a recording that is not from a real arm; shown on every page and report."""

    NONE = ""
    SYNTHETIC = "synthetic"
    """Computed from a seed, without a controller."""
    VIRTUAL = "virtual"
    """Recorded on the virtual robot of the program."""
    REPLAY = "replay"
    """Recorded from a replay of an earlier recording."""
    SAID = "said-virtual"
    """Recorded on a device that declares itself virtual; it is treated as a real one otherwise."""


@dataclass(frozen=True)
class Event:
    """An event during a recording: time on the device clock, a stable code, facts."""

    time: float
    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class MissingSamples:
    """A gap found while recording: index of the sample before, number of missing samples, and cause."""

    index: int
    missing: int
    cause: str
    """One of ``sequence``, ``clock``, ``overflow`` and ``damage``.

    ``sequence``: lost in transmission; ``clock``: the device's clock jumped; ``overflow``: this
    computer was too slow; ``damage``: written data was damaged on the disk.
    """


@dataclass(frozen=True)
class Origin:
    """Origin of a recording, so that a result can state its run and rows."""

    file: str = ""
    sha256: str = ""
    layout: str = ""
    first_row: int = 0
    """First row used, 1-based, counted in the file before any cleaning; 0 when it has none."""
    last_row: int = 0
    imported_at: str = ""
    software: str = ""
    synthetic_seed: int | None = None
    """Seed of a computed recording; such a recording is always marked."""
    mark: Mark = Mark.NONE
    device: str = ""
    """Name of the recording controller, such as ``virtual:ec66``."""
    serial: str = ""
    model: str = ""
    """Model name reported by the controller; empty for a file."""
    firmware: str = ""
    """Version of the controller's own program as reported."""
    power_on: str = ""
    """Identifier of the controller's power-on; encoder offsets are valid within one only."""
    recorded_at: str = ""
    gear_ratio: tuple[float, ...] = ()
    """Motor turns per joint turn reported by the controller; empty if it reported none."""
    announcement_sha256: str = ""
    """Digest of the controller's announcement, in bytes as received; empty if there was none."""

    def shares_rows(self, other: "Origin") -> bool:
        """True if rows are the same ones of the same file, whatever it and the recordings are called."""
        is_same_file = bool(self.sha256) and self.sha256 == other.sha256
        return is_same_file and self.first_row <= other.last_row and other.first_row <= self.last_row


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
    """Weighed payload on the flange, kg; None if unknown."""
    origin: Origin = field(default_factory=Origin)
    dropped: tuple[Dropped, ...] = ()
    host_time: FloatArray | None = None
    """Host time of arrival (N,), s, for recordings made by this program."""
    missing: tuple[MissingSamples, ...] = ()
    """Gaps found while recording; they are never filled."""
    events: tuple[Event, ...] = ()
    incomplete: str = ""
    """Reason for an early end (an error's code), empty if it ended as planned."""

    @property
    def sample_count(self) -> int:
        """Number of samples in the recording, N."""
        return int(self.time.shape[0])

    @property
    def joint_count(self) -> int:
        """Number of joints, from the first column group."""
        return int(next(iter(self.columns.values())).shape[1])

    @property
    def duration(self) -> float:
        """Time from the first to the last sample, s."""
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


def columns_missing(
    code: str, recording: str, *, has: Iterable[Quantity], needed: Iterable[Quantity]
) -> BadRequest:
    """The refusal of a recording that ``has`` these columns and lacks some or all of the ``needed`` ones."""
    found = tuple(quantity.value for quantity in has)
    return BadRequest(code, recording=recording, has=found, needed=tuple(one.value for one in needed))
