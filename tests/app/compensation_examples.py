"""A run without a load and one with it, as they might have been measured."""

from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensation_result import (
    CompensatedPlace,
    CompensationReference,
    CompensationResult,
    CorrectionTaken,
    ReferencePlace,
)
from core.stiffness.correction import ControlLoop

SHIFTS = ((8e-4, 2e-5), (6e-4, 1e-5))


def reference(places: Sequence[FloatArray], robot: RobotModel) -> CompensationReference:
    """Places as the controller reports them, measured without the load."""
    n = robot.joint_count
    unknown = np.full(n, np.nan)
    measured = tuple(
        ReferencePlace(goal, goal - 0.03, np.full(n, 1e-4), np.full(n, 1e-7), unknown)
        for goal in (robot.position_from_reported(place) for place in places)
    )
    return CompensationReference(robot.name, measured, "compensate-unloaded", "4711", "first")


def compensation(known: CompensationReference) -> CompensationResult:
    """Every joint sent on by 0.05°; up to two places."""
    places = tuple(
        _place(number, place, shifts)
        for number, (place, shifts) in enumerate(zip(known.places, SHIFTS, strict=False), 1)
    )
    n = known.places[0].goal.size
    return CompensationResult(
        robot=known.robot,
        joint_names=tuple(f"joint_{number + 1}" for number in range(n)),
        places=places,
        factor=np.full(n, 1.5),
        tool=(0.0, 0.0, 0.1),
        loop=ControlLoop.MOTOR,
        reference=known,
        recording="compensate-loaded",
        model_share=0.07,
    )


def _place(number: int, known: ReferencePlace, shifts: tuple[float, float]) -> CompensatedPlace:
    change = np.full_like(known.goal, np.radians(0.05))
    deflection, nothing = change / 1.5, np.zeros_like(change)
    before, after = shifts
    taken = (
        CorrectionTaken(0, known.goal, deflection, known.std, change, before, before),
        CorrectionTaken(1, known.goal + change, deflection, known.std, nothing, 0.0, after),
    )
    loaded = known.deflection + deflection
    return CompensatedPlace(number, known.goal, known.deflection, loaded, taken, known.goal + change, "done")
