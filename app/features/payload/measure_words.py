"""Words for measuring a payload: the sweeps, their progress and coverage, and the reference."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from app.guide.run_words import RunEnd, state_text
from app.speech.language import joined_sentences, listed, translate
from app.speech.units import CELSIUS, DEGREE, KILOGRAM, MILLIMETRE, number, seconds, speed_unit, with_unit
from app.speech.words import verdict_word
from app.widgets.table import Cell, Column
from core.payload.plan import Coverage, FlangeAim, PayloadPlan, PayloadSweep
from core.payload.result import PayloadResult, ReferenceKind
from core.quality import Verdict

if TYPE_CHECKING:
    from app.features.payload.under_way import PayloadMoment, PayloadUnderWay
    from app.visit.payload_reference import OfferedReference, ReferenceChoice

_HOUR_S, _DAY_S = 3600.0, 86400.0


def _tr(text: str) -> str:
    return translate("PayloadMeasureWords", text)


def aim_word(aim: FlangeAim) -> str:
    """The flange's direction during a sweep, for sentences and rows."""
    return _tr(
        {
            FlangeAim.X_ALONG: "x along the forearm",
            FlangeAim.Y_ALONG: "y along the forearm",
            FlangeAim.Z_ALONG: "z along the forearm",
            FlangeAim.Z_ALONG_TURNED: "z along, turned",
            FlangeAim.OTHER: "as the wrist allows",
        }[aim]
    )


def short_aim_word(aim: FlangeAim) -> str:
    """The flange's direction during a sweep, short enough for the head of a column."""
    return _tr(
        {
            FlangeAim.X_ALONG: "x along",
            FlangeAim.Y_ALONG: "y along",
            FlangeAim.Z_ALONG: "z along",
            FlangeAim.Z_ALONG_TURNED: "z turned",
            FlangeAim.OTHER: "other",
        }[aim]
    )


def sweep_columns() -> tuple[Column, ...]:
    """Columns of the table of sweeps: joint, state, flange, range and time."""
    return (
        Column(_tr("Joint"), stretches=True),
        Column(_tr("State")),
        Column(_tr("Flange")),
        Column(_tr("Range"), is_number=True),
        Column(_tr("Takes"), is_number=True),
    )


