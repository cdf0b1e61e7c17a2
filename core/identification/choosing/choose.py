"""The simplest friction model within one standard error of the best on left-out motion, and its cut-off.

Every candidate is fitted in its own band. All are judged in one common band: in its own band a low
cut-off always wins, because less torque is left to be explained.

Noise of position and velocity makes the parameters too small (errors in variables), the more the higher the
cut-off, and no error in a wide band shows it: there the columns are noisy too, and small parameters predict
best. In a narrow band they predict badly. So a cut-off takes part only if its fit predicts left-out motion
in the band of every lower cut-off nearly as well as the fit of that one, and the common band is that of the
highest cut-off which takes part.

A recorded velocity is often the difference of two positions, and then late by half a sample. On a fast arm
whose weight and inertia nearly cancel, 1 ms shifts the parameters by several per cent. The positions hold
all that such a velocity does, so the velocity is taken from them (``late_velocity``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.estimation.rows import BoolArray, IntArray
from core.friction.models import FORMS, FrictionKind
from core.identification.choosing.result import Candidate, Choice
from core.identification.choosing.sums import Sums, form_places, joined_form, sums_of
from core.identification.chunks import ChunkStream
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import RegressionRows
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray, Recording
from core.signals.significance import student_quantile

CUTOFFS_HZ = (2.0, 4.0, 6.0, 10.0, 20.0, 40.0)
"""Cut-offs that are tried, up to the band of the torque."""
BAND_POWER = 0.999
"""Share of the torque's power within the common band."""
NARROWEST_BAND_HZ = 10.0
HIGHEST_FRACTION = 0.2
"""Highest cut-off tried as a fraction of the sampling rate."""
_NOISY = 1.1
"""Ratio of errors in the band of a lower cut-off from which noise makes the parameters too small.

Within 1.06 on real and virtual arms whose noise is low, at 2 to 20 Hz.
"""
LATE_SAMPLES = 0.25
"""Samples by which a recorded velocity must be late; that of a difference of two positions is 0.5."""
MOSTLY_LATE = 0.5
"""Share of the power of the velocity's difference from the positions that must be its being late.

Otherwise most of it is noise of its own, and the velocity says something that the positions do not.
"""
_ONE_STANDARD_ERROR = 0.8413
"""Share of a normal distribution below one standard deviation above its mean."""
_Key = tuple[FrictionKind, float]
"""A candidate: friction model and cut-off."""
BLOCKS = 5
"""Number of blocks that a single run is split into."""
_GAP_PERIODS = 1.5
"""Width of the gap on both sides of a block, in periods of the lowest cut-off."""
_SHORTEST_RUN_S = 5.0
"""Shortest run that is worth leaving out, s."""
_SHORTEST_BLOCK_PERIODS = 2.0 * _GAP_PERIODS
"""Shortest block in periods of the lowest cut-off: the gaps of its neighbours' folds lie inside it."""


# Parts of the recordings that are left out one by one: whole runs, or blocks of the only run.
#
# Rows belong to groups, and a fold is a set of groups that it judges and a set that it is fitted to.
# Neighbouring samples resemble each other, and a filter mixes them. So samples beside a judged block take no
# part in the fit, as many as the filter of the candidate reaches.


