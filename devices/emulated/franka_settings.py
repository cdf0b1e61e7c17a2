"""Settings of an emulated Franka controller: ``franka:fr3?link=measured&seed=3``, parsed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, JointNumber, Seed, check_bounds
from devices.emulated.moteus_settings import read_joints
from devices.emulated.ur_settings import SUBJECT, read_payload, read_seed
from devices.family import Option, bad_value, one_of, read_name, whole_number
from devices.franka.settings import SCHEME
from devices.protocol_fci.header import NEWEST, OLDEST
from devices.protocol_fci.state import DOUBLE, JOINTS, SINGLE, WITH_ACCELEROMETERS

MODELS = ("fr3", "panda")
"""The descriptions that can be emulated."""
LARGEST_LOAD_KG = 3.0
VERSION = Bounds("", OLDEST, NEWEST, whole=True)
PATIENCE = Bounds("", 1, 2000, whole=True)
LOAD = Bounds("kg", 0.0, LARGEST_LOAD_KG)
USUAL_PATIENCE = 200
"""A real controller has the patience of 20 cycles. This computer may be busier than one that moves an arm."""


class LinkSource(StrEnum):
    """Source of the joint position in the emulated controller."""

    COMPUTED = "computed"
    """From the motor's position and the torque, by its own stiffness."""
    MEASURED = "measured"
    """By an encoder behind the gear."""
    MIXED = "mixed"
    """An observer: computed, and slowly drawn to an encoder."""


class Accelerometers(StrEnum):
    """Presence of accelerometers in a state of version 10."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True)
class EmulatedFrankaSettings:
    """Which arm, and which controller in front of it."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    link: LinkSource = LinkSource.COMPUTED
    worn: tuple[JointNumber, ...] = ()
    """Joints with backlash, counted from 0; from 1 in the text."""
    version: Annotated[int, VERSION] = NEWEST
    """Version of the protocol; the arm is moved by version 10 only."""
    accelerometers: Accelerometers = Accelerometers.YES
    payload: Annotated[float, LOAD] = 0.0
    """kg that are set in the controller; nothing hangs on the flange."""
    patience: Annotated[int, PATIENCE] = USUAL_PATIENCE
    """Cycles without a set-point that end a motion."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)
        beyond = [joint + 1 for joint in self.worn if joint >= JOINTS]
        if beyond:
            raise bad_value("worn", str(beyond[0]), f"joint numbers from 1 to {JOINTS}")

    @property
    def layout(self) -> np.dtype:
        """Layout of the states."""
        if self.version < NEWEST:
            return DOUBLE
        return WITH_ACCELEROMETERS if self.accelerometers is Accelerometers.YES else SINGLE

    @property
    def serial(self) -> str:
        """Serial number of the arm, like none that the maker gave."""
        return f"TFE-{self.seed:07d}"


def parse_emulated_franka(name: str) -> EmulatedFrankaSettings:
    """Read ``franka:fr3?link=measured&worn=2&seed=3``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedFrankaSettings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("link", "how the joint position is made: computed, measured or mixed", one_of(LinkSource)),
    Option("worn", "joints with play, such as 2,3", read_joints),
    whole_number("version", "version of the protocol", VERSION, str(OLDEST), str(NEWEST)),
    Option("accelerometers", "whether a state of version 10 has them", one_of(Accelerometers)),
    Option("payload", "mass in kg that is set in the controller", read_payload),
    whole_number("patience", "cycles without a set-point that end a motion", PATIENCE, "20", "200", "…"),
)
