"""The declaration of the feature *tool correction*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.tool_correction.found import CompensationFound
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _error_tables() -> ErrorTables:
    from app.features.tool_correction.errors import COMPENSATE_ERRORS, COMPENSATE_REASONS

    return ErrorTables(
        errors=COMPENSATE_ERRORS,
        reasons=COMPENSATE_REASONS,
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.tool_correction.page import CompensatePage

    return {"compensate": CompensatePage(around.link, around.visit, around.bus)}


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.features.tool_correction.command import add_compensate_options

    add_compensate_options(parser)


def _check(arguments: "argparse.Namespace") -> None:
    from app.features.tool_correction.command import check_compensate

    check_compensate(arguments)


def _compensate(arguments: "argparse.Namespace", session: "RobotSession", monitor: "Monitor") -> "Procedure":
    from app.features.tool_correction.command import compensate_procedure

    return compensate_procedure(arguments, session, monitor)


def _document(found: "CompensationFound", robot: "RobotModel") -> Mapping[str, object]:
    from app.features.tool_correction.run_tables import compensation_keys

    return compensation_keys(found, robot)


def _lines(
    found: "CompensationFound", _outcome: "Outcome", session: "RobotSession"
) -> "Iterator[RenderableType]":
    from app.features.tool_correction.run_tables import compensate_lines

    return compensate_lines(found, session.robot)


def _write(arguments: "argparse.Namespace", found: "CompensationFound", robot: "RobotModel") -> None:
    from app.features.tool_correction.command import write_corrected

    write_corrected(arguments, found, robot)


def _kind() -> str:
    from core.stiffness.compensated import COMPENSATION

    return COMPENSATION


def _made(visit: "Visit", key: str) -> Made:
    """Made from the newest stiffness by its key where it was that one, else by the time of the older one."""
    from core.stiffness.compensated import CompensationResult
    from core.stiffness.result import STIFFNESS, ReducedStiffness

    by, stored = visit.result(key, CompensationResult).stiffness_created_at, visit.results(STIFFNESS)
    if stored and visit.result(stored[-1].key, ReducedStiffness).created_at == by:
        by = stored[-1].key
    return Made(key, {Product.STIFFNESS: by} if by else {})


TOOL_CORRECTION = Feature(
    "tool_correction",
    error_tables=_error_tables,
    steps=(FeatureStep("compensate", "Compensate"),),
    pages=_pages,
    procedures=(
        RunProcedure(
            "compensate",
            "Average the gears' twist at places without and with a load, and correct the tool there.",
            _compensate,
            options=_options,
            check=_check,
            document=_document,
            lines=_lines,
            write=_write,
        ),
    ),
    products=(FeatureProduct(Product.COMPENSATION, _kind, _made),),
)
