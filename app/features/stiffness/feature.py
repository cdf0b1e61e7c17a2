"""The declaration of the feature *stiffness*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.errors.handed_in import ErrorTables
from app.guide.feature import Command, Feature
from app.guide.report_section import ContentLine, ReportSection
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from app.features.stiffness.report_tasks import StiffnessPaper
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.terminal.command import Commands
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _error_tables() -> ErrorTables:
    from app.features.stiffness.errors import STIFFNESS_ERRORS, STIFFNESS_PROBLEMS, STIFFNESS_REASONS
    from app.features.stiffness.load_test_errors import (
        LOAD_TEST_ERRORS,
        LOAD_TEST_PROBLEMS,
        LOAD_TEST_REASONS,
    )

    return ErrorTables(
        errors={**STIFFNESS_ERRORS, **LOAD_TEST_ERRORS},
        reasons={**STIFFNESS_REASONS, **LOAD_TEST_REASONS},
        problems={**STIFFNESS_PROBLEMS, **LOAD_TEST_PROBLEMS},
    )


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.stiffness.page import StiffnessPage

    page = StiffnessPage(around.link, around.visit, around.runner, around.bus)
    page.visit_wanted.connect(lambda robot: around.make_visit(robot, "stiffness"))
    around.robots_listed.connect(page.offer_robots)
    return {"stiffness": page}


def _command(commands: "Commands") -> None:
    from app.features.stiffness.command import add_to

    add_to(commands)


def _read(visit: "Visit") -> "StiffnessPaper | None":
    from app.features.stiffness.report_tasks import newest_stiffness_paper

    return newest_stiffness_paper(visit)


def _chapter(paper: "StiffnessPaper", _model: "IdentificationResult") -> "Iterator[Flowable]":
    from app.paper.presentation_pages import chapter
    from app.paper.speech import tr

    return chapter(paper.shown(), tr("How the whole arm gives"))


def _document(paper: "StiffnessPaper | None", robot: "RobotModel") -> Mapping[str, object]:
    from app.features.stiffness.report_tasks import paper_json

    return {"stiffness": None if paper is None else paper_json(paper, robot)}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine | None:
    from app.speech.language import translate

    if not summary.key(Product.STIFFNESS):
        return None
    words = translate("ReportContents", "How the whole arm gives under a load.")
    return ContentLine(is_there=True, sentence=words)


def _kind() -> str:
    from core.stiffness.result import STIFFNESS

    return STIFFNESS


def _made(visit: "Visit", key: str) -> Made:
    from core.stiffness.result import ReducedStiffness, Route, SpringSource

    found = visit.result(key, ReducedStiffness)
    is_of_twist = found.route is Route.ALGEBRA and found.spring_source is SpringSource.TWIST
    return Made(key, {Product.ELASTICITY: found.source} if is_of_twist and found.source else {})


STIFFNESS = Feature(
    "stiffness",
    error_tables=_error_tables,
    steps=(FeatureStep("stiffness", "Stiffness", shows_progress=True),),
    pages=_pages,
    commands=(Command(_command, place=70),),
    sections=(ReportSection("stiffness", _read, _chapter, _document, _line),),
    products=(FeatureProduct(Product.STIFFNESS, _kind, _made),),
)
