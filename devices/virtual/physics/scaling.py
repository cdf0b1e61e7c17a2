"""Rules that scale the imperfections of a reference arm to other arms; from ``resources/virtual``."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from core.recording import FloatArray
from devices.virtual.physics.profile_file import Section, read_profile


@dataclass(frozen=True)
class ReferenceJoint:
    """Values of a joint with the rated torque ``torque`` N·m; exponents scale them to other torques."""

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
        """Stiffness of gears for the rated ``torque``, N·m/rad."""
        share = torque / self.torque
        exponent = np.where(share < 1.0, self.stiffness_exponent_below, self.stiffness_exponent_above)
        scaled: FloatArray = self.stiffness * share**exponent
        return scaled

    def rotor_inertia_at(self, torque: FloatArray, *, gear_ratio: FloatArray) -> FloatArray:
        """Reflected inertia of rotors for the rated ``torque`` and gear ratio, kg·m²."""
        by_ratio = (np.abs(gear_ratio) / self.gear_ratio) ** self.rotor_ratio_exponent
        scaled: FloatArray = (
            self.rotor_inertia * (torque / self.torque) ** self.rotor_inertia_exponent * by_ratio
        )
        return scaled

    def drive_gain_at(self, torque: FloatArray) -> FloatArray:
        """Drive gain at the link side for the rated ``torque``, N·m/A."""
        scaled: FloatArray = self.drive_gain * (torque / self.torque) ** self.drive_gain_exponent
        return scaled


@dataclass(frozen=True)
class LimitRules:
    """Rules for rated torque, speed and acceleration where a description has none."""

    torque_margin: float
    payload_margin: float
    smallest_torque: float
    speed: float
    sliding_speed: float
    speed_up_time_s: float
    torque_share: float


@dataclass(frozen=True)
class BodyRules:
    """Rules for links where a description has no masses."""

    density: float
    radius_share: float
    taper: float
    shortest_share: float


@dataclass(frozen=True)
class PrismaticRules:
    """A slide counts as a joint of this radius; ``encoder_step_m`` is the step of its link encoder."""

    metres_per_radian: float
    encoder_step_m: float


@dataclass(frozen=True)
class Scaling:
    """All scaling rules of the shipped file."""

    reference: ReferenceJoint
    limits: LimitRules
    body: BodyRules
    prismatic: PrismaticRules


def _read(section: Section, kind: Any) -> Any:
    """Read a dataclass of numbers from a section with the same keys."""
    values = {name: section.number(name) for name in kind.__dataclass_fields__}
    section.finish()
    return kind(**values)


@cache
def scaling() -> Scaling:
    """Read the shipped rules.

    Raises
    ------
    ConfigurationError
        ``bad-virtual-profile`` if the file is incomplete.
    """
    kinds = {
        "reference": ReferenceJoint,
        "limits": LimitRules,
        "body": BodyRules,
        "prismatic": PrismaticRules,
    }
    sections = read_profile("scaling", sections=tuple(kinds))
    return Scaling(**{name: _read(sections[name], kind) for name, kind in kinds.items()})
