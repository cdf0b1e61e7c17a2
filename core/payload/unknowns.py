"""The unknowns of the joint fit beside the payload, each with its prior."""

from dataclasses import dataclass

import numpy as np

from core.payload.settings import ComplianceKnowledge, ComplianceSource, GainKnowledge, KnownLoad
from core.recording import FloatArray

EVEN_STD = 0.04
"""Standard deviation of a gear's even friction relative to its odd friction: directions differ by a few %."""
COMMON_STD = 0.0005
"""Relative standard deviation common to all weights.

A description's lengths are accurate to half a millimetre per metre. Gravity varies by more between
equator and pole; a description may give its own.
"""
_FLOOR_STD = 1e-7
"""Standard deviation used for values taken as exact."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Layout of the common unknowns: payload, known loads, even friction, scales, compliances, model.

    ``joints`` (k) are the swept ones, from 0; ``bending`` (c) those with an uncertain compliance;
    ``model`` is the number of unknowns of the unloaded arm's model.
    """

    joints: tuple[int, ...]
    known: int = 0
    bending: tuple[int, ...] = ()
    model: int = 0

    @property
    def payload(self) -> slice:
        """Slice of the payload's mass and first moments."""
        return slice(0, 4)

    def known_load(self, number: int) -> slice:
        """Slice of a known load's mass and first moments."""
        return slice(4 + 4 * number, 8 + 4 * number)

    def even(self, joint: int) -> int:
        """Index of a swept joint's ratio of even to odd friction."""
        return 4 + 4 * self.known + self.joints.index(joint)

    def scale(self, joint: int) -> int:
        """Index of the logarithm of a swept joint's true scale relative to the assumed one."""
        return 4 + 4 * self.known + len(self.joints) + self.joints.index(joint)

    @property
    def scales(self) -> slice:
        """Slice of all joints' scales."""
        first = 4 + 4 * self.known + len(self.joints)
        return slice(first, first + len(self.joints))

    @property
    def compliances(self) -> slice:
        """Slice of the compliances' errors, in their standard deviations."""
        return slice(self.scales.stop, self.scales.stop + len(self.bending))

    @property
    def reference(self) -> slice:
        """Slice of the errors of the unloaded arm's model, in their standard deviations."""
        return slice(self.compliances.stop, self.compliances.stop + self.model)

    @property
    def count(self) -> int:
        """Number of all common unknowns."""
        return int(self.reference.stop)


@dataclass(frozen=True, eq=False)
class Beforehand:
    """Prior of the unknowns: covariance (k, k) of the torques' or gears' scales, compliances, known loads."""

    scale_covariance: FloatArray
    compliance: ComplianceKnowledge
    known: tuple[KnownLoad, ...] = ()

    def rows(self, layout: Layout, *, at: FloatArray, bent: FloatArray, has_even: bool) -> FloatArray:
        """Rows (r, count + 1) of unit standard deviation that express the prior.

        The scales are counted from ``at`` (k,), the compliances from ``bent`` (c,) standard deviations.
        """
        found: list[FloatArray] = []

        def add(place: int, mean: float, std: float) -> None:
            row = np.zeros(layout.count + 1)
            row[place], row[-1] = 1.0 / max(std, _FLOOR_STD), mean / max(std, _FLOOR_STD)
            found.append(row)

        for number, load in enumerate(self.known):
            first = layout.known_load(number).start
            add(first, load.mass, load.mass_std)
            for axis, center in enumerate(load.center):
                add(first + 1 + axis, load.mass * center, load.mass * load.center_std)
        for joint in layout.joints:
            add(layout.even(joint), 0.0, EVEN_STD if has_even else 0.0)
        for place, passed in enumerate(bent):
            add(layout.compliances.start + place, -float(passed), 1.0)
        for place in range(layout.reference.start, layout.reference.stop):
            add(place, 0.0, 1.0)
        return np.vstack((np.reshape(found, (-1, layout.count + 1)), self._scale_rows(layout, at)))

    def _scale_rows(self, layout: Layout, at: FloatArray) -> FloatArray:
        covariance = self.scale_covariance + _FLOOR_STD**2 * np.eye(len(layout.joints))
        whiten = np.linalg.inv(np.linalg.cholesky(covariance))
        rows = np.zeros((len(layout.joints), layout.count + 1))
        rows[:, layout.scales] = whiten
        rows[:, -1] = -whiten @ at
        return rows


def assumed_compliance(rated_torque: FloatArray) -> ComplianceKnowledge:
    """Compliance of typical gears from the joints' rated torques (n,), used where it was not measured.

    Published gears of robot joints deflect by 2 to 10 mrad under their rated torque.
    """
    known = np.isfinite(rated_torque) & (rated_torque > 0.0)
    typical = np.where(known, _TYPICAL_TWIST_RAD / np.where(known, rated_torque, 1.0), 0.0)
    std = np.where(known, _TWIST_STD_RAD / np.where(known, rated_torque, 1.0), 0.0)
    return ComplianceKnowledge(ComplianceSource.ASSUMED, typical, std)


_TYPICAL_TWIST_RAD, _TWIST_STD_RAD = 0.005, 0.004


def scale_covariance(gains: GainKnowledge, joints: tuple[int, ...]) -> FloatArray:
    """Covariance (k, k) of the swept joints' relative gain errors, including the common error."""
    return np.asarray(gains.covariance[np.ix_(joints, joints)] + COMMON_STD**2)