@dataclass(frozen=True)
class Folds:
    """Groups of rows, and the folds made of them.

    ``judged`` (folds, groups) marks the groups that each fold judges. ``edges`` (blocks + 1,) in s are those
    of the blocks of a single run, empty where whole runs are left out; ``gaps`` (cut-offs,) in s ascend.
    """

    judged: BoolArray
    edges: FloatArray
    gaps: FloatArray

    @property
    def count(self) -> int:
        """Number of groups."""
        return int(self.judged.shape[1])

    @property
    def leaves_runs(self) -> bool:
        """True where whole runs are left out."""
        return self.edges.size == 0

    def groups(self, stream: int, time: FloatArray) -> IntArray:
        """Group (m,) of the rows of a recording at these times."""
        if self.leaves_runs:
            return np.full(time.shape, stream, dtype=np.intp)
        block = np.clip(np.searchsorted(self.edges, time, side="right") - 1, 0, self.edges.size - 2)
        from_begin, to_end = time - self.edges[block], self.edges[block + 1] - time
        wider = self.gaps.size - np.searchsorted(self.gaps, np.minimum(from_begin, to_end), side="right")
        zone = np.where(from_begin < to_end, -wider, wider)
        return np.asarray(self._width * block + self.gaps.size + zone, dtype=np.intp)

    def fitted(self, cutoff_hz: float) -> BoolArray:
        """Groups (folds, groups) that each fold is fitted to at a cut-off."""
        if self.leaves_runs:
            return ~self.judged
        block, zone = np.divmod(np.arange(self.judged.shape[1]), self._width)
        zone -= self.gaps.size
        fold = np.arange(self.judged.shape[0])[:, np.newaxis]
        # a row lies within as many gaps as its zone says, the widest of them first
        within = self.gaps.size - np.searchsorted(self.gaps, _GAP_PERIODS / cutoff_hz * (1.0 - 1e-9))
        beside = ((block == fold - 1) & (zone >= within)) | ((block == fold + 1) & (-zone >= within))
        return np.asarray(~self.judged & ~beside)

    @property
    def _width(self) -> int:
        """Number of groups of one block: zones at its beginning, its middle, zones at its end."""
        return 2 * self.gaps.size + 1


def folds_of(recordings: Sequence[Recording], *, cutoffs_hz: Sequence[float]) -> Folds | None:
    """The folds of these recordings; None where they are too short to leave a part out.

    No cut-off may be below :func:`lowest_cutoff`.
    """
    if len(recordings) > 1:
        if min(recording.duration for recording in recordings) < _SHORTEST_RUN_S:
            return None
        return Folds(np.eye(len(recordings), dtype=np.bool_), np.empty(0), np.empty(0))
    if min(cutoffs_hz) < lowest_cutoff(recordings):
        return None
    time, gaps = recordings[0].time, np.sort(_GAP_PERIODS / np.array(cutoffs_hz))
    edges = np.linspace(float(time[0]), float(time[-1]), BLOCKS + 1)
    block = np.arange(BLOCKS * (2 * gaps.size + 1)) // (2 * gaps.size + 1)
    return Folds(block == np.arange(BLOCKS)[:, np.newaxis], edges, gaps)


def lowest_cutoff(recordings: Sequence[Recording]) -> float:
    """Lowest cut-off in Hz for which a single run is long enough for its blocks; 0 for several runs."""
    if len(recordings) > 1:
        return 0.0
    return BLOCKS * _SHORTEST_BLOCK_PERIODS / max(recordings[0].duration, np.finfo(np.float64).tiny)


def choose(rows: RegressionRows, settings: IdentificationSettings, *, monitor: Monitor) -> Choice:
    """Choose what ``settings`` leave open; ``rows`` are those of a fit with the usual values.

    With several recordings they are left out one by one, else five blocks with gaps.
    """
    forms = list(FORMS.values()) if settings.auto_friction else [FORMS[settings.friction]]
    recordings = [stream.recording for stream in rows.streams]
    passes = len(CUTOFFS_HZ) + 2
    parts = [PartOfMonitor(monitor, first=one / passes, last=(one + 1) / passes) for one in range(passes)]
    cutoffs = _cutoffs(rows, settings)
    folds = folds_of(recordings, cutoffs_hz=cutoffs)
    usual = Choice(settings.friction, settings.filter_hz, cutoffs[-1], 0, leaves_runs=len(recordings) > 1)
    if folds is None or len(forms) * len(cutoffs) == 1:
        return usual
    first = sums_of(rows, folds, monitor=parts[0])
    load = first.fit(np.ones(first.rows.shape[0]), first.weights())[: rows.plan.base_count]
    plan = replace(
        rows.plan,
        form=(union := joined_form(forms)),
        shapes=(union.shape_start,) * rows.plan.robot.joint_count,
        load_parameters=load,
    )
    own = {
        hz: sums_of(_at(rows, plan, hz), folds, monitor=part)
        for hz, part in zip(cutoffs, parts[1:], strict=False)
    }
    fits = {
        (FrictionKind(form.name), hz): _fits(sums, form_places(plan, forms, form), folds, cutoff_hz=hz)
        for form in forms
        for hz, sums in own.items()
    }
    noisy = noisy_from(own, fits, folds)
    quiet = [hz for hz in cutoffs if noisy is None or hz < noisy]
    top = _others_top(first.top_speed)
    judge = sums_of(_at(rows, plan, quiet[-1]), folds, top_speeds=top, monitor=parts[-1])
    found = {key: _left_out(fit, judge, folds) for key, fit in fits.items() if key[1] in quiet}
    monitor.report(1.0)
    usual = replace(usual, band_hz=quiet[-1], noisy_from_hz=noisy)
    return chosen(
        {key: errors for key, (errors, _) in found.items()},
        {key: joints for key, (_, joints) in found.items()},
        usual=usual,
        folds=folds,
    )


