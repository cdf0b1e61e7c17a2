"""Orders of the list of visits: by arm, date, customer, name, note or verdict, in groups with headings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, cast

from app.shell.history import ListedArm
from app.shell.visit_list_words import arm_heading, worst_verdict
from app.speech.language import tr
from app.speech.words import verdict_word
from app.visit.known_visits import ListedVisit
from core.quality import Verdict

_WORST_FIRST = tuple(reversed(Verdict))
_LAST = "\uffff"
"""Sorts after every text of a person."""


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
