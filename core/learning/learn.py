"""Learning of the residual torque, joint by joint, used only where it is validated.

The size of every learner is chosen, and its use decided, by leaving out one motion after the other,
never by shuffled samples. An accepted learner is then trained again on all motions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import Fact
from core.learning.gmm import GaussianMixture
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.rbf import RadialBasis
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.learning.samples import COLUMNS, BoolArray, ResidualInputs, ResidualSamples, stacked_inputs
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

__all__ = ["ResidualInputs", "ResidualSamples", "learn_residual"]

SIZES: Mapping[ResidualKind, tuple[int, ...]] = {
    ResidualKind.RBF: (4, 6, 9, 13),
    ResidualKind.GMM: (2, 4, 8, 16),
}
"""Centres along each input, or components; tried from the smallest while the next one improves."""
LARGER_IS_BETTER_BY = 0.01
"""A larger size is taken when the error on motions left out falls by more than this share."""
STARTS = 3
"""Number of starts of the final mixtures; those for validation have one."""
MOST_ROWS = 12_000
"""Largest number of rows; more are thinned evenly, 200 s at 60 rows per second are enough."""
FEWEST_ROWS = 100
"""Smallest number of rows of a joint for learning."""

_Learned = RadialBasis | GaussianMixture
_Learner = Callable[[FloatArray, FloatArray, int], _Learned]
_LEARN_STEP = 3
"""Row step for learning.

Rows come at ten times the cut-off, and a third of them still contains everything below it.
"""
_MOST_FOLDS = 4
"""Largest number of folds; with more motions several are left out together."""
IntArray = npt.NDArray[np.intp]
_SAME_STATE = 0.1
"""Largest distance between rows of the same state.

It is the root mean square over positions and velocities of all joints, in standard deviations of the
motion. Cycles of one trajectory differ by about a tenth of it.
"""
_FURTHEST_SAME_STATE = 0.25
"""Largest such distance for rows far apart in time, whose samples fall between those of a repetition."""
_APART_ROWS = 100
"""Rows closer in time than this (1.7 s at 60 rows per second) are neighbours, not a repetition."""
_SMALLEST_MOTION_ROWS = 300
"""Fewest own rows of a motion that is left out (5 s at 60 rows per second)."""
SEGMENTS = 4
"""Number of stretches left out in turn if there is only one motion."""
_STANDSTILL = (1e-3, 1e-2)
"""Spread of position (rad, m) and velocity below which a joint is at rest."""
MOST_HARM = 0.02
"""Largest relative increase of the error on any motion left out."""
LEAST_GAIN = 0.15
"""Smallest mean relative decrease of the error on motions left out.

