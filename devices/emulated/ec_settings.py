"""Settings of an emulated EC controller: ``elite-ec:ec66?seed=3&payload=2.5``, parsed."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

from core.bounds import Seed, check_bounds
from devices.elite_ec.controller import EMULATED_SERIAL
from devices.elite_ec.settings import MODELS, RATE_HZ, SCHEME, TorqueUnit
from devices.emulated.ur_settings import PAYLOAD, SUBJECT, read_payload, read_seed
from devices.family import NotAllowed, Option, one_of, read_name
from devices.protocol_elite_ec import monitor
from devices.protocol_rtde.setup import ControllerVersion


class FrameSize(IntEnum):
    """Sizes of the monitor's frames, bytes."""

    OLDEST = monitor.OLDEST.itemsize
    USUAL = monitor.USUAL.itemsize
    LARGER = monitor.USUAL.itemsize + 32
    """As of software without a description: what is behind the known fields is reserved."""
    NEWEST = monitor.NEWEST_BYTES


@dataclass(frozen=True)
class EmulatedEcSettings:
    """Arm behind the controller."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    payload: Annotated[float, PAYLOAD] = 0.0
    """kg that are set in the controller; nothing hangs on the flange."""
    frame: FrameSize = FrameSize.NEWEST
    torque: TorqueUnit = TorqueUnit.NEWTON_METRE

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def models(self) -> tuple[str, ...]:
        """The descriptions that can be emulated."""
        return MODELS

    @property
    def version(self) -> ControllerVersion:
        """Version of the controller's software."""
        return ControllerVersion(3, 5, 0, 0)

    @property
    def rate(self) -> int:
        """Frames per second."""
        return RATE_HZ

    @property
    def serial(self) -> str:
        """Name of the arm, which no request asks for."""
        return f"{EMULATED_SERIAL}{self.seed}"


def parse_emulated_ec(name: str) -> EmulatedEcSettings:
    """Read ``elite-ec:ec66?seed=3&payload=2.5&frame=607``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedEcSettings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


def _frame(text: str) -> FrameSize:
    for size in FrameSize:
        if text == str(int(size)):
            return size
    raise NotAllowed(*(str(int(size)) for size in FrameSize))


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("payload", "mass in kg that is set in the controller", read_payload),
    Option("frame", "size of the monitor's frames in bytes", _frame),
    Option("torque", "what the reported torque is given in", one_of(TorqueUnit)),
)
