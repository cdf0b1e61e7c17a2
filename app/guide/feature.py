"""The declaration of a feature, with its procedures, works and report sections.

The rest of the program reaches a feature through it. The declarations are read at every start and load
neither Qt nor NumPy: pages, procedures, arguments of commands, sections and products are functions that
import what they return when it is needed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from app.visit.feature_registry import FeatureProduct, FeatureStep

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Prepared, Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page, Surroundings
    from app.presentation import FrontLines, Presentation, Row
    from app.visit.summaries import VisitSummary
    from core.batch.work import VisitWork
    from core.identification.result import IdentificationResult
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

F = TypeVar("F")
"""Result that is described: ``Outcome.found`` of a procedure, or the result of a calculation or section."""

LAST_PLACE = 100
Changes = Callable[[], "tuple[Row, ...]"]
"""Words changes with their signs in the language that is spoken; the comparison behind them is done."""


def _nothing(_found: object) -> "FrontLines":
    from app.presentation import FrontLines  # declarations load no numbers

    return FrontLines()


@dataclass(frozen=True)
class ContentLine:
    """One chapter of a report that is not written yet: present or missing, and a sentence on it."""

    is_there: bool
    sentence: str


@dataclass(frozen=True)
class ReportSection(Generic[F]):
    """Chapter of a model's report on another result of the visit, and its keys in the JSON document.

    Parameters
    ----------
    key
        Name of the section.
    read
        The newest result of the visit; None where it was not measured.
    title
        Heading of the chapter in the language that is spoken.
    present
        Content of the chapter in the report of this model.
    document
        Makes the keys of the JSON document; null if it was not measured.
    line
        Line on the report's page before the report is written, for the model made at that time; None
        without a line.
    front
        What its first page says of the result; of None, what was not measured.
    """

    key: str
    read: "Callable[[Visit], F | None]"
    title: Callable[[], str]
    present: "Callable[[F, IdentificationResult], Presentation]"
    document: "Callable[[F | None, RobotModel], Mapping[str, object]]"
    line: "Callable[[VisitSummary, str], ContentLine | None]"
    front: "Callable[[F | None], FrontLines]" = _nothing


def _no_options(_parser: "argparse.ArgumentParser") -> None: ...


def _accept(_arguments: "argparse.Namespace") -> None: ...


def _moves(_arguments: "argparse.Namespace") -> bool:
    return False


def _no_plan(_prepared: "Prepared", _robot: "RobotModel") -> "Iterator[RenderableType]":
    yield from ()


def _no_document(_found: object, _robot: "RobotModel") -> Mapping[str, object]:
    return {}


def _no_lines(_found: object, _outcome: "Outcome", _session: "RobotSession") -> "Iterator[RenderableType]":
    yield from ()


def _write_nothing(_arguments: "argparse.Namespace", _found: object, _robot: "RobotModel") -> None: ...


@dataclass(frozen=True)
class RunProcedure(Generic[F]):
    """A guided procedure on a controller.

    Parameters
    ----------
    name
        Name after ``torsion run``.
    summary
        One sentence of the command's help.
    make
        Makes the procedure for the arguments; may read the connected arm.
    first_options
        Adds options that the help lists before those of all procedures.
    options
        Adds the other options.
    asks_flange
        True if the options end with the payload on the flange.
    check
        Refuses options that do not go together, before anything is connected.
    plan_lines
        Lines on the prepared procedure, beside those on its motions.
    document
        The result as keys of the JSON document.
    lines
        The result as sentences and tables.
    write
        Writes the files that the arguments ask for.
    only_reads
        True where the arguments ask for nothing that could move: then no serial number is asked for.
    """

    name: str
    summary: str
    make: "Callable[[argparse.Namespace, RobotSession, Monitor], Procedure]"
    first_options: "Callable[[argparse.ArgumentParser], None]" = _no_options
    options: "Callable[[argparse.ArgumentParser], None]" = _no_options
    asks_flange: bool = False
    check: "Callable[[argparse.Namespace], None]" = _accept
    plan_lines: "Callable[[Any, RobotModel], Iterator[RenderableType]]" = _no_plan
    document: "Callable[[F, RobotModel], Mapping[str, object]]" = _no_document
    lines: "Callable[[F, Outcome, RobotSession], Iterator[RenderableType]]" = _no_lines
    write: "Callable[[argparse.Namespace, F, RobotModel], None]" = _write_nothing
    only_reads: "Callable[[argparse.Namespace], bool]" = _moves


@dataclass(frozen=True)
class BatchWork:
    """A work by its name, with the options of its own and the function that they make.

    The function reads a visit and computes its result again: with the recordings and settings of the newest
    result of its kind, as far as the options do not say otherwise.
    """

    name: str
    summary: str
    add_options: "Callable[[argparse.ArgumentParser], None]"
    work: "Callable[[argparse.Namespace], VisitWork]"


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
