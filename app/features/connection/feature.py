"""The declaration of the feature *connection*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Feature
from app.visit.feature_registry import FeatureStep

if TYPE_CHECKING:
    from app.guide.page import Page, Surroundings


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.connection.controller_choice import ControllerChoice
    from app.features.connection.page import ConnectPage

    choice = ControllerChoice(around.settings)
    page = ConnectPage(around.link, around.visit, choice, around.settings, around.runner, around.bus)
    page.recordings_asked.connect(lambda: around.open_step("live"))
    yield "connect", page


CONNECTION = Feature(
    "connection",
    steps=(FeatureStep("connect", "Connect"),),
    pages=_pages,
)
