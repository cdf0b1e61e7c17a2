"""What changed between visits in sentences, each with its sign."""

from collections.abc import Iterator

from app.errors.text import reason_text
from app.features.comparison.arm_change_words import Told, payload_told, stiffness_told, verification_told
from app.features.comparison.compared_visits import ComparedFile, ComparedPair, ComparedVisits
from app.features.comparison.rows import PER_CENT, quantity_unit, quantity_word, shown
from app.speech.dates import day_word
from app.speech.language import told_after, translate
from app.speech.signs import Glyph
from app.speech.units import number
from core.elasticity.compared import Change, JointComparison, Line, TwistQuantity
from core.elasticity.result import Measured
from core.friction.sweeps.comparison import JointFrictionChange


def _tr(text: str) -> str:
    return translate("CompareWords", text)


def date_word(visit: ComparedFile) -> str:
    """The day of a visit; its file's name where nobody knows."""
    return day_word(visit.recorded_at) or visit.name


# What changed, in sentences


def headline(found: ComparedVisits, pair: ComparedPair) -> Told:
    """All of it in one line."""
    since = date_word(found.visits[pair.before])
    if not pair.is_compared:
        return Told(Glyph.CROSS, _tr("Nothing could be compared with {since}.").format(since=since))
    gears = len(pair.twist.worse) if pair.twist else 0
    worse = _others_worse(pair)
    if gears:
        words = _tr("Since {since}, {count} of the gears' numbers got worse.")
        return Told(Glyph.WARNING, words.format(since=since, count=gears))
    if worse:
        words = _tr("Since {since}, {count} numbers of the arm got worse.")
        return Told(Glyph.WARNING, words.format(since=since, count=worse))
    other = _changed(pair)
    if other:
        words = _tr("Since {since}, {count} numbers changed; no gear got worse.")
        return Told(Glyph.NOTE, words.format(since=since, count=other))
    words = _tr("Nothing changed since {since} beyond the uncertainty of both visits.")
    return Told(Glyph.CHECK, words.format(since=since))


def _others_worse(pair: ComparedPair) -> int:
    """What got worse beside the gears' own numbers: the whole arm, and limits that are kept no longer."""
    arm = sum(joint.is_worse for joint in pair.stiffness.found) if pair.stiffness else 0
    return arm + (sum(joint.is_worse for joint in pair.verification.found) if pair.verification else 0)


def _changed(pair: ComparedPair) -> int:
    """Everything that changed."""
    payload = sum(change.is_beyond_noise for change in pair.payload.changes) if pair.payload else 0
    arm = len(pair.stiffness.found) if pair.stiffness else 0
    limits = len(pair.verification.found) if pair.verification else 0
    twist = len(pair.twist.found) if pair.twist else 0
    return twist + len(_changed_frictions(pair)) + payload + arm + limits


def changes_told(found: ComparedVisits, pair: ComparedPair) -> tuple[Told, ...]:
    """A sentence for every change, what was measured once, and what could not be compared."""
    since = date_word(found.visits[pair.before])
    return tuple(_changes_told(found, pair, since))


def doubts_told(pair: ComparedPair) -> tuple[str, ...]:
    """What stands against the comparison, each once."""
    reasons = [reason for part in pair.parts for reason in part.judgement.reasons]
    for part in (pair.twist, pair.friction):
        joints = part.joints if part is not None else ()
        reasons += [reason for joint in joints for reason in joint.judgement.reasons]
    return tuple(dict.fromkeys(reason_text(reason) for reason in reasons))


def _changes_told(found: ComparedVisits, pair: ComparedPair, since: str) -> Iterator[Told]:
    for joint, change in pair.twist.found if pair.twist is not None else ():
        yield _change_told(joint, change, since)
    yield from (_friction_told(friction, since) for friction in _changed_frictions(pair))
    if pair.stiffness is not None:
        yield from stiffness_told(pair.stiffness, since)
    if pair.payload is not None:
        yield from payload_told(pair.payload, since)
    if pair.verification is not None:
        yield from verification_told(pair.verification, since)
    for joint in pair.twist.joints if pair.twist is not None else ():
        if joint.measured_once:
            yield Told(Glyph.EMPTY, _once_words(joint))
    for visit in (found.visits[pair.before], found.latest):
        if visit.elasticity is None:
            words = _tr("{visit} knows nothing of the twist; analyse it first.")
            yield Told(Glyph.EMPTY, words.format(visit=visit.name))


def _changed_frictions(pair: ComparedPair) -> tuple[JointFrictionChange, ...]:
    joints = pair.friction.joints if pair.friction is not None else ()
    return tuple(one for one in joints if one.is_beyond_noise or one.speeds.is_beyond_noise.any())


