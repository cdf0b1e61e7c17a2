"""The PDF report of an identification: verdict first, then the evidence, then where it comes from."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer

from app.error_text import mark_text
from app.reports.figures import TorqueComparison, friction_figures, torque_figures
from app.reports.page import PageText, write_pages
from app.reports.payload_report import payload_chapter
from app.reports.payload_section import PayloadPaper
from app.reports.stiffness_report import stiffness_chapter
from app.reports.stiffness_section import StiffnessPaper
from app.reports.style import BODY, BOLD, GRID, HEADING, MUTED, QUIET, TITLE_SIZE, paragraph
from app.reports.tables import (
    parameter_table,
    provenance_table,
    settings_lines,
    validation_table,
    verification_line,
    verification_table,
)
from app.reports.twist_section import twist_section
from app.reports.verdict_card import verdict_card
from core.elasticity.result import Elasticity
from core.identification.result import IdentificationResult, Parameter
from core.identification.verification_result import Verification

_TITLE = BODY.clone("title", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("subtitle", textColor=MUTED, spaceAfter=8)
_ROOM_FOR_A_TABLE = 80.0


def write_pdf(  # noqa: PLR0913  # each is a chapter of its own
    result: IdentificationResult,
    path: Path,
    *,
    predictions: Sequence[TorqueComparison] = (),
    robot_name: str = "",
    prismatic: Sequence[bool] = (),
    verification: Verification | None = None,
    elasticity: Elasticity | None = None,
    payload: PayloadPaper | None = None,
    stiffness: StiffnessPaper | None = None,
) -> None:
    """Write the report to ``path``; the file appears whole or not at all.

    Parameters
    ----------
    result
        The identification.
    path
        The PDF; an older one is replaced.
    predictions
        Measured and modelled torque along recordings, such as
        ``core.identification.prediction.Prediction``; each becomes a page of plots.
    robot_name
        What the people at the robot call it; the robot description's name without it.
    prismatic
        Which joints slide, so that their units are N and mm/s; none without it.
    verification
        Of this model, on motion that it had not seen.
    elasticity
        What the twist of the gears says.
    payload
        What hangs on the flange.
    stiffness
        How the whole arm gives.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    origin = result.provenance
    text = PageText(
        subject="Identification report",
        robot=robot_name or origin.robot,
        made_by=f"{origin.software}, {origin.created_at}",
        mark=mark_text(origin.shown_mark),
    )
    slides = tuple(prismatic) or (False,) * len(result.friction)
    story = list(
        _story(result, predictions, verification, elasticity=elasticity, robot=text.robot, slides=slides)
    )
    if stiffness is not None:
        story += stiffness_chapter(stiffness)
    if payload is not None:
        story.append(KeepTogether(list(payload_chapter(payload))))
    write_pages(path, text, story)


def _story(
    result: IdentificationResult,
    predictions: Sequence[TorqueComparison],
    verification: Verification | None,
    *,
    elasticity: Elasticity | None,
    robot: str,
    slides: Sequence[bool],
) -> Iterator[Flowable]:
    joints = [friction.joint for friction in result.friction]
    yield paragraph(robot, _TITLE)
    yield paragraph(_summary(result), _SUBTITLE)
    yield verdict_card(result.judgement)
    if result.validation:
        yield paragraph("How well the model predicts", HEADING)
        yield validation_table(result.validation, joints=joints)
    if verification is not None:
        yield _together("Verified on motion it had not seen", _verified(verification))
    for prediction in predictions:
        title = f"Measured against model: {prediction.recording}"
        yield _together(title, torque_figures(prediction, joints=joints, slides=slides))
    yield _together("Friction", friction_figures(result.friction, slides=slides))
    if elasticity is not None:
        is_of_this = elasticity.model_created_at == result.provenance.created_at
        yield _together(
            "How stiff, loose and worn each gear is",
            twist_section(elasticity, is_of_this_model=is_of_this),
        )
    for title, parameters in _parameters(result):
        if parameters:
            yield CondPageBreak(_ROOM_FOR_A_TABLE)
            yield paragraph(title, HEADING)
            yield parameter_table(parameters)
    yield _together(
        "Where it comes from", (provenance_table(result), Spacer(1, GRID), *settings_lines(result))
    )


def _verified(verification: Verification) -> Iterator[Flowable]:
    yield verification_table(verification)
    yield Spacer(1, GRID)
    yield paragraph(verification_line(verification), QUIET)
    yield verdict_card(verification.judgement)


def _summary(result: IdentificationResult) -> str:
    fitted = len(result.provenance.recordings)
    kept = sum(not judged.used_in_fit for judged in result.validation)
    return (
        f"{result.base_parameter_count} base parameters and the friction of {len(result.friction)} joints. "
        f"Fitted to {_counted(fitted, 'recording')}, judged on {_counted(kept, 'other recording')}."
    )


def _parameters(result: IdentificationResult) -> Iterator[tuple[str, list[tuple[str, Parameter]]]]:
    coefficients = [(joint.joint, found) for joint in result.friction for found in joint.coefficients]
    yield f"Friction, {result.settings.friction.value}", coefficients
    yield "Base parameters", [("", found) for found in result.base_parameters]
    yield "Offsets and coupling", [("", found) for found in (*result.offsets, *result.coupling)]


def _together(title: str, content: Sequence[Flowable] | Iterator[Flowable]) -> KeepTogether:
    return KeepTogether([paragraph(title, HEADING), *content])


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