On virtual arms and on a real one some joints with 10 to 15 % were worse on further motions, by up to 4
%; of those with more, none.
"""
LEAST_GAIN_DIVIDED = 0.25
"""The same for stretches of one motion, which resemble each other."""


# Assignment of rows to motions, so that a learner is never validated on a motion it has seen.
#
# Leaving out a recording proves nothing if another one repeats the same trajectory, nor does leaving out
# a stretch of a cyclic motion. Rows that pass through the same state of the whole arm as an earlier row
# are therefore assigned to that row's motion, in any recording.


@dataclass(frozen=True)
class Motions:
    """The motion of every row, recordings one after the other.

    ``number`` (N,) counts motions from 0; -1 belongs to none that could be left out. ``names`` are
    what each is called: its recording's label, with the stretch where recordings were divided.
    """

    number: IntArray
    names: tuple[str, ...]
    divided: bool
    """True if there is one motion only, divided into stretches: a weaker validation."""

    def every(self, step: int) -> "Motions":
        """The motions of every ``step``-th row."""
        return Motions(self.number[::step], self.names, self.divided)


def find_motions(samples: Mapping[str, ResidualSamples], *, monitor: Monitor) -> Motions:
    """Find the separate motions in several recordings."""
    states = [_state(item) for item in samples.values()]
    lengths = [state.shape[0] for state in states]
    recording = np.repeat(np.arange(len(lengths)), lengths)
    original = _originals(_scaled(np.concatenate(states), joints=states[0].shape[1] // 2), monitor)
    unique = original == np.arange(original.shape[0])
    own_rows = np.bincount(recording[unique], minlength=len(lengths))
    large = np.flatnonzero(own_rows >= _SMALLEST_MOTION_ROWS)
    labels = tuple(samples)
    if large.shape[0] >= 2:
        place = np.full(len(lengths), -1, dtype=np.intp)
        place[large] = np.arange(large.shape[0])
        return Motions(place[recording][original], tuple(labels[index] for index in large), divided=False)
    order = np.cumsum(unique) - 1
    stretch = order * SEGMENTS // max(1, int(unique.sum()))
    names = tuple(f"{labels[0]} {number + 1}/{SEGMENTS}" for number in range(SEGMENTS))
    return Motions(np.asarray(stretch[original], dtype=np.intp), names, divided=True)


def _state(samples: ResidualSamples) -> FloatArray:
    return np.hstack((samples.inputs.position, samples.inputs.velocity))


def _scaled(states: FloatArray, *, joints: int) -> FloatArray:
    """States in standard deviations, scaled so that a distance is the root mean square over the columns."""
    spread = np.maximum(states.std(axis=0), np.repeat(_STANDSTILL, joints))
    return np.asarray(states / spread / np.sqrt(states.shape[1]))


def _originals(states: FloatArray, monitor: Monitor) -> IntArray:
    """Index (N,) of the first row with the same state, its own if there is none before."""
    from scipy.spatial import cKDTree

    within = _tolerance(states)
    original = np.arange(states.shape[0])
    for first in range(_APART_ROWS, states.shape[0], _APART_ROWS):
        monitor.check()
        rows = np.arange(first, min(first + _APART_ROWS, states.shape[0]))
        # rows at least one stretch earlier; each state only once keeps the tree small
        seen = np.flatnonzero(original[: first - _APART_ROWS] == np.arange(first - _APART_ROWS))
        if not seen.size:
            continue
        distance, nearest = cKDTree(states[seen]).query(states[rows], distance_upper_bound=within)
        repeated = np.isfinite(distance)
        original[rows[repeated]] = seen[nearest[repeated]]
    return original


def _tolerance(states: FloatArray) -> float:
    """Tolerance for the nearest row of a repetition, whose rows fall between those of the first pass."""
    steps = np.linalg.norm(np.diff(states, axis=0), axis=1)
    typical = float(np.median(steps)) if steps.size else 0.0
    return min(max(_SAME_STATE, 0.6 * typical), _FURTHEST_SAME_STATE)


@dataclass(frozen=True)
class JointRows:
    """One joint's rows: inputs (N, d), residual (N,), mask of the usable ones, and their motions."""

    name: str
    inputs: FloatArray
    residual: FloatArray
    known: BoolArray
    motions: Motions

    def folds(self) -> Iterator[BoolArray]:
        """Masks (N,) of the rows left out, fold by fold."""
        count = len(self.motions.names)
        fold = self.motions.number * min(_MOST_FOLDS, count) // max(1, count)
        fold = np.where(self.motions.number < 0, -1, fold)
        for number in range(min(_MOST_FOLDS, count)):
            left_out = (fold == number) & self.known
            if left_out.any():
                yield left_out

    def by_motion(self, error: FloatArray) -> tuple[FloatArray, list[str]]:
        """RMS of an error (N,) on each motion that has rows, and the motions' names."""
        found = [
            (float(np.sqrt(np.mean(error[own] ** 2))), name)
            for number, name in enumerate(self.motions.names)
            if (own := (self.motions.number == number) & self.known).any()
        ]
        return np.array([value for value, _ in found]), [name for _, name in found]

    def left_out_rms(self, error: FloatArray) -> float:
        """RMS of an error (N,) over all rows of the folds."""
        taken = self.known & (self.motions.number >= 0)
        return float(np.sqrt(np.mean(error[taken] ** 2)))


