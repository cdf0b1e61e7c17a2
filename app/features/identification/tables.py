"""How an identification and a verification look on a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from app.errors.text import mark_text, reason_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.estimation.physical_model import PhysicalModel
from core.identification.result import IdentificationResult, Parameter, Validation
from core.learning.residual_model import ResidualModel
from core.recording import FloatArray

_PARAMETER_COLUMNS = ("parameter", "value", "±", "± %", "unit", "verdict")


def identification_tables(result: IdentificationResult, *, joints: Sequence[str]) -> Iterator[RenderableType]:
    """Parameters with their uncertainty, friction, validation and the verdict."""
    if mark := mark_text(result.provenance.shown_mark):
        yield mark
    yield _parameter_table(
        f"{result.base_parameter_count} base parameters (SI units)", result.base_parameters
    )
    if result.friction:
        yield _friction_table(result)
    others = (*result.offsets, *result.coupling)
    if others:
        yield _parameter_table("Offsets and coupling", others)
    yield from validation_tables(result.validation, joints=joints)
    if result.drive_gain is not None:
        yield _joint_table("Drive gains", joints, (("N·m/A", result.drive_gain),))
    if result.loops:
        yield _loops_table(result, joints)
    if result.residual_model is not None:
        yield _residual_table(result.residual_model)
    if result.physical is not None:
        yield from physical_tables(result.physical, joints=joints)
    yield (
        f"Condition number {result.condition_number:.4g} ({result.condition_convention}), "
        f"rank {result.rank} of {len(result.column_names)}, "
        f"{result.provenance.row_count} rows"
    )
    yield from judgement_lines(result.judgement)


def _loops_table(result: IdentificationResult, joints: Sequence[str]) -> RenderableType:
    rows = [
        [
            str(record.round),
            record.loop.value,
            *(f"{value:.4g}" for value in record.residual),
            f"{record.seconds:.2f}",
        ]
        for record in result.loops
    ]
    return table("The three loops: residual in N·m", ("round", "loop", *joints, "s"), rows)


def _residual_table(model: ResidualModel) -> RenderableType:
    rows = [
        [
            joint.joint,
            "on" if joint.active else "off",
            f"{joint.error_without:.4g}",
            f"{joint.error_with:.4g}",
            " ".join(reason_text(reason) for reason in joint.judgement.reasons),
        ]
        for joint in model.joints
    ]
    title = f"Learner: {model.kind.value} on {model.features.value}; error in N·m on runs left out"
    return table(title, ("joint", "", "without", "with", "why"), rows)


def validation_tables(
    validations: Sequence[Validation], *, joints: Sequence[str]
) -> Iterator[RenderableType]:
    """For every recording: the error of each joint and the totals."""
    for validation in validations:
        title = f"{validation.recording}, {validation.sample_count} samples"
        if validation.used_in_fit:
            title += " (used in the fit)"
        yield _joint_table(title, (*joints, "total"), _validation_rows(validation))


def physical_tables(physical: PhysicalModel, *, joints: Sequence[str]) -> Iterator[RenderableType]:
    """The possible bodies of the links, what they cost, and what the data leave open about them."""
    if physical.feasible:
        first = physical.standard[:, 1:4] / physical.standard[:, :1]
        rows = (
            ("mass, kg", physical.standard[:, 0]),
            *((f"centre {axis}, m", first[:, place]) for place, axis in enumerate("xyz")),
            ("rotor inertia, kg·m²", physical.rotor_inertia),
            ("smallest eigenvalue of pseudo-inertia", physical.min_eigenvalue),
        )
        yield _joint_table("Nearest possible bodies", joints, rows)
        held_out = physical.held_out_cost
        cost = f"{100.0 * physical.cost:.2g} % in the fit"
        kept = "" if held_out is None else f", {100.0 * held_out:.2g} % on motion kept back"
        yield f"They raise the error by {cost}{kept}."
        yield (
            f"{len(physical.undetermined)} of their parameters are open in the data and chosen near the "
            f"robot description: {', '.join(physical.undetermined) or 'none'}."
        )
    for reason in physical.judgement.reasons:
        yield f"  - {reason_text(reason)}"


def _validation_rows(validation: Validation) -> Iterator[tuple[str, Sequence[float]]]:
    yield "RMS torque, N·m", (*_list(validation.rms_torque), validation.total_rms_torque)
    if validation.rms_current is not None:
        total = validation.total_rms_current
        yield (
            "RMS current, A",
            (*_list(validation.rms_current), float("nan") if total is None else total),
        )
    yield (
        "relative error",
        (*_list(validation.relative_error), validation.total_relative_error),
    )
    moving = _list(validation.moving_rms_torque)
    yield "RMS torque moving, N·m", (*moving, sum(value**2 for value in moving) ** 0.5)


def _joint_table(
    title: str,
    joints: Sequence[str],
    rows: Iterator[tuple[str, Sequence[float]]] | Sequence[tuple[str, FloatArray]],
) -> RenderableType:
    return table(title, ("", *joints), [(name, *(float(value) for value in row)) for name, row in rows])


def _parameter_table(title: str, parameters: Sequence[Parameter]) -> RenderableType:
    return table(title, _PARAMETER_COLUMNS, [_row(parameter) for parameter in parameters])


def _friction_table(result: IdentificationResult) -> RenderableType:
    rows = [
        (joint.joint, *_row(coefficient)) for joint in result.friction for coefficient in joint.coefficients
    ]
    title = f"Friction, {result.settings.friction.value}"
    return table(title, ("joint", *_PARAMETER_COLUMNS), rows)


def _row(parameter: Parameter) -> tuple[object, ...]:
    return (
        parameter.expression,
        float(parameter.value),
        float(parameter.std),
        100.0 * float(parameter.relative_std),
        parameter.unit,
        parameter.judgement.verdict.value,
    )


def _list(values: FloatArray) -> list[float]:
    return [float(value) for value in values]
