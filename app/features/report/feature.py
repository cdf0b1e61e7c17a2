"""The declaration of the feature *report*."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.guide.feature import Command, Feature
from app.visit.handed_in import FeatureStep

if TYPE_CHECKING:
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.report.page import ReportPage

    return {"report": ReportPage(around.visit, around.bus, around.settings)}


def _commands() -> tuple[Command, ...]:
    from app.features.report.command import add_to

    return (Command(add_to, place=110),)


REPORT = Feature("report", steps=(FeatureStep("report", "Report"),), pages=_pages, commands=_commands)
