"""The declaration of the feature *excitation*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings
    from core.excitation.runs.excitation_run import ExcitationRun
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.excitation.plan_page import PlanPage
    from app.features.excitation.planning import Planning

    planning = Planning(around.visit, around.bus)
    plan = PlanPage(around.link, around.visit, planning, around.settings, around.bus)
    plan.visit_wanted.connect(lambda: around.make_visit("", "plan"))
    yield "plan", plan

    from app.features.excitation.page import ExcitePage

    yield "excite", ExcitePage(around.link, around.visit, planning, around.bus)


def _procedures() -> "tuple[RunProcedure[ExcitationRun], ...]":
    from app.features.excitation.command import EXCITE

    return (EXCITE,)


def _brief(found: "ExcitationRun") -> Iterator[str]:
    from math import degrees

    error = degrees(float(found.following_error.max()))
    yield f"The planned motion was followed within {error:.2g}°."


def _fill_excite(parser: "argparse.ArgumentParser") -> None:
    from app.features.excitation.command import fill

    fill(parser)


def _products() -> tuple[FeatureProduct, ...]:
    from app.visit.stored_products import EXCITATION_PLAN, EXCITATION_RUN
    from core.excitation.runs.excitation_run import ExcitationRun

    def run_made(visit: "Visit", key: str) -> Made:
        return Made(key, {Product.PLAN: visit.result(key, ExcitationRun).plan})

    return (
        FeatureProduct(Product.PLAN, EXCITATION_PLAN),
        FeatureProduct(Product.EXCITATION, EXCITATION_RUN, run_made),
    )


EXCITATION = Feature(
    "excitation",
    steps=(
        FeatureStep("plan", "Plan", shows_progress=True),
        FeatureStep("excite", "Run the motion"),
    ),
    pages=_pages,
    procedures=_procedures,
    commands=(
        Command(
            "excite",
            "An excitation trajectory: the motion that tells an arm's dynamic parameters apart best.",
            _fill_excite,
            place=10,
        ),
    ),
    products=_products,
    briefs=(Brief("excitation", "Excitation", _brief),),
)
