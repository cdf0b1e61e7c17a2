"""Prepared load steps in the order in which they run: which joint is under way; no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.arm.motions_in_turn import MotionsInTurn

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from core.elasticity.load_steps_plan import LoadStepPlan


@dataclass(frozen=True)
class LoadMoment:
    """The row of the joint under way, and the round (from 1) where a stroke runs."""

    row: int
    round: int | None


class LoadStepsUnderWay:
    """The motions of a plan; each of its joints is a row."""

    def __init__(self, motions: "Sequence[PlannedMotion]", plan: "LoadStepPlan") -> None:
        self.plan = plan
        self._turns = MotionsInTurn(motions)

    def at(self, share: float) -> LoadMoment | None:
        """Joint and round when ``share`` of the time of all motions has passed; None without motions."""
        now = self._turns.at(share)
        if now is None:
            return None
        number = self._turns.motions[now[0]].facts.get("round")
        return LoadMoment(self._turns.row_of[now[0]], number if isinstance(number, int) else None)
