"""Elastic links of a description: converts sets of six springs to MuJoCo joints and tendons.

A set is six joints in series, three slides and three hinges along the axes of its placement. A tube
that bends both shifts and turns its end: such coupled compliance is diagonalised into directions, each of
them a tendon with one stiffness. Together they give the inverse of the compliance. Each has an inertia of
its stiffness over ``HIGHEST_MODE``², like the gears.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import RobotModel
from devices.virtual.physics import mjcf
from devices.virtual.physics.truth import HIGHEST_MODE

_SLIDES = 3
"""Number of translations; they come first, then the rotations."""
_UNCOUPLED = 1e-9
"""Coupling below this, relative to the root of both diagonal elements' product, is rounding."""
_RIGID = 1e-6
"""Smallest compliance, relative to the largest one of the same group."""


@dataclass(frozen=True, eq=False)
class SingleSpring:
    """Spring of ``stiffness`` on the sum ``weights`` (k,) @ positions of the ``joints`` (k,)."""

    stiffness: float
    joints: tuple[str, ...]
    weights: FloatArray

    @property
    def is_tendon(self) -> bool:
        """True if the spring couples several joints."""
        return len(self.joints) > 1


@dataclass(frozen=True, eq=False)
class SpringSet:
    """One set of springs as ``joints`` (m,), m up to 6, with their ``compliance`` (m, m).

    ``placement`` (4, 4) is in the frame of ``link`` (from 0, or the base). ``name`` is the body behind the
    springs; without deflection it has the link's frame.
    """

    name: str
    link: int
    placement: FloatArray
    directions: tuple[int, ...]
    joints: tuple[str, ...]
    compliance: FloatArray
    springs: tuple[SingleSpring, ...]

    def joints_xml(self, *, damping_time_s: float) -> str:
        """XML of the joints, for a body in the link's frame."""
        place = mjcf.numbers(self.placement[:3, 3])
        alone = {
            spring.joints[0]: spring.stiffness * float(spring.weights[0]) ** 2
            for spring in self.springs
            if not spring.is_tendon
        }
        made = ""
        for name, direction in zip(self.joints, self.directions, strict=True):
            kind = "slide" if direction < _SLIDES else "hinge"
            values = _values(alone[name], damping_time_s) if name in alone else {}
            axis = mjcf.numbers(self.placement[:3, direction % _SLIDES])
            made += mjcf.joint(name, kind, axis, place=place, **values)
        return made

    def tendons_xml(self, *, damping_time_s: float) -> str:
        """XML of the springs that couple joints."""
        return "".join(
            mjcf.tendon(
                dict(zip(spring.joints, spring.weights.tolist(), strict=True)),
                springlength=0.0,
                **_values(spring.stiffness, damping_time_s),
            )
            for spring in self.springs
            if spring.is_tendon
        )


def _values(stiffness: float, damping_time_s: float) -> dict[str, float]:
    return {
        "stiffness": stiffness,
        "damping": damping_time_s * stiffness,
        "armature": stiffness / HIGHEST_MODE**2,
    }


def spring_sets(robot: RobotModel) -> tuple[SpringSet, ...]:
    """Convert all sets of a description, in its order."""
    return tuple(_taken_apart(spring, number) for number, spring in enumerate(robot.link_springs))


def _taken_apart(spring: LinkSpring, number: int) -> SpringSet:
    """Drop the directions without compliance and diagonalise each coupled group of the others."""
    size = np.sqrt(np.diag(spring.compliance))
    free = np.flatnonzero(size > 0.0)
    size = size[free]
    names = tuple(f"give{number}_{direction}" for direction in free)
    scaled = spring.compliance[np.ix_(free, free)] / np.outer(size, size)
    compliance = np.zeros_like(scaled)
    springs: list[SingleSpring] = []
    for places in _coupled(scaled):
        block = np.ix_(places, places)
        yielding, across = np.linalg.eigh(0.5 * (scaled[block] + scaled[block].T))
        yielding = np.maximum(yielding, _RIGID * yielding[-1])
        compliance[block] = (across * yielding) @ across.T * np.outer(size[places], size[places])
        joints = tuple(names[place] for place in places)
        springs += _single(joints, yielding=yielding, across=across, size=size[places])
    directions = tuple(free.tolist())
    return SpringSet(
        f"behind{number}", spring.link, spring.placement, directions, names, compliance, tuple(springs)
    )


def _coupled(scaled: FloatArray) -> list[npt.NDArray[np.intp]]:
    """Groups of directions that are coupled with each other."""
    from scipy.sparse.csgraph import connected_components  # slow to import, and few arms have link springs

    count, groups = connected_components(np.abs(scaled) > _UNCOUPLED, directed=False)
    return [np.flatnonzero(groups == group) for group in range(count)]


def _single(
    joints: tuple[str, ...], *, yielding: FloatArray, across: FloatArray, size: FloatArray
) -> list[SingleSpring]:
    """One spring along each column of ``across``, with 1 as its largest weight."""
    made = []
    for compliance, direction in zip(yielding, across.T, strict=True):
        weights = direction / size
        largest = float(np.abs(weights).max())
        made.append(SingleSpring(largest**2 / float(compliance), joints, weights / largest))
    return made
