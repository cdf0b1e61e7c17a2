"""The simplest friction model within one standard error of the best on left-out motion, and its cut-off.

Every candidate is fitted in its own band. All are judged in one common band: in its own band a low
cut-off always wins, because less torque is left to be explained.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.friction.forms import FORMS
from core.friction.kinds import FrictionKind
from core.identification.choosing.folds import Folds, folds_of, lowest_cutoff
from core.identification.choosing.result import Candidate, Choice
from core.identification.choosing.sums import Sums, form_places, joined, sums_of
from core.identification.chunks import ChunkStream
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import RegressionRows
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray
from core.signals.significance import student_quantile

CUTOFFS_HZ = (2.0, 4.0, 6.0, 10.0, 20.0, 40.0)
"""Cut-offs that are tried, up to the band of the torque."""
BAND_POWER = 0.999
"""Share of the torque's power within the common band."""
NARROWEST_BAND_HZ = 10.0
HIGHEST_FRACTION = 0.2
"""Highest cut-off tried as a fraction of the sampling rate."""
_ONE_STANDARD_ERROR = 0.8413
"""Share of a normal distribution below one standard deviation above its mean."""
_Key = tuple[FrictionKind, float]
"""A candidate: friction model and cut-off."""


def choose(rows: RegressionRows, settings: IdentificationSettings, *, monitor: Monitor) -> Choice:
    """Choose what ``settings`` leave open; ``rows`` are those of a fit with the usual values.

    With several recordings they are left out one by one, else five blocks with gaps.
    """
    forms = list(FORMS.values()) if settings.auto_friction else [FORMS[settings.friction]]
    recordings = [stream.recording for stream in rows.streams]
    passes = len(CUTOFFS_HZ) + 2
    parts = [PartOfMonitor(monitor, first=one / passes, last=(one + 1) / passes) for one in range(passes)]
    cutoffs = _cutoffs(rows, settings)
    band = cutoffs[-1]
    folds = folds_of(recordings, cutoffs_hz=cutoffs)
    usual = Choice(settings.friction, settings.filter_hz, band, 0, leaves_runs=len(recordings) > 1)
    if folds is None or len(forms) * len(cutoffs) == 1:
        return usual
    first = sums_of(rows, folds, monitor=parts[0])
    load = first.fit(np.ones(first.rows.shape[0]), first.weights())[: rows.plan.base_count]
    plan = replace(
        rows.plan,
        form=(union := joined(forms)),
        shapes=(union.shape_start,) * rows.plan.robot.joint_count,
        load_parameters=load,
    )
    judge = sums_of(_at(rows, plan, band), folds, top_speeds=_others_top(first.top_speed), monitor=parts[1])
    errors, joints = {}, {}
    for hz, part in zip(cutoffs, parts[2:], strict=False):
        own = sums_of(_at(rows, plan, hz), folds, monitor=part)
        for form in forms:
            keep = form_places(plan, forms, form)
            key = (FrictionKind(form.name), hz)
            errors[key], joints[key] = _left_out(own.chosen(keep), judge.chosen(keep), folds, cutoff_hz=hz)
    monitor.report(1.0)
    return chosen(errors, joints, usual=usual, folds=folds)


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


def _left_out(own: Sums, judge: Sums, folds: Folds, *, cutoff_hz: float) -> tuple[FloatArray, FloatArray]:
    """Relative error of each fold (folds,), and of each joint (n,) over all folds."""
    weight = own.weights()
    left, whole = [], []
    for fitted, judged in zip(folds.fitted(cutoff_hz), folds.judged, strict=True):
        parameters = own.fit(fitted.astype(np.float64), weight)
        squares, torque = judge.squares(parameters, judged.astype(np.float64))
        left.append(squares)
        whole.append(torque)
    tiny = np.finfo(np.float64).tiny
    fold = np.sqrt(np.sum(left, axis=1) / np.maximum(np.sum(whole, axis=1), tiny))
    return fold, np.sqrt(np.sum(left, axis=0) / np.maximum(np.sum(whole, axis=0), tiny))


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
    tried.sort(key=lambda one: (FORMS[one.friction].order, one.filter_hz))
    simplest = next(one.friction for one in tried if one.is_close)
    close = [one for one in tried if one.is_close and one.friction is simplest]
    found = min(close, key=lambda one: abs(np.log(one.filter_hz / usual.filter_hz)))
    return replace(
        usual, friction=found.friction, filter_hz=found.filter_hz, folds=len(folds.judged), tried=tuple(tried)
    )


def _standard_error(values: FloatArray) -> float:
    return float(values.std(ddof=1) / np.sqrt(values.size))
