"""Detection of repeated periods in the recordings of a fit, and their use for the regression rows."""

from collections.abc import Mapping
from dataclasses import replace

from core.bounds import PERIOD, check_value
from core.errors import BadRequest
from core.identification.chunks import MOTION_BANDWIDTH, ChunkStream
from core.identification.measurement_noise import MeasurementNoise, measure_noise, measured_within
from core.identification.periodic_motion import fit_periodic_motion
from core.identification.regression_rows import RegressionRows, block_length
from core.identification.repeated_period import find_repeated_period
from core.identification.settings import EstimatorKind, IdentificationSettings
from core.monitor import Monitor
from core.recording import Recording

_FEWEST_SAMPLES = 10
"""Smallest number of samples in a period."""


def with_periods(
    rows: RegressionRows,
    periods: Mapping[str, float],
    *,
    settings: IdentificationSettings,
    monitor: Monitor,
) -> RegressionRows:
    """Rows with the spans in which their motion repeats.

    Time blocks are then parts of the period, so that model errors, which repeat in every
    period, count once. For maximum likelihood, motions come from the basis of their period,
    and the noise is measured.

    Parameters
    ----------
    periods
        Period in s by label of a recording; it is searched for in the others.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value`` for a period; ``period-too-short`` for one that the samples cannot
        show, ``unknown-recording`` for one of a
        recording that is not there; ``ml-needs-periods`` as ``measure_noise``.
    """
    known = tuple(stream.recording.label for stream in rows.streams)
    for label, period_s in periods.items():
        if label not in known:
            raise BadRequest("unknown-recording", labels=(label,), known=known)
        check_value("period", period_s, PERIOD)
    for stream in rows.streams:
        _check_period(stream.recording, periods.get(stream.recording.label))
    streams = [
        replace(
            stream,
            repeats=find_repeated_period(
                stream.recording,
                stream.robot,
                period_s=periods.get(stream.recording.label),
                monitor=monitor,
            ),
        )
        for stream in rows.streams
    ]
    noise: tuple[MeasurementNoise, ...] = ()
    if settings.estimator is EstimatorKind.ML:
        noise = tuple(_noise(stream) for stream in streams)
        streams = [_on_basis(stream) for stream in streams]
    block_s = block_length(
        [
            stream.recording.duration if stream.repeats is None else stream.repeats.period_s
            for stream in streams
        ],
        longest_s=settings.block_s,
        cutoff_hz=settings.filter_hz,
    )
    return replace(rows, streams=tuple(streams), noise=noise, block_s=block_s)


def _check_period(recording: Recording, period_s: float | None) -> None:
    """Raise an error for a period with too few samples to be resolved."""
    shortest = _FEWEST_SAMPLES * recording.duration / max(recording.sample_count - 1, 1)
    if period_s is not None and period_s < shortest:
        raise BadRequest(
            "period-too-short", recording=recording.label, period_s=period_s, shortest_s=shortest
        )


def _noise(stream: ChunkStream) -> MeasurementNoise:
    return measure_noise(stream.recording, stream.robot, stream.repeats, conditioning=stream.conditioning)


def _on_basis(stream: ChunkStream) -> ChunkStream:
    assert stream.repeats is not None, "noise was measured, so there are periods"
    time, (position, _) = measured_within(
        stream.recording, stream.robot, stream.repeats, conditioning=stream.conditioning
    )
    highest = MOTION_BANDWIDTH * stream.conditioning.filter_hz
    return replace(stream, periodic=fit_periodic_motion(time, position, stream.repeats, highest_hz=highest))
