"""Stiffness of a shipped arm by algebra and under loads, and a corrected tool. The loads mean nothing."""

from dataclasses import replace
from functools import cache

import numpy as np

from core.quality import Judgement, Reason, Verdict
from core.recording import Mark
from core.robot.library import load_robot
from core.stiffness.compensation_result import (
    CompensatedPlace,
    CompensationReference,
    CompensationResult,
    CorrectionTaken,
)
from core.stiffness.correction import ControlLoop
from core.stiffness.model import stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.result import LoadTestResidual, ReducedStiffness, Route
from core.stiffness.settings import StiffnessSettings

ROBOT = "mikhel-6"
JOINTS = 6
TESTS = 10


@cache
def by_algebra() -> ReducedStiffness:
    """Whose last joint is unknown; springs good to 2 %."""
    robot = load_robot(ROBOT)
    assert robot.joint_stiffness is not None
    model = stiffness_model(
        robot, joint_stiffness=robot.joint_stiffness, joint_stiffness_std=0.02 * robot.joint_stiffness
    )
    return reduce_stiffness(model, StiffnessSettings(error_poses=50), serial="A-17", mark=Mark.VIRTUAL)


def load_test(number: int) -> LoadTestResidual:
    """The joints leave as many µm of it as its number says."""
    measured = np.array([1e-4, -2e-4, -8e-4])
    return LoadTestResidual(
        name=f"push {number}",
        position=np.zeros(JOINTS),
        force=np.array([0.0, 0.0, -10.0 * number]),
        measured=measured,
        predicted=measured + np.array([0.0, 0.0, 1e-6 * number]),
        is_used=number != TESTS,
    )


def by_experiment() -> ReducedStiffness:
    """Ten tests, the worst of them left out."""
    return replace(
        by_algebra(),
        route=Route.EXPERIMENT,
        contributions=(),
        tests=tuple(load_test(number) for number in range(1, TESTS + 1)),
        noise=2.5e-5,
        source="pushes.csv",
    )


def compensation(*, by: ReducedStiffness) -> CompensationResult:
    """One place whose tool came from 0.92 mm to 0.031 mm, and one that was given up."""
    grows = Reason("correction-grows", {"before": 0.4, "now": 0.5}, Verdict.REPEAT)
    return CompensationResult(
        robot=ROBOT,
        joint_names=by.joint_names,
        places=(
            _place(1, shifts=(9.2e-4, 1.2e-4, 3.1e-5), judgement=Judgement.of(())),
            _place(2, shifts=(4e-4, 5e-4), judgement=Judgement.of((grows,))),
        ),
        factor=by.usable_factor,
        tool=by.settings.tool,
        loop=ControlLoop.MOTOR,
        reference=CompensationReference(ROBOT, (), "unloaded"),
        recording="compensate-loaded",
        model_share=0.066,
        stiffness_created_at=by.created_at,
        created_at="2026-03-02T09:00:00+00:00",
    )


def _place(number: int, *, shifts: tuple[float, ...], judgement: Judgement) -> CompensatedPlace:
    nothing = np.zeros(JOINTS)
    taken = tuple(
        CorrectionTaken(step, nothing + 1e-4 * step, nothing, nothing, nothing, 0.0, shift)
        for step, shift in enumerate(shifts)
    )
    end = "done" if judgement.verdict is Verdict.GOOD else "correction-grows"
    return CompensatedPlace(number, nothing, nothing, nothing, taken, nothing, end, judgement)
