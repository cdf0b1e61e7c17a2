"""The result of an encoder check, and the answer whether a link position is measured."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from core.quality import Judgement, Reason
from core.recording import FloatArray, LinkPosition, Mark

ENCODER_CHECK = "encoder-check"
"""Kind under which checks are stored in a visit."""
FAULTS = frozenset(
    {
        "encoder-sign-swapped",
        "encoder-ratio-wrong",
        "units-degrees",
        "encoder-turned",
        "encoder-offset-changed",
        "encoder-stuck",
        "encoder-of-other-joint",
        "coupling-differs",
        "joint-moved-other",
        "other-joint-moved",
        "joint-did-not-move",
        "jog-direction-reversed",
        "jog-size-wrong",
    }
)
"""Codes of faults to be repaired before the arm may run a motion."""

LINK_POSITION = "link-position"
"""Kind under which the findings are stored in a visit."""


@dataclass(frozen=True)
class JogSpan:
    """One commanded jog: ``joint`` from 0, from ``start`` to ``end`` in s on the recording's clock.

    ``angle`` in rad (m for a sliding joint) in the model's terms, as commanded; a jog there
    and back may be two spans, or one whose angle is how far it went.
    """

    joint: int
    start: float
    end: float
    angle: float


@dataclass(frozen=True)
class JointCheck:
    """The result of one joint; None where not measured. Positions as the controller reports them.

    The motor's position is taken through gear and coupling of the description. It is
    compared with ``reference``: the ``link`` encoder, or where a joint has none what the
    controller has ``reported``; empty where there was nothing to compare.
    """

    joint: str
    reference: str = ""
    sign: int = 0
    """Relative sign of the two, +1 or −1; 0 if unknown."""
    slope: float | None = None
    """Motor angle per unit of the reference; ±1 is correct."""
    slope_std: float | None = None
    """Standard deviation of the slope, by a jackknife over blocks of the motion."""
    offset: float | None = None
    """Motor minus reference halfway between the two directions, rad (m); valid for this power-on only."""
    direction_gap: float | None = None
    """Offset in the positive direction of motion minus that in the negative one, rad (m).

    Lost motion and hysteresis increase it; a late link channel decreases it by twice its lag times the
    speed.
    """
    offset_change: float | None = None
    """Offset minus the known one, rad (m)."""
    turned: str = ""
    """Axis whose whole turns explain the change: ``joint``, ``motor``, or none."""
    turns: int = 0
    moved: float = 0.0
    """Range of the motion, rad (m)."""
    commanded_ratio: float | None = None
    """Travel per commanded angle; 1 is correct."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def faults(self) -> tuple[Reason, ...]:
        """Faults to be repaired before this joint may run a motion."""
        return tuple(reason for reason in self.judgement.reasons if reason.code in FAULTS)


@dataclass(frozen=True, eq=False)
class EncoderCheck:
    """All joints of an arm during one recording.

    ``coupling`` and ``expected_coupling`` (n, n) are motor shaft angles per joint angle, as
    measured and as described; measured columns of joints that never moved alone are NaN.
    """

    recording: str
    robot: str
    power_on: str
    joints: tuple[JointCheck, ...]
    coupling: FloatArray
    expected_coupling: FloatArray
    judgement: Judgement
    software: str = ""
    checked_at: str = ""

    @property
    def has_link_encoders(self) -> bool:
        """True where a motor encoder was compared with a link encoder."""
        return any(joint.reference == "link" for joint in self.joints)

    @property
    def offsets(self) -> FloatArray:
        """Offsets (n,) for this power-on, rad (m), NaN where unknown; the next check's ``known_offsets``."""
        return np.array([np.nan if joint.offset is None else joint.offset for joint in self.joints])

    @property
    def faults(self) -> tuple[Reason, ...]:
        """Faults to be repaired before the arm may run a motion, joint by joint."""
        return tuple(reason for joint in self.joints for reason in joint.faults)


@dataclass(frozen=True)
class JointLinkPosition:
    """The answer for one joint with its evidence; ``reason`` is a code.

    ``own-structure`` and ``own-steps``: measured. ``follows-torque``, ``like-others``: computed.
    ``partly``: computed in part, an observer mixes an encoder in. ``same``: no second encoder.
    ``too-short``, ``no-torque``, ``not-moved``, ``before-gear``, ``too-coarse``, ``too-slow`` (sampled),
    ``not-told-apart``: unknown.
    """

    joint: str
    found: LinkPosition
    reason: str
    structure: float = 0.0
    """Significance of what comes again at the same position."""
    structure_amplitude: float = 0.0
    """rad (m)."""
    following: float = float("nan")
    """Share of the motor encoder's own noise that the link position repeats."""
    following_std: float = float("nan")
    residual: float = float("nan")
    """RMS of the twist that torque and motor position do not explain, rad (m)."""
    step: float = 0.0
    """Step of the number format, rad (m); 0 if none is seen."""


@dataclass(frozen=True)
class LinkPositionFinding:
    """The answer for an arm, and the recordings that it comes from."""

    robot: str
    recordings: tuple[str, ...]
    joints: tuple[JointLinkPosition, ...]
    serial: str = ""
    recorded_at: str = ""
    software: str = ""
    created_at: str = ""
    mark: Mark = Mark.NONE

    @property
    def found(self) -> LinkPosition:
        """The answer for the arm; see ``arm_answer``."""
        return arm_answer(one.found for one in self.joints)


def arm_answer(joints: Iterable[LinkPosition]) -> LinkPosition:
    """The answer for an arm from those for its joints: a computed joint decides, then a measured one.

    The joints of an arm have the same electronics, and joints of which nothing is known are like the rest.
    """
    found = tuple(joints)
    order = (LinkPosition.COMPUTED, LinkPosition.MEASURED, LinkPosition.UNKNOWN, LinkPosition.NONE)
    return next((one for one in order if one in found), LinkPosition.UNKNOWN)
