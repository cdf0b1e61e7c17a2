"""Order and words of the list of visits: time, results with verdicts, operator, what is damaged."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, cast

from app.errors.text import error_text
from app.shell.history import ListedArm
from app.speech.dates import moment_word
from app.speech.language import listed, tr
from app.speech.words import Signed, mark_word, verdict_word
from app.visit.known_visits import ListedVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from core.elasticity.result import ELASTICITY
from core.encoders.result import ENCODER_CHECK
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.identification.result import IDENTIFICATION
from core.identification.verification_result import VERIFICATION
from core.payload.result import PAYLOAD
from core.quality import Verdict
from core.stiffness.compensation_result import COMPENSATION
from core.stiffness.result import STIFFNESS
from core.storage.visit_outline import VisitOutline
from core.workflow import Product

_REPORTS = (Product.REPORT, Product.PAYLOAD_REPORT)

_WORST_FIRST = tuple(reversed(Verdict))
_LAST = "\uffff"
"""Sorts after every text of a person."""


def arm_heading(arm: ListedArm) -> str:
    """Robot, serial number and number of visits; with the mark of an arm that is not real."""
    if not arm.is_readable:
        return tr("Files that cannot be read · {count}").format(count=len(arm.visits))
    count = len(arm.visits)
    visits = tr("1 visit") if count == 1 else tr("{count} visits").format(count=count)
    facts = {"robot": arm.robot, "serial": arm.serial, "visits": visits, "mark": mark_word(arm.marks)}
    if arm.marks:
        named = tr("{robot} · serial {serial} · {visits} · {mark}")
        nameless = tr("{robot} · no serial · {visits} · {mark}")
    else:
        named, nameless = tr("{robot} · serial {serial} · {visits}"), tr("{robot} · no serial · {visits}")
    return (named if arm.serial else nameless).format(**facts)


def visit_moment(visit: ListedVisit) -> str:
    """Day and time; the file's name where they are unknown."""
    return moment_word(visit.recorded_at) or visit.name


def visit_signs(visit: ListedVisit) -> tuple[Signed, ...]:
    """Results, each with the sign of its verdict; the reason for a visit that cannot be read."""
    if visit.outline is None:
        words = error_text(visit.error).title if visit.error is not None else ""
        return (Signed(Glyph.CROSS, words),)
    signs = tuple(_signs(visit.outline))
    if signs:
        return signs
    if visit.outline.recordings:
        count = visit.outline.recordings
        words = tr("{count} recordings, nothing worked out yet").format(count=count)
        if count == 1:
            words = tr("1 recording, nothing worked out yet")
        return (Signed(Glyph.EMPTY, words),)
    return (Signed(Glyph.EMPTY, tr("Nothing was recorded")),)


def visit_about(visit: ListedVisit) -> str:
    """Name of the visit, else of its file; customer, operator and note where they are known."""
    if visit.outline is None:
        return ""
    name, who = visit.tag.name or visit.name, visit.outline.operator
    if who:
        name = tr("{file} · by {who}").format(file=name, who=who)
    return " · ".join(filter(None, (name, visit.tag.customer, " ".join(visit.tag.note.split()))))


def visit_sentence(arm: ListedArm, visit: ListedVisit) -> str:
    """Sentence on a visit, for a screen reader."""
    verdicts = dict(_verdicts(visit.outline)) if visit.outline is not None else {}
    signs = listed(
        tr("{what}: {verdict}").format(what=one.words, verdict=verdict_word(verdicts[one.words]))
        if one.words in verdicts
        else one.words
        for one in visit_signs(visit)
    )
    words = tr("{when}, {file}, {arm}. {measured}.")
    return words.format(
        when=visit_moment(visit), file=visit_about(visit), arm=arm_heading(arm), measured=signs
    )


def search_text(arm: ListedArm, visit: ListedVisit) -> str:
    """Text for the search: robot, serial, day as shown and as stored, file, tag, operator, verdicts."""
    day = (visit_moment(visit), visit.recorded_at)
    signs = (one.words for one in visit_signs(visit))
    verdicts = () if visit.outline is None else dict(_verdicts(visit.outline)).values()
    verdict_words = (verdict_word(one) for one in verdicts)
    parts = (arm.robot, arm.serial, *day, visit.name, visit_about(visit), *signs, *verdict_words)
    return " ".join(parts).casefold()


def worst_verdict(visit: ListedVisit) -> Verdict | None:
    """The worst verdict of a visit's results; None without one."""
    if visit.outline is None:
        return None
    found = [verdict for _, verdict in _verdicts(visit.outline)]
    return max(found, key=list(Verdict).index, default=None)


def matches(text: str, wanted: str) -> bool:
    """True if the text has every word of ``wanted``."""
    return all(word in text for word in wanted.casefold().split())


def _kind_words() -> dict[str, str]:
    return {
        ENCODER_CHECK: tr("Check"),
        FRICTION_SWEEPS: tr("Friction"),
        IDENTIFICATION: tr("Model"),
        ELASTICITY: tr("Twist"),
        STIFFNESS: tr("Stiffness"),
        PAYLOAD: tr("Payload"),
        VERIFICATION: tr("Verification"),
        COMPENSATION: tr("Correction"),
    }


