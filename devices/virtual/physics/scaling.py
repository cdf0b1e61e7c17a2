"""How the imperfections of one well-known arm carry over to others: rules from ``resources/virtual``."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from core.recording import FloatArray
from devices.virtual.physics.profile_file import Section, read_profile


@dataclass(frozen=True)
class ReferenceJoint:
    """A joint of rated torque ``torque`` N·m has the other values; exponents lead to other torques."""

    torque: float
    gear_ratio: float
    stiffness: float
    stiffness_exponent_below: float
    stiffness_exponent_above: float
    rotor_inertia: float
    rotor_inertia_exponent: float
    rotor_ratio_exponent: float
    drive_gain: float
    drive_gain_exponent: float
    current_noise: float

    def stiffness_at(self, torque: FloatArray) -> FloatArray:
        """N·m/rad of gears of the rated ``torque``."""
        share = torque / self.torque
        exponent = np.where(share < 1.0, self.stiffness_exponent_below, self.stiffness_exponent_above)
        scaled: FloatArray = self.stiffness * share**exponent
        return scaled

    def rotor_inertia_at(self, torque: FloatArray, *, gear_ratio: FloatArray) -> FloatArray:
        """kg·m² reflected, of motors of the rated ``torque`` behind gears of this ratio."""
        by_ratio = (np.abs(gear_ratio) / self.gear_ratio) ** self.rotor_ratio_exponent
        scaled: FloatArray = (
            self.rotor_inertia * (torque / self.torque) ** self.rotor_inertia_exponent * by_ratio
        )
        return scaled

    def drive_gain_at(self, torque: FloatArray) -> FloatArray:
        """N·m/A at the link side of drives of the rated ``torque``."""
        scaled: FloatArray = self.drive_gain * (torque / self.torque) ** self.drive_gain_exponent
        return scaled


@dataclass(frozen=True)
class LimitRules:
    """Rated torque, speed and acceleration where a description names none."""

    torque_margin: float
    payload_margin: float
    smallest_torque: float
    speed: float
    sliding_speed: float
    speed_up_time_s: float
    torque_share: float


@dataclass(frozen=True)
class BodyRules:
    """Links where a description has no masses."""

    density: float
    radius_share: float
    taper: float
    shortest_share: float


@dataclass(frozen=True)
class PrismaticRules:
    """Slides as joints of this radius, rolled out; ``encoder_step_m`` of their link encoders."""

    metres_per_radian: float
    encoder_step_m: float


@dataclass(frozen=True)
class Scaling:
    """All rules."""

    reference: ReferenceJoint
    limits: LimitRules
    body: BodyRules
    prismatic: PrismaticRules


def _read(section: Section, kind: Any) -> Any:
    """A dataclass of numbers from the section with the same keys."""
    values = {name: section.number(name) for name in kind.__dataclass_fields__}
    section.finish()
    return kind(**values)


@cache
def scaling() -> Scaling:
    """The rules as shipped.

    Raises
    ------
    ConfigurationError
        ``bad-virtual-profile`` where the file has a gap.
    """
    kinds = {
        "reference": ReferenceJoint,
        "limits": LimitRules,
        "body": BodyRules,
        "prismatic": PrismaticRules,
    }
    sections = read_profile("scaling", sections=tuple(kinds))
    return Scaling(**{name: _read(sections[name], kind) for name, kind in kinds.items()})
