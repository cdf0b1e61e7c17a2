"""What a person chooses about procedures: what hangs on the flange, where the floor is, what is recorded."""

from dataclasses import dataclass
from enum import StrEnum

from core.bounds import Count, Duration, Height, Payload, Seed, Share, check_bounds
from core.setting import required_setting, setting
from core.stiffness.correction import ControlLoop


@dataclass(frozen=True, kw_only=True)
class _Checked:
    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)


@dataclass(frozen=True, kw_only=True)
class FlangeSettings(_Checked):
    """What is known of the flange while a procedure runs; kg."""

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
    """The floor that a procedure keeps clear of; m against gravity over the base, None for no floor."""

    floor_height: Height | None = setting(
        0.0, "Height of the floor over the base; none for no floor.", option="floor"
    )


@dataclass(frozen=True, kw_only=True)
class SweepFormSettings:
    """The form of friction sweeps beside the numbers in ``SweepSettings``."""

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
    """How often an excitation is run."""

    cycles: Count = setting(5, "Number of periods at full speed.", caption="Periods at full speed")


@dataclass(frozen=True, kw_only=True)
class LoopSettings:
    """What a correction needs to know of the controller."""

    loop: ControlLoop = setting(
        ControlLoop.MOTOR, "Encoder on which the controller closes its position loop."
    )


class RecordedMotion(StrEnum):
    """What the arm does meanwhile."""

    STILL = "still"
    """Nothing that we command."""
    SWAY = "sway"
    """All joints at random, as far as it is safe; from pose to pose where only that is offered."""


@dataclass(frozen=True)
class RecordSettings:
    """How long is recorded, and how the arm moves meanwhile."""

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

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)