def sweep_rows(
    under_way: "PayloadUnderWay", *, prismatic: Sequence[bool], now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint and orientation; ``now`` is the row under way, -1 before the first."""
    return tuple(
        (
            _tr("Joint {number}").format(number=row[0].joint + 1),
            state_text(place, now=now, end=end),
            aim_word(_aim(under_way.plan, row[0].orientation)),
            _range(row[0], slides=prismatic[row[0].joint]),
            seconds(under_way.seconds_of(place)),
        )
        for place, row in enumerate(under_way.rows)
    )


def moment_words(moment: "PayloadMoment", plan: PayloadPlan) -> str:
    """The present motion of the arm in words."""
    sweep = next(each for each in plan.sweeps if each.number == moment.number)
    aim = short_aim_word(_aim(plan, sweep.orientation))
    if moment.is_on_the_way:
        return _tr("On the way to joint {joint}, {aim}").format(joint=sweep.joint + 1, aim=aim)
    words = (
        _tr("Joint {joint} goes there, {aim}") if sweep.way > 0 else _tr("Joint {joint} comes back, {aim}")
    )
    return words.format(joint=sweep.joint + 1, aim=aim)


def plan_sentence(plan: PayloadPlan) -> str:
    """Swept joints with speed and orientations, and the standard deviations to expect from noise alone."""
    joints = plan.joints
    unit = speed_unit(slides=False)
    speed = number(unit.per_si * max(sweep.speed for sweep in plan.sweeps), digits=2) if plan.sweeps else "–"
    expected = plan.expected
    worst = max((float(std) for std in expected.center_std), default=float("nan"))
    known_to = _tr("mass {mass}, centre {center}").format(
        mass=spread_words(expected.mass_std, 0), center=spread_words(worst, 1)
    )
    words = _tr(
        "Joints {first} and {second} go there and back at {speed} {unit}, the flange held in {count} ways. "
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
        "no-parallel-joints": _tr(
            "No two joints of this arm stay parallel: everything is worked out together, not step by step."
        ),
        "axis-too-steep": _tr("A swept axis is steep: gravity loads it less, and mass is less sure."),
        "wrist-cannot-align": _tr(
            "The wrist cannot hold the flange in every way that is wanted; its centre is less sure."
        ),
        "time-exceeded": _tr("It takes longer than is meant for this choice."),
    }
    return tuple(known[code] for note in plan.notes if (code := note.partition(" ")[0]) in known)


def quantity_word(place: int) -> str:
    """Name of one of ``QUANTITIES`` by its index: Mass, x, y or z."""
    return (_tr("Mass"), "x", "y", "z")[place]


def spread_words(std: float, place: int) -> str:
    """Standard deviation of a quantity (SI) with its unit; a dash where it is not finite."""
    unit = MILLIMETRE if place else KILOGRAM
    return f"± {number(unit.per_si * std, digits=2)} {unit.symbol}" if isfinite(std) else "–"


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
    return _tr("not measured yet") if verdict is None else verdict_word(verdict)


def coverage_sentence(coverage: Coverage | None) -> str:
    """Verdicts of all four quantities, for a screen reader."""
    if coverage is None:
        return _tr("Nothing is measured yet.")
    return joined_sentences(
        *(
            _tr("{name}: {verdict}.").format(
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
        return _tr("Enough is measured.") if done else ""
    words = _tr("Helps most next: joint {joint}, {aim}.")
    return words.format(joint=sweep.joint + 1, aim=aim_word(_aim(plan, sweep.orientation)))


def found_words(found: PayloadResult) -> str:
    """The known values of a payload: mass, then x, y and z."""
    estimate = found.estimate
    parts = []
    if isfinite(estimate.mass):
        parts.append(with_unit(estimate.mass, KILOGRAM, estimate.mass_std, digits=1))
    parts += [
        f"{name} {with_unit(MILLIMETRE.per_si * value, MILLIMETRE, MILLIMETRE.per_si * std, digits=1)}"
        for name, value, std in zip("xyz", estimate.center_of_mass, estimate.center_of_mass_std, strict=True)
        if isfinite(value)
    ]
    return listed(parts)


def reference_sentence(reference: "ReferenceChoice | None") -> str:
    """The reference of the payload, for the page of the loaded sweeps."""
    if reference is None:
        return _tr("No reference is chosen yet.")
    if reference.kind is ReferenceKind.MODEL:
        return _tr("It is compared with what the identified model says of the empty arm.")
    if reference.kind is ReferenceKind.EARLIER_VISIT:
        return _tr("It is compared with an earlier visit. The arm goes through the very same sweeps.")
    return _tr("It is compared with the empty arm. The arm goes through the very same sweeps.")


def age_words(age_s: float) -> str:
    """Age in hours or days from ``age_s``; a dash where it is unknown."""
    if not isfinite(age_s):
        return "–"
    if age_s < _HOUR_S:
        return _tr("less than an hour")
    if age_s < 2.0 * _DAY_S:
        return _tr("{hours} h").format(hours=round(age_s / _HOUR_S))
    return _tr("{days} days").format(days=round(age_s / _DAY_S))


def warmth_words(offered: "OfferedReference", now: float) -> tuple[str, str]:
    """Temperature of the joints then, and how much warmer (K) they are ``now``; words where unknown."""
    if not isfinite(offered.temperature):
        return "–", _tr("its recordings do not say")
    then = number(float(CELSIUS.shown(offered.temperature)), decimals=0)
    if not isfinite(now):
        return then, _tr("this controller reports none now")
    change = now - offered.temperature
    words = _tr("now {change} K warmer") if change >= 0.0 else _tr("now {change} K colder")
    return then, words.format(change=number(abs(change), decimals=1))


def _aim(plan: PayloadPlan, orientation: int) -> FlangeAim:
    return next(each.aim for each in plan.orientations if each.number == orientation)


def _range(sweep: PayloadSweep, *, slides: bool) -> str:
    unit = MILLIMETRE if slides else DEGREE
    low, high = (number(float(round(unit.per_si * value)), decimals=0) for value in (sweep.low, sweep.high))
    return _tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)
