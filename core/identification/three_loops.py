"""The three loops: friction, dynamics, and what is left, in rounds until nothing more is gained.

A round takes what is not linear in the parameters (the friction's shapes and the load on the
gears) from the round before, then fits everything linear together, and in the end lets the
residual learner try. [Liu] section 5 fits friction and links one after the other; together
is the point where that iteration would stand still, reached at once.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import numpy as np

from core.estimation import (
    Estimate,
    FullCovarianceLeastSquares,
    LeastSquares,
    MaximumLikelihood,
    RobustLeastSquares,
    RowSource,
    WeightedLeastSquares,
)
from core.identification.chunks import Conditioning
from core.identification.fit import Fit
from core.identification.held_rows import held_rows
from core.identification.regression_rows import RegressionRows
from core.identification.residual_rows import learned_torque, residual_samples
from core.identification.result import Loop, LoopRecord
from core.identification.resuming import Start
from core.identification.row_noise import NoisyRows
from core.identification.settings import EstimatorKind, IdentificationSettings
from core.identification.shape_search import search_shapes
from core.learning.kinds import ResidualKind
from core.learning.residual_model import ResidualModel
from core.learning.samples import ResidualSamples
from core.monitor import Monitor, NamedMonitor, PartOfMonitor
from core.recording import FloatArray

STILL_FALLING = 0.002
"""A round that lowers the weighted residual by less than this share is the last one."""
LEARNING_ROUNDS = 1
"""How often the learner tries; each time the rest of the model follows what it took. A second
time moved no error by 1 % and switched joints on and off."""


class Estimator(Protocol):
    """What all estimators have in common."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Parameters from rows."""


_ESTIMATORS: Mapping[EstimatorKind, Estimator] = {
    EstimatorKind.LS: LeastSquares(),
    EstimatorKind.WLS: WeightedLeastSquares(),
    EstimatorKind.WLS_FULL: FullCovarianceLeastSquares(),
    EstimatorKind.ROBUST: RobustLeastSquares(),
}
_ITERATING = (EstimatorKind.WLS_FULL, EstimatorKind.ROBUST)
"""Estimators that need a pass over the rows for every iteration."""


def run_loops(
    rows: RegressionRows,
    *,
    settings: IdentificationSettings,
    conditioning: Conditioning,
    start: Start,
    monitor: Monitor,
    keep: Callable[[Fit], None],
) -> Fit:
    """Go round until the residual stops falling, at most ``settings.iterations`` rounds.

    The round numbered 0 is the fit that the others start from; every round offers its fit to
    ``keep``. A resumed fit goes on counting where it stopped.
    """
    learns = settings.residual is not ResidualKind.NONE
    stages = _shares(settings.iterations, learns=learns)
    loops = _Loops(rows, settings, conditioning, list(start.loops), start.residual_model, monitor, stages)
    loops.dynamics()
    keep(loops.fit)
    for _ in range(settings.iterations):
        if not loops.next_round(keep):
            break
    for _ in range(LEARNING_ROUNDS if learns else 0):
        if not loops.learn() or not loops.next_round(keep):
            break
    return loops.fit


def _shares(rounds: int, *, learns: bool) -> Iterator[tuple[float, float]]:
    """Where each stage of the work begins and ends, for the progress; the last one repeats."""
    ends = np.linspace(0.0, 0.6 if learns else 1.0, 2 * rounds + 2)[1:].tolist()
    ends += np.linspace(0.6, 1.0, 3 * LEARNING_ROUNDS + 1)[1:].tolist() if learns else []
    yield from pairwise([0.0, *ends])
    while True:
        yield (1.0, 1.0)


