"""Words used by all features: verdicts, signs, marks of data that are not from a real arm. No Qt.

``app.widgets.glyphs`` paints the signs.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.speech.dates import stamp_text
from app.speech.language import listed, tr
from app.speech.units import number
from core.diagnostics.signals import Signal
from core.identification.settings import FeatureKind, ResidualKind
from core.quality import UNREADABLE, Verdict, Word, word_of
from core.recording import Mark, Quantity, TorqueKind
from devices.capabilities import Capabilities, ControllerKind

_NUMBERED = re.compile(r"(?<![A-Za-z0-9_])joint_(\d+)(?![A-Za-z0-9_])")


def verdict_word(verdict: Verdict | Word) -> str:
    """The word that window, terminal and paper have for a verdict."""
    return tr(
        {
            Word.GOOD: "Good",
            Word.USABLE: "Usable",
            Word.NEEDS_CARE: "Needs care",
            Word.MEASURE_AGAIN: "Measure again",
            Word.NOT_MEASURED: "Not measured",
        }[word_of(verdict)]
    )


def stored_verdict_word(stored: str) -> str:
    """The word of a verdict as a catalogue stores it: that of a visit or an arm; empty without one."""
    if stored == UNREADABLE:
        return tr("Cannot be read")
    return verdict_word(Verdict(stored)) if stored else ""


def mark_word(marks: Iterable[Mark]) -> str:
    """Words across everything that is not from a real arm; empty for a real one."""
    words = {
        Mark.SYNTHETIC: "SYNTHETIC",
        Mark.VIRTUAL: "VIRTUAL",
        Mark.REPLAY: "REPLAY",
        Mark.SAID: "EMULATED",
    }
    found = set(marks)
    return " · ".join(tr(words[mark]) for mark in Mark if mark is not Mark.NONE and mark in found)


def body_word(name: str) -> str:
    """Words for a body of the arm or around it, as named by ``core.robot.collision``."""
    if name.startswith("link "):
        return tr("link {number}").format(number=name.removeprefix("link "))
    return {"base": tr("base"), "floor": tr("floor")}.get(name, name)


def with_joint_numbers(text: str) -> str:
    """Text for a screen or paper: a joint whose name says no more than its number is shown by that."""
    return _NUMBERED.sub(_joint_number, text) if "joint_" in text else text


def _joint_number(found: re.Match[str]) -> str:
    begins = not found.string[: found.start()].strip() or found.string[: found.start()].endswith((". ", "\n"))
    words = tr("Joint {number}") if begins else tr("joint {number}")
    return words.format(number=found[1])


def quantity_word(quantity: str) -> str:
    """Words for one of ``QUANTITIES`` within a sentence."""
    return tr({"mass": "mass", "x": "centre, x", "y": "centre, y", "z": "centre, z"}[quantity])


def origin_words(serial: str, recorded_at: str, *more: str) -> str:
    """Serial number, time of recording, and ``more`` facts on one line."""
    facts = (
        tr("Serial number {serial}").format(serial=serial) if serial else tr("Serial number not known"),
        tr("recorded {moment}").format(moment=stamp_text(recorded_at))
        if recorded_at
        else tr("time of recording not known"),
        *filter(None, more),
    )
    return tr("{facts}.").format(facts=listed(facts))


def signal_word(signal: Signal) -> str:
    """Words for a signal of the live view, on chips, charts and axes."""
    return tr(
        {
            Signal.DEFLECTION: "Twist",
            Signal.MOTOR_ANGLE: "Motor angle",
            Signal.LINK_ANGLE: "Link angle",
            Signal.POSITION: "Position",
            Signal.RATE: "Rate",
            Signal.TORQUE: "Torque",
            Signal.CURRENT: "Current",
            Signal.TEMPERATURE: "Temperature",
            Signal.EXPECTED_TORQUE: "Expected torque",
            Signal.TORQUE_RESIDUAL: "Residual",
            Signal.EXTERNAL_TORQUE: "External torque",
        }[signal]
    )


def kind_word(kind: ControllerKind) -> str:
    """Words for a kind of controller and its abilities."""
    return tr(
        {
            ControllerKind.OPEN: "Open: trajectories, both encoders at 1 kHz",
            ControllerKind.CLOSED: "Closed: point to point, one encoder at 125 Hz",
            ControllerKind.READ_ONLY: "Read only: reports, never moves",
        }[kind]
    )


def torque_word(kind: TorqueKind) -> str:
    """Words for the source of a torque."""
    return tr(
        {
            TorqueKind.MOTOR_CURRENT: "Motor current",
            TorqueKind.MOTOR_TORQUE: "Motor torque",
            TorqueKind.LINK_SENSOR: "Joint sensor",
            TorqueKind.MODEL: "Computed by a model",
            TorqueKind.UNKNOWN: "Not known",
        }[kind]
    )


def residual_word(kind: ResidualKind) -> str:
    """Words for a kind of residual learner."""
    return tr(
        {
            ResidualKind.NONE: "None",
            ResidualKind.RBF: "Radial basis functions",
            ResidualKind.GMM: "Gaussian mixture",
        }[kind]
    )


def feature_word(kind: FeatureKind) -> str:
    """Words for the inputs of a residual learner."""
    return tr(
        {
            FeatureKind.DEFLECTION: "The twist and its rate",
            FeatureKind.STATE: "Position and speed",
            FeatureKind.BOTH: "Both",
        }[kind]
    )


def meaning_word(name: str) -> str:
    """Word for what a column of a file holds: a quantity of a recording."""
    return tr(
        {
            Quantity.POSITION: "position",
            Quantity.VELOCITY: "velocity",
            Quantity.ACCELERATION: "acceleration",
            Quantity.MOTOR_POSITION: "position of the motor",
            Quantity.MOTOR_VELOCITY: "velocity of the motor",
            Quantity.LINK_POSITION: "position of the link",
            Quantity.CURRENT: "current",
            Quantity.MOTOR_TORQUE: "torque at the motor shaft",
            Quantity.TORQUE: "torque at the joint",
            Quantity.CURRENT_REFERENCE: "current computed by the controller",
            Quantity.TORQUE_REFERENCE: "torque computed by the controller",
            Quantity.TEMPERATURE: "temperature",
        }[Quantity(name)]
    )


def reported_words(capabilities: Capabilities) -> str:
    """Sentence on what a controller reports of each joint, and how often."""
    rate = number(capabilities.sample_rate, decimals=0)
    torque = torque_word(capabilities.torque_kind).lower()
    if capabilities.has_link_encoders:
        words = tr("{count} joints, both encoders and {torque} at {rate} Hz.")
    else:
        words = tr("{count} joints, one encoder each and {torque} at {rate} Hz. The gears stay unseen.")
    return words.format(count=capabilities.joint_count, torque=torque, rate=rate)


class Glyph(StrEnum):
    """The shapes that ``app.widgets.glyphs`` can paint."""

    CHECK = "check"
    CURRENT = "current"
    EMPTY = "empty"
    OUTLINED = "outlined"
    AGAIN = "again"
    DASH = "dash"
    WARNING = "warning"
    FAIR = "fair"
    CROSS = "cross"
    NOTE = "note"
    STOP = "stop"
    MOVING = "moving"
    ARM = "arm"
    FILE = "file"
    VISIT = "visit"
    WAVE = "wave"
    LOOP = "loop"
    LOAD = "load"
    PLAY = "play"
    PAUSE = "pause"
    BELL = "bell"


WORD_GLYPHS: Mapping[Word, Glyph] = {
    Word.GOOD: Glyph.CHECK,
    Word.USABLE: Glyph.OUTLINED,
    Word.NEEDS_CARE: Glyph.WARNING,
    Word.MEASURE_AGAIN: Glyph.AGAIN,
    Word.NOT_MEASURED: Glyph.DASH,
}
VERDICT_GLYPHS: Mapping[Verdict | Word, Glyph] = {one: WORD_GLYPHS[word_of(one)] for one in (*Verdict, *Word)}
"""The sign beside the word of a verdict."""


@dataclass(frozen=True)
class Signed:
    """A sign together with its words."""

    glyph: Glyph
    words: str
