"""The changes between visits in sentences, each a row with its sign."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.features.comparison.history_lines import trend_sentences
from app.features.comparison.numbers import quantity_unit, quantity_word
from app.presentation import Row
from app.speech.dates import day_word, long_day_word
from app.speech.language import joined_sentences, tr
from app.speech.units import (
    KILOGRAM,
    MILLIMETRE,
    PER_CENT,
    DisplayUnit,
    Value,
    number,
    percent,
    stiffness_unit,
    write,
)
from app.speech.words import Glyph
from core.comparison import ComparedFile, ComparedPair, ComparedVisits
from core.elasticity.comparison_result import (
    Change,
    ElasticityComparison,
    JointComparison,
    Line,
    TwistQuantity,
)
from core.friction.sweeps.comparison import FrictionComparison, JointFrictionChange
from core.identification.verification_result import VerificationComparison
from core.payload.comparison import PayloadComparison
from core.stiffness.comparison import JointStiffnessChange, StiffnessComparison


@dataclass(frozen=True)
class Since:
    """The earlier visit within a sentence: ``3 March 2025``, and ``on 3 March 2025``."""

    day: str
    since: str


def date_word(visit: ComparedFile) -> str:
    """Day of a visit; the name of its file where the day is unknown."""
    return day_word(visit.recorded_at) or visit.name


def since_of(visit: ComparedFile) -> Since:
    """Words for an earlier visit: its day, or its file where the day is unknown."""
    if day := long_day_word(visit.recorded_at):
        return Since(day, tr("on {day}").format(day=day))
    return Since(visit.name, tr("in {visit}").format(visit=visit.name))


def headline(found: ComparedVisits, pair: ComparedPair) -> tuple[Glyph, str]:
    """Sign and sentence that sum up the comparison."""
    since = date_word(found.visits[pair.before])
    if not pair.is_compared:
        return Glyph.CROSS, tr("Nothing could be compared with {since}.").format(since=since)
    if gears := len(pair.twist.worse) if pair.twist else 0:
        words = tr("Since {since}, {count} of the gears' numbers got worse.")
        return Glyph.WARNING, words.format(since=since, count=gears)
    if worse := _others_worse(pair):
        words = tr("Since {since}, {count} numbers of the arm got worse.")
        return Glyph.WARNING, words.format(since=since, count=worse)
    if other := _changed(pair):
        words = tr("Since {since}, {count} numbers changed; no gear got worse.")
        return Glyph.NOTE, words.format(since=since, count=other)
    words = tr("Nothing changed since {since} beyond the uncertainty of both visits.")
    return Glyph.CHECK, words.format(since=since)


def _others_worse(pair: ComparedPair) -> int:
    """Number of joints that got worse in the stiffness of the whole arm, or fail the model's limits now."""
    parts = (pair.stiffness, pair.verification)
    return sum(joint.is_worse for part in parts if part is not None for joint in part.found)


def _changed(pair: ComparedPair) -> int:
    hanging = sum(change.is_beyond_noise for change in pair.payload.changes) if pair.payload else 0
    parts = (pair.twist, pair.stiffness, pair.verification)
    friction = changed_frictions(pair.friction) if pair.friction else ()
    return hanging + len(friction) + sum(len(part.found) for part in parts if part is not None)


def changes(found: ComparedVisits, pair: ComparedPair, *, at_terminal: bool = False) -> Iterator[Row]:
    """A sentence for every change, for every trend, and for what could not be compared."""
    since = since_of(found.visits[pair.before])
    if pair.twist is not None:
        yield from _twist(pair.twist, since)
    if pair.friction is not None:
        yield from _friction(pair.friction, since)
    if pair.stiffness is not None:
        yield from stiffness(pair.stiffness, since)
    if pair.payload is not None:
        yield from payload(pair.payload, since)
    if pair.verification is not None:
        yield from verification(pair.verification, since)
    yield from (_row("trend", Glyph.NOTE, words) for words in trend_sentences(found))
    yield from _missing(found, pair, at_terminal=at_terminal)


def _row(name: str, glyph: Glyph, words: str) -> Row:
    return Row(name, "", words, sign=glyph)


def _beyond(change: str, *advice: str) -> str:
    words = tr("{change}: more than the uncertainty of both measurements.").format(change=change)
    return joined_sentences(words, *advice)


def _size(value: float, std: float, unit: DisplayUnit) -> str:
    return write(Value(abs(value), unit, std)).text


# The gears