def joint_rows(
    samples: Mapping[str, ResidualSamples],
    features: FeatureKind,
    *,
    joint_names: tuple[str, ...],
    monitor: Monitor,
) -> list[JointRows]:
    """The rows of every joint, recordings one after the other; raises as ``stacked_inputs``."""
    inputs = np.concatenate([stacked_inputs(item.inputs, features) for item in samples.values()])
    residual = np.concatenate([item.residual for item in samples.values()])
    keep = np.concatenate([item.keep for item in samples.values()])
    motions = find_motions(samples, monitor=monitor).every(_LEARN_STEP)
    found = []
    for joint, name in enumerate(joint_names):
        own = inputs[::_LEARN_STEP, joint][:, COLUMNS[features]]
        left = residual[::_LEARN_STEP, joint]
        known = keep[::_LEARN_STEP, joint] & np.isfinite(own).all(axis=1) & np.isfinite(left)
        found.append(JointRows(name, own, left, known, motions))
    return found


def learn_residual(
    samples: Mapping[str, ResidualSamples],
    *,
    kind: ResidualKind,
    features: FeatureKind,
    joint_names: tuple[str, ...],
    seed: int = 0,
    monitor: Monitor | None = None,
) -> ResidualModel:
    """Learn the residual torque of every joint.

    Parameters
    ----------
    samples
        Residuals of the fit along each of its recordings, by label.
    kind, features
        The learner (not ``NONE``), and its features.
    joint_names
        (joints,) names.
    seed
        Seed of the mixtures' starting points.
    monitor
        Asked every few iterations of a fit.

    Returns
    -------
    A model that is active for the joints validated by leaving out motions. With one motion only
    (one recording, or repetitions of one), contiguous stretches of it are left out, a larger
    gain is required, and the judgement states that.

    Raises
    ------
    BadRequest
        ``no-deflection`` where ``features`` asks for the deflection and a recording has none.
    Cancelled
        If the monitor requests it.
    """
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    watching = monitor or NullMonitor()
    starts = range(seed, seed + STARTS)
    trial, final = _learner(kind, starts[:1], watching), _learner(kind, starts, watching)
    joints: list[JointResidualModel] = []
    # matrices this small only make threads wait for each other: fifty times slower on two busy cores
    with threadpool_limits(1, user_api="blas"):
        for rows in joint_rows(_thinned(samples), features, joint_names=joint_names, monitor=watching):
            watching.report(len(joints) / len(joint_names), rows.name)
            joints.append(_learn_joint(rows, kind, trial=trial, final=final))
    watching.report(1.0)
    return ResidualModel(kind, features, tuple(joints))


