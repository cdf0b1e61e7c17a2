"""The declaration of the feature *stiffness*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.features.stiffness.report import StiffnessPaper
    from app.guide.feature import ReportSection
    from app.guide.page import Page, Surroundings
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.stiffness.page import StiffnessPage

    page = StiffnessPage(around.link, around.visit, around.runner, around.bus)
    page.visit_wanted.connect(lambda robot: around.make_visit(robot, "stiffness"))
    around.robots_listed.connect(page.offer_robots)
    yield "stiffness", page


def _fill_stiffness(parser: "argparse.ArgumentParser") -> None:
    from app.features.stiffness.command import fill

    fill(parser)


def _sections() -> "tuple[ReportSection[StiffnessPaper], ...]":
    from app.features.stiffness.report import SECTION

    return (SECTION,)


def _products() -> tuple[FeatureProduct, ...]:
    from core.stiffness.result import STIFFNESS as KIND
    from core.stiffness.result import ReducedStiffness, Route, SpringSource

    def made(visit: "Visit", key: str) -> Made:
        found = visit.result(key, ReducedStiffness)
        is_of_twist = found.route is Route.ALGEBRA and found.spring_source is SpringSource.TWIST
        return Made(key, {Product.ELASTICITY: found.source} if is_of_twist and found.source else {})

    return (FeatureProduct(Product.STIFFNESS, KIND, made),)


STIFFNESS = Feature(
    "stiffness",
    steps=(FeatureStep("stiffness", "Stiffness", shows_progress=True),),
    pages=_pages,
    commands=(
        Command(
            "stiffness",
            "Stiffness of the whole arm, links reckoned into its joints; load tests, maps, predictions.",
            _fill_stiffness,
            place=70,
        ),
    ),
    sections=_sections,
    products=_products,
)