def _twist(found: ElasticityComparison, since: Since) -> Iterator[Row]:
    for joint, change in found.found:
        advice = tr("Have the gear looked at.") if change.is_worse else ""
        glyph = Glyph.WARNING if change.is_worse else Glyph.NOTE
        yield _row("twist", glyph, _beyond(_twist_change(joint, change, since), advice))
    if found.is_compared and not found.found:
        words = tr(
            "The gears are as they were {since}, as far as can be told: none of {count} quantities changed "
            "by more than the uncertainty of both visits."
        )
        yield _row("twist", Glyph.CHECK, words.format(since=since.since, count=found.comparisons))
    for joint in found.joints:
        if joint.measured_once:
            yield _row("twist-once", Glyph.EMPTY, _once(joint))


def _twist_change(joint: JointComparison, change: Change, since: Since) -> str:
    difference, relative = change.difference, change.relative
    assert difference is not None
    unit = quantity_unit(change.quantity, difference.value, slides=joint.is_prismatic)
    amount, shown_in = (difference, unit) if relative is None else (relative, PER_CENT)
    size = _size(amount.value, amount.std, shown_in)
    cycles = number(change.cycles_per_motor_turn or 0.0, digits=4)
    words = _twist_words(change, is_more=difference.value > 0.0)
    return words.format(joint=joint.number + 1, size=size, since=since.since, cycles=cycles)


def _twist_words(change: Change, *, is_more: bool) -> str:
    if change.line is Line.APPEARED and is_more:
        return tr("Joint {joint} has a ripple at {cycles} per motor turn that was not there {since}")
    if change.line is Line.VANISHED and not is_more:
        return tr("Joint {joint} has no longer the ripple at {cycles} per motor turn that was there {since}")
    fewer, more = {
        TwistQuantity.STIFFNESS: (
            tr("Joint {joint} is {size} less stiff than {since}"),
            tr("Joint {joint} is {size} stiffer than {since}"),
        ),
        TwistQuantity.BACKLASH: (
            tr("Joint {joint} has {size} less play than {since}"),
            tr("Joint {joint} has {size} more play than {since}"),
        ),
        TwistQuantity.HYSTERESIS_WIDTH: (
            tr("The loop of joint {joint} is {size} narrower than {since}"),
            tr("The loop of joint {joint} is {size} wider than {since}"),
        ),
        TwistQuantity.HYSTERESIS_ENERGY: (
            tr("Joint {joint} loses {size} less in a loop than {since}"),
            tr("Joint {joint} loses {size} more in a loop than {since}"),
        ),
        TwistQuantity.LOST_MOTION: (
            tr("Joint {joint} has {size} less lost motion than {since}"),
            tr("Joint {joint} has {size} more lost motion than {since}"),
        ),
        TwistQuantity.DAMPING: (
            tr("Joint {joint} is damped {size} less than {since}"),
            tr("Joint {joint} is damped {size} more than {since}"),
        ),
        TwistQuantity.LAG: (
            tr("The link encoder of joint {joint} is late by {size} less than {since}"),
            tr("The link encoder of joint {joint} is late by {size} more than {since}"),
        ),
        TwistQuantity.RIPPLE: (
            tr("Joint {joint} has {size} less ripple at {cycles} per motor turn than {since}"),
            tr("Joint {joint} has {size} more ripple at {cycles} per motor turn than {since}"),
        ),
    }[change.quantity]
    return more if is_more else fewer


def _once(joint: JointComparison) -> str:
    once = []
    for change in joint.measured_once:
        word = quantity_word(change.quantity, change.cycles_per_motor_turn)
        when = tr("before") if change.after is None else tr("now")
        once.append(f"{word[:1].lower()}{word[1:]} ({when})")
    words = tr("Joint {joint}, measured in one visit only: {quantities}.")
    return words.format(joint=joint.number + 1, quantities=", ".join(once))


# The friction


def changed_frictions(found: FrictionComparison) -> tuple[JointFrictionChange, ...]:
    """The joints whose friction changed, in the mean or at any speed."""
    return tuple(one for one in found.joints if one.is_beyond_noise or one.speeds.is_beyond_noise.any())


def _friction(found: FrictionComparison, since: Since) -> Iterator[Row]:
    changed = changed_frictions(found)
    for joint in changed:
        glyph = Glyph.WARNING if joint.is_beyond_noise and joint.is_worse else Glyph.NOTE
        yield _row("friction", glyph, _friction_change(joint, since))
    if found.is_compared and not changed:
        words = tr("The friction is as it was {since}, as far as can be told.")
        yield _row("friction", Glyph.CHECK, words.format(since=since.since))


