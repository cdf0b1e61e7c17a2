"""The first page of a commissioning report: the outcome large, then facts, joints and next steps."""

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from app.errors.text import verdict_text
from app.features.report.commissioning import Commissioning
from app.features.report.presentation import FACTS, NEXT, present
from app.features.report.words import outcome_word, tr
from app.paper.fonts import BOLD
from app.paper.presentation_pages import section_flowables
from app.paper.section_tables import sentence
from app.paper.style import (
    BODY,
    CARD_RADIUS,
    CONTENT_WIDTH,
    GRID,
    HAIRLINE,
    HEADING,
    MUTED,
    TITLE_SIZE,
    VERDICT_COLOURS,
    WINDOW,
    paragraph,
)
from app.paper.verdict_card import verdict_glyph
from app.presentation import Presentation, Rows

_TITLE = BODY.clone("cover title", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("cover subtitle", textColor=MUTED, spaceAfter=6)
_OUTCOME = BODY.clone("outcome", fontName=BOLD, fontSize=TITLE_SIZE, leading=23, spaceAfter=2)
_GLYPH = 34.0


def cover(done: Commissioning) -> Iterator[Flowable]:
    """Flowables of the page: title, outcome, facts, joints, next steps."""
    shown = present(done)
    yield paragraph(shown.title, _TITLE)
    yield paragraph(shown.circumstances, _SUBTITLE)
    yield _outcome_card(done, shown)
    yield Spacer(1, GRID)
    for section in shown.sections:
        if section.name != FACTS:
            yield paragraph(section.title, HEADING)
        if isinstance(section, Rows) and section.name == NEXT:
            yield from (sentence(row, BODY) for row in section.rows)
        else:
            yield from section_flowables(section, CONTENT_WIDTH, has_title=False)


def _outcome_card(done: Commissioning, shown: Presentation) -> Table:
    """The outcome large with its sign and colour, and its meaning."""
    words: list[Flowable] = [
        paragraph(outcome_word(done), _OUTCOME),
        paragraph(shown.headline),
        paragraph(
            tr("The model itself: {verdict}").format(verdict=verdict_text(done.result.judgement.verdict))
        ),
    ]
    if done.verification is not None:
        worth = verdict_text(done.verification.judgement.verdict)
        words.append(paragraph(tr("Its verification: {verdict}").format(verdict=worth)))
    card = Table(
        [["", verdict_glyph(shown.verdict, size=_GLYPH), words]],
        colWidths=[6, _GLYPH + 22, CONTENT_WIDTH - _GLYPH - 28],
    )
    card.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (0, 0), VERDICT_COLOURS[shown.verdict]),
                ("BACKGROUND", (1, 0), (-1, -1), WINDOW),
                ("BOX", (0, 0), (-1, -1), 0.6, HAIRLINE),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("TOPPADDING", (0, 0), (-1, -1), 8),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 9),
                ("LEFTPADDING", (1, 0), (1, 0), 11),
                ("ROUNDEDCORNERS", [CARD_RADIUS] * 4),
            ]
        )
    )
    return card
