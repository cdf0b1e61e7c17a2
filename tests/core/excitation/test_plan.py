"""Whole plans: what they say is true, they come back from their fields, they stop when asked."""

from itertools import count

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.errors import Infeasible
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import LOOK_EVERY_S
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings, MethodName, TrajectoryKind
from core.fields import from_fields, to_fields
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.robot.collision import CLEARANCE_M, nearest_of_note, smallest_clearance
from core.robot.collision_scene import CollisionScene
from core.robot.dynamics import regressor
from core.robot.library import load_robot
from core.robot.surroundings import KEEP_OFF_M

GENERIC = load_robot("generic-6r")
EC66 = load_robot("ec66")
FREE = {"limits": "liu", "collision": False, "torque": False}
CONFINED = {"kind": TrajectoryKind.MODIFIED, "start": (0.0, 0.3, 0.2, 0.1, 0.2, 0.3), "limits": "liu"}


class Notes(NullMonitor):
    """Notes everything, and stops the work when it asks for the given time."""

    def __init__(self, *, stop_at_look=float("inf")):
        self.fractions, self.kept = [], []
        self.looks, self._stop_at_look = 0, stop_at_look
        self.since_look, self.most_between = 0, 0

    def report(self, fraction, text=""):
        self.fractions.append(fraction)

    def keep(self, result):
        self.kept.append(result)

    def check(self):
        self.looks += 1
        self.most_between, self.since_look = max(self.most_between, self.since_look), 0
        if self.looks >= self._stop_at_look:
            raise Cancelled


@pytest.fixture(scope="module")
def planned():
    return plan_excitation(GENERIC, ExcitationSettings(**FREE, evaluations=600))


@pytest.fixture(scope="module")
def confined():
    return plan_excitation(EC66, ExcitationSettings(**CONFINED, evaluations=500))


def test_the_condition_number_is_that_of_200_samples_and_36_columns(planned):
    motion = planned.trajectory.evaluate(np.arange(200) * 0.1)
    base = find_base_parameters(GENERIC, rotor_inertia=False)
    rows = base.columns(regressor(GENERIC, motion.position, motion.velocity, motion.acceleration))
    assert planned.base_parameter_count == 36
    assert planned.condition_number == pytest.approx(np.linalg.cond(rows.reshape(-1, 36)), rel=1e-9)
    assert planned.numbers.condition_number == planned.condition_number
    assert planned.convention.startswith("36 columns")
    assert planned.convention.endswith("200 samples")


def test_plan_keeps_its_limits_on_the_fine_grid(planned):
    motion = planned.trajectory.evaluate(np.arange(4001) * 0.005)
    deg = [np.degrees(np.abs(part).max(axis=0)) for part in (motion.velocity, motion.acceleration)]
    assert np.all(np.degrees(np.abs(motion.position)).max(axis=0) <= [120, 90, 60, 120, 120, 120])
    assert np.all(deg[0] <= [100, 60, 60, 80, 80, 80])
    assert np.all(deg[1] <= 120)
    used = [deg[0] / [100, 60, 60, 80, 80, 80], deg[1] / 120]
    assert planned.limit_use == pytest.approx(
        max(np.max(used), planned.peaks.limit_use[:, 0].max()), abs=1e-9
    )
    assert 0.9 < planned.limit_use <= 1.0


def test_plan_begins_and_ends_at_rest_at_the_start_pose(planned):
    ends = planned.trajectory.evaluate(np.array([0.0, 20.0]))
    assert planned.boundary_error < 1e-12
    np.testing.assert_allclose([ends.position, ends.velocity, ends.acceleration], 0.0, atol=1e-12)


def test_history_decreases_to_the_condition_number(planned):
    assert np.all(np.diff(planned.history[:, 0]) >= 0.0)
    assert np.all(np.diff(planned.history[:, 1]) < 0.0)
    assert planned.history[-1, 1] == pytest.approx(planned.condition_number)
    assert 0.0 < planned.history[-1, 0] <= planned.seconds
    assert 600 <= planned.evaluations < 620


def test_plan_is_good_and_reports_unknown_torques(planned):
    assert planned.judgement.verdict is Verdict.GOOD
    assert planned.closest is None
    assert np.isnan(planned.closest_time)
    assert np.all(np.isnan(planned.torque_share))  # this arm has no masses
    assert planned.top_speed > 0.5


def test_the_same_budget_gives_identical_plans(planned):
    again = plan_excitation(GENERIC, ExcitationSettings(**FREE, evaluations=600))
    for name in ("q0", "a", "b"):
        np.testing.assert_array_equal(getattr(again.trajectory, name), getattr(planned.trajectory, name))
    assert again.condition_number == planned.condition_number
    assert again.evaluations == planned.evaluations
    np.testing.assert_array_equal(again.history[:, 1], planned.history[:, 1])


@pytest.mark.parametrize("kind", list(TrajectoryKind))
def test_plans_of_all_kinds_come_back_from_their_fields(kind):
    start = (0.3, -0.2, 0.1, 0.0, 0.2, 0.1) if kind is TrajectoryKind.MODIFIED else None
    plan = plan_excitation(EC66, ExcitationSettings(**FREE, kind=kind, start=start, evaluations=80))
    back = from_fields(ExcitationPlan, to_fields(plan))
    assert type(back.trajectory) is type(plan.trajectory)
    assert back.settings == plan.settings
    assert back.numbers == plan.numbers
    assert back.judgement == plan.judgement
    moments = np.linspace(0.0, plan.trajectory.duration, 50)
    np.testing.assert_array_equal(
        back.trajectory.evaluate(moments).position, plan.trajectory.evaluate(moments).position
    )
    np.testing.assert_array_equal(back.history, plan.history)
    assert plan.limit_use <= 1.0
    np.testing.assert_allclose(plan.trajectory.start, start or np.zeros(6), atol=1e-12)


