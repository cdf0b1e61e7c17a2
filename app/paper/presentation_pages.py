"""A report: its first page with the outcome, a page for each subject, and an appendix. Knows no feature.

The page of a subject has its pictures first, then its table, then what limits the numbers and how they were
measured. Pictures are as high as the rest of the page leaves room for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, NotAtTopPageBreak, Spacer
from reportlab.platypus import Table as Grid

from app.errors.text import verdict_text
from app.paper.figure import LEAST_HEIGHT, MOST_HEIGHT, figure, small_plots
from app.paper.fonts import BOLD
from app.paper.page import Bookmark, PageText, fitted, write_pages
from app.paper.section_tables import FLUSH, rows_table, section_table, sentence
from app.paper.style import (
    BODY,
    CARD_RADIUS,
    CONTENT_WIDTH,
    GRID,
    HAIRLINE,
    MUTED,
    QUIET,
    SECTION,
    TITLE,
    TITLE_SIZE,
    WINDOW,
    WORD_COLOURS,
    paragraph,
    sign_glyph,
    verdict_glyph,
)
from app.presentation import (
    BASIS,
    REASONS,
    Figure,
    Figures,
    FrontPage,
    Presentation,
    Row,
    Rows,
    Section,
    Table,
    front_words,
)
from app.speech.language import joined_sentences, tr

_SUBTITLE = BODY.clone("circumstances", textColor=MUTED)
_ABOVE = 0.5 * GRID
_SIGN, _SIGN_ROOM = 13.0, 21.0
_REASONS = 8
"""Reasons on the page of a subject; the others are in the appendix."""
_ROOM_FOR_A_TABLE = 90.0
_HEIGHT_STEP = 6.0

_TITLE = BODY.clone("cover title", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_COVER_SUBTITLE = BODY.clone("cover subtitle", textColor=MUTED, spaceAfter=6)
_OUTCOME = BODY.clone("outcome", fontName=BOLD, fontSize=15.0, leading=20, spaceAfter=2)
_LINE = BODY.clone("line of five", fontSize=9.0, leading=12.5)
_LABEL = _LINE.clone("label of five", fontName=BOLD)
_BELOW_SIGNS = _LINE.clone("line without a sign", leftIndent=14.0)
_LABEL_WIDTH = 92.0
_GLYPH = 28.0
_MOST = 9
"""Sentences in one of the five lines; the pages behind have the others."""
_SIGNATURE_HEIGHT = 9.0 * mm


@dataclass(frozen=True, eq=False)
class Subject:
    """A subject of a report: its title and its presentation."""

    title: str
    shown: Presentation


def write_report(
    front: FrontPage,
    subjects: Sequence[Subject],
    path: Path,
    page: PageText,
    *,
    appendix: Iterable[Section] = (),
) -> None:
    """Write a report to ``path``, with further sections in its ``appendix``; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    write_pages(path, page, _story(front, subjects, page, tuple(appendix)))


def _story(
    front: FrontPage, subjects: Sequence[Subject], page: PageText, appendix: Sequence[Section]
) -> Iterator[Flowable]:
    yield from front_page(front)
    for subject in subjects:
        yield NotAtTopPageBreak()
        yield from _fitted(subject, page.frame_height)
    chapters = [(one.title, tuple(_for_appendix(one.shown))) for one in subjects]
    chapters.append(("", tuple(appendix)))
    chapters = [(title, parts) for title, parts in chapters if parts]
    if chapters:
        yield NotAtTopPageBreak() if len(subjects) > 1 else CondPageBreak(_ROOM_FOR_A_TABLE)
        yield Spacer(1, GRID)
        yield Bookmark(tr("Appendix"))
        yield paragraph(tr("Appendix: all tables, settings and sources"), TITLE)
    for title, parts in chapters:
        if title and len(subjects) > 1:
            yield CondPageBreak(_ROOM_FOR_A_TABLE)
            yield Spacer(1, GRID)
            yield Bookmark(title, level=1)
            yield paragraph(title, SECTION.clone("appendix chapter", fontSize=10.5, leading=14))
        for part in parts:
            yield CondPageBreak(_ROOM_FOR_A_TABLE)
            yield from section_flowables(part, CONTENT_WIDTH)


