"""Sentences on the twist of the gears: the arm, each joint, the likely cause of ripple. No Qt."""

from collections.abc import Iterator
from math import isfinite

from app.errors.text import reason_text
from app.presentation import value_text
from app.speech.language import joined_sentences, tr
from app.speech.units import NO_BREAK, DisplayUnit, Value, number, stiffness_unit, twist_unit
from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple, RippleCause
from core.quality import Verdict
from core.recording import LinkPosition

SEEN_FROM_STD = 2.0
"""Smallest width of a backlash or a loop that counts as seen, in its standard deviations."""


def is_seen(found: Measured | None) -> bool:
    """Return whether a value exceeds its own uncertainty."""
    return found is not None and found.value > SEEN_FROM_STD * (found.std if isfinite(found.std) else 0.0)


def is_judged(joint: JointElasticity) -> bool:
    """Return whether any quantity of the gear itself was measured."""
    if joint.link_position is LinkPosition.COMPUTED:
        return False
    measured = (joint.stiffness, joint.branch_stiffness, joint.lost_motion, joint.hysteresis_width)
    return any(one is not None for one in measured)


def arm_sentence(found: Elasticity) -> str:
    """Number of gears that could be judged, in a sentence."""
    judged = [joint for joint in found.joints if is_judged(joint)]
    if not judged:
        return tr("No gear could be judged by this motion.")
    if len(judged) < len(found.joints):
        words = tr("{lost} of {count} joints not measured.")
        return words.format(lost=len(found.joints) - len(judged), count=len(found.joints))
    return tr("Every gear could be judged.")


def joint_sentence(joint: JointElasticity) -> str:
    """State of one gear: stiffness, backlash, loop and ripple, or the reason why it cannot be judged."""
    if not is_judged(joint):
        return joined_sentences(_why_not(joint), _ripple(joint) if joint.ripple else "")
    sentence = joined_sentences(_stiffness(joint), *_play(joint), _ripple(joint))
    return tr("{joint}: {sentence}").format(joint=joint.joint, sentence=sentence)


def _why_not(joint: JointElasticity) -> str:
    """Gravest of the reasons against a joint, as a sentence."""
    order = list(Verdict)
    gravest = max(joint.judgement.reasons, key=lambda reason: order.index(reason.verdict), default=None)
    if gravest is None:
        return tr("{joint} could not be judged by this motion.").format(joint=joint.joint)
    return reason_text(gravest)


def _stiffness(joint: JointElasticity) -> str:
    if joint.stiffness is not None:
        unit = stiffness_unit(joint.stiffness.value, slides=joint.is_prismatic)
        return tr("{sentence}.").format(sentence=measured_text(joint.stiffness, unit))
    if joint.branch_stiffness is not None:
        unit = stiffness_unit(max(joint.branch_stiffness), slides=joint.is_prismatic)
        low, high = (number(value * unit.per_si) for value in sorted(joint.branch_stiffness))
        words = tr("its loop is no line: {low} to {high} {unit} from branch to branch.")
        return words.format(low=low, high=high, unit=unit.symbol)
    return tr("stiffness not measured.")


def _play(joint: JointElasticity) -> Iterator[str]:
    """Sentences on backlash, width of the loop and lost motion."""
    if joint.backlash is not None:
        words = tr("Play {gap}.") if is_seen(joint.backlash) else tr("No play seen.")
        yield words.format(gap=twist_text(joint, joint.backlash))
    elif joint.lost_motion is None:
        yield tr("Play not measured.")
    if joint.hysteresis_width is not None:
        is_wide = is_seen(joint.hysteresis_width)
        words = tr("The loop is {width} wide.") if is_wide else tr("No hysteresis seen.")
        yield words.format(width=twist_text(joint, joint.hysteresis_width))
    if joint.lost_motion is not None:
        yield tr("Lost motion {motion}.").format(motion=twist_text(joint, joint.lost_motion))


def _ripple(joint: JointElasticity) -> str:
    if not joint.ripple:
        return tr("No ripple stands out.") if joint.spectrum is not None else ""
    strongest = joint.ripple[0]
    words = tr("Ripple {size}, {times} times per motor turn: {cause}.")
    return words.format(
        size=twist_text(joint, amplitude(strongest)),
        times=number(strongest.cycles_per_motor_turn, decimals=2),
        cause=cause_word(strongest.cause),
    )


def amplitude(ripple: Ripple) -> Measured:
    """Amplitude of a line of ripple with its standard deviation."""
    return Measured(ripple.amplitude, ripple.amplitude_std)


def measured_text(found: Measured, unit: DisplayUnit) -> str:
    """A value with its ± and its unit."""
    return value_text(Value(found.value, unit, found.std))


def twist_text(joint: JointElasticity, found: Measured) -> str:
    """Angle as text, or a length where the joint slides."""
    return measured_text(found, twist_unit(found.value, slides=joint.is_prismatic))


def ripple_words(ripple: Ripple) -> str:
    """Cycles per motor turn of a line of ripple, and its likely cause."""
    times = number(ripple.cycles_per_motor_turn, decimals=2)
    return f"{times}× {cause_word(ripple.cause)}".replace(" ", NO_BREAK)


def cause_word(cause: RippleCause) -> str:
    """Likely cause of a ripple in words."""
    return {
        RippleCause.MOTOR_TURN: tr("motor turn"),
        RippleCause.WAVE_GENERATOR: tr("wave generator"),
        RippleCause.MOTOR_HARMONIC: tr("motor harmonic"),
        RippleCause.LINK_TURN: tr("encoder or output"),
        RippleCause.GEAR_MESH: tr("gear mesh"),
    }[cause]
