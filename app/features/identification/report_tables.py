"""The tables of an identification: how well it predicts, what was found, what it was made from."""

from collections.abc import Callable, Iterator, Sequence
from math import isfinite, isnan

from reportlab.platypus import Table, TableStyle

from app.paper.fonts import BOLD, printable
from app.paper.speech import tr
from app.paper.style import (
    CELL,
    CONTENT_WIDTH,
    MUTED,
    NUMBER_CELL,
    WINDOW,
    number_text,
    paragraph,
    percent_text,
    value_with_std,
)
from app.paper.tables import GLYPH_SIZE, Cell, quiet_table, verdict_word
from app.paper.verdict_card import verdict_glyph
from app.speech.parameter_words import parameter_text
from core.identification.result import Parameter, Validation
from core.identification.verification_result import Verification, VerifiedMotion
from core.quality import Verdict
from core.recording import FloatArray

_HEAD = NUMBER_CELL.clone("head", textColor=MUTED)
_MOTIONS: dict[VerifiedMotion, str] = {
    VerifiedMotion.EXCITATION: "second excitation",
    VerifiedMotion.POINTS: "moves between poses",
    VerifiedMotion.CIRCLE: "circle",
    VerifiedMotion.OTHER: "recording",
}
_PASSED = {True: Verdict.GOOD, False: Verdict.NOT_MEASURABLE}
"""The shapes of pass and fail are those of the best and the worst verdict."""


def motion_word(motion: VerifiedMotion) -> str:
    """What the arm did, as the head of a column."""
    return tr(_MOTIONS[motion])


def validation_table(validations: Sequence[Validation], *, joints: Sequence[str]) -> Table:
    """Per recording the errors of every joint and the total; recordings that were kept back come first."""
    head = ("", *(paragraph(joint, _HEAD) for joint in joints), tr("all joints"))
    body: list[Sequence[Cell]] = []
    sections: list[int] = []
    for validation in sorted(validations, key=lambda judged: judged.used_in_fit):
        sections.append(len(body) + 1)
        words = tr("{recording}: kept back, {count} samples")
        if validation.used_in_fit:
            words = tr("{recording}: used in the fit, {count} samples")
        title = printable(words.format(recording=validation.recording, count=validation.sample_count))
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
    motions = [motion_word(one.motion) for one in verification.recordings]
    limit, rms = tr("limit"), tr("RMS error, N·m")
    head = (tr("joint"), *motions, limit, rms, tr("limit, N·m"), "", tr("result"))
    per_joint = zip(*(one.joints for one in verification.recordings), strict=True)
    rows: list[Sequence[Cell]] = [
        (
            paragraph(name, CELL),
            *(
                tr("hardly moves") if isnan(joint.relative_error) else percent_text(joint.relative_error)
                for joint in joints
            ),
            _limit(joints[0].relative_limit, percent_text),
            number_text(max(joint.rms_torque for joint in joints)),
            _limit(joints[0].rms_limit, number_text),
            "" if passed is None else verdict_glyph(_PASSED[passed], size=GLYPH_SIZE),
            tr({True: "pass", False: "fail", None: "not judged"}[passed]),
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
    run = tr("{recording} ({motion}, flange up to {speed} mm/s)")
    runs = ", ".join(
        run.format(
            recording=one.recording, motion=motion_word(one.motion), speed=f"{1e3 * one.top_speed:.0f}"
        )
        for one in verification.recordings
    )
    words = tr("Run on {date}: {runs}. Errors are of the torque while the joint moves.")
    return words.format(date=verification.created_at[:10], runs=runs)


def _limit(value: float, words: Callable[[float], str]) -> str:
    return words(value) if isfinite(value) else "–"


def _validation_rows(validation: Validation) -> Iterator[Sequence[Cell]]:
    yield _row(tr("RMS error, N·m"), validation.rms_torque, number_text(validation.total_rms_torque))
    yield _row(tr("RMS error while moving, N·m"), validation.moving_rms_torque, "")
    if validation.rms_current is not None:
        total = validation.total_rms_current
        yield _row(tr("RMS error, A"), validation.rms_current, "" if total is None else number_text(total))
    errors = [percent_text(float(value)) for value in validation.relative_error]
    yield (tr("relative error"), *errors, percent_text(validation.total_relative_error))


def _row(name: str, values: FloatArray, total: str) -> Sequence[Cell]:
    return (printable(name), *(number_text(float(value)) for value in values), total)


def parameter_table(parameters: Sequence[tuple[str, Parameter]]) -> Table:
    """Parameters with ±, unit and verdict; the first entry of each pair is the joint or empty."""
    named = any(joint for joint, _ in parameters)
    first = int(named)
    head: Sequence[Cell] = (
        tr("joint"), tr("parameter"), tr("value"), "±", "±, %", tr("unit"), "", tr("verdict"),
    )  # fmt: skip
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
        paragraph(parameter_text(parameter.expression), CELL),
        value,
        std,
        number_text(100.0 * parameter.relative_std) if parameter.value else "–",
        printable(parameter.unit),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        verdict_word(verdict),
    )