def _fitted(subject: Subject, room: float) -> list[Flowable]:
    """The page of a subject with the highest pictures that leave room for the rest.

    With the least height it may be two pages.
    """
    height = MOST_HEIGHT
    while height > LEAST_HEIGHT:
        if _height_of(subject_page(subject, height)) <= room:
            break
        height -= _HEIGHT_STEP
    return list(subject_page(subject, max(height, LEAST_HEIGHT)))


def _height_of(flowables: Iterable[Flowable]) -> float:
    total = 0.0
    for one in flowables:
        total += one.getSpaceBefore() + one.wrap(CONTENT_WIDTH, 1e5)[1] + one.getSpaceAfter()
    return total


def subject_page(subject: Subject, height: float) -> Iterator[Flowable]:
    """The page of a subject with pictures of this height."""
    shown = subject.shown
    yield Bookmark(subject.title)
    yield _heading(subject)
    yield paragraph(joined_sentences(verdict_text(shown.word), shown.headline))
    if shown.circumstances:
        yield paragraph(shown.circumstances, _SUBTITLE)
    for section in _in_order(shown.sections):
        yield from section_flowables(section, CONTENT_WIDTH, height=height)


def _heading(subject: Subject) -> Flowable:
    """Title with the sign of the verdict before it."""
    title = paragraph(subject.title, TITLE)
    glyph = verdict_glyph(subject.shown.word, size=_SIGN)
    style = [*FLUSH, ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]
    widths = [_SIGN_ROOM, CONTENT_WIDTH - _SIGN_ROOM]
    return Grid([[glyph, title]], colWidths=widths, hAlign="LEFT", style=style)


def _in_order(sections: Sequence[Section]) -> list[Section]:
    """Pictures, tables, reasons, and how it was measured; without what is in the appendix."""
    kept = [_first_reasons(one) for one in sections if not (one.is_detail or one.is_appendix)]
    return sorted((one for one in kept if _is_filled(one)), key=_place)


def _is_filled(section: Section) -> bool:
    return not isinstance(section, Rows) or bool(section.rows)


def _place(section: Section) -> int:
    if isinstance(section, Figure | Figures):
        return 0
    return {REASONS: 2, BASIS: 3}.get(section.name, 1)


def _first_reasons(section: Section) -> Section:
    """The gravest reasons, named as what limits the numbers."""
    if not isinstance(section, Rows) or section.name != REASONS:
        return section
    rows = section.rows[:_REASONS]
    if left := len(section.rows) - len(rows):
        rows = (*rows, Row("more", "", tr("and {count} more, in the appendix").format(count=left)))
    return replace(section, title=tr("What limits these numbers"), rows=rows)


def _for_appendix(shown: Presentation) -> Iterator[Section]:
    for section in shown.sections:
        if section.is_appendix and not section.is_detail and _is_filled(section):
            yield section
        elif isinstance(section, Rows) and section.name == REASONS and len(section.rows) > _REASONS:
            yield replace(section, title=tr("All that limits these numbers"))


def section_flowables(section: Section, width: float, *, height: float = LEAST_HEIGHT) -> Iterator[Flowable]:
    """One section below its title."""
    yield Spacer(1, _ABOVE)
    yield paragraph(section.title, SECTION)
    if isinstance(section, Figure):
        yield from figure(section, width, height=height)
    elif isinstance(section, Figures):
        yield from small_plots(section, height=height)
    elif isinstance(section, Table):
        yield section_table(section, width)
        if section.note:
            yield paragraph(section.note, QUIET)
    elif isinstance(section, Rows):
        is_reasons = section.name == REASONS
        yield from (_reason(row) if is_reasons else sentence(row) for row in section.rows
                    if is_reasons or not row.label)  # fmt: skip
        yield from rows_table([row for row in section.rows if row.label and not is_reasons], width)


def _reason(row: Row) -> Flowable:
    """A reason on a line of its own, after what it concerns."""
    text = f"{row.label}: {row.value}" if row.label else str(row.value)
    return sentence(replace(row, label="", value=text))


