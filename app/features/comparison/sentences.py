"""What changed between visits, in sentences for a terminal."""

from collections.abc import Iterator

from app.features.comparison.arm_change_words import payload_told, stiffness_told, verification_told
from app.features.comparison.compared_visits import ArmHistory, ComparedFile, ComparedPair, ComparedVisits
from app.speech.words import quantity_word
from core.elasticity.compared import Change, ElasticityComparison, JointComparison, Line, TwistQuantity
from core.elasticity.result import Measured
from core.elasticity.trend import QuantityTrend
from core.friction.sweeps.comparison import FrictionComparison, JointFrictionChange
from core.signals.trend_line import moment_of

_PER_CENT = 100.0
_ARCSEC, _MICROMETRES, _MS = 206264.80624709636, 1e6, 1e3
_WORDS: dict[TwistQuantity, tuple[str, str]] = {
    TwistQuantity.STIFFNESS: ("is {size} less stiff", "is {size} stiffer"),
    TwistQuantity.BACKLASH: ("has {size} less backlash", "has {size} more backlash"),
    TwistQuantity.HYSTERESIS_WIDTH: (
        "has a hysteresis loop {size} narrower",
        "has a hysteresis loop {size} wider",
    ),
    TwistQuantity.HYSTERESIS_ENERGY: ("loses {size} less in a loop", "loses {size} more in a loop"),
    TwistQuantity.LOST_MOTION: ("has {size} less lost motion", "has {size} more lost motion"),
    TwistQuantity.DAMPING: ("is damped {size} less", "is damped {size} more"),
    TwistQuantity.LAG: ("has a channel lag {size} shorter", "has a channel lag {size} longer"),
    TwistQuantity.RIPPLE: ("has {size} less ripple", "has {size} more ripple"),
}
"""Of a negative and of a positive difference."""
NAMES: dict[TwistQuantity, str] = {
    TwistQuantity.STIFFNESS: "stiffness",
    TwistQuantity.BACKLASH: "backlash",
    TwistQuantity.HYSTERESIS_WIDTH: "hysteresis width",
    TwistQuantity.HYSTERESIS_ENERGY: "hysteresis energy",
    TwistQuantity.LOST_MOTION: "lost motion",
    TwistQuantity.DAMPING: "damping",
    TwistQuantity.LAG: "channel lag",
    TwistQuantity.RIPPLE: "ripple",
}


def scale_and_unit(quantity: TwistQuantity, *, slides: bool) -> tuple[float, str]:
    """What a quantity is shown in on a terminal."""
    if quantity is TwistQuantity.STIFFNESS:
        return 1e-3, "kN/m" if slides else "kN·m/rad"
    if quantity is TwistQuantity.DAMPING:
        return 1.0, "N·s/m" if slides else "N·m·s/rad"
    if quantity is TwistQuantity.HYSTERESIS_ENERGY:
        return 1.0, "J"
    if quantity is TwistQuantity.LAG:
        return _MS, "ms"
    return (_MICROMETRES, "µm") if slides else (_ARCSEC, "arcsec")


def sentences(found: ComparedVisits) -> Iterator[str]:
    """What changed since the oldest visit, where it is going, and what was measured only once."""
    pair = found.pairs[0]
    since = _since(found.visits[pair.before])
    if pair.twist is not None:
        yield from _twist_sentences(pair.twist, since)
    if pair.friction is not None:
        yield from _friction_sentences(pair.friction, since)
    yield from _arm_sentences(pair, since)
    if found.history is not None:
        yield from _history_sentences(found.history)
    if found.trend is not None:
        visits = len(found.trend.recorded_at)
        yield from (_trend_sentence(one, visits) for one in found.trend.found)
        if not found.trend.found:
            yield f"Over {visits} visits nothing rises or falls by more than noise."
    yield from _missing_sentences(found, pair)


def _since(before: ComparedFile) -> str:
    moment = moment_of(before.recorded_at)
    return f"on {moment.day} {moment:%B %Y}" if moment is not None else f"in {before.name}"


def _twist_sentences(twist: ElasticityComparison, since: str) -> Iterator[str]:
    for joint, change in twist.found:
        yield _change_sentence(joint, change, since)
    if twist.is_compared and not twist.found:
        yield (
            f"The gears are as they were {since}, as far as can be told: none of {twist.comparisons} "
            "quantities changed by more than the uncertainty of both visits."
        )
    for joint in twist.joints:
        once = [_once(change) for change in joint.measured_once]
        if once:
            yield f"Joint {joint.number + 1}, measured in one visit only: {', '.join(once)}."


