"""What comparing the encoders of an arm found: per joint, with a verdict, and for the coupling."""

from dataclasses import dataclass, field

import numpy as np

from core.quality import Judgement, Reason
from core.recording import FloatArray

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
"""Reasons that have to be mended before the arm is trusted with a motion."""


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
    """One joint; None where it could not be measured. Positions as the controller reports them.

    The motor's position is taken through gear and coupling of the description. It is
    compared with ``reference``: the ``link`` encoder, or where a joint has none what the
    controller has ``reported``; empty where there was nothing to compare.
    """

    joint: str
    reference: str = ""
    sign: int = 0
    """+1 or −1: how the two turn with each other; 0 where that is unknown."""
    slope: float | None = None
    """How far the motor says the joint turned, per unit of what the reference says; ±1 is right."""
    slope_std: float | None = None
    """Standard deviation of the slope, by leaving out one block of the motion after the other."""
    offset: float | None = None
    """rad (m): motor minus reference, halfway between the two directions; for this power-on only."""
    direction_gap: float | None = None
    """rad (m): offset in the positive direction of motion minus that in the negative one. Lost motion
    and hysteresis widen it; a link channel that is late narrows it by twice its lag times the speed."""
    offset_change: float | None = None
    """rad (m): offset minus the known one."""
    turned: str = ""
    """Which exact whole turns explain the change: of the ``joint``, of the ``motor``, or none."""
    turns: int = 0
    moved: float = 0.0
    """rad (m): the range that was covered."""
    commanded_ratio: float | None = None
    """How far it moved per commanded angle; 1 is right."""
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def faults(self) -> tuple[Reason, ...]:
        """What has to be mended before this joint is trusted with a motion."""
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
    def offsets(self) -> FloatArray:
        """(n,) rad (m) for this power-on, NaN where unknown; the next check's ``known_offsets``."""
        return np.array([np.nan if joint.offset is None else joint.offset for joint in self.joints])

    @property
    def faults(self) -> tuple[Reason, ...]:
        """What has to be mended before the arm is trusted with a motion, joint by joint."""
        return tuple(reason for joint in self.joints for reason in joint.faults)
