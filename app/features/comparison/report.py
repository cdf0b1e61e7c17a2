"""What changed between two visits to one arm, on one page: in words, in numbers, and how far to trust it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.graphics.shapes import Circle, Drawing
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from app.errors.text import verdict_text
from app.features.comparison.paper import ComparisonPaper, PaperRow, VisitOnPaper
from app.paper.fonts import BOLD, printable
from app.paper.page import PageText, made_by, page_count, write_pages
from app.paper.style import (
    BODY,
    CELL,
    CONTENT_WIDTH,
    GRID,
    HEADING,
    MUTED,
    QUIET,
    TITLE_SIZE,
    VERDICT_COLOURS,
    paragraph,
)
from app.paper.tables import quiet_table
from app.paper.verdict_card import verdict_glyph
from app.speech.language import translate
from app.speech.signs import Glyph, Signed
from core.quality import Verdict

_TITLE = BODY.clone("comparison report", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("comparison subtitle", textColor=MUTED, spaceAfter=8)
_HEADLINE = BODY.clone("comparison headline", fontName=BOLD, fontSize=10.5, leading=14)
_SENTENCES, _DOUBTS = 12, 6
"""How many of each the one page holds beside the rows it has room for; what changed comes first."""
_SIGN = 9.0
_VERDICT_SIGNS = {
    Glyph.CHECK: Verdict.GOOD,
    Glyph.WARNING: Verdict.REPEAT,
    Glyph.NOTE: Verdict.USABLE,
    Glyph.CROSS: Verdict.NOT_MEASURABLE,
}
"""Signs that look like a verdict's on paper."""


def _tr(text: str) -> str:
    return translate("ComparisonReport", text)


def write_comparison_pdf(paper: ComparisonPaper, path: Path) -> None:
    """Write the page to ``path``; the file appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    text = PageText(
        subject=_tr("What changed"),
        robot=_robot(paper),
        made_by=made_by(paper.software, paper.created_at),
        mark=paper.mark,
    )
    write_pages(path, text, _story(paper, rows=_rows_on_one_page(paper, text)))


def _rows_on_one_page(paper: ComparisonPaper, text: PageText) -> int:
    """So many rows of numbers, the first, that everything stays on one page."""
    fits, too_many = 0, len(paper.rows) + 1
    while too_many - fits > 1:
        tried = (fits + too_many) // 2
        if page_count(text, _story(paper, rows=tried)) == 1:
            fits = tried
        else:
            too_many = tried
    return fits


def _robot(paper: ComparisonPaper) -> str:
    if not paper.serial:
        return paper.robot
    return _tr("{robot} · serial {serial}").format(robot=paper.robot, serial=paper.serial)


def _story(paper: ComparisonPaper, *, rows: int) -> Iterator[Flowable]:
    yield paragraph(_tr("What changed on {robot}").format(robot=paper.robot), _TITLE)
    compared = _tr("{now}, compared with {before}")
    yield paragraph(compared.format(now=_visit(paper.now), before=_visit(paper.before)), _SUBTITLE)
    yield _told([paper.headline], style=_HEADLINE)
    trust = _tr("The comparison itself: {verdict}").format(verdict=verdict_text(paper.verdict))
    yield paragraph(trust, QUIET)
    yield Spacer(0, GRID)
    if paper.sentences:
        yield _told(paper.sentences[:_SENTENCES])
        yield from _more(len(paper.sentences) - _SENTENCES, _tr("and {count} more sentences, in the program"))
    if paper.rows:
        yield paragraph(_tr("In numbers"), HEADING)
        if rows:
            yield _numbers(paper.rows[:rows])
        yield from _more(len(paper.rows) - rows, _tr("and {count} more quantities, in the program"))
    if paper.doubts:
        yield paragraph(_tr("What stands against it"), HEADING)
        yield from (paragraph(f"· {doubt}", QUIET) for doubt in paper.doubts[:_DOUBTS])
        yield from _more(len(paper.doubts) - _DOUBTS, _tr("and {count} more doubts, in the program"))
    yield Spacer(0, GRID)
    yield paragraph(
        _tr(
            "A value is told as changed only where the difference is beyond the uncertainty of both visits. "
            "Of a hundred arms that did not change, about one shows a change of its gears by chance, one of "
            "its friction, one of its payload. ± is one standard deviation."
        ),
        QUIET,
    )


def _visit(visit: VisitOnPaper) -> str:
    if not visit.warmth:
        return _tr("{day} ({file})").format(day=visit.day, file=visit.file)
    words = _tr("{day} ({file}, arm at {warmth})")
    return words.format(day=visit.day, file=visit.file, warmth=visit.warmth)


def _told(sentences: Sequence[Signed], *, style: object = BODY) -> Table:
    """Each sentence behind its sign."""
    table = Table(
        [[_sign(one.glyph), paragraph(one.words, style)] for one in sentences],
        colWidths=[_SIGN + 8, CONTENT_WIDTH - _SIGN - 8],
        hAlign="LEFT",
    )
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ]
        )
    )
    return table


def _numbers(rows: Sequence[PaperRow]) -> Table:
    head = ("", _tr("quantity"), _tr("before"), _tr("now"), _tr("change"), "", _tr("result"))
    body = [
        (
            printable(row.subject),
            paragraph(row.quantity, CELL),
            *(printable(value) for value in (row.before, row.now, row.change)),
            _sign(row.result.glyph, size=7.0),
            printable(row.result.words),
        )
        for row in rows
    ]
    fixed = [46.0, 96.0, 94.0, 82.0, 13.0, 72.0]
    widths = [fixed[0], CONTENT_WIDTH - sum(fixed), *fixed[1:]]
    table = quiet_table(head, body, widths=widths)
    table.setStyle(TableStyle([("ALIGN", (1, 0), (1, -1), "LEFT"), ("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _sign(glyph: Glyph, *, size: float = _SIGN) -> Drawing:
    """A shape of its own for each sign; a ring for what was not compared."""
    if glyph in _VERDICT_SIGNS:
        return verdict_glyph(_VERDICT_SIGNS[glyph], size=size)
    drawing = Drawing(size, size)
    half = size / 2
    ring = Circle(half, half, half * 0.8, fillColor=None, strokeColor=VERDICT_COLOURS[Verdict.USABLE])
    drawing.add(ring)
    return drawing


def _more(left: int, words: str) -> Iterator[Flowable]:
    if left > 0:
        yield paragraph(words.format(count=left), QUIET)