def _friction_change(joint: JointFrictionChange, since: Since) -> str:
    facts = {"joint": joint.number + 1, "since": since.since}
    if not joint.is_beyond_noise:
        words = tr("Joint {joint} has another friction than {since} at {count} of {all} speeds.")
        speeds = joint.speeds
        return words.format(count=int(speeds.is_beyond_noise.sum()), all=speeds.speed.size, **facts)
    size = _size(joint.relative, joint.relative_std, PER_CENT)
    if not joint.is_worse:
        return _beyond(tr("Joint {joint} has {size} less friction than {since}").format(size=size, **facts))
    words = tr("Joint {joint} has {size} more friction than {since}").format(size=size, **facts)
    return _beyond(words, tr("Check its lubrication, and that the arm was as warm."))


# The whole arm, what hangs on it, its model


def stiffness(found: StiffnessComparison, since: Since) -> Iterator[Row]:
    """A sentence for every joint whose stiffness with its links changed, or one that none did."""
    for joint in found.found:
        softer = tr(
            "With its links, joint {joint} is {size} less stiff than {since}. More than the uncertainty "
            "of both visits. Have gear and links looked at."
        )
        stiffer = tr(
            "With its links, joint {joint} is {size} stiffer than {since}. More than the uncertainty of "
            "both visits."
        )
        words = softer if joint.is_worse else stiffer
        size = _stiffness_size(joint)
        glyph = Glyph.WARNING if joint.is_worse else Glyph.NOTE
        yield _row("stiffness", glyph, words.format(joint=joint.number + 1, size=size, since=since.since))
    if found.is_compared and not found.found:
        words = tr("The whole arm is as stiff as {since}, within the uncertainty of both visits.")
        yield _row("stiffness", Glyph.CHECK, words.format(since=since.since))


def _stiffness_size(joint: JointStiffnessChange) -> str:
    change = joint.change
    if change.relative is not None:
        return _size(*change.relative, PER_CENT)
    unit = stiffness_unit(change.before, slides=joint.is_prismatic)
    return _size(change.difference, change.difference_std, unit)


def payload(found: PayloadComparison, since: Since) -> Iterator[Row]:
    """A sentence for each changed value of the payload, or one that none changed."""
    mass = found.mass
    if mass.is_beyond_noise:
        more = tr("The payload is {size} heavier than {since}. More than the uncertainty of both visits.")
        less = tr("The payload is {size} lighter than {since}. More than the uncertainty of both visits.")
        words = more if mass.difference > 0.0 else less
        size = _size(mass.difference, mass.difference_std, KILOGRAM)
        yield _row("payload", Glyph.NOTE, words.format(size=size, since=since.since))
    for axis, change in zip("xyz", found.center, strict=True):
        if change.is_beyond_noise:
            words = tr(
                "The payload's centre of mass has moved along {axis} by {size} since {day}. More than the "
                "uncertainty of both visits."
            )
            size = write(Value(change.difference, MILLIMETRE, change.difference_std)).text
            yield _row("payload", Glyph.NOTE, words.format(axis=axis, size=size, day=since.day))
    if found.is_compared and not any(change.is_beyond_noise for change in found.changes):
        words = tr("The payload is as it was {since}, within the uncertainty of both visits.")
        yield _row("payload", Glyph.CHECK, words.format(since=since.since))


def verification(found: VerificationComparison, since: Since) -> Iterator[Row]:
    """A sentence for every joint that keeps its limits in one visit only, or one that there is none."""
    for joint in found.found:
        lost = tr(
            "The model of joint {joint} is off by {after} and keeps its limit of {limit} no longer; {since} "
            "it was {before}. Identify the arm again, or look for what changed."
        )
        won = tr(
            "The model of joint {joint} keeps its limit of {limit} again: off by {after}, {since} {before}."
        )
        words = (lost if joint.is_worse else won).format(
            joint=joint.number + 1,
            after=percent(joint.after),
            before=percent(joint.before),
            limit=percent(joint.after_limit),
            since=since.since,
        )
        yield _row("verification", Glyph.WARNING if joint.is_worse else Glyph.NOTE, words)
    if found.is_compared and not found.found:
        words = tr(
            "Every joint that was verified in both visits is on the same side of its limits as {since}."
        )
        yield _row("verification", Glyph.CHECK, words.format(since=since.since))


# Missing parts


def _missing(found: ComparedVisits, pair: ComparedPair, *, at_terminal: bool) -> Iterator[Row]:
    visits: Iterable[ComparedFile] = (one for one in found.visits if one.elasticity is None)
    for visit in visits:
        words = tr("{visit} does not include twist; analyse it first.").format(visit=visit.name)
        if at_terminal:
            words = f"{visit.name} does not include twist. Run `torsion deflection` on it."
        yield _row("missing", Glyph.EMPTY, words)
    if pair.friction is None and any(visit.sweeps is not None for visit in found.visits):
        words = tr("Friction sweeps are in one of the visits only, so friction was not compared.")
        yield _row("missing", Glyph.EMPTY, words)