def front_page(front: FrontPage) -> Iterator[Flowable]:
    """Flowables of the page."""
    yield Bookmark(tr("Summary"))
    yield paragraph(fitted(front.robot, CONTENT_WIDTH, size=TITLE_SIZE, font=BOLD), _TITLE)
    yield paragraph(front.title, _COVER_SUBTITLE)
    yield _outcome(front)
    yield Spacer(1, GRID)
    yield _five_lines(front)
    yield Spacer(1, GRID)
    yield _signature()
    if front.table is not None:
        yield Spacer(1, 2.0 * GRID)
        yield paragraph(front.table.title, SECTION)
        yield section_table(front.table, CONTENT_WIDTH)


def _outcome(front: FrontPage) -> Flowable:
    """Card of the outcome with its sign and colour, and its meaning."""
    shape = verdict_glyph(front.word, size=_GLYPH)
    if front.sign is not None:
        shape = sign_glyph(front.sign, size=_GLYPH)
    words = [paragraph(front.outcome, _OUTCOME)]
    if front.meaning:
        words.append(paragraph(front.meaning, _LINE))
    return Grid(
        [["", shape, words]],
        colWidths=[6, _GLYPH + 22, CONTENT_WIDTH - _GLYPH - 28],
        hAlign="LEFT",
        style=[
            ("BACKGROUND", (0, 0), (0, 0), WORD_COLOURS[front.word]),
            ("BACKGROUND", (1, 0), (-1, -1), WINDOW),
            ("BOX", (0, 0), (-1, -1), 0.6, HAIRLINE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 8),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 9),
            ("LEFTPADDING", (1, 0), (1, 0), 11),
            ("ROUNDEDCORNERS", [CARD_RADIUS] * 4),
        ],
    )


def _five_lines(front: FrontPage) -> Flowable:
    nothing = tr("No earlier visit to this arm is at hand.")
    lines = (
        (tr("Arm"), _plain(front.arm)),
        (tr("Found"), [_row(row) for row in front.found]),
        (tr("To do"), _plain(front.act) or _plain([tr("Nothing.")])),
        (tr("Changed since the last visit"), _rows(front.changed) or _plain([nothing])),
        (tr("Not measured"), _plain(front.missing) or _plain([tr("Nothing was left out.")])),
    )
    return Grid(
        [[paragraph(label, _LABEL), content] for label, content in lines],
        colWidths=[_LABEL_WIDTH, CONTENT_WIDTH - _LABEL_WIDTH],
        hAlign="LEFT",
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, HAIRLINE),
            ("TOPPADDING", (0, 0), (-1, -1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
            ("LEFTPADDING", (0, 0), (0, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ],
    )


def _plain(sentences: Sequence[str]) -> list[Flowable]:
    return [paragraph(one, _LINE) for one in _few(sentences)]


def _rows(rows: Sequence[Row]) -> list[Flowable]:
    kept = list(rows[:_MOST])
    if left := len(rows) - len(kept):
        kept.append(Row("more", "", _more(left)))
    return [_row(row) for row in kept]


def _few(sentences: Sequence[str]) -> Sequence[str]:
    left = len(sentences) - _MOST
    return sentences if left <= 0 else (*sentences[:_MOST], _more(left))


def _more(count: int) -> str:
    return tr("and {count} more, on the pages behind").format(count=count)


def _row(row: Row) -> Flowable:
    if row.verdict is None and row.sign is None:
        return paragraph(front_words(row), _BELOW_SIGNS)
    return sentence(replace(row, label="", value=front_words(row)), _LINE)


def _signature() -> Flowable:
    """Lines for a name, a date and a signature."""
    labels = [paragraph(words, QUIET) for words in (tr("Name"), tr("Date"), tr("Signature"))]
    gap, wide = 2.0 * GRID, CONTENT_WIDTH / 3.0
    return Grid(
        [["", "", "", "", ""], [labels[0], "", labels[1], "", labels[2]]],
        colWidths=[wide - gap, gap, wide - 2.0 * gap, gap, wide + gap],
        rowHeights=[_SIGNATURE_HEIGHT, None],
        hAlign="LEFT",
        style=[*FLUSH, *(("LINEBELOW", (place, 0), (place, 0), 0.6, MUTED) for place in (0, 2, 4))],
    )
