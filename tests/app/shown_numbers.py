"""Whether the document of a result has every number that its presentation shows."""

from collections.abc import Iterator
from math import isfinite

from app.presentation import Bar, Presentation, Rows, Table
from app.speech.units import Value, expanded


def shown_values(shown: Presentation) -> Iterator[Value]:
    """Every number of the rows and tables."""
    for section in shown.sections:
        if isinstance(section, Rows):
            yield from (row.value for row in section.rows if isinstance(row.value, Value))
        if isinstance(section, Table):
            cells = (cell for line in section.lines for cell in line.cells)
            found = (cell.value if isinstance(cell, Bar) else cell for cell in cells)
            yield from (cell for cell in found if isinstance(cell, Value))


def numbers(node: object) -> Iterator[float]:
    """Every number of a document, and how many a list has."""
    if isinstance(node, dict | list):
        for one in node.values() if isinstance(node, dict) else node:
            yield from numbers(one)
        yield float(len(node))
    elif isinstance(node, int | float):
        yield float(node)


def not_in_document(shown: Presentation, document: object, *derived: float) -> list[float]:
    """Numbers and standard deviations that are shown and are not in the document, nor ``derived`` from it.

    A number of the column ± is the expanded uncertainty of a standard deviation of the document.
    """
    known = {*numbers(document), *map(float, derived)}
    known |= set(map(expanded, known))
    values = (number for one in shown_values(shown) for number in (float(one.si), float(one.std)))
    return [number for number in values if isfinite(number) and number not in known]
