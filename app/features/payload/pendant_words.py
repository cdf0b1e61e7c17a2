"""Sentences about strokes that somebody jogs: one for each thing that was seen."""

import math
from collections.abc import Callable, Mapping

from app.features.payload.pendant import Watching
from app.speech.language import joined_sentences, tr
from app.speech.units import KILOGRAM, Value, number, write
from app.visit.payload import PayloadRun
from core.errors import Fact
from core.payload.jogged_strokes import Notice, Seen
from core.payload.plan import SweptJoints

SLOW_DEG_S = (2, 6)
"""Speeds that a person is told to jog at, °/s."""


def jog_sentence(joints: SweptJoints, *, load: PayloadRun) -> str:
    """What is to be jogged with the pendant of an arm that is only read."""
    words = tr(
        "Jog joint {first} and joint {second} with the pendant, one at a time, at a steady {low} to "
        "{high} °/s by 30° or more, there and back. Then turn the wrist by about 90° and do the same once "
        "more."
    )
    if load is PayloadRun.LOADED:
        words = tr(
            "Jog the same with the payload on: joint {first} and joint {second}, one at a time, at a steady "
            "{low} to {high} °/s, there and back over the same angles."
        )
    low, high = SLOW_DEG_S
    return words.format(first=joints.first + 1, second=joints.second + 1, low=low, high=high)


def watching_words(now: Watching) -> str:
    """What was seen, what comes next, and the payload so far."""
    said = notice_words(now.notice)
    if now.notice.seen is not Seen.COUNTED:
        return said
    return joined_sentences(said, *filter(None, (_mass(now), next_words(now.lacking, now.is_turned))))


def notice_words(notice: Notice) -> str:
    """One sentence about what was seen."""
    facts = {name: _fact(value) for name, value in notice.facts.items()}
    joint = notice.joint + 1
    return _SAID[notice.seen](notice, {**facts, "joint": str(joint)})


def next_words(lacking: Mapping[int, int], is_turned: bool) -> str:  # noqa: FBT001  # a fact of the sentence
    """What is still to be jogged; empty if it is enough."""
    if not lacking:
        return tr("That is enough.")
    joint = min(lacking, key=lambda one: (-lacking[one], one))
    if (
        not is_turned
        and len(set(lacking.values())) == 1
        and len(lacking) > 1
        and max(lacking.values()) < _ALL
    ):
        return tr("Now turn the wrist by about 90°, and jog both joints once more there and back.")
    return tr("Next: joint {joint}, there and back.").format(joint=joint + 1)


_ALL = 2


def _mass(now: Watching) -> str:
    found = now.estimate
    if found is None or not math.isfinite(found.mass_std) or found.mass_std > abs(found.mass):
        return ""
    mass = write(Value(found.mass, KILOGRAM, found.mass_std)).text
    return tr("Mass so far: {mass}.").format(mass=mass)


def _fact(value: Fact) -> str:
    """An angle or a speed in degrees; a whole number, or a list of joints from 1, as it is."""
    if isinstance(value, float):
        return number(math.degrees(value), decimals=1)
    if isinstance(value, tuple):
        return ", ".join(str(int(one) + 1) for one in value)
    return str(value)


Words = Callable[[Notice, Mapping[str, str]], str]


def _off(notice: Notice, facts: Mapping[str, str]) -> str:
    if "off" in notice.facts:
        off = str(int(str(notice.facts["off"])) + 1)
        words = tr(
            "This stroke does not count: joint {off} is at {here}°, and was at {there}° with the empty arm."
        )
        return words.format(off=off, here=facts["here"], there=facts["there"])
    if "low" in notice.facts:
        words = tr(
            "This stroke does not count: with the empty arm joint {joint} went from {low}° to {high}°."
        )
        return words.format(**facts)
    return tr("This stroke does not count: joint {joint} was not jogged with the empty arm.").format(**facts)


def _plain(text: Callable[[], str]) -> Words:
    return lambda _notice, facts: text().format(**facts)


def _fast(_notice: Notice, facts: Mapping[str, str]) -> str:
    words = tr("Too fast: {speed} °/s. This stroke does not count; jog at {low} to {high} °/s.")
    return words.format(speed=facts["speed"], low=SLOW_DEG_S[0], high=SLOW_DEG_S[1])


def _slow(_notice: Notice, facts: Mapping[str, str]) -> str:
    words = tr("Too slow: {speed} °/s. This stroke does not count; jog at {low} to {high} °/s.")
    return words.format(speed=facts["speed"], low=SLOW_DEG_S[0], high=SLOW_DEG_S[1])


_SAID: Mapping[Seen, Words] = {
    Seen.STEADY: _plain(lambda: tr("Steady, {speed} °/s. Keep the arrow pressed.")),
    Seen.THERE: _plain(lambda: tr("Joint {joint} is there. Now back the same way.")),
    Seen.COUNTED: _plain(lambda: tr("✓ Sweep {number} counts: joint {joint}, there and back.")),
    Seen.PLACED: _plain(lambda: tr("Joint {joint} was moved to another place.")),
    Seen.TOO_FAST: _fast,
    Seen.TOO_SLOW: _slow,
    Seen.TOO_SHORT: _plain(
        lambda: tr("Too short: {way}°. This stroke does not count; jog joint {joint} by 20° or more.")
    ),
    Seen.UNSTEADY: _plain(
        lambda: tr("The speed of joint {joint} changed on the way. This stroke does not count.")
    ),
    Seen.STOPPED: _plain(lambda: tr("Joint {joint} stopped on the way. This stroke does not count.")),
    Seen.OTHERS_MOVED: _plain(
        lambda: tr("Joint {others} moved as well. This stroke of joint {joint} does not count.")
    ),
    Seen.NO_WAY_BACK: _plain(
        lambda: tr("Joint {joint} did not come back the same way. That stroke does not count.")
    ),
    Seen.OTHER_SPEED: _plain(
        lambda: tr("There at {before} °/s, back at {speed} °/s: jog back once more, as fast as this.")
    ),
    Seen.NOT_ON_EMPTY: _off,
    Seen.LOST: _plain(
        lambda: tr("Samples were lost on the way. This stroke of joint {joint} does not count.")
    ),
}
