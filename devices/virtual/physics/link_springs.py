"""Where the links of a description give: sets of six springs taken apart into joints and tendons.

A set is six joints in series, three slides and three hinges along the axes of its placement. What is
coupled by its compliance (a tube that bends shifts and turns its end at once) is parted into
directions of their own, each a tendon with one stiffness; they add up to the inverse of the
compliance. Each has an inertia of its stiffness over ``HIGHEST_MODE``², as the gears have.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import RobotModel
from devices.virtual.physics import mjcf
from devices.virtual.physics.truth import HIGHEST_MODE

_SLIDES = 3
"""The first three directions shift, the others turn."""
_UNCOUPLED = 1e-9
"""Of the root of the product of two diagonal elements; less is rounding."""
_RIGID = 1e-6
"""Of the most yielding direction it is coupled with: what gives less is taken to give so much."""


@dataclass(frozen=True, eq=False)
class SingleSpring:
    """A force of ``stiffness`` times ``weights`` (k,) @ the positions of the ``joints`` (k,)."""

    stiffness: float
    joints: tuple[str, ...]
    weights: FloatArray

    @property
    def is_tendon(self) -> bool:
        """Whether it couples joints."""
        return len(self.joints) > 1


@dataclass(frozen=True, eq=False)
class SpringSet:
    """What one set of springs comes to: ``joints`` (m,), m up to 6, and their ``compliance`` (m, m).

    ``placement`` (4, 4) is in the frame of ``link`` (from 0, or the base). ``name`` is that of the
    body behind the springs, which has the link's frame while nothing gives.
    """

    name: str
    link: int
    placement: FloatArray
    directions: tuple[int, ...]
    joints: tuple[str, ...]
    compliance: FloatArray
    springs: tuple[SingleSpring, ...]

    def joints_xml(self, *, damping_time_s: float) -> str:
        """The joints, as of a body that has the link's frame."""
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
        """The springs between joints."""
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
    """All sets of a description, in its order."""
    return tuple(_taken_apart(spring, number) for number, spring in enumerate(robot.link_springs))


def _taken_apart(spring: LinkSpring, number: int) -> SpringSet:
    """A direction that gives nothing is no freedom; the others part where nothing couples them."""
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
    """The directions that are coupled with each other, group by group."""
    count, groups = connected_components(np.abs(scaled) > _UNCOUPLED, directed=False)
    return [np.flatnonzero(groups == group) for group in range(count)]


def _single(
    joints: tuple[str, ...], *, yielding: FloatArray, across: FloatArray, size: FloatArray
) -> list[SingleSpring]:
    """One spring along each column of ``across``, its largest weight 1."""
    made = []
    for compliance, direction in zip(yielding, across.T, strict=True):
        weights = direction / size
        largest = float(np.abs(weights).max())
        made.append(SingleSpring(largest**2 / float(compliance), joints, weights / largest))
    return made
