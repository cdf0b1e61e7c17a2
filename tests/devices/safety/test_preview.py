"""The preview's refusals, and that an allowed plan keeps every limit at all times."""

import subprocess
import sys
from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.excitation.trajectories import PointToPoint, SampledTrajectory, rest
from core.monitor import Cancelled, NullMonitor
from core.recording import Mark
from core.robot.capsules import arm_capsules, placed_capsules
from core.robot.collision import smallest_clearance
from core.robot.kinematics import point_velocities
from core.robot.library import load_robot, shipped_robots
from core.robot.model import UNLIMITED, AssumedPayload, PayloadLimit
from devices.capabilities import MotionKind
from devices.motion import Jog, MoveTo, RunTrajectory
from devices.safety.inspection import SHOWN_POSES
from devices.safety.previewing import fit_speed, is_allowed
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.geometry import home_pose
from tests.devices.safety.fake_arm import HOME, capabilities
from tests.devices.safety.previewed import ROBOT, blocking, facts_of, fourier, preview


def limited(*, upper, joint=2):
    """The arm with an upper limit on one joint."""
    joints = list(ROBOT.joints)
    joints[joint] = replace(joints[joint], lower=-3.0, upper=float(upper))
    return replace(ROBOT, joints=tuple(joints))


# limits


def test_a_peak_between_the_samples_is_found():
    """The 5 ms grid is inside the limit everywhere; the curve between two of its points is not."""
    trajectory = fourier(HOME, size=0.1)
    clock = np.arange(0.0, trajectory.duration + 1e-9, 0.005)
    on_grid = trajectory.evaluate(clock).position[:, 2].max()
    fine = trajectory.evaluate(np.linspace(0.0, trajectory.duration, 200_003)).position[:, 2].max()
    assert fine > on_grid
    found = preview(RunTrajectory(trajectory), robot=limited(upper=0.5 * (on_grid + fine)), proven=True)
    assert "beyond-position-limit" in blocking(found)
    facts = facts_of(found, "beyond-position-limit")
    assert (facts["joint"], facts["unit"]) == (3, "°")
    assert facts["value"] == pytest.approx(np.degrees(fine), abs=0.2)


def test_an_overshoot_between_given_points_is_found():
    points = np.tile(HOME, (7, 1))
    points[2:5, 2] += [0.1, 0.2, 0.2]
    trajectory = SampledTrajectory(period_s=1.0, positions=points)
    found = preview(RunTrajectory(trajectory), robot=limited(upper=points[:, 2].max()))
    assert blocking(found) == {"beyond-position-limit"}
    assert preview(RunTrajectory(trajectory), robot=limited(upper=points[:, 2].max() + 0.05)).allowed


@pytest.mark.parametrize(
    ("change", "code"),
    [({"velocity": 0.001}, "beyond-velocity-limit"), ({"acceleration": 0.001}, "beyond-acceleration-limit")],
)
def test_speeds_and_accelerations_are_limited(change, code):
    joints = (replace(ROBOT.joints[0], **change), *ROBOT.joints[1:])
    found = preview(RunTrajectory(fourier(HOME)), robot=replace(ROBOT, joints=joints))
    assert code in blocking(found)
    assert facts_of(found, code)["joint"] == 1


def test_a_target_outside_the_range_is_refused():
    found = preview(MoveTo(HOME + 0.1, 0.05), robot=limited(upper=HOME[2] + 0.05))
    assert blocking(found) == {"beyond-position-limit"}


