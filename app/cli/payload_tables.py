"""How a payload looks on a terminal: what hangs there, how it became known, and every sweep."""

from collections.abc import Iterator, Sequence
from math import degrees

from rich.console import RenderableType

from app.cli.identification_tables import judgement_lines
from app.cli.output import table
from app.error_text import mark_text, reason_text
from app.payload_advice import advice
from app.payload_words import (
    center_sentence,
    compliance_sentence,
    gains_sentences,
    headline,
    method_text,
    quantity_word,
    reference_sentence,
    refused_text,
    stage_word,
    step_value,
    step_verdict,
)
from core.exchange.export_payload import sweep_id
from core.payload.result import QUANTITIES, PayloadResult, SweepResidual
from core.payload.settings import PayloadMethod
from devices.controller import PayloadSetting

_MM = 1e3
_NORMAL_95 = 1.96
_VALUE_COLUMNS = ("quantity", "value", "±", "95 % from", "to", "unit", "verdict")
_STEP_COLUMNS = ("step", "found", "sweeps", "left N·m", "better with orientation", "verdict")
_SWEEP_COLUMNS = (
    "sweep",
    "from °",
    "to °",
    "°/s",
    "samples",
    "left N·m",
    "of noise",
    "mean",
    "without it: kg",
    "x mm",
    "y mm",
    "z mm",
    "",
)
_TWIST_COLUMNS = tuple(column.replace("N·m", "mrad") for column in _SWEEP_COLUMNS)
_INERTIA = ("m", "m·x", "m·y", "m·z", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")


def payload_lines(found: PayloadResult, *, setting: PayloadSetting | None = None) -> Iterator[RenderableType]:
    """Sentences and tables, the answer first."""
    if mark := mark_text(found.mark):
        yield mark
    yield headline(found, setting)
    yield center_sentence(found.estimate)
    yield table(f"The load: {method_text(found)}", _VALUE_COLUMNS, list(_value_rows(found)))
    yield table("Step by step", _STEP_COLUMNS, list(_step_rows(found)))
    if found.sweeps:
        twists = found.method is PayloadMethod.DEFLECTION
        rows = [_sweep_row(sweep, scale=_MM if twists else 1.0) for sweep in found.sweeps]
        yield table("The sweeps", _TWIST_COLUMNS if twists else _SWEEP_COLUMNS, rows)
    yield from _ten_parameters(found)
    yield from _predictions(found)
    yield from (refused_text(one) for one in found.refused)
    yield reference_sentence(found.reference)
    yield from gains_sentences(found.gains)
    if told := compliance_sentence(found.compliance_source):
        yield told
    yield from _reasons(found)
    yield from (f"Next: {sentence}" for sentence in advice(found, present=setting))


def _value_rows(found: PayloadResult) -> Iterator[Sequence[object]]:
    told = found.estimate
    values = (told.mass, *(_MM * value for value in told.center_of_mass.tolist()))
    stds = (told.mass_std, *(_MM * value for value in told.center_of_mass_std.tolist()))
    rows = zip(QUANTITIES, values, stds, told.judgements, strict=True)
    for quantity, value, std, judged in rows:
        unit = "kg" if quantity == "mass" else "mm"
        low, high = value - _NORMAL_95 * std, value + _NORMAL_95 * std
        yield quantity_word(quantity), value, std, low, high, unit, judged.verdict.value


def _step_rows(found: PayloadResult) -> Iterator[Sequence[object]]:
    for step in found.steps:
        better = ", ".join(str(number) for number in step.improved_by) or "-"
        verdict = step_verdict(step).value
        yield stage_word(step.stage), step_value(step), len(step.sweeps), step.rms, better, verdict


def _sweep_row(sweep: SweepResidual, *, scale: float) -> Sequence[object]:
    return (
        sweep_id(sweep.key),
        degrees(sweep.low),
        degrees(sweep.high),
        degrees(sweep.speed),
        sweep.samples,
        scale * sweep.rms,
        scale * sweep.expected,
        scale * sweep.mean,
        sweep.mass_without,
        *(_MM * value for value in sweep.center_without.tolist()),
        "" if sweep.is_used else "left out",
    )


def _ten_parameters(found: PayloadResult) -> Iterator[RenderableType]:
    if found.inertia is None:
        return
    stds = [float("nan")] * len(_INERTIA) if found.inertia_std is None else found.inertia_std.tolist()
    rows = list(zip(_INERTIA, found.inertia.tolist(), stds, strict=True))
    yield table("All ten parameters at the flange (SI units)", ("parameter", "value", "±"), rows)


def _predictions(found: PayloadResult) -> Iterator[RenderableType]:
    for one in found.predictions:
        rows = [
            ("with the payload", *one.rms.tolist(), one.total),
            ("without", *one.rms_without.tolist(), one.total_without),
        ]
        title = f"Error of the prediction of {one.recording}, {one.unit}"
        yield table(title, ("", *found.joint_names, "all joints"), rows)


def _reasons(found: PayloadResult) -> Iterator[RenderableType]:
    """What stands against each quantity and each sweep, then the whole, each once."""
    told: set[str] = set()
    for quantity, judged in zip(QUANTITIES, found.estimate.judgements, strict=True):
        yield from _new(f"{quantity_word(quantity)}: ", [reason_text(one) for one in judged.reasons], told)
    for sweep in found.sweeps:
        texts = [reason_text(one) for one in sweep.judgement.reasons]
        yield from _new(f"{sweep_id(sweep.key)}: ", texts, told)
    rest = tuple(one for one in found.judgement.reasons if reason_text(one) not in told)
    yield from judgement_lines(type(found.judgement)(found.judgement.verdict, rest))


def _new(name: str, texts: Sequence[str], told: set[str]) -> Iterator[str]:
    for text in texts:
        if text not in told:
            told.add(text)
            yield f"  - {name}{text}"
