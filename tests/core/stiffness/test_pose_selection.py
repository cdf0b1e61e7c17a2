"""Planned load tests: they tell more than random ones, what they promise comes true, obstacles are named."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from core.errors import BadRequest, Infeasible
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.robot.collision import CLEARANCE_M, clearances
from core.robot.dynamics import inverse_dynamics
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import PayloadLimit
from core.robot.surroundings import Box
from core.stiffness.cartesian import full_compliance
from core.stiffness.experiment import LoadTest, identify_from_loads
from core.stiffness.load_plan import HungMass, LoadPlanSettings, Pushes
from core.stiffness.model import stiffness_model
from core.stiffness.pose_selection import (
    best_design,
    load_candidates,
    log_information,
    observed_shifts,
    plan_load_tests,
    shortest_order,
)

SMALL = LoadPlanSettings(candidates=120)
ONE_JOINT = LoadPlanSettings(lower=(0.0,), upper=(1.0,))


def ec66_model():
    robot = load_robot("ec66")
    return stiffness_model(robot, joint_stiffness=np.array([4e4, 4e4, 3e4, 8e3, 8e3, 8e3]))


@pytest.mark.parametrize("loads", [Pushes(100.0), HungMass(10.0)])
@pytest.mark.parametrize("name", ["mikhel-3", "mikhel-6"])
def test_chosen_poses_are_more_informative_than_random_ones(name, loads):
    model = stiffness_model(load_robot(name))
    settings = LoadPlanSettings(candidates=300)
    plan = plan_load_tests(model, count=12, loads=loads, settings=settings)
    candidates = load_candidates(model, loads, settings, monitor=NullMonitor())
    random = np.random.default_rng(0)
    scale = model.joint_compliance / settings.noise
    told = np.array(plan.determined)
    criteria, worst = [], []
    for _ in range(200):
        some = candidates.chosen(random.choice(candidates.count, 12, replace=False))
        criteria.append(log_information(some.matrix * scale))
        rows = (some.matrix * scale)[:, :, told].reshape(36, -1)
        worst.append(np.sqrt(np.diag(np.linalg.inv(rows.T @ rows))).max())
    assert plan.criterion > max(criteria) + 0.3
    assert plan.criterion > np.mean(criteria) + 1.0
    own = (plan.noise_std / model.joint_compliance)[told].max()
    assert own < 0.8 * np.median(worst)


@pytest.mark.parametrize("seed", range(6))
def test_the_exchange_finds_the_optimal_choice(seed):
    rows = np.random.default_rng(seed).normal(size=(11, 3, 3)) * [3.0, 1.0, 10.0]
    found = best_design(rows, count=4, monitor=NullMonitor())
    best = max(log_information(rows[list(some)]) for some in combinations(range(11), 4))
    assert len(set(found.tolist())) == 4
    assert log_information(rows[found]) == pytest.approx(best, abs=0.02)


def test_an_unidentifiable_unknown_does_not_hide_the_others():
    rows = np.random.default_rng(0).normal(size=(30, 3, 3))
    blind = np.concatenate([rows, np.zeros((30, 3, 1))], axis=2)
    choices = [best_design(some, count=6, monitor=NullMonitor()).tolist() for some in (rows, blind)]
    assert choices[0] == choices[1]


def test_expected_deviations_match_simulated_experiments():
    model = stiffness_model(load_robot("mikhel-3")).with_rigid_links()
    plan = plan_load_tests(model, count=8, loads=Pushes(100.0), settings=SMALL)
    assert plan.compliance == pytest.approx(model.joint_compliance)
    assert plan.expected_std == pytest.approx(plan.noise_std)
    random = np.random.default_rng(4)
    found = []
    for _ in range(300):
        shifts = plan.shifts + SMALL.noise * random.normal(size=plan.shifts.shape)
        tests = [LoadTest(*parts) for parts in zip(plan.names, plan.poses, plan.forces, shifts, strict=True)]
        found.append(identify_from_loads(model.robot, tests).compliance)
    assert np.std(found, axis=0) == pytest.approx(plan.expected_std, rel=0.12)
    assert np.mean(found, axis=0) == pytest.approx(plan.compliance, rel=0.005)
    assert plan.stiffness_std == pytest.approx(plan.relative_std / model.joint_compliance)


def test_predicted_shifts_include_all_springs():
    model = stiffness_model(load_robot("mikhel-6"), tool=(0.0, 0.1, 0.1))
    load = HungMass(10.0, (0.2, 0.0, 0.1))
    plan = plan_load_tests(model, count=6, loads=load, settings=SMALL)
    wrench = np.hstack([plan.forces, plan.moments])
    expected = np.einsum("kij,kj->ki", full_compliance(model, plan.poses)[:, :3], wrench)
    assert plan.shifts == pytest.approx(expected, rel=1e-9)
    flange = flange_transforms(model.robot, plan.poses)
    arms = flange[:, :3, :3] @ (np.array(load.center) - np.array(model.tool))
    assert plan.moments == pytest.approx(np.cross(arms, plan.forces))
    assert plan.forces == pytest.approx(np.tile([0.0, 0.0, -98.1], (6, 1)))


def test_joints_not_identifiable_by_mass_or_tool_are_named():
    plan = plan_load_tests(
        stiffness_model(load_robot("mikhel-6")), count=12, loads=HungMass(10.0), settings=SMALL
    )
    codes = {(reason.code, reason.facts["joint"]) for reason in plan.judgement.reasons}
    assert ("load-tests-do-not-load-joint", "joint_1") in codes
    assert ("tool-does-not-see-joint", "joint_6") in codes
    assert plan.determined == (False, True, True, True, True, False)
    assert np.isinf(plan.expected_std[[0, 5]]).all()
    assert plan.judgement.verdict in {Verdict.USABLE, Verdict.REPEAT}
    on_a_wall = replace(load_robot("mikhel-3"), gravity=np.array([9.81, 0.0, 0.0]))
    floorless = replace(SMALL, floor_height=None)
    plan = plan_load_tests(stiffness_model(on_a_wall), count=12, loads=HungMass(10.0), settings=floorless)
    assert plan.determined == (True, True, True)


def test_pushes_along_one_axis_leave_unloaded_joints_unknown():
    model = stiffness_model(load_robot("mikhel-3"))
    plan = plan_load_tests(model, count=6, loads=Pushes(50.0, ((0.0, 0.0, -2.0),)), settings=SMALL)
    assert plan.forces == pytest.approx(np.tile([0.0, 0.0, -50.0], (6, 1)))
    assert plan.determined == (False, True, True)
    both = plan_load_tests(model, count=6, loads=Pushes(50.0), settings=SMALL)
    assert both.determined == (True, True, True)
    assert both.judgement.verdict is not Verdict.NOT_MEASURABLE


@pytest.mark.parametrize("loads", [HungMass(4.0, (0.0, 0.0, 0.1)), Pushes(40.0)])
def test_poses_are_collision_free_and_holdable_by_the_drives(loads):
    model = ec66_model()
    box = Box("bench", (0.3, -1.0, 0.0), (1.0, 1.0, 0.4))
    settings = replace(SMALL, candidates=60, boxes=(box,), lower=(-2.0,) * 6, upper=(2.0,) * 6)
    plan = plan_load_tests(model, count=10, loads=loads, settings=settings)
    near = clearances(model.robot, plan.poses, floor_height=0.0, boxes=(box,))
    assert near.distance.min() >= CLEARANCE_M
    assert np.all(np.abs(plan.poses) <= 2.0)
    still = np.zeros_like(plan.poses)
    wrench = np.hstack([plan.forces, plan.moments])
    held = inverse_dynamics(model.robot, plan.poses, still, still) - np.einsum(
        "kri,kr->ki", model.columns(plan.poses).joint, wrench
    )
    assert np.all(np.abs(held) <= model.robot.torque_limit)
    places = flange_transforms(model.robot, plan.poses)[:, :3, 3]
    assert places[:, 2].min() >= CLEARANCE_M


def test_impossible_plans_are_refused_with_a_reason():
    model = ec66_model()
    with pytest.raises(Infeasible) as heavy:
        plan_load_tests(model, count=8, loads=HungMass(20.0), settings=SMALL)
    assert heavy.value.code == "load-plan-too-heavy"
    few = replace(SMALL, candidates=8)
    with pytest.raises(Infeasible) as weak:
        plan_load_tests(model, count=8, loads=Pushes(5000.0), settings=few)
    assert weak.value.code == "load-plan-no-pose"
    assert {problem.code for problem in weak.value.problems} >= {"load-plan-torque"}
    assert {problem.where for problem in weak.value.problems if problem.code == "load-plan-torque"} <= set(
        model.robot.joint_names
    )
    with pytest.raises(Infeasible) as buried:
        plan_load_tests(model, count=8, loads=Pushes(10.0), settings=replace(few, floor_height=2.0))
    assert buried.value.problems[0].code in {"load-plan-touches", "load-plan-below-floor"}
    with pytest.raises(Infeasible) as scarce:
        plan_load_tests(model, count=9, loads=HungMass(1.0), settings=few)
    assert (scarce.value.code, scarce.value.facts) == ("load-plan-too-few-poses", {"found": 8, "wanted": 9})


def test_a_hung_mass_stays_off_the_floor():
    model = stiffness_model(load_robot("mikhel-3"))
    deep = HungMass(10.0, (0.0, 0.0, 0.8))
    plan = plan_load_tests(model, count=6, loads=deep, settings=SMALL)
    frames = flange_transforms(model.robot, plan.poses)
    centers = frames[:, :3] @ np.array([0.0, 0.0, 0.8, 1.0])
    assert centers[:, 2].min() >= CLEARANCE_M


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: HungMass(0.0), "setting-not-above"),
        (lambda: HungMass(float("nan")), "setting-not-finite"),
        (lambda: HungMass(1.0, (0.0, float("inf"), 0.0)), "setting-not-finite"),
        (lambda: Pushes(-1.0), "setting-not-above"),
        (lambda: Pushes(1.0, ()), "load-plan-setting"),
        (lambda: Pushes(1.0, ((0.0, 0.0, 0.0),)), "load-plan-setting"),
        (lambda: LoadPlanSettings(noise=0.0), "setting-not-above"),
        (lambda: LoadPlanSettings(candidates=0), "setting-out-of-bounds"),
        (lambda: LoadPlanSettings(lower=(1.0,), upper=(0.0,)), "load-plan-setting"),
        (lambda: plan_load_tests(ec66_model(), count=2, loads=Pushes(1.0)), "load-plan-count"),
        (
            lambda: plan_load_tests(ec66_model(), count=9, loads=Pushes(1.0), start=np.zeros(5)),
            "stiffness-pose-shape",
        ),
        (
            lambda: plan_load_tests(ec66_model(), count=9, loads=Pushes(1.0), settings=ONE_JOINT),
            "stiffness-range-shape",
        ),
    ],
)
def test_inconsistent_settings_are_refused(make, code):
    with pytest.raises(BadRequest) as refused:
        make()
    assert refused.value.code == code


def test_a_described_payload_limit_is_kept():
    robot = replace(load_robot("mikhel-3"), payload_limit=PayloadLimit(mass=5.0))
    with pytest.raises(Infeasible):
        plan_load_tests(stiffness_model(robot), count=6, loads=HungMass(5.1), settings=SMALL)


def _way_length(poses: np.ndarray) -> float:
    return float(np.abs(np.diff(poses, axis=0)).max(axis=1).sum())


def test_poses_are_ordered_for_little_travel():
    model = stiffness_model(load_robot("mikhel-3"))
    plan = plan_load_tests(model, count=25, loads=Pushes(100.0), settings=SMALL, start=np.zeros(3))
    random = np.random.default_rng(0)
    others = [_way_length(plan.poses[random.permutation(25)]) for _ in range(50)]
    assert _way_length(plan.poses) < 0.6 * min(others)


def test_a_tour_of_few_poses_is_the_shortest():
    robot = load_robot("mikhel-3")
    poses = np.array([[2.0, 0, 0], [0.5, 0, 0], [3.0, 0, 0], [1.0, 0, 0]])
    assert shortest_order(robot, poses, start=np.zeros(3), monitor=NullMonitor()).tolist() == [1, 3, 0, 2]
    assert shortest_order(robot, poses[:1], start=np.zeros(3), monitor=NullMonitor()).tolist() == [0]


def test_the_same_seed_gives_the_same_plan():
    model = stiffness_model(load_robot("mikhel-3"))
    first, again, other = (
        plan_load_tests(model, count=6, loads=Pushes(100.0), settings=replace(SMALL, seed=seed))
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first.poses, again.poses)
    assert not np.array_equal(first.poses, other.poses)


class Stopping(NullMonitor):
    """Asks to stop at the n-th look."""

    def __init__(self, looks):
        self.left, self.told = looks, []

    def report(self, fraction, text=""):
        self.told.append(fraction)

    def check(self):
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_planning_can_be_cancelled_and_reports_progress():
    model = stiffness_model(load_robot("mikhel-3"))
    for looks in (0, 4):
        with pytest.raises(Cancelled):
            plan_load_tests(model, count=6, loads=Pushes(100.0), settings=SMALL, monitor=Stopping(looks))
    watched = Stopping(10**6)
    plan_load_tests(model, count=6, loads=Pushes(100.0), settings=SMALL, monitor=watched)
    assert watched.told == sorted(watched.told)
    assert watched.told[0] >= 0.0
    assert watched.told[-1] <= 1.0


def test_regressor_is_the_product_of_levers_and_torques():
    model = stiffness_model(load_robot("mikhel-3"))
    q, force = np.array([[0.3, -0.4, 0.8]]), np.array([[10.0, -20.0, 30.0, 0.0, 0.0, 0.0]])
    shown = observed_shifts(model, q, force)
    assert shown.shifts == pytest.approx(full_compliance(model, q)[:, :3] @ force[0])
    column = model.columns(q).joint[0]
    assert shown.matrix[0] == pytest.approx(column[:3] * (column.T @ force[0]))
    assert shown.torques[0] == pytest.approx(np.abs(column.T @ force[0]))
    assert shown.levers[0] == pytest.approx(np.linalg.norm(column[:3], axis=0))
