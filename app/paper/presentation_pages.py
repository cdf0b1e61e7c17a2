"""Any presentation as PDF: the answer, its reasons, then section by section. Knows no feature."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.platypus import Flowable, KeepTogether, Spacer
from reportlab.platypus import Table as Grid

from app.paper.figure import figure, small_plots
from app.paper.fonts import BOLD
from app.paper.page import PageText, write_pages
from app.paper.section_tables import FLUSH, rows_table, section_table, sentence
from app.paper.style import BODY, CONTENT_WIDTH, GRID, HEADING, MUTED, QUIET, paragraph
from app.paper.verdict_card import card_of
from app.presentation import REASONS, Figure, Figures, Presentation, Row, Rows, Section, Table, reason_line

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
    """Presentation as a chapter of another report; no page ends right below the heading."""
    card, *sections = _body(shown)
    yield KeepTogether(
        [paragraph(title, HEADING), paragraph(f"{shown.headline} {shown.circumstances}"), card]
    )
    yield from sections


def story(shown: Presentation) -> Iterator[Flowable]:
    """Whole presentation, for pages of its own."""
    yield paragraph(shown.title, _TITLE)
    yield paragraph(shown.circumstances, _SUBTITLE)
    if shown.sign is None:
        yield paragraph(shown.headline, HEADING)
    else:
        yield sentence(Row("headline", "", shown.headline, sign=shown.sign), HEADING)
    yield from _body(shown)


def _body(shown: Presentation) -> Iterator[Flowable]:
    """Card of the verdict with reasons, then the sections; those before the first figure are beside it."""
    yield card_of(shown.verdict, [reason_line(row) for row in shown.reasons])
    sections = [one for one in shown.sections if one.name != REASONS and not one.is_detail]
    first = next((place for place, one in enumerate(sections) if isinstance(one, Figure)), 0)
    if first:
        yield _side_by_side(sections[:first], sections[first])
        sections = sections[first + 1 :]
    for section in sections:
        yield KeepTogether(list(section_flowables(section, CONTENT_WIDTH)))


def _side_by_side(left: Sequence[Section], right: Section) -> Flowable:
    wide = CONTENT_WIDTH - _FIGURE_WIDTH - _GAP
    beside = [
        part
        for section in left
        for part in section_flowables(section, wide, has_title=section is not left[0])
    ]
    return Grid(
        [[beside, list(section_flowables(right, _FIGURE_WIDTH))]],
        colWidths=[wide + _GAP, _FIGURE_WIDTH],
        hAlign="LEFT",
        style=FLUSH,
    )


def section_flowables(section: Section, width: float, *, has_title: bool = True) -> Iterator[Flowable]:
    """One section; the answer at the top of the page needs no title."""
    yield Spacer(1, _ABOVE)
    if has_title:
        yield paragraph(section.title, _SECTION)
    if isinstance(section, Figure):
        yield from figure(section, width)
    elif isinstance(section, Figures):
        yield from small_plots(section)
    elif isinstance(section, Table):
        yield section_table(section, width)
        if section.note:
            yield paragraph(section.note, QUIET)
    elif isinstance(section, Rows):
        yield from (sentence(row) for row in section.rows if not row.label)
        yield from rows_table([row for row in section.rows if row.label], width)
