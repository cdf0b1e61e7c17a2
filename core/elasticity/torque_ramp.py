"""Step control of a torque ramp on a locked gear: the size of the next motor step, and the reversals.

Stiffness and play of the gear are unknown beforehand. On the first way each step is limited as if the
gear were as stiff as the stiffest gears for its torque; from then on by the stiffest slope measured.
That also holds across play, where the torque shows nothing until the other flank is reached.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.bounds import Bounds, check_bounds
from core.errors import BadRequest
from core.setting import setting

MOST_TORQUE_SHARE = 0.75
"""Largest share of the rated torque, with room for a flank that is hit late in a step."""
FEWEST_STEPS = 10
MOST_SPEED = float(np.radians(5.0))
"""Largest speed of the steps, rad/s, for a quasi-static ramp."""
TORQUE_SHARE = Bounds(lower=0.0, upper=MOST_TORQUE_SHARE, above=True)
ROUNDS = Bounds(lower=1, upper=100, whole=True)
STEPS = Bounds(lower=FEWEST_STEPS, upper=10_000, whole=True)
WIND = Bounds("rad", 0.0, np.pi / 2.0, above=True)
RAMP_SPEED = Bounds("rad/s", 0.0, MOST_SPEED, above=True)
STIFFEST_GEAR = 1000.0
"""Largest ratio of stiffness to rated torque, 1/rad: the stiffest cycloidal reducers wind up by 1 mrad."""
MARGIN = 1.5
"""Safety factor on the stiffest measured slope."""
GROWTH = 1.5
"""Growth factor of a step after which the torque hardly changed."""
LARGEST_RISE = 0.25
"""Largest increase of a step at the stiffest place, as a share of the target torque."""
HARDLY = 0.5
"""Share of the wanted change of torque below which a step may grow."""
REACHED = 0.98
"""Share of the target torque at which a way is complete."""


@dataclass(frozen=True)
class TorqueRampSettings:
    """The settings of a torque ramp on a locked gear.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``.
    """

    torque_share: Annotated[float, TORQUE_SHARE] = setting(
        0.6,
        "Share of the rated torque to which the gear is wound, both ways.",
        caption="Share of the rated torque",
        example="60 %",
        option="torque",
    )
    rounds: Annotated[int, ROUNDS] = setting(
        2,
        "Number of times down and up again, once the gear was wound up for the first time.",
        caption="Rounds",
    )
    steps: Annotated[int, STEPS] = setting(
        50, "Number of steps from end to end where the gear is stiffest, about.", caption="Steps"
    )
    most_wind: Annotated[float, WIND] = setting(
        float(np.radians(6.0)),
        "Angle at the output by which the motor may go to either side; "
        "beyond it the output is taken for not locked.",
        caption="Motor's range",
        option="wind",
    )
    speed: Annotated[float, RAMP_SPEED] = setting(
        float(np.radians(0.5)), "Speed of the steps.", caption="Speed"
    )

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)


class TorqueRamp:
    """Up, then down and up between two torques, then back to zero, for one motor.

    Parameters
    ----------
    settings
        The settings.
    rated
        Rated torque of the gear, N·m.
    start
        Present motor position, rad.
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
        """True if all rounds are complete and the gear is unloaded again."""
        return self._way >= len(self._ways)

    @property
    def way(self) -> int:
        """Number of the present way, from 0; even ones go up."""
        return self._way

    @property
    def progress(self) -> float:
        """Progress from 0 to 1, by the completed ways."""
        return self._way / len(self._ways)

    def next_target(self, *, position: float, torque: float) -> float | None:
        """The next motor position, rad; None when the ramp is complete.

        Parameters
        ----------
        position, torque
            rad and N·m, measured at the present motor position.

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
        """Torque left on this way, N·m; the last one ends at zero load."""
        is_last = self._way == len(self._ways) - 1
        return (0.0 if is_last else REACHED * self._torque) - self._ways[self._way] * torque

    def _learn(self, position: float, torque: float) -> None:
        """Update the stiffest slope and the step size from the last steps.

        Only a growing load is used, because friction makes every gear look stiff at a reversal.
        """
        if self._before is None or self._anchor is None:
            return
        if abs(torque - self._before[1]) < HARDLY * self._wanted_change:
            self._step *= GROWTH
        moved, change = abs(position - self._anchor[0]), abs(torque - self._anchor[1])
        if change < HARDLY * self._wanted_change:
            return  # too small to separate a slope from noise
        if self._ways[self._way] * torque > self._wanted_change and moved > 0.0:
            self._stiffest = max(self._stiffest, change / moved)
        self._anchor = (position, torque)
        self._step = min(self._step, self._wanted_step)

    @property
    def _wanted_change(self) -> float:
        return 2.0 * self._torque / self._settings.steps

    @property
    def _stiffness(self) -> float:
        """Largest stiffness expected at the next step, N·m/rad."""
        is_known = self._way > 0 and self._stiffest > 0.0
        return MARGIN * self._stiffest if is_known else self._assumed

    @property
    def _wanted_step(self) -> float:
        """Step that changes the torque as wanted at the stiffest place, rad."""
        return self._wanted_change / self._stiffness
