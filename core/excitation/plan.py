"""Planning an excitation trajectory: from settings to the best plan that the time allows."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.errors import BadRequest
from core.excitation.demands.allowed_motion import shrink_to_allowed
from core.excitation.evaluate import Judge
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.optimisers import METHODS
from core.excitation.optimisers.problem import Problem
from core.excitation.optimisers.search import Search, SearchEnded
from core.excitation.settings import ExcitationSettings
from core.monitor import Cancelled, Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel, expect_free_output

__all__ = ["ExcitationPlan", "plan_excitation"]

KEEP_EVERY_S = 0.25
"""Smallest interval between publications of the best plan so far, s; each costs some tens of ms."""
KEEP_SHARE = 0.1
"""Largest share of the time that publications may take on a slow machine."""
FINISH_S = 0.08
"""Part of the planning time reserved for the final evaluation, s."""
BEGIN_SHARES = (1.0, 0.5, 0.25, 0.1)
"""Sizes of a random motion tried until one can be converted into an allowed motion."""
FINISH_SHARE = 0.2
"""Largest reserved share of a very short planning time."""


def plan_excitation(
    robot: RobotModel,
    settings: ExcitationSettings,
    *,
    monitor: Monitor | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> ExcitationPlan:
    """The best trajectory found within the settings' time or evaluations.

    Parameters
    ----------
    robot : the arm
    settings : the demands on the plan
    monitor : learns of the progress, keeps the plan so far at every improvement, and can stop
        the search, within 300 ms
    clock : seconds that only grow

    Raises
    ------
    Infeasible
        Every demand that no trajectory can meet, at once.
    BadRequest
        ``output-locked``, as ``ExcitationSettings``, ``core.excitation.limits.limit_sets.named_limits``, and
        ``no-allowed-motion`` where nothing that was found keeps clear of everything.
    BadFile, OSError
        Where the file of limits cannot be read.
    Cancelled
        When the monitor asks to stop; it has been given the best so far.
    """
    expect_free_output(robot)
    planning = _Planning(robot, settings, monitor=monitor or NullMonitor(), clock=clock)
    return planning.run()


class _Planning:
    """The state of one planning run."""

    def __init__(
        self,
        robot: RobotModel,
        settings: ExcitationSettings,
        *,
        monitor: Monitor,
        clock: Callable[[], float],
    ) -> None:
        self._began, self._clock, self._monitor = clock(), clock, monitor
        self._problem = problem = Problem(robot, settings, monitor=monitor)
        self._judge = Judge(robot, settings, limits=problem.limits, against=problem.keep_outs)
        self._search = Search(
            problem,
            clock=clock,
            began=self._began,
            ends=self._began + settings.seconds - min(FINISH_S, FINISH_SHARE * settings.seconds),
            monitor=monitor,
            kept=self._keep_now_and_then,
        )
        self._kept: FloatArray | None = None
        self._keeps_from = self._began + KEEP_EVERY_S

    def run(self) -> ExcitationPlan:
        try:
            self._begin()
            METHODS[self._problem.settings.method](self._problem, self._search)
        except SearchEnded:
            pass
        except Cancelled:
            self._keep()
            raise
        if self._search.best is None:
            raise BadRequest("no-allowed-motion", tried=self._problem.evaluations, smallest=0.0)
        plan = self._plan(self._search.best)
        self._monitor.keep(plan)
        self._monitor.report(1.0)
        return plan

    def _begin(self) -> None:
        """Find an allowed motion, however poor, before the search for a good one."""
        x = self._problem.random(self._search.generator)
        for share in BEGIN_SHARES:
            try:
                allowed = shrink_to_allowed(self._problem, share * x, monitor=self._monitor)
            except BadRequest as refused:
                if refused.code != "no-allowed-motion":
                    raise
                continue  # a smaller motion is easier to move away from obstacles
            self._search.begin_with(allowed)
            return
        # a search that weighs the penalties may yet find a way

    def _keep_now_and_then(self) -> None:
        if self._clock() >= self._keeps_from:
            self._keep()

    def _keep(self) -> None:
        best = self._search.best
        if best is not None and best is not self._kept:
            began = self._clock()
            self._monitor.keep(self._plan(best))
            self._kept, ended = best, self._clock()
            self._keeps_from = ended + max(KEEP_EVERY_S, (ended - began) / KEEP_SHARE)

    def _plan(self, x: FloatArray) -> ExcitationPlan:
        trajectory = self._problem.basis.trajectory(x)
        judged = self._judge.judge(trajectory)
        return replace(
            judged,
            seconds=self._clock() - self._began,
            evaluations=self._problem.evaluations,
            history=np.array(self._search.history, dtype=np.float64).reshape(-1, 2),
        )
