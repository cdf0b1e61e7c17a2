"""What changed in payload, verification and the whole arm's stiffness: sentences and rows; no Qt."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from app.speech.language import translate
from app.speech.signs import Glyph, Signed
from app.speech.units import DisplayUnit
from app.speech.values import Value, write
from app.speech.words import quantity_word
from core.identification.verification_comparison import JointVerificationChange, VerificationComparison
from core.payload.comparison import PayloadComparison
from core.signals.value_change import ValueChange
from core.stiffness.comparison import JointStiffnessChange, StiffnessComparison

_MM, _KILO, _PER_CENT = 1e3, 1e-3, 100.0
Row = tuple[str, str, str, str, Signed]
"""Quantity, before, now, change, result."""


def _tr(text: str) -> str:
    return translate("ArmChangeWords", text)


@dataclass(frozen=True)
class Told:
    """A sentence with its sign."""

    glyph: Glyph
    words: str


# Payload


def payload_told(found: PayloadComparison, since: str) -> Iterator[Told]:
    """A sentence for everything that changed on the flange, or that nothing did."""
    mass = found.mass
    if mass.is_beyond_noise:
        more = _tr("The payload is {size} heavier than on {since}. More than the uncertainty of both visits.")
        less = _tr("The payload is {size} lighter than on {since}. More than the uncertainty of both visits.")
        words = more if mass.difference > 0.0 else less
        size = _size(abs(mass.difference), mass.difference_std, 1.0, "kg")
        yield Told(Glyph.NOTE, words.format(size=size, since=since))
    for axis, change in zip("xyz", found.center, strict=True):
        if change.is_beyond_noise:
            words = _tr(
                "The payload's centre of mass has moved along {axis} by {size} since {since}. More than the "
                "uncertainty of both visits."
            )
            size = _size(change.difference, change.difference_std, _MM, "mm")
            yield Told(Glyph.NOTE, words.format(axis=axis, size=size, since=since))
    if found.is_compared and not any(change.is_beyond_noise for change in found.changes):
        words = _tr("The payload is as it was on {since}, within the uncertainty of both visits.")
        yield Told(Glyph.CHECK, words.format(since=since))


def payload_rows(found: PayloadComparison) -> Iterator[Row]:
    """Mass and centre: before, now, difference with ±, and whether that is beyond the uncertainty of both."""
    for name, change in found.named.items():
        scale, unit = (1.0, "kg") if name == "mass" else (_MM, "mm")
        word = quantity_word(name)
        yield _row(f"{word[:1].upper()}{word[1:]}", change, scale, unit, worse=None)


# Verification


def verification_told(found: VerificationComparison, since: str) -> Iterator[Told]:
    """A sentence for every joint that keeps its limits in one of the visits only, or that none does."""
    for joint in found.found:
        lost = _tr(
            "The model of joint {joint} is off by {after} and keeps its limit of {limit} no longer; on "
            "{since} it was {before}. Identify the arm again, or look for what changed."
        )
        won = _tr(
            "The model of joint {joint} keeps its limit of {limit} again: off by {after}, on {since} "
            "{before}."
        )
        words = (lost if joint.is_worse else won).format(
            joint=joint.number + 1,
            after=percent(joint.after),
            before=percent(joint.before),
            limit=percent(joint.after_limit),
            since=since,
        )
        yield Told(Glyph.WARNING if joint.is_worse else Glyph.NOTE, words)
    if found.is_compared and not found.found:
        words = _tr(
            "Every joint that was verified in both visits is on the same side of its limits as on {since}."
        )
        yield Told(Glyph.CHECK, words.format(since=since))


def verification_row(joint: JointVerificationChange) -> Row:
    """The model's error before and now against its limit; an error has no ±, so no difference is told."""
    name = _tr("Error of the model, limit {limit}").format(limit=percent(joint.after_limit))
    if not joint.same_limits:
        result = Signed(Glyph.EMPTY, _tr("other limits"))
    elif not joint.is_compared:
        result = Signed(Glyph.EMPTY, _tr("not judged in both"))
    elif joint.is_worse:
        result = Signed(Glyph.WARNING, _tr("fails now"))
    elif joint.is_better:
        result = Signed(Glyph.NOTE, _tr("passes now"))
    elif joint.after_passed:
        result = Signed(Glyph.CHECK, _tr("passes in both"))
    else:
        result = Signed(Glyph.WARNING, _tr("fails in both"))
    return name, percent(joint.before), percent(joint.after), "", result


