"""Ways of working one payload out of the sweeps of a closed controller, each with what is known to it.

Everything that is drawn (by how much gains or stiffness are known wrongly) is drawn again for each load.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from _payload_judged import Judged, Load, judged
from _virtual_payload import PayloadArm

from core.payload.identify import identify_payload
from core.payload.result import PayloadResult
from core.payload.settings import (
    ComplianceKnowledge,
    ComplianceSource,
    Directions,
    GainKnowledge,
    GainSource,
    PayloadMethod,
    PayloadSettings,
)
from core.recording import Recording

UNLOADED, LOADED = "payload-unloaded", "payload-loaded"
GAIN_OFF, STIFFNESS_OFF = 0.01, 0.05
"""By which they are known wrongly at most, all errors as likely."""
ONE_WAY = "three steps, one direction"
THREE_STEPS = "three steps, both directions"
DEFAULT = "all together, exact gains"
STIFFNESS_KNOWN = "all together, exact gains, stiffness measured"
GAINS_OFF = "all together, gains within 1 %"
DATA_SHEET = "all together, gains of the data sheet"
DEFLECTION = "deflection alone, stiffness measured"


@dataclass(frozen=True, eq=False)
class Question:
    """What was recorded of one load: with the columns of both encoders, which most ways do not see."""

    arm: PayloadArm
    unloaded: Recording
    loaded: Recording
    load: Load
    generator: np.random.Generator
    compliance: ComplianceKnowledge | None = None
    """Where every way knows it."""


Way = Callable[[Question], PayloadResult]


def one_way(question: Question) -> PayloadResult:
    """As [Gao] does it."""
    settings = PayloadSettings(method=PayloadMethod.THREE_STEP, directions=Directions.FORWARD)
    return _closed(question, settings=settings)


def both_ways(question: Question) -> PayloadResult:
    """The same from the half-sum of there and back."""
    return _closed(question, settings=PayloadSettings(method=PayloadMethod.THREE_STEP))


def together(question: Question) -> PayloadResult:
    """What the program does, the stiffness a typical one."""
    return _closed(question)


def together_with_stiffness(question: Question) -> PayloadResult:
    """The same with a stiffness from an earlier visit."""
    return _closed(question, compliance=_stiffness(question))


def together_with_gains_off(question: Question) -> PayloadResult:
    """The same with gains that are not quite known."""
    n = question.arm.robot.joint_count
    off = 1.0 + GAIN_OFF * question.generator.uniform(-1.0, 1.0, n)
    known = GainKnowledge(GainSource.IDENTIFIED, GAIN_OFF**2 / 3.0 * np.eye(n))
    return _closed(question, gains=known, drive_gain=question.arm.exact_gain * off)


def together_by_the_data_sheet(question: Question) -> PayloadResult:
    """The same with what the maker says."""
    robot = question.arm.robot
    assert robot.drive_gain is not None
    known = GainKnowledge.manufacturer(robot.joint_count)
    return _closed(question, gains=known, drive_gain=robot.drive_gain)


def by_deflection(question: Question) -> PayloadResult:
    """From both encoders."""
    return identify_payload(
        {UNLOADED: question.unloaded, LOADED: question.loaded},
        question.arm.robot,
        unloaded=[UNLOADED],
        loaded=[LOADED],
        gains=GainKnowledge.exact(question.arm.robot.joint_count),
        drive_gain=question.arm.exact_gain,
        settings=PayloadSettings(method=PayloadMethod.DEFLECTION),
        compliance=_stiffness(question),
    )


def exact_stiffness(arm: PayloadArm) -> ComplianceKnowledge:
    """The true one."""
    true = arm.truth.stiffness
    return ComplianceKnowledge(ComplianceSource.TWIST, 1.0 / true, np.zeros(true.size))


def no_bending(arm: PayloadArm) -> ComplianceKnowledge:
    """Of gears that do not bend, or angles read behind them."""
    none = np.zeros(arm.robot.joint_count)
    return ComplianceKnowledge(ComplianceSource.TWIST, none, none)


def _closed(
    question: Question,
    *,
    settings: PayloadSettings | None = None,
    gains: GainKnowledge | None = None,
    drive_gain: np.ndarray | None = None,
    compliance: ComplianceKnowledge | None = None,
) -> PayloadResult:
    arm = question.arm
    return identify_payload(
        {UNLOADED: arm.closed(question.unloaded), LOADED: arm.closed(question.loaded)},
        arm.robot,
        unloaded=[UNLOADED],
        loaded=[LOADED],
        gains=gains or GainKnowledge.exact(arm.robot.joint_count),
        drive_gain=arm.exact_gain if drive_gain is None else drive_gain,
        settings=settings,
        compliance=compliance or question.compliance,
    )


def _stiffness(question: Question) -> ComplianceKnowledge:
    """Not quite the true one."""
    true = question.arm.truth.stiffness
    known = true * (1.0 + STIFFNESS_OFF * question.generator.uniform(-1.0, 1.0, true.size))
    return ComplianceKnowledge(ComplianceSource.TWIST, 1.0 / known, STIFFNESS_OFF / np.sqrt(3.0) / known)


ALL_WAYS: Mapping[str, Way] = {
    ONE_WAY: one_way,
    THREE_STEPS: both_ways,
    DEFAULT: together,
    STIFFNESS_KNOWN: together_with_stiffness,
    GAINS_OFF: together_with_gains_off,
    DATA_SHEET: together_by_the_data_sheet,
    DEFLECTION: by_deflection,
}
MAIN_WAYS: Mapping[str, Way] = {name: ALL_WAYS[name] for name in (ONE_WAY, THREE_STEPS, DEFAULT)}


def judge_all(question: Question, ways: Mapping[str, Way], *, section: str, arm: int) -> list[Judged]:
    """One load in all these ways."""
    minutes = question.loaded.duration / 60.0
    return [
        judged(
            lambda find=find: find(question),  # type: ignore[misc]  # bound at once
            section=section,
            way=name,
            arm=arm,
            load=question.load,
            minutes=minutes,
        )
        for name, find in ways.items()
    ]