def test_a_trajectory_that_begins_elsewhere_is_refused():
    start = HOME + radians(1.0) * np.eye(6)[3]
    found = preview(RunTrajectory(fourier(start)))
    assert blocking(found) == {"trajectory-starts-elsewhere"}
    facts = facts_of(found, "trajectory-starts-elsewhere")
    assert (facts["joint"], facts["difference"]) == (4, pytest.approx(1.0))


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(["ec66", "panda", "tx40"]),
    st.integers(0, 10_000),
    st.floats(0.01, 0.15),
    st.floats(4.0, 20.0),
    st.booleans(),
)
def test_what_is_allowed_keeps_every_limit_on_a_fine_grid(name, seed, size, period_s, proven):
    robot = load_robot(name)
    start = home_pose(robot)
    trajectory = fourier(start, seed=seed, size=size, period_s=period_s)
    found = preview(RunTrajectory(trajectory), robot=robot, start=start, proven=proven)
    assume(found.allowed)
    motion = trajectory.evaluate(np.linspace(0.0, trajectory.duration, 8_011))
    assert np.all(motion.position <= robot.upper + 1e-9)
    assert np.all(motion.position >= robot.lower - 1e-9)
    assert np.all(np.abs(motion.velocity) <= robot.velocity_limit + 1e-9)
    assert np.all(np.abs(motion.acceleration) <= robot.acceleration_limit + 1e-9)
    speed = np.linalg.norm(point_velocities(robot, motion.position, motion.velocity), axis=2).max()
    assert speed <= found.top_speed + 1e-9
    assert proven or speed <= 0.25
    assert smallest_clearance(robot, motion.position, floor_height=0.0).distance >= 0.01
    ends = placed_capsules(robot, motion.position[::20])
    assert np.all(ends >= found.swept_low - 1e-9)
    assert np.all(ends <= found.swept_high + 1e-9)


# reduced speed, jogs, controllers that do not stop by themselves


def test_an_unproven_arm_keeps_to_reduced_speed():
    plan = MoveTo(HOME + 0.3, 0.6)
    slow, fast = preview(plan), preview(plan, proven=True)
    assert blocking(slow) == {"tool-too-fast"}
    assert facts_of(slow, "tool-too-fast")["limit"] == pytest.approx(250.0)
    assert fast.allowed
    assert fast.needs_clear_cell
    assert not preview(fit_speed(ROBOT, plan, start=HOME)).needs_clear_cell


def test_the_speed_of_a_move_does_not_depend_on_how_the_controller_times_it():
    """No profile on the same line within the same joint speeds passes the stated top speed."""
    plan = MoveTo(HOME + np.array([0.5, -0.3, 0.2, 0.1, -0.4, 0.6]), 0.2)
    found = preview(plan)
    way = plan.target - HOME
    steepest = np.min(0.2 * ROBOT.velocity_limit / np.abs(way))
    line = HOME + np.linspace(0.0, 1.0, 2001)[:, None] * way
    velocity = np.broadcast_to(steepest * way, line.shape)
    speed = np.linalg.norm(point_velocities(ROBOT, line, velocity), axis=2).max()
    assert found.top_speed == pytest.approx(speed, rel=1e-3)
    assert found.top_speed >= speed - 1e-12


@pytest.mark.parametrize(
    ("angle", "speed", "code"),
    [(2.1, 2.0, "jog-too-far"), (-2.1, 2.0, "jog-too-far"), (1.0, 2.1, "jog-too-fast")],
)
def test_a_jog_of_an_unproven_arm_is_small_and_slow(angle, speed, code):
    plan = Jog(joint=3, angle=radians(angle), speed=radians(speed))
    assert blocking(preview(plan)) == {code}
    assert preview(plan, proven=True).allowed
    assert preview(Jog(joint=3, angle=radians(2.0), speed=radians(2.0))).allowed


def test_an_arm_that_finishes_moves_without_its_host_gets_only_short_slow_moves():
    alone = {"capabilities": capabilities(stops=False)}
    long = MoveTo(HOME + 0.5, 0.02)
    assert blocking(preview(long, **alone)) == {"too-long-unattended"}
    assert preview(long).allowed
    fast = MoveTo(HOME + 0.2, 0.6)
    assert blocking(preview(fast, proven=True, **alone)) == {"too-fast-unattended"}


def test_a_motion_that_the_controller_does_not_offer_is_refused():
    only_moves = capabilities(motions=(MotionKind.POINT_TO_POINT,))
    assert blocking(preview(RunTrajectory(fourier(HOME)), capabilities=only_moves)) == {"motion-not-offered"}
    assert preview(MoveTo(HOME + 0.05, 0.05), capabilities=only_moves).allowed


