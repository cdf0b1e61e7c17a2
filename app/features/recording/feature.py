"""The declaration of the feature *recording*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Feature
from app.visit.feature_registry import FeatureStep

if TYPE_CHECKING:
    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.recording.page import RecordPage

    yield "record", RecordPage(around.link, around.visit, around.feed, around.runner, around.bus)


def _procedures() -> "tuple[RunProcedure[None], ...]":
    from app.features.recording.command import RECORD

    return (RECORD,)


RECORDING = Feature(
    "recording", steps=(FeatureStep("record", "Move and record"),), pages=_pages, procedures=_procedures
)
