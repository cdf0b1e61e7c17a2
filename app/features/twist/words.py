"""The twist of the gears in plain words: a sentence per joint, and its values with ±."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from app.errors.text import reason_text
from app.presentation import Row
from app.speech.language import told_after, translate
from app.speech.units import (
    MILLISECOND,
    NO_BREAK,
    DisplayUnit,
    load_unit,
    number,
    stiffness_unit,
    twist_unit,
)
from app.speech.values import Value, Written, write
from app.speech.words import joint_name
from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple, RippleCause
from core.quality import Judgement, Reason, Verdict

SEEN_FROM_STD = 2.0
"""Times its standard deviation a backlash or a loop has to be wide to count as seen."""
JOULE = DisplayUnit("J", 1.0)


def _tr(text: str) -> str:
    return translate("TwistWords", text)


def measured_text(found: Measured, unit: DisplayUnit) -> str:
    """A value with its ± in a unit."""
    return write(Value(found.value, unit, found.std)).number


def is_seen(found: Measured | None) -> bool:
    """Whether something stands out of its own uncertainty."""
    return found is not None and found.value > SEEN_FROM_STD * (found.std if isfinite(found.std) else 0.0)


def cause_word(cause: RippleCause) -> str:
    """What a ripple likely comes from."""
    return {
        RippleCause.MOTOR_TURN: _tr("motor turn"),
        RippleCause.WAVE_GENERATOR: _tr("wave generator"),
        RippleCause.MOTOR_HARMONIC: _tr("motor harmonic"),
        RippleCause.LINK_TURN: _tr("encoder or output"),
        RippleCause.GEAR_MESH: _tr("gear mesh"),
    }[cause]


def arm_sentence(found: Elasticity) -> str:
    """What all of it is worth."""
    judged = [joint for joint in found.joints if is_judged(joint)]
    if not judged:
        return _tr("No gear could be judged by this motion.")
    if len(judged) < len(found.joints):
        words = _tr("{judged} of {count} gears could be judged; the others say what they lack.")
        return words.format(judged=len(judged), count=len(found.joints))
    return _tr("Every gear could be judged.")


def is_judged(joint: JointElasticity) -> bool:
    """Whether anything about the gear itself was measured."""
    told = (joint.stiffness, joint.branch_stiffness, joint.lost_motion, joint.hysteresis_width)
    return any(one is not None for one in told)


def joint_sentence(joint: JointElasticity) -> str:
    """How one gear is: stiffness, backlash, loop and ripple, or why nobody can tell."""
    if not is_judged(joint):
        return f"{_why_not(joint)} {_ripple(joint) if joint.ripple else ''}".strip()
    parts = (_stiffness(joint), _backlash(joint), _loop(joint), _lost_motion(joint), _ripple(joint))
    sentence = told_after(*parts)
    return _tr("{joint}: {sentence}").format(joint=joint_name(joint), sentence=sentence)


def _why_not(joint: JointElasticity) -> str:
    """The gravest of what stands against a joint."""
    order = list(Verdict)
    gravest = max(joint.judgement.reasons, key=lambda reason: order.index(reason.verdict), default=None)
    if gravest is None:
        return _tr("{joint} could not be judged by this motion.").format(joint=joint_name(joint))
    return reason_text(_numbered(gravest, (joint,)))


def all_reasons(found: Elasticity) -> Judgement:
    """What stands against the joints and the whole, each once."""
    reasons = [*found.judgement.reasons, *(r for joint in found.joints for r in joint.judgement.reasons)]
    numbered = [_numbered(reason, found.joints) for reason in reasons]
    once = {(reason.code, repr(reason.facts)): reason for reason in numbered}
    return Judgement(found.judgement.verdict, tuple(once.values()))


def _numbered(reason: Reason, joints: Sequence[JointElasticity]) -> Reason:
    """The reason with the joint's number in place of its name, as on its button."""
    numbers = {joint.joint: joint.number + 1 for joint in joints}
    name = reason.facts.get("joint")
    number_of = numbers.get(name) if isinstance(name, str) else None
    return reason if number_of is None else replace(reason, facts={**reason.facts, "joint": number_of})


