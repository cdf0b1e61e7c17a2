"""Made-up sweeps with plausible numbers; for tests of the pages."""

import numpy as np

from core.friction.models import FORMS, FrictionKind
from core.friction.sweeps.result import FrictionFit, FrictionSweeps, JointSweeps, SweepPoints
from core.quality import Judgement, Reason, Verdict

SPEEDS = np.radians([0.5, 2.0, 8.0, 30.0, 90.0])
"""rad/s."""
CURVE = np.concatenate([-SPEEDS[::-1], SPEEDS])
ERRORS = {
    FrictionKind.COULOMB_VISCOUS: 0.62,
    FrictionKind.STRIBECK: 0.41,
    FrictionKind.CONTINUOUS: 0.40,
    FrictionKind.BIDIRECTIONAL: 0.55,
    FrictionKind.LOAD_DEPENDENT: 0.12,
}


def points(level: float) -> SweepPoints:
    count = SPEEDS.size
    return SweepPoints(
        speed=SPEEDS,
        torque=level + 3.0 * SPEEDS,
        std=np.full(count, 0.3),
        even=np.full(count, 0.5),
        load=np.full(count, 20.0),
        count=np.full(count, 24.0),
        pose=np.zeros(count),
        time=np.arange(count, dtype=np.float64),
    )


def fit(kind: FrictionKind, level: float) -> FrictionFit:
    form = FORMS[kind]
    count = len(form.coefficients)
    std = np.full(count, 0.02)
    if form.offset_column is not None:
        std[form.offset_column] = np.nan
    return FrictionFit(
        kind,
        names=tuple(coefficient.name for coefficient in form.coefficients),
        units=tuple(coefficient.unit for coefficient in form.coefficients),
        coefficients=np.full(count, level),
        std=std,
        shape={},
        error=ERRORS[kind],
        error_std=0.03,
        fold_errors=np.full(SPEEDS.size, ERRORS[kind] ** 2),
        curve=np.sign(CURVE) * (level + ERRORS[kind]),
    )


def joint_sweeps(number: int, *, slides: bool = False) -> JointSweeps:
    level = 14.0 - number
    reason = Reason("friction-drifts", {"joint": f"joint_{number + 1}", "share": 0.2, "limit": 0.1})
    return JointSweeps(
        f"joint_{number + 1}",
        number,
        slides,
        points(level),
        fits=tuple(fit(kind, level) for kind in ERRORS),
        chosen=FrictionKind.LOAD_DEPENDENT,
        load_coefficient=0.031,
        load_coefficient_std=0.002,
        load_span=42.0,
        drift=-1.2,
        drift_std=0.1,
        warming=3.0,
        curve_speed=CURVE,
        mean_load=20.0,
        judgement=Judgement.of([reason]),
    )


def joint_without_strokes(number: int) -> JointSweeps:
    nothing = np.empty(0)
    empty = SweepPoints(*(nothing for _ in range(8)))
    reason = Reason("joint-not-swept", {"joint": f"joint_{number + 1}"}, Verdict.NOT_MEASURABLE)
    return JointSweeps(f"joint_{number + 1}", number, False, empty, judgement=Judgement.of([reason]))  # noqa: FBT003


def sweeps(*joints: JointSweeps) -> FrictionSweeps:
    found = joints or (joint_sweeps(1), joint_sweeps(3))
    return FrictionSweeps(
        ("friction",),
        "ec66",
        found,
        Judgement.of(reason for joint in found for reason in joint.judgement.reasons),
        torque_from="current",
        measured_at="2026-03-04T05:06:07+00:00",
    )
