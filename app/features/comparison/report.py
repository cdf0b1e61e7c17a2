"""The report of the changes between two visits to one arm: first page, pictures, numbers. No ReportLab."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.errors.text import error_text
from app.features.comparison.figures import figures
from app.features.comparison.front_page import front_page
from app.features.comparison.numbers import NUMBERS, is_changed
from app.features.comparison.presentation import CHANGES, PARTS, VISITS, present
from app.features.comparison.tasks import compare_visits
from app.guide.feature import Changes, no_changes
from app.presentation import FrontPage, Presentation, Row, Section, Table
from app.speech.language import tr
from app.speech.words import Glyph
from app.visit.known_visits import visits_of_arm
from core.comparison import ComparedPair, ComparedVisits
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor

_MOST_LINES = 18
"""Numbers on the page of the subject; all of them are in the appendix."""
_LEFT_OUT = ("change", "seen-from")
"""Columns that only the appendix has; the change is shown where there is no relative change."""


_SHOWN = (Glyph.WARNING, Glyph.NOTE)


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


def changes_since(monitor: Monitor, *, visit: Path, earlier: Path | None = None) -> Changes:
    """Compare a visit with an earlier one; the sum of the changes, then a sentence for each.

    ``earlier`` is the visit to compare with; without it the last one to the same arm in the same folder, of
    which an error is a sentence. None of both: no changes.

    Raises
    ------
    TorsionError
        As ``compare_visits``, and ``visit-is-not-earlier``, for a visit that was named.
    """
    before = last_before(visit, monitor) if earlier is None else earlier
    if before is None:
        return no_changes
    try:
        found = compare_visits(monitor, paths=(before, visit))
    except TorsionError as error:
        if earlier is not None:
            raise
        return partial(_not_compared, before.name, error)
    if Path(found.latest.path).name != visit.name:
        raise BadRequest("visit-is-not-earlier", file=before.name, than=visit.name)
    return partial(_changes, found)


def _changes(found: ComparedVisits) -> tuple[Row, ...]:
    shown = present(found, found.pairs[0])
    said = shown.rows(CHANGES)
    rows = [row for row in (said.rows if said is not None else ()) if row.sign in _SHOWN]
    return (Row("sum", "", shown.headline, sign=shown.sign), *rows)


def _not_compared(name: str, error: TorsionError) -> tuple[Row, ...]:
    words = tr("{visit} could not be compared: {why}")
    said = words.format(visit=name, why=error_text(error).one_line)
    return (Row("not-compared", "", said, sign=Glyph.NOTE),)


def last_before(visit: Path, monitor: Monitor) -> Path | None:
    """The newest visit in the same folder that is older and to the same arm; None without one.

    Arms are distinguished by their serial numbers, so a visit without one has none before it.
    """
    own, others = visits_of_arm(visit, monitor)
    earlier = [(when, path) for when, path in others if own is not None and when < own]
    return max(earlier)[1] if earlier else None
