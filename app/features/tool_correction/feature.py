"""The declaration of the feature *tool correction*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    from app.features.tool_correction.result import CompensationFound
    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.tool_correction.page import CompensatePage

    yield "compensate", CompensatePage(around.link, around.visit, around.bus)


def _procedures() -> "tuple[RunProcedure[CompensationFound], ...]":
    from app.features.tool_correction.command import COMPENSATE

    return (COMPENSATE,)


def _products() -> tuple[FeatureProduct, ...]:
    from core.stiffness.compensation_result import COMPENSATION, CompensationResult
    from core.stiffness.result import STIFFNESS, ReducedStiffness

    def made(visit: "Visit", key: str) -> Made:
        """Name the newest stiffness by its key if the correction used it, an older one by its time."""
        by, stored = visit.result(key, CompensationResult).stiffness_created_at, visit.results(STIFFNESS)
        if stored and visit.result(stored[-1].key, ReducedStiffness).created_at == by:
            by = stored[-1].key
        return Made(key, {Product.STIFFNESS: by} if by else {})

    return (FeatureProduct(Product.COMPENSATION, COMPENSATION, made),)


TOOL_CORRECTION = Feature(
    "tool_correction",
    steps=(FeatureStep("compensate", "Compensate"),),
    pages=_pages,
    procedures=_procedures,
    products=_products,
)
