"""A section of the commissioning report as its feature declares it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

F = TypeVar("F")
"""What the section tells of."""


@dataclass(frozen=True)
class ContentLine:
    """One chapter before the report is written: whether it will be there, and a sentence on it."""

    is_there: bool
    sentence: str


@dataclass(frozen=True)
class ReportSection(Generic[F]):
    """What the report of a model tells of one other thing that was measured.

    Parameters
    ----------
    key
        Name of the section.
    read
        What the visit knows of it, the newest; None where it was not measured.
    chapter
        The chapter in the PDF, beside this model.
    document
        The keys of the JSON document; null where it was not measured.
    line
        What the report's page says of the chapter before it is written, for the model made at that time;
        None where it says nothing.
    """

    key: str
    read: "Callable[[Visit], F | None]"
    chapter: "Callable[[F, IdentificationResult], Iterator[Flowable]]"
    document: "Callable[[F | None, RobotModel], Mapping[str, object]]"
    line: "Callable[[VisitSummary, str], ContentLine | None]"