def late_velocity(streams: Sequence[ChunkStream]) -> float | None:
    """Time in s by which the recorded velocity is late against the positions; None if it is in step.

    A velocity that is late by a short time L lags behind the positions' derivative by L times the
    acceleration. The beginning of every recording is enough.
    """
    late, acceleration, both, rate = 0.0, 0.0, 0.0, np.inf
    for stream in streams:
        recorded, derived = (
            next(stream.with_velocity(recorded=one).chunks(NullMonitor())) for one in (True, False)
        )
        low_pass = stream.conditioning.column_filter(recorded.rate_hz)
        clear = recorded.to_edge_s[recorded.inside] > _GAP_PERIODS / low_pass.cutoff_hz
        behind = low_pass.apply(derived.velocity - recorded.velocity)[recorded.inside][clear]
        driven = low_pass.apply(recorded.acceleration)[recorded.inside][clear]
        late += float(np.sum(behind**2))
        acceleration += float(np.sum(driven**2))
        both += float(np.sum(behind * driven))
        rate = min(rate, recorded.rate_hz)
    if both <= max(np.sqrt(MOSTLY_LATE * late * acceleration), LATE_SAMPLES / rate * acceleration):
        return None
    return both / acceleration


def _cutoffs(rows: RegressionRows, settings: IdentificationSettings) -> tuple[float, ...]:
    """Cut-offs to try, ascending; the last one bounds the common band."""
    if not settings.auto_filter:
        return (settings.filter_hz,)
    band, rate = torque_band(rows.streams)
    band = max(band, NARROWEST_BAND_HZ)
    highest = min(next((one for one in CUTOFFS_HZ if one >= band), CUTOFFS_HZ[-1]), HIGHEST_FRACTION * rate)
    lowest = lowest_cutoff([stream.recording for stream in rows.streams])
    tried = tuple(one for one in CUTOFFS_HZ if lowest <= one <= highest)
    return tried if settings.filter_hz in tried else (settings.filter_hz,)


def torque_band(streams: Sequence[ChunkStream]) -> tuple[float, float]:
    """Frequency in Hz below which most of the torque's power lies, and the lowest rate of the samples in Hz.

    The beginning of every recording is enough. It is the middle one of the joints' bands, so that a noisy
    joint does not widen it.
    """
    bands, rates = [], []
    for stream in streams:
        chunk = next(stream.chunks(NullMonitor()))
        torque = chunk.torque[chunk.inside]
        window = np.hanning(torque.shape[0])[:, np.newaxis]
        power = np.abs(np.fft.rfft((torque - torque.mean(axis=0)) * window, axis=0)) ** 2
        grown = np.cumsum(power, axis=0) / np.maximum(power.sum(axis=0), np.finfo(np.float64).tiny)
        bands.append((grown < BAND_POWER).sum(axis=0) * chunk.rate_hz / torque.shape[0])
        rates.append(chunk.rate_hz)
    return float(np.median(bands)), min(rates)


def _at(rows: RegressionRows, plan: ColumnPlan, hz: float) -> RegressionRows:
    """The rows with other columns and another cut-off."""
    streams = tuple(
        replace(stream, conditioning=replace(stream.conditioning, filter_hz=hz)) for stream in rows.streams
    )
    return replace(rows, streams=streams, plan=plan)


