"""A comparison of visits as people read it: the changes in sentences and numbers, and how far to trust them.

Worded once for window, terminal, paper and the sentences of the JSON. Pictures of loops, friction and trends
are shown in the window only.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.errors.text import mark_text, reason_rows
from app.features.comparison.history_lines import history_lines
from app.features.comparison.numbers import NUMBERS, PAYLOAD, numbers, speeds
from app.features.comparison.sentences import changes, date_word, headline
from app.presentation import Column, Line, Presentation, Row, Rows, Section, Table
from app.speech.dates import moment_word
from app.speech.language import listed, tr
from app.speech.units import CELSIUS, PURE, Value, number, percent
from app.speech.words import Signed, mark_word
from core.comparison import ComparedFile, ComparedPair, ComparedPart, ComparedVisits
from core.identification.verification_result import VerificationComparison
from core.quality import Judgement
from core.recording import Mark
from core.signals.significance import threshold_stds

CHANGES, PARTS, VISITS, TREND = "changes", "parts", "visits", "trend"


def present(found: ComparedVisits, pair: ComparedPair, *, at_terminal: bool = False) -> Presentation:
    """An earlier visit against the latest in words; ``at_terminal`` names commands where one helps."""
    before, latest = found.visits[pair.before], found.latest
    sign, words = headline(found, pair)
    marks = {mark for visit in (before, latest) for mark in visit.marks}
    sections: tuple[Section, ...] = (
        Rows(
            name=CHANGES, title=tr("What changed"), rows=tuple(changes(found, pair, at_terminal=at_terminal))
        ),
        *_parts(pair),
        _reasons(pair),
        *numbers(pair),
        *speeds(pair),
        *_trend(found),
        _visits(found),
    )
    return Presentation(
        title=tr("What changed on {robot}").format(robot=latest.robot),
        headline=words,
        verdict=pair.verdict,
        sections=sections,
        circumstances=tr("{now}, compared with {before}").format(now=_visit(latest), before=_visit(before)),
        mark=listed(mark_text(mark) for mark in Mark if mark in marks and mark is not Mark.NONE),
        sign=sign,
    )


def lines_of(shown: Presentation, name: str) -> Table | None:
    """The numbers of one joint or of the payload; None where nothing of it was compared."""
    numbers = shown.table(NUMBERS)
    lines = tuple(line for line in numbers.lines if line.name == name) if numbers is not None else ()
    if numbers is None or not lines:
        return None
    names = (column.name for column in numbers.columns if column.name != "subject")
    return replace(numbers, title=tr("Before and now"), lines=lines).only(*names)


def of_payload(shown: Presentation) -> tuple[Section, ...]:
    """Sections about the change of the payload, or about what the comparison lacks."""
    changed, table = shown.rows(CHANGES), lines_of(shown, PAYLOAD)
    rows = tuple(row for row in (changed.rows if changed is not None else ()) if row.name == PAYLOAD)
    if table is None:
        rows = (Row(PAYLOAD, "", tr("Both visits need a measured payload to compare it.")),)
    section = Rows(name=PAYLOAD, title=tr("What changed on the flange"), rows=rows)
    return (section,) if table is None else (section, table)


def since_entries(found: ComparedVisits) -> list[tuple[object, str]]:
    """Entries of a choice of the earlier visit: its index and its day."""
    return [(pair.before, date_word(found.visits[pair.before])) for pair in found.pairs]


def _visit(visit: ComparedFile) -> str:
    day, warmth = moment_word(visit.recorded_at) or visit.name, visit.temperature
    if warmth is None:
        return tr("{day} ({file})").format(day=day, file=visit.name)
    shown = f"{number(CELSIUS.shown(warmth), digits=3)} {CELSIUS.symbol}"
    return tr("{day} ({file}, arm at {warmth})").format(day=day, file=visit.name, warmth=shown)


def named_parts(pair: ComparedPair) -> Iterator[tuple[str, str, ComparedPart]]:
    """Name, word and comparison of every part that both visits have."""
    offered: tuple[tuple[str, str, ComparedPart | None], ...] = (
        ("twist", tr("Gears"), pair.twist),
        ("friction", tr("Friction"), pair.friction),
        ("payload", tr("Payload"), pair.payload),
        ("verification", tr("Model on new motion"), pair.verification),
        ("stiffness", tr("Whole arm"), pair.stiffness),
    )
    yield from ((name, word, part) for name, word, part in offered if part is not None)


def _parts(pair: ComparedPair) -> Iterator[Rows]:
    """Verdict on the comparison of each part."""
    rows = tuple(
        Row(name, word, _looked_at(part), part.judgement.verdict) for name, word, part in named_parts(pair)
    )
    if rows:
        yield Rows(name=PARTS, title=tr("How far the comparison itself can be trusted"), rows=rows)


def _looked_at(part: ComparedPart) -> str:
    """Number of quantities that were compared together, and the size from which a change counts."""
    if isinstance(part, VerificationComparison):
        return tr("each joint against its limits")
    if not part.is_compared:
        return tr("nothing could be compared")
    words = tr(
        "a change counts from {stds} standard deviations on: with {count} comparisons, {share} of arms that "
        "did not change show one"
    )
    threshold = threshold_stds(part.comparisons)
    return words.format(stds=number(threshold), count=part.comparisons, share=percent(part.false_alarm_rate))


def _reasons(pair: ComparedPair) -> Rows:
    judged: list[tuple[str, Judgement]] = [(word, part.judgement) for _, word, part in named_parts(pair)]
    for found in (pair.twist, pair.friction):
        judged += [("", joint.judgement) for joint in (found.joints if found is not None else ())]
    return reason_rows(judged)


def _trend(found: ComparedVisits) -> Iterator[Table]:
    """Table of all quantities that were followed over the visits, with their slopes."""
    lines = []
    for one in history_lines(found):
        if one.slope_per_year is None:
            continue
        words = tr("more than noise") if one.trend.is_beyond_noise else tr("within noise")
        slope = one.slope_per_year
        cells = (
            one.subject[:1].upper() + one.subject[1:],
            one.name,
            Value(one.trend.value.size, decimals=0),
            Value(slope.value, one.unit, slope.std, digits=2),
            Signed(one.sign, words),
        )
        lines.append(Line(one.key, cells))
    if lines:
        columns = (
            Column("subject", ""),
            Column("quantity", tr("quantity")),
            Column("visits", tr("visits"), PURE),
            Column("slope", tr("a year"), has_units=True),
            Column("result", tr("result")),
        )
        yield Table(name=TREND, title=tr("Over time"), columns=columns, lines=tuple(lines))


def _visits(found: ComparedVisits) -> Table:
    columns = (
        Column("visit", tr("visit")),
        Column("recorded", tr("recorded")),
        Column("arm", tr("serial number")),
        Column("temperature", tr("temperature"), CELSIUS),
        Column("marks", tr("mark")),
    )
    lines = tuple(
        Line(
            "",
            (
                one.name,
                moment_word(one.recorded_at) or "–",
                one.serial or "–",
                "–" if one.temperature is None else Value(one.temperature, CELSIUS),
                mark_word(one.marks) or "–",
            ),
        )
        for one in found.visits
    )
    return Table(name=VISITS, title=tr("The visits"), columns=columns, lines=lines)