def _change_sentence(joint: JointComparison, change: Change, since: str) -> str:
    assert change.difference is not None
    words = _WORDS[change.quantity][change.difference.value > 0.0].format(size=_size(joint, change))
    where = ""
    if change.cycles_per_motor_turn is not None:
        new = " (a new line)" if change.line is Line.APPEARED else ""
        where = f" at {change.cycles_per_motor_turn:.4g} cycles per motor turn{new}"
    advice = " Have the gear looked at." if change.is_worse else ""
    return (
        f"Joint {joint.number + 1} {words}{where} than {since}: more than the uncertainty of both "
        f"measurements.{advice}"
    )


def _size(joint: JointComparison, change: Change) -> str:
    assert change.difference is not None
    if change.relative is not None:
        return _with_std(change.relative, _PER_CENT, "%")
    scale, unit = scale_and_unit(change.quantity, slides=joint.is_prismatic)
    return _with_std(change.difference, scale, unit)


def _with_std(measured: Measured, scale: float, unit: str) -> str:
    return f"{scale * abs(measured.value):.3g} ± {scale * measured.std:.2g} {unit}"


def _once(change: Change) -> str:
    when = "before" if change.after is None else "now"
    line = "" if change.cycles_per_motor_turn is None else f" at {change.cycles_per_motor_turn:.4g}"
    return f"{NAMES[change.quantity]}{line} ({when})"


def _friction_sentences(friction: FrictionComparison, since: str) -> Iterator[str]:
    told = list(filter(None, (_friction_sentence(joint, since) for joint in friction.joints)))
    yield from told
    if friction.is_compared and not told:
        yield f"The friction is as it was {since}, as far as can be told."


def _friction_sentence(joint: JointFrictionChange, since: str) -> str:
    number = joint.number + 1
    if joint.is_beyond_noise:
        more = "more" if joint.is_worse else "less"
        size = _with_std(Measured(joint.relative, joint.relative_std), _PER_CENT, "%")
        advice = " Check its lubrication, and that the arm was as warm." if joint.is_worse else ""
        return (
            f"Joint {number} has {size} {more} friction than {since}: more than the uncertainty of both "
            f"measurements.{advice}"
        )
    count = int(joint.speeds.is_beyond_noise.sum())
    if not count:
        return ""
    return f"Joint {number} has another friction than {since} at {count} of {joint.speeds.speed.size} speeds."


def _arm_sentences(pair: ComparedPair, since: str) -> Iterator[str]:
    """Payload, verification and the whole arm's stiffness, in the words of the window."""
    day = since.removeprefix("on ")
    if pair.stiffness is not None:
        yield from (one.words for one in stiffness_told(pair.stiffness, day))
    if pair.payload is not None:
        yield from (one.words for one in payload_told(pair.payload, day))
    if pair.verification is not None:
        yield from (one.words for one in verification_told(pair.verification, day))


def _history_sentences(history: ArmHistory) -> Iterator[str]:
    for one in history.friction:
        if one.level.is_beyond_noise:
            slope, std = one.level.slope_per_year
            way = "rises" if slope > 0.0 else "falls"
            unit = "N" if one.is_prismatic else "N·m"
            size = _with_std(Measured(slope, std), 1.0, unit)
            yield f"The friction of joint {one.number + 1} {way} by {size} a year: more than noise."
    for name, level in history.payload.items():
        if level.is_beyond_noise:
            slope, std = level.slope_per_year
            way = "rises" if slope > 0.0 else "falls"
            scale, unit = (1.0, "kg") if name == "mass" else (1e3, "mm")
            size = _with_std(Measured(slope, std), scale, unit)
            yield f"Of the payload, the {quantity_word(name)} {way} by {size} a year: more than noise."


def _trend_sentence(one: QuantityTrend, visits: int) -> str:
    slope = one.slope_per_year
    assert slope is not None
    scale, unit = scale_and_unit(one.quantity, slides=one.is_prismatic)
    way = "rises" if slope.value > 0.0 else "falls"
    line = "" if one.cycles_per_motor_turn is None else f" at {one.cycles_per_motor_turn:.4g} cycles"
    return (
        f"The {NAMES[one.quantity]}{line} of joint {one.number + 1} {way} by "
        f"{_with_std(slope, scale, unit)} a year over {len(one.visit)} of {visits} visits: more than noise."
    )


def _missing_sentences(found: ComparedVisits, pair: ComparedPair) -> Iterator[str]:
    for visit in found.visits:
        if visit.elasticity is None:
            yield f"{visit.name} knows nothing of the twist. Run `torsion deflection` on it."
    if pair.friction is None and any(visit.sweeps is not None for visit in found.visits):
        yield "Friction sweeps are in one of the visits only, so friction was not compared."
