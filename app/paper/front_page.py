"""The first page of a report: the outcome large, five lines, and room for a signature."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer
from reportlab.platypus import Table as Grid

from app.paper.fonts import BOLD
from app.paper.page import Bookmark, fitted
from app.paper.section_tables import FLUSH, section_table, sentence
from app.paper.style import (
    BODY,
    CARD_RADIUS,
    CONTENT_WIDTH,
    GRID,
    HAIRLINE,
    MUTED,
    QUIET,
    SECTION,
    TITLE_SIZE,
    WINDOW,
    WORD_COLOURS,
    paragraph,
    sign_glyph,
    verdict_glyph,
)
from app.presentation import FrontPage, Row, front_words
from app.speech.language import tr

_TITLE = BODY.clone("cover title", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("cover subtitle", textColor=MUTED, spaceAfter=6)
_OUTCOME = BODY.clone("outcome", fontName=BOLD, fontSize=15.0, leading=20, spaceAfter=2)
_LINE = BODY.clone("line of five", fontSize=9.0, leading=12.5)
_LABEL = _LINE.clone("label of five", fontName=BOLD)
_BELOW_SIGNS = _LINE.clone("line without a sign", leftIndent=14.0)
_LABEL_WIDTH = 92.0
_GLYPH = 28.0
_MOST = 9
"""Sentences in one of the five lines; the pages behind have the others."""
_SIGNATURE_HEIGHT = 9.0 * mm


def front_page(front: FrontPage) -> Iterator[Flowable]:
    """Flowables of the page."""
    yield Bookmark(tr("Summary"))
    yield paragraph(fitted(front.robot, CONTENT_WIDTH, size=TITLE_SIZE, font=BOLD), _TITLE)
    yield paragraph(front.title, _SUBTITLE)
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
