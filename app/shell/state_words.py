"""The state of an arm in words: its subjects, their key numbers and what to do, for window and terminal."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.speech.dates import day_word
from app.speech.language import tr
from app.speech.units import (
    KILOGRAM,
    DisplayUnit,
    Value,
    percent,
    stiffness_unit,
    torque_unit,
    twist_unit,
    write,
)
from core.catalogue.arm_state import Subject, SubjectState, ToDo

if TYPE_CHECKING:
    from app.shell.arm_state import ArmState

_UNITS: Mapping[str, Callable[[float], DisplayUnit]] = {
    "kg": lambda _size: KILOGRAM,
    "rad": lambda size: twist_unit(size, slides=False),
    "N·m": lambda _size: torque_unit(slides=False),
    "N·m/rad": lambda size: stiffness_unit(size, slides=False),
}


def subject_word(subject: Subject) -> str:
    """Name of a subject."""
    return {
        Subject.ENCODERS: tr("Encoders"),
        Subject.FRICTION: tr("Friction"),
        Subject.GEARS: tr("Gears"),
        Subject.MODEL: tr("Model"),
        Subject.VERIFICATION: tr("Verification"),
        Subject.PAYLOAD: tr("Payload"),
        Subject.STIFFNESS: tr("Arm stiffness"),
        Subject.REPORT: tr("Report"),
    }[subject]


def joint_word(name: str) -> str:
    """Name of a joint in a sentence: its number where its name says no more."""
    number = name.removeprefix("joint_")
    return tr("joint {number}").format(number=number) if number != name and number.isdecimal() else name


def number_words(state: SubjectState) -> str:
    """The key number of a subject; empty without one."""
    if not math.isfinite(state.value):
        return ""
    if state.unit == "joints":
        words = tr("{trusted} of {count} joints agree")
        return words.format(trusted=f"{state.value:.0f}", count=state.of)
    if state.unit == "%":
        return tr("misses {share} of the torque").format(share=_written(state, state.value))
    return _written(state, state.value, state.std)


def beside_words(state: SubjectState) -> str:
    """What the key number is of, and what it was compared with; empty for neither."""
    parts = []
    if state.of and state.unit != "joints":
        parts.append(joint_word(state.of))
    if state.compared_by:
        words = {
            "usual": tr("usual: {value}"),
            "earlier": tr("was {value} on {date}"),
            "set": tr("set in the robot: {value}"),
            "limit": tr("limit {value}"),
        }[state.compared_by]
        value, date = _written(state, state.compared), day_word(state.compared_at)
        parts.append(words.format(value=value, date=date))
    return ", ".join(parts)


def to_do_words(state: SubjectState) -> str:
    """What to do about a subject, in two or three words for a button; empty where nothing is."""
    return {
        ToDo.NOTHING: "",
        ToDo.MEASURE: tr("Measure"),
        ToDo.MEASURE_AGAIN: tr("Measure again"),
        ToDo.SEE_REASONS: tr("See the reasons"),
        ToDo.LOOK_AT_JOINT: tr("Look at {joint}").format(joint=joint_word(state.of)),
        ToDo.SET_PAYLOAD: tr("Set it in the robot"),
        ToDo.WRITE: tr("Write the report"),
    }[state.to_do]


def care_sentences(state: "ArmState") -> str:
    """What needs care, in a sentence for each subject; empty where nothing does."""
    return " ".join(
        _care_sentence(one) for one in state.subjects if one.to_do in {ToDo.LOOK_AT_JOINT, ToDo.SET_PAYLOAD}
    )


def _care_sentence(state: SubjectState) -> str:
    if state.to_do is ToDo.SET_PAYLOAD:
        if state.value > state.compared:
            return tr("The payload set in the robot is too light.")
        return tr("The payload set in the robot is too heavy.")
    words = tr("{subject}: {joint} is worse than is usual.")
    if state.compared_by == "earlier":
        words = tr("{subject}: {joint} got worse since the earlier visit.")
    return words.format(subject=subject_word(state.subject), joint=joint_word(state.of))


def _written(state: SubjectState, value: float, std: float = 0.0) -> str:
    if state.unit == "%":
        return percent(value / 100.0)
    unit = _UNITS[state.unit](state.value)
    return write(Value(value, unit, std) if std else Value(value, unit, digits=3)).text
