"""A run of an excitation as JSON: the one place that fixes its keys. SI units; what is not known is null."""

from core.exchange.export_json import Document
from core.excitation.runs.excitation_run import ExcitationRun
from core.fields import to_json_value


def excitation_run_json(run: ExcitationRun) -> Document:
    """Keys may be added, never renamed."""
    average, peaks = run.average, run.peaks
    document = {
        "label": run.label,
        "plan": run.plan,
        "cycles": run.cycles,
        "periods_used": run.periods_used,
        "period_s": run.period_s,
        "began": list(run.began),
        "noise": dict(average.noise),
        "drift": dict(average.drift),
        "following_error": run.following_error,
        "peak_lower": peaks.lower,
        "peak_upper": peaks.upper,
        "peak_velocity": peaks.velocity,
        "peak_acceleration": peaks.acceleration,
        "limit_use": peaks.worst,
        "inside_limits": peaks.inside,
        "band_hz": peaks.band_hz,
        "shaking": peaks.shaking,
        "shaking_hz": peaks.shaking_hz,
        "torque_share": run.torque_share,
        "missing_samples": run.missing_samples,
        "verdict": run.judgement.verdict.value,
        "reasons": [reason.code for reason in run.judgement.reasons],
    }
    return {name: to_json_value(value) for name, value in document.items()}
