"""Visits to one arm with payload, verification and stiffness of the whole arm, for what compares them."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from core.identification.verification_result import VERIFICATION, Verification
from core.payload.result import PAYLOAD, PayloadResult
from core.quality import Judgement
from core.recording import Mark
from core.stiffness.result import STIFFNESS as WHOLE_ARM
from core.stiffness.result import ReducedJoint, ReducedStiffness, ReductionError, Route, SpringSource
from core.stiffness.settings import StiffnessSettings
from core.storage.visit import Visit
from tests.app.compare_examples import healthy, sweeps, write_visit
from tests.app.payload_examples import payload
from tests.app.verification_examples import verification

_NAN = float("nan")


def hanging(more_kg: float = 0.0, *, serial: str = "T-1") -> PayloadResult:
    """The made-up payload on the bench arm, so much heavier."""
    found = payload(mark=Mark.NONE)
    heavier = replace(found.estimate, mass=found.estimate.mass + more_kg)
    return replace(found, robot="bench-arm", serial=serial, estimate=heavier)


def reduced(*factors: float, own_std: float = 0.03, route: Route = Route.ALGEBRA) -> ReducedStiffness:
    """Three joints whose stiffness with the links is so many times a healthy one's."""
    joints = tuple(
        ReducedJoint(
            f"joint_{number + 1}",
            number,
            is_prismatic=False,
            spring=5e5,
            spring_std=own_std * 5e5,
            compliance=1.0 / (factor * 4e5),
            compliance_std=own_std / (factor * 4e5),
            lever=0.5,
        )
        for number, factor in enumerate(factors)
    )
    error = ReductionError(100.0, 10, _NAN, _NAN, _NAN, _NAN, _NAN)
    return ReducedStiffness(
        "bench-arm",
        route,
        StiffnessSettings(),
        joints,
        np.zeros((3, 3)),
        np.array([joint.compliance for joint in joints]),
        error,
        SpringSource.TWIST,
        judgement=Judgement.of(()),
        serial="T-1",
    )


def with_arm(
    path: Path,
    *,
    days: float,
    payload: PayloadResult | None = None,
    verified: Verification | None = None,
    stiffness: ReducedStiffness | None = None,
    friction: float | None = None,
) -> Path:
    """A visit with a healthy twist and these besides."""
    swept = sweeps(friction, 1.0, 1.0) if friction is not None else None
    write_visit(path, healthy(days), friction=swept)
    with Visit.open(path) as visit, visit.change() as draft:
        for kind, result in ((PAYLOAD, payload), (VERIFICATION, verified), (WHOLE_ARM, stiffness)):
            if result is not None:
                draft.add_result(kind, result)
    return path


def spring_and_winter(folder: Path) -> tuple[Path, Path]:
    """0.4 kg more on the flange, a softer second joint, and a limit that is kept no longer."""
    before = with_arm(
        folder / "spring.h5",
        days=0.0,
        payload=hanging(),
        verified=verification(limit=0.12),
        stiffness=reduced(1.0, 1.0, 1.0),
        friction=1.0,
    )
    worse = verification(limit=0.12)
    recordings = tuple(
        replace(
            one,
            joints=tuple(
                replace(joint, relative_error=0.2, passed=False) if place == 2 else joint
                for place, joint in enumerate(one.joints)
            ),
        )
        for one in worse.recordings
    )
    after = with_arm(
        folder / "winter.h5",
        days=300.0,
        payload=hanging(0.4),
        verified=replace(worse, recordings=recordings),
        stiffness=reduced(1.0, 0.7, 1.0),
        friction=1.0,
    )
    return before, after
