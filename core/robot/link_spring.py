"""Elasticity of a link: six virtual springs at one place, from a straight tube or a matrix."""

from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.placement import is_rigid

_ASYMMETRY = 1e-6
"""Largest asymmetry that counts as rounding, relative to the root of the two diagonal elements' product."""


Point = tuple[float, float, float]

INCOMPRESSIBLE = 0.5
"""Poisson's ratio of an incompressible material, the largest possible one."""


@dataclass(frozen=True)
class Beam:
    """A hollow cylinder from ``start`` to ``end``, in m in its link's frame.

    Diameters in m, ``youngs_modulus`` in Pa; ``inner_diameter`` 0 for a full bar.

    Raises
    ------
    BadRequest
        ``beam`` with its numbers, where no tube has them.
    """

    start: Point
    end: Point
    outer_diameter: float
    inner_diameter: float = 0.0
    youngs_modulus: float = 7.0e10
    poisson_ratio: float = 0.33

    def __post_init__(self) -> None:
        """Raise BadRequest if the numbers do not describe a tube."""
        numbers = (*self.start, *self.end, self.outer_diameter, self.inner_diameter, self.youngs_modulus)
        is_tube = (
            bool(np.all(np.isfinite((*numbers, self.poisson_ratio))))
            and 0.0 <= self.inner_diameter < self.outer_diameter
            and self.youngs_modulus > 0.0
            and -1.0 < self.poisson_ratio <= INCOMPRESSIBLE
            and 0.0 < self.length < np.inf
            and all(0.0 < value < np.inf for value in self._rigidity)
        )
        if not is_tube:
            raise BadRequest(
                "beam",
                length=self.length,
                outer_diameter=self.outer_diameter,
                inner_diameter=self.inner_diameter,
                youngs_modulus=self.youngs_modulus,
                poisson_ratio=self.poisson_ratio,
            )

    @property
    def length(self) -> float:
        """Length of the tube's axis, m."""
        return float(np.linalg.norm(np.subtract(self.end, self.start)))

    @property
    def _rigidity(self) -> tuple[float, float]:
        """Axial rigidity EA in N and bending rigidity EI in N·m²; 0 or infinite on underflow or overflow."""
        outer, inner = np.float64(self.outer_diameter), np.float64(self.inner_diameter)
        with np.errstate(over="ignore", invalid="ignore"):
            area = np.pi * (outer**2 - inner**2) / 4.0
            second_moment = np.pi * (outer**4 - inner**4) / 64.0
            return float(self.youngs_modulus * area), float(self.youngs_modulus * second_moment)

    @property
    def own_axes(self) -> FloatArray:
        """(3, 3) directions of which the first is along the tube, and any two across."""
        x = np.subtract(self.end, self.start) / self.length
        least = np.eye(3)[int(np.argmin(np.abs(x)))]
        y = np.cross(x, least)
        y /= np.linalg.norm(y)
        return np.column_stack([x, y, np.cross(x, y)])

    def placed(self, frame: FloatArray) -> "Beam":
        """The same tube seen from where ``frame`` (4, 4) is the frame that its ends are given in."""
        ends = ((frame[:3, :3] @ point + frame[:3, 3]).tolist() for point in (self.start, self.end))
        start, end = ((x, y, z) for x, y, z in ends)
        return replace(self, start=start, end=end)

    def compliance(self, axes: FloatArray) -> FloatArray:
        """Compliance matrix (6, 6) of the free end under force and moment there; m, rad, N, N·m.

        Parameters
        ----------
        axes
            (3, 3) directions (columns) in the link's frame that rows and columns are along:
            three shifts, then three turns.
        """
        length = np.float64(self.length)
        stretching, bending = self._rigidity
        torsion = bending / (1.0 + self.poisson_ratio)
        along = np.zeros((6, 6))
        # Cantilever formulas for an end load: L/EA, L³/3EI, L/GJ, L/EI, and L²/2EI between shift and
        # turn. For a round tube J = 2 I, so G J = E I / (1 + nu).
        along[0, 0] = length / stretching
        along[[1, 2], [1, 2]] = length**3 / (3.0 * bending)
        along[3, 3] = length / torsion
        along[[4, 5], [4, 5]] = length / bending
        along[1, 5] = along[5, 1] = length**2 / (2.0 * bending)
        along[2, 4] = along[4, 2] = -(length**2) / (2.0 * bending)
        turn = np.kron(np.eye(2), np.ascontiguousarray(axes).T @ self.own_axes)
        return np.asarray(turn @ along @ turn.T)


@dataclass(frozen=True, eq=False)
class LinkSpring:
    """Compliance of a link at one place; the part of the link before that place is rigid.

    Attributes
    ----------
    link
        From 0; ``core.robot.model.BASE_LINK`` for the arm's foundation.
    placement
        (4, 4) of the springs in the link's frame (the base frame for the base).
    compliance
        (6, 6) along the placement's axes at its origin: shifts in m and turns in rad under
        forces in N and moments in N·m. Symmetric and positive semidefinite.
    beam
        The beam from which ``compliance`` was computed, or None.

    Raises
    ------
    BadRequest
        ``link-spring-shape``, ``link-spring-placement`` or ``link-spring-compliance``.
    """

    link: int
    placement: FloatArray
    compliance: FloatArray
    beam: Beam | None = None

    def __post_init__(self) -> None:
        """Check, and make both arrays read-only copies."""
        for name, shape in (("placement", (4, 4)), ("compliance", (6, 6))):
            array = np.array(getattr(self, name), dtype=np.float64)
            if array.shape != shape or not np.all(np.isfinite(array)):
                raise BadRequest("link-spring-shape", field=name, expected=shape, found=array.shape)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        if not is_rigid(self.placement):
            raise BadRequest("link-spring-placement", link=self.link)
        if not is_compliance(self.compliance):
            raise BadRequest("link-spring-compliance", link=self.link)

    @classmethod
    def of_beam(cls, link: int, beam: Beam, *, axes: FloatArray | None = None) -> "LinkSpring":
        """The springs at the end of a beam, along ``axes`` (3, 3) in the link's frame, or the beam's own."""
        placement = np.eye(4)
        placement[:3, :3] = beam.own_axes if axes is None else axes
        placement[:3, 3] = beam.end
        return cls(link, placement, beam.compliance(placement[:3, :3]), beam)

    @property
    def exact_beam(self) -> Beam | None:
        """The beam, if the stored compliance is still the one computed from it, else None."""
        if self.beam is None or not np.array_equal(self.placement[:3, 3], self.beam.end):
            return None
        same = np.array_equal(self.compliance, self.beam.compliance(self.placement[:3, :3]))
        return self.beam if same else None


def is_compliance(matrix: FloatArray) -> bool:
    """True if a (6, 6) is symmetric positive semidefinite but for rounding.

    The matrix is first scaled to ones on its diagonal, so that metres and radians count alike.
    """
    size = np.sqrt(np.abs(np.diag(matrix)))
    if np.any(np.diag(matrix) < 0.0):
        return False
    scale = np.outer(size, size)
    if np.any(np.abs(matrix - matrix.T) > _ASYMMETRY * scale):
        return False
    scaled = np.divide(matrix, scale, out=np.zeros_like(scale), where=scale > 0.0)
    return bool(np.linalg.eigvalsh(0.5 * (scaled + scaled.T)).min() >= -_ASYMMETRY) and not np.any(
        (scale == 0.0) & (matrix != 0.0)
    )