def _change_told(joint: JointComparison, change: Change, since: str) -> Told:
    assert change.difference is not None
    size = _size_words(joint, change)
    cycles = number(change.cycles_per_motor_turn or 0.0, digits=4)
    words = _change_words(change).format(joint=joint.number + 1, size=size, since=since, cycles=cycles)
    beyond = _tr("More than the uncertainty of both visits.")
    if change.is_worse:
        return Told(Glyph.WARNING, told_after(words, beyond, _tr("Have the gear looked at.")))
    return Told(Glyph.NOTE, told_after(words, beyond))


def _change_words(change: Change) -> str:
    assert change.difference is not None
    if change.quantity is TwistQuantity.RIPPLE:
        return _ripple_words(change)
    fewer, more = {
        TwistQuantity.STIFFNESS: (
            _tr("Joint {joint} is {size} less stiff than on {since}."),
            _tr("Joint {joint} is {size} stiffer than on {since}."),
        ),
        TwistQuantity.BACKLASH: (
            _tr("Joint {joint} has {size} less backlash than on {since}."),
            _tr("Joint {joint} has {size} more backlash than on {since}."),
        ),
        TwistQuantity.HYSTERESIS_WIDTH: (
            _tr("The loop of joint {joint} is {size} narrower than on {since}."),
            _tr("The loop of joint {joint} is {size} wider than on {since}."),
        ),
        TwistQuantity.HYSTERESIS_ENERGY: (
            _tr("Joint {joint} loses {size} less in a loop than on {since}."),
            _tr("Joint {joint} loses {size} more in a loop than on {since}."),
        ),
        TwistQuantity.LOST_MOTION: (
            _tr("Joint {joint} has {size} less lost motion than on {since}."),
            _tr("Joint {joint} has {size} more lost motion than on {since}."),
        ),
        TwistQuantity.DAMPING: (
            _tr("Joint {joint} is damped {size} less than on {since}."),
            _tr("Joint {joint} is damped {size} more than on {since}."),
        ),
        TwistQuantity.LAG: (
            _tr("The link encoder of joint {joint} is late by {size} less than on {since}."),
            _tr("The link encoder of joint {joint} is late by {size} more than on {since}."),
        ),
    }[change.quantity]
    return more if change.difference.value > 0.0 else fewer


def _ripple_words(change: Change) -> str:
    assert change.difference is not None
    if change.line is Line.APPEARED and change.difference.value > 0.0:
        return _tr("Joint {joint} has a ripple at {cycles} per motor turn that was not there on {since}.")
    if change.line is Line.VANISHED and change.difference.value < 0.0:
        return _tr("Joint {joint} has lost its ripple at {cycles} per motor turn since {since}.")
    if change.difference.value > 0.0:
        return _tr("Joint {joint} has {size} more ripple at {cycles} per motor turn than on {since}.")
    return _tr("Joint {joint} has {size} less ripple at {cycles} per motor turn than on {since}.")


def _size_words(joint: JointComparison, change: Change) -> str:
    assert change.difference is not None
    if change.relative is not None:
        return shown(Measured(abs(change.relative.value), change.relative.std), PER_CENT)
    size = Measured(abs(change.difference.value), change.difference.std)
    return shown(size, quantity_unit(change.quantity, size.value, slides=joint.is_prismatic))


def _once_words(joint: JointComparison) -> str:
    told = []
    for change in joint.measured_once:
        word = quantity_word(change.quantity, change.cycles_per_motor_turn)
        when = _tr("before") if change.after is None else _tr("now")
        told.append(f"{word[:1].lower()}{word[1:]} ({when})")
    words = _tr("Joint {joint}, measured in one visit only: {quantities}.")
    return words.format(joint=joint.number + 1, quantities="; ".join(told))


def _friction_told(joint: JointFrictionChange, since: str) -> Told:
    if not joint.is_beyond_noise:
        words = _tr("Joint {joint} has another friction than on {since} at {count} of {all} speeds.")
        count = int(joint.speeds.is_beyond_noise.sum())
        all_speeds = joint.speeds.speed.size
        return Told(
            Glyph.NOTE, words.format(joint=joint.number + 1, since=since, count=count, all=all_speeds)
        )
    size = shown(Measured(abs(joint.relative), joint.relative_std), PER_CENT)
    more = _tr(
        "Joint {joint} has {size} more friction than on {since}. More than the uncertainty of both visits. "
        "Check its lubrication, and that the arm was as warm."
    )
    less = _tr(
        "Joint {joint} has {size} less friction than on {since}. More than the uncertainty of both visits."
    )
    words = (more if joint.is_worse else less).format(joint=joint.number + 1, size=size, since=since)
    return Told(Glyph.WARNING if joint.is_worse else Glyph.NOTE, words)
