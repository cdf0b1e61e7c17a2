"""Words for measuring a payload: the sweeps, their progress and coverage, and the reference."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from app.guide.run_words import RunEnd, state_text
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import (
    CELSIUS,
    DEGREE,
    KILOGRAM,
    MILLIMETRE,
    expanded,
    number,
    seconds,
    speed_unit,
    with_std,
    with_unit,
)
from app.speech.words import verdict_word
from app.widgets.table import Cell, Column
from core.payload.plan import Coverage, PayloadPlan, PayloadSweep
from core.payload.result import PayloadEstimate, PayloadResult, ReferenceKind
from core.quality import Verdict

if TYPE_CHECKING:
    from app.features.payload.sweep_run import PayloadMoment, PayloadUnderWay
    from app.visit.payload import OfferedReference, ReferenceChoice

_HOUR_S, _DAY_S = 3600.0, 86400.0


def wrist_words(orientation: int, plan: PayloadPlan) -> str:
    """How the flange is held during a sweep, for sentences."""
    count = len(plan.orientations)
    return tr("wrist position {number} of {count}").format(number=orientation, count=count)


def sweep_columns() -> tuple[Column, ...]:
    """Columns of the table of sweeps: joint, state, wrist position, range and time."""
    return (
        Column(tr("Joint"), stretches=True),
        Column(tr("State")),
        Column(tr("Wrist position")),
        Column(tr("Range"), is_number=True),
        Column(tr("Takes"), is_number=True),
    )


def sweep_rows(
    under_way: "PayloadUnderWay", *, prismatic: Sequence[bool], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint and orientation; ``now`` is the row under way, -1 before the first."""
    return tuple(
        (
            tr("Joint {number}").format(number=row[0].joint + 1),
            state_text(place, now=now, end=end),
            tr("{number} of {count}").format(
                number=row[0].orientation, count=len(under_way.plan.orientations)
            ),
            _range(row[0], slides=prismatic[row[0].joint]),
            seconds(under_way.seconds_of(place)),
        )
        for place, row in enumerate(under_way.rows)
    )


def moment_words(moment: "PayloadMoment", plan: PayloadPlan) -> str:
    """The present motion of the arm in words."""
    sweep = next(each for each in plan.sweeps if each.number == moment.number)
    place = wrist_words(sweep.orientation, plan)
    if moment.is_on_the_way:
        return tr("On the way to joint {joint}, {place}").format(joint=sweep.joint + 1, place=place)
    words = (
        tr("Joint {joint} goes out, {place}") if sweep.way > 0 else tr("Joint {joint} comes back, {place}")
    )
    return words.format(joint=sweep.joint + 1, place=place)


def plan_sentence(plan: PayloadPlan) -> str:
    """Swept joints with speed and orientations, and the standard deviations to expect from noise alone."""
    joints = plan.joints
    unit = speed_unit(slides=False)
    speed = number(unit.per_si * max(sweep.speed for sweep in plan.sweeps), digits=2) if plan.sweeps else "–"
    expected = plan.expected
    worst = max((float(std) for std in expected.center_std), default=float("nan"))
    known_to = tr("mass {mass}, centre {center}").format(
        mass=spread_words(expected.mass_std, 0), center=spread_words(worst, 1)
    )
    words = tr(
        "Joints {first} and {second} go out and back at {speed} {unit}, the flange held in {count} ways. "
        "Noise leaves {expected}."
    )
    return words.format(
        first=joints.first + 1,
        second=joints.second + 1,
        speed=speed,
        unit=unit.symbol,
        count=len(plan.orientations),
        expected=known_to,
    )


def note_sentences(plan: PayloadPlan) -> tuple[str, ...]:
    """A sentence for each restriction that the plan had to accept."""
    known = {
        "no-parallel-joints": tr(
            "No two joints of this arm stay parallel: everything is worked out together, not step by step."
        ),
        "axis-too-steep": tr("A swept axis is steep: gravity loads it less, and mass is less sure."),
        "wrist-cannot-align": tr(
            "The wrist cannot hold the flange in every way that is wanted; its centre is less sure."
        ),
        "time-exceeded": tr("It takes longer than is meant for this choice."),
    }
    return tuple(known[code] for note in plan.notes if (code := note.partition(" ")[0]) in known)


def quantity_word(place: int) -> str:
    """Name of one of ``QUANTITIES`` by its index: Mass, x, y or z."""
    return (tr("Mass"), "x", "y", "z")[place]


def spread_words(std: float, place: int) -> str:
    """± of a quantity with its unit, from its standard deviation (SI); a dash where that is not finite."""
    unit = MILLIMETRE if place else KILOGRAM
    return f"± {number(unit.per_si * expanded(std), digits=2)} {unit.symbol}" if isfinite(std) else "–"


