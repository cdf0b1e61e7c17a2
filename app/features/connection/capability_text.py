"""Abilities of a controller in sentences with a sign, shown before and after connecting."""

from app.speech.language import tr
from app.speech.units import number
from app.speech.words import torque_word
from app.widgets.glyphs import Glyph
from core.recording import Mark
from devices.capabilities import Capabilities, ControllerKind


def capability_lines(capabilities: Capabilities) -> tuple[tuple[Glyph, str], ...]:
    """Lines on the reported signals, the accepted motions, and the effect of a failure of this computer."""
    return (
        (Glyph.CHECK if capabilities.has_link_encoders else Glyph.FAIR, _reports(capabilities)),
        (Glyph.CHECK if capabilities.can_move else Glyph.NOTE, _moves(capabilities)),
        silence_line(capabilities),
    )


def unknown_abilities_line() -> tuple[Glyph, str]:
    """Line for an arm on a port or in a network, whose abilities are unknown before it has answered."""
    return Glyph.NOTE, tr("Its abilities are known after connecting. Connecting only reads.")


def silence_line(capabilities: Capabilities) -> tuple[Glyph, str]:
    """Line on the behaviour of a moving arm if this computer fails."""
    if not capabilities.can_move:
        return Glyph.CHECK, tr("If this computer fails, nothing happens: the arm is only read.")
    if capabilities.stops_when_host_silent:
        return Glyph.CHECK, tr("If this computer fails, the arm decelerates and stops by itself.")
    return Glyph.WARNING, tr(
        "If this computer fails, the arm finishes the move it is in. Moves are short and slow, one at a time."
    )


def _reports(capabilities: Capabilities) -> str:
    rate = number(capabilities.sample_rate, decimals=0)
    torque = torque_word(capabilities.torque_kind).lower()
    if capabilities.has_link_encoders:
        words = tr("{count} joints, both encoders and {torque} at {rate} Hz.")
    else:
        words = tr("{count} joints, one encoder each and {torque} at {rate} Hz. The gears stay unseen.")
    return words.format(count=capabilities.joint_count, torque=torque, rate=rate)


def _moves(capabilities: Capabilities) -> str:
    if capabilities.mark is Mark.REPLAY:
        return tr("Plays what was recorded; nothing moves.")
    return {
        ControllerKind.OPEN: tr("Takes whole trajectories, jogs, and moves to a pose."),
        ControllerKind.CLOSED: tr("Moves from pose to pose at a percentage of its speed."),
        ControllerKind.READ_ONLY: tr("Takes no motion from outside; it is only read."),
    }[capabilities.kind]
