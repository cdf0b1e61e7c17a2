"""Gear deflection measured by both encoders along sweeps: zero without load, and compliance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.payload.settings import ComplianceKnowledge
from core.payload.strokes import PayloadStroke
from core.quality import Reason, Verdict
from core.recording import FloatArray

FEWEST_STROKES = 2
NOTED_HYSTERESIS = 0.03


@dataclass(frozen=True, eq=False)
class SeenTwist:
    """``zero`` (n,) rad of motor minus link without load per recording, NaN where not measured.

    ``compliance`` (n,) rad/(N·m) ± ``std`` from torque and twist, NaN where not measured;
    its scale is that of the drive gains.
    """

    zero: dict[str, FloatArray]
    compliance: FloatArray
    std: FloatArray


def seen_twist(strokes: Iterable[PayloadStroke], *, joint_count: int) -> SeenTwist | None:
    """Regress the twist of every moving joint on its torque; None if no encoders measure it."""
    with_twist = [stroke for stroke in strokes if stroke.deflection is not None]
    if not with_twist:
        return None
    labels = tuple(dict.fromkeys(stroke.recording for stroke in with_twist))
    zero = {label: np.full(joint_count, np.nan) for label in labels}
    compliance, std = np.full(joint_count, np.nan), np.full(joint_count, np.nan)
    for joint in sorted({stroke.joint for stroke in with_twist}):
        own = [one for one in with_twist if one.joint == joint and np.all(np.isfinite(_twist(one)))]
        if len(own) < FEWEST_STROKES:
            continue
        columns, target = _rows(own, labels)
        solved, _, rank, _ = np.linalg.lstsq(columns, target, rcond=None)
        if rank < columns.shape[1]:
            continue
        left = target - columns @ solved
        variance = float(left @ left) / max(left.size - int(rank), 1)
        spread = variance * np.linalg.inv(columns.T @ columns)
        compliance[joint], std[joint] = solved[0], np.sqrt(spread[0, 0] * len(left) / len(own))
        present = sorted({labels.index(one.recording) for one in own})
        for place, number in enumerate(present):
            zero[labels[number]][joint] = solved[1 + place]
    return SeenTwist(zero, compliance, std)


def _twist(stroke: PayloadStroke) -> FloatArray:
    assert stroke.deflection is not None
    return stroke.deflection[:, stroke.joint]


def _rows(strokes: Sequence[PayloadStroke], labels: Sequence[str]) -> tuple[FloatArray, FloatArray]:
    """Columns: torque, a zero of each recording, friction of each stroke's direction."""
    present = sorted({labels.index(one.recording) for one in strokes})
    blocks, targets = [], []
    for one in strokes:
        made = np.zeros((one.torque.size, 1 + 2 * len(present)))
        place = present.index(labels.index(one.recording))
        made[:, 0] = one.torque
        made[:, 1 + place] = 1.0
        made[:, 1 + len(present) + place] = one.direction
        blocks.append(made)
        targets.append(_twist(one))
    return np.concatenate(blocks), np.concatenate(targets)


def hysteresis_share(twist: SeenTwist, stiffness: ComplianceKnowledge) -> FloatArray:
    """Relative difference (n,) of a gear's compliance along these sweeps from its given stiffness.

    Hysteresis makes a gear stiffer for small load changes, and its deflection under a payload depends
    on earlier loads. 0 where one of the two was not measured.
    """
    given = np.where(stiffness.compliance > 0.0, stiffness.compliance, np.nan)
    share = twist.compliance / given - 1.0
    return np.where(np.isfinite(share), share, 0.0)


def hysteresis_reasons(
    twist: SeenTwist, stiffness: ComplianceKnowledge, joints: Sequence[int]
) -> tuple[Reason, ...]:
    """Reasons for joints whose hysteresis exceeds the usual uncertainty of stiffness."""
    share = np.abs(hysteresis_share(twist, stiffness))
    found = []
    for joint in joints:
        if share[joint] > NOTED_HYSTERESIS:
            facts: dict[str, Fact] = {"joint": joint + 1, "percent": 100.0 * float(share[joint])}
            found.append(Reason("payload-hysteresis", facts, Verdict.USABLE))
    return tuple(found)
