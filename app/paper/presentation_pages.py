"""Any presentation as PDF: the answer, its reasons, then section by section. Knows no feature."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.platypus import Flowable, Spacer
from reportlab.platypus import Table as Grid

from app.paper.figure import figure
from app.paper.fonts import BOLD
from app.paper.page import PageText, write_pages
from app.paper.section_tables import FLUSH, rows_table, section_table, sentence
from app.paper.style import BODY, CONTENT_WIDTH, GRID, HEADING, MUTED, QUIET, paragraph
from app.paper.verdict_card import card_of
from app.presentation import REASONS, Figure, Presentation, Rows, Section, Table, reason_line

_TITLE = BODY.clone("presentation title", fontName=BOLD, fontSize=15.0, leading=19.0)
_SUBTITLE = BODY.clone("presentation subtitle", textColor=MUTED, spaceAfter=2)
_SECTION = BODY.clone("presentation section", fontName=BOLD)
_FIGURE_WIDTH = 176.0
_GAP = 10.0
_ABOVE = 0.5 * GRID


def write_presentation(shown: Presentation, path: Path, page: PageText) -> None:
    """Write it to ``path``; the file appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    write_pages(path, page, story(shown))


def chapter(shown: Presentation, title: str) -> Iterator[Flowable]:
    """The same within another report."""
    yield paragraph(title, HEADING)
    yield paragraph(f"{shown.headline} {shown.circumstances}")
    yield from _body(shown)


def story(shown: Presentation) -> Iterator[Flowable]:
    """All of it, for pages of its own."""
    yield paragraph(shown.title, _TITLE)
    yield paragraph(shown.circumstances, _SUBTITLE)
    yield paragraph(shown.headline, HEADING)
    yield from _body(shown)


def _body(shown: Presentation) -> Iterator[Flowable]:
    """Reasons in the card of the verdict; what comes before the first figure stands beside it."""
    yield card_of(shown.verdict, [reason_line(row) for row in shown.reasons])
    sections = [one for one in shown.sections if one.name != REASONS]
    first = next((place for place, one in enumerate(sections) if isinstance(one, Figure)), 0)
    if first:
        yield _side_by_side(sections[:first], sections[first])
        sections = sections[first + 1 :]
    for section in sections:
        yield from _section(section, CONTENT_WIDTH)


def _side_by_side(left: Sequence[Section], right: Section) -> Flowable:
    wide = CONTENT_WIDTH - _FIGURE_WIDTH - _GAP
    beside = [part for section in left for part in _section(section, wide, has_title=section is not left[0])]
    return Grid(
        [[beside, list(_section(right, _FIGURE_WIDTH))]],
        colWidths=[wide + _GAP, _FIGURE_WIDTH],
        hAlign="LEFT",
        style=FLUSH,
    )


def _section(section: Section, width: float, *, has_title: bool = True) -> Iterator[Flowable]:
    """The answer at the top of the page needs no title."""
    yield Spacer(1, _ABOVE)
    if has_title:
        yield paragraph(section.title, _SECTION)
    if isinstance(section, Figure):
        yield from figure(section, width)
    elif isinstance(section, Table):
        yield section_table(section, width)
        if section.note:
            yield paragraph(section.note, QUIET)
    elif isinstance(section, Rows):
        yield from (sentence(row) for row in section.rows if not row.label)
        yield from rows_table([row for row in section.rows if row.label], width)
