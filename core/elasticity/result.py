"""The elasticity of the gears per joint: stiffness, backlash, hysteresis, ripple, with uncertainty.

All values are at the link side of the gear, in the description's directions: a positive load on the
gear causes a positive deflection, motor angle minus link angle.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from core.quality import Judgement, Reason
from core.recording import FloatArray, LinkPosition, Mark

ELASTICITY = "elasticity"
"""Kind under which the results are stored in a visit."""

_POINTS = 81


@dataclass(frozen=True)
class Measured:
    """A value and the standard deviation of its error, in the unit that its owner states.

    ``form`` is the part of that deviation caused by the form of the fitted model and by the
    motion: the same measurement repeats the same error.
    """

    value: float
    std: float
    form: float = 0.0


class RippleCause(StrEnum):
    """Probable cause of a periodic gear error, from its cycles per turn."""

    MOTOR_TURN = "motor-turn"
    """Once per motor turn: an eccentric shaft or coupling."""
    WAVE_GENERATOR = "wave-generator"
    """Twice per motor turn: the two lobes of a strain wave gear."""
    MOTOR_HARMONIC = "motor-harmonic"
    """Another whole number of times per motor turn."""
    LINK_TURN = "link-turn"
    """A few times per turn of the joint: its encoder, or the output side of the gear."""
    GEAR_MESH = "gear-mesh"
    """No integer: the teeth of an inner stage."""


@dataclass(frozen=True)
class Ripple:
    """One line in the spectrum over motor turns."""

    cycles_per_motor_turn: float
    cycles_std: float
    amplitude: float
    """Peak amplitude, rad (m)."""
    amplitude_std: float
    cause: RippleCause
    amplitude_form: float = 0.0
    """Part of ``amplitude_std`` as in ``Measured.form``."""


@dataclass(frozen=True, eq=False)
class HysteresisLoop:
    """Deflection over load without lag, offset, ripple and wind-up by speed, for a plot.

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
    """One joint; an unmeasured value is None, and the judgement has the reason."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool = False
    lag: Measured | None = None
    """Delay of the link encoder's channel behind the motor encoder's, s."""
    offset: Measured | None = None
    """Motor minus link angle without load in the first of the recordings, rad (m)."""
    stiffness: Measured | None = None
    """Stiffness for loads that have overcome the gear's hysteresis, N·m/rad (N/m)."""
    damping: Measured | None = None
    """Damping against the rate of the deflection, N·m·s/rad (N·s/m)."""
    backlash: Measured | None = None
    """Backlash as the whole gap, rad (m)."""
    hysteresis_width: Measured | None = None
    """Width of the loop at zero load, backlash not included, rad (m)."""
    hysteresis_energy: Measured | None = None
    """Energy lost in one loop over the measured load range, J."""
    lost_motion: Measured | None = None
    """Width of the loop near zero load from all causes together, rad; for a locked output."""
    branch_stiffness: tuple[float, float] | None = None
    """Stiffness of the softest and the stiffest branch of a nonlinear loop, N·m/rad; for a locked output."""
    rotor_inertia: Measured | None = None
    """Reflected rotor inertia, if separable from the links' inertia, kg·m² (kg)."""
    ripple: tuple[Ripple, ...] = ()
    """Ripple lines, strongest first."""
    load_low: float = float("nan")
    """Smallest gear load, N·m."""
    load_high: float = float("nan")
    """Largest gear load, N·m."""
    rms_raw: float = float("nan")
    """RMS of the deflection minus its mean, rad (m)."""
    rms_explained: float = float("nan")
    """RMS of the deflection's residual after all parts, rad (m)."""
    loop: HysteresisLoop | None = None
    spectrum: RippleSpectrum | None = None
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))
    link_position: LinkPosition = LinkPosition.UNKNOWN
    """Computed: the stiffness is the controller's own constant, and nothing else of the gear is known."""


@dataclass(frozen=True, eq=False)
class TwistValidation:
    """RMS of the deflection and its residual in a recording not used for fitting, (n,) rad (m)."""

    recording: str
    rms_raw: FloatArray
    rms_explained: FloatArray


@dataclass(frozen=True, eq=False)
class Elasticity:
    """The result of all joints of an arm, and the data it was measured from."""

    robot: str
    recordings: tuple[str, ...]
    """Labels of the recordings whose deflection was fitted."""
    joints: tuple[JointElasticity, ...]
    judgement: Judgement
    validation: tuple[TwistValidation, ...] = ()
    model: str = ""
    """Key of the identification that gave the loads."""
    model_created_at: str = ""
    gain_std: float = 0.0
    """Relative standard deviation of the drive gains, common to every stiffness."""
    temperature: float | None = None
    """Mean temperature over joints and recordings, K, if recorded."""
    serial: str = ""
    power_on: str = ""
    recorded_at: str = ""
    """Recording time of the first recording."""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE
    unseen: tuple[Reason, ...] = ()
    """What the recordings could not have shown."""

    def with_validation(self, validation: tuple[TwistValidation, ...]) -> "Elasticity":
        """The same result with its validation on other recordings."""
        return replace(self, validation=validation)

    def with_model(self, key: str) -> "Elasticity":
        """The same result with the key, in its visit, of the identification that gave the loads."""
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


@dataclass(frozen=True, eq=False)
class StiffnessBand:
    """``low`` and ``high`` (P,) rad (m), one standard deviation either way, over ``load`` (P,) N·m (N).

    A gap is a step at zero load, with two points there. The band is narrowest at the mean load,
    where the offset compensates another stiffness.
    """

    load: FloatArray
    low: FloatArray
    high: FloatArray

    @property
    def middle(self) -> FloatArray:
        """Predicted deflection (P,), rad (m), the centre of the band."""
        return np.asarray((self.low + self.high) / 2.0)


def stiffness_band(joint: JointElasticity) -> StiffnessBand | None:
    """The band over the loads that a gear carried; None if its stiffness or load is unknown."""
    stiffness = joint.stiffness
    if stiffness is None or not np.isfinite([joint.load_low, joint.load_high, stiffness.std]).all():
        return None
    load = np.linspace(joint.load_low, joint.load_high, _POINTS)
    if joint.load_low < 0.0 < joint.load_high:
        load = np.concatenate([load[load < 0.0], [-0.0, 0.0], load[load > 0.0]])
    side = np.where(np.signbit(load), -1.0, 1.0)
    gap = joint.backlash or Measured(0.0, 0.0)
    middle = load / stiffness.value + side * max(gap.value, 0.0) / 2.0
    gap_std = gap.std if np.isfinite(gap.std) and gap.value > 0.0 else 0.0
    loads = load if joint.loop is None else joint.loop.load
    beyond = load - float(np.nanmean(loads))
    spread = np.hypot(beyond * stiffness.std / stiffness.value**2, gap_std / 2.0)
    return StiffnessBand(load, middle - spread, middle + spread)
