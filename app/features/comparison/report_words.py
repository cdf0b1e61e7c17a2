"""A comparison put into the words of its report: sentences and rows, what changed before the rest."""

from collections.abc import Iterator

from app.errors.text import mark_text
from app.features.comparison.arm_change_words import Row, payload_rows
from app.features.comparison.compared_visits import ComparedFile, ComparedPair, ComparedVisits
from app.features.comparison.paper import ComparisonPaper, PaperRow, VisitOnPaper
from app.features.comparison.rows import compared_joints, joint_rows
from app.features.comparison.words import changes_told, date_word, doubts_told, headline
from app.speech.dates import moment_word
from app.speech.language import listed, translate
from app.speech.signs import Glyph, Signed
from app.speech.units import CELSIUS, number
from core.recording import Mark
from core.stamp import software_name, time_stamp, utc_now

_CHANGED = (Glyph.WARNING, Glyph.NOTE)


def _tr(text: str) -> str:
    return translate("ComparePaper", text)


def comparison_paper(found: ComparedVisits, pair: ComparedPair) -> ComparisonPaper:
    """What the report says of one of the earlier visits and the latest."""
    before = found.visits[pair.before]
    head = headline(found, pair)
    marks = {mark for visit in (before, found.latest) for mark in visit.marks}
    rows = tuple(_rows(pair))
    return ComparisonPaper(
        robot=found.latest.robot,
        serial=found.latest.serial,
        before=_visit(before),
        now=_visit(found.latest),
        headline=Signed(head.glyph, head.words),
        verdict=pair.verdict,
        sentences=tuple(Signed(one.glyph, one.words) for one in changes_told(found, pair)),
        doubts=doubts_told(pair),
        rows=tuple(sorted(rows, key=lambda row: row.result.glyph not in _CHANGED)),
        software=software_name(),
        created_at=time_stamp(utc_now),
        mark=listed(mark_text(mark) for mark in Mark if mark in marks and mark is not Mark.NONE),
    )


def _visit(visit: ComparedFile) -> VisitOnPaper:
    warmth = visit.elasticity.temperature if visit.elasticity else visit.sweeps_temperature
    shown = f"{number(CELSIUS.shown(warmth), digits=3)} {CELSIUS.symbol}" if warmth is not None else ""
    return VisitOnPaper(moment_word(visit.recorded_at) or date_word(visit), visit.name, shown)


def _rows(pair: ComparedPair) -> Iterator[PaperRow]:
    for joint in compared_joints(pair):
        subject = _tr("Joint {number}").format(number=joint + 1)
        yield from (_row(subject, row) for row in joint_rows(pair, joint))
    if pair.payload is not None:
        yield from (_row(_tr("Payload"), row) for row in payload_rows(pair.payload))


def _row(subject: str, row: Row) -> PaperRow:
    quantity, before, now, change, result = row
    return PaperRow(subject, quantity, before, now, change, result)
