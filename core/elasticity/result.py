"""What the twist of the gears says: per joint how stiff, how loose and how worn, each with its doubt.

Everything is at the link side of the gear, in the description's directions: a positive load on the
gear goes with a positive deflection, motor angle less link angle.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from core.quality import Judgement
from core.recording import FloatArray, Mark

ELASTICITY = "elasticity"
"""Under this kind the results are stored in a visit."""


@dataclass(frozen=True)
class Measured:
    """A value and the standard deviation of its error, both in the unit its owner names.

    ``form`` is the part of that deviation which comes from the form of what was fitted and from the
    motion: measured again in the same way, the same error comes again.
    """

    value: float
    std: float
    form: float = 0.0


class RippleCause(StrEnum):
    """What a periodic error of a gear likely comes from, by how often it comes in a turn."""

    MOTOR_TURN = "motor-turn"
    """Once per motor turn: an eccentric shaft or coupling."""
    WAVE_GENERATOR = "wave-generator"
    """Twice per motor turn: the two lobes of a strain wave gear."""
    MOTOR_HARMONIC = "motor-harmonic"
    """Another whole number of times per motor turn."""
    LINK_TURN = "link-turn"
    """A few times per turn of the joint: its encoder, or the output side of the gear."""
    GEAR_MESH = "gear-mesh"
    """No whole number: a stage further in, by its teeth."""


@dataclass(frozen=True)
class Ripple:
    """One line in the spectrum over motor turns."""

    cycles_per_motor_turn: float
    cycles_std: float
    amplitude: float
    """Peak, rad (m)."""
    amplitude_std: float
    cause: RippleCause
    amplitude_form: float = 0.0
    """Of ``amplitude_std``, as ``Measured.form``."""


@dataclass(frozen=True, eq=False)
class HysteresisLoop:
    """Deflection over load once lag, offset, ripple and wind-up by speed are taken away; for a picture.

    ``load`` (P,) N·m (N), ``deflection`` (P,) rad (m), oldest first; a NaN pair breaks the line.
    ``line`` is the deflection that stiffness alone would give, and backlash with it.
    """

    load: FloatArray
    deflection: FloatArray
    line: FloatArray


@dataclass(frozen=True, eq=False)
class RippleSpectrum:
    """Amplitude (K,) rad (m) over cycles per motor turn (K,); for a picture."""

    cycles_per_motor_turn: FloatArray
    amplitude: FloatArray


@dataclass(frozen=True, eq=False)
class JointElasticity:
    """One joint; what could not be measured is None, and the judgement says why."""

    joint: str
    number: int
    """From 0."""
    is_prismatic: bool = False
    lag: Measured | None = None
    """s by which the link encoder's channel is late behind the motor encoder's."""
    offset: Measured | None = None
    """rad (m) of motor less link without load, in the first of the recordings."""
    stiffness: Measured | None = None
    """N·m/rad (N/m) of loads that have overcome the gear's hysteresis."""
    damping: Measured | None = None
    """N·m·s/rad (N·s/m) against the rate of the deflection."""
    backlash: Measured | None = None
    """rad (m), the whole gap."""
    hysteresis_width: Measured | None = None
    """rad (m) between the two ways of the loop at no load, backlash not counted."""
    hysteresis_energy: Measured | None = None
    """J lost in one loop over the load that was seen."""
    lost_motion: Measured | None = None
    """rad between the ways of the loop near no load, all causes together; of a locked output."""
    branch_stiffness: tuple[float, float] | None = None
    """N·m/rad of the softest and the stiffest branch of a loop that is no line; of a locked output."""
    rotor_inertia: Measured | None = None
    """kg·m² (kg), reflected, where the twist tells it apart from the links' inertia."""
    ripple: tuple[Ripple, ...] = ()
    """Strongest first."""
    load_low: float = float("nan")
    """N·m, the least the gear carried."""
    load_high: float = float("nan")
    """N·m, the most."""
    rms_raw: float = float("nan")
    """rad (m) of the deflection less its mean."""
    rms_explained: float = float("nan")
    """rad (m) of what the parts leave of it."""
    loop: HysteresisLoop | None = None
    spectrum: RippleSpectrum | None = None
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))


@dataclass(frozen=True, eq=False)
class TwistValidation:
    """How well the parts explain the deflection in a recording they were not fitted to, (n,) rad (m)."""

    recording: str
    rms_raw: FloatArray
    rms_explained: FloatArray


@dataclass(frozen=True, eq=False)
class Elasticity:
    """All joints of an arm, and what it was measured from."""

    robot: str
    recordings: tuple[str, ...]
    """Labels of those whose deflection was fitted."""
    joints: tuple[JointElasticity, ...]
    judgement: Judgement
    validation: tuple[TwistValidation, ...] = ()
    model: str = ""
    """Key of the identification that gave the loads."""
    model_created_at: str = ""
    gain_std: float = 0.0
    """Relative standard deviation of the drive gains, which is also that of every stiffness."""
    temperature: float | None = None
    """K, mean over joints and recordings, where it was recorded."""
    serial: str = ""
    power_on: str = ""
    recorded_at: str = ""
    """Of the first recording."""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    def with_validation(self, validation: tuple[TwistValidation, ...]) -> "Elasticity":
        """The same with how well it explains other recordings."""
        return replace(self, validation=validation)

    def with_model(self, key: str) -> "Elasticity":
        """The same with the key in its visit of the identification that gave the loads."""
        return replace(self, model=key)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names from base to flange."""
        return tuple(joint.joint for joint in self.joints)

    @property
    def stiffness(self) -> FloatArray:
        """(n,) N·m/rad (N/m), NaN where not measured."""
        return np.array([np.nan if one.stiffness is None else one.stiffness.value for one in self.joints])

    @property
    def lag(self) -> FloatArray:
        """(n,) s, NaN where not measured."""
        return np.array([np.nan if one.lag is None else one.lag.value for one in self.joints])
