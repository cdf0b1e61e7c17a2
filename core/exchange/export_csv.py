"""An identification as one CSV table: every parameter with its unit and ±."""

from collections.abc import Iterator
from pathlib import Path

from core.base_parameters import LINK_PARAMETERS, LINK_UNITS
from core.exchange.csv_text import table_text
from core.exchange.marks import mark_remark
from core.identification.result import IdentificationResult, Parameter
from core.storage.output_writer import write_whole

_HEADER = ("group", "joint", "parameter", "value", "std", "relative_std", "unit", "verdict")


def csv_text(result: IdentificationResult) -> str:
    """One line per parameter, preceded by comment lines that say where it came from.

    ``std`` is one standard deviation in the parameter's own unit. Comment lines start
    with ``#``; the first line without one is the header.
    """
    return table_text((_HEADER, *_rows(result)), remarks=_comments(result))


def write_csv(result: IdentificationResult, path: Path) -> None:
    """Write the table to ``path`` as UTF-8."""
    write_whole(path, csv_text(result).encode())


def _comments(result: IdentificationResult) -> Iterator[str]:
    provenance = result.provenance
    if remark := mark_remark(provenance):
        yield remark
    yield f"robot {provenance.robot}, {provenance.software}, {provenance.created_at}"
    yield f"recordings {', '.join(provenance.recordings)}"
    yield f"verdict {result.judgement.verdict.value}, condition number {result.condition_number:.6g}"
    yield f"condition number by: {result.condition_convention}"


def _rows(result: IdentificationResult) -> Iterator[tuple[str, ...]]:
    for parameter in result.base_parameters:
        yield _row("base", "", parameter)
    for joint in result.friction:
        for coefficient in joint.coefficients:
            yield _row("friction", joint.joint, coefficient)
        for name, value in joint.shape_constants.items():
            yield ("friction-shape", joint.joint, name, repr(float(value)), "", "", "", "")
    for parameter in result.offsets:
        yield _row("offset", "", parameter)
    for parameter in result.coupling:
        yield _row("coupling", "", parameter)
    yield from _bodies(result)
    if result.drive_gain is not None:
        for number, gain in enumerate(result.drive_gain.tolist(), start=1):
            yield ("drive-gain", str(number), "drive_gain", repr(gain), "", "", "N·m/A", "")


def _bodies(result: IdentificationResult) -> Iterator[tuple[str, ...]]:
    """The possible bodies; a spread of their own they have not."""
    physical = result.physical
    if physical is None or not physical.feasible:
        return
    verdict = physical.judgement.verdict.value
    for number, (link, rotor) in enumerate(zip(physical.standard, physical.rotor_inertia, strict=True), 1):
        for name, unit, value in zip(LINK_PARAMETERS, LINK_UNITS, link.tolist(), strict=True):
            yield ("body", str(number), f"{name}_{number}", repr(value), "", "", unit, verdict)
        yield ("body", str(number), f"Ia_{number}", repr(float(rotor)), "", "", "kg·m²", verdict)


def _row(group: str, joint: str, parameter: Parameter) -> tuple[str, ...]:
    return (
        group,
        joint,
        parameter.expression,
        repr(float(parameter.value)),
        repr(float(parameter.std)),
        repr(float(parameter.relative_std)),
        parameter.unit,
        parameter.judgement.verdict.value,
    )