def percent(share: float) -> str:
    """A share in per cent; a dash where there is none."""
    return f"{_PER_CENT * share:.3g} %" if math.isfinite(share) else "–"


# Stiffness


def stiffness_told(found: StiffnessComparison, since: str) -> Iterator[Told]:
    """A sentence for every joint whose share of the arm's give changed, or that none did."""
    for joint in found.found:
        softer = _tr(
            "With its links, joint {joint} is {size} less stiff than on {since}. More than the uncertainty "
            "of both visits. Have gear and links looked at."
        )
        stiffer = _tr(
            "With its links, joint {joint} is {size} stiffer than on {since}. More than the uncertainty of "
            "both visits."
        )
        words = (softer if joint.is_worse else stiffer).format(
            joint=joint.number + 1, size=_relative_size(joint), since=since
        )
        yield Told(Glyph.WARNING if joint.is_worse else Glyph.NOTE, words)
    if found.is_compared and not found.found:
        words = _tr("The whole arm is as stiff as on {since}, within the uncertainty of both visits.")
        yield Told(Glyph.CHECK, words.format(since=since))


def stiffness_row(joint: JointStiffnessChange) -> Row:
    """The stiffness of a joint with its links: before, now, difference."""
    unit = "kN/m" if joint.is_prismatic else "kN·m/rad"
    name = _tr("Stiffness with the links")
    return _row(name, joint.change, _KILO, unit, worse=joint.is_worse)


def _relative_size(joint: JointStiffnessChange) -> str:
    relative = joint.change.relative
    if relative is not None:
        return _size(abs(relative[0]), relative[1], _PER_CENT, "%")
    unit = "kN/m" if joint.is_prismatic else "kN·m/rad"
    return _size(abs(joint.change.difference), joint.change.difference_std, _KILO, unit)


# All of them


def change_result(change: ValueChange, *, worse: bool | None) -> Signed:
    """Whether it changed, with its sign; ``worse`` None for what has no worse direction."""
    if change.is_measured_once:
        return Signed(Glyph.EMPTY, _tr("measured once"))
    if not change.is_compared:
        return Signed(Glyph.EMPTY, _tr("not comparable"))
    if not change.is_beyond_noise:
        return Signed(Glyph.CHECK, _tr("within noise"))
    if worse is None:
        return Signed(Glyph.NOTE, _tr("changed"))
    return Signed(Glyph.WARNING, _tr("worse")) if worse else Signed(Glyph.NOTE, _tr("better"))


def _row(name: str, change: ValueChange, scale: float, unit: str, *, worse: bool | None) -> Row:
    before = _measured(change.before, change.before_std, scale, unit)
    after = _measured(change.after, change.after_std, scale, unit)
    difference = ""
    if change.is_compared:
        difference = _size(change.difference, change.difference_std, scale, unit)
    return name, before, after, difference, change_result(change, worse=worse)


def _measured(value: float, std: float, scale: float, unit: str) -> str:
    return _size(value, std, scale, unit) if math.isfinite(value) else _tr("not measured")


def _size(value: float, std: float, scale: float, unit: str) -> str:
    number = write(Value(value, DisplayUnit(unit, scale), std)).number
    return f"{number} {unit}".replace(" ", "\N{NO-BREAK SPACE}")
