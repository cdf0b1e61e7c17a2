"""The declaration of the feature *comparison*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Command, Feature
from app.visit.feature_registry import FeatureStep

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from app.guide.feature import Changes
    from app.guide.page import Page, Surroundings
    from core.monitor import Monitor


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.comparison.page import ComparePage

    yield "compare", ComparePage(around.visit, around.runner, around.bus)


def _fill_compare(parser: "argparse.ArgumentParser") -> None:
    from app.features.comparison.command import fill

    fill(parser)


def _changes(monitor: "Monitor", visit: "Path", earlier: "Path | None") -> "Changes":
    from app.features.comparison.report import changes_since

    return changes_since(monitor, visit=visit, earlier=earlier)


COMPARISON = Feature(
    "comparison",
    steps=(FeatureStep("visits", "Visits"), FeatureStep("compare", "Compare visits")),
    pages=_pages,
    commands=(
        Command(
            "compare",
            "Two or more visits of one arm: what changed beyond the uncertainty of both.",
            _fill_compare,
            place=80,
        ),
    ),
    changes=_changes,
)