def _learner(kind: ResidualKind, starts: Sequence[int], monitor: Monitor) -> _Learner:
    def radial(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        monitor.check()
        return RadialBasis.fit(inputs, target, size=size)

    def mixture(inputs: FloatArray, target: FloatArray, size: int) -> _Learned:
        return GaussianMixture.fit(inputs, target, size=size, starts=starts, monitor=monitor)

    return radial if kind is ResidualKind.RBF else mixture


def usable_gain(
    without: FloatArray, with_: FloatArray, *, joint: str, motions: Sequence[str], divided: bool
) -> tuple[bool, Judgement]:
    """The verdict on one joint's learner.

    Parameters
    ----------
    without, with_
        (M,) RMS in N·m on each motion left out, before and after.
    divided
        The motions are stretches of one.

    Returns
    -------
    True if it is used, and the verdict with its reasons.
    """
    change = with_ / np.maximum(without, np.finfo(float).tiny) - 1.0
    gain = -float(change.mean())
    wanted = LEAST_GAIN_DIVIDED if divided else LEAST_GAIN
    worst = int(change.argmax())
    facts: dict[str, Fact] = {"joint": joint, "gain": gain, "wanted": wanted}
    if gain <= 0.0:
        return False, Judgement.of([Reason("residual-nothing-to-learn", {"joint": joint}, Verdict.GOOD)])
    if gain < wanted:
        return False, Judgement.of([Reason("residual-gains-too-little", facts, Verdict.GOOD)])
    if change[worst] > MOST_HARM:
        harm: dict[str, Fact] = {"joint": joint, "motion": motions[worst], "harm": float(change[worst])}
        return False, Judgement.of([Reason("residual-worse-on-a-motion", harm, Verdict.USABLE)])
    scatter = float(change.std(ddof=1) / np.sqrt(change.shape[0])) if change.shape[0] > 1 else np.inf
    if change[worst] > 0.0 and gain < 2.0 * scatter:
        facts = {"joint": joint, "gain": gain, "scatter": scatter}
        return False, Judgement.of([Reason("residual-gain-uncertain", facts, Verdict.USABLE)])
    if divided:
        facts = {"joint": joint, "stretches": len(motions)}
        return True, Judgement.of([Reason("residual-proven-within-one-motion", facts, Verdict.USABLE)])
    return True, Judgement(Verdict.GOOD)


def _learn_joint(
    rows: JointRows, kind: ResidualKind, *, trial: _Learner, final: _Learner
) -> JointResidualModel:
    hindrance = _hindrance(rows)
    if hindrance is not None:
        return _off(rows.name, Judgement.of([hindrance]))
    size, left = _chosen_size(rows, kind, trial)
    without, names = rows.by_motion(rows.residual)
    with_, _ = rows.by_motion(left)
    active, judgement = usable_gain(
        without, with_, joint=rows.name, motions=names, divided=rows.motions.divided
    )
    learned = final(rows.inputs[rows.known], rows.residual[rows.known], size) if active else None
    return JointResidualModel(
        joint=rows.name,
        active=active,
        size=size,
        error_without=rows.left_out_rms(rows.residual),
        error_with=rows.left_out_rms(left),
        judgement=judgement,
        radial=learned if isinstance(learned, RadialBasis) else None,
        mixture=learned if isinstance(learned, GaussianMixture) else None,
    )


def _chosen_size(rows: JointRows, kind: ResidualKind, learner: _Learner) -> tuple[int, FloatArray]:
    """The size with the best prediction of motions left out, and its residual there (N,)."""
    best: tuple[int, FloatArray] | None = None
    for size in SIZES[kind]:
        left = _left_out_error(rows, learner, size)
        if best is not None:
            wanted = (1.0 - LARGER_IS_BETTER_BY) * rows.left_out_rms(best[1])
            if rows.left_out_rms(left) > wanted:
                break
        best = (size, left)
    assert best is not None, "a learner has sizes"
    return best


def _left_out_error(rows: JointRows, learner: _Learner, size: int) -> FloatArray:
    """Residual (N,) of every row predicted without its motion."""
    left = rows.residual.copy()
    for left_out in rows.folds():
        taken = rows.known & ~left_out
        if taken.sum() > 4 * size:
            learned = learner(rows.inputs[taken], rows.residual[taken], size)
            left[left_out] -= learned.faded_mean(rows.inputs[left_out])
    return left


def _hindrance(rows: JointRows) -> Reason | None:
    """Reason why nothing can be learned for a joint."""
    if not np.isfinite(rows.inputs).any():
        return Reason("residual-no-link-encoder", {"joint": rows.name}, Verdict.NOT_MEASURABLE)
    count = int(rows.known.sum())
    if count < FEWEST_ROWS or len(list(rows.folds())) < 2:
        facts: dict[str, Fact] = {"joint": rows.name, "rows": count, "wanted": FEWEST_ROWS}
        return Reason("residual-too-few-rows", facts, Verdict.NOT_MEASURABLE)
    return None


def _off(name: str, judgement: Judgement) -> JointResidualModel:
    unknown = float("nan")
    return JointResidualModel(
        joint=name, active=False, size=0, error_without=unknown, error_with=unknown, judgement=judgement
    )


def _thinned(samples: Mapping[str, ResidualSamples]) -> Mapping[str, ResidualSamples]:
    total = sum(item.residual.shape[0] for item in samples.values())
    step = -(-total // MOST_ROWS)
    return {label: item.every(step) for label, item in samples.items()}
