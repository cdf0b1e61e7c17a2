"""The declaration of the feature *twist*."""

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
    from app.features.twist.found import LoadStepsFound, TorqueRampsFound
    from app.features.twist.load_steps_procedure import PreparedLoadSteps
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.terminal.command import Commands
    from app.visit.summaries import VisitSummary
    from core.elasticity.result import Elasticity
    from core.identification.result import IdentificationResult
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _error_tables() -> ErrorTables:
    from app.features.twist.errors import TWIST_ERRORS, TWIST_REASONS
    from app.features.twist.load_steps_errors import LOAD_STEP_ERRORS
    from app.features.twist.torque_ramps_errors import BENCH_ERRORS, BENCH_REASONS

    return ErrorTables(
        errors={**TWIST_ERRORS, **LOAD_STEP_ERRORS, **BENCH_ERRORS},
        reasons={**TWIST_REASONS, **BENCH_REASONS},
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.twist.load_steps_page import LoadStepsPage
    from app.features.twist.page import TwistPage

    return {
        "load-steps": LoadStepsPage(around.link, around.visit, around.bus),
        "twist": TwistPage(around.visit, around.runner, around.bus),
    }


def _load_steps_options(parser: "argparse.ArgumentParser") -> None:
    from app.features.twist.load_steps_command import add_load_steps_options

    add_load_steps_options(parser)


def _load_steps(
    arguments: "argparse.Namespace", _session: "RobotSession", _monitor: "Monitor"
) -> "Procedure":
    from app.features.twist.load_steps_command import load_steps_procedure

    return load_steps_procedure(arguments)


def _load_steps_plan(prepared: "PreparedLoadSteps", robot: "RobotModel") -> "Iterator[RenderableType]":
    from app.features.twist.load_steps_presentation import not_loaded, planned
    from app.terminal.presentation_lines import section_lines

    if prepared.plan is not None:
        slides = robot.is_prismatic.tolist()
        for part in (planned, not_loaded):
            yield from section_lines(part(prepared.plan, joints=robot.joint_names, slides=slides))


def _load_steps_document(found: "LoadStepsFound", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_load_steps import load_steps_json

    twist = {} if found.elasticity is None else _twist_document(found.elasticity)
    return {"load_steps": load_steps_json(found.plan), **twist}


def _load_steps_lines(
    found: "LoadStepsFound", outcome: "Outcome", session: "RobotSession"
) -> "Iterator[RenderableType]":
    if found.elasticity is not None:
        yield from _twist_lines(found.elasticity)
    elif outcome.is_complete:
        yield (
            "What the twist says needs a model: identify one, then run torsion deflection "
            f"{session.visit} --recordings {' '.join(outcome.recordings)}."
        )


def _load_steps_brief(found: "LoadStepsFound") -> Iterator[str]:
    loaded = {block.joint for block in found.plan.blocks}
    yield f"Gravity loaded {len(loaded)} gears."


def _torque_ramps_options(parser: "argparse.ArgumentParser") -> None:
    from app.features.twist.torque_ramps_command import add_torque_ramps_options

    add_torque_ramps_options(parser)


def _torque_ramps(
    arguments: "argparse.Namespace", _session: "RobotSession", _monitor: "Monitor"
) -> "Procedure":
    from app.features.twist.torque_ramps_command import torque_ramps_procedure

    return torque_ramps_procedure(arguments)


def _torque_ramps_document(found: "TorqueRampsFound", _robot: "RobotModel") -> Mapping[str, object]:
    return _twist_document(found.elasticity)


def _torque_ramps_lines(
    found: "TorqueRampsFound", _outcome: "Outcome", _session: "RobotSession"
) -> "Iterator[RenderableType]":
    return _twist_lines(found.elasticity)


def _twist_document(found: "Elasticity") -> Mapping[str, object]:
    from app.errors.text import reason_text
    from core.exchange.export_deflection import deflection_json

    return {"deflection": deflection_json(found, tool={}, reason_text=reason_text)}


def _twist_lines(found: "Elasticity") -> "Iterator[RenderableType]":
    from app.features.twist.presentation import present
    from app.terminal.presentation_lines import presentation_lines

    return presentation_lines(present(found))


def _twist_brief(found: "Elasticity") -> Iterator[str]:
    from core.quality import Verdict

    judged = [joint for joint in found.joints if joint.judgement.verdict is not Verdict.NOT_MEASURABLE]
    yield f"{len(judged)} of {len(found.joints)} gears could be judged."
    yield f"Verdict {found.judgement.verdict.value}."


def _command(commands: "Commands") -> None:
    from app.features.twist.command import add_to

    add_to(commands)


def _read(visit: "Visit") -> "Elasticity | None":
    from app.features.twist.tasks import newest_elasticity

    return newest_elasticity(visit)


def _chapter(found: "Elasticity", model: "IdentificationResult") -> "Iterator[Flowable]":
    from app.features.twist.presentation import present
    from app.paper.presentation_pages import chapter
    from app.paper.speech import tr

    gears = present(found, model_made=model.provenance.created_at)
    return chapter(gears, tr("How stiff, loose and worn each gear is"))


def _report_document(found: "Elasticity | None", _robot: "RobotModel") -> Mapping[str, object]:
    from app.errors.text import reason_text
    from core.exchange.export_deflection import deflection_json

    if found is None:
        return {"elasticity": None}
    return {"elasticity": deflection_json(found, tool={}, reason_text=reason_text)}


def _line(summary: "VisitSummary", model_made: str) -> ContentLine:
    from app.speech.language import translate

    if not summary.key(Product.ELASTICITY):
        words = translate(
            "ReportContents", "Nobody looked at the twist of the gears yet: the report leaves them out."
        )
        return ContentLine(is_there=False, sentence=words)
    if summary.made_from(Product.ELASTICITY, Product.MODEL) != model_made:
        words = translate(
            "ReportContents", "How stiff, loose and worn each gear is, by the loads of another model."
        )
        return ContentLine(is_there=True, sentence=words)
    return ContentLine(
        is_there=True, sentence=translate("ReportContents", "How stiff, loose and worn each gear is.")
    )


def _kind() -> str:
    from core.elasticity.result import ELASTICITY

    return ELASTICITY


def _made(visit: "Visit", key: str) -> Made:
    from core.elasticity.result import Elasticity

    return Made(key, {Product.MODEL: visit.result(key, Elasticity).model_created_at})


TWIST = Feature(
    "twist",
    error_tables=_error_tables,
    steps=(
        FeatureStep("load-steps", "Load steps"),
        FeatureStep("twist", "Twist", shows_progress=True),
    ),
    pages=_pages,
    procedures=(
        RunProcedure(
            "load-steps",
            "Load each joint slowly by gravity and record how far its gear twists.",
            _load_steps,
            options=_load_steps_options,
            asks_flange=True,
            plan_lines=_load_steps_plan,
            document=_load_steps_document,
            lines=_load_steps_lines,
        ),
        RunProcedure(
            "torque-ramps",
            "Wind a gear whose output is locked up and down, and judge its loops.",
            _torque_ramps,
            options=_torque_ramps_options,
            document=_torque_ramps_document,
            lines=_torque_ramps_lines,
        ),
    ),
    commands=(Command(_command, place=60),),
    sections=(ReportSection("elasticity", _read, _chapter, _report_document, _line),),
    products=(FeatureProduct(Product.ELASTICITY, _kind, _made),),
    briefs=(
        Brief("load-steps", "Load steps", _load_steps_brief),
        Brief("twist", "Gears", _twist_brief),
    ),
)
