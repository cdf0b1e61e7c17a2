"""Undoing what a load bends: the sign, the limits, and when it is refused."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, Infeasible
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.correction import (
    ControlLoop,
    CorrectionLimits,
    StepEnd,
    corrected_position,
    next_step,
)
from core.stiffness.model import stiffness_model
from core.stiffness.prediction import FlangeLoad, load_wrench, tool_shift_of_turns
from core.stiffness.reduction import random_poses, reduce_stiffness
from core.stiffness.result import ReducedStiffness
from core.stiffness.settings import StiffnessSettings

MODEL = stiffness_model(load_robot("mikhel-6"))
REDUCED = reduce_stiffness(MODEL)
POSE = np.radians([20.0, 30.0, -20.0, 40.0, 50.0, 10.0])
LOAD = FlangeLoad(10.0, (0.0, 0.0, 0.1))


def deflection_under(load: FlangeLoad, q: FloatArray) -> FloatArray:
    """(n,) motor less link: the links give way along the load's torque."""
    wrench = load_wrench(MODEL.robot, q[np.newaxis], load)[0]
    torques = MODEL.columns(q[np.newaxis]).joint[0].T @ wrench
    return -MODEL.joint_compliance * torques


def shift_under(load: FlangeLoad, q: FloatArray) -> FloatArray:
    """(3,) m of the tool by all springs."""
    return full_compliance(MODEL, q[np.newaxis])[0, :3] @ load_wrench(MODEL.robot, q[np.newaxis], load)[0]


def left_after(q_sent: FloatArray) -> float:
    moved = tool_shift_of_turns(MODEL.robot, POSE, q_sent - POSE)
    return float(np.linalg.norm(moved + shift_under(LOAD, POSE)))


def test_the_correction_returns_the_tool_to_its_position() -> None:
    whole = float(np.linalg.norm(shift_under(LOAD, POSE)))
    sent = corrected_position(POSE, deflection_under(LOAD, POSE), REDUCED.usable_factor)
    assert left_after(sent) < 0.1 * whole


def test_the_other_sign_doubles_the_error() -> None:
    whole = float(np.linalg.norm(shift_under(LOAD, POSE)))
    sent = corrected_position(POSE, -deflection_under(LOAD, POSE), REDUCED.usable_factor)
    assert left_after(sent) > 1.8 * whole


def test_correcting_links_leaves_less_error_than_gears_alone() -> None:
    deflection = deflection_under(LOAD, POSE)
    gears = left_after(corrected_position(POSE, deflection, np.ones(6)))
    assert left_after(corrected_position(POSE, deflection, REDUCED.usable_factor)) < 0.5 * gears


def test_a_link_encoder_loop_gets_no_gear_correction() -> None:
    deflection = deflection_under(LOAD, POSE)
    motor = corrected_position(POSE, deflection, REDUCED.usable_factor)
    link = corrected_position(POSE, deflection, REDUCED.usable_factor, loop=ControlLoop.LINK)
    np.testing.assert_allclose(motor - link, deflection, atol=1e-15)


@settings(max_examples=50, deadline=None)
@given(scale=st.floats(1e-3, 3.0), seed=st.integers(0, 1000))
def test_steps_are_limited_to_the_allowed_size(scale: float, seed: int) -> None:
    deflection = scale * np.radians(0.1) * np.random.default_rng(seed).uniform(-1.0, 1.0, 6)
    limits = CorrectionLimits()
    try:
        step = next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=deflection)
    except Infeasible:
        turns = REDUCED.usable_factor * deflection
        moved = np.linalg.norm(tool_shift_of_turns(MODEL.robot, POSE, turns))
        if max(np.abs(turns).max() / limits.turn, moved / limits.shift) <= limits.steps:
            raise
        return
    assert np.all(np.abs(step.change) <= limits.turn * (1.0 + 1e-9))
    assert step.shift <= limits.shift * (1.0 + 1e-9)
    np.testing.assert_allclose(step.target, POSE + step.change)


