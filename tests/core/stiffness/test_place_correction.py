"""Correction of one place average by average, on simulated arms of known compliance."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from core.quality import Verdict
from core.recording import FloatArray
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.stiffness.cartesian import full_compliance
from core.stiffness.compensation_result import ReferencePlace
from core.stiffness.correction import CorrectionLimits, lifting_direction
from core.stiffness.model import stiffness_model
from core.stiffness.place_correction import (
    STEPS_USED_UP,
    CorrectionCourse,
    model_share,
    whole_judgement,
)
from core.stiffness.prediction import tool_shift_of_turns
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings
from core.stiffness.standstill import Standstill

ROBOT = load_robot("mikhel-6")
MODEL = stiffness_model(ROBOT)
REDUCED = reduce_stiffness(MODEL, StiffnessSettings(error_poses=200))
GOAL = np.radians([10.0, -30.0, -10.0, -30.0, 60.0, 0.0])
N = ROBOT.joint_count
NOTHING, UNKNOWN = np.zeros(N), np.full(N, np.nan)
ZERO_TWIST = np.array([1e-3, -2e-3, 5e-4, 0.0, 2e-3, -1e-3])
"""Encoders count from anywhere: what the gears seem to be twisted by without the load."""
REFERENCE = ReferencePlace(GOAL, GOAL - 0.03, ZERO_TWIST, np.full(N, 1e-8), np.full(N, 300.0))


def twist_under(force: FloatArray) -> FloatArray:
    """(n,) motor less link under a force (3,) N at the tool: a load pulls the link behind the motor."""
    columns = MODEL.columns(GOAL[np.newaxis]).joint[0]
    return -MODEL.joint_compliance * (columns[:3].T @ force)


def average(deflection: FloatArray, *, temperature: float = 300.0) -> Standstill:
    kelvin = np.full(N, temperature)
    return Standstill(GOAL, ZERO_TWIST + deflection, np.full(N, 1e-8), kelvin, 1.0, 1000)


def corrected(force: FloatArray, course: CorrectionCourse) -> list[FloatArray]:
    """The whole correction with a constant load; returns the commanded joint positions in order."""
    commanded, told = GOAL, [GOAL]
    while (step := course.take(commanded, average(twist_under(force)))) is not None:
        commanded = step.target
        told.append(commanded)
    return told


def test_the_tool_returns_also_with_compliant_links() -> None:
    force = np.array([0.0, 0.0, -150.0])
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE)
    told = corrected(force, course)
    place = course.place(1)
    bent = full_compliance(MODEL, GOAL[np.newaxis])[0][:3, :3] @ force
    left = bent + tool_shift_of_turns(ROBOT, GOAL, told[-1] - GOAL, tool=REDUCED.settings.tool)
    gears = tool_shift_of_turns(ROBOT, GOAL, twist_under(force), tool=REDUCED.settings.tool)
    assert np.linalg.norm(left) < 0.2 * np.linalg.norm(bent)
    assert np.linalg.norm(bent + gears) > 2.0 * np.linalg.norm(left), "gears alone are too little"
    assert place.end == "done"
    assert place.shift_before == pytest.approx(np.linalg.norm(bent), rel=0.15)
    assert place.shift_after < 1e-9
    assert place.corrected == pytest.approx(told[-1])
    assert place.judgement.verdict is Verdict.GOOD
    assert [one.number for one in place.taken] == list(range(len(told)))


def test_a_correction_of_more_than_three_steps_is_not_made() -> None:
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE)
    told = corrected(np.array([0.0, 0.0, -20_000.0]), course)
    place = course.place(1)
    assert len(told) == 1
    assert place.end == "correction-too-large"
    assert place.corrected == pytest.approx(GOAL)
    assert place.judgement.verdict is Verdict.REPEAT


def test_three_steps_stay_within_the_limits() -> None:
    limits = CorrectionLimits(turn=np.radians(0.01), shift=5e-3, steps=3)
    force = np.array([0.0, 0.0, -100.0])
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE, limits=limits)
    asked = np.abs(REDUCED.usable_factor * twist_under(force)).max()
    assert 2.0 * limits.turn < asked < 3.0 * limits.turn, "this needs three"
    told = corrected(force, course)
    assert len(told) == 4
    for before, after in pairwise(told):
        assert np.abs(after - before).max() <= limits.turn * (1.0 + 1e-9)
    place = course.place(1)
    assert place.end in {"done", STEPS_USED_UP}


def test_a_growing_load_is_reported_after_the_last_step() -> None:
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE)
    commanded = GOAL
    for force in (100.0, 150.0, 180.0, 200.0):
        step = course.take(commanded, average(twist_under(np.array([0.0, 0.0, -force]))))
        commanded = commanded if step is None else step.target
    assert course.end == STEPS_USED_UP
    place = course.place(1)
    assert len(place.taken) == 4
    assert place.taken[-1].change == pytest.approx(NOTHING)
    assert "correction-not-settled" in {reason.code for reason in place.judgement.reasons}
    assert place.judgement.verdict is Verdict.USABLE


def test_a_worsening_correction_returns_to_the_better_step() -> None:
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE)
    first = course.take(GOAL, average(twist_under(np.array([0.0, 0.0, -100.0]))))
    assert first is not None
    worse = course.take(first.target, average(twist_under(np.array([0.0, 0.0, -300.0]))))
    assert worse is None
    place = course.place(2)
    assert place.end == "correction-grows"
    assert place.corrected == pytest.approx(GOAL)
    assert place.judgement.verdict is Verdict.REPEAT


def test_joints_without_encoder_and_warming_are_reported() -> None:
    seen = twist_under(np.array([0.0, 0.0, -50.0]))
    seen[3] = np.nan
    course = CorrectionCourse(ROBOT, REDUCED, REFERENCE)
    step = course.take(GOAL, average(seen, temperature=307.0))
    assert step is not None
    assert step.change[3] == 0.0
    course.take(step.target, average(seen))
    place = course.place(1)
    told = {reason.code: reason.facts for reason in place.judgement.reasons}
    assert told["correction-joints-unseen"]["joints"] == (ROBOT.joint_names[3],)
    assert told["correction-warmed"]["kelvin"] == pytest.approx(7.0)
    missing = whole_judgement([place], REDUCED, missing=2)
    assert "compensation-places-left" in {reason.code for reason in missing.reasons}


def test_model_share_is_unknown_without_a_comparison() -> None:
    assert 0.0 < model_share(REDUCED) < 0.3
    blind = replace(REDUCED, error=replace(REDUCED.error, mean_deflection=float("nan")))
    assert np.isnan(model_share(blind))


def test_joint_corrections_lift_the_tool_in_the_stated_direction() -> None:
    rng = np.random.default_rng(5)
    for q in rng.uniform(-1.0, 1.0, (20, N)):
        up = lifting_direction(ROBOT, q)
        height = flange_transforms(ROBOT, q[np.newaxis])[0, 2, 3]
        lifted = flange_transforms(ROBOT, q + 1e-4 * np.diag(up))[:, 2, 3] - height
        assert np.all(lifted > -1e-3 * np.abs(lifted).max())
