"""The keep-outs of a trajectory search and the preview agree, in both directions."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.trajectories import project_boundary_conditions
from core.robot.library import load_robot
from core.robot.model import AssumedPayload
from core.robot.surroundings import Box
from devices.motion import RunTrajectory
from devices.safety.previewing import make_preview
from devices.virtual.physics.geometry import home_pose
from tests.core.excitation.keep_outs.test_collision_keep_out import largest_without_penalty, motions
from tests.devices.safety.fake_arm import capabilities

CODES = {
    *("self-collision", "floor-collision", "box-collision", "fast-and-near"),
    *("torque-too-high", "cannot-hold"),
}
SHELF = Box("shelf", (-1.5, 0.35, 0.3), (1.5, 0.9, 1.0))


def trajectory_of(robot, *, seed, size, period_s):
    a, b = size * np.random.default_rng(seed).normal(size=(2, robot.joint_count, 4))
    return project_boundary_conditions(a, b, period_s=period_s, start=home_pose(robot))


def shortfalls(robot, trajectory, *, boxes=(), payload=None):
    keep_outs = [
        collision_keep_out(robot, floor_height=0.0, boxes=boxes),
        torque_keep_out(robot, payload=payload),
    ]
    return [short for keep_out in keep_outs if keep_out for short in keep_out.shortfalls(trajectory)]


def findings(robot, trajectory, *, boxes=(), payload=None):
    """The preview's findings that keep-outs also check."""
    preview = make_preview(
        robot,
        RunTrajectory(trajectory),
        start=trajectory.start,
        proven=True,
        stop_count=0,
        capabilities=capabilities(),
        floor_height=0.0,
        boxes=boxes,
        payload=payload,
    )
    return [finding for finding in preview.findings if finding.code in CODES]


def plain(found):
    return [(one.code, one.blocking, {**one.facts}) for one in found]


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["ec66", "ur10e", "panda", "tx40", "lwr4", "kr300"]),
    st.integers(0, 10_000),
    st.floats(0.02, 0.6),
    st.floats(3.0, 12.0),
)
def test_keep_outs_and_preview_agree_on_any_trajectory(name, seed, size, period_s):
    robot = load_robot(name)
    trajectory = trajectory_of(robot, seed=seed, size=size, period_s=period_s)
    said = plain(shortfalls(robot, trajectory, boxes=(SHELF,)))
    preview = plain(findings(robot, trajectory, boxes=(SHELF,)))
    assert {one[:2] for one in said} == {one[:2] for one in preview}
    for one in said:
        expected = next(other for other in preview if same_place(one, other))
        assert one[2] == pytest.approx(expected[2])


def same_place(one, other):
    """The same code, as grave, and of the same joint."""
    return one[:2] == other[:2] and one[2].get("joint") == other[2].get("joint")


def test_the_sample_contains_allowed_and_refused_trajectories():
    """The comparison above needs both allowed and refused trajectories."""
    robot = load_robot("ur10e")
    allowed = [
        not findings(robot, trajectory_of(robot, seed=seed, size=size, period_s=6.0))
        for seed in range(3)
        for size in (0.02, 0.4)
    ]
    assert any(allowed)
    assert not all(allowed)
    codes = {
        short.code
        for name, size in (("ur10e", 0.5), ("panda", 0.5), ("panda", 3.0), ("ec66", 0.5))
        for boxes in ((), (SHELF,))
        for seed in range(3)
        for short in shortfalls(
            load_robot(name),
            trajectory_of(load_robot(name), seed=seed, size=size, period_s=4.0),
            boxes=boxes,
        )
    }
    assert {"self-collision", "floor-collision", "box-collision", "torque-too-high"} <= codes


@pytest.mark.parametrize("name", ["ec66", "ur10e", "panda"])
def test_a_trajectory_found_by_a_search_passes_the_preview(name):
    """From the penalty on coarse samples to the preview, just clear of everything."""
    robot, basis, xs = motions(name, count=3, seed=7)
    keep_outs = [collision_keep_out(robot, floor_height=0.0, boxes=(SHELF,)), torque_keep_out(robot)]
    for x in xs:
        share = min(largest_without_penalty(keep_out, basis, x) for keep_out in keep_outs)
        assert 0.0 < share < 1.0
        assert not findings(robot, basis.trajectory(share * x), boxes=(SHELF,))


def test_a_known_payload_counts_in_keep_outs_and_preview():
    robot = load_robot("ur10e")
    trajectory = trajectory_of(robot, seed=1, size=0.02, period_s=10.0)
    for payload in (AssumedPayload(0.0, 0.0), AssumedPayload(30.0, 0.3)):
        said = plain(shortfalls(robot, trajectory, payload=payload))
        assert said == plain(findings(robot, trajectory, payload=payload))
        assert bool(said) == (payload.mass > 0.0)


def test_an_arm_without_masses_is_kept_clear_alone():
    robot = replace(load_robot("ec66"), inertial_parameters=None)
    trajectory = trajectory_of(robot, seed=3, size=0.5, period_s=3.0)
    said = {short.code for short in shortfalls(robot, trajectory, boxes=(SHELF,))}
    assert said == {found.code for found in findings(robot, trajectory, boxes=(SHELF,))}
    assert said <= {"self-collision", "floor-collision", "box-collision"}
