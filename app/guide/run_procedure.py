"""A procedure of ``torsion run`` as its feature declares it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Prepared, Procedure
    from app.arm.session import RobotSession
    from core.monitor import Monitor
    from core.robot.model import RobotModel

F = TypeVar("F")
"""Result of the procedure: ``Outcome.found``."""


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
