"""How the run of an excitation looks on a terminal and in JSON."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.console import RenderableType

from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.exchange.file_units import UNITS_OF
from core.fields import to_json_value
from core.recording import Quantity

if TYPE_CHECKING:
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.recording import FloatArray

_DEGREES = 180.0 / math.pi
_MM = 1000.0
_PER_CENT = 100.0


def excitation_run_json(run: "ExcitationRun") -> dict[str, object]:
    """The documented keys of ``excitation``; SI, null where unknown."""
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


def excitation_run_lines(
    run: "ExcitationRun", *, joints: Sequence[str], slides: Sequence[bool]
) -> Iterator[RenderableType]:
    """What the run says, joint by joint, and the verdict."""
    units = np.where(slides, _MM, _DEGREES)
    use = _PER_CENT * run.peaks.limit_use
    rows = [
        ("following error, ° (mm)", run.following_error * units),
        ("position limit used, %", use[:, 0]),
        ("velocity limit used, %", use[:, 1]),
        ("acceleration limit used, %", use[:, 2]),
        ("rated torque used, %", _PER_CENT * run.torque_share),
        *((f"noise of {name}, {_unit(name)}", noise) for name, noise in run.average.noise.items()),
    ]
    title = f"{run.periods_used} of {run.cycles} periods of {run.period_s:g} s averaged, plan {run.plan}"
    yield table(title, ("", *joints), [(name, *_floats(values)) for name, values in rows])
    yield from judgement_lines(run.judgement)


def _unit(name: str) -> str:
    """Of a recorded quantity that turns; a joint that slides has m for rad and N for N·m."""
    return next(unit for unit, size in UNITS_OF[Quantity(name)].items() if size == 1.0)


def _floats(values: "FloatArray") -> list[float]:
    return [float(value) for value in values]
