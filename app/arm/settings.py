"""Settings of procedures: payload on the flange, height of the floor, length and motion of a recording."""

from dataclasses import dataclass
from enum import StrEnum

from core.bounds import Count, Duration, Height, Payload, Place, Seed, Share, check_bounds
from core.setting import required_setting, setting
from core.stiffness.correction import ControlLoop


@dataclass(frozen=True, kw_only=True)
class _Checked:
    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)


@dataclass(frozen=True, kw_only=True)
class FlangeSettings(_Checked):
    """Payload on the flange while a procedure runs, kg."""

    payload_mass: Payload | None = setting(
        None,
        "Weighed mass on the flange.",
        caption="Payload",
        auto="unknown",
        example="2.4 kg",
        option="payload-kg",
    )


@dataclass(frozen=True, kw_only=True)
class FloorSettings(_Checked):
    """Height of the floor over the base, against gravity, m; None for no floor."""

    floor_height: Height | None = setting(
        0.0, "Height of the floor over the base; none for no floor.", option="floor"
    )


@dataclass(frozen=True, kw_only=True)
class SweepFormSettings:
    """Settings of friction sweeps beside those in ``SweepSettings``."""

    slow: bool = setting(
        False, "At most 250 mm/s anywhere: nobody has to leave the cell.", caption="Speed of the tool"
    )
    is_quick: bool = setting(
        False,
        "The short form: fewer speeds, one pose, no part of the load.",
        caption="How thoroughly",
        option="quick",
    )


@dataclass(frozen=True, kw_only=True)
class RepeatSettings(_Checked):
    """Number of periods of an excitation."""

    cycles: Count = setting(5, "Number of periods at full speed.", caption="Periods at full speed")


@dataclass(frozen=True, kw_only=True)
class LoopSettings:
    """Position loop of the controller, for a correction of the tool."""

    loop: ControlLoop = setting(
        ControlLoop.MOTOR, "Encoder on which the controller closes its position loop."
    )


@dataclass(frozen=True, kw_only=True)
class ToolSettings(_Checked):
    """Tool point whose shift is corrected, m in the flange frame; None for that of the stiffness."""

    tool: tuple[Place, Place, Place] | None = setting(
        None,
        "The point that is brought back, in the flange's directions.",
        caption="Tool point x y z",
        auto="as in Stiffness",
        example="0 0 150 mm",
    )


class RecordedMotion(StrEnum):
    """Motion of the arm during a recording."""

    STILL = "still"
    """No commanded motion."""
    SWAY = "sway"
    """All joints at random, as far as it is safe; from pose to pose on a controller that offers only that."""


@dataclass(frozen=True)
class RecordSettings(_Checked):
    """Length of a recording, and motion of the arm during it."""

    seconds: Duration = required_setting("Length of the motion in full.", caption="How long", example="10 s")
    motion: RecordedMotion = setting(
        RecordedMotion.STILL,
        "Motion meanwhile: nothing that we command, or all joints at random.",
        caption="Motion",
        auto="sway where the controller moves",
    )
    speed: Share | None = setting(
        None,
        "Share of the joints' speed, after slower rehearsals.",
        caption="Speed",
        auto="at most 250 mm/s",
    )
    seed: Seed = setting(0, "Number that chooses the motion.")
