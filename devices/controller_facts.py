"""Facts of a connected controller, as data for a page: its identity, its channels, what it keeps back."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from core.errors import Fact
from core.recording import Quantity


class SerialSource(StrEnum):
    """Source of the serial number."""

    CONTROLLER = "controller"
    TYPED = "typed"
    """From the plate; the controller does not confirm it."""
    NONE = "none"

    @classmethod
    def of(cls, serial: str, *, is_reported: bool) -> "SerialSource":
        """Name the source of a serial number, which the controller reported or a person typed."""
        if is_reported:
            return cls.CONTROLLER
        return cls.TYPED if serial else cls.NONE


class ChannelKind(StrEnum):
    """Origin of the values of a channel."""

    MEASURED = "measured"
    CONVERTED = "converted"
    """Computed by the controller from something measured, such as a torque from the current."""
    REFERENCE = "reference"
    """A set-point of the controller."""
    UNKNOWN = "unknown"
    """The maker does not say."""
    MODEL = "model"
    """The controller's own model; no measurement is in it."""


@dataclass(frozen=True)
class Channel:
    """One quantity per joint; ``field`` is its name in the interface of the maker."""

    quantity: Quantity
    field: str
    kind: ChannelKind


@dataclass(frozen=True)
class Missing:
    """Something that the controller does not give: a stable code, with facts for its sentence."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class ControllerFacts:
    """The facts of one connection; rates in Hz, texts empty where the controller does not tell them."""

    model: str
    software: str
    serial: str
    serial_source: SerialSource
    rate: float
    asked_rate: float
    channels: tuple[Channel, ...]
    missing: tuple[Missing, ...]


@runtime_checkable
class Describing(Protocol):
    """A controller that tells what it is and gives."""

    @property
    def facts(self) -> ControllerFacts | None:
        """The facts of the present connection; None without one."""