def _others_top(top: FloatArray) -> FloatArray:
    """Top speed of the other runs (runs, n): friction is not extrapolated beyond it."""
    if top.shape[0] == 1:
        return top
    return np.array([np.delete(top, run, axis=0).max(axis=0) for run in range(top.shape[0])])


def _fits(own: Sums, keep: IntArray, folds: Folds, *, cutoff_hz: float) -> FloatArray:
    """Parameters (folds, p) of all forms, fitted to what each fold leaves; zero but for those in ``keep``."""
    form = own.chosen(keep)
    weight = form.weights()
    found = np.zeros((folds.judged.shape[0], own.size))
    for fold, fitted in enumerate(folds.fitted(cutoff_hz)):
        found[fold, keep] = form.fit(fitted.astype(np.float64), weight)
    return found


def _left_out(fits: FloatArray, judge: Sums, folds: Folds) -> tuple[FloatArray, FloatArray]:
    """Relative error of each fold (folds,), and of each joint (n,) over all folds."""
    left, whole = [], []
    for parameters, judged in zip(fits, folds.judged, strict=True):
        squares, torque = judge.squares(parameters, judged.astype(np.float64))
        left.append(squares)
        whole.append(torque)
    tiny = np.finfo(np.float64).tiny
    fold = np.sqrt(np.sum(left, axis=1) / np.maximum(np.sum(whole, axis=1), tiny))
    return fold, np.sqrt(np.sum(left, axis=0) / np.maximum(np.sum(whole, axis=0), tiny))


def noisy_from(own: Mapping[float, Sums], fits: Mapping[_Key, FloatArray], folds: Folds) -> float | None:
    """Lowest cut-off in Hz whose parameters noise of the motion makes too small; None if none is.

    ``own`` are the sums in the band of each cut-off, ascending. In each band the friction counts that
    predicts best there.
    """

    def error(key: _Key, band: float) -> float:
        return float(_left_out(fits[key], own[band], folds)[0].mean())

    for number, hz in enumerate(own):
        for band in list(own)[:number]:
            alike = {kind: error((kind, band), band) for kind, at in fits if at == band}
            best = min(alike, key=lambda kind: alike[kind])
            if error((best, hz), band) > _NOISY * alike[best]:
                return hz
    return None


def chosen(
    errors: Mapping[_Key, FloatArray], joints: Mapping[_Key, FloatArray], *, usual: Choice, folds: Folds
) -> Choice:
    """The simplest friction within one standard error of the best, at the cut-off nearest to usual.

    Recordings that leave no number for any candidate, such as torques of zero, decide nothing: ``usual``.
    """
    errors = {key: error for key, error in errors.items() if np.isfinite(error).all()}
    if not errors:
        return usual
    best = min(errors, key=lambda key: float(errors[key].mean()))
    # a standard error from few folds is itself uncertain, so one of them means that of Student's distribution
    allowed = student_quantile(_ONE_STANDARD_ERROR, folds.judged.shape[0] - 1)
    tried = []
    for (kind, hz), error in errors.items():
        behind = error - errors[best]
        tried.append(
            Candidate(
                kind, hz,
                error=float(error.mean()), std=_standard_error(error),
                behind=float(behind.mean()), behind_std=_standard_error(behind),
                is_close=bool(behind.mean() <= allowed * _standard_error(behind)),
                joint_error=joints[kind, hz],
            )
        )  # fmt: skip
    tried.sort(key=lambda one: (list(FrictionKind).index(one.friction), one.filter_hz))
    simplest = next(one.friction for one in tried if one.is_close)
    close = [one for one in tried if one.is_close and one.friction is simplest]
    found = min(close, key=lambda one: abs(np.log(one.filter_hz / usual.filter_hz)))
    return replace(
        usual, friction=found.friction, filter_hz=found.filter_hz, folds=len(folds.judged), tried=tuple(tried)
    )


def _standard_error(values: FloatArray) -> float:
    return float(values.std(ddof=1) / np.sqrt(values.size))
