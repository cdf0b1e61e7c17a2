"""The three loops: friction, dynamics and residual learning, in rounds until convergence.

A round takes the nonlinear part (the friction's shapes and the gear load) from the round before, fits
all linear parameters together, and finally trains the residual learner. [Liu] section 5 fits friction
and links in turn; the joint fit is the fixed point of that iteration.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import numpy as np

from core.errors import BadRequest
from core.estimation import (
    Estimate,
    FullCovarianceLeastSquares,
    LeastSquares,
    MaximumLikelihood,
    RobustLeastSquares,
    RowSource,
    WeightedLeastSquares,
)
from core.fields import to_json_value
from core.friction.form import Shape
from core.identification.chunks import Conditioning
from core.identification.regression_rows import RegressionRows
from core.identification.residual_rows import learned_torque, residual_samples
from core.identification.result import IdentificationResult, Loop, LoopRecord
from core.identification.result_of_fit import Fit
from core.identification.row_noise import NoisyRows, held_rows
from core.identification.settings import EstimatorKind, IdentificationSettings
from core.identification.shape_search import search_shapes
from core.learning.kinds import ResidualKind
from core.learning.residual_model import ResidualModel
from core.learning.samples import ResidualSamples
from core.monitor import Monitor, NamedMonitor, PartOfMonitor
from core.recording import FloatArray, Recording

STILL_FALLING = 0.002
"""Relative decrease of the weighted residual below which a round is the last."""
LEARNING_ROUNDS = 1
"""Number of learning rounds; after each the rest of the model is fitted again.

A second one changed no error by 1 % and switched joints on and off.
"""


class Estimator(Protocol):
    """The interface common to all estimators."""

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None) -> Estimate:
        """Estimate the parameters from the rows."""


_ESTIMATORS: Mapping[EstimatorKind, Estimator] = {
    EstimatorKind.LS: LeastSquares(),
    EstimatorKind.WLS: WeightedLeastSquares(),
    EstimatorKind.WLS_FULL: FullCovarianceLeastSquares(),
    EstimatorKind.ROBUST: RobustLeastSquares(),
}
_ITERATING = (EstimatorKind.WLS_FULL, EstimatorKind.ROBUST)
"""Estimators that need a pass over the rows in every iteration."""


@dataclass(frozen=True)
class Start:
    """Values known before the first loop; none by default.

    ``parameters`` (p,) are those of the whole model, ``base_parameters`` (b,) those that give the load.
    """

    shapes: tuple[Shape, ...] = ()
    load: FloatArray | None = None
    loops: tuple[LoopRecord, ...] = ()
    residual_model: ResidualModel | None = None

    def rows(self, rows: RegressionRows) -> RegressionRows:
        """Rows with the column plan of the last round."""
        plan = rows.plan
        if self.shapes:
            plan = plan.with_shapes(self.shapes)
        if self.load is not None:
            plan = plan.with_load(self.load)
        return replace(rows, plan=plan)


def start_from(
    result: IdentificationResult, fitted: Sequence[Recording], settings: IdentificationSettings
) -> Start:
    """The start for resuming ``result``.

    Raises
    ------
    BadRequest
        ``resume-differs`` when it was made from other recordings or with other settings.
    """
    made_from = (result.provenance.recordings, result.provenance.sha256, result.provenance.rows)
    wanted = (
        tuple(recording.label for recording in fitted),
        tuple(recording.origin.sha256 for recording in fitted),
        tuple((recording.origin.first_row, recording.origin.last_row) for recording in fitted),
    )
    if made_from != wanted:
        raise BadRequest("resume-differs", what="recordings", found=made_from[0], wanted=wanted[0])
    if to_json_value(result.settings) != to_json_value(settings):
        raise BadRequest("resume-differs", what="settings")
    load = result.estimate[: len(result.base_parameters)]
    known = bool(np.all(np.isfinite(load)))
    return Start(
        shapes=tuple(dict(joint.shape_constants) for joint in result.friction),
        load=load if known else None,
        loops=result.loops,
        residual_model=result.residual_model,
    )


def run_loops(
    rows: RegressionRows,
    *,
    settings: IdentificationSettings,
    conditioning: Conditioning,
    start: Start,
    monitor: Monitor,
    keep: Callable[[Fit], None],
) -> Fit:
    """Repeat rounds until the residual stops decreasing, at most ``settings.iterations``.

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
    """Start and end of each stage of the work, for the progress; the last one repeats."""
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
    """Residual after the last dynamics loop, relative to that of the first one for every joint."""

    def __post_init__(self) -> None:
        """Continue the numbering of a resumed fit."""
        self.number = max((record.round for record in self.records), default=-1) + 1

    @property
    def fit(self) -> Fit:
        """The fit in its present state."""
        return Fit(self._known, self.rows, self.conditioning, tuple(self.records), self.residual_model)

    @property
    def _known(self) -> Estimate:
        assert self.estimate is not None, "the dynamics come first"
        return self.estimate

    def next_round(self, keep: Callable[[Fit], None]) -> bool:
        """Run friction and dynamics once more; True if the residual decreased enough."""
        before = self.level
        self.number += 1
        self.friction()
        self.dynamics()
        keep(self.fit)
        return self.level < (1.0 - STILL_FALLING) * before

    def friction(self) -> None:
        """Update the friction's shapes and the gear load from the last round's parameters."""
        began = time.perf_counter()
        parameters = self._known.estimate
        found = search_shapes(self.rows, parameters=parameters, monitor=self._stage("friction"))
        plan = self.rows.plan.with_shapes(found.shapes).with_load(parameters[: self.rows.plan.base_count])
        self.rows = replace(self.rows, plan=plan)
        self._record(Loop.FRICTION, found.residual, began)

    def dynamics(self) -> None:
        """Fit all linear parameters together."""
        began = time.perf_counter()
        self.estimate = _estimate(self.rows, self.settings.estimator, monitor=self._stage("dynamics"))
        residuals = self.estimate.residuals
        left = np.sqrt(residuals.sum_of_squares / np.maximum(residuals.row_count, 1))
        self._record(Loop.DYNAMICS, left, began)
        first = next(record.residual for record in self.records if record.loop is Loop.DYNAMICS)
        tiny = np.finfo(np.float64).tiny
        self.level = float(np.sqrt(np.mean((left / np.maximum(first, tiny)) ** 2)))

    def learn(self) -> bool:
        """Train the residual learner on the residual torque; True if it is active for any joint."""
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
    """RMS (joints,) in N·m of the learner's residual on the rows of the fit."""
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