def follow(reduced: ReducedStiffness, robot: RobotModel, deflection: FloatArray) -> list[StepEnd]:
    """All steps of an arm whose deflection stays what it is."""
    commanded, previous, ends = POSE, None, []
    while not ends or ends[-1] is StepEnd.CONTINUE:
        previous = next_step(
            robot, reduced, goal=POSE, commanded=commanded, deflection=deflection, previous=previous
        )
        commanded = previous.target
        ends.append(previous.ends)
    np.testing.assert_allclose(commanded, corrected_position(POSE, deflection, reduced.usable_factor))
    return ends


def test_a_small_correction_is_one_step_and_one_check() -> None:
    assert follow(REDUCED, MODEL.robot, deflection_under(LOAD, POSE)) == [StepEnd.CONTINUE, StepEnd.DONE]


def test_a_large_correction_takes_several_steps() -> None:
    deflection = np.zeros(6)
    deflection[1] = np.radians(0.35) / REDUCED.usable_factor[1]
    ends = follow(REDUCED, MODEL.robot, deflection)
    assert 2 <= len(ends) <= 4
    assert ends[-1] in {StepEnd.DONE, StepEnd.LAST}


def test_too_large_a_correction_is_refused_before_anything_moves() -> None:
    deflection = np.zeros(6)
    deflection[1] = np.radians(1.0)
    with pytest.raises(Infeasible, match="correction-too-large"):
        next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=deflection)


def test_a_growing_correction_is_refused() -> None:
    deflection = deflection_under(LOAD, POSE)
    first = next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=deflection)
    with pytest.raises(Infeasible, match="correction-grows") as caught:
        next_step(
            MODEL.robot,
            REDUCED,
            goal=POSE,
            commanded=first.target,
            deflection=3.0 * deflection,
            previous=first,
        )
    assert caught.value.facts["now"] > caught.value.facts["before"]


def test_a_correction_ends_after_the_allowed_steps() -> None:
    limits = CorrectionLimits(steps=1)
    deflection = deflection_under(LOAD, POSE)
    first = next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=deflection, limits=limits)
    assert first.ends is StepEnd.LAST
    with pytest.raises(Infeasible, match="correction-over"):
        next_step(
            MODEL.robot,
            REDUCED,
            goal=POSE,
            commanded=first.target,
            deflection=deflection,
            previous=first,
            limits=limits,
        )


def test_joints_without_link_encoder_are_not_moved_and_named() -> None:
    deflection = deflection_under(LOAD, POSE)
    deflection[3] = np.nan
    step = next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=deflection)
    assert step.unseen == (3,)
    assert step.change[3] == 0.0
    with pytest.raises(BadRequest, match="correction-unseen"):
        next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=np.full(6, np.nan))
    with pytest.raises(BadRequest, match="motion-shape"):
        next_step(MODEL.robot, REDUCED, goal=POSE, commanded=POSE, deflection=np.zeros(5))


def test_an_unknown_factor_is_one() -> None:
    unknown = replace(REDUCED, joints=tuple(replace(one, spring=float("nan")) for one in REDUCED.joints))
    np.testing.assert_allclose(unknown.usable_factor, 1.0)


def test_most_of_the_error_is_removed_over_the_workspace() -> None:
    """The reduced model on the full one, all poses alike: what the paper calls up to 80 %."""
    q = random_poses(MODEL, StiffnessSettings(error_poses=500), np.random.default_rng(3))
    wrench = load_wrench(MODEL.robot, q, LOAD)
    full = np.einsum("kij,kj->ki", full_compliance(MODEL, q)[:, :3], wrench)
    reduced = reduced_compliance(MODEL.robot, REDUCED.usable_compliance, q)[:, :3]
    left = full - np.einsum("kij,kj->ki", reduced, wrench)
    removed = 1.0 - np.linalg.norm(left, axis=1) / np.linalg.norm(full, axis=1)
    assert np.median(removed) > 0.85