@dataclass
class _Loops:
    """The state between two loops."""

    rows: RegressionRows
    settings: IdentificationSettings
    conditioning: Conditioning
    records: list[LoopRecord]
    residual_model: ResidualModel | None
    monitor: Monitor
    shares: Iterator[tuple[float, float]]
    number: int = 0
    estimate: Estimate | None = None
    level: float = np.inf
    """Residual after the last dynamics loop, every joint over what the first one left."""

    def __post_init__(self) -> None:
        """A resumed fit goes on counting."""
        self.number = max((record.round for record in self.records), default=-1) + 1

    @property
    def fit(self) -> Fit:
        """The fit as it stands."""
        return Fit(self._known, self.rows, self.conditioning, tuple(self.records), self.residual_model)

    @property
    def _known(self) -> Estimate:
        assert self.estimate is not None, "the dynamics come first"
        return self.estimate

    def next_round(self, keep: Callable[[Fit], None]) -> bool:
        """Friction and dynamics once more; whether the residual still fell."""
        before = self.level
        self.number += 1
        self.friction()
        self.dynamics()
        keep(self.fit)
        return self.level < (1.0 - STILL_FALLING) * before

    def friction(self) -> None:
        """The friction's shapes around what the last round found, and the load on the gears from it."""
        began = time.perf_counter()
        parameters = self._known.estimate
        found = search_shapes(self.rows, parameters=parameters, monitor=self._stage("friction"))
        plan = self.rows.plan.with_shapes(found.shapes).with_load(parameters[: self.rows.plan.base_count])
        self.rows = replace(self.rows, plan=plan)
        self._record(Loop.FRICTION, found.residual, began)

    def dynamics(self) -> None:
        """Everything that is linear in its parameters, together."""
        began = time.perf_counter()
        self.estimate = _estimate(self.rows, self.settings.estimator, monitor=self._stage("dynamics"))
        residuals = self.estimate.residuals
        left = np.sqrt(residuals.sum_of_squares / np.maximum(residuals.row_count, 1))
        self._record(Loop.DYNAMICS, left, began)
        first = next(record.residual for record in self.records if record.loop is Loop.DYNAMICS)
        tiny = np.finfo(np.float64).tiny
        self.level = float(np.sqrt(np.mean((left / np.maximum(first, tiny)) ** 2)))

    def learn(self) -> bool:
        """What is left, shown to the learner; whether it is on for any joint."""
        from core.learning.learn import learn_residual  # brings the mixtures' library

        began = time.perf_counter()
        monitor = self._stage("compensation")
        parameters = self._known.estimate
        first, last = (PartOfMonitor(monitor, first=a, last=b) for a, b in ((0.0, 0.2), (0.2, 0.9)))
        samples = residual_samples(self.rows, parameters, monitor=first)
        self.residual_model = learn_residual(
            samples,
            kind=self.settings.residual,
            features=self.settings.features,
            joint_names=self.rows.plan.robot.joint_names,
            monitor=last,
        )
        silent = PartOfMonitor(monitor, first=0.9, last=0.9)
        learned = tuple(
            learned_torque(self.residual_model, stream, self.rows.plan, parameters, monitor=silent)
            for stream in self.rows.streams
        )
        is_on = any(joint.active for joint in self.residual_model.joints)
        self.rows = replace(self.rows, learned=learned if is_on else ())
        self._record(Loop.LEARNING, _left(samples, self.residual_model), began)
        return is_on

    def _stage(self, name: str) -> Monitor:
        first, last = next(self.shares)
        title = f"round {self.number}: {name}" if self.number else f"first fit: {name}"
        return NamedMonitor(PartOfMonitor(self.monitor, first=first, last=last), title)

    def _record(self, loop: Loop, residual: FloatArray, began: float) -> None:
        self.records.append(LoopRecord(self.number, loop, residual, time.perf_counter() - began))


def _left(samples: Mapping[str, ResidualSamples], model: ResidualModel) -> FloatArray:
    """(joints,) RMS in N·m of what the learner leaves on the rows of the fit."""
    squares, count = np.zeros(len(model.joints)), np.zeros(len(model.joints))
    for part in samples.values():
        rest = (part.residual - model.torque(part.inputs)) ** 2
        squares = squares + np.where(part.keep, rest, 0.0).sum(axis=0)
        count = count + part.keep.sum(axis=0)
    return np.asarray(np.sqrt(squares / np.maximum(count, 1.0)))


def _estimate(rows: RegressionRows, kind: EstimatorKind, *, monitor: Monitor) -> Estimate:
    if kind is EstimatorKind.ML:
        return MaximumLikelihood().fit(NoisyRows(rows, rows.noise), monitor=monitor)
    if kind not in _ITERATING:
        return _ESTIMATORS[kind].fit(rows, monitor=monitor)
    source = held_rows(rows, monitor=PartOfMonitor(monitor, first=0.0, last=0.3))
    return _ESTIMATORS[kind].fit(source, monitor=PartOfMonitor(monitor, first=0.3, last=1.0))
