"""The settings of the motions on which a model is verified."""

from dataclasses import dataclass
from typing import Annotated

from core.bounds import (
    Bounds,
    Count,
    Duration,
    Evaluations,
    Height,
    Length,
    Period,
    Seed,
    ToolSpeed,
    check_bounds,
)
from core.identification.verification_result import VerifiedMotion
from core.setting import setting

ALL_MOTIONS = (VerifiedMotion.EXCITATION, VerifiedMotion.POINTS, VerifiedMotion.CIRCLE)
HARMONICS = Bounds(lower=2, upper=50, whole=True)


@dataclass(frozen=True)
class VerificationMotions:
    """The verification motions and their planning; SI."""

    motions: tuple[VerifiedMotion, ...] = setting(
        ALL_MOTIONS,
        "Motions, in their order; a controller that runs no trajectories is moved from pose to pose only.",
        auto="all",
    )
    seed: Seed = setting(
        1, "Number that chooses the motions; the excitation never has the seed of the visit's plan."
    )
    period_s: Period = setting(10.0, "Length of the excitation.", option="period")
    harmonics: Annotated[int, HARMONICS] = 5
    seconds: Duration = setting(4.0, "Time to plan the excitation.")
    evaluations: Evaluations | None = setting(
        None, "Number of evaluations of the criterion after which planning ends instead."
    )
    moves: Count = setting(6, "Number of moves between poses.")
    rounds: Count = setting(5, "Number of rounds of the circle at full speed.")
    diameter_m: Length = 0.1
    top_speed: ToolSpeed = setting(0.5, "Largest speed of the flange on the circle.")
    collision: bool = True
    floor_height: Height | None = setting(
        0.0,
        "Height of the floor over the base where the visit's plan says nothing; none for no floor.",
        option="floor",
    )

    def __post_init__(self) -> None:
        """Raise an error for impossible values, with the name of the setting."""
        check_bounds(self)
