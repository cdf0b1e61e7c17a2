"""The end of a commissioning: one PDF, and the JSON with the same facts. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.report.commissioning import Commissioning, commissioning_of
from app.guide.feature import Changes, no_changes, sections
from core.identification.result import IdentificationResult
from core.monitor import Monitor, PartOfMonitor

if TYPE_CHECKING:
    from core.catalogue.fleet import Care
    from core.exchange.export_json import Document
    from core.identification.model import Prediction
    from core.recording import Recording
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

_PDF_SHARE = 0.9


def write_report(
    monitor: Monitor, *, visit: Path, result: IdentificationResult, pdf: Path, json: Path, operator: str = ""
) -> tuple[Path, ...]:
    """Write the PDF report and the JSON with the same content; their paths, the PDF first.

    An ``operator`` is stored in the visit.
    """
    from app.guide.feature import changes_since
    from app.jobs.written_files import check_report
    from app.visit.known_visits import care_of_visit
    from core.storage.output_writer import written_together
    from core.storage.visit import Visit

    monitor.check()
    check_report(pdf=pdf, json=json, visit=visit)
    changes, care = changes_since(monitor, visit), care_of_visit(monitor, visit=visit)[0]
    with Visit.open(visit) as opened, written_together():
        part = PartOfMonitor(monitor, first=0.0, last=_PDF_SHARE)
        write_commissioning(
            opened, result, pdf=pdf, json=json, operator=operator, changes=changes, care=care, monitor=part
        )
        if operator and operator != opened.operator:
            opened.set_operator(operator)
    return pdf, json


def write_commissioning(
    visit: "Visit",
    result: IdentificationResult,
    *,
    pdf: Path,
    json: Path | None,
    operator: str = "",
    changes: Changes = no_changes,
    care: "Sequence[Care]" = (),
    monitor: Monitor,
) -> Commissioning:
    """Write the report of this model with all other results of an open visit; the content of the report.

    An ``operator`` replaces that of the visit in the report; ``changes`` are those since the last visit, and
    ``care`` is what needs care in the state of the arm.
    """
    from app.errors.text import reason_text
    from app.features.report.report import write_pdf
    from app.speech.language import in_english
    from app.visit.recordings import robot_of
    from core.exchange.export_json import write_json

    robot = robot_of(visit)
    done = commissioning_of(visit, result)
    if operator:
        done = replace(done, facts=replace(done.facts, operator=" ".join(operator.split())))
    recordings = {label: visit.recording(label) for label in visit.labels}
    done = replace(
        done, predictions=_predictions(result, robot, recordings, monitor), changes=changes, care=care
    )
    write_pdf(done, pdf)
    monitor.check()
    if json is not None:
        with in_english():
            write_json(result, json, reason_text=reason_text, beside=commissioning_json(done, robot))
    return done


def _predictions(
    result: IdentificationResult, robot: "RobotModel", recordings: "Mapping[str, Recording]", monitor: Monitor
) -> "tuple[Prediction, ...]":
    """Torques measured and predicted on the recordings that were not used in the fit."""
    from core.identification.model import predict

    judged = [judged.recording for judged in result.validation if not judged.used_in_fit]
    labels = [label for label in judged if label in recordings]
    found: list[Prediction] = []
    for number, label in enumerate(labels):
        part = PartOfMonitor(monitor, first=number / len(labels), last=(number + 1) / len(labels))
        found.append(predict(result, robot, recordings[label], monitor=part))
    return tuple(found)


def commissioning_json(done: Commissioning, robot: "RobotModel") -> "Document":
    """Content of the report beside the model itself; keys may be added, never renamed.

    ``commissioning`` and ``front_page`` have the first page; what was not measured is null.
    """
    from app.errors.text import reason_text
    from app.features.report.front_page import front_page
    from app.features.report.words import next_steps
    from app.guide.front_page import front_json
    from core.exchange.export_verification import verification_json
    from core.fields import to_fields, to_json_value

    document: dict[str, object] = {
        "commissioning": {
            "robot": done.name,
            "verdict": done.verdict.value,
            "verified": done.is_verified,
            "next_steps": list(next_steps(done)),
            **_facts_json(done),
        },
        "front_page": front_json(front_page(done)),
        "verification": None
        if done.verification is None
        else verification_json(done.verification, reason_text=reason_text),
        "friction_sweeps": None if done.friction is None else to_json_value(to_fields(done.friction)),
    }
    for section in sections():
        document |= section.document(done.found.get(section.key), robot)
    ready: Document = to_json_value(document)
    return ready


def _facts_json(done: Commissioning) -> "Document":
    facts = done.facts
    first, last = facts.recorded
    return {
        "operator": facts.operator,
        "serial": facts.serials[-1] if facts.serials else "",
        "serials": list(facts.serials),
        "controllers": [
            {"uri": one.uri, "model": one.model, "firmware": one.firmware} for one in facts.controllers
        ],
        "visit": facts.file,
        "began_at": facts.began_at,
        "recorded_from": first,
        "recorded_to": last,
        "written_at": facts.written_at,
        "software": facts.software,
        "commit": facts.commit,
        "payload_mounted_kg": list(facts.payload_masses),
        "payload_unknown_in": list(facts.unweighed),
        "marks": [mark.value for mark in facts.marks],
        "recordings": [
            {
                "label": run.label,
                "recorded_at": run.recorded_at,
                "seconds": run.seconds,
                "samples": run.samples,
                "payload_kg": run.payload_mass,
                "missing": run.missing,
                "incomplete": run.incomplete,
            }
            for run in facts.runs
        ],
    }