# torque


def test_a_load_that_is_too_heavy_is_refused():
    plan = MoveTo(HOME + 0.05, 0.05)
    found = preview(plan, payload=AssumedPayload(mass=40.0, distance=0.2))
    assert {"cannot-hold", "torque-too-high"} <= blocking(found)
    assert np.nanmax(found.peak_torque_fraction) > 1.0
    assert facts_of(found, "cannot-hold")["share"] > 1.0


def test_pushing_hard_is_refused_though_holding_is_easy():
    trajectory = fourier(HOME, size=2.5, period_s=2.0)
    found = preview(RunTrajectory(trajectory), proven=True, floor_height=-5.0)
    assert "torque-too-high" in blocking(found)
    assert "cannot-hold" not in blocking(found)


def test_the_assumed_payload_changes_the_torque_and_is_a_finding():
    plan = MoveTo(HOME + 0.05, 0.05)
    loaded, bare = preview(plan), preview(plan, payload=AssumedPayload(0.0, 0.0))
    assert np.all(loaded.peak_torque_fraction[1:5] > 1.1 * bare.peak_torque_fraction[1:5])
    assert facts_of(loaded, "payload-distance-assumed")["mass"] == 6.0
    described = replace(ROBOT, payload_limit=PayloadLimit(6.0, 0.1))
    assert not {"payload-distance-assumed", "payload-mass-assumed"} & {
        finding.code for finding in preview(plan, robot=described).findings
    }


def test_missing_limits_of_the_description_are_findings():
    robot = load_robot("szabo-3r")
    joints = tuple(replace(joint, velocity=1.0) for joint in robot.joints)
    robot = replace(robot, joints=joints, inertial_parameters=None)
    start = np.array([0.0, 0.0, 0.9])
    three = replace(capabilities(), joint_count=3)
    found = preview(MoveTo(start + 0.1, 0.1), robot=robot, start=start, capabilities=three)
    assert found.allowed
    assert {finding.code for finding in found.findings} == {
        "range-unknown",
        "acceleration-limit-unknown",
        "torque-limit-unknown",
        "inertia-unknown",
        "shape-assumed",
        "payload-mass-assumed",
        "payload-distance-assumed",
    }
    assert facts_of(found, "range-unknown")["joints"] == (1, 2, 3)
    virtual = replace(three, mark=Mark.VIRTUAL)
    found = preview(MoveTo(start + 0.1, 0.1), robot=robot, start=start, capabilities=virtual)
    assert {one.code for one in found.findings} == {"inertia-unknown"}, "a virtual arm is as it is described"
    assert np.all(np.isnan(found.peak_torque_fraction))


# plans that make no sense


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (MoveTo(HOME[:5], 0.1), "plan-shape"),
        (MoveTo(HOME * np.nan, 0.1), "plan-not-finite"),
        (MoveTo(HOME, 0.0), "plan-speed"),
        (MoveTo(HOME, 1.1), "plan-speed"),
        (Jog(6, 0.01, 0.01), "plan-shape"),
        (Jog(-1, 0.01, 0.01), "plan-shape"),
        (Jog(0, 0.01, 0.0), "plan-speed"),
        (Jog(0, float("nan"), 0.01), "plan-speed"),
        (RunTrajectory(rest(HOME[:3], seconds=1.0)), "plan-shape"),
    ],
)
def test_invalid_plans_are_findings_not_exceptions(plan, code):
    found = preview(plan)
    assert blocking(found) == {code}
    assert not found.allowed
    assert fit_speed(ROBOT, plan, start=HOME) is plan


def test_a_share_of_an_unknown_speed_is_refused():
    joints = (replace(ROBOT.joints[0], velocity=UNLIMITED), *ROBOT.joints[1:])
    found = preview(MoveTo(HOME + 0.1, 0.1), robot=replace(ROBOT, joints=joints))
    assert blocking(found) == {"speed-unknown"}
    assert facts_of(found, "speed-unknown") == {"joint": 1}


