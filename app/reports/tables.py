"""The tables of an identification: how well it predicts, what was found, what it was made from."""

from collections.abc import Callable, Iterator, Sequence
from math import isfinite, isnan
from typing import TypeAlias

from reportlab.platypus import Flowable, Table, TableStyle

from app.reports.style import (
    BOLD,
    CELL,
    CONTENT_WIDTH,
    HAIRLINE,
    MUTED,
    NUMBER_CELL,
    QUIET,
    REGULAR,
    SMALL_SIZE,
    TEXT,
    WINDOW,
    number_text,
    paragraph,
    percent_text,
    printable,
    value_with_std,
)
from app.reports.verdict_card import verdict_glyph
from core.identification.result import IdentificationResult, Parameter, Validation
from core.identification.verification_result import Verification, VerifiedMotion
from core.quality import Verdict
from core.recording import FloatArray

_HEAD = NUMBER_CELL.clone("head", textColor=MUTED)
GLYPH_SIZE = 6.5
_CHECKSUM_LETTERS = 12
_MOTIONS = {
    VerifiedMotion.EXCITATION: "second excitation",
    VerifiedMotion.POINTS: "moves between poses",
    VerifiedMotion.CIRCLE: "circle",
    VerifiedMotion.OTHER: "recording",
}
_PASSED = {True: Verdict.GOOD, False: Verdict.NOT_MEASURABLE}
"""The shapes of pass and fail are those of the best and the worst verdict."""
VERDICT_WORDS = {verdict: verdict.value.replace("-", " ") for verdict in Verdict}

Cell: TypeAlias = str | Flowable


def validation_table(validations: Sequence[Validation], *, joints: Sequence[str]) -> Table:
    """Per recording the errors of every joint and the total; recordings that were kept back come first."""
    head = ("", *(paragraph(joint, _HEAD) for joint in joints), "all joints")
    body: list[Sequence[Cell]] = []
    sections: list[int] = []
    for validation in sorted(validations, key=lambda judged: judged.used_in_fit):
        sections.append(len(body) + 1)
        used = "used in the fit" if validation.used_in_fit else "kept back"
        title = f"{validation.recording}: {used}, {validation.sample_count} samples"
        body += [(title, *[""] * (len(joints) + 1)), *_validation_rows(validation)]
    first = 116.0
    rest = (CONTENT_WIDTH - first) / (len(joints) + 1)
    table = quiet_table(head, body, widths=[first, *[rest] * (len(joints) + 1)])
    for row in sections:
        table.setStyle(
            TableStyle(
                [
                    ("SPAN", (0, row), (-1, row)),
                    ("FONTNAME", (0, row), (-1, row), BOLD),
                    ("BACKGROUND", (0, row), (-1, row), WINDOW),
                    ("ALIGN", (0, row), (-1, row), "LEFT"),
                    ("NOSPLIT", (0, row), (-1, min(row + 2, len(body)))),
                ]
            )
        )
    return table


def verification_table(verification: Verification) -> Table:
    """Per joint its error on every motion that was run for it, the limits, and pass or fail."""
    motions = [_MOTIONS[one.motion] for one in verification.recordings]
    head = ("joint", *motions, "limit", "RMS error, N·m", "limit, N·m", "", "result")
    per_joint = zip(*(one.joints for one in verification.recordings), strict=True)
    rows: list[Sequence[Cell]] = [
        (
            paragraph(name, CELL),
            *(
                "hardly moves" if isnan(joint.relative_error) else percent_text(joint.relative_error)
                for joint in joints
            ),
            _limit(joints[0].relative_limit, percent_text),
            number_text(max(joint.rms_torque for joint in joints)),
            _limit(joints[0].rms_limit, number_text),
            "" if passed is None else verdict_glyph(_PASSED[passed], size=GLYPH_SIZE),
            {True: "pass", False: "fail", None: "not judged"}[passed],
        )
        for name, joints, passed in zip(
            verification.joints, per_joint, verification.joint_passed, strict=True
        )
    ]
    fixed = [78.0, 44.0, 58.0, 48.0, 12.0, 46.0]
    each = (CONTENT_WIDTH - sum(fixed)) / len(motions)
    table = quiet_table(head, rows, widths=[fixed[0], *[each] * len(motions), *fixed[1:]])
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def verification_line(verification: Verification) -> str:
    """What was run, and how fast it got."""
    runs = ", ".join(
        f"{one.recording} ({_MOTIONS[one.motion]}, flange up to {1e3 * one.top_speed:.0f} mm/s)"
        for one in verification.recordings
    )
    return f"Run on {verification.created_at[:10]}: {runs}. Errors are of the torque while the joint moves."


