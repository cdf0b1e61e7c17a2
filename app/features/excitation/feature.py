"""The declaration of the feature *excitation*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Brief, Command, Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.terminal.command import Commands
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _error_tables() -> ErrorTables:
    from app.features.excitation.errors import EXCITE_ERRORS, EXCITE_REASONS
    from app.features.excitation.trajectory_errors import (
        TRAJECTORY_ERRORS,
        TRAJECTORY_PROBLEMS,
        TRAJECTORY_REASONS,
    )

    return ErrorTables(
        errors=TRAJECTORY_ERRORS,
        device_errors=EXCITE_ERRORS,
        reasons={**EXCITE_REASONS, **TRAJECTORY_REASONS},
        problems=TRAJECTORY_PROBLEMS,
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.excitation.page import ExcitePage
    from app.features.excitation.plan_page import PlanPage
    from app.features.excitation.planning import Planning

    planning = Planning(around.visit, around.bus)
    plan = PlanPage(around.link, around.visit, planning, around.settings, around.bus)
    plan.visit_wanted.connect(lambda: around.make_visit("", "plan"))
    return {"plan": plan, "excite": ExcitePage(around.link, around.visit, planning, around.bus)}


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.features.excitation.run_command import add_excite_options

    add_excite_options(parser)


def _excite(arguments: "argparse.Namespace", session: "RobotSession", monitor: "Monitor") -> "Procedure":
    from app.features.excitation.run_command import excite_procedure

    return excite_procedure(arguments, session, monitor)


def _document(found: "ExcitationRun", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_excitation_run import excitation_run_json

    return {"excitation": excitation_run_json(found)}


def _lines(
    found: "ExcitationRun", _outcome: "Outcome", session: "RobotSession"
) -> "Iterator[RenderableType]":
    from app.features.excitation.run_presentation import present_run
    from app.terminal.presentation_lines import presentation_lines

    robot = session.robot
    shown = present_run(found, joints=robot.joint_names, slides=robot.is_prismatic.tolist())
    return presentation_lines(shown)


def _brief(found: "ExcitationRun") -> Iterator[str]:
    from math import degrees

    error = degrees(float(found.following_error.max()))
    yield f"The planned motion was followed within {error:.2g}°."


def _command(commands: "Commands") -> None:
    from app.features.excitation.command import add_to

    add_to(commands)


def _plan_kind() -> str:
    from app.visit.stored_runs import EXCITATION_PLAN

    return EXCITATION_PLAN


def _run_kind() -> str:
    from app.visit.stored_runs import EXCITATION_RUN

    return EXCITATION_RUN


def _run_made(visit: "Visit", key: str) -> Made:
    from core.excitation.runs.excitation_run import ExcitationRun

    return Made(key, {Product.PLAN: visit.result(key, ExcitationRun).plan})


EXCITATION = Feature(
    "excitation",
    error_tables=_error_tables,
    steps=(
        FeatureStep("plan", "Plan", shows_progress=True),
        FeatureStep("excite", "Run the motion"),
    ),
    pages=_pages,
    procedures=(
        RunProcedure(
            "excite",
            "Run an excitation trajectory: slowly first, then period by period.",
            _excite,
            options=_options,
            asks_flange=True,
            document=_document,
            lines=_lines,
        ),
    ),
    commands=(Command(_command, place=10),),
    products=(
        FeatureProduct(Product.PLAN, _plan_kind),
        FeatureProduct(Product.EXCITATION, _run_kind, _run_made),
    ),
    briefs=(Brief("excitation", "Excitation", _brief),),
)
