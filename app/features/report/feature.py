"""The declaration of the feature *report*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Command, Feature
from app.visit.feature_registry import FeatureStep

if TYPE_CHECKING:
    import argparse

    from app.guide.page import Page, Surroundings


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.report.page import ReportPage

    yield "report", ReportPage(around.visit, around.bus, around.settings)


def _fill_report(parser: "argparse.ArgumentParser") -> None:
    from app.features.report.command import fill

    fill(parser)


REPORT = Feature(
    "report",
    steps=(FeatureStep("report", "Report"),),
    pages=_pages,
    commands=(
        Command("report", "A stored model, payload or stiffness as a PDF report.", _fill_report, place=110),
    ),
)
