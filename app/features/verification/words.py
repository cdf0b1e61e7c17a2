"""The motions of a verification in words, and the reading of its typed limits."""

from typing import TYPE_CHECKING

from app.features.verification.presentation import motion_word
from app.guide.run_words import REPEAT, stage_word
from app.speech.language import tr
from app.speech.quantities import SHARE, TORQUE, NotUnderstood, Quantity, read_all
from app.speech.units import number

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from app.features.verification.procedure import PreparedPart

_MM_PER_M = 1000.0


def part_word(part: "PreparedPart") -> str:
    """Name of a motion, of a circle with its speed."""
    speed = part.facts.get("speed")
    if not isinstance(speed, float):
        return motion_word(part.motion)
    shown = number(_MM_PER_M * speed, decimals=0)
    return tr("{motion} at {speed} mm/s").format(motion=motion_word(part.motion), speed=shown)


def stage_of_part(motion: "PlannedMotion", part: "PreparedPart") -> str:
    """Name of a stage of one of the motions."""
    moves = motion.facts.get("move")
    if moves is not None and motion.code == REPEAT and "cycles" not in motion.facts:  # of a tour of poses
        return tr("{motion}: move {number}").format(motion=part_word(part), number=moves)
    if motion.facts.get("fraction") == 1.0:
        return tr("{motion}: full speed").format(motion=part_word(part))
    words = stage_word(motion)
    return tr("{motion}: {stage}").format(
        motion=motion_word(part.motion), stage=words[:1].lower() + words[1:]
    )


def parse_shares(text: str) -> tuple[float, ...] | None:
    """Shares from ``30 %`` or ``20 20 30 %``, one or one for each joint; None for an empty field."""
    return _positive(text, SHARE)


def parse_torques(text: str) -> tuple[float, ...] | None:
    """N·m (N) from ``1.5`` or ``2 2 1 N·m``, one or one for each joint; None for an empty field."""
    return _positive(text, TORQUE)


def _positive(text: str, quantity: Quantity) -> tuple[float, ...] | None:
    values = read_all(text, quantity)
    if not all(value > 0.0 for value in values):
        raise NotUnderstood(text)
    return values or None