def joint_values(joint: JointElasticity) -> tuple[Row, ...]:
    """What the card beside a joint's picture shows; of a joint that nobody can judge what there is."""
    if not is_judged(joint):
        shown = [_load_value(joint), *([_ripple_value(joint)] if joint.spectrum is not None else ())]
    elif joint.lost_motion is not None:
        lost = _shown(_tr("Lost motion"), joint.lost_motion, _twist_unit_of(joint, joint.lost_motion))
        shown = [_stiffness_value(joint), lost, _loop_value(joint)]
    else:
        shown = [_stiffness_value(joint), _backlash_value(joint), _loop_value(joint), _ripple_value(joint)]
    if joint.lag is not None:
        shown.append(_shown(_tr("Lag of the link encoder"), joint.lag, MILLISECOND))
    if isfinite(joint.rms_raw) and isfinite(joint.rms_explained):
        shown.append(_explained_value(joint))
    return tuple(shown)


def _shown(caption: str, found: Measured | None, unit: DisplayUnit, remark: str = "") -> Row:
    if found is None:
        return Row("", caption, "–", remark=_tr("not measured"))
    return Row("", caption, Value(found.value, unit, found.std), remark=remark)


def _twist_unit_of(joint: JointElasticity, found: Measured) -> DisplayUnit:
    return twist_unit(found.value, slides=joint.is_prismatic)


def _in_twist_units(joint: JointElasticity, found: Measured) -> str:
    unit = _twist_unit_of(joint, found)
    return f"{measured_text(found, unit)} {unit.symbol}"


def _stiffness(joint: JointElasticity) -> str:
    if joint.stiffness is not None:
        unit = stiffness_unit(joint.stiffness.value, slides=joint.is_prismatic)
        found = f"{measured_text(joint.stiffness, unit)} {unit.symbol}"
        return _tr("{sentence}.").format(sentence=found)
    if joint.branch_stiffness is not None:
        low, high, symbol = _branches(joint, joint.branch_stiffness)
        words = _tr("its loop is no line: {low} to {high} {unit} from branch to branch.")
        return words.format(low=low, high=high, unit=symbol)
    return _tr("stiffness not measured.")


def _branches(joint: JointElasticity, branches: tuple[float, float]) -> tuple[str, str, str]:
    unit = stiffness_unit(max(branches), slides=joint.is_prismatic)
    low, high = (number(value * unit.per_si) for value in sorted(branches))
    return low, high, unit.symbol


def _backlash(joint: JointElasticity) -> str:
    if joint.backlash is None:
        return "" if joint.lost_motion is not None else _tr("Backlash not measured.")
    if not is_seen(joint.backlash):
        return _tr("No backlash seen.")
    return _tr("Backlash {gap}.").format(gap=_in_twist_units(joint, joint.backlash))


def _loop(joint: JointElasticity) -> str:
    if joint.hysteresis_width is None:
        return ""
    if not is_seen(joint.hysteresis_width):
        return _tr("No hysteresis seen.")
    return _tr("The loop is {width} wide.").format(width=_in_twist_units(joint, joint.hysteresis_width))


def _lost_motion(joint: JointElasticity) -> str:
    if joint.lost_motion is None:
        return ""
    return _tr("Lost motion {motion}.").format(motion=_in_twist_units(joint, joint.lost_motion))


def _ripple(joint: JointElasticity) -> str:
    if not joint.ripple:
        return _tr("No ripple stands out.") if joint.spectrum is not None else ""
    strongest = joint.ripple[0]
    words = _tr("Ripple {size}, {times} times per motor turn: {cause}.")
    return words.format(
        size=_in_twist_units(joint, Measured(strongest.amplitude, strongest.amplitude_std)),
        times=number(strongest.cycles_per_motor_turn, decimals=2),
        cause=cause_word(strongest.cause),
    )