def _limit(value: float, words: Callable[[float], str]) -> str:
    return words(value) if isfinite(value) else "–"


def _validation_rows(validation: Validation) -> Iterator[Sequence[Cell]]:
    yield _row("RMS error, N·m", validation.rms_torque, number_text(validation.total_rms_torque))
    yield _row("RMS error while moving, N·m", validation.moving_rms_torque, "")
    if validation.rms_current is not None:
        total = validation.total_rms_current
        yield _row("RMS error, A", validation.rms_current, "" if total is None else number_text(total))
    errors = [percent_text(float(value)) for value in validation.relative_error]
    yield ("relative error", *errors, percent_text(validation.total_relative_error))


def _row(name: str, values: FloatArray, total: str) -> Sequence[Cell]:
    return (printable(name), *(number_text(float(value)) for value in values), total)


def parameter_table(parameters: Sequence[tuple[str, Parameter]]) -> Table:
    """Parameters with ±, unit and verdict; the first entry of each pair is the joint or empty."""
    named = any(joint for joint, _ in parameters)
    first = int(named)
    head: Sequence[Cell] = ("joint", "parameter", "value", "±", "±, %", "unit", "", "verdict")
    widths = [70.0 * first, 0.0, 52.0, 46.0, 38.0, 58.0, 12.0, 66.0]
    widths[1] = CONTENT_WIDTH - sum(widths)
    rows = [(printable(joint), *_parameter_row(parameter))[1 - first :] for joint, parameter in parameters]
    table = quiet_table(head[1 - first :], rows, widths=widths[1 - first :])
    table.setStyle(TableStyle([("ALIGN", (0, 0), (first, -1), "LEFT"), ("ALIGN", (-3, 0), (-1, -1), "LEFT")]))
    return table


def _parameter_row(parameter: Parameter) -> tuple[Cell, ...]:
    value, std = value_with_std(parameter.value, parameter.std)
    verdict = parameter.judgement.verdict
    return (
        paragraph(parameter.expression, CELL),
        value,
        std,
        number_text(100.0 * parameter.relative_std) if parameter.value else "–",
        printable(parameter.unit),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        VERDICT_WORDS[verdict],
    )


def provenance_table(result: IdentificationResult) -> Table:
    """Which runs and rows gave the result."""
    origin = result.provenance
    rows = [
        (
            paragraph(label, CELL),
            f"{first} to {last}" if last else "all",
            checksum[:_CHECKSUM_LETTERS] or "–",
        )
        for label, (first, last), checksum in zip(origin.recordings, origin.rows, origin.sha256, strict=True)
    ]
    table = quiet_table(
        ("fitted recording", "rows of the file", "SHA-256 begins"), rows, widths=[CONTENT_WIDTH / 3] * 3
    )
    table.setStyle(TableStyle([("ALIGN", (0, 0), (-1, -1), "LEFT")]))
    return table


def settings_lines(result: IdentificationResult) -> Iterator[Flowable]:
    """How the fit was made, in two or three quiet lines."""
    settings = result.settings
    moving = "moving samples only" if settings.moving_only else "all samples"
    yield paragraph(
        f"Friction {settings.friction.value}, estimator {settings.estimator.value}, low-pass at "
        f"{settings.filter_hz:g} Hz without phase, {moving}, uncertainty from blocks of "
        f"{settings.block_s:g} s, drive gains: {result.gain_source.value}.",
        QUIET,
    )
    yield paragraph(
        f"{result.provenance.row_count} regression rows, {len(result.column_names)} columns of rank "
        f"{result.rank}, condition number {number_text(result.condition_number)} "
        f"({result.condition_convention}).",
        QUIET,
    )


def quiet_table(head: Sequence[Cell], rows: Sequence[Sequence[Cell]], *, widths: Sequence[float]) -> Table:
    """Hairlines between rows, a quiet head that is repeated, numbers at the right."""
    table = Table(
        [list(head), *[list(row) for row in rows]], colWidths=list(widths), repeatRows=1, hAlign="LEFT"
    )
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), REGULAR, SMALL_SIZE, SMALL_SIZE + 1.8),
                ("TEXTCOLOR", (0, 0), (-1, -1), TEXT),
                ("TEXTCOLOR", (0, 0), (-1, 0), MUTED),
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, HAIRLINE),
                ("TOPPADDING", (0, 0), (-1, -1), 1.4),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.4),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table
