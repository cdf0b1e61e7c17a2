"""A section of the commissioning report as its feature declares it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from app.presentation import FrontLines, Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _nothing(_found: object) -> "FrontLines":
    from app.presentation import FrontLines  # declarations load no numbers

    return FrontLines()


F = TypeVar("F")
"""Result that the section is about."""


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
