"""The declaration of the feature *payload*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Brief, Command, Feature
from app.guide.report_section import ContentLine, ReportSection
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from reportlab.platypus import Flowable
    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.payload.around import StoredPayload
    from app.features.payload.found import PayloadFound
    from app.features.payload.procedure import PreparedPayload
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.terminal.command import Commands
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.monitor import Monitor
    from core.payload.settings import SweepKey
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _error_tables() -> ErrorTables:
    from app.features.payload.errors import PAYLOAD_ERRORS
    from app.features.payload.reasons import PAYLOAD_REASONS
    from app.features.payload.reference_errors import REFERENCE_ERRORS
    from app.features.payload.run_errors import PAYLOAD_RUN_ERRORS
    from app.features.payload.setting_errors import PAYLOAD_SETTING_ERRORS

    return ErrorTables(
        errors={**PAYLOAD_ERRORS, **PAYLOAD_RUN_ERRORS, **REFERENCE_ERRORS},
        device_errors=PAYLOAD_SETTING_ERRORS,
        reasons=PAYLOAD_REASONS,
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.payload.page import PayloadPage
    from app.features.payload.reference_page import PayloadReferencePage
    from app.features.payload.report_view import PayloadReportPage
    from app.features.payload.sweeps_page import PayloadSweepsPage

    link, visit, bus = around.link, around.visit, around.bus
    sweeps = PayloadSweepsPage(link, visit, bus)
    payload = PayloadPage(link, visit, around.runner, bus)

    def repeat(keys: "tuple[SweepKey, ...]") -> None:
        """Measure some sweeps with the payload again."""
        sweeps.repeat_keys(tuple(keys))
        around.open_step("payload-sweeps")

    payload.repeat_asked.connect(repeat)
    return {
        "payload-reference": PayloadReferencePage(link, visit, bus),
        "payload-sweeps": sweeps,
        "payload": payload,
        "payload-report": PayloadReportPage(visit, bus),
    }


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.features.payload.run_command import add_payload_options

    add_payload_options(parser)


def _sweep(arguments: "argparse.Namespace", _session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    from app.features.payload.run_command import payload_procedure

    return payload_procedure(arguments)


def _plan(prepared: "PreparedPayload", robot: "RobotModel") -> "Iterator[RenderableType]":
    from app.features.payload.run_tables import payload_plan_lines

    return payload_plan_lines(prepared, joints=robot.joint_names, slides=robot.is_prismatic.tolist())


def _document(found: "PayloadFound", _robot: "RobotModel") -> Mapping[str, object]:
    from app.errors.text import reason_text
    from app.features.payload.run_tables import payload_run_json
    from core.exchange.export_payload import payload_json

    result = found.result
    weighed = {} if result is None else {"payload": payload_json(result, reason_text=reason_text)}
    return {"payload_sweeps": payload_run_json(found), **weighed}


def _lines(
    found: "PayloadFound", _outcome: "Outcome", _session: "RobotSession"
) -> "Iterator[RenderableType]":
    from app.features.payload.presentation import present
    from app.features.payload.run_tables import payload_run_lines
    from app.terminal.presentation_lines import presentation_lines

    yield from payload_run_lines(found)
    if found.result is not None:
        yield from presentation_lines(present(found.result))


def _brief(found: "PayloadFound") -> Iterator[str]:
    from app.features.payload.presentation import present, values
    from app.presentation import value_text
    from app.speech.language import joined_sentences
    from app.terminal.presentation_lines import plain
    from core.quality import Verdict

    result = found.result
    if result is None:
        return
    if result.estimate.judgements[0].verdict is Verdict.NOT_MEASURABLE:
        yield "Its sweeps cannot measure what hangs there."
        return
    centre = (f"{row.label}: {value_text(row.value)}" for row in values(result).rows[1:])
    yield plain(joined_sentences(present(result).headline, f"{'; '.join(centre)}."))


def _command(commands: "Commands") -> None:
    from app.features.payload.command import add_to

    add_to(commands)


def _read(visit: "Visit") -> "StoredPayload | None":
    from app.features.payload.around import stored_payload

    return stored_payload(visit)


def _chapter(stored: "StoredPayload", _model: "IdentificationResult") -> "Iterator[Flowable]":
    from app.features.payload.presentation import present
    from app.paper.presentation_pages import chapter
    from app.paper.speech import tr

    shown = present(stored.found, stored.around)
    return chapter(shown, tr("What hangs on the flange"))


def _report_document(stored: "StoredPayload | None", _robot: "RobotModel") -> Mapping[str, object]:
    from app.errors.text import reason_text
    from core.exchange.export_payload import payload_json

    if stored is None:
        return {"payload": None, "payload_setting": None}
    payload = payload_json(stored.found, reason_text=reason_text)
    return {"payload": payload, "payload_setting": stored.around.change}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine:
    from app.speech.language import translate

    if summary.key(Product.PAYLOAD):
        words = translate("ReportContents", "The payload that was measured.")
        return ContentLine(is_there=True, sentence=words)
    words = translate("ReportContents", "No payload was measured: the report says so.")
    return ContentLine(is_there=False, sentence=words)


def _kind() -> str:
    from core.payload.result import PAYLOAD

    return PAYLOAD


def _made(visit: "Visit", key: str) -> Made:
    from app.visit.payload_reference import reference_revision
    from core.payload.result import PayloadResult

    reference = reference_revision(visit.result(key, PayloadResult).reference)
    return Made(key, {Product.PAYLOAD_REFERENCE: reference} if reference else {})


PAYLOAD = Feature(
    "payload",
    error_tables=_error_tables,
    steps=(
        FeatureStep("payload-reference", "Reference"),
        FeatureStep("payload-sweeps", "Measure"),
        FeatureStep("payload", "Payload"),
        FeatureStep("payload-report", "Report"),
    ),
    pages=_pages,
    procedures=(
        RunProcedure(
            "payload",
            "Sweep two joints slowly there and back, without and with the payload, and weigh it.",
            _sweep,
            options=_options,
            plan_lines=_plan,
            document=_document,
            lines=_lines,
        ),
    ),
    commands=(Command(_command, place=50),),
    sections=(ReportSection("payload", _read, _chapter, _report_document, _line),),
    products=(FeatureProduct(Product.PAYLOAD, _kind, _made),),
    briefs=(Brief("payload", "Payload", _brief),),
)
