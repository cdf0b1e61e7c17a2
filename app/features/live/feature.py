"""The declaration of the feature *live*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Feature
from app.visit.feature_registry import FeatureStep

if TYPE_CHECKING:
    from app.guide.page import Page, Surroundings


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.live.page import LivePage

    page = LivePage(around.link, around.visit, around.runner, around.bus, around.settings)
    page.connect_asked.connect(lambda: around.open_step("connect"))
    yield "live", page


LIVE = Feature("live", steps=(FeatureStep("live", "Live diagnostics"),), pages=_pages)
