"""The declaration of the feature *friction*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Brief, Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Product

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from core.friction.sweeps.result import FrictionSweeps
    from core.monitor import Monitor
    from core.robot.model import RobotModel


def _error_tables() -> ErrorTables:
    from app.features.friction.errors import FRICTION_ERRORS, FRICTION_REASONS

    return ErrorTables(
        errors=FRICTION_ERRORS,
        reasons=FRICTION_REASONS,
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.friction.page import FrictionPage

    return {"friction": FrictionPage(around.link, around.visit, around.runner, around.bus)}


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.features.friction.command import add_friction_options

    add_friction_options(parser)


def _sweep(arguments: "argparse.Namespace", _session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    from app.features.friction.command import friction_procedure

    return friction_procedure(arguments)


def _document(found: "FrictionSweeps", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_sweeps import sweeps_json

    return {"friction": sweeps_json(found)}


def _lines(
    found: "FrictionSweeps", _outcome: "Outcome", _session: "RobotSession"
) -> "Iterator[RenderableType]":
    from app.features.friction.presentation import present
    from app.terminal.presentation_lines import presentation_lines

    return presentation_lines(present(found))


def _brief(found: "FrictionSweeps") -> Iterator[str]:
    names = ", ".join(joint.joint for joint in found.joints if joint.fit is not None)
    yield f"Friction is known for {names or 'no joint'}."


def _kind() -> str:
    from core.friction.sweeps.result import FRICTION_SWEEPS

    return FRICTION_SWEEPS


FRICTION = Feature(
    "friction",
    error_tables=_error_tables,
    steps=(FeatureStep("friction", "Friction"),),
    pages=_pages,
    procedures=(
        RunProcedure(
            "friction",
            "Sweep each joint both ways at steady speeds and measure its friction.",
            _sweep,
            options=_options,
            asks_flange=True,
            document=_document,
            lines=_lines,
        ),
    ),
    products=(FeatureProduct(Product.FRICTION, _kind),),
    briefs=(Brief("friction", "Friction", _brief),),
)
