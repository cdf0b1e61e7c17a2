"""Payloads by several methods side by side: a sentence, a table, a figure for each quantity. No Qt."""

from collections.abc import Iterator

import numpy as np

from app.errors.text import error_text, mark_text
from app.features.payload.presentation import quantity
from app.features.payload.sentences import method_word, tr
from app.presentation import Column, Figure, Figures, Line, Presentation, Row, Rows, Section, Series, Table
from app.speech.language import joined_sentences, listed
from app.speech.signs import Glyph
from app.speech.units import KILOGRAM, MILLIMETRE
from app.speech.values import Value, write
from app.speech.words import quantity_word, verdict_word
from core.payload.methods import MethodDifference, MethodsCompared
from core.payload.result import QUANTITIES, PayloadResult
from core.quality import Verdict, worst
from core.recording import Mark

METHODS, PICTURE, REFUSED = "methods", "picture", "refused"


def present_methods(found: MethodsCompared, *, robot: str) -> Presentation:
    """Presentation of payloads by several methods; ``robot`` is the name of the arm."""
    return Presentation(
        title=tr("Payload of {robot} by several methods").format(robot=robot),
        headline=agreement(found),
        verdict=_verdict(found),
        sections=(_picture(found), _table(found), *_refused(found)),
        circumstances=listed(dict.fromkeys(one for each in found.results for one in each.recordings)),
        sign=None if found.is_compared else Glyph.NOTE,
        mark=mark_text(next((one.mark for one in found.results if one.mark is not Mark.NONE), Mark.NONE)),
    )


def agreement(found: MethodsCompared) -> str:
    """Sentence on whether the methods agree; the largest difference where they do not."""
    if not found.is_compared:
        return tr("Fewer than two methods gave a result here, so there is nothing to compare.")
    if not found.beyond:
        words = tr("The methods agree: no two differ by more than the ± of both explain ({methods}).")
        return words.format(methods=listed(method_word(one.method) for one in found.results))
    first = _difference(found.beyond[0])
    rest = len(found.beyond) - 1
    more = tr("Other differences that their ± do not explain: {count}.").format(count=rest) if rest else ""
    advice = tr("Trust none of them before the cause is known: drive gains, warmth, or a load that slipped.")
    return joined_sentences(first, *filter(None, (more,)), advice)


def _difference(one: MethodDifference) -> str:
    change = one.change
    unit = KILOGRAM if one.quantity == QUANTITIES[0] else MILLIMETRE
    size = write(Value(abs(change.difference), unit, change.difference_std)).text
    words = tr("The methods do not agree: {quantity} by {first} and by {second} differs by {size}.")
    return words.format(
        quantity=quantity_word(one.quantity),
        first=method_word(one.first),
        second=method_word(one.second),
        size=size,
    )


def _verdict(found: MethodsCompared) -> Verdict:
    if not found.is_compared:
        return Verdict.NOT_MEASURABLE
    return Verdict.REPEAT if found.beyond else worst(one.overall.verdict for one in found.results)


def _table(found: MethodsCompared) -> Table:
    columns = (
        Column("method", tr("Method")),
        Column("mass", tr("Mass"), KILOGRAM),
        *(Column(name, name, MILLIMETRE, is_name=True) for name in QUANTITIES[1:]),
        Column("verdict", tr("Verdict")),
    )
    return Table(
        name=METHODS,
        title=tr("Method by method; x, y and z are the centre of mass from the flange"),
        columns=columns,
        lines=tuple(_line(one) for one in found.results),
    )


def _line(found: PayloadResult) -> Line:
    values = (quantity(found.estimate, place) for place in range(len(QUANTITIES)))
    verdict = found.overall.verdict
    return Line(found.method, (method_word(found.method), *values, verdict_word(verdict)))


def _picture(found: MethodsCompared) -> Figures:
    """A figure for each quantity; a method is a point, its y the place of the method from 0."""
    captions = (tr("Mass"), *QUANTITIES[1:])
    figures = tuple(_figure(found, place, caption) for place, caption in enumerate(captions))
    return Figures(name=PICTURE, title=tr("Side by side"), figures=figures)


def _figure(found: MethodsCompared, place: int, caption: str) -> Figure:
    values = [quantity(one.estimate, place) for one in found.results]
    series = tuple(
        Series(
            method_word(one.method),
            "measured",
            np.array([value.si]),
            np.array([float(row)]),
            np.array([value.std]),
            np.zeros(1),
        )
        for row, (one, value) in enumerate(zip(found.results, values, strict=True))
    )
    said = listed(f"{one.label}: {write(value).text}" for one, value in zip(series, values, strict=True))
    return Figure(
        name=QUANTITIES[place],
        title=caption,
        x=Column(QUANTITIES[place], caption, MILLIMETRE if place else KILOGRAM),
        y=Column("method", tr("Method")),
        series=series,
        summary=Row(QUANTITIES[place], caption, said),
    )


def _refused(found: MethodsCompared) -> Iterator[Section]:
    """Sentences on the methods without a result, one reason each."""
    if not found.refused:
        return
    rows = tuple(
        Row(method, method_word(method), error_text(error).title) for method, error in found.refused.items()
    )
    yield Rows(name=REFUSED, title=tr("Methods without a result"), rows=rows)
