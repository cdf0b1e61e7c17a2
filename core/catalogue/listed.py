"""Rows of the catalogue: visits and their key figures."""

from typing import NamedTuple


class ListedVisit(NamedTuple):
    """A visit as the catalogue lists it; ``error`` is the code of why it cannot be read, else empty.

    A tuple, because a list of many thousand is made at once.
    """

    path: str
    robot: str
    serial: str
    recorded_at: str
    operator: str
    name: str
    customer: str
    note: str
    verdict: str
    results: tuple[str, ...]
    """Kinds of results that it holds."""
    error: str = ""


class FigureRow(NamedTuple):
    """A key figure with the arm that it belongs to and the date of its visit; as ``KeyFigure``."""

    robot: str
    number: int
    code: str
    serial: str
    joint: str
    recorded_at: str
    value: float
    std: float
    temperature: float | None
