"""A search: its budget, its clock, what it takes for the best, and how it stops."""

import numpy as np
import pytest

from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
from core.excitation.settings import ExcitationSettings, TrajectoryKind
from core.monitor import Cancelled
from core.robot.library import load_robot

ROBOT = load_robot("ec66")


class Watcher:
    """A monitor that records progress, and cancels once ``cancels`` is set."""

    def __init__(self):
        self.fractions, self.cancels = [], False

    def report(self, fraction, text=""):
        self.fractions.append(fraction)

    def keep(self, result):
        raise AssertionError("a search keeps nothing by itself")

    def check(self):
        if self.cancels:
            raise Cancelled


def new_search(clock=lambda: 0.0, *, monitor=None, kept=lambda: None, **settings):
    given = ExcitationSettings(**{"limits": "liu", "collision": False, "torque": False, **settings})
    problem = Problem(ROBOT, given)
    return Search(problem, clock=clock, began=0.0, ends=10.0, monitor=monitor, kept=kept)


def test_the_time_limit_ends_a_search():
    now = [0.0]
    search = new_search(lambda: now[0])
    now[0] = 9.9
    search.check()
    assert search.fraction == pytest.approx(0.99)
    now[0] = 10.0
    with pytest.raises(SearchEnded):
        search.check()


def test_a_budget_ends_a_search_independent_of_time():
    search = new_search(lambda: 1e6, evaluations=3)
    for _ in range(3):
        search.check()
        search.problem.value(np.zeros(search.problem.size))
    assert search.over
    with pytest.raises(SearchEnded):
        search.check()


def test_progress_is_reported_at_intervals_and_never_beyond_the_end():
    now, watcher, kept = [0.0], Watcher(), []
    search = new_search(lambda: now[0], monitor=watcher, kept=lambda: kept.append(now[0]))
    for now[0] in (0.0, 0.01, 0.02, 0.04, 5.0):
        search.check()
    assert watcher.fractions == pytest.approx([0.0, 0.004, 0.5])
    assert kept == [0.0, 0.04, 5.0]


def test_a_request_to_stop_ends_the_search():
    now, watcher = [0.0], Watcher()
    search = new_search(lambda: now[0], monitor=watcher)
    search.check()
    watcher.cancels, now[0] = True, 0.05
    with pytest.raises(Cancelled):
        search.check()


def test_only_better_motions_are_accepted():
    now = [0.0]
    search = new_search(lambda: now[0])
    generator = np.random.default_rng(0)
    found = [search.problem.random(generator) for _ in range(10)]
    values = [search.problem.value(x) for x in found]
    for now[0], x in enumerate(found):
        search.offer(x)
    assert search.best_value == min(values)
    np.testing.assert_array_equal(search.best, found[int(np.argmin(values))])
    falling = [value for place, value in enumerate(values) if value < min(values[:place], default=np.inf)]
    assert [value for _, value in search.history] == pytest.approx(falling)
    assert not search.offer(search.best)


def test_a_motion_beyond_its_limits_is_scaled_down():
    search = new_search()
    x = search.problem.random(np.random.default_rng(0))
    over = x * (1.02 / search.problem.basis.furthest(x).max())
    assert not search.problem.is_allowed(over)
    assert search.offer(over)
    assert search.problem.is_allowed(search.best)
    np.testing.assert_allclose(search.best, 0.98 * over)


def test_forbidden_motions_are_not_accepted():
    search = new_search(kind=TrajectoryKind.MODIFIED, start=(0.0, 0.3, 0.2, 0.1, 0.2, 0.3), collision=True)
    assert not search.offer(search.problem.random(np.random.default_rng(4)))
    assert search.best is None