def _stiffness_value(joint: JointElasticity) -> Row:
    caption = _tr("Stiffness")
    if joint.stiffness is None and joint.branch_stiffness is not None:
        low, high, unit = _branches(joint, joint.branch_stiffness)
        return Row("", caption, Written(f"{low} – {high}", unit=unit), remark=_tr("by branch"))
    size = 0.0 if joint.stiffness is None else joint.stiffness.value
    remark = told_after(*_load_text(joint)) if isfinite(joint.load_low + joint.load_high) else ""
    return _shown(caption, joint.stiffness, stiffness_unit(size, slides=joint.is_prismatic), remark)


def _backlash_value(joint: JointElasticity) -> Row:
    return _seen_or_below(_tr("Backlash"), joint, joint.backlash)


def _loop_value(joint: JointElasticity) -> Row:
    energy = joint.hysteresis_energy
    if joint.hysteresis_width is None and energy is not None:
        return Row("", _tr("Loop"), Value(energy.value, JOULE, energy.std), remark=_tr("lost in one loop"))
    remark = "" if energy is None else f"{measured_text(energy, JOULE)} J"
    return _seen_or_below(_tr("Loop width"), joint, joint.hysteresis_width, remark)


def _seen_or_below(caption: str, joint: JointElasticity, found: Measured | None, remark: str = "") -> Row:
    """A width with its ±; how wide it may be at most where it does not stand out of that."""
    if found is None or is_seen(found):
        unit = twist_unit(0.0 if found is None else found.value, slides=joint.is_prismatic)
        return _shown(caption, found, unit, remark)
    most = max(found.value, 0.0) + SEEN_FROM_STD * found.std
    unit = twist_unit(most, slides=joint.is_prismatic)
    below = _tr("below {most} {unit}").format(most=number(most * unit.per_si, digits=2), unit=unit.symbol)
    return Row("", caption, _tr("none seen"), remark=below)


def _ripple_value(joint: JointElasticity) -> Row:
    if not joint.ripple:
        none = _tr("none seen") if joint.spectrum is not None else "–"
        return Row("", _tr("Ripple"), none, remark="" if joint.spectrum is not None else _tr("not measured"))
    strongest = joint.ripple[0]
    found = Measured(strongest.amplitude, strongest.amplitude_std)
    return _shown(_tr("Ripple"), found, _twist_unit_of(joint, found), ripple_words(strongest))


def ripple_words(ripple: Ripple) -> str:
    """Where a line of ripple is, and what it likely comes from."""
    return f"{number(ripple.cycles_per_motor_turn, decimals=2)}× {cause_word(ripple.cause)}".replace(
        " ", NO_BREAK
    )


def _load_value(joint: JointElasticity) -> Row:
    caption = _tr("Load of the gear")
    if not (isfinite(joint.load_low) and isfinite(joint.load_high)):
        return Row("", caption, "–", remark=_tr("not measured"))
    load, symbol = _load_text(joint)
    return Row("", caption, Written(load, unit=symbol))


def _load_text(joint: JointElasticity) -> tuple[str, str]:
    """From the least load to the most, and its unit."""
    unit = load_unit(max(abs(joint.load_low), abs(joint.load_high)), slides=joint.is_prismatic)
    low, high = (number(load * unit.per_si, digits=2) for load in (joint.load_low, joint.load_high))
    return _tr("{low} to {high}").format(low=low, high=high), unit.symbol


def _explained_value(joint: JointElasticity) -> Row:
    unit = twist_unit(joint.rms_explained, slides=joint.is_prismatic)
    remark = _tr("of {raw}").format(raw=number(joint.rms_raw * unit.per_si))
    return Row("", _tr("Left unexplained"), Value(joint.rms_explained, unit), remark=remark)
