"""All optimisers alike: repeatable, better than chance, inside the limits, stopped at any time."""

import functools

import numpy as np
import pytest

from core.excitation.limits.motion_limits import motion_peaks
from core.excitation.optimisers import METHODS
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
from core.excitation.settings import CriterionName, ExcitationSettings, MethodName, TrajectoryKind
from core.monitor import Cancelled, NullMonitor
from core.robot.library import load_robot

EC66 = load_robot("ec66")
FREE = {"limits": "liu", "collision": False, "torque": False}
BUDGET = 200
"""Evaluations in which every method gets somewhere."""

every_method = pytest.mark.parametrize("method", list(MethodName))


class Steps:
    """A clock that goes on by itself each time it is read, slower or faster."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


class CancelsAfter(NullMonitor):
    """Lets the work ask a number of times, then stops it."""

    def __init__(self, times):
        self.times = times

    def check(self):
        self.times -= 1
        if self.times < 0:
            raise Cancelled


def searched(method, *, robot=EC66, clock=None, monitor=None, ends=1e9, **settings):
    given = ExcitationSettings(method=method, **{**FREE, "evaluations": BUDGET, **settings})
    search = Search(Problem(robot, given), clock=clock or Steps(1e-3), began=0.0, ends=ends, monitor=monitor)
    with pytest.raises((SearchEnded, Cancelled)) as ended:
        METHODS[method](search.problem, search)
    return search, ended.type


@functools.cache
def found_by(method, **settings):
    """A search that goes on as it likes; several tests look at the same one and change nothing in it."""
    return searched(method, **settings)[0]


@every_method
def test_a_budget_gives_identical_bits_on_any_machine(method):
    slow, fast = searched(method, clock=Steps(0.5), seed=2)[0], found_by(method, seed=2)
    np.testing.assert_array_equal(slow.best, fast.best)
    assert slow.best_value == fast.best_value
    assert slow.problem.evaluations == fast.problem.evaluations
    assert BUDGET <= fast.problem.evaluations <= BUDGET + 10


@every_method
def test_another_seed_is_another_search(method):
    assert found_by(method).best_value != found_by(method, seed=2).best_value


@every_method
def test_a_shorter_budget_is_a_prefix_of_the_same_search(method):
    """The clock only cuts it off: until then both have found the same."""
    whole, part = found_by(method), found_by(method, evaluations=BUDGET // 2)
    found = {value for _, value in whole.history}
    assert {value for _, value in part.history[:-1]} <= found


@functools.cache
def best_by_chance():
    problem = Problem(EC66, ExcitationSettings(**FREE))
    generator = np.random.default_rng(11)
    return min(problem.value(problem.random(generator)) for _ in range(BUDGET))


@every_method
def test_search_beats_random_motions(method):
    assert found_by(method).best_value < best_by_chance()


@every_method
def test_the_best_keeps_to_its_limits_on_the_fine_grid(method):
    search = found_by(method)
    peaks = motion_peaks(search.problem.basis.trajectory(search.best), search.problem.limits)
    assert peaks.worst <= 1.0
    assert peaks.boundary_error < 1e-9


@every_method
def test_the_time_limit_ends_a_search(method):
    search, ended = searched(method, evaluations=None, clock=Steps(0.01), ends=3.0)
    assert ended is SearchEnded
    assert search.best is not None


@every_method
def test_a_request_to_stop_ends_the_method(method):
    search, ended = searched(method, evaluations=300, clock=Steps(0.05), monitor=CancelsAfter(200))
    assert ended is Cancelled
    assert search.problem.evaluations < 300
    assert search.best is not None


@every_method
def test_no_method_accepts_a_forbidden_motion(method):
    search, _ = searched(
        method,
        kind=TrajectoryKind.MODIFIED,
        start=(0.0, 0.3, 0.2, 0.1, 0.2, 0.3),
        collision=True,
        torque=True,
    )
    if search.best is not None:
        assert search.problem.is_allowed(search.best)
    assert method is not MethodName.GRADIENT or search.best is not None


@pytest.mark.parametrize("criterion", list(CriterionName))
def test_the_gradient_method_lowers_every_criterion(criterion):
    search = found_by(MethodName.GRADIENT, criterion=criterion)
    generator = np.random.default_rng(12)
    problem = search.problem
    assert search.best_value < min(problem.value(problem.random(generator)) for _ in range(100))


def test_an_arm_of_three_joints_is_optimised():
    search, _ = searched(MethodName.GRADIENT, robot=load_robot("szabo-3r"), limits="robot")
    problem, generator = search.problem, np.random.default_rng(13)
    assert search.best_value < 0.8 * min(problem.value(problem.random(generator)) for _ in range(300))


def test_the_gradient_method_reaches_the_expected_condition_number():
    """In less than what an idle machine does in two seconds."""
    search, _ = searched(MethodName.GRADIENT, robot=load_robot("generic-6r"), evaluations=1500)
    assert search.best_value <= 24.5
