"""Two witnesses on a set-up: the fit with free masses, and the masses that the description or a model states.

Free masses make up for much: a joint whose zero is off, or torques without gravity, leave a fit nearly as
good, with other masses. The stated masses cannot give way. What hangs on the flange is unknown and stays free
with them, as do the rotors; a description's masses are some per cent off, so that they count only where they
explain nearly as much as the fit.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base_parameters import BaseParameters
from core.identification.setup_checks.hypothesis import (
    Hypothesis,
    Scatter,
    explain,
    gravity_torque,
    rigid_torque,
    unexplained,
)
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.result import Weights
from core.identification.setup_checks.sums import CheckedSums
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK, RobotModel

_FLOOR = 1e-4
"""Share of a torque below which a better explanation says nothing."""


@dataclass(frozen=True)
class Testimony:
    """Error of each joint over its torque (n,), by the fit and by the stated masses if there are any."""

    fitted: FloatArray
    stated: FloatArray | None
    usual: FloatArray | None = None
    """What a model that was made before left of these torques in its own fit, (n,)."""

    def better_than(self, other: "Testimony") -> tuple[float, float]:
        """Change of the summed logarithms against ``other``, by the fit and by the stated masses."""
        stated = 0.0
        if self.stated is not None and other.stated is not None:
            stated = _change(self.stated, other.stated)
        return _change(self.fitted, other.fitted), stated

    @property
    def agrees(self) -> bool:
        """True if stated masses, or a model made before, explain every joint nearly as well as the fit did.

        Also if there are none.
        """
        left, fit = (self.fitted, self.usual) if self.stated is None else (self.stated, self.fitted)
        if fit is None:
            return True
        most = np.maximum(LIMITS.agreed_error, LIMITS.agreed_times * np.nan_to_num(fit))
        return bool(np.all(np.nan_to_num(left) <= most))

    @property
    def is_at_rest(self) -> bool:
        """True if nothing is left that another set-up could explain."""
        return self.agrees and bool(np.all(np.nan_to_num(self.fitted) <= LIMITS.at_rest))

    @property
    def explains(self) -> bool:
        """True if no joint is left unexplained that the fit explains."""
        left = self.fitted if self.stated is None else self.stated
        most = np.maximum(LIMITS.explained, LIMITS.agreed_times * np.nan_to_num(self.fitted))
        return bool(np.all(np.nan_to_num(left) <= most))


def _change(left: FloatArray, before: FloatArray) -> float:
    with np.errstate(invalid="ignore"):
        return float(np.nansum(np.log(np.maximum(left, _FLOOR) / np.maximum(before, _FLOOR))))


def said_of(sums: CheckedSums, hypothesis: Hypothesis | None = None) -> Testimony:
    """What both witnesses say of a hypothesis; of the set-up as given without one."""
    asked = hypothesis or Hypothesis.as_given(sums)
    fitted = unexplained(sums, explain(sums, asked), torque=asked.torque)
    stated = stated_masses(sums)
    if stated is None:
        return Testimony(fitted, None, _usual(sums) if sums.model.is_known else None)
    free = replace(asked, extra=free_tool(sums, gravity=asked.gravity, rotors=True))
    return Testimony(fitted, unexplained(stated, explain(stated, free), torque=asked.torque))


def _usual(sums: CheckedSums) -> FloatArray:
    """What a known model left in its own fit, over the standard deviations of these torques (n,)."""
    spread = sums.torque_std()
    nan = np.full(spread.size, np.nan)
    return np.asarray(np.divide(sums.model.joint_std, spread, out=nan, where=spread > 0.0))


def stated_masses(sums: CheckedSums) -> CheckedSums | None:
    """The same sums with the description's masses taken as known; None where it states none.

    A known model is its own witness.
    """
    robot, plan = sums.plan.robot, sums.plan
    if sums.model.is_known or robot.inertial_parameters is None:
        return None
    return replace(sums, model=replace(sums.model, parameters=described(plan.base, robot), is_known=True))


def described(base: BaseParameters, robot: RobotModel) -> FloatArray:
    """The base parameters (b,) of the description's masses and rotors; zeros where it states none."""
    count, standard = robot.joint_count, np.zeros(base.grouping.shape[1])
    if robot.inertial_parameters is not None:
        standard[: PARAMETERS_PER_LINK * count] = robot.inertial_parameters.ravel()
    if robot.rotor_inertia is not None and standard.size > PARAMETERS_PER_LINK * count:
        standard[PARAMETERS_PER_LINK * count :] = robot.rotor_inertia
    return base.values(standard)


def free_tool(sums: CheckedSums, *, gravity: FloatArray, rotors: bool = False) -> tuple[FloatArray, ...]:
    """For each joint the columns (P, 10) of a body on the flange, then (P, n) of the rotors."""
    plan, count = sums.plan, sums.joint_count
    grouping = plan.base.grouping
    last = np.arange(PARAMETERS_PER_LINK * (count - 1), PARAMETERS_PER_LINK * count)
    free = np.r_[last, np.arange(PARAMETERS_PER_LINK * count, grouping.shape[1])] if rotors else last
    found = []
    for places in sums.columns:
        made = np.zeros((places.width, free.size))
        made[: places.base.size] = grouping[np.ix_(places.base, free)]
        for axis, change in enumerate(gravity - plan.robot.gravity):
            made[places.pull(axis)] = change * grouping[np.ix_(places.base[places.gravity], free)]
        found.append(made)
    return tuple(found)


def weights(sums: CheckedSums) -> Weights | None:
    """The factors between measured and stated torques; None where no masses are stated.

    An unknown tool makes an arm heavier than stated, so that only a large factor means another unit.
    """
    known = sums if sums.model.is_known else stated_masses(sums)
    if known is None:
        return None
    gravity, parameters = np.asarray(sums.plan.robot.gravity), known.model.parameters
    tool = free_tool(known, gravity=gravity, rotors=not sums.model.is_known)
    whole, parts, apart = [], [], []
    for joint in range(sums.joint_count):
        rigid = rigid_torque(sums, joint, gravity=gravity, parameters=parameters)
        pull = gravity_torque(sums, joint, gravity=gravity, parameters=parameters)
        whole.append(rigid[:, np.newaxis])
        parts.append(np.column_stack([pull, rigid - pull]))
        apart.append(np.column_stack([rigid, tool[joint]]))
    given = Hypothesis.as_given(known)
    found: list[float] = []
    for extra in (whole, parts, apart):
        scatter = Scatter(known, replace(given, extra=tuple(extra)))
        explained = scatter.fit()
        found += [1.0 + float(explained.extra[0]), float(scatter.std(explained)[0])]
    return Weights(*found)
