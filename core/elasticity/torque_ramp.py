"""Winding a locked gear up and down by small steps of its motor: how large the next one is, when to turn.

Nobody knows beforehand how stiff the gear is or how much play it has. So on the first way each step is
bounded as if the gear were as stiff as gears for its torque come; from then on by the stiffest slope
that was met. That holds across play too, where the torque says nothing until the other flank is met.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.bounds import Bounds, check_bounds
from core.errors import BadRequest
from core.setting import setting

MOST_TORQUE_SHARE = 0.75
"""Of the rated torque: what a flank that is met late in a step adds stays below it."""
FEWEST_STEPS = 10
MOST_SPEED = float(np.radians(5.0))
"""rad/s: faster steps are no slow ramps any more."""
TORQUE_SHARE = Bounds(lower=0.0, upper=MOST_TORQUE_SHARE, above=True)
ROUNDS = Bounds(lower=1, upper=100, whole=True)
STEPS = Bounds(lower=FEWEST_STEPS, upper=10_000, whole=True)
WIND = Bounds("rad", 0.0, np.pi / 2.0, above=True)
RAMP_SPEED = Bounds("rad/s", 0.0, MOST_SPEED, above=True)
STIFFEST_GEAR = 1000.0
"""1/rad, stiffness over rated torque: the stiffest cycloidal reducers wind up by 1 mrad."""
MARGIN = 1.5
"""Times the stiffest slope that was met, for what was not met yet."""
GROWTH = 1.5
"""Of a step to the next one where the torque hardly changed."""
LARGEST_RISE = 0.25
"""Of the torque that is wound up to: the most that a step may add where the gear is stiffest."""
HARDLY = 0.5
"""Of the wanted change: a step that changed the torque by less may grow."""
REACHED = 0.98
"""Of the torque that is wound up to."""


@dataclass(frozen=True)
class TorqueRampSettings:
    """How a locked gear is wound up.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    torque_share: Annotated[float, TORQUE_SHARE] = setting(
        0.6, "Share of the rated torque to which the gear is wound, both ways.", option="torque"
    )
    rounds: Annotated[int, ROUNDS] = setting(
        2, "Number of times down and up again, once the gear was wound up for the first time."
    )
    steps: Annotated[int, STEPS] = setting(
        50, "Number of steps from end to end where the gear is stiffest, about."
    )
    most_wind: Annotated[float, WIND] = setting(
        float(np.radians(6.0)),
        "Angle at the output by which the motor may go to either side; "
        "beyond it the output is taken for not locked.",
        option="wind",
    )
    speed: Annotated[float, RAMP_SPEED] = setting(float(np.radians(0.5)), "Speed of the steps.")

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        check_bounds(self)


class TorqueRamp:
    """Up, then down and up between two torques, then back to none; for one motor.

    Parameters
    ----------
    settings
        How.
    rated
        N·m of the gear.
    start
        rad where the motor stands.
    """

    def __init__(self, settings: TorqueRampSettings, *, rated: float, start: float) -> None:
        self._settings, self._start, self._target = settings, start, start
        self._torque = settings.torque_share * rated
        self._ways = [1.0, *[-1.0, 1.0] * settings.rounds, -1.0]
        self._way = 0
        self._assumed, self._stiffest = STIFFEST_GEAR * rated, 0.0
        self._step = self._wanted_step
        self._before: tuple[float, float] | None = None
        self._anchor: tuple[float, float] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all rounds are over and the gear is unloaded again."""
        return self._way >= len(self._ways)

    @property
    def way(self) -> int:
        """Number of the way under way, from 0; even ones go up."""
        return self._way

    @property
    def progress(self) -> float:
        """0 to 1, by the ways that are done."""
        return self._way / len(self._ways)

    def next_target(self, *, position: float, torque: float) -> float | None:
        """Where the motor goes next, rad; None when all is done.

        Parameters
        ----------
        position, torque
            rad and N·m, as measured where the motor stands now.

        Raises
        ------
        BadRequest
            ``torque-ramp-wind`` with the ``torque`` that was reached: the gear would be wound further
            than the settings allow.
        """
        self._learn(position, torque)
        while not self.is_done and self._left(torque) <= 0.0:
            self._way += 1
            self._step, self._anchor = self._wanted_step, None
        if self.is_done:
            return None
        most = min(LARGEST_RISE * self._torque, max(self._left(torque), self._wanted_change))
        target = self._target + self._ways[self._way] * min(self._step, most / self._stiffness)
        if abs(target - self._start) > self._settings.most_wind:
            raise BadRequest("torque-ramp-wind", wind=self._settings.most_wind, torque=torque)
        self._before, self._target = (position, torque), target
        self._anchor = self._anchor or self._before
        return target

    def _left(self, torque: float) -> float:
        """N·m until this way is over; the last one ends at no load."""
        is_last = self._way == len(self._ways) - 1
        return (0.0 if is_last else REACHED * self._torque) - self._ways[self._way] * torque

    def _learn(self, position: float, torque: float) -> None:
        """Let the last steps say how stiff the gear is, and how large the next one may be.

        Only where the load grew: where it turns round, friction makes every gear look stiff.
        """
        if self._before is None or self._anchor is None:
            return
        if abs(torque - self._before[1]) < HARDLY * self._wanted_change:
            self._step *= GROWTH
        moved, change = abs(position - self._anchor[0]), abs(torque - self._anchor[1])
        if change < HARDLY * self._wanted_change:
            return  # too little to tell a slope from noise
        if self._ways[self._way] * torque > self._wanted_change and moved > 0.0:
            self._stiffest = max(self._stiffest, change / moved)
        self._anchor = (position, torque)
        self._step = min(self._step, self._wanted_step)

    @property
    def _wanted_change(self) -> float:
        return 2.0 * self._torque / self._settings.steps

    @property
    def _stiffness(self) -> float:
        """N·m/rad that the gear may have where it is met next."""
        is_known = self._way > 0 and self._stiffest > 0.0
        return MARGIN * self._stiffest if is_known else self._assumed

    @property
    def _wanted_step(self) -> float:
        """Rad that change the torque as wanted where the gear is stiffest."""
        return self._wanted_change / self._stiffness
