"""A made-up plan of payload sweeps, and what its sweeps cover; for tests of pages."""

import numpy as np

from core.payload.plan import (
    Coverage,
    Expected,
    FlangeAim,
    FlangeOrientation,
    ParallelKind,
    PayloadPlan,
    PayloadPlanSettings,
    PayloadSweep,
    SweptJoints,
)
from core.quality import Verdict

JOINTS = (1, 2)
AIMS = (FlangeAim.X_ALONG, FlangeAim.Y_ALONG, FlangeAim.Z_ALONG, FlangeAim.Z_ALONG_TURNED)
SWEEP_S = 20.0
SECONDS = 340.0


def plan(*, notes: tuple[str, ...] = ()) -> PayloadPlan:
    """Both joints, there and back, in four orientations: 16 sweeps from 1."""
    sweeps = []
    for orientation in range(1, len(AIMS) + 1):
        for joint in JOINTS:
            for way in (1, -1):
                low, high = np.radians([16.0, 71.0] if joint == JOINTS[0] else [1e-16, 55.0])
                places = (low, high) if way > 0 else (high, low)
                pose = np.zeros(6)
                pose[joint] = places[0]
                number = len(sweeps) + 1
                speed = float(np.radians(3.1))
                sweeps.append(
                    PayloadSweep(number, joint, orientation, way, pose, places, speed, 0.5, SWEEP_S - 1.0)
                )
    orientations = tuple(FlangeOrientation(n, aim, np.full(6, np.nan)) for n, aim in enumerate(AIMS, 1))
    expected = Expected(3.0, 0.0015, np.array([0.00025, 0.00016, 0.00028]))
    return PayloadPlan(
        PayloadPlanSettings(),
        SweptJoints(*JOINTS, ParallelKind.PARALLEL, 1, 0.0),
        orientations,
        tuple(sweeps),
        SECONDS,
        expected,
        notes,
    )


def coverage(*, done: int) -> Coverage:
    """After the first ``done`` sweeps: mass first, all of it in the end."""
    numbers = tuple(range(1, done + 1))
    count = len(plan().sweeps)
    if done == count:
        verdicts, std = (Verdict.GOOD,) * 4, (0.0015, 0.00025, 0.00016, 0.00028)
    elif done:
        verdicts, std = (Verdict.USABLE, *(Verdict.REPEAT,) * 3), (0.012, np.inf, np.inf, np.inf)
    else:
        verdicts, std = (Verdict.REPEAT,) * 4, (np.inf,) * 4
    waiting = tuple(range(count, done, -1))  # the last ones help most
    return Coverage(verdicts, Expected(3.0, std[0], np.array(std[1:])), waiting, numbers)