def verdict_so_far(coverage: Coverage | None, place: int) -> Verdict | None:
    """Verdict of a quantity; None while it is not measured yet, because sweeps that it needs still come."""
    if coverage is None:
        return None
    verdict = coverage.verdicts[place]
    is_short = verdict in {Verdict.REPEAT, Verdict.NOT_MEASURABLE}
    return None if is_short and coverage.next_sweeps else verdict


def so_far_word(coverage: Coverage | None, place: int) -> str:
    """The verdict of a quantity in a word, or that it is not measured yet."""
    verdict = verdict_so_far(coverage, place)
    return tr("not measured yet") if verdict is None else verdict_word(verdict)


def coverage_sentence(coverage: Coverage | None) -> str:
    """Verdicts of all four quantities, for a screen reader."""
    if coverage is None:
        return tr("Nothing is measured yet.")
    return joined_sentences(
        *(
            tr("{name}: {verdict}.").format(
                name=quantity_word(place), verdict=so_far_word(coverage, place).lower()
            )
            for place in range(len(coverage.verdicts))
        )
    )


def next_sentence(coverage: Coverage | None, plan: PayloadPlan | None) -> str:
    """The sweep that helps most next."""
    if plan is None:
        return ""
    wanted = coverage.next_sweeps if coverage is not None else ()
    sweep = next((each for number in wanted for each in plan.sweeps if each.number == number), None)
    if sweep is None:
        done = coverage is not None and all(verdict is Verdict.GOOD for verdict in coverage.verdicts)
        return tr("Enough is measured.") if done else ""
    words = tr("Helps most next: joint {joint}, {place}.")
    return words.format(joint=sweep.joint + 1, place=wrist_words(sweep.orientation, plan))


def sweeps_done(_count: int) -> str:
    """Words for rows of sweeps that are done."""
    return tr("sweeps done")


def mass_digits(found: PayloadEstimate) -> str:
    """The mass in kg with as many decimals as its ± has."""
    return with_std(found.mass, found.mass_std).partition(" ")[0] if isfinite(found.mass) else "–"


def centre_facts(found: PayloadEstimate) -> tuple[tuple[str, str, str], ...]:
    """Caption, value and ± of each coordinate of the centre of mass; a dash for one that is not known."""
    pairs = zip("xyz", found.told_center_of_mass, found.center_of_mass_std, strict=True)
    return tuple(
        (
            tr("Centre {axis}").format(axis=axis),
            number(MILLIMETRE.per_si * float(value), decimals=0),
            spread_words(float(std), 1) if isfinite(value) else "",
        )
        for axis, value, std in pairs
    )


def found_words(found: PayloadResult) -> str:
    """The known values of a payload: mass, then x, y and z."""
    estimate = found.estimate
    parts = []
    if isfinite(estimate.mass):
        parts.append(with_unit(estimate.mass, KILOGRAM, estimate.mass_std, digits=1))
    parts += [
        f"{name} {with_unit(MILLIMETRE.per_si * value, MILLIMETRE, MILLIMETRE.per_si * std, digits=1)}"
        for name, value, std in zip(
            "xyz", estimate.told_center_of_mass, estimate.center_of_mass_std, strict=True
        )
        if isfinite(value)
    ]
    return listed(parts)


def reference_sentence(reference: "ReferenceChoice | None") -> str:
    """The reference of the payload, for the page of the loaded sweeps."""
    if reference is None:
        return tr("No empty arm is chosen yet.")
    if reference.kind is ReferenceKind.MODEL:
        return tr("It is compared with what the identified model says of the empty arm.")
    if reference.kind is ReferenceKind.EARLIER_VISIT:
        return tr("It is compared with an earlier visit. The arm goes through the very same sweeps.")
    return tr("It is compared with the empty arm. The arm goes through the very same sweeps.")


def age_words(age_s: float) -> str:
    """Age in hours or days from ``age_s``; a dash where it is unknown."""
    if not isfinite(age_s):
        return "–"
    if age_s < _HOUR_S:
        return tr("less than an hour")
    if age_s < 2.0 * _DAY_S:
        return tr("{hours} h").format(hours=round(age_s / _HOUR_S))
    return tr("{days} days").format(days=round(age_s / _DAY_S))


def warmth_words(offered: "OfferedReference", now: float) -> tuple[str, str]:
    """Temperature of the joints then, and how much warmer (K) they are ``now``; words where unknown."""
    if not isfinite(offered.temperature):
        return "–", tr("its recordings do not say")
    then = number(float(CELSIUS.shown(offered.temperature)), decimals=0)
    if not isfinite(now):
        return then, tr("this controller reports none now")
    change = now - offered.temperature
    words = tr("now {change} K warmer") if change >= 0.0 else tr("now {change} K colder")
    return then, words.format(change=number(abs(change), decimals=1))


def _range(sweep: PayloadSweep, *, slides: bool) -> str:
    unit = MILLIMETRE if slides else DEGREE
    low, high = (number(float(round(unit.per_si * value)), decimals=0) for value in (sweep.low, sweep.high))
    return tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)