def test_confined_motions_keep_clear_and_within_their_torques(confined):
    assert confined.shortfalls == ()
    assert confined.judgement.verdict is Verdict.GOOD
    poses = confined.trajectory.evaluate(np.arange(4001) * 0.005).position
    closest = smallest_clearance(EC66, poses, floor_height=0.0, between=True)
    assert closest.distance >= CLEARANCE_M
    closest = nearest_of_note(CollisionScene(EC66, floor_height=0.0, boxes=()), poses, keep_off=KEEP_OFF_M)
    assert confined.closest.distance == pytest.approx(closest.distance, abs=1e-9)
    assert (confined.closest.first, confined.closest.second) == (closest.first, closest.second)
    assert confined.closest_time == pytest.approx(closest.pose * 0.005, abs=1e-9)
    assert 0.0 <= confined.closest_time <= 20.0
    assert np.all(confined.torque_share <= 1.0)
    assert np.all(confined.torque_share > 0.0)


def test_locked_joints_stand_still_and_leave_fewer_columns():
    chosen = {"kind": TrajectoryKind.MODIFIED, "start": (0.1,) * 6, "locked": (3, 4, 5), "evaluations": 200}
    plan = plan_excitation(GENERIC, ExcitationSettings(**FREE, **chosen))
    motion = plan.trajectory.evaluate(np.linspace(0.0, 20.0, 101))
    np.testing.assert_array_equal(motion.position[:, 3:], 0.1)
    assert np.all(np.ptp(motion.position[:, :3], axis=0) > 0.1)
    assert plan.base_parameter_count == 15
    assert np.isfinite(plan.condition_number)


def test_impossible_demands_are_refused_before_the_search():
    notes = Notes()
    with pytest.raises(Infeasible):
        plan_excitation(EC66, ExcitationSettings(**FREE, locked=tuple(range(6))), monitor=notes)
    assert notes.kept == []


@pytest.mark.parametrize("method", list(MethodName))
def test_progress_rises_to_the_end_and_the_plan_is_kept(method):
    notes = Notes()
    plan = plan_excitation(EC66, ExcitationSettings(**FREE, method=method, seconds=1.0), monitor=notes)
    assert np.all(np.diff(notes.fractions) >= 0.0)
    assert notes.fractions[-1] == 1.0
    assert notes.kept[-1] is plan
    assert all(kept.limit_use <= 1.0 for kept in notes.kept)
    assert np.all(np.diff([kept.condition_number for kept in notes.kept]) <= 0.0)


STEPS = ("objective", "value", "penalty", "is_allowed")
"""What the search asks of a problem; each takes milliseconds."""
MOST_STEPS = 8
"""Counted: 4 and 5. What a campaign measures in seconds."""


def counting_steps(monkeypatch, notes):
    """Have the monitor note how many steps are taken between two of its looks."""

    def counted(genuine):
        def step(*arguments, **options):
            notes.since_look += 1
            return genuine(*arguments, **options)

        return step

    for name in STEPS:
        monkeypatch.setattr(Problem, name, counted(getattr(Problem, name)))


@pytest.mark.parametrize("method", list(MethodName))
@pytest.mark.parametrize("settings", [FREE, CONFINED], ids=["free", "confined"])
def test_a_search_looks_for_a_stop_every_few_steps_and_keeps_the_best(method, settings, monkeypatch):
    notes = Notes(stop_at_look=100)
    counting_steps(monkeypatch, notes)
    asked = ExcitationSettings(**settings, method=method, seconds=60.0)
    with pytest.raises(Cancelled):
        plan_excitation(EC66, asked, monitor=notes, clock=count(0.0, 2.0 * LOOK_EVERY_S).__next__)
    assert notes.most_between <= MOST_STEPS
    best = notes.kept[-1]
    assert best.shortfalls == ()
    assert best.limit_use <= 1.0
    assert best.condition_number == pytest.approx(best.history[-1, 1])


@pytest.mark.parametrize("settings", [FREE, CONFINED], ids=["free", "confined"])
@pytest.mark.parametrize("look", [1, 2, 3, 5, 8])
def test_a_stop_at_the_very_beginning_is_met_at_that_look(settings, look):
    notes = Notes(stop_at_look=look)
    with pytest.raises(Cancelled):
        plan_excitation(EC66, ExcitationSettings(**settings), monitor=notes, clock=count(0.0, 1.0).__next__)
    assert notes.looks == look


@pytest.mark.parametrize("seed", [0, 1])
def test_an_arm_near_the_floor_has_an_allowed_motion_however_little_time_there_is(seed):
    plan = plan_excitation(EC66, ExcitationSettings(seed=seed, seconds=1.0), clock=count(0.0, 1.0).__next__)
    assert plan.shortfalls == ()
    assert plan.limit_use <= 1.0


@pytest.mark.parametrize("robot", ["ec66", "ur5e"])
def test_an_arm_that_starts_near_the_floor_is_told_apart_nearly_as_well_as_a_free_one(robot):
    """Its tool is nearer than fast motion may be: the motion leaves slowly, and is no smaller for that."""
    plan = plan_excitation(load_robot(robot), ExcitationSettings(seed=0, evaluations=900))
    assert plan.condition_number < 50.0