def test_a_move_to_the_present_pose_is_allowed():
    found = preview(MoveTo(HOME, 0.5))
    assert found.allowed
    assert (found.duration, found.top_speed) == (0.0, 0.0)
    np.testing.assert_array_equal(found.end, HOME)


# the rest of what it says


def test_a_preview_has_duration_end_pose_and_poses_on_the_way():
    trajectory = PointToPoint(start=HOME, target=HOME + 0.2, duration=8.0)
    found = preview(RunTrajectory(trajectory), stop_count=7)
    assert found.duration == 8.0
    assert found.stop_count == 7
    np.testing.assert_allclose(found.end, HOME + 0.2)
    assert found.poses.shape == (SHOWN_POSES, 6)
    np.testing.assert_allclose(found.poses[[0, -1]], np.stack([HOME, HOME + 0.2]))
    radius = max(capsule.radius for capsule in arm_capsules(ROBOT))
    places = placed_capsules(ROBOT, found.poses).reshape(-1, 3)
    assert np.all(found.swept_low <= places.min(axis=0) + radius)
    assert np.all(found.swept_high >= places.max(axis=0) - radius)


@pytest.mark.parametrize("kind", ["move", "jog", "trajectory"])
def test_a_plan_is_slowed_just_enough(kind):
    plans = {
        "move": MoveTo(HOME + 0.4, 1.0),
        "jog": Jog(0, 0.5, 2.0),
        "trajectory": RunTrajectory(fourier(HOME, size=0.3)),
    }
    slowed = fit_speed(ROBOT, plans[kind], start=HOME)
    assert 0.24 < preview(slowed, proven=True).top_speed <= 0.25
    assert fit_speed(ROBOT, slowed, start=HOME) is slowed


def test_a_preview_can_be_cancelled():
    class Impatient(NullMonitor):
        def check(self):
            raise Cancelled

    with pytest.raises(Cancelled):
        preview(RunTrajectory(fourier(HOME)), monitor=Impatient())


@pytest.mark.parametrize("name", shipped_robots())
def test_gentle_motion_of_every_shipped_robot_is_allowed(name):
    """From the home pose, with the controller's speed limits: jogs, a short move, a small sway."""
    robot = load_robot(name)
    start, reported = home_pose(robot), VirtualArm(robot).nominal.velocity_limit
    joints = tuple(
        replace(joint, velocity=min(joint.velocity, float(speed)))
        for joint, speed in zip(robot.joints, reported, strict=True)
    )
    robot = replace(robot, joints=joints)
    plans = [Jog(joint, way * radians(2.0), radians(2.0)) for joint in range(len(joints)) for way in (-1, 1)]
    plans += [
        fit_speed(robot, plan, start=start)
        for plan in (MoveTo(start + 0.15, 1.0), RunTrajectory(fourier(start, size=0.05)))
    ]
    for plan in plans:
        found = preview(plan, robot=robot, start=start)
        assert found.allowed, [finding for finding in found.findings if finding.blocking]


def test_the_safety_modules_of_the_window_load_no_heavy_package():
    program = (
        "import sys, devices.safety.previewing, devices.safety.safe_arm, devices.safety.readiness\n"
        "print([n for n in ('numba', 'mujoco', 'scipy', 'h5py') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# allowed or not, without the preview


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    size=st.sampled_from([0.02, 0.05, 0.2, 0.5, 1.0]),
    proven=st.booleans(),
    floor=st.sampled_from([None, 0.0, 0.4]),
)
def test_is_allowed_agrees_with_the_preview(seed, size, proven, floor):
    plan = RunTrajectory(fourier(HOME, seed=seed, size=size))
    found = preview(plan, proven=proven, floor_height=floor)
    start = np.asarray(HOME, dtype=float)
    said = is_allowed(
        ROBOT, plan, start=start, proven=proven, capabilities=capabilities(), floor_height=floor
    )
    assert said == found.allowed