def _signs(outline: VisitOutline) -> Iterator[Signed]:
    verdicts = dict(_verdicts(outline))
    kinds = {result.kind for result in outline.results}
    for kind, word in _kind_words().items():
        if kind in kinds:
            verdict = verdicts.get(word)
            yield Signed(VERDICT_GLYPHS[verdict] if verdict is not None else Glyph.NOTE, word)
    if any(product in outline.products for product in _REPORTS):
        yield Signed(Glyph.FILE, tr("Report"))


def _verdicts(outline: VisitOutline) -> Iterator[tuple[str, Verdict]]:
    words = _kind_words()
    for result in outline.results:
        if result.kind in words and result.verdict in set(Verdict):
            yield words[result.kind], Verdict(result.verdict)


class Order(StrEnum):
    """The orders, by keys that are never shown."""

    ARM = "arm"
    SERIAL = "serial"
    DATE = "date"
    CUSTOMER = "customer"
    NAME = "name"
    NOTE = "note"
    VERDICT = "verdict"


Listed = tuple[ListedArm, ListedVisit]


@dataclass(frozen=True)
class Group:
    """Visits below one heading."""

    heading: str
    visits: tuple[Listed, ...]


def order_words() -> tuple[tuple[Order, str], ...]:
    """The orders with their names."""
    return (
        (Order.ARM, tr("By arm, the last visited first")),
        (Order.SERIAL, tr("By robot and serial number")),
        (Order.DATE, tr("By date, the newest first")),
        (Order.CUSTOMER, tr("By customer or cell")),
        (Order.NAME, tr("By name")),
        (Order.NOTE, tr("With a note first")),
        (Order.VERDICT, tr("By verdict, the worst first")),
    )


def grouped(arms: Sequence[ListedArm], order: Order, *, wanted: Callable[[Listed], bool]) -> list[Group]:
    """The wanted visits in this order; files that cannot be read come last."""
    if order is Order.ARM:
        return _by_arm(arms, wanted)
    if order is Order.SERIAL:
        return _by_arm(sorted(arms, key=lambda arm: (not arm.is_readable, arm.robot, arm.serial)), wanted)
    readable = [arm for arm in arms if arm.is_readable]
    pairs = [pair for arm in readable for visit in arm.visits if wanted(pair := (arm, visit))]
    pairs.sort(key=lambda pair: pair[1].recorded_at, reverse=True)  # within each group the newest first
    rule = _RULES[order]
    pairs.sort(key=lambda pair: cast("Any", rule.key(pair[1])))
    found = [
        _group(rule.heading(visits[0][1]), visits)
        for _, group in groupby(pairs, key=lambda pair: rule.group(pair[1]))
        if (visits := list(group))
    ]
    return found + _by_arm([arm for arm in arms if not arm.is_readable], wanted)


def _by_arm(arms: Iterable[ListedArm], wanted: Callable[[Listed], bool]) -> list[Group]:
    found = ((arm, tuple(pair for visit in arm.visits if wanted(pair := (arm, visit)))) for arm in arms)
    return [Group(arm_heading(arm), visits) for arm, visits in found if visits]


def _group(heading: str, visits: Sequence[Listed]) -> Group:
    return Group(tr("{group} · {count}").format(group=heading, count=len(visits)), tuple(visits))


@dataclass(frozen=True)
class _Rule:
    """An order: the key to sort by, the key of a group, and its heading."""

    key: Callable[[ListedVisit], str | int]
    group: Callable[[ListedVisit], object]
    heading: Callable[[ListedVisit], str]


def _customer(visit: ListedVisit) -> str:
    return visit.tag.customer.casefold()


def _by_verdict(visit: ListedVisit) -> int:
    worst = worst_verdict(visit)
    return len(_WORST_FIRST) if worst is None else _WORST_FIRST.index(worst)


def _verdict_heading(visit: ListedVisit) -> str:
    worst = worst_verdict(visit)
    return tr("No verdict") if worst is None else verdict_word(worst)


_RULES = {
    Order.DATE: _Rule(lambda _: 0, lambda _: 0, lambda _: tr("All visits")),
    Order.CUSTOMER: _Rule(
        lambda visit: _customer(visit) or _LAST,
        _customer,
        lambda visit: visit.tag.customer or tr("No customer or cell"),
    ),
    Order.NAME: _Rule(
        lambda visit: visit.tag.name.casefold() or _LAST,
        lambda visit: bool(visit.tag.name),
        lambda visit: tr("With a name") if visit.tag.name else tr("Without a name"),
    ),
    Order.NOTE: _Rule(
        lambda visit: not visit.tag.note,
        lambda visit: bool(visit.tag.note),
        lambda visit: tr("With a note") if visit.tag.note else tr("Without a note"),
    ),
    Order.VERDICT: _Rule(_by_verdict, _by_verdict, _verdict_heading),
}
