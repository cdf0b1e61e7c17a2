"""The declaration of a feature, through which the rest of the program reaches it.

The declarations are read at every start and load neither Qt nor NumPy: pages, procedures, arguments of
commands, sections and products are functions that import what they return when it is needed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from app.guide.report_section import ReportSection
from app.guide.run_procedure import RunProcedure
from app.visit.feature_registry import FeatureProduct, FeatureStep

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from app.guide.batch_work import BatchWork
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.presentation import Row
    from core.monitor import Monitor

F = TypeVar("F")
"""Result that is described: ``Outcome.found`` of a procedure, or the result of a calculation."""

LAST_PLACE = 100
Changes = Callable[[], "tuple[Row, ...]"]
"""Words changes with their signs in the language that is spoken; the comparison behind them is done."""


def no_changes() -> "tuple[Row, ...]":
    """No earlier visit is at hand."""
    return ()


def _no_pages(_around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    return iter(())


@dataclass(frozen=True)
class Command:
    """A command of the command line; ``place`` orders the list in ``torsion --help``.

    ``fill`` adds its arguments; it is called, and imports them, only when this command is meant.
    """

    name: str
    summary: str
    fill: "Callable[[argparse.ArgumentParser], None]"
    place: int = LAST_PLACE


@dataclass(frozen=True)
class Brief(Generic[F]):
    """Lines of the demonstration for one step: a title, and the result in English sentences."""

    step: str
    title: str
    lines: Callable[[F], Iterator[str]]


@dataclass(frozen=True, eq=False)
class Feature:
    """One feature of the program.

    Parameters
    ----------
    name
        Name of its folder.
    steps
        Steps of the guides that have a page here.
    pages
        Makes these pages for a window one by one, each with its step.
    procedures
        Procedures of ``torsion run``.
    commands
        Other commands.
    batches
        Works of ``torsion batch``.
    sections
        Its sections of the commissioning report; read in the window too, so they load no ReportLab.
    products
        Products that are its stored results.
    briefs
        Lines in the demonstration.
    changes
        Compares a visit with an earlier one to the same arm, for the first page of a report: with the last
        one in its folder where none is named.
    help_pages
        Folder with a text for each step, ``LANGUAGE/STEP.md``; None for the folder of the program's help.
    """

    name: str
    steps: tuple[FeatureStep, ...] = ()
    pages: "Callable[[Surroundings], Iterator[tuple[str, Page]]]" = _no_pages
    procedures: Callable[[], tuple[RunProcedure[Any], ...]] = tuple
    commands: tuple[Command, ...] = ()
    batches: "Callable[[], tuple[BatchWork, ...]]" = tuple
    sections: Callable[[], tuple[ReportSection[Any], ...]] = tuple
    products: Callable[[], tuple[FeatureProduct, ...]] = tuple
    briefs: tuple[Brief[Any], ...] = ()
    changes: "Callable[[Monitor, Path, Path | None], Changes] | None" = None
    help_pages: "Callable[[], Path] | None" = None


_HANDED_IN: list[Callable[[], Iterable[Feature]]] = []


def hand_in(of_program: Callable[[], Iterable[Feature]]) -> None:
    """Register the list of features for the help and the report, which lie below the list."""
    _HANDED_IN.append(of_program)


def sections() -> Iterator[ReportSection[Any]]:
    """The sections of the commissioning report, in the order of the list."""
    return (section for feature in handed_in() for section in feature.sections())


def changes_since(monitor: "Monitor", visit: "Path", earlier: "Path | None" = None) -> Changes:
    """Changes since an earlier visit; none where no earlier visit is at hand."""
    of_features = [each.changes for each in handed_in() if each.changes is not None]
    found = [compare(monitor, visit, earlier) for compare in of_features]
    return lambda: tuple(row for worded in found for row in worded())


def handed_in() -> tuple[Feature, ...]:
    """Every feature, in the order of the list."""
    return tuple(feature for of_program in _HANDED_IN for feature in of_program())
