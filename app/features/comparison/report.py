"""The report of the changes between two visits to one arm: first page, pictures, numbers. No ReportLab."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.features.comparison.figures import figures
from app.features.comparison.front_page import front_page
from app.features.comparison.numbers import NUMBERS, is_changed
from app.features.comparison.presentation import CHANGES, PARTS, VISITS, present
from app.presentation import FrontPage, Presentation, Section, Table
from app.speech.language import tr
from core.comparison import ComparedPair, ComparedVisits

_MOST_LINES = 18
"""Numbers on the page of the subject; all of them are in the appendix."""
_LEFT_OUT = ("change", "seen-from")
"""Columns that only the appendix has; the change is shown where there is no relative change."""


@dataclass(frozen=True, eq=False)
class ComparisonPaper:
    """The contents of the report, in words."""

    front: FrontPage
    shown: Presentation
    robot: str
    serial: str


def comparison_paper(found: ComparedVisits, pair: ComparedPair) -> ComparisonPaper:
    """The contents of the report on an earlier visit against the latest."""
    shown = present(found, pair)
    ordered = sorted(shown.sections, key=lambda section: section.name != VISITS)
    sections = (*figures(found, pair), *(part for one in ordered for part in _on_paper(one)))
    latest = found.latest
    return ComparisonPaper(
        front_page(found, pair), replace(shown, sections=sections), latest.robot, latest.serial
    )


def _on_paper(section: Section) -> Iterator[Section]:
    """Numbers on the page and in the appendix, other tables in the appendix; the first page has the words."""
    if section.name in {CHANGES, PARTS}:
        return
    if not isinstance(section, Table):
        yield section
        return
    if section.name == NUMBERS:
        yield narrowed(section)
        yield replace(section, title=tr("All numbers"), is_appendix=True)
        return
    yield replace(section, is_appendix=True)


def narrowed(table: Table) -> Table:
    """The first lines of a table, changed quantities first, without the columns that do not fit."""
    names = [column.name for column in table.columns]
    kept = [place for place, name in enumerate(names) if name not in _LEFT_OUT]
    change, relative = names.index("change"), names.index("relative")
    ordered = sorted(table.lines, key=lambda line: not is_changed(line))
    lines = []
    for line in ordered[:_MOST_LINES]:
        cells = list(line.cells)
        cells[relative] = cells[relative] or cells[change]
        lines.append(replace(line, cells=tuple(cells[place] for place in kept)))
    columns = list(table.columns)
    columns[relative] = replace(columns[relative], label=columns[change].label)
    left = len(ordered) - len(lines)
    more = tr("and {count} more quantities, in the appendix").format(count=left) if left else ""
    return replace(
        table, columns=tuple(columns[place] for place in kept), lines=tuple(lines), note=more and f"{more}."
    )
